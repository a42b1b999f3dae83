"""Recorded questions for tests of clients: what is asked on which table, and what may be answered, as REST says it.

`python -m tests.kit.answers FILE` writes a line of JSON for each kind of question that a few matches of every game by
chance have asked: the one with the most answers of its shape.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from api_schema.input.member_names import camel_value
from api_schema.input.names import camel
from domain.games import discover
from domain.kernel.audience import seat
from domain.kernel.game import CardGame
from domain.kernel.match import State
from domain.kernel.prompts import Prompt, Template, expand, size
from service.catalogue.member_names import GameMemberNames
from tests.kit.modes import in_each_mode
from tests.kit.play import whole
from tests.toy_game import GAME as TOY

SEEDS = range(3)
"""Of matches of each mode."""
LISTED = 200
"""At most so many answers of a question are listed, from all its templates alike."""
Shape = tuple[Any, ...]


def write(file: Path) -> None:
    """The questions of every game in every mode."""
    with file.open("w") as lines:
        for variant in in_each_mode([*discover().values(), TOY]):
            for asked in questions(variant.game, variant.options):
                lines.write(json.dumps(asked, separators=(",", ":")) + "\n")


def questions(game: CardGame, options: Any) -> Iterator[dict[str, Any]]:
    """One question of each shape."""
    found: dict[Shape, tuple[int, State, Prompt]] = {}
    for seed in SEEDS:
        for step in whole(game, seed, options=options):
            for prompt in step.state.prompts.values():
                legal = game.options(step.state, prompt)
                many = sum(map(size, legal))
                shape = (prompt.kind, *sorted({shape_of(template) for template in legal}))
                if many > found.get(shape, (0,))[0]:
                    found[shape] = many, step.state, prompt
    for _, state, prompt in found.values():
        yield question(game, state, prompt)


def shape_of(template: Template) -> tuple[Any, ...]:
    """What tells templates apart that a client has to treat otherwise."""
    return template.type, tuple((one.name, one.kind, one.ordered) for one in template.parameters)


def question(game: CardGame, state: State, prompt: Prompt) -> dict[str, Any]:
    """A prompt with its options, as REST gives them with `expand=0`, the seat's table and some of the answers."""
    spelling = GameMemberNames(game)
    legal = game.options(state, prompt)
    types = dict.fromkeys(template.type for template in legal)
    answers = [spelling.action({"type": one.type, **answer}) for one in legal for answer in some(one, len(legal))]
    table = game.table(game.view(state, seat(prompt.seat)), state.cards)
    asked = {
        "game": game.slug,
        "table": camel_value(table),
        "options": {
            "prompt": {"id": str(prompt.id), "revision": prompt.revision, "seat": prompt.seat, "kind": prompt.kind},
            "templates": [spelling.template(template) for template in legal],
            "references": [
                {"action": type_, "field": camel(name), "names": [kind.upper() for kind in kinds]}
                for type_ in types
                for name, kinds in game.references[type_].items()
            ],
        },
        "answers": answers,
        "whole": len(answers) == sum(map(size, legal)),
    }
    return dict(msgspec.to_builtins(asked))


def some(template: Template, templates: int) -> Sequence[dict[str, Any]]:
    """Answers of a template: all if they are few, else by chance among the first of them."""
    most = max(1, LISTED // templates)
    first = list(islice(expand(template), 20 * most))
    return first if len(first) <= most else Random(0).sample(first, most)


if __name__ == "__main__":
    write(Path(sys.argv[1]))
