"""The legal actions of a seat at a version: answers one by one while they are few, templates where they are many."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from api_schema.ports.matches import LegalAction, LegalActionSet, PromptOptions
from domain.kernel.audience import seat as viewer
from domain.kernel.prompts import Prompt, Template, expand, size
from service.application.tokens import ActionClaim, Tokens
from service.matches.aggregate import Aggregate
from service.matches.rendering import prompt_out

CAP = 200
"""Answers to one prompt that are listed one by one."""


class LegalActions:
    """Computes the options of seats."""

    def __init__(self, tokens: Tokens) -> None:
        self._tokens = tokens

    def of(self, match: Aggregate, seat: int) -> LegalActionSet:
        """All options of a seat, first those that somebody waits for; none inside a batch."""
        state = match.state
        prompts = [] if match.resolving else [prompt for prompt in state.prompts.values() if prompt.seat == seat]
        prompts.sort(key=lambda prompt: prompt.mode == "standing")
        return LegalActionSet(
            version=match.seen,
            seat=seat,
            may_concede=not match.resolving and state.status == "running" and not state.seats[seat].conceded,
            prompts=tuple(self._options(match, prompt) for prompt in prompts),
        )

    def _options(self, match: Aggregate, prompt: Prompt) -> PromptOptions:
        names = _names(match, prompt.seat)
        actions: list[LegalAction] = []
        templates: list[Template] = []
        for template in match.game.options(match.state, prompt):
            if len(actions) + size(template) <= CAP:
                actions += [self._action(match, prompt, template, answer, names) for answer in expand(template)]
            else:
                templates.append(match.entry.spelling.template(template))
        default = match.game.default(match.state, prompt)
        return PromptOptions(
            prompt_out(prompt),
            tuple(actions),
            tuple(templates),
            match.entry.spelling.action(msgspec.to_builtins(default)),
        )

    def _action(
        self, match: Aggregate, prompt: Prompt, template: Template, answer: dict[str, Any], names: Mapping[str, str]
    ) -> LegalAction:
        action = match.entry.spelling.action({"type": template.type, **answer})
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


def _names(match: Aggregate, seat: int) -> dict[str, str]:
    """The cards that the seat sees on the table, by instance id: a label tells nothing else. One that lies face down is
    known by its place.
    """
    table = match.game.table(match.game.view(match.state, viewer(seat)), match.state.cards)
    named = {card.id: card.name for zone in table.zones for card in zone.cards if card.id and card.name}
    for player in table.players:
        whose = match.game.seat_name(player.seat)
        for zone in player.zones:
            for place, card in enumerate(zone.cards, 1):
                if card.id is not None:
                    named[card.id] = card.name or f"card {place} of {whose}'s {zone.name.replace('_', ' ')}"
    return named


def _words(value: Any, names: Mapping[str, str]) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return " + ".join(f"{number} {name}" for name, number in value.items()) or "none"
    if isinstance(value, list):
        return " + ".join(_words(item, names) for item in value) or "none"
    return names.get(value, str(value))
