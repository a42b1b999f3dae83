"""The table of any game: played to its end by clicks, by keys, by names; what it says when something is refused."""

from __future__ import annotations

import re
import time
from random import Random

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from domain.games import discover
from tests.kit.waiting import PATIENCE
from tests.toy_game import GAME as TOY
from tests.web.browsing import DESK, PHONE, Scheme, Visitor
from tests.web.conftest import Visit
from tests.web.tables import (
    SHOWN,
    by_clicks,
    by_keys,
    by_names,
    drag,
    forgive_late,
    laid,
    named,
    play,
    read,
    seated,
    sit,
    waits,
)

GAMES = sorted(discover())
SCREENS = [(PHONE, "light"), (DESK, "dark")]


@pytest.mark.smoke
@pytest.mark.parametrize("game", [TOY.slug, *(pytest.param(game, marks=pytest.mark.nightly) for game in GAMES)])
def test_a_match_against_the_house_is_played_to_its_end_by_clicks(visit: Visit, address: str, game: str) -> None:
    (held,) = seated(address, game)
    visitor = visit()
    page = sit(visitor, held)
    laid(page)
    visitor.check(f"table-{game}-begun")
    assert play(page, by_clicks(Random(5))) > 0
    forgive_late(visitor)
    expect(page.locator("#ending")).to_be_visible()
    visitor.check(f"table-{game}-over")
    assert read(address, f"/v1/matches/{held.match}")["status"] == "FINISHED"


@pytest.mark.nightly
@pytest.mark.parametrize("game", [TOY.slug, *GAMES])
def test_a_match_is_played_to_its_end_by_keys_alone(visit: Visit, address: str, game: str) -> None:
    (held,) = seated(address, game)
    visitor = visit()
    page = sit(visitor, held)
    laid(page)
    assert play(page, by_keys(Random(6))) > 0
    forgive_late(visitor)


@pytest.mark.nightly
@pytest.mark.parametrize("game", [TOY.slug, *GAMES])
def test_a_match_is_played_to_its_end_by_roles_and_names(visit: Visit, address: str, game: str) -> None:
    (held,) = seated(address, game)
    visitor = visit()
    page = sit(visitor, held)
    laid(page)
    assert play(page, by_names(Random(7)), named) > 0
    forgive_late(visitor)


@pytest.mark.nightly
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("width", "scheme"), SCREENS)
def test_every_state_of_a_table_is_without_fault(
    visit: Visit, address: str, game: str, width: int, scheme: Scheme
) -> None:
    (held,) = seated(address, game)
    visitor = visit(width=width, scheme=scheme)
    page = sit(visitor, held)
    laid(page)
    step = by_clicks(Random(8))
    for turn in range(40):
        if waits(page) == "over":
            break
        if turn % 5 == 0:
            visitor.check(f"table-{game}-{width}-{scheme}-{turn}")
        step(page)


@pytest.mark.parametrize(("width", "scheme"), SCREENS)
def test_a_table_is_without_fault(visit: Visit, address: str, width: int, scheme: Scheme) -> None:
    (held,) = seated(address, "trf")
    visitor = visit(width=width, scheme=scheme)
    page = sit(visitor, held)
    laid(page)
    waits(page)
    visitor.check(f"table-{width}-{scheme}")
    if width == PHONE:
        page.get_by_role("button", name=re.compile(r"^Hand \(\d+\)$")).click()
        visitor.check(f"table-{width}-{scheme}-hand")
        page.get_by_role("button", name="Log", exact=True).click()
        visitor.check(f"table-{width}-{scheme}-log")


def test_the_title_calls_whoever_is_asked(visit: Visit, address: str) -> None:
    (held,) = seated(address, TOY.slug)
    page = sit(visit(), held)
    waits(page)
    expect(page).to_have_title("● Your move · Envoys · Playledger")


def test_an_answer_that_gets_no_answer_is_sent_again_and_counts_once(visit: Visit, address: str) -> None:
    (held,) = seated(address, TOY.slug)
    visitor = visit()
    page = sit(visitor, held)
    waits(page)
    keys: list[str | None] = []

    def lose_the_first(route: Route) -> None:
        keys.append(route.request.headers.get("idempotency-key"))
        if len(keys) == 1:
            answer = route.fetch()  # it is carried out, and nobody hears of it
            assert answer.ok
            route.fulfill(status=503)
        else:
            route.continue_()

    page.route("**/actions", lose_the_first)
    with page.expect_response(lambda answer: answer.url.endswith("/actions") and answer.ok) as answered:
        page.locator(SHOWN).first.click()
    assert len(keys) == 2
    assert keys[0] == keys[1]
    assert answered.value.json()["replayed"]
    visitor.faults.clear()  # the browser itself tells of the answer that was lost


REFUSAL = {
    "type": "/problems/illegal-action",
    "title": "That is not legal now.",
    "detail": "the envoy has left already",
    "status": 422,
    "code": "ILLEGAL_ACTION",
    "ruleId": "TOY-203",
    "instance": "",
    "legalActionsUrl": None,
    "errors": [],
    "details": {},
}


def test_a_refusal_is_told_with_its_rule_and_the_choice_is_kept(visit: Visit, address: str) -> None:
    (held,) = seated(address, TOY.slug)
    visitor = visit()
    page = sit(visitor, held)
    waits(page)
    page.route(
        "**/actions",
        lambda route: route.fulfill(status=422, json=REFUSAL, content_type="application/problem+json"),
    )
    page.locator(SHOWN).first.click()
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("the envoy has left already")
    expect(alert).to_contain_text("TOY-203")
    page.unroute("**/actions")
    visitor.faults.clear()  # the browser itself tells of an answer with such a status
    page.get_by_role("button", name="Send", exact=True).click()
    expect(alert).to_have_count(0)


def test_two_people_see_what_the_other_does_and_not_what_the_other_holds(visit: Visit, address: str) -> None:
    one, other = seated(address, "c4", humans=2, bots=0)
    first, second = sit(visit(), one), sit(visit(), other)
    watcher = visit().open(f"/m/{one.match}")
    for page in (first, second, watcher):
        laid(page)
    hand = first.locator("[data-zone='0/hand'] [data-card]")
    expect(hand.first).to_be_visible()
    names = set(hand.locator(".name").all_inner_texts())
    assert second.locator("[data-zone='0/hand'] [data-card]").count() == 0
    assert watcher.locator("[data-zone$='/hand'] [data-card]").count() == 0
    assert names
    asked = first if first.locator(SHOWN).count() else second
    before = watcher.get_by_role("listitem").count()
    by_clicks(Random(2))(asked)
    watcher.wait_for_function("before => document.querySelectorAll('li').length !== before", arg=before)


def test_several_seats_share_a_screen_and_cover_their_hands(visit: Visit, address: str) -> None:
    held = seated(address, TOY.slug, humans=2, bots=0)
    visitor = visit()
    page = sit(visitor, *held)
    page.get_by_role("button", name="Show my hand").wait_for()
    assert page.locator("[data-card]").count() == 0
    visitor.check("table-covered")
    page.get_by_role("button", name="Show my hand").click()
    laid(page)
    seats = page.get_by_role("group", name="Seats that play here").get_by_role("button")
    seats.nth(1).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("P2")
    assert page.locator("[data-card]").count() == 0


def test_a_choice_is_taken_back_step_by_step_and_nothing_is_sent(visit: Visit, address: str) -> None:
    visitor = visit()
    sent: list[str] = []
    visitor.page.on("request", lambda request: sent.append(request.url) if request.url.endswith("/actions") else None)
    page = _pick_what_goes_on(visitor, address, sent)
    page.keyboard.press("Backspace")
    expect(page.get_by_text("So far")).to_have_count(0)
    assert sent == []


def _pick_what_goes_on(visitor: Visitor, address: str, sent: list[str]) -> Page:
    """Play until a first choice is made of an answer that needs another one, in another match if one ends before."""
    random = Random(4)
    page = sit(visitor, *seated(address, "c4", bots=3))
    for _ in range(200):
        sent.clear()
        if waits(page) == "over":
            page = sit(visitor, *seated(address, "c4", bots=3))
            continue
        by_clicks(random)(page)
        if page.get_by_text("So far").is_visible() and not sent:
            return page
    raise AssertionError("no answer has two choices")


def test_a_card_is_read_in_full_without_choosing_it(visit: Visit, address: str) -> None:
    (held,) = seated(address, "trf")
    page = sit(visit(), held)
    waits(page)
    card = page.locator("[data-zone='0/hand'] [data-card]").first
    name = card.locator(".name").inner_text()
    card.click(button="right")
    expect(page.get_by_role("complementary").get_by_role("heading", level=3)).to_have_text(name)


def test_conceding_asks_once_more_and_ends_with_ranks_and_ways_on(visit: Visit, address: str) -> None:
    (held,) = seated(address, TOY.slug)
    visitor = visit()
    page = sit(visitor, held)
    waits(page)
    page.get_by_role("button", name="Match menu").click()
    visitor.check("table-menu")
    page.get_by_role("button", name="Concede …").click()
    dialog = page.get_by_role("dialog", name="Concede the match?")
    dialog.get_by_role("button", name="Play on").click()
    page.get_by_role("button", name="Match menu").click()
    page.get_by_role("button", name="Concede …").click()
    dialog.get_by_role("button", name="Concede", exact=True).click()
    expect(page.locator("#ending")).to_be_visible()
    expect(page.get_by_role("link", name="Look at it again")).to_be_visible()
    visitor.check("table-conceded")


def test_the_keys_are_listed(visit: Visit, address: str) -> None:
    (held,) = seated(address, TOY.slug)
    visitor = visit()
    page = sit(visitor, held)
    waits(page)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    visitor.check("table-keys")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Keys")).to_be_hidden()
    page.wait_for_function("!document.activeElement.closest('dialog')")
    page.keyboard.press("/")
    expect(page.get_by_role("dialog", name="All answers")).to_be_visible()
    visitor.check("table-answers")


def test_a_key_is_changed_and_a_conflict_is_told(visit: Visit, address: str) -> None:
    (held,) = seated(address, TOY.slug)
    visitor = visit()
    page = sit(visitor, held)
    waits(page)
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keys")
    everything = dialog.get_by_label("All answers as a list")
    everything.fill("p")
    expect(dialog.get_by_role("alert")).to_contain_text("p is in use already: Pass")
    expect(everything).to_have_value("/")
    visitor.check("table-keys-taken")
    everything.fill("x")
    expect(dialog.get_by_role("alert")).to_be_hidden()
    page.reload()
    waits(page)
    page.keyboard.press("/")
    expect(page.get_by_role("dialog", name="All answers")).to_be_hidden()
    page.keyboard.press("x")
    expect(page.get_by_role("dialog", name="All answers")).to_be_visible()


def test_a_card_that_is_an_answer_is_dragged_onto_the_table(visit: Visit, address: str) -> None:
    (held,) = seated(address, TOY.slug)
    visitor = visit()
    page = sit(visitor, held)
    card = page.locator("[data-zone='0/hand'] .pickable").first
    step = by_clicks(Random(3))
    while waits(page) == "asked" and not card.is_visible():
        step(page)
    heading = page.locator("#prompt")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.url.endswith("/actions") else None)
    card.drag_to(heading)
    assert sent == []  # it was put down beside the table
    with page.expect_response(lambda answer: answer.url.endswith("/actions") and answer.ok):
        card.drag_to(page.get_by_role("group", name="Middle of the table"))


@pytest.mark.parametrize("width", [PHONE, DESK])
def test_a_card_is_dragged_onto_the_player_it_is_to_act_on(visit: Visit, address: str, width: int) -> None:
    page, card = _card_for_a_player(visit, address, width)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.url.endswith("/actions") else None)
    drag(page, card, page.locator("[data-thing-at='seat:1']"))
    # both are picked: that is an answer, or something is asked beside
    chosen, end = page.get_by_text("So far"), time.monotonic() + PATIENCE
    while not sent and not chosen.is_visible():
        assert time.monotonic() < end, "it fell back"
        page.wait_for_timeout(25)


def _card_for_a_player(visit: Visit, address: str, width: int) -> tuple[Page, Locator]:
    """A card of the hand that is an answer only with a player, in one of some matches. Nothing of it is chosen."""
    step = by_clicks(Random(4))
    for _ in range(8):
        (held,) = seated(address, "c4", bots=3)
        page = sit(visit(width=width), held)
        chosen, card = page.get_by_text("So far"), page.locator("[data-zone='0/hand'] .pickable").first
        while waits(page) == "asked":
            if not card.is_visible():
                step(page)
                continue
            found = page.locator(f"[data-zone='0/hand'] [data-card='{card.get_attribute('data-card')}']")
            found.click()
            # the player alone says nothing: who plays a card that needs nobody is still marked while it is sent
            if chosen.is_visible() and page.locator("h2 .pickable[data-thing='seat:1']").is_visible():
                page.keyboard.press("Backspace")
                expect(chosen).to_have_count(0)
                return page, found
    raise AssertionError("no card needs a player")


def test_cards_are_as_large_as_somebody_likes(visit: Visit, address: str) -> None:
    (held,) = seated(address, "trf")
    visitor = visit(width=PHONE)
    page = sit(visitor, held)
    laid(page)
    waits(page)
    card = page.locator("[data-card]").first
    usual = card.evaluate("card => card.offsetWidth")
    page.get_by_role("button", name="Match menu").click()
    page.get_by_label("Size of the cards").fill("160")
    visitor.check("table-menu-phone")
    page.reload()
    laid(page)
    assert card.evaluate("card => card.offsetWidth") == pytest.approx(1.6 * usual, rel=0.02)
    visitor.check("table-large-cards")


NOTICES = """
window.told = [];
window.Notification = class extends EventTarget {
  static permission = 'default';
  static requestPermission = async () => (Notification.permission = 'granted');
  constructor(title, options) { super(); window.told.push([title, options.body]); }
  close() {}
};
Object.defineProperty(document, 'hidden', {get: () => window.away ?? false});
"""


def test_a_move_is_told_while_nobody_looks_if_somebody_wished_so(visit: Visit, address: str) -> None:
    (held,) = seated(address, TOY.slug)
    visitor = visit()
    visitor.page.add_init_script(NOTICES)
    page = sit(visitor, held)
    waits(page)
    page.evaluate("window.away = true")
    _answer_and_wait(page)
    assert page.evaluate("[told, Notification.permission]") == [[], "default"]
    page.get_by_role("button", name="Match menu").click()
    page.get_by_label("Notice of my move while I look elsewhere").check()
    page.keyboard.press("Escape")
    _answer_and_wait(page)
    assert page.evaluate("told")[-1] == ["Your move", "Envoys"]


def _answer_and_wait(page: Page) -> None:
    """Answer once, until the next question is there."""
    asked = page.locator("#prompt").inner_text()
    with page.expect_response(lambda answer: answer.url.endswith("/actions") and answer.ok):
        page.locator(SHOWN).first.click()
    page.wait_for_function("asked => document.querySelector('#prompt')?.innerText !== asked", arg=asked)
    waits(page)
