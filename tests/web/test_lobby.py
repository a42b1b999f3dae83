"""The lobby: from nothing to a running match, and what else a newcomer finds there."""

from __future__ import annotations

import json
import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Route, expect

from tests.kit.chance import key
from tests.kit.waiting import PATIENCE
from tests.toy_game import GAME
from tests.web.browsing import DESK, PHONE, Visitor
from tests.web.conftest import Visit


def held(visitor: Visitor, match: str) -> list[Any]:
    """The seats of a match that the visitor's browser holds."""
    kept = visitor.page.evaluate("match => localStorage.getItem('playledger.seats.' + match)", match)
    return list(json.loads(kept)["seats"])


def match_of(visitor: Visitor) -> str:
    """The match whose page the visitor has come to."""
    visitor.page.wait_for_url(re.compile(r"/m/mt_\w+$"))
    return visitor.page.url.rpartition("/")[2]


def opened(address: str) -> str:
    """A match of the toy game that somebody else has opened and waits in."""
    with httpx.Client(base_url=address, timeout=PATIENCE) as client:
        made = client.post("/v1/matches", json={"game": GAME.slug, "seats": 2}, headers={"Idempotency-Key": key()})
        match = str(made.raise_for_status().json()["match"]["id"])
        seat = client.post(f"/v1/matches/{match}/seats", json={"deck": "fox"}, headers={"Idempotency-Key": key()})
        seat.raise_for_status()
    return match


@pytest.mark.parametrize("game", ["ConCardia C4", "C&C Trading Card Game", "TRF: The Card Game", "SCP-CCG", GAME.title])
def test_two_clicks_lead_to_a_running_match(visit: Visit, address: str, game: str) -> None:
    visitor = visit()
    page = visitor.open("/")
    page.get_by_role("radio", name=game).check(force=True)
    page.get_by_role("button", name="Play", exact=True).click()
    match = match_of(visitor)
    found = httpx.get(f"{address}/v1/matches/{match}", timeout=PATIENCE).json()
    assert found["status"] == "RUNNING"
    assert [seat["houseBot"] is None for seat in found["seats"]] == [True, False]
    assert [seat["seat"] for seat in held(visitor, match)] == [0]


@pytest.mark.parametrize("at", ["/", "/new"])
def test_no_deck_of_another_game_is_taken_while_the_decks_are_read(visit: Visit, address: str, at: str) -> None:
    visitor = visit()
    page = visitor.open(at)
    go = page.locator("button.main.large")
    expect(go).to_be_enabled()
    slow: list[Route] = []

    def hold(route: Route) -> None:
        slow.append(route)

    page.route("**/v1/games/scp/decks", hold)
    if at == "/":
        page.get_by_role("radio", name="SCP-CCG").check(force=True)
    else:
        page.get_by_label("Game", exact=True).select_option("scp")
    expect(go).to_be_disabled()
    slow[0].continue_()
    expect(go).to_be_enabled()
    go.click()
    assert httpx.get(f"{address}/v1/matches/{match_of(visitor)}", timeout=PATIENCE).json()["game"] == "scp"


def test_two_at_one_screen_hold_both_seats(visit: Visit, address: str) -> None:
    visitor = visit(width=PHONE)
    page = visitor.open("/")
    page.get_by_role("radio", name=GAME.title).check(force=True)
    page.get_by_role("radio", name="Somebody at this screen").check()
    page.get_by_label("The other deck").wait_for()
    page.get_by_role("button", name="Play", exact=True).click()
    match = match_of(visitor)
    assert httpx.get(f"{address}/v1/matches/{match}", timeout=PATIENCE).json()["status"] == "RUNNING"
    assert [seat["seat"] for seat in held(visitor, match)] == [0, 1]


def test_an_open_match_is_joined_and_comes_back_as_an_own_one(visit: Visit, address: str) -> None:
    match = opened(address)
    visitor = visit()
    page = visitor.open("/")
    waiting = page.get_by_role("region", name="Open matches").get_by_role("listitem")
    waiting.filter(has=page.locator(f"a[href='/m/{match}']")).get_by_role("button", name="Join").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Take a seat").click()
    assert match_of(visitor) == match
    visitor.open("/")
    own = page.get_by_role("region", name="Your matches").get_by_role("listitem")
    expect(own.filter(has=page.locator(f"a[href='/m/{match}']")).get_by_role("link", name="Go on")).to_be_visible()


def test_a_new_match_is_made_by_a_form_of_the_game_s_own_options(visit: Visit, address: str) -> None:
    visitor = visit()
    page = visitor.open(f"/new?game={GAME.slug}")
    assert page.get_by_label("Game", exact=True).input_value() == GAME.slug
    page.get_by_label("Seat 2").select_option("house")
    page.get_by_label("For each decision").select_option("1 min")
    page.get_by_label("Only people with my link may join").check()
    page.get_by_label("Delay").select_option("3 min")
    visitor.check("new-desk")
    page.get_by_role("button", name="Open the match").click()
    found = httpx.get(f"{address}/v1/matches/{match_of(visitor)}", timeout=PATIENCE).json()
    assert (found["status"], found["visibility"], found["spectatorDelayMs"]) == ("RUNNING", "INVITE", 180_000)
    assert found["clock"]["decision"] == 60_000


def test_an_option_that_the_game_refuses_is_named_at_its_field(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open("/new?game=trf")
    page.get_by_role("heading", name="Options of the game").click()
    page.get_by_label("Deck min").fill("90")
    page.get_by_label("Deck max").fill("60")
    page.get_by_role("button", name="Open the match").click()
    page.get_by_role("alert").wait_for()
    assert "deck" in page.get_by_role("alert").inner_text().lower()
    visitor.faults.clear()  # the browser's console tells of the refusal


def test_a_deck_that_is_refused_opens_no_match(visit: Visit, address: str) -> None:
    visitor = visit()
    page = visitor.open("/")
    page.get_by_role("radio", name="Capcom Crossovers: The Card Game").check(force=True)
    page.get_by_label("Your deck").select_option("hollow_titan")
    before = httpx.get(f"{address}/v1/statistics", timeout=PATIENCE).json()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("is not for seat 0 of this match")
    assert httpx.get(f"{address}/v1/statistics", timeout=PATIENCE).json() == before
    visitor.faults.clear()  # the browser's console tells of the refusal


def test_an_own_deck_is_chosen_by_the_address_and_brought(visit: Visit, address: str) -> None:
    visitor = visit()
    deck = httpx.get(f"{address}/v1/games/trf/decks", timeout=PATIENCE).json()["decks"][1]
    kept = json.dumps([{"id": "ab", "name": "Mine", "loadout": deck["loadout"]}])
    visitor.page.add_init_script(f"localStorage.setItem('playledger.decks.trf', {json.dumps(kept)})")
    page = visitor.open("/new?game=trf&own=ab")
    expect(page.get_by_label("Deck", exact=True).first).to_have_value("own:ab")
    page.get_by_label("Seat 2").select_option("house")
    visitor.check("new-own")
    page.get_by_role("button", name="Open the match").click()
    assert httpx.get(f"{address}/v1/matches/{match_of(visitor)}", timeout=PATIENCE).json()["status"] == "RUNNING"


@pytest.mark.parametrize("width", [PHONE, DESK])
def test_every_screen_of_the_lobby_is_whole(visit: Visit, address: str, width: int) -> None:
    opened(address)
    visitor = visit(width=width)
    page = visitor.open("/")
    page.get_by_role("button", name="Play", exact=True).wait_for()
    page.get_by_role("region", name="Open matches").get_by_role("listitem").first.wait_for()
    visitor.check_both(f"lobby-{width}")
    page.get_by_role("button", name="Join").first.click()
    expect(page.get_by_role("button", name="Take a seat")).to_be_enabled()
    visitor.check_both(f"join-{width}")
    for path in ("/new", "/inbox", "/me"):
        visitor.open(path)
        page.wait_for_load_state("networkidle")
        visitor.check_both(f"{path[1:]}-{width}")


def test_what_somebody_chooses_for_the_page_stays(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open("/me")
    page.get_by_role("radio", name="Dark").check()
    page.get_by_role("radio", name="Large", exact=True).check()
    page.get_by_role("radio", name="Deutsch").check()
    page.get_by_role("heading", name="Ich", level=1).wait_for()
    assert page.evaluate("document.documentElement.lang") == "de"
    visitor.open("/")
    root = page.locator("html")
    assert (root.get_attribute("data-scheme"), root.get_attribute("data-size")) == ("dark", "large")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != "rgb(246, 245, 240)"


def test_a_seat_goes_to_another_browser_and_is_forgotten_here(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open("/")
    page.get_by_role("radio", name=GAME.title).check(force=True)
    page.get_by_role("button", name="Play", exact=True).click()
    match = match_of(visitor)
    visitor.open("/me")
    row = page.get_by_role("region", name="Seats that this browser holds").get_by_role("listitem")
    assert row.get_by_role("button", name="Link of seat 1").is_visible()
    row.get_by_role("button", name="Forget").click()
    page.get_by_text("None.", exact=True).wait_for()
    assert page.evaluate("match => localStorage.getItem('playledger.seats.' + match)", match) is None
