"""The small networks that follow the detector: corner finder, recogniser and likeness."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from vision import crops
from vision.recogniser import HEADS, RANKS, SUITS


def step(inside: int, outside: int, stride: int = 1) -> nn.Sequential:
    """A 3x3 convolution with its normalisation and nonlinearity."""
    return nn.Sequential(
        nn.Conv2d(inside, outside, 3, stride, 1, bias=False),
        nn.BatchNorm2d(outside),
        nn.ReLU(inplace=True),
    )


class CornerFinder(nn.Module):
    """Where the corners lie within an outline view (3, 128, 96), and whether it is a card at all.

    Output (n, 12): eight corner offsets from `crops.outline_target` in shares of the view's width
    and height; logit of "lies across"; logits of face, back, no card. Each corner is the mean of a
    heat map (Sun et al., "Integral Human Pose Regression", 2018): that is learned from far fewer
    examples than numbers read off a flattened map.
    """

    GRID = (32, 24)
    """Rows and columns of a heat map."""

    def __init__(self) -> None:
        super().__init__()
        self.near = nn.Sequential(step(3, 16, 2), step(16, 32, 2), step(32, 32))
        self.middle = nn.Sequential(step(32, 48, 2), step(48, 48))
        self.far = nn.Sequential(step(48, 64, 2), step(64, 64), step(64, 64))
        self.join_middle = step(64 + 48, 48)
        self.join_near = nn.Sequential(step(48 + 32, 40), step(40, 40))
        self.heat = nn.Conv2d(40, 4, 1)
        self.kind = nn.Sequential(
            nn.Flatten(), nn.Linear(64 * 8 * 6, 64), nn.ReLU(inplace=True), nn.Linear(64, 4)
        )
        rows, columns = self.GRID
        across = (torch.arange(columns) + 0.5) / columns
        down = (torch.arange(rows) + 0.5) / rows
        self.register_buffer("across", across.view(1, 1, 1, -1))
        self.register_buffer("down", down.view(1, 1, -1, 1))
        nominal = torch.from_numpy((crops.outline_target() + 0.5) / crops.OUTLINE_SIZE)
        self.register_buffer("nominal", nominal.float().view(1, 8))

    def maps(self, views: Tensor) -> tuple[Tensor, Tensor]:
        """Heat maps (n, 4, 32, 24) as logits, and the four kind logits (n, 4)."""
        near = self.near(views)
        middle = self.middle(near)
        far = self.far(middle)
        grown = nn.functional.interpolate(far, scale_factor=2, mode="nearest")
        middle = self.join_middle(torch.cat([grown, middle], dim=1))
        grown = nn.functional.interpolate(middle, scale_factor=2, mode="nearest")
        return self.heat(self.join_near(torch.cat([grown, near], dim=1))), self.kind(far)

    def means(self, heat: Tensor) -> Tensor:
        """Corner offsets (n, 8) that heat maps mean."""
        share = heat.flatten(2).softmax(dim=2).view_as(heat)
        x = (share * self.across).sum(dim=(2, 3))
        y = (share * self.down).sum(dim=(2, 3))
        return torch.stack([x, y], dim=2).flatten(1) - self.nominal

    def forward(self, views: Tensor) -> Tensor:
        """Views (n, 3, 128, 96) in -1 to 1."""
        heat, kind = self.maps(views)
        return torch.cat([self.means(heat), kind], dim=1)


class Gaze(nn.Module):
    """Reads a map at a few places that it chooses by what is there: where the index is differs from
    deck to deck, and a map read off at fixed places would have to learn every sign at every place.
    """

    def __init__(self, channels: int, rows: int, columns: int, looks: int) -> None:
        super().__init__()
        self.where = nn.Conv2d(channels, looks, 1)
        self.habit = nn.Parameter(torch.zeros(1, looks, rows * columns))

    def forward(self, features: Tensor) -> Tensor:
        """(n, channels, rows, columns) to (n, looks * channels)."""
        share = (self.where(features).flatten(2) + self.habit).softmax(dim=2)
        return torch.einsum("nlp,ncp->nlc", share, features.flatten(2)).flatten(1)


class Recogniser(nn.Module):
    """Names a card from its whole face and both index corners.

    Outputs: logits of kind (n, 5), of rank (n, 13), of suit (n, 4), of "can be read" (n, 1), and
    an embedding (n, 128) of length one that no loss has touched and nobody uses: taught decks have
    a network of their own (`likeness.py`).
    """

    def __init__(self) -> None:
        super().__init__()
        self.whole = nn.Sequential(
            step(3, 20, 2),
            step(20, 40, 2),
            step(40, 40),
            step(40, 80, 2),
            step(80, 80),
            step(80, 128, 2),
            nn.Flatten(),
            nn.Dropout(0.2),
            nn.Linear(128 * 9 * 6, 160),
            nn.ReLU(inplace=True),
        )
        self.corner = nn.Sequential(
            step(3, 24, 2),
            step(24, 44, 2),
            step(44, 44),
            step(44, 88, 2),
            step(88, 88),
            step(88, 104),
            Gaze(104, 12, 9, 6),
            nn.Dropout(0.1),
            nn.Linear(104 * 6, 160),
            nn.ReLU(inplace=True),
        )
        self.join = nn.Sequential(nn.Linear(480, 192), nn.ReLU(inplace=True))
        self.embed = nn.Linear(192, 128)
        self.heads = nn.Linear(192, sum(HEADS))
        self.index = nn.Linear(160, len(RANKS) + len(SUITS))

    def forward(self, whole: Tensor, corners: Tensor) -> tuple[Tensor, Tensor]:
        """Whole cards (n, 3, 136, 96) and corners (n, 2, 3, 96, 68), -1 to 1.

        Returns the heads side by side (n, 23) in the order kind, rank, suit, readable, and the
        embeddings (n, 128).
        """
        heads, embedding, _ = self.learn(whole, corners)
        return heads, embedding

    def learn(self, whole: Tensor, corners: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """As `forward`, and what each corner alone says: logits (n, 2, 17) of rank and suit.

        Asked for these while it learns, a corner has to read its index; left to the joint answer
        it would leave the work to the pictures, which differ from deck to deck.
        """
        both = self.corner(corners.flatten(0, 1)).unflatten(0, (-1, 2))
        joined = self.join(
            torch.cat([self.whole(whole), both.amax(dim=1), both.mean(dim=1)], dim=1)
        )
        embedding = nn.functional.normalize(self.embed(joined), dim=1)
        return self.heads(joined), embedding, self.index(both)


class Likeness(nn.Module):
    """Describes every place of a card view (3, 160, 112), so that the card is known again.

    Every place is described by itself (finely and coarsely) and weighted by how far it can be
    trusted: what lies over a card spoils the places under it alone. There are two weightings: what
    tells a deck's cards apart is often the index alone, what tells the deck is all of the card. The
    network also says how near the right card's picture should come, since a blurred view comes near
    to nothing.
    """

    FINE, COARSE = 32, 64
    """Numbers for each of 20 x 14, and of 10 x 7 places."""

    def __init__(self) -> None:
        super().__init__()
        self.near = nn.Sequential(step(3, 24, 2), step(24, 40, 2), step(40, 40))
        self.middle = nn.Sequential(step(40, 80, 2), step(80, 80), step(80, 80))
        self.far = nn.Sequential(step(80, 112, 2), step(112, 112))
        self.fine = nn.Conv2d(80, self.FINE + 2, 1)
        self.coarse = nn.Conv2d(112, self.COARSE + 2, 1)
        self.judge = nn.Linear(112, 3)
        self.share = nn.Parameter(torch.zeros(2))
        """Of the fine places in either sum, as log odds."""

    def forward(self, views: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Views (n, 3, 160, 112) in -1 to 1.

        Returns what is stored of each (n, d); what is asked with to tell cards apart (n, d), and to
        tell whether it is that card at all (n, d); and (n, 3): how sharply either nearness tells,
        and from which nearness on it is that card.
        """
        middle = self.middle(self.near(views))
        far = self.far(middle)
        share = self.share.sigmoid()
        stored, asked, checked = [], [], []
        for answer, part in ((self.fine(middle), share), (self.coarse(far), 1 - share)):
            places = nn.functional.normalize(answer[:, 2:].float(), dim=1).flatten(2)
            trust = answer[:, :2].float().flatten(2).softmax(dim=2) * part[:, None]
            stored.append(places.flatten(1))
            asked.append((places * trust[:, :1]).flatten(1))
            checked.append((places * trust[:, 1:]).flatten(1))
        sharp, strict, least = self.judge(far.mean(dim=(2, 3))).float().split(1, dim=1)
        judged = [(sharp * 0.3 + 3.7).exp(), (strict * 0.3 + 3.3).exp(), least.sigmoid()]
        return (
            torch.cat(stored, dim=1), torch.cat(asked, dim=1), torch.cat(checked, dim=1),
            torch.cat(judged, dim=1),
        )  # fmt: skip
