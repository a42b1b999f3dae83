"""The tables of actions and prompts in a game's RULES.md, printed from its code between two marks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from inspect import cleandoc

import msgspec

from domain.kernel.actions import Action, name_of
from domain.kernel.game import CardGame

BEGIN, END = "<!-- actions and prompts -->", "<!-- end of actions and prompts -->"
BLOCK = re.compile(f"^{BEGIN}\n.*?^{END}$", re.MULTILINE | re.DOTALL)
ACTIONS = "| action | members | does |"
PROMPTS = "| prompt | rule | asks | answers | secret |"
RULES = re.compile(r"^(?:[A-Z0-9]+-R?\d+ )+")
"""The rule IDs that a docstring begins with."""


def printed(game: CardGame, text: str) -> str:
    """A text with the tables between its marks printed anew."""
    return BLOCK.sub(lambda _: "\n".join([BEGIN, "", *_lines(game), "", END]), text)


def _lines(game: CardGame) -> Iterator[str]:
    yield from (ACTIONS, _ruled(ACTIONS))
    for action in game.actions:
        yield f"| `{name_of(action)}` | {_members(action)} | {_does(action)} |"
    yield from ("", "A member with `?` may be left out.", "", PROMPTS, _ruled(PROMPTS))
    for kind, asked in game.questions.items():
        first = next(iter(asked.values()))
        rules = ", ".join(dict.fromkeys(one.rule for one in asked.values()))
        answers = ", ".join(f"`{name}`" for name in sorted(map(name_of, game.answers[kind])))
        secret = "" if first.secrecy == "open" else first.secrecy
        yield f"| `{kind}` | {rules} | {game.asks_all(kind)} | {answers} | {secret} |"


def _ruled(head: str) -> str:
    return re.sub(r"[^|]+", "---", head)


def _members(action: type[Action]) -> str:
    return ", ".join(f"`{one.encode_name}`{'' if one.required else '?'}" for one in msgspec.structs.fields(action))


def _does(action: type[Action]) -> str:
    return RULES.sub("", " ".join(cleandoc(action.__doc__ or "").split())).replace("|", "\\|")
