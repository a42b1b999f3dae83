"""Effects that last, as sentences tell what they give and take (SCP-515)."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping

from domain.games.scp.board import Lasting
from domain.games.scp.definitions import Definition
from domain.kernel.effects.compiler import Call
from domain.kernel.effects.grammar import parse

Tell = Callable[[Call, Lasting, str, str], str]
"""Tells what a part of a text does: of whom, or to whom."""
FORBIDDEN: Mapping[str, str] = {
    "raid": "raids",
    "assign_research": "research",
    "assign_destroy": "destroying",
    "assign_secure_other": "securing anything else",
}
"""SCP-517."""


def _number(call: Call) -> str | None:
    """The number that is written in a part of a text, with its sign; None: it depends on something."""
    tree = parse(call.text)
    assert isinstance(tree, ast.Call)
    for node in (*tree.args, *(keyword.value for keyword in tree.keywords)):
        try:
            return f"{ast.literal_eval(node):+}"
        except ValueError:
            continue
    return None


def _said(call: Call, name: str) -> str:
    """A name that is written in a part of a text."""
    return str(call.arguments[name](None))


def _change(what: str) -> Tell:
    """A number more or less of something."""
    return lambda call, effect, of, to: f"changes {what}{of}{_by(call)}"


def _by(call: Call) -> str:
    n = _number(call)
    return "" if n is None else f" by {n}"


def _lost(call: Call, effect: Lasting, of: str, to: str) -> str:
    lost = _said(call, "skill")
    return f"takes all Skills{of}" if lost == "all" else f"takes the Skill {lost.capitalize()}{of}"


WHAT: Mapping[str, Tell] = {
    "mod_skill": _change("the Skill Value"),
    "mod_group": lambda call, effect, of, to: f"changes the group total{_by(call)}",
    "mod_req": lambda call, effect, of, to: (
        f"changes the requirement to {_said(call, 'kind')}{to.removeprefix(' to')}{_by(call)}"
    ),
    "grant_skill": lambda call, effect, of, to: f"gives the Skill {_said(call, 'skill').capitalize()}{to}",
    "lose_skill": _lost,
    "grant_icon": lambda call, effect, of, to: f"gives the Icon {_said(call, 'icon').replace('_', ' ').title()}{to}",
    "blank": lambda call, effect, of, to: f"takes the text{of}",
    "cannot": lambda call, effect, of, to: f"forbids {FORBIDDEN[_said(call, 'what')]}",
    "prevent_attrition": lambda call, effect, of, to: f"prevents up to {effect.stock} Attrition",
}
"""The words that last."""


def does(printed: Definition, effect: Lasting, target: str) -> str:
    """SCP-515 The verb and the number of an effect that lasts; `target` is the name of the card it is about, if any."""
    call = printed.blocks[effect.block][effect.at]
    of, to = (f" of {target}", f" to {target}") if target else ("", "")
    return WHAT[call.word](call, effect, of, to)
