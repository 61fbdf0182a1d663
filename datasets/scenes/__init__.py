"""Pictures of card tables with exact labels, drawn from a seed.

    from companion_datasets.scenes import SceneMaker, TRAINING
    scene = SceneMaker.from_cache().make(seed=7, conditions=TRAINING)

The same seed, conditions and cache give the same scene. Benchmark seeds start at 9,000,000.
"""

from .conditions import (
    BY_NAME,
    EASY,
    HARD,
    NORMAL,
    TRAINING,
    TRAINING_AT_PLAY,
    TRAINING_OPEN,
    Conditions,
)
from .scene import LabelledCard, Scene, SceneMaker

__all__ = [
    "BY_NAME",
    "EASY",
    "HARD",
    "NORMAL",
    "TRAINING",
    "TRAINING_AT_PLAY",
    "TRAINING_OPEN",
    "Conditions",
    "LabelledCard",
    "Scene",
    "SceneMaker",
]
