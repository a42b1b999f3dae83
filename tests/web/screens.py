"""All screens of the page, and a hall in which each has something to show."""

from __future__ import annotations

from dataclasses import dataclass

import httpx

from domain.games import discover
from tests.kit.waiting import PATIENCE
from tests.web.browsing import Visitor
from tests.web.halls import ORGANISER, PLAYERS, Hall
from tests.web.tables import Held, call, seated, sit

GAME = "trf"
"""The game of the table, whose cards show most."""
SMALL = "c4"
"""The game of the event and of what was played before it."""
ANSWERS = 120
"""Times that somebody of the finished match was asked."""


@dataclass(frozen=True)
class Screen:
    """A name, an address with the parts of a Furnished in it, and what is there once it is whole."""

    name: str
    path: str
    wanted: str = "h1"
    whose: str | None = None


SCREENS = (
    Screen("lobby", "/", "main li a[href^='/m/']"),
    Screen("new", "/new?game={game}", "select"),
    Screen("table", "/m/{table}", ".board [data-card]"),
    Screen("replay", "/m/{match}?at={at}&as=full", ".board [data-card]"),
    Screen("file", "/replay"),
    Screen("games", "/g", "main li"),
    Screen("game", "/g/{game}"),
    Screen("cards", "/g/{game}/cards", "ul.cards > li"),
    Screen("rules", "/g/{game}/rules", "ul.rules > li"),
    Screen("decks", "/g/{game}/decks", "main li"),
    Screen("own-cards", "/g/{game}/sets"),
    Screen("events", "/t", "main li"),
    Screen("making", "/t/new", whose=ORGANISER),
    Screen("event", "/t/{event}"),
    Screen("pairings", "/t/{event}/pairings"),
    Screen("standings", "/t/{event}/standings?after=1"),
    Screen("bracket", "/t/{cup}/bracket"),
    Screen("entrants", "/t/{event}/entrants"),
    Screen("event-decks", "/t/{event}/decks"),
    Screen("boards", "/t/{event}/boards", ".players"),
    Screen("proof", "/t/{event}/proof"),
    Screen("desk", "/t/{event}/desk", "main h2", ORGANISER),
    Screen("screen", "/t/{event}/screen"),
    Screen("results", "/results?game={small}"),
    Screen("ladder", "/ladder/{small}"),
    Screen("inbox", "/inbox", "main li", PLAYERS[0]),
    Screen("me", "/me", whose=PLAYERS[0]),
)


@dataclass(frozen=True)
class Furnished:
    """What there is in the hall."""

    hall: Hall
    seat: Held
    match: str
    at: int
    event: str
    cup: str

    def show(self, visitor: Visitor, screen: Screen) -> None:
        """Bring a visitor to a screen, and wait until it is whole."""
        page = visitor.page
        parts = {**vars(self), "table": self.seat.match, "game": GAME, "small": SMALL}
        if screen.name == "table":
            sit(visitor, self.seat)
        else:
            visitor.open(screen.path.format(**parts))
        page.locator(screen.wanted).filter(visible=True).first.wait_for()
        if screen.whose is None:  # the inbox of an account is a stream that never rests
            page.wait_for_load_state("networkidle")


def furnish(hall: Hall) -> Furnished:
    """A match to play, one that is over, one that waits for somebody, an event in its second round, and a cup."""
    (seat,) = seated(hall.address, GAME)
    waiting = call(hall.address, "/v1/matches", {"game": SMALL, "seats": 2})["match"]["id"]
    call(hall.address, f"/v1/matches/{waiting}/seats", {"deck": _decks()[0]})
    event = _event(hall, "Friday night", {"format": "SWISS", "rounds": 3})
    hall.play_round(event)
    hall.call("POST", f"/tournaments/{event}/rounds", ORGANISER, round=2)
    cup = _event(hall, "Winter cup", {"format": "DOUBLE_ELIMINATION", "bracketReset": False})
    hall.play_round(cup)
    hall.call("POST", f"/tournaments/{cup}/rounds", ORGANISER, round=2)
    match = _played(hall.address)
    return Furnished(hall, seat, match, at=100, event=event, cup=cup)


def _decks() -> list[str]:
    return [deck.id for deck in discover()[SMALL].decks()]


def _event(hall: Hall, name: str, policy: dict[str, object]) -> str:
    """An event of all players in its first round."""
    decks = _decks()
    event = str(hall.call("POST", "/tournaments", ORGANISER, game=SMALL, name=name, policy=policy)["tournament"]["id"])
    for number, player in enumerate(PLAYERS):
        deck = {"deck": decks[number % len(decks)]}
        hall.call("POST", f"/tournaments/{event}/entrants", player, deck=deck)
    hall.call("POST", f"/tournaments/{event}/rounds", ORGANISER, round=1)
    return event


def _played(address: str) -> str:
    """A match of two guests who answer with the last that is legal, until one gives up."""
    held = seated(address, SMALL, humans=2, bots=0)
    path = f"/v1/matches/{held[0].match}"
    with httpx.Client(base_url=address, timeout=PATIENCE) as client:
        for number in range(ANSWERS):
            holder = held[number % 2]
            bearer = {"Authorization": f"Bearer {holder.token}"}
            prompts = client.get(f"{path}/legal-actions", headers=bearer).json()["prompts"]
            actions = [action for prompt in prompts for action in prompt["actions"]]
            if actions:
                call(address, f"{path}/actions", {"token": actions[-1]["token"]}, holder.token)
    call(address, f"{path}/actions", {"type": "concede"}, held[1].token)
    return held[0].match
