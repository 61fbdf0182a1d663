"""Learning what makes two views show one card. Needs the extra `train`."""

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")
pytestmark = [
    pytest.mark.train,
    pytest.mark.filterwarnings("default::DeprecationWarning"),
]

import torch  # noqa: E402

from companion_datasets.scenes import SceneMaker  # noqa: E402
from companion_datasets.training import likeness, showings  # noqa: E402
from companion_datasets.training.albums import SIZE, of_deck  # noqa: E402
from companion_datasets.training.networks import Likeness as Trained  # noqa: E402
from vision.likeness import Likeness  # noqa: E402
from vision.weights import models_folder  # noqa: E402


@pytest.fixture(scope="module")
def faces(scene_maker: SceneMaker) -> np.ndarray:
    return of_deck(scene_maker.shelf.decks[0])


def test_an_album_holds_every_face_in_one_size(faces: np.ndarray) -> None:
    assert faces.shape == (53, SIZE[1], SIZE[0], 4)
    assert len(likeness.different(faces)) >= 52


def test_faces_that_are_alike_are_learned_from_once(faces: np.ndarray) -> None:
    doubled = np.concatenate([faces[:5], faces[:5]])
    assert list(likeness.different(doubled)) == list(likeness.different(faces[:5]))


def test_showings_of_one_card_differ_and_are_views(faces: np.ndarray) -> None:
    rng = np.random.default_rng(1)
    made = [showings.showing(rng, faces[3], faces[9], showings.PLAYED) for _ in range(4)]
    assert {view.shape for view in made} == {(160, 112, 3)}
    assert len({view.tobytes() for view in made}) == 4


def test_another_print_keeps_the_cards_apart(faces: np.ndarray) -> None:
    rng = np.random.default_rng(2)
    for _ in range(20):
        printed = likeness.another_print(rng, faces[:8])
        assert printed.shape == faces[:8].shape


def test_the_loss_falls_on_a_step_that_is_learned_again(
    faces: np.ndarray, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_CACHE", str(tmp_path))
    folder = tmp_path / "albums" / "train"
    folder.mkdir(parents=True)
    np.save(folder / "one.npy", faces[:26])
    np.save(folder / "two.npy", faces[26:])
    views, facts = next(iter(likeness.Showings(1)))
    assert views.shape[1:] == (160, 112, 3)
    torch.manual_seed(0)
    torch.set_num_threads(1)
    model = Trained()
    optimiser = torch.optim.AdamW(model.parameters(), lr=2e-3)
    losses = []
    for _ in range(8):
        parts = likeness.likeness_loss(model, torch.from_numpy(views), torch.from_numpy(facts))
        optimiser.zero_grad()
        parts["loss"].backward()
        optimiser.step()
        losses.append(float(parts["loss"].detach()))
    assert losses[-1] < losses[0]


def test_the_released_network_answers_as_the_trained_one() -> None:
    trained = Trained()
    trained.load_state_dict(torch.load(models_folder() / "likeness.pt"))
    released = Likeness.load(threads=1)
    rng = np.random.default_rng(3)
    views = [
        np.repeat(np.repeat(rng.integers(0, 256, (20, 14, 3), np.uint8), 16, 0), 16, 1)
        for _ in range(8)
    ]
    from vision import crops
    from vision.likeness import shrunk

    given = torch.from_numpy(crops.tensor([shrunk(view) for view in views]))
    with torch.inference_mode():
        theirs = [answer.numpy() for answer in trained.eval()(given)]
    ours = released.network.run(view=given.numpy())
    near, again = (answers[1] @ answers[0].T for answers in (ours, theirs))
    assert np.abs(near - again).max() < 0.02
    assert np.abs(near).max() <= 1.001
