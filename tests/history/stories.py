"""Matches in which something happens that a history has to tell."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from domain.kernel.match import State, TournamentGame
from service.application.vault import Vault
from service.keys import Keys
from tests.kit.recorded import Recorded, Scribe
from tests.kit.served import SECRET, Served
from tests.toy_game import GAME as TOY
from tests.toy_game.actions import Ban

VAULT = Vault(Keys([SECRET]))
"""Closes seeds as the services of the tests do."""
BEFORE = "account:ac_before"


def seats_change(scribe: Scribe) -> Scribe:
    """Somebody takes seat 0 with a loadout and a seed, leaves, and somebody else sits down there."""
    return scribe.join(0, BEFORE, seed="0ld5eed").leave(0).join(0, "account:ac_after", seed="5eed").join_all()


def _c4() -> Recorded:
    return seats_change(Scribe("c4", "story", 3)).play().recorded


def _conceded() -> Recorded:
    return Scribe("c4", "gone", 3).join_all().play(8).concede(1).play(4).concede(0).play().recorded


def _timed_out() -> Recorded:
    scribe = Scribe(TOY.slug, "late", 2).join_all()
    while scribe.state.status == "running":
        scribe.time_out().play(1)
    return scribe.recorded


def _time_up() -> Recorded:
    """In the first round, while a card is banned and somebody is asked in secret."""
    scribe = Scribe(TOY.slug, "limited", 3, options={"rounds": 4, "time_limit_s": 60})
    scribe.join(0, BEFORE, "owl", "0ld5eed").leave(0).join(0, "account:ac_after", "owl").join_all()
    ban = next(prompt for prompt in scribe.state.prompts.values() if (prompt.seat, prompt.kind) == (1, "ban"))
    return scribe.act(ban, Ban("envoy-07")).time_up().play().recorded


def _aborted() -> Recorded:
    return seats_change(Scribe("c4", "dull", 2)).play(9).abort().recorded


def _never_begun() -> Recorded:
    return Scribe(TOY.slug, "lonely", 2).join(1, BEFORE, "owl", "abcd").leave(1).join(0, BEFORE, "fox").abort().recorded


def _toy() -> Recorded:
    return seats_change(Scribe(TOY.slug, "story", 3, options={"rounds": 4})).play().recorded


def _private() -> Recorded:
    return seats_change(Scribe("c4", "private", 2, reveal="participants")).play().recorded


def _revealed_later() -> Recorded:
    game = TournamentGame("tn_spring", 3, 12, 2)
    scribe = Scribe(TOY.slug, "round three", 3, reveal="later", options={"rounds": 4}, tournament=game)
    return seats_change(scribe).play().reveal().recorded


STORIES: Mapping[str, Callable[[], Recorded]] = {
    "c4": _c4,
    "conceded": _conceded,
    "timed out": _timed_out,
    "time up": _time_up,
    "aborted": _aborted,
    "never begun": _never_begun,
    "toy": _toy,
    "revealed to participants": _private,
    "revealed later": _revealed_later,
}


async def put(served: Served, recorded: Recorded) -> State:
    """Store a match as if it had been played in this service."""
    await recorded.put_into(served.app.store, VAULT)
    return (await served.app.matches.repository.current(recorded.match)).state
