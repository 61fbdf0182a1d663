"""What axe-core finds on a page, by day and by night."""

from __future__ import annotations

from typing import Any

WISHES: dict[str, Any] = {"bypass_csp": True, "reduced_motion": "reduce"}
"""What a context needs for it: the page's own policy forbids the foreign script."""

BY_DAY = "{resultTypes: ['violations']}"
BY_NIGHT = "{runOnly: ['color-contrast', 'link-in-text-block'], resultTypes: ['violations']}"
"""Only colours change at night."""


def violations(page: Any, axe: str) -> list[Any]:
    """Each rule that is broken, with the places and whether it is by day or by night."""
    page.evaluate("document.fonts.ready.then(() => null)")
    page.evaluate(axe)
    found: list[Any] = []
    for light, rules in (("light", BY_DAY), ("dark", BY_NIGHT)):
        page.emulate_media(color_scheme=light)
        broken = page.evaluate(f"axe.run({rules}).then((all) => all.violations)")
        found += [(light, v["id"], [node["html"] for node in v["nodes"]]) for v in broken]
    page.emulate_media(color_scheme="light")
    return found
