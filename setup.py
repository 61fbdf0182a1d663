"""Maps the folders `datasets` and `models` to names of ours.

Well-known packages are called `datasets` and `models`; installed under those names ours would
shadow them. The mapping needs every subpackage by name, which a static file cannot find.
"""

from setuptools import find_packages, setup

FOLDERS = {"companion_datasets": "datasets", "companion_models": "models"}


def mapped(name: str, folder: str) -> list[str]:
    """`name` and every package below `folder`, as they are called once installed."""
    return [name, *(f"{name}.{package}" for package in find_packages(folder))]


setup(
    packages=[
        *find_packages(include=["vision", "vision.*", "companion", "companion.*"]),
        *(package for name, folder in FOLDERS.items() for package in mapped(name, folder)),
    ],
    package_dir=FOLDERS,
    package_data={"": ["*"], "companion.web": ["templates/**", "static/**", "translations/**"]},
    include_package_data=True,
)
