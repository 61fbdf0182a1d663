"""How the table lies in the picture, as the set-up page sends it: corners, zones, seats."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.errors import PlainError
from companion.web.language import _
from vision.table import Table, TableError, table_from

ZONES_SHOWN = ("centre", "talon", "discard")


def is_sent(fields: Mapping[str, Any]) -> bool:
    """Whether anything about the table was changed on the page."""
    return any(fields.get(name) for name in ("corners", "zones", "seats"))


def table_sent(fields: Mapping[str, Any], now: Table) -> Table:
    """The table as it is to be; what was not sent stays as it is. Raises PlainError."""
    data: dict[str, Any] = {}
    try:
        if fields.get("corners"):
            data["table"] = {"corners": _json(fields["corners"])}
        if fields.get("zones"):
            data["zones"] = _json(fields["zones"])
        if fields.get("seats"):
            middles = list(_json(fields["seats"]))
            names = [arc.name for arc in now.seats]
            if len(names) != len(middles):
                names = [str(number) for number in range(1, len(middles) + 1)]
            width = 360.0 / max(len(middles), 1)
            data["seat"] = [
                {"name": name, "middle": middle, "width": width}
                for name, middle in zip(names, middles, strict=True)
            ]
        sent = table_from(data)
    except (TypeError, ValueError):
        raise PlainError(_("The dashboard did not understand this request.")) from None
    except TableError:
        raise PlainError(
            _("That is no table: its corners have crossed, or something lies far outside of it.")
        ) from None
    return replace(
        now,
        corners=sent.corners if "table" in data else now.corners,
        zones={**now.zones, **sent.zones} if "zones" in data else now.zones,
        seats=sent.seats if "seat" in data else now.seats,
    )


def _json(value: Any) -> Any:
    return json.loads(value) if isinstance(value, str) else value


def for_page(table: Table) -> str:
    """The table for the page's script, as JSON."""
    zones = {
        name: [zone.x, zone.y, zone.rx, zone.ry]
        for name, zone in table.zones.items()
        if name in ZONES_SHOWN
    }
    return json.dumps(
        {
            "corners": table.corners,
            "zones": zones,
            "seats": [arc.middle for arc in table.seats],
            "aspect": table.aspect,
        }
    )
