"""No leak: what a seat is offered, told or refused depends on nothing that it can't know.

The state that a seat can rebuild is the same for every history it can't tell apart. So whatever is computed for the
seat from the whole state has to be what comes out of its own state (the frames excepted: they are the server's, and
their part in an answer is to say which question is asked).
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from domain.kernel.actions import Action
from domain.kernel.audience import seat as seat_name
from domain.kernel.facts import as_seen
from domain.kernel.fold import evolve
from domain.kernel.game import CardGame
from domain.kernel.match import State
from domain.kernel.prompts import Prompt
from service.bots.sampling import sample, typed
from tests.contract.games import IN_EVERY_MODE, match_by_chance, shared
from tests.kit.lanes import by_lane

pytestmark = IN_EVERY_MODE
SEEDS = range(by_lane(commit=3, nightly=24))
TOLD = {
    "C4-216": "the top card is told to its seat by cards_looked_at, which no board keeps",
    "C4-610": "so is another's hand, where the cards are to be chosen from it",
}
"""Prompts, by rule, whose options rest on what the seat was told rather than on what lies before it."""


def asked(game: CardGame, seed: int, options: Any) -> Iterator[tuple[State, State, Prompt]]:
    """(whole state, the asked seat's own state, the prompt) at every stop."""
    own: dict[int, State] = {}
    for step in match_by_chance(game, seed, options):
        own = own or {number: State() for number in range(len(step.state.seats))}
        for number, state in own.items():
            for fact in step.facts:
                evolve(game, state, as_seen(fact, seat_name(number)), step.at)
            state.frames = step.state.frames
        for prompt in step.state.prompts.values():
            if prompt.rule in TOLD:
                continue
            yield step.state, own[prompt.seat], prompt


def test_a_seat_knows_its_prompts_and_their_options(game: CardGame, options: Any) -> None:
    for seed in shared(game, SEEDS):
        for whole_state, own, prompt in asked(game, seed, options):
            assert own.prompts[prompt.id] == prompt
            assert game.options(own, prompt) == game.options(whole_state, prompt), prompt
            assert game.default(own, prompt) == game.default(whole_state, prompt), prompt


def test_a_refusal_tells_nothing_new(game: CardGame, options: Any) -> None:
    for seed in shared(game, SEEDS):
        random = Random(seed)
        seen: list[Action] = []
        for whole_state, own, prompt in asked(game, seed, options):
            template = random.choice(game.options(whole_state, prompt))
            seen = [*seen, typed(game, sample(template, random))][-30:]
            for action in random.sample(seen, min(3, len(seen))):
                if game.takes(prompt, action):
                    assert game.refuse(own, prompt, action) == game.refuse(whole_state, prompt, action), action
                else:
                    refusals = [game.refuse_unasked(state, prompt.seat, action) for state in (own, whole_state)]
                    assert refusals[0] == refusals[1], action


def test_what_is_public_is_the_same_for_everybody(game: CardGame, options: Any) -> None:
    for seed in shared(game, SEEDS):
        for whole_state, own, _ in asked(game, seed, options):
            assert game.phase(own) == game.phase(whole_state)
            assert own.progress == whole_state.progress
            assert own.status == whole_state.status


def test_no_view_compares_its_texts_with_defaults(game: CardGame) -> None:
    """msgspec leaves out a default by identity, so equal views could have unequal bytes and hashes."""
    for kind in (game.view_type, game.progress_type):
        for name, default in defaults(kind):
            assert not isinstance(default, str) or len(default) < 2, f"{kind.__name__}.{name}"
            assert not isinstance(default, int) or -5 <= default <= 256, f"{kind.__name__}.{name}"


def defaults(kind: type[msgspec.Struct]) -> Iterator[tuple[str, object]]:
    """Every default of the type and of the structs in it."""
    seen: set[type] = set()
    waiting: list[object] = [msgspec.inspect.type_info(kind)]
    while waiting:
        info = waiting.pop()
        if isinstance(info, msgspec.inspect.StructType):
            if info.cls in seen:
                continue
            seen.add(info.cls)
            if info.cls.__struct_config__.omit_defaults:
                yield from ((field.name, field.default) for field in info.fields)
            waiting += [field.type for field in info.fields]
        elif isinstance(info, msgspec.inspect.UnionType):
            waiting += info.types
        elif isinstance(info, msgspec.inspect.TupleType):
            waiting += info.item_types
        elif isinstance(info, msgspec.inspect.DictType):
            waiting.append(info.value_type)
        elif isinstance(info, msgspec.inspect.ListType | msgspec.inspect.VarTupleType):
            waiting.append(info.item_type)
