"""Matches for the tests of the table: opened over REST, held by a visitor, played by what the page offers."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, Literal

from playwright.sync_api import Error, Locator, Page

from tests.kit.chance import key
from tests.web.browsing import Visitor

SHOWN = "[data-thing].pickable, [data-answer]:not(:disabled)"
"""Everything on the page that a click answers with, or goes on with."""
_THERE = """(shown) => [...document.querySelectorAll(shown)].flatMap(
  (found, place) => found.checkVisibility() ? [place] : [])"""
_STATE = f"""(shown) => document.querySelector('#ending') ? 'over' : ({_THERE})(shown).length ? 'asked' : null"""
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
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def read(address: str, path: str) -> Any:
    """The answer of the service to a GET."""
    with urllib.request.urlopen(address + path, timeout=60) as answer:
        return json.load(answer)


def seated(address: str, game: str, *, humans: int = 1, bots: int = 1, **match: Any) -> list[Held]:
    """The seats of people in a new match, the first ones; the house has the others."""
    decks = [deck["id"] for deck in read(address, f"/v1/games/{game}/decks")["decks"]]
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


def play(page: Page, step: Callable[[Page], None]) -> int:
    """Plays to the end of the match; how many steps it took."""
    for steps in range(MOST):
        if waits(page) == "over":
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
    """A step without a pointer: a number, the key to pass, or Enter on what the tab key comes to."""

    def step(page: Page) -> None:
        numbered = page.locator("[data-thing].pickable .dot").all_inner_texts()
        digits = [text.split()[0] for text in numbered if text[:1].isdigit()]
        if digits and random.random() < 0.5:
            page.keyboard.press(random.choice(digits))
        elif random.random() < 0.3:
            page.keyboard.press("p")
        else:
            page.evaluate("document.querySelector('#prompt')?.focus()")
            for _ in range(random.randint(1, 12)):
                page.keyboard.press("Tab")
                if random.random() < 0.4 and page.evaluate(f"document.activeElement.matches({json.dumps(SHOWN)})"):
                    break
            if page.evaluate(f"document.activeElement.matches({json.dumps(SHOWN)})"):
                page.keyboard.press("Enter")

    return step


def by_names(random: Random) -> Callable[[Page], None]:
    """A step by roles and names alone: the list of all answers, and what is asked then."""

    def step(page: Page) -> None:
        everything = page.get_by_role("button", name="All answers")
        if everything.count() == 0:
            return
        try:
            everything.click(timeout=5_000)
            dialog = page.get_by_role("dialog", name="All answers")
            dialog.get_by_role("listitem").first.wait_for(timeout=10_000)
            answers = dialog.get_by_role("listitem").get_by_role("button").all()
            random.choice(answers).click(timeout=5_000)
        except Error:
            page.keyboard.press("Escape")  # the question has gone meanwhile
            return
        # an answer that was only begun goes on with questions
        page.wait_for_timeout(50)
        for _ in range(20):
            asked = page.locator(".question button:not(:disabled)")
            if asked.count() == 0:
                return
            _click(asked.nth(random.randrange(asked.count())))

    return step


def _click(found: Locator, touch: bool = False) -> None:
    """Click something that may go away at any moment, since the match goes on meanwhile."""
    try:
        (found.tap if touch else found.click)(timeout=3_000)
    except Error as error:
        gone = ("not attached", "Timeout", "not visible", "detached")
        if not any(word in str(error) for word in gone):
            raise
