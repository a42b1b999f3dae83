"""A tournament on the page, from its making to its exports, by clicks alone; by day its matches are given up beside."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.kit.lanes import sampled
from tests.kit.process import free_port
from tests.toy_game import GAME
from tests.web.browsing import DESK, PHONE, Scheme, Visitor, visiting
from tests.web.company import Company
from tests.web.halls import ORGANISER, PLAYERS, Hall, hall
from tests.web.tables import waits

Visits = Callable[..., Visitor]
Tables = dict[int, tuple[str, str]]
"""Who sits at which table, in the order of the seats."""


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """The hall of this module."""
    with hall(tmp_path_factory.mktemp("hall"), free_port()) as found:
        yield found


@pytest.fixture
def visits(browser: Browser, here: Hall, shots: Path) -> Iterator[Visits]:
    """Makes visitors of the hall: of nobody, or of an account by its name."""
    with ExitStack() as stack:

        def made(name: str | None = None, **how: Any) -> Visitor:
            visitor = stack.enter_context(visiting(browser, here.address, shots, **how))
            if name is not None:
                here.enter(visitor.page, name)
            return visitor

        yield made


def give_up(here: Hall, visits: Visits, event: str) -> Tables:
    """Beside the page: who sits second gives up."""
    return here.concede(event)


def play_out(here: Hall, visits: Visits, event: str) -> Tables:
    """Both go from the event to their table and play, one at a desk and one with a phone, until no table is left."""
    tables: Tables = {}
    while open_tables := list(here.running(event)):
        for table, match, names in open_tables:
            people = Company(visits, match)
            for seat, (name, width) in enumerate(zip(names, (DESK, PHONE), strict=True)):
                visitor = people.enter(name, width=width)
                page = visitor.open(f"/t/{event}")
                page.get_by_role("link", name="Go to the table").click()
                people.join(visitor, page, seat)
            people.play()
            people.check(here.address)
            for person in people.people:
                person.page.close()
            tables[table] = (names[0], names[1])
    return tables


@pytest.mark.parametrize("play", [give_up, pytest.param(play_out, marks=pytest.mark.nightly)])
def test_an_event_of_eight_with_a_cut_is_run_by_clicks(
    here: Hall, visits: Visits, play: Callable[[Hall, Visits, str], Tables]
) -> None:
    desk = visits(ORGANISER)
    event = make(desk)
    for name in PLAYERS:
        visitor = visits(name, width=PHONE, scheme="dark")
        enter_and_check_in(visitor, event)
        if name == PLAYERS[0]:
            visitor.check("event-entered")
        visitor.page.close()
    desk.check("desk-begin")

    screen = visits()
    screen.open(f"/t/{event}/screen")
    screen.page.get_by_text("The tournament has not begun.").wait_for()
    press(desk.page, "Start round 1")
    screen.page.get_by_text("Round 1 of 1").wait_for()
    screen.page.get_by_text("playing").first.wait_for()
    assert desk.page.get_by_role("button", name="Start round 2").is_disabled()
    desk.page.get_by_text("Not yet. Without a result: Table 1, Table 2, Table 3, Table 4.").wait_for()

    (one, other) = play(here, visits, event)[1]
    screen.page.get_by_text(re.compile("^[01] : [01]$")).first.wait_for()
    screen.check("screen")
    confirm(visits(one), event, against=other)
    dispute(visits(other, width=PHONE), event)
    uphold(desk)

    press(desk.page, "Start round 2")
    desk.page.get_by_text("2 tables are waited for").wait_for()
    rule_no_show(desk)
    play(here, visits, event)
    press(desk.page, "Start round 3")
    desk.page.get_by_text("1 table is waited for").wait_for()
    play(here, visits, event)
    press(desk.page, "Finish the tournament")
    desk.page.get_by_text("Finished", exact=True).wait_for()

    bracket = visits().open(f"/t/{event}/bracket")
    assert bracket.get_by_role("article").count() == 3
    champion = here.call("GET", f"/tournaments/{event}/ranks")["ranks"][0]["name"]
    overview = visits()
    overview.open(f"/t/{event}")
    assert champion in overview.page.get_by_role("table").get_by_role("row").nth(1).inner_text()
    overview.check("event-over")
    take_along(overview.page, event, champion)


def make(desk: Visitor) -> str:
    """An event of one round and a cut to four, with check-in; its id."""
    page = desk.open("/t/new")
    press(page, "Make the tournament")
    assert page.get_by_label("Name", exact=True).evaluate("field => field.matches(':invalid:focus')")
    page.get_by_label("Name", exact=True).fill("Friday night")
    page.get_by_label("Game", exact=True).select_option(GAME.slug)
    page.get_by_role("spinbutton", name="Rounds", exact=True).fill("1")
    page.get_by_label("The best play on in a bracket").check()
    page.get_by_label("How many play on").fill("4")
    page.get_by_label("Check-in before the first round").check()
    page.get_by_text("More rules").click()
    page.get_by_label("Tie-breaks").fill("OMW, QQ")
    press(page, "Make the tournament")
    page.get_by_text("one of MW").first.wait_for()
    desk.check("event-making")
    desk.faults[:] = [
        fault for fault in desk.faults if "status of 422" not in fault
    ]  # the refusal, as browsers tell it
    page.get_by_label("Tie-breaks").fill("OMW, GW")
    press(page, "Make the tournament")
    page.wait_for_url("**/desk")
    page.get_by_text("At least two entrants have to check in first.").wait_for()
    return urlsplit(page.url).path.split("/")[2]


def enter_and_check_in(visitor: Visitor, event: str) -> None:
    page = visitor.open(f"/t/{event}")
    page.get_by_label("Your deck").select_option(label="Fox")
    press(page, "Enter")
    press(page, "I am here")
    page.get_by_text("checked in", exact=True).wait_for()


def confirm(visitor: Visitor, event: str, *, against: str) -> None:
    page = visitor.open(f"/t/{event}")
    mine = page.get_by_role("region", name="My table")
    mine.get_by_text(against).first.wait_for()
    press(page, "The result is right")
    mine.get_by_text("confirmed by you").wait_for()
    visitor.check("my-table")


def dispute(visitor: Visitor, event: str) -> None:
    page = visitor.open(f"/t/{event}")
    press(page, "Dispute it")
    page.get_by_label("What is wrong").fill("I had won before")
    press(page, "Send the dispute")
    page.get_by_text("A referee will decide.").wait_for()
    visitor.check("my-table-disputed")


def uphold(desk: Visitor) -> None:
    """The desk sees the dispute without being told, and lets the result stand."""
    page = desk.page
    page.get_by_text("I had won before").wait_for()
    assert page.get_by_role("button", name="Start round 2").is_disabled()
    press(page, "Let it stand Table 1")
    assert page.get_by_label("Ruling", exact=True).evaluate("field => field === document.activeElement")
    page.get_by_label("Reason").fill("the log shows it")
    desk.check("desk-dispute")
    press(page, "Rule")
    page.get_by_text("Round 2 can begin.").wait_for()


def rule_no_show(desk: Visitor) -> None:
    """The second table of the cut is given to who came."""
    page = desk.page
    press(page, "Rule Table 2")
    page.get_by_label("Entrant", exact=True).select_option(index=1)
    page.get_by_label("Reason").fill("absent")
    press(page, "Rule")
    page.get_by_text("1 table is waited for").wait_for()


def take_along(page: Page, event: str, champion: str) -> None:
    page.get_by_text("Take it along").click()
    for name, part in {"ranks.csv": f"1,en_.*,{champion}", "record.ndjson": "tournament_created"}.items():
        with page.expect_download() as download:
            page.get_by_role("link", name=name).click()
        assert download.value.suggested_filename == f"{event}-{name}"
        text = Path(download.value.path()).read_text(encoding="utf-8")
        assert re.search(part, text), text[:400]


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


SCREENS = (
    "/t",
    "/t/{event}",
    "/t/{event}/pairings?round=1",
    "/t/{event}/standings",
    "/t/{event}/bracket",
    "/t/{event}/entrants",
    "/t/{event}/decks",
    "/t/{event}/boards",
    "/t/{event}/proof",
    "/t/{event}/screen",
    "/results?game={game}",
    "/results?game={game}&deck=fox",
    "/results?game={game}&of=matchups",
    "/results?game={game}&of=cards",
    "/results?game={game}&of=lengths",
    "/results?game={game}&of=met&tournament={event}",
    "/ladder/{game}",
)
VIEWS: tuple[tuple[int, Scheme], ...] = ((PHONE, "dark"), (DESK, "light"), (PHONE, "light"), (DESK, "dark"))


@pytest.fixture(scope="module")
def running(here: Hall) -> str:
    """A double elimination in its second round, after one that is over and rated."""
    for status in ("over", "on"):
        policy = {"format": "DOUBLE_ELIMINATION", "bracketReset": False}
        made = here.call("POST", "/tournaments", ORGANISER, game=GAME.slug, name=f"Cup {status}", policy=policy)
        event: str = made["tournament"]["id"]
        players = PLAYERS if status == "on" else PLAYERS[:2]
        for number, name in enumerate(players):
            deck = {"deck": ("fox", "owl")[number % 2]}
            here.call("POST", f"/tournaments/{event}/entrants", name, deck=deck)
        here.call("POST", f"/tournaments/{event}/rounds", ORGANISER, round=1)
        here.play_round(event)
        here.call("POST", f"/tournaments/{event}/rounds", ORGANISER, round=2)
        if status == "over":
            here.play_round(event)
            here.call("POST", f"/tournaments/{event}/finish", ORGANISER)
    return event


@pytest.mark.parametrize(("width", "scheme"), sampled(VIEWS, 1))
def test_every_screen_of_events_and_results_holds(running: str, visits: Visits, width: int, scheme: Scheme) -> None:
    visitor = visits(width=width, scheme=scheme)
    for number, screen in enumerate(SCREENS):
        page = visitor.open(screen.format(event=running, game=GAME.slug))
        page.wait_for_load_state("networkidle")
        visitor.check(f"events-{number}-{width}-{scheme}")


def test_a_player_of_the_ladder_shows_the_way_of_the_rating(running: str, visits: Visits) -> None:
    visitor = visits()
    page = visitor.open(f"/ladder/{GAME.slug}")
    page.get_by_role("table").get_by_role("link").first.click()
    page.get_by_text("Estimated strength after each game").wait_for()
    page.locator("canvas").wait_for()
    page.get_by_role("button", name="Over time").click()
    page.locator("canvas").wait_for()
    visitor.check("ladder-player")


def test_who_sits_at_a_table_of_an_event_plays_there(here: Hall, running: str, visits: Visits) -> None:
    _, match, names = next(here.running(running))
    for name in names:
        page = visits(name).open(f"/m/{match}")
        assert waits(page) == "asked"
        assert page.get_by_text("Watching", exact=True).count() == 0


def test_rounds_are_paired_again_in_the_browser(running: str, visits: Visits) -> None:
    visitor = visits()
    page = visitor.open(f"/t/{running}/proof")
    for number in (1, 2):
        page.get_by_role("button", name=f"Check it here Round {number}").click()
        expect(page.get_by_text("Your browser has paired the round again")).to_have_count(number)
    visitor.check("proof-checked")


def test_a_round_that_is_shown_otherwise_is_told(running: str, visits: Visits) -> None:
    page = visits().open(f"/t/{running}/proof")

    def turned(route: Route) -> None:
        shown = route.fetch().json()
        shown["pairings"][0]["seats"].reverse()
        route.fulfill(json=shown)

    page.route(re.compile(r"/v1/.*/pairings"), turned)
    page.get_by_role("button", name="Check it here Round 1").click()
    page.get_by_text("table 1 is another than in the proof").wait_for()


def test_boards_are_small_tables(running: str, visits: Visits) -> None:
    visitor = visits()
    page = visitor.open(f"/t/{running}/boards")
    boards = page.get_by_role("article")
    expect(boards.first.locator(".players > li")).to_have_count(2)
    assert boards.first.locator(".card, .piles li").count() > 1
    visitor.check("boards")


MANY = 1000
NEAR = 200
"""Rows of a long list that may stand near the screen."""


def test_a_long_list_is_whole_and_draws_what_is_near(running: str, visits: Visits) -> None:
    visitor = visits(ORGANISER)

    def many(route: Route) -> None:
        shown = route.fetch().json()
        one = shown["entrants"][0]
        rows = [{**one, "id": f"en_{number}", "name": f"Player {number:04}"} for number in range(MANY)]
        route.fulfill(json={**shown, "entrants": rows, "hasNext": False})

    visitor.page.route(re.compile(r"/v1/.*/entrants"), many)
    page = visitor.open(f"/t/{running}/desk")
    rows = page.locator(".entrants > li")
    expect(rows).to_have_count(MANY)
    buttons = rows.get_by_role("button")
    expect(buttons.first).to_be_visible()
    assert buttons.count() < NEAR
    last = rows.last
    last.scroll_into_view_if_needed()
    last.get_by_role("button").first.wait_for()
    assert buttons.count() < NEAR
    page.keyboard.press("Home")
    held = rows.first.get_by_role("button").first
    held.focus()
    page.mouse.wheel(0, 10_000)
    last.scroll_into_view_if_needed()
    last.get_by_role("button").first.wait_for()
    assert held.evaluate("button => button === document.activeElement")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    assert held.evaluate("button => button === document.activeElement")


@pytest.mark.nightly
def test_the_screen_goes_on_when_the_service_comes_back(browser: Browser, shots: Path, tmp_path: Path) -> None:
    port = free_port()
    with ExitStack() as stack:
        with hall(tmp_path, port) as first:
            visitor = stack.enter_context(visiting(browser, first.address, shots))
            made = first.call("POST", "/tournaments", ORGANISER, game=GAME.slug, name="Cup", policy={"format": "SWISS"})
            event = made["tournament"]["id"]
            for name in PLAYERS:
                first.call("POST", f"/tournaments/{event}/entrants", name, deck={"deck": "fox"})
            page = visitor.open(f"/t/{event}/screen")
            page.get_by_text("Live").wait_for()
        page.get_by_text("Catching up").wait_for()
        # longer than a request that is read once is repeated
        page.wait_for_timeout(15_000)
        with hall(tmp_path, port) as second:
            second.call("POST", f"/tournaments/{event}/rounds", ORGANISER, round=1)
            page.get_by_text("Round 1 of 3").wait_for()
            page.get_by_text("playing").first.wait_for()
            visitor.faults.clear()  # the browser tells of each connection that was refused
