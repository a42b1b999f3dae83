"""Two matches that differ only in what somebody can't see, and all that the service renders of them.

`disguises` finds for each game `tests/games/<slug>/disguise.py`, which says how its hidden cards are exchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from random import Random
from typing import Any, Protocol, cast
from uuid import UUID

import msgspec

from api_schema.errors import ApiError
from api_schema.ports.matches import LegalActionSet
from domain.games import discover
from domain.kernel import decide
from domain.kernel.audience import SPECTATOR, seat, seat_number
from domain.kernel.decide import Decision
from domain.kernel.game import CardGame
from domain.kernel.match import Reveal, State
from domain.kernel.refusal import Refusal
from service.application.refusals import refused
from service.application.sealing import Cause, seal
from service.application.tokens import Tokens
from service.catalogue.catalogue import CatalogueEntry, GameCatalogue
from service.keys import Keys
from service.matches import events
from service.matches.aggregate import Aggregate
from service.matches.legal_actions import LegalActions, unplayable_of
from service.matches.on_table import names_around
from service.matches.perspectives import Sight
from service.matches.public_clocks import running, tick
from service.matches.rendering import match_out, state_out
from service.matches.repository import stored
from tests.kit.lanes import by_lane
from tests.kit.play import MATCH, accepted, chosen, opening, server_seed

SEEDS = range(by_lane(commit=3, nightly=40, fast=3))
ORIGIN = Cause("seat:0", "a command's digest")
STREAM = UUID(int=1)
LEGAL = LegalActions(Tokens(Keys(["a secret that only tests may know"])))

Move = Callable[[State], Decision | Refusal]


class Disguise(Protocol):
    """The hidden cards of a game, as its tests describe them."""

    def disguised(self, state: State, step: Decision, viewer: str, random: Random) -> State:
        """The state with the hidden cards of the others exchanged, as far as they stay hidden in the step."""

    def hands(self, state: State) -> Any:
        """The contents of every hand."""

    def hidden_cards(self, state: State, seat: int) -> Sequence[str]:
        """Instance ids of cards that this seat holds and shows nobody."""

    def tries(self, iid: str) -> Sequence[Any]:
        """Everything that can be tried with the id of a card."""


def hides(disguise: Disguise, state: State) -> bool:
    """Whether somebody holds a card that is shown to nobody: where all is played to the end, the end hides nothing."""
    return any(disguise.hidden_cards(state, place) for place in range(len(state.seats)))


def disguises() -> dict[str, Disguise]:
    """The disguise of every game; a game without one is not proved to be tight, so it must have one."""
    return {slug: cast(Disguise, import_module(f"tests.games.{slug}.disguise")) for slug in discover()}


class PairedMatch:
    """Matches of one game under some options, else its own, played at random."""

    def __init__(self, game: CardGame, options: Any = None, reveal: Reveal = "all") -> None:
        self.game = game
        self.options = options
        self.reveal = reveal
        self.entry: CatalogueEntry = GameCatalogue({game.slug: game}).entry(game.slug)
        self._legal: tuple[State, int, LegalActionSet] | None = None

    def chosen(self, state: State, seed: int, random: Random) -> Move:
        """An act to decide on more than one state."""
        game, secret, at = self.game, server_seed(seed), state.at + 1_000
        prompt = random.choice(list(state.prompts.values()))
        if random.random() < 0.01:
            return lambda known: decide.concede(game, known, prompt.seat, at, secret)
        if random.random() < 0.05 and prompt.deadline is not None:
            late = prompt.deadline
            return lambda known: decide.time_out(game, known, prompt.id, prompt.revision, late, secret)
        action = chosen(game, state, prompt, random)
        return lambda known: decide.act(
            game, known, prompt.seat, action, at, secret, prompt=prompt.id, revision=prompt.revision
        )

    def played(self, seed: int) -> Iterator[tuple[State, Move, Decision]]:
        """(state, move, what came of it) to the end of a match."""
        random = Random(f"{seed} non-interference")
        state = list(opening(self.game, seed, options=self.options, reveal=self.reveal))[-1].state
        while state.status == "running":
            move = self.chosen(state, seed, random)
            step = accepted(move(state))
            yield state, move, step
            state = step.state

    def aggregate(self, state: State) -> Aggregate:
        """The match as the service holds it."""
        return Aggregate(MATCH, STREAM, self.entry, state, bytes(32))

    def shown(self, before: State, step: Decision, viewer: str, seed: int) -> dict[str, Any]:
        """All that the service renders for a viewer of this step, hashes of the chain left out."""
        new = seal(step, MATCH, server_seed(seed), bytes(32), before.version + 1, ORIGIN)
        rows = stored(self.aggregate(before), new)
        after = self.aggregate(step.state)
        sight = Sight(viewer)
        seen, decided = events.seen(self.entry, rows, sight), events.seen(self.entry, rows, sight, step.facts)
        names = dict.fromkeys((row.version for row in rows), names_around(self.aggregate(before), after, seen, sight))
        told = events.render(self.entry, before.cards, MATCH, seen, names)
        assert events.render(self.entry, before.cards, MATCH, decided, names) == told, "as decided, and as read again"
        number = seat_number(viewer)
        return {
            "events": [msgspec.structs.replace(event, hash="") for event in told],
            "state": state_out(after, viewer),
            "match": match_out(step.state, bytes(32), participant=number is not None),
            "legal": None if number is None else LEGAL.of(after, number),
            "templates": None if number is None else LEGAL.of(after, number, 0),
            "unplayable": None if number is None else unplayable_of(after, number),
            "clocks": tick(running(step.state), step.state.at),
            "sizes": [len(event.body) for event in new],
            "faces": [face(event.body) for event in new],
        }

    def refusal_of(self, state: State, number: int, action: Any, seed: int, **guard: Any) -> ApiError | None:
        """The refusal as the service sends it, None if the action is accepted."""
        outcome = decide.act(self.game, state, number, action, state.at, server_seed(seed), **guard)
        return refused(outcome, self.legal(state, number)) if isinstance(outcome, Refusal) else None

    def legal(self, state: State, number: int) -> LegalActionSet:
        """The legal actions of a seat; tests ask many times for one state, which nothing changes."""
        if self._legal is None or self._legal[0] is not state or self._legal[1] != number:
            self._legal = state, number, LEGAL.of(self.aggregate(state), number)
        return self._legal[2]


def face(body: bytes) -> dict[str, Any]:
    """All of the hashed part of an event, but what its commitments are: everybody holds it with a history to verify."""
    found: dict[str, Any] = msgspec.json.decode(body)
    return found | {"commits": list(found["commits"])}


def told(error: ApiError | None, but: str = "") -> Any:
    """All that a refusal says, a word of the input made neutral."""
    if error is None:
        return None
    text = error.message.replace(but, "?") if but else error.message
    return error.code, text, error.rule_id, error.path, error.faults, msgspec.to_builtins(error.details)


def viewers(state: State) -> list[str]:
    """Everybody who doesn't see all."""
    return [SPECTATOR, *(seat(number) for number in range(len(state.seats)))]


def exchange(cards: list[str], places: list[int], random: Random) -> None:
    """Shuffle the cards at these places among each other."""
    mixed = [cards[place] for place in places]
    random.shuffle(mixed)
    for place, cid in zip(places, mixed, strict=True):
        cards[place] = cid
