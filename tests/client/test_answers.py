"""What is answered is what was asked for, with the prompt that it answers."""

from __future__ import annotations

import pytest

from playledger_client import choices, filled, guarded, waiting
from playledger_client.answers import sent
from playledger_client.models import (
    C4PassAction,
    LegalAction,
    LegalActionSet,
    Parameter,
    ParameterKind,
    Prompt,
    PromptMode,
    PromptOptions,
    Template,
)


def prompt(mode: PromptMode) -> Prompt:
    return Prompt(
        id="12", revision=3, seat=0, kind="-", mode=mode, rule_id="-", text="-", about=None, opened_at_version=1,
        deadline=None,
    )  # fmt: skip


ASKED = prompt(PromptMode.BLOCKING)
LISTED = LegalAction(token="la_1", type="pass", label="-", action={"type": "pass"}, rule_ids=[])
GUARD = {"promptId": "12", "revision": 3}


def options(mode: PromptMode, *actions: LegalAction, default: dict[str, object] | None = None) -> PromptOptions:
    return PromptOptions(prompt=prompt(mode), actions=list(actions), templates=[], references=[], default=default)


def test_offers_that_stay_open_wait_for_nobody() -> None:
    prompts = [options(mode) for mode in (PromptMode.STANDING, PromptMode.SIMULTANEOUS, PromptMode("TO_COME"))]
    legal = LegalActionSet(version=1, seat=0, may_concede=True, prompts=prompts)
    assert waiting(legal) == prompts[1:]


def test_choices_are_the_listed_answers_or_the_default() -> None:
    default: dict[str, object] = {"type": "bid", "cards": []}
    assert choices(options(PromptMode.BLOCKING, LISTED, default=default)) == [{"token": "la_1"}]
    assert choices(options(PromptMode.BLOCKING, default=default)) == [{**default, **GUARD}]
    assert choices(options(PromptMode.STANDING)) == []


def test_a_template_takes_a_value_for_each_parameter() -> None:
    parameter = Parameter(name="cards", kind=ParameterKind.CARDS, options=["s1", "s2"])
    template = Template(type="discard", fixed={"pile": "hand"}, parameters=[parameter])
    assert filled(template, cards=["s2"]) == {"type": "discard", "pile": "hand", "cards": ["s2"]}
    for wrong in ({}, {"cards": [], "more": 1}):
        with pytest.raises(ValueError, match=r"discard takes \['cards'\]"):
            filled(template, **wrong)


def test_an_action_goes_out_by_its_token_or_with_its_guard() -> None:
    assert sent(LISTED, ASKED) == {"token": "la_1"}
    assert sent(C4PassAction(), ASKED) == guarded({"type": "pass"}, ASKED) == {"type": "pass", **GUARD}
    assert sent({"type": "concede"}, None) == {"type": "concede"}
