"""The table in the picture: its corners, who sits where, and which part of it means what.

Table coordinates run from 0 to 1 over the table's rectangle, x right and y down as the camera
sees it. An angle is measured around the table's middle, clockwise from the right as the camera
sees it: the picture's bottom is 90 degrees, its left 180, its top 270.
"""

from __future__ import annotations

import json
import math
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from vision.quads import Matrix, area, homography, rectangle, through

Point = tuple[float, float]
ZoneName = Literal["talon", "discard", "centre", "edge", "outside"]
WHOLE_PICTURE: tuple[Point, ...] = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
ZONES = ("centre", "talon", "discard")
#: Width through height of a picture, where nothing says how wide a table is.
USUAL_ASPECT = 16 / 9
#: How far beyond the table's edge (shares of its sides) something still lies on it.
OVERHANG = 0.03
#: Degrees by which the nearest seat has to be nearer than the next for 73 % certainty: arms come
#: slanting, and a clicked seat is good to about ten degrees.
DOUBT = 8.0


class TableError(Exception):
    """A table description that cannot be used; one plain sentence."""


@dataclass(frozen=True)
class Arc:
    """A seat: the part of the table's edge that a player's arms come from."""

    name: str
    middle: float
    """Degrees."""
    width: float
    """Degrees."""


@dataclass(frozen=True)
class Zone:
    """An ellipse on the table, in table coordinates."""

    x: float
    y: float
    rx: float
    ry: float

    def holds(self, place: Point) -> bool:
        """Whether `place` lies inside."""
        return ((place[0] - self.x) / self.rx) ** 2 + ((place[1] - self.y) / self.ry) ** 2 <= 1.0


def usual_zones() -> dict[str, Zone]:
    """Where the zones are that nobody set: talon left of the middle, discard right of it."""
    return {
        "centre": Zone(0.5, 0.5, 0.4, 0.4),
        "talon": Zone(0.17, 0.5, 0.1, 0.14),
        "discard": Zone(0.83, 0.5, 0.1, 0.14),
    }


@dataclass(frozen=True)
class Table:
    """Everything about one table that a person sets up once."""

    corners: tuple[Point, ...] = WHOLE_PICTURE
    """The table's corners as shares of the picture's width and height, clockwise from the top
    left as the camera sees it."""
    seats: tuple[Arc, ...] = ()
    zones: Mapping[str, Zone] = field(default_factory=usual_zones)
    """Zones that are not named here are where they usually are."""
    deck: str = "french"
    source: str = ""
    aspect: float | None = None
    """Width through height of the real table; None: as the corners look in the picture."""

    def __post_init__(self) -> None:
        for fault in _faults(self):
            raise TableError(fault)

    def in_centre(self, place: Point) -> bool:
        """Whether `place` (table coordinates) lies in the zone where a face is a play."""
        return self._zone("centre").holds(place)

    def zone_at(self, place: Point) -> ZoneName:
        """The zone in which `place` (table coordinates) lies.

        Talon and discard go before the centre; `edge` is the rest of the table, where held fans,
        won tricks and the open cards of a defender lie; `outside` is beyond the table.
        """
        inner: tuple[ZoneName, ...] = ("talon", "discard", "centre")
        for name in inner:
            if self._zone(name).holds(place):
                return name
        on_table = all(-OVERHANG <= share <= 1 + OVERHANG for share in place)
        return "edge" if on_table else "outside"

    def seat_at(self, place: Point) -> tuple[str | None, float]:
        """Before whose seat `place` lies, and how certain that is: 0.5 between two seats."""
        across = (place[0] - 0.5) * (self.aspect or USUAL_ASPECT)
        angle = math.degrees(math.atan2(place[1] - 0.5, across)) % 360.0
        return nearest_seat(self.seats, angle)

    def _zone(self, name: str) -> Zone:
        return self.zones.get(name) or usual_zones()[name]


@dataclass(frozen=True)
class View:
    """A table as it appears in pictures of one size: turns pixels into places and back."""

    table: Table
    wide: int
    high: int
    aspect: float = field(init=False)
    to_plan: Matrix = field(init=False, compare=False)
    """Pixels to table coordinates."""
    to_pixels: Matrix = field(init=False, compare=False)

    def __post_init__(self) -> None:
        size = np.array([self.wide, self.high], np.float32)
        corners = np.asarray(self.table.corners, np.float32) * size
        sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
        aspect = self.table.aspect or float((sides[0] + sides[2]) / (sides[1] + sides[3]))
        plan = rectangle(1.0, 1.0)
        object.__setattr__(self, "aspect", aspect)
        object.__setattr__(self, "to_plan", homography(corners, plan))
        object.__setattr__(self, "to_pixels", homography(plan, corners))

    def places(self, pixels: NDArray[np.float32]) -> NDArray[np.float32]:
        """Points (n, 2) in pixels as table coordinates."""
        return through(self.to_plan, pixels)

    def true(self, places: NDArray[np.float32]) -> NDArray[np.float32]:
        """Table coordinates in which a length is the same in every direction.

        The table's longer side is 1 long.
        """
        unit = np.array([self.aspect, 1.0], np.float32) / max(self.aspect, 1.0)
        stretched: NDArray[np.float32] = (places * unit).astype(np.float32)
        return stretched

    def angle(self, place: Point) -> float:
        """Direction of `place` from the table's middle, in degrees from 0 to 360."""
        return math.degrees(math.atan2(place[1] - 0.5, (place[0] - 0.5) * self.aspect)) % 360.0

    def seat_at(self, place: Point) -> tuple[str | None, float]:
        """The seat nearest to a place on the edge, and how certain: 0.5 between two, 1 at most."""
        return nearest_seat(self.table.seats, self.angle(place))


def nearest_seat(seats: tuple[Arc, ...], angle: float) -> tuple[str | None, float]:
    """The seat whose middle is nearest to `angle`, and how certain that is (0 to 1).

    An angle far outside the seat's own arc halves the certainty: nobody sits there.
    """
    if not seats:
        return None, 0.0
    distances = sorted((abs((angle - s.middle + 180) % 360 - 180), i) for i, s in enumerate(seats))
    off, index = distances[0]
    seat = seats[index]
    certainty = 1.0
    if len(distances) > 1:
        certainty = 1.0 / (1.0 + math.exp((off - distances[1][0]) / DOUBT))
    if off > seat.width / 2 + 2 * DOUBT:
        certainty /= 2
    return seat.name, certainty


def read_table(path: str | Path) -> Table:
    """The table described in a TOML file. Raises TableError with the plain fault."""
    try:
        text = Path(path).read_text("utf-8")
    except UnicodeDecodeError:
        raise TableError(f"{path} is no text in UTF-8.") from None
    except OSError as fault:
        raise TableError(f"{path} cannot be read: {fault.strerror}.") from None
    try:
        return table_from(tomllib.loads(text))
    except tomllib.TOMLDecodeError as fault:
        raise TableError(f"{path} is no TOML: {fault}.") from None
    except TableError as fault:
        raise TableError(f"{path}: {fault}") from None


def table_from(data: Mapping[str, Any]) -> Table:
    """A table from the mapping that a TOML file holds. Raises TableError."""
    unknown = set(data) - {"camera", "table", "seat", "zones", "deck"}
    if unknown:
        raise TableError(f"there is no key {sorted(unknown)[0]!r} in a table description.")
    camera, shape = _mapping(data, "camera"), _mapping(data, "table")
    values: dict[str, Any] = {"source": str(camera.get("source", ""))}
    if "corners" in shape:
        values["corners"] = tuple(_numbers(c, 2, "a corner") for c in _list(shape, "corners"))
    if "aspect" in shape:
        values["aspect"] = _numbers([shape["aspect"]], 1, "aspect")[0]
    if "seat" in data:
        values["seats"] = tuple(_seat(seat) for seat in _list(data, "seat"))
    zones = {name: Zone(*_numbers(v, 4, name)) for name, v in _mapping(data, "zones").items()}
    if zones:
        values["zones"] = {"centre": usual_zones()["centre"], **zones}
    if "deck" in data:
        values["deck"] = str(data["deck"])
    return Table(**values)


def table_toml(table: Table) -> str:
    """The table as the text of a TOML file; `table_from` reads it back."""
    lines = [f"deck = {_quoted(table.deck)}", ""]
    if table.source:
        lines += ["[camera]", f"source = {_quoted(table.source)}", ""]
    corners = ", ".join(f"[{x:.6g}, {y:.6g}]" for x, y in table.corners)
    lines += ["[table]", f"corners = [{corners}]"]
    if table.aspect is not None:
        lines.append(f"aspect = {table.aspect:.6g}")
    lines += ["", "[zones]"]
    for name, zone in table.zones.items():
        lines.append(f"{name} = [{zone.x:.6g}, {zone.y:.6g}, {zone.rx:.6g}, {zone.ry:.6g}]")
    for seat in table.seats:
        lines += ["", "[[seat]]", f"name = {_quoted(seat.name)}"]
        lines += [f"middle = {seat.middle:.6g}", f"width = {seat.width:.6g}"]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _mapping(data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = data.get(key, {})
    if not isinstance(value, Mapping):
        raise TableError(f"[{key}] must be a section of its own.")
    return value


def _list(data: Mapping[str, Any], key: str) -> list[Any]:
    value = data[key]
    if not isinstance(value, list):
        raise TableError(f"{key!r} must be a list.")
    return value


def _numbers(value: object, count: int, what: str) -> tuple[float, ...]:
    if not isinstance(value, list) or len(value) != count:
        raise TableError(f"{what} must be a list of {count} numbers.")
    if any(isinstance(v, bool) or not isinstance(v, int | float) for v in value):
        raise TableError(f"{what} must hold numbers only.")
    if not all(math.isfinite(v) for v in value):
        raise TableError(f"{what} must hold finite numbers.")
    return tuple(float(v) for v in value)


def _seat(data: object) -> Arc:
    if not isinstance(data, Mapping) or not {"name", "middle"} <= set(data):
        raise TableError("every [[seat]] needs a name and a middle (degrees).")
    angles = _numbers([data["middle"], data.get("width", 90)], 2, "a seat's middle and width")
    return Arc(str(data["name"]), *angles)


def _faults(table: Table) -> Iterator[str]:
    if len(table.corners) != 4:
        yield "a table has four corners."
        return
    corners = np.asarray(table.corners, np.float32)
    turns = [area(_triangle(corners, i)) for i in range(4)]
    if min(turns) <= 1e-4 or np.abs(corners - 0.5).max() > 2:
        yield (
            "the table's corners must go clockwise around it from the top left, "
            "as shares (0 to 1) of the picture's width and height."
        )
    names = [seat.name for seat in table.seats]
    if len(set(names)) < len(names):
        yield "two seats have the same name."
    if len(names) > 10 or len(names) == 1:
        yield "a table has two to ten seats."
    if any(not 0 < seat.width <= 360 for seat in table.seats):
        yield "a seat's width must lie between 0 and 360 degrees."
    unknown = [name for name in table.zones if name not in ZONES]
    if unknown:
        yield f"there is no zone {unknown[0]!r}; zones are {', '.join(ZONES)}."
    if any(zone.rx <= 0 or zone.ry <= 0 for zone in table.zones.values()):
        yield "a zone is [x, y, half width, half height], the last two above 0."
    if table.aspect is not None and not 0.1 <= table.aspect <= 10:
        yield "aspect is the table's width divided by its height."


def _triangle(corners: NDArray[np.float32], at: int) -> NDArray[np.float32]:
    """The triangle of a corner and its neighbours, the corner doubled."""
    return corners[[at - 1, at, at, (at + 1) % 4]]
