# `make demo` and `make test` set up everything they need, once.

PYTHON ?= python3
VENV := .venv
TRAIN_VENV := .venv-train
PIP_FLAGS := --quiet --disable-pip-version-check
.DEFAULT_GOAL := help
.PHONY: help demo serve test test-train lint format clean

help: ## say what there is
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 14

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(TRAIN_VENV)/bin/python:
	$(PYTHON) -m venv $(TRAIN_VENV)

# OpenCV's wheel wants two system libraries that a bare Debian or Ubuntu has not.
define SYSTEM_LIBRARIES
$(1)/bin/python -c 'import cv2' 2>/dev/null || \
{ command -v apt-get >/dev/null && apt-get update -qq && apt-get install -y -qq libgl1 libglib2.0-0; } || \
{ echo "OpenCV cannot be loaded: install libGL and GLib (Debian: libgl1 libglib2.0-0)." >&2; exit 1; }
endef

$(VENV)/.installed: pyproject.toml setup.py | $(VENV)/bin/python
	$(VENV)/bin/python -m pip install $(PIP_FLAGS) -e .
	@$(call SYSTEM_LIBRARIES,$(VENV))
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.installed
	$(VENV)/bin/python -m pip install $(PIP_FLAGS) -e '.[dev]'
	@touch $@

# The tests of the pages drive a real browser; without one they are skipped and say so.
$(VENV)/.browser:
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || \
	{ command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ] && apt-get update -qq && apt-get install -y -qq chromium; } || \
	echo "No Chromium here: the tests of the pages will be skipped."
	@touch $@

$(TRAIN_VENV)/.installed: pyproject.toml setup.py | $(TRAIN_VENV)/bin/python
	$(TRAIN_VENV)/bin/python -m pip install $(PIP_FLAGS) -e '.[train]' pytest
	@$(call SYSTEM_LIBRARIES,$(TRAIN_VENV))
	@touch $@

demo: $(VENV)/.installed ## a simulated table, seen and judged for real; opens the dashboard
	$(VENV)/bin/companion demo $(ARGS)

serve: $(VENV)/.installed ## a real evening with a camera
	$(VENV)/bin/companion serve $(ARGS)

test: $(VENV)/.installed-dev $(VENV)/.browser ## all tests that need no torch
	$(VENV)/bin/python -m pytest -m 'not train' $(ARGS)

test-train: $(TRAIN_VENV)/.installed ## the tests of the training code (installs torch and Ultralytics)
	$(TRAIN_VENV)/bin/python -m pytest tests/datasets/training $(ARGS)

lint: $(VENV)/.installed-dev ## ruff, mypy and the arrows between the rooms
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy vision companion datasets
	$(VENV)/bin/lint-imports

format: $(VENV)/.installed-dev ## let ruff write the code its way
	$(VENV)/bin/ruff format .
	$(VENV)/bin/ruff check --fix .

clean: ## forget both environments
	rm -rf $(VENV) $(TRAIN_VENV)
