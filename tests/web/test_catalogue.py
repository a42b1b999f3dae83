"""The catalogue in a browser: cards by search, rules by number, decks with their violations, own card sets."""

from __future__ import annotations

import pytest

from tests.web.browsing import DESK, PHONE
from tests.web.conftest import Visit

GAME = "/g/envoys"
OTHER = "cape_and_cowl"
"""A game whose decks are cards; those of the toy game are none."""


@pytest.mark.parametrize("width", [DESK, PHONE])
def test_a_game_leads_to_its_cards_rules_and_decks(visit: Visit, width: int) -> None:
    visitor = visit(width=width)
    page = visitor.open("/g")
    visitor.check_both(f"games-{width}")
    page.get_by_role("heading", name="Envoys").get_by_role("link").click()
    page.get_by_role("heading", level=1, name="Envoys").wait_for()
    visitor.check_both(f"game-{width}")
    for name in ("Cards", "Rules", "Decks", "Own cards"):
        page.get_by_role("navigation", name="Of this game").get_by_role("link", name=name, exact=True).click()
        page.get_by_role("heading", level=1, name=name).wait_for()
        visitor.check_both(f"{name.lower().replace(' ', '-')}-{width}")


def test_a_search_for_cards_stands_in_the_address(visit: Visit) -> None:
    page = visit().open(f"{GAME}/cards")
    shown = page.locator("ul.cards > li")
    every = shown.count()
    page.get_by_label("Search names, texts and facts").fill(shown.last.locator(".name").inner_text())
    page.locator("#main").get_by_text("Cards found: 1").wait_for()
    assert shown.count() < every
    page.reload()
    shown.first.wait_for()
    assert shown.count() == 1


def test_a_rule_is_an_address(visit: Visit) -> None:
    page = visit().open(f"{GAME}/rules")
    last = page.locator("ul.rules > li").last
    number = str(last.get_attribute("id"))
    page = visit().open(f"{GAME}/rules#{number}")
    meant = page.locator("li.meant")
    meant.wait_for()
    assert meant.get_attribute("id") == number
    page.get_by_label("Search rules by number or words").fill("no rule says this")
    page.get_by_text("No rule has all of these words.").wait_for()


def test_an_own_deck_is_told_each_violation_and_is_kept(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open(f"/g/{OTHER}/decks")
    page.get_by_role("button", name="Make a copy to change").click()
    page.get_by_text("Legal", exact=True).wait_for()
    page.get_by_role("button", name="One less of").first.click()
    fault = page.locator(".fault").first
    fault.wait_for()
    assert fault.get_by_role("link").inner_text().startswith("CNC")
    visitor.check("deck-illegal")
    page.get_by_label("Name").fill("My very own")
    page.get_by_label("Name").press("Tab")
    page.reload()
    page.get_by_role("link", name="My very own").wait_for()
    page.get_by_role("button", name="Remove this deck").click()
    page.get_by_text("None yet: copy one and change it.").wait_for()
