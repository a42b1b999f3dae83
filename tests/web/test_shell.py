"""The frame of every page: it loads under its policy, has no fault that axe finds, and says where one is."""

from __future__ import annotations

import pytest

from tests.web.browsing import DESK, PHONE
from tests.web.conftest import Visit

PLACES = {
    "/inbox": "Inbox",
    "/me": "Me",
    "/replay": "Replay",
    "/g": "Games",
    "/results": "Results",
    "/t": "Tournaments",
}


@pytest.mark.parametrize("width", [PHONE, DESK])
def test_every_place_of_the_head_is_reached_by_a_click(visit: Visit, width: int) -> None:
    visitor = visit(width=width)
    page = visitor.open("/")
    for path, name in PLACES.items():
        if width == PHONE:
            page.get_by_role("button", name="Menu").click()
        page.get_by_role("navigation", name="Pages").get_by_role("link", name=name, exact=True).click()
        page.wait_for_url(f"**{path}")
        page.get_by_role("heading", level=1).wait_for()
    visitor.check_both(f"shell-{width}")


def test_the_first_stop_of_the_tab_key_skips_the_head(visit: Visit) -> None:
    page = visit().open("/t")
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to the content")
    assert skip.evaluate("link => link === document.activeElement")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"


def test_an_address_of_the_page_that_shows_nothing_says_so(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open("/t/one/two/three/four")
    assert page.get_by_role("heading", level=1).inner_text() == "Nothing is here"
    assert page.get_by_role("link", name="Go to the first page").is_visible()
