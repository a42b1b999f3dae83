"""People play together by clicks while the network and the service fail: nothing is lost, nothing counts twice."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from domain.games import discover
from domain.kernel.seating import brought
from tests.e2e.replicas import Replicas, running
from tests.e2e.servers import SECRET, match_of
from tests.kit.lanes import sampled
from tests.kit.link import Link, link_to
from tests.kit.modes import with_seats
from tests.kit.short import short_options
from tests.toy_game import GAME as TOY
from tests.web.browsing import DESK, PHONE, Visitor, visiting
from tests.web.company import Company, Person
from tests.web.serving import serving
from tests.web.tables import read, seated

GAMES = (TOY.slug, *sorted(discover()))
WIDTHS = (DESK, DESK, PHONE)
"""Those of the windows before which people sit, or look on where a game has fewer seats."""
SOCKET = b"Upgrade: websocket"


@dataclass
class House:
    """Servers on one store, and the link through which alone browsers reach them."""

    replicas: Replicas
    link: Link

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.link.port}"

    def version(self, match: str) -> int:
        return int(match_of(self.replicas.alive[0], match)["version"])


@contextmanager
def house(replicas: Replicas, barred: bytes | None = None) -> Iterator[House]:
    with running(replicas), link_to(*replicas.ports, barred=barred) as link:
        yield House(replicas, link)


def one(folder: Path) -> Replicas:
    return Replicas(lambda port: serving(port, folder), 1)


@contextmanager
def company(browser: Browser, shots: Path, there: House, game: str) -> Iterator[Company]:
    """Two people at desks, and one with a phone who has the third seat or looks on, at a new match."""
    with ExitStack() as stack:
        seats = min(len(WIDTHS), read(there.address, f"/v1/games/{game}")["maxSeats"])
        taken = seated(there.address, game, humans=seats, bots=0, **_match(game, seats))

        def visit(**how: Any) -> Visitor:
            return stack.enter_context(visiting(browser, there.address, shots, **how))

        people = Company(visit, taken[0].match)
        for held, width in zip(taken, WIDTHS, strict=False):
            people.sit(held, width=width)
        if seats < len(WIDTHS):
            people.watch(width=PHONE)
        people.all_say("Live")
        yield people


def _match(game: str, seats: int) -> dict[str, Any]:
    """A short match that so many can play, and their decks."""
    if game == TOY.slug:
        return {}
    found = with_seats(discover()[game], seats)
    mode = {} if found.mode is None else {"mode": found.mode}
    decks = brought(found.game, found.options, seats, lambda side, decks: decks[side % len(decks)])
    return {"options": {**short_options(found.game), **mode}, "decks": decks}


Fault = Callable[[House, Company, Person], None]


def cut(there: House, people: Company, asked: Person) -> None:
    """The network is gone, and an answer is sent until it is back."""
    there.link.cut()
    people.all_say("Catching up")
    people.answer(asked)
    there.link.flow()
    people.all_say("Live")


def lose_a_reply(there: House, people: Company, asked: Person) -> None:
    """An answer is carried out, and its page doesn't hear of it."""
    unheard(there, people, asked)
    there.link.cut()
    people.all_say("Catching up")
    there.link.flow()
    people.all_say("Live")


def stop(there: House, people: Company, asked: Person) -> None:
    """The service is stopped and comes back, while somebody thinks about a question."""
    end(there, people, signal.SIGTERM)
    people.answer(asked)


def kill(there: House, people: Company, asked: Person) -> None:
    """The service is killed after it has carried out an answer, and before it says so."""
    unheard(there, people, asked)
    end(there, people, signal.SIGKILL)


def end(there: House, people: Company, how: signal.Signals) -> None:
    """The service ends, and comes back at the same place."""
    there.replicas.kill(how)
    there.link.cut()
    people.all_say("Catching up")
    there.replicas.start()
    there.link.flow()
    people.all_say("Live")


def unheard(there: House, people: Company, asked: Person) -> None:
    """An answer is carried out, and its reply is on the way."""
    people.settle(lambda: there.version(people.match))
    before = there.version(people.match)
    there.link.mute()
    people.answer(asked)
    people.until(lambda: there.version(people.match) > before)


def kill_one(there: House, people: Company, asked: Person) -> None:
    """One of two replicas is killed in the middle of an answer, each in turn: who was there goes on at the other."""
    before = [len(person.states) for person in people.people]
    unheard(there, people, asked)
    there.replicas.kill()
    there.link.flow()
    people.all_say("Live")
    people.settle(lambda: there.version(people.match))
    said = [person.states[count:] for person, count in zip(people.people, before, strict=True)]
    assert any("catching_up" in states for states in said)
    there.replicas.start()


def whole_matches(
    there: House, meet: Callable[[], AbstractContextManager[Company]], faults: Iterable[Fault], every: int
) -> None:
    """A match to its end, with a fault at every so many turns, and another one while some have not come."""
    left = list(faults)
    while left:
        before = len(left)
        with meet() as people:
            whole_match(there, people, left, every)
        assert len(left) < before, "no fault has come in a whole match"


def whole_match(there: House, people: Company, left: list[Fault], every: int) -> None:
    """A match to its end with the faults that are left; what was sent, recorded and shown is the same."""

    def instead(turn: int, _asked: Person) -> bool:
        if not left or turn % every != every - 1:
            return False
        # who was asked may have answered meanwhile: of what is on its way nobody can say what it will ask
        people.settle(lambda: there.version(people.match))
        if (asked := people.turn()) is not None:
            left.pop(0)(there, people, asked)
        return True

    people.play(instead)
    people.check(there.replicas.addresses[0])


@pytest.mark.parametrize(("game", "every"), sampled([(game, 3 if game == TOY.slug else 5) for game in GAMES], 1))
def test_a_match_goes_on_when_the_network_and_the_service_fail(
    browser: Browser, shots: Path, tmp_path: Path, game: str, every: int
) -> None:
    with house(one(tmp_path)) as there:
        whole_matches(there, lambda: company(browser, shots, there, game), (cut, stop, lose_a_reply, kill), every)


@pytest.mark.nightly
@pytest.mark.parametrize("game", GAMES)
def test_a_match_goes_on_when_one_of_two_replicas_is_killed(
    browser: Browser, shots: Path, service_database_url: str, redis_url: str, game: str
) -> None:
    environment = SECRET | {"PLAYLEDGER_REDIS_URL": redis_url}
    replicas = Replicas(lambda port: serving(port, service_database_url, **environment))
    with house(replicas) as there:
        whole_matches(there, lambda: company(browser, shots, there, game), (kill_one, kill_one, cut), 4)


@pytest.mark.nightly
@pytest.mark.parametrize("game", GAMES)
def test_where_sockets_are_blocked_a_match_is_followed_over_plain_http(
    browser: Browser, shots: Path, tmp_path: Path, game: str
) -> None:
    with house(one(tmp_path), barred=SOCKET) as there:
        whole_matches(there, lambda: company(browser, shots, there, game), (cut, stop, lose_a_reply, kill), 3)
