"""How a detector is built, and the targets that it is taught with.

A design is one of Ultralytics' networks with one or more changes; its loss is Ultralytics' own.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from ultralytics.cfg import get_cfg
from ultralytics.nn.tasks import DetectionModel, OBBModel, PoseModel, yaml_model_load

from .outlines import Example

Numbers = NDArray[np.float32]

CARDS = ("face", "back")
LAST_OF_BACKBONE = 10
"""Number of the last layer of the backbone, which YOLO11 and YOLO26 have in common."""
FINE_HEAD: list[list[Any]] = [
    [-1, 1, "nn.Upsample", [None, 2, "nearest"]],
    [[-1, 6], 1, "Concat", [1]],
    [-1, 2, "C3k2", [512, False]],
    [-1, 1, "nn.Upsample", [None, 2, "nearest"]],
    [[-1, 4], 1, "Concat", [1]],
    [-1, 2, "C3k2", [256, False]],  # 16: every 8 pixels
    [-1, 1, "nn.Upsample", [None, 2, "nearest"]],
    [[-1, 2], 1, "Concat", [1]],
    [-1, 2, "C3k2", [128, False]],  # 19: every 4 pixels
    [-1, 1, "Conv", [128, 3, 2]],
    [[-1, 16], 1, "Concat", [1]],
    [-1, 2, "C3k2", [256, False]],  # 22: every 8 pixels
    [-1, 1, "Conv", [256, 3, 2]],
    [[-1, 13], 1, "Concat", [1]],
    [-1, 2, "C3k2", [512, False]],  # 25: every 16 pixels
    [-1, 1, "Conv", [512, 3, 2]],
    [[-1, 10], 1, "Concat", [1]],
    [-1, 2, "C3k2", [1024, True]],  # 28: every 32 pixels
    [[19, 22, 25, 28], 1, "OBB", ["nc", 1]],
]
"""YOLO11's head with an output layer of its own for small cards, as Ultralytics' P2 heads are."""


@dataclass(frozen=True)
class Design:
    """What a detector is built as."""

    network: str = "yolo11n-obb"
    """As Ultralytics names it; one ending in `-pose` answers with four corner points."""
    fine: bool = False
    """Whether there is an output layer every 4 pixels as well (YOLO11 only)."""
    index: bool = False
    """Whether index corners are found too, as a third class."""

    @property
    def corners(self) -> bool:
        """Whether outlines are four corner points instead of rotated rectangles."""
        return self.network.endswith("-pose")

    @property
    def classes(self) -> tuple[str, ...]:
        """What is found, in the order of the scores."""
        return (*CARDS, "index") if self.index else CARDS

    def untrained(self) -> DetectionModel:
        """The network with the hyperparameters of its loss."""
        layers = yaml_model_load(f"{self.network}.yaml")
        layers["nc"] = len(self.classes)
        if self.fine:
            layers["head"] = FINE_HEAD
        if self.corners:
            layers["kpt_shape"] = [4, 2]
        kind = PoseModel if self.corners else OBBModel
        model = kind(layers, ch=3, nc=len(self.classes), verbose=False)
        model.args = get_cfg(
            overrides={
                "task": "pose" if self.corners else "obb",
                "model": f"{self.network}.yaml",
                "fliplr": 0.0,
                "flipud": 0.0,
            }
        )
        model.names = dict(enumerate(self.classes))
        return model

    def batch(self, examples: list[Example]) -> dict[str, torch.Tensor]:
        """Examples as Ultralytics' loss wants them: outlines as shares of the picture's side."""
        pictures = np.stack([p for p, _ in examples])[..., ::-1].transpose(0, 3, 1, 2)
        rows = np.concatenate([r for _, r in examples])
        owner = np.concatenate([np.full(len(r), i) for i, (_, r) in enumerate(examples)])
        quads = rows[:, 1:].reshape(-1, 4, 2) / pictures.shape[-1]
        if self.corners:
            quads = np.array([read_upwards(q) for q in quads], np.float32).reshape(-1, 4, 2)
            low, high = quads.min(axis=1), quads.max(axis=1)
            boxes = np.hstack([(low + high) / 2, high - low])
        else:
            boxes = np.array([rotated(q) for q in quads], np.float32).reshape(-1, 5)
        return {
            "img": torch.from_numpy(np.ascontiguousarray(pictures)),
            "cls": torch.from_numpy(rows[:, :1].copy()),
            "bboxes": torch.from_numpy(boxes),
            "batch_idx": torch.from_numpy(owner).float(),
            **({"keypoints": torch.from_numpy(quads)} if self.corners else {}),
        }

    def read(self, answer: Numbers) -> tuple[Numbers, Numbers]:
        """Outlines (n, 4, 2) in pixels of the input, and scores (n, classes), of an answer.

        `answer`: what the exported network says of one picture, (values, places). YOLO26 is
        exported so too, not with its choice of one place a card: doubles are left to the judge.
        """
        count = len(self.classes)
        rows = answer.T
        scores, rest = rows[:, 4 : 4 + count], rows[:, 4 + count :]
        if self.corners:
            return rest.reshape(-1, 4, 2), scores
        return _corners(np.hstack([rows[:, :4], rest])), scores


def _corners(rows: Numbers) -> Numbers:
    """Corners (n, 4, 2), clockwise, of rectangles (centre x, y, width, height, turn)."""
    c, s = np.cos(rows[:, 4]), np.sin(rows[:, 4])
    along = np.stack([c, s], axis=1) * rows[:, 2:3] / 2
    down = np.stack([-s, c], axis=1) * rows[:, 3:4] / 2
    middle = rows[:, :2]
    ends = [-along - down, along - down, along + down, down - along]
    return np.stack([middle + end for end in ends], axis=1).astype(np.float32)


def take_weights(model: DetectionModel, trained: DetectionModel, *, backbone: bool = False) -> int:
    """Give the network what fits of a trained one, or of its backbone only; weights taken.

    What fits has the same name and shape. Of class scores the first fit: face and back lead.
    """
    own, taken = model.state_dict(), 0
    for name, values in trained.float().state_dict().items():
        if (backbone and int(name.split(".")[1]) > LAST_OF_BACKBONE) or name not in own:
            continue
        scores = ".cv3." in name and values.ndim > 0
        target = own[name][: len(values)] if scores else own[name]
        if target.shape == values.shape:
            target.copy_(values)
            taken += values.numel()
    return taken


def rotated(quad: Numbers) -> list[float]:
    """The smallest rectangle around an outline: centre x, y, width, height, turn (radians).

    As Ultralytics has it: the long side is the width, the turn from -45 to below 135 degrees.
    """
    (x, y), (w, h), turn = cv2.minAreaRect(np.ascontiguousarray(quad, np.float32))
    if w < h:
        w, h, turn = h, w, turn + 90
    radians = (math.radians(turn) + math.pi / 4) % math.pi - math.pi / 4
    return [x, y, w, h, radians]


def read_upwards(quad: Numbers) -> Numbers:
    """The outline started at that of its two index corners from which the card stands upright.

    Most cards look the same from both ends, so which end is the first cannot be told, and corners
    that could be either would be taught as the middle of both. The border between the two lies 20
    degrees off the horizontal, since cards lie straight more often than askew.
    """
    up = quad[:2].sum(axis=0) - quad[2:].sum(axis=0)
    askew = math.radians(20)
    upright = up @ np.array([math.sin(askew), -math.cos(askew)]) >= 0
    return quad if upright else np.roll(quad, 2, axis=0)
