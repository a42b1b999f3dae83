"""The answers that a seat may give, and how one is sent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from playledger_client.model import Model
from playledger_client.models import LegalAction, LegalActionSet, Prompt, PromptMode, PromptOptions, Template


def waiting(legal: LegalActionSet) -> list[PromptOptions]:
    """The prompts that wait for an answer. Standing ones don't: they are offers, which may stay open."""
    return [asked for asked in legal.prompts if asked.prompt.mode != PromptMode.STANDING]


def choices(asked: PromptOptions) -> list[Mapping[str, Any]]:
    """Answers to a prompt, as `Match.act` sends them: all that are listed, or the default where templates stand."""
    listed: list[Mapping[str, Any]] = [{"token": action.token} for action in asked.actions]
    if not listed and asked.default is not None:
        listed.append(guarded(asked.default, asked.prompt))
    return listed


def filled(template: Template, **values: object) -> dict[str, Any]:
    """The action of a template with a value for each of its parameters, by their names. Raises ValueError."""
    names = {parameter.name for parameter in template.parameters}
    if names != values.keys():
        raise ValueError(f"{template.type} takes {sorted(names)}, not {sorted(values)}")
    return {"type": template.type, **template.fixed, **values}


def guarded(action: Model | Mapping[str, Any], prompt: Prompt) -> dict[str, Any]:
    """An action with the prompt that it answers, so that the service never takes it for an answer to another one."""
    data: dict[str, Any] = msgspec.to_builtins(action)
    return {**data, "promptId": prompt.id, "revision": prompt.revision}


def sent(action: LegalAction | Model | Mapping[str, Any], prompt: Prompt | None) -> Mapping[str, Any]:
    """The body of an action: a listed one by its token, others as data, with the prompt where one is given."""
    if isinstance(action, LegalAction):
        return {"token": action.token}
    if prompt is not None:
        return guarded(action, prompt)
    data: Mapping[str, Any] = msgspec.to_builtins(action)
    return data
