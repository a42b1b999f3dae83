"""docs/web.md shows each screen of the page, wide and on a phone, and what it shows stays small."""

from __future__ import annotations

import re

from tests.kit.process import ROOT
from tests.web.browsing import DESK, PHONE
from tests.web.pictures import PICTURES, picture
from tests.web.screens import SCREENS

PAGE = ROOT / "docs" / "web.md"
ROUTES = ROOT / "web" / "src" / "routes"
MOST = 1_500_000
"""Bytes of all pictures."""
PART = re.compile(r"\[\w+\]|\{\w+\}")


def test_each_route_is_a_screen() -> None:
    parts = [path.relative_to(ROUTES).parent.parts for path in ROUTES.rglob("+page.svelte")]
    routes = {"/" + "/".join(part for part in route if not part.startswith("(")) for route in parts}
    shown = {re.sub(PART, "*", screen.path.partition("?")[0]) for screen in SCREENS}
    assert {re.sub(PART, "*", route) for route in routes} == shown


def test_the_page_of_players_shows_each_screen() -> None:
    text = PAGE.read_text(encoding="utf-8")
    wanted = {picture(screen, width) for screen in SCREENS for width in (DESK, PHONE)}
    assert {path.name for path in PICTURES.iterdir()} == {path.name for path in wanted}
    assert [path.name for path in wanted if f"web/{path.name}" not in text] == []


def test_the_pictures_are_small() -> None:
    sizes = [path.stat().st_size for path in PICTURES.iterdir()]
    assert min(sizes) > 2_000, "a picture is empty"
    assert sum(sizes) <= MOST
