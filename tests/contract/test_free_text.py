"""No free text gets into a chain: whatever text a game takes is one of its own words, or refused.

Every text in options, loadouts and actions is replaced, one at a time, by one that no game knows.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from domain.kernel import decide
from domain.kernel.codec import encode
from domain.kernel.decide import Decision
from domain.kernel.game import CardGame, LoadoutContext
from domain.kernel.seating import decks_for
from eventstore.chain import canonical
from service.bots.sampling import answer
from tests.contract.games import IN_EVERY_MODE, match_by_chance, shared
from tests.kit.lanes import by_lane
from tests.kit.modes import InMode
from tests.kit.play import server_seed

pytestmark = IN_EVERY_MODE
SEEDS = range(by_lane(commit=2, nightly=12))
MARK = "Ada.Lovelace!1815"


def marked(data: Any) -> Iterator[Any]:
    """The data with one of its texts, keys included, replaced; each in turn. Types of actions stay what they are."""
    if isinstance(data, str):
        yield MARK
    elif isinstance(data, list):
        for place, item in enumerate(data):
            yield from ([*data[:place], other, *data[place + 1 :]] for other in marked(item))
    elif isinstance(data, dict):
        for name, item in data.items():
            yield from ({**data, name: other} for other in marked(item) if name != "type")


def with_keys(data: dict[str, Any]) -> Iterator[Any]:
    """As `marked`, and with the keys of maps inside replaced."""
    yield from marked(data)
    for name, item in data.items():
        if isinstance(item, dict) and item:
            first, *rest = item.items()
            yield {**data, name: {MARK: first[1], **dict(rest)}}


def texts_of(kind: type[msgspec.Struct]) -> Iterator[dict[str, Any]]:
    """The type's fields that take texts, each filled with the mark."""
    for field in msgspec.structs.fields(kind):
        for value in (MARK, [MARK], [MARK] * 7, {MARK: 1}):
            yield {field.encode_name: value}


def read(data: Any, kind: Any) -> Any:
    """The typed data, or None if the type takes no such text."""
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError:
        return None


def test_options_take_no_text_of_ones_own(variant: InMode) -> None:
    game = variant.game
    for data in texts_of(game.options_type):
        options = read(msgspec.to_builtins(variant.options) | data, game.options_type)
        assert options is None or game.wrong_options(options, variant.seats[0], game.library()), data


def test_loadouts_take_no_text_of_ones_own(variant: InMode) -> None:
    game, options, seats = variant.game, variant.options, variant.seats[0]
    context = LoadoutContext(options, seats, game.core().cards, 0)
    good = msgspec.to_builtins(game.precon(decks_for(game, options, (0,), seats)[0], 0, options, seats))
    assert not game.check_loadout(context, msgspec.convert(good, game.loadout_type))
    tried = [*marked(good), *({**good, **data} for data in texts_of(game.loadout_type))]
    assert len(tried) > 3 or not msgspec.structs.fields(game.loadout_type)
    for data in tried:
        loadout = read(data, game.loadout_type)
        assert loadout is None or game.check_loadout(context, loadout), data


def test_actions_take_no_text_of_ones_own(game: CardGame, options: Any) -> None:
    """Every answer that is legal somewhere, with one text of it replaced, or one added where none was sent."""
    tried: set[str] = set()
    for seed in shared(game, SEEDS):
        random = Random(f"{seed} marks")
        for step in match_by_chance(game, seed, options):
            for prompt in step.state.prompts.values():
                action = answer(game, step.state, prompt, random)
                for data in [*with_keys(msgspec.to_builtins(action)), *filled(action)]:
                    other = read(data, type(action))
                    if other is None or MARK not in repr(other):
                        continue
                    tried.add(type(action).__name__)
                    guard: dict[str, Any] = {"prompt": prompt.id, "revision": prompt.revision}
                    seat, at = prompt.seat, step.state.at
                    outcome = decide.act(game, step.state, seat, other, at, server_seed(seed), **guard)
                    assert MARK not in recorded(outcome), data
    assert tried


def filled(action: Any) -> Iterator[dict[str, Any]]:
    """The action with the mark in each field that takes a text."""
    for data in texts_of(type(action)):
        yield {**msgspec.to_builtins(action), **data}


def recorded(outcome: Any) -> str:
    """All that would be stored of what came of it, private parts included."""
    if not isinstance(outcome, Decision):
        return ""
    parts = [encode(fact, "seat:0", "command") for fact in outcome.facts]
    return " ".join(canonical([part.type, part.pub, part.private]).decode() for part in parts)
