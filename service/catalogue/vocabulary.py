"""The reference of a game's card vocabulary, from the words themselves: `docs/games/<slug>-words.md`."""

from __future__ import annotations

from pathlib import Path

from domain.kernel.effects.vocabulary import Vocabulary, Word, WordParameter
from domain.kernel.game import CardGame
from service.catalogue.scenario_index import ROOT

GROUPS = {
    "effect": "What happens",
    "players": "Players",
    "cards": "Cards",
    "target": "Targets",
    "outcome": "Outcomes of a die",
    "number": "Numbers",
    "condition": "Conditions",
    "trigger": "Triggers, and conditions of Reactions",
    "modifier": "What holds while a card is in play",
    "cost": "Costs",
}


def page(game: CardGame, vocabulary: Vocabulary) -> str:
    """Every word by group, with its parameters, as Markdown."""
    lines = [
        f"# {game.title}: the words of card texts",
        "",
        "Written by `make rules` from the words themselves; not to be edited. How expressions are put together:",
        "`domain/kernel/effects/grammar.py`. Parameters in brackets may be left out; `|` parts names.",
    ]
    for group, title in GROUPS.items():
        words = sorted((word for (kind, _), word in vocabulary.words.items() if kind == group), key=lambda w: w.name)
        if words:
            lines += ["", f"## {title}", "", "| Word | Meaning |", "|---|---|"]
            lines += [f"| `{shape(word)}` | {' '.join(word.doc.split())} |" for word in words]
    return "\n".join(lines) + "\n"


def shape(word: Word) -> str:
    """The word as it is written, with its parameters."""
    if not word.parameters:
        return word.name
    return f"{word.name}({', '.join(map(_parameter, word.parameters))})"


def _parameter(parameter: WordParameter) -> str:
    kind = " \\| ".join(parameter.choices) or parameter.names or parameter.kind
    if parameter.bounds is not None:
        kind = f"{parameter.bounds.low} to {parameter.bounds.high}"
    if parameter.kind == "choices":
        kind = f"one or more of {kind}"
    text = f"{parameter.name}: {kind}"
    return text if parameter.required else f"[{text}]"


def file_of(game: CardGame, root: Path = ROOT) -> Path:
    """The committed page of a game."""
    return root / "docs" / "games" / f"{game.slug}-words.md"


def write(game: CardGame, root: Path = ROOT) -> Path | None:
    """Write a game's page; the file, or None for a game whose cards have no texts."""
    vocabulary = game.vocabulary
    if vocabulary is None:
        return None
    file = file_of(game, root)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(page(game, vocabulary), encoding="utf-8")
    return file
