"""`decide` accepts exactly what the templates allow and refuses the rest, without a trace."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from domain.kernel import decide, snapshots
from domain.kernel.decide import Decision
from domain.kernel.game import CardGame
from domain.kernel.match import State
from domain.kernel.prompts import SETS, Parameter, Prompt, Template, expand, size
from domain.kernel.refusal import Refusal
from service.bots.sampling import sample, typed
from tests.contract.games import IN_EVERY_MODE, match_by_chance, shared
from tests.kit.lanes import by_lane
from tests.kit.play import server_seed

pytestmark = IN_EVERY_MODE
SEEDS = range(by_lane(commit=2, nightly=16))
SAMPLES = 4


def asked(game: CardGame, seed: int, options: Any) -> Iterator[tuple[State, Prompt, Template]]:
    for step in match_by_chance(game, seed, options):
        for prompt in step.state.prompts.values():
            for template in game.options(step.state, prompt):
                yield step.state, prompt, template


def outcome(game: CardGame, state: State, prompt: Prompt, action: Any, seed: int) -> Decision | Refusal:
    return decide.act(
        game,
        state,
        prompt.seat,
        action,
        state.at,
        server_seed(seed),
        prompt=prompt.id,
        revision=prompt.revision,
    )


def test_every_sample_of_a_template_is_accepted_and_sets_in_any_order(game: CardGame, options: Any) -> None:
    for seed in shared(game, SEEDS):
        random = Random(seed)
        for state, prompt, template in asked(game, seed, options):
            samples = [sample(template, random) for _ in range(SAMPLES)]
            each: list[dict[str, Any]] = []
            for data in [*samples, backwards(samples[0], template)]:
                if data in each:
                    continue
                each.append(data)
                action = typed(game, data)
                result = outcome(game, state, prompt, action, seed)
                assert isinstance(result, Decision), (prompt, action, result)


def test_the_default_is_legal(game: CardGame, options: Any) -> None:
    for seed in shared(game, SEEDS):
        for step in match_by_chance(game, seed, options):
            for prompt in step.state.prompts.values():
                action = game.default(step.state, prompt)
                if action is not None:
                    assert isinstance(outcome(game, step.state, prompt, action, seed), Decision), (prompt, action)


def test_what_no_template_allows_is_refused_without_a_trace(game: CardGame, options: Any) -> None:
    refused = 0
    for seed in shared(game, SEEDS):
        random = Random(seed)
        for state, prompt, template in asked(game, seed, options):
            data = mutated(sample(template, random), template, random)
            templates = game.options(state, prompt)
            if any(size(one) > 5_000 for one in templates) or allowed(templates, data):
                continue
            try:
                action = typed(game, data)
            except msgspec.ValidationError:
                continue
            before = snapshots.dump(state)
            result = outcome(game, state, prompt, action, seed)
            assert isinstance(result, Refusal), (prompt, data)
            assert result.code in ("ILLEGAL_ACTION", "PROMPT_CLOSED")
            assert result.message
            assert result.rule is None or result.rule.startswith((game.prefix, "KERNEL"))
            assert snapshots.dump(state) == before
            refused += 1
    assert refused


def test_answers_to_other_prompts_and_by_other_seats_are_refused(game: CardGame, options: Any) -> None:
    for seed in shared(game, SEEDS):
        random = Random(seed)
        for state, prompt, template in asked(game, seed, options):
            action = typed(game, sample(template, random))
            others = {(prompt.seat + 1) % len(state.seats)} - {prompt.seat}
            secret = server_seed(seed)
            for seat, number, revision in (
                *((other, prompt.id, prompt.revision) for other in others),
                (prompt.seat, prompt.id, prompt.revision + 1),
                (prompt.seat, state.version + 1, 0),
            ):
                result = decide.act(game, state, seat, action, state.at, secret, prompt=number, revision=revision)
                assert isinstance(result, Refusal)
                assert result.code == "PROMPT_CLOSED"


def test_any_action_unasked_is_refused_or_answers_a_prompt(game: CardGame, options: Any) -> None:
    """Without a prompt's name the action finds the prompt that takes it, or a refusal with a sentence."""
    for seed in shared(game, SEEDS):
        random = Random(seed)
        seen: list[Any] = []
        for state, _, template in asked(game, seed, options):
            seen = [*seen, typed(game, sample(template, random))][-10:]
            action = random.choice(seen)
            seat = random.randrange(len(state.seats))
            result = decide.act(game, state, seat, action, state.at, server_seed(seed))
            takes = [p for p in state.prompts.values() if p.seat == seat and game.takes(p, action)]
            if not takes:
                assert isinstance(result, Refusal)
                assert result.message


def mutated(data: dict[str, Any], template: Template, random: Random) -> dict[str, Any]:
    """The answer with one parameter spoilt, but still of the right shape."""
    if not template.parameters:
        return data
    parameter = random.choice(template.parameters)
    return {**data, parameter.name: spoilt(data[parameter.name], parameter, random)}


def spoilt(value: Any, parameter: Parameter, random: Random) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return random.choice((value + 1, -1, 99))
    if isinstance(value, str):
        texts = [str(option) for option in parameter.options]
        return value + "x" if len(texts) < 2 or random.random() < 0.5 else random.choice(texts)
    if isinstance(value, dict):
        name = random.choice([str(option) for option in parameter.options])
        return {**value, name: value.get(name, 0) + random.choice((1, 50, -1))}
    spoilt_lists = [value + value, [*value, "nothing"], value[1:], value[::-1]]
    if parameter.kind == "payment":
        spoilt_lists.append([*value, random.choice(parameter.options)])
    return random.choice(spoilt_lists)


def sets_of(template: Template) -> set[str]:
    """The parameters whose values are lists that mean sets."""
    return {one.name for one in template.parameters if one.kind == "payment" or (one.kind in SETS and not one.ordered)}


def backwards(data: dict[str, Any], template: Template) -> dict[str, Any]:
    """The same answer, its sets named the other way round."""
    return data | {name: data[name][::-1] for name in sets_of(template)}


def allowed(templates: list[Template], data: dict[str, Any]) -> bool:
    for one in templates:
        sets = sets_of(one)
        wanted = normal(data, sets)
        if any(normal({"type": one.type, **answer}, sets) == wanted for answer in expand(one)):
            return True
    return False


def normal(data: dict[str, Any], sets: set[str]) -> Any:
    """Counts without zeros, lists that mean sets in one order."""
    return {key: sorted(value, key=str) if key in sets else as_said(value) for key, value in data.items()}


def as_said(value: Any) -> Any:
    return {k: v for k, v in value.items() if v} if isinstance(value, dict) else msgspec.to_builtins(value)
