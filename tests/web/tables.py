"""Matches for the tests of the table: opened over REST, held by a visitor, played by what the page offers."""

from __future__ import annotations

import json
import re
import time
import urllib.request
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Literal

from playwright.sync_api import Error, Locator, Page

from tests.kit.chance import key
from tests.kit.waiting import PATIENCE
from tests.web.browsing import Visitor

SHOWN = "[data-thing].pickable, [data-answer]:not(:disabled)"
"""Everything on the page that a click answers with, or goes on with."""
_THERE = """(shown) => [...document.querySelectorAll(shown)].flatMap(
  (found, place) => found.checkVisibility() ? [place] : [])"""
_STATE = f"""(shown) => document.querySelector('#ending') ? 'over' : ({_THERE})(shown).length ? 'asked' : null"""
EVERYTHING = "All answers"
SOON = 3_000
"""Milliseconds in which something that is there can be clicked."""
LONG_PRESS = 0.5
"""Seconds after which a finger that has not moved reads the card."""
LATE = 5
"""Answers of a match that may come too late; more of them are a fault of the page."""
MOST = 3_000
"""Clicks after which a match has not ended, and never will."""


@dataclass(frozen=True)
class Held:
    """A seat with the token that acts for it."""

    match: str
    game: str
    seat: int
    token: str


def call(address: str, path: str, body: object, token: str | None = None) -> Any:
    """The answer of the service to a POST."""
    headers = {"Content-Type": "application/json", "Idempotency-Key": key()}
    if token is not None:
        headers["Authorization"] = f"Bearer {token}"
    request = urllib.request.Request(address + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return json.load(answer)


def read(address: str, path: str) -> Any:
    """The answer of the service to a GET."""
    with urllib.request.urlopen(address + path, timeout=PATIENCE) as answer:
        return json.load(answer)


def seated(
    address: str, game: str, *, humans: int = 1, bots: int = 1, decks: Sequence[str] = (), **match: Any
) -> list[Held]:
    """The seats of people in a new match, the first ones, with these decks in turn; the house has the others."""
    decks = decks or [deck["id"] for deck in read(address, f"/v1/games/{game}/decks")["decks"]]
    opened = call(address, "/v1/matches", {"game": game, "seats": humans + bots, **match})["match"]["id"]
    path = f"/v1/matches/{opened}/seats"
    held = []
    for number in range(humans):
        taken = call(address, path, {"deck": decks[number % len(decks)]})
        held.append(Held(opened, game, taken["seat"], taken["seatToken"]))
    strength = "greedy" if "greedy" in read(address, f"/v1/games/{game}")["bots"] else "random"
    for _ in range(bots):
        call(address, path, {"bot": strength}, held[0].token)
    return held


def sit(visitor: Visitor, *held: Held) -> Page:
    """The page of a match before somebody who holds these seats; nobody's without one."""
    seats = [{"seat": one.seat, "token": one.token, "name": ""} for one in held]
    entry = json.dumps({"game": held[0].game, "at": 1, "seats": seats})
    name = json.dumps(f"playledger.seats.{held[0].match}")
    visitor.page.add_init_script(f"localStorage.setItem({name}, {json.dumps(entry)})")
    page = visitor.open(f"/m/{held[0].match}")
    return page


def laid(page: Page) -> None:
    """Return as soon as the table is there."""
    page.locator(".board").wait_for()


def waits(page: Page) -> Literal["over", "asked"]:
    """Return as soon as somebody is asked, or the match is over; which of both."""
    found = page.wait_for_function(_STATE, arg=SHOWN).json_value()
    return "over" if found == "over" else "asked"


def stands(page: Page) -> Literal["over", "asked"] | None:
    """Whether somebody is asked there now, or the match is over."""
    found: Literal["over", "asked"] | None = page.evaluate(_STATE, SHOWN)
    return found


def play(page: Page, step: Callable[[Page], None], asked: Callable[[Page], Literal["over", "asked"]] = waits) -> int:
    """Plays to the end of the match; how many steps it took."""
    for steps in range(MOST):
        if asked(page) == "over":
            return steps
        step(page)
    raise AssertionError(f"no end after {MOST} steps: {page.locator('#prompt').inner_text()}")


def by_clicks(random: Random, *, touch: bool = False) -> Callable[[Page], None]:
    """A step: click something that the page offers, or touch it."""

    def step(page: Page) -> None:
        there = page.evaluate(_THERE, SHOWN)
        if there:
            _click(page.locator(SHOWN).nth(random.choice(there)), touch)

    return step


def by_keys(random: Random) -> Callable[[Page], None]:
    """A step without a pointer: a number, the key to pass, the list of all answers, or Enter on what is walked to."""
    ways = (_by_number, _by_walking, _by_walking, _by_listing, _by_passing)

    def step(page: Page) -> None:
        random.choice(ways)(page, random)

    return step


def _by_number(page: Page, random: Random) -> None:
    """The number that something on the table bears."""
    numbers = [text for text in page.locator("[data-thing].pickable .dot").all_inner_texts() if text[:1].isdigit()]
    if numbers:
        page.keyboard.press(random.choice(numbers)[0])


def _by_passing(page: Page, _random: Random) -> None:
    page.keyboard.press("p")


def _by_walking(page: Page, random: Random) -> None:
    """From what is asked by the tab key to the answers below it, or back to the table, and by arrows over its cards."""
    page.keyboard.press("]")
    way, steps = random.choice((("Tab", 8), ("Shift+Tab", 2)))
    for _ in range(random.randint(1, steps)):
        page.keyboard.press(way)
    if way == "Shift+Tab":
        for _ in range(random.randint(0, 3)):
            page.keyboard.press("Control+ArrowUp")
        for _ in range(random.randint(0, 6)):
            page.keyboard.press("ArrowRight")
    if page.evaluate("shown => document.activeElement.matches(shown)", SHOWN):
        page.keyboard.press("Enter")


def _by_listing(page: Page, random: Random) -> None:
    """One of all answers: after the button that closes them, and the filter."""
    page.keyboard.press("/")
    dialog = page.get_by_role("dialog", name=EVERYTHING)
    try:
        dialog.get_by_role("listitem").first.wait_for(timeout=SOON)
    except Error:
        page.keyboard.press("Escape")  # the question has gone meanwhile
        return
    for _ in range(2 + random.randrange(max(1, min(12, dialog.get_by_role("listitem").count())))):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")


def by_names(random: Random) -> Callable[[Page], None]:
    """A step by roles and names alone: the list of all answers, and what is asked then."""

    def step(page: Page) -> None:
        question = page.get_by_role("group", name=re.compile("^Now choose"))
        try:
            if question.is_visible():
                _press_one(question, random)
            else:
                page.get_by_role("button", name=EVERYTHING).click(timeout=SOON)
                questions = page.get_by_role("dialog", name=EVERYTHING).get_by_role("region")
                questions.first.wait_for(timeout=SOON)
                _press_one(questions.nth(random.randrange(max(1, questions.count()))), random)
        except Error as error:
            if not _is_gone(error):
                raise
            page.keyboard.press("Escape")  # the question has gone meanwhile

    return step


def _press_one(within: Locator, random: Random) -> None:
    """One of the buttons, whatever it says."""
    buttons = within.get_by_role("button", disabled=False)
    if there := buttons.count():
        buttons.nth(random.randrange(there)).click(timeout=SOON)


def drag(page: Page, thing: Locator, onto: Locator) -> None:
    """By the mouse, or with a finger where the screen is touched: upwards first, since along a hand it scrolls."""
    onto.scroll_into_view_if_needed()
    for moving in (thing, onto):
        moving.element_handle().wait_for_element_state("stable")
    box, target = thing.bounding_box(), onto.bounding_box()
    assert box is not None
    assert target is not None
    start = box["x"] + box["width"] / 2, box["y"] + box["height"] / 3
    end = target["x"] + target["width"] / 2, target["y"] + min(target["height"], 40) / 2
    way = [(start[0], start[1] + (end[1] - start[1]) * part / 8) for part in range(1, 9)] + [end]
    if page.evaluate("navigator.maxTouchPoints") == 0:
        page.mouse.move(*start)
        page.mouse.down()
        for x, y in way:
            page.mouse.move(x, y)
        page.mouse.up()
        return
    session = page.context.new_cdp_session(page)

    def touch(kind: str, *places: tuple[float, float]) -> None:
        points = [{"x": x, "y": y} for x, y in places]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    while True:
        begun = time.monotonic()
        touch("touchStart", start)
        touch("touchMove", way[0])
        if time.monotonic() - begun < LONG_PRESS:
            break
        touch("touchCancel")  # so slow a machine pressed for long, which reads the card
        page.keyboard.press("Escape")
    for place in way[1:]:
        touch("touchMove", place)
    touch("touchEnd")


def forgive_late(visitor: Visitor) -> None:
    """Of what the console tells: answers that came too late by the blink of an eye, since the others play meanwhile."""
    late = [fault for fault in visitor.faults if "409 (Conflict)" in fault]
    assert len(late) <= LATE
    visitor.faults[:] = [fault for fault in visitor.faults if fault not in late]


def named(page: Page) -> Literal["over", "asked"]:
    """What `waits` tells, by roles and names alone."""
    over = page.get_by_role("link", name="Play again")
    asked = page.get_by_role("button", name=EVERYTHING)
    over.or_(asked).first.wait_for()
    return "over" if over.is_visible() else "asked"


def _click(found: Locator, touch: bool = False) -> None:
    """Click something that may go away at any moment, since the match goes on meanwhile."""
    try:
        (found.tap if touch else found.click)(timeout=SOON)
    except Error as error:
        if not _is_gone(error):
            raise


def _is_gone(error: Error) -> bool:
    return any(word in str(error) for word in ("not attached", "Timeout", "not visible", "detached"))
