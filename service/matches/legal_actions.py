"""The legal actions of a seat at a version: answers one by one while they are few, templates where they are many. And
why the other cards in its hand can't be played.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

import msgspec

from api_schema.input.names import camel
from api_schema.ports.matches import (
    EXPANDED,
    FieldReference,
    LegalAction,
    LegalActionSet,
    PromptOptions,
    UnplayableCard,
    UnplayableCards,
)
from domain.kernel.audience import seat as viewer
from domain.kernel.prompts import Prompt, Template, expand, size
from domain.kernel.table import names_for
from domain.kernel.unplayable import unplayable
from service.application.tokens import ActionClaim, Tokens
from service.matches.aggregate import Aggregate
from service.matches.rendering import prompt_out, table_of


class LegalActions:
    """Computes the options of seats."""

    def __init__(self, tokens: Tokens) -> None:
        self._tokens = tokens

    def of(self, match: Aggregate, seat: int, expand: int = EXPANDED) -> LegalActionSet:
        """All options of a seat, first those that somebody waits for; none inside a batch. Of each prompt at most
        `expand` answers are listed.
        """
        state = match.state
        prompts = [] if match.resolving else [prompt for prompt in state.prompts.values() if prompt.seat == seat]
        prompts.sort(key=lambda prompt: prompt.mode == "standing")
        return LegalActionSet(
            version=match.seen,
            seat=seat,
            may_concede=not match.resolving and state.status == "running" and not state.seats[seat].conceded,
            prompts=tuple(self._options(match, prompt, expand) for prompt in prompts),
        )

    def _options(self, match: Aggregate, prompt: Prompt, most: int) -> PromptOptions:
        names = _names(match, prompt.seat) if most else {}
        actions: list[LegalAction] = []
        templates: list[Template] = []
        legal = match.game.options(match.state, prompt)
        for template in legal:
            if len(actions) + size(template) <= most:
                actions += [self._action(match, prompt, template, answer, names) for answer in expand(template)]
            else:
                templates.append(match.entry.member_names.template(template))
        default = match.game.default(match.state, prompt)
        return PromptOptions(
            prompt_out(match, prompt, viewer(prompt.seat)),
            tuple(actions),
            tuple(templates),
            tuple(chain.from_iterable(_references(match, type_) for type_ in dict.fromkeys(one.type for one in legal))),
            match.entry.member_names.action(msgspec.to_builtins(default)),
        )

    def _action(
        self, match: Aggregate, prompt: Prompt, template: Template, answer: dict[str, Any], names: Mapping[str, str]
    ) -> LegalAction:
        action = match.entry.member_names.action({"type": template.type, **answer})
        chosen = ", ".join(
            match.game.seat_name(answer[parameter.name])
            if parameter.kind == "seat"
            else _words(answer[parameter.name], names)
            for parameter in template.parameters
        )
        label = template.label or template.type
        return LegalAction(
            token=self._tokens.action(match.match, ActionClaim(prompt.id, prompt.revision, action)),
            type=template.type,
            label=f"{label}: {chosen}" if chosen else label,
            action=action,
            rule_ids=template.rules,
        )


def unplayable_of(match: Aggregate, seat: int) -> UnplayableCards:
    """The cards in the hand of a seat that it can't play, and why; none inside a batch."""
    found = {} if match.resolving else unplayable(match.game, match.state, seat)
    cards = tuple(UnplayableCard(card, refusal.rule, refusal.message) for card, refusal in found.items())
    return UnplayableCards(match.seen, seat, cards)


def _references(match: Aggregate, type_: str) -> Iterator[FieldReference]:
    """The things that the fields of an action name."""
    for name, kinds in match.game.references[type_].items():
        yield FieldReference(type_, camel(name), tuple(kind.upper() for kind in kinds))  # type: ignore[misc]


def _names(match: Aggregate, seat: int) -> dict[str, str]:
    """The cards that the seat sees on the table by what actions say for them: a label tells nothing else."""
    table = table_of(match, viewer(seat))
    return {} if table is None else names_for(table, seat, match.game.seat_name)


def _words(value: Any, names: Mapping[str, str]) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return " + ".join(f"{number} {name}" for name, number in value.items()) or "none"
    if isinstance(value, list):
        return " + ".join(_words(item, names) for item in value) or "none"
    return names.get(value, str(value))
