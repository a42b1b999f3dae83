"""The tables of cards in a game's RULES.md: printed from its card files, between two marks each.

`<!-- cards kind=city: cost cp text -->` is followed by a table of the cards whose `kind` is city, or has it among
several, and by `<!-- end of cards -->`. The table has a column for the id, for the name and for each key that is named
behind the colon. Everything else in the file stands in a last column, as it is written there, but for keys behind a
minus. `cards in=<set>` takes the cards of one set, `cards each=moves` makes a row of each entry below that key.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from domain.kernel.game import CardGame
from service.catalogue import action_tables
from service.catalogue.scenario_index import ROOT

BLOCK = re.compile(r"^(<!-- cards ?(.*?): (.*?) -->\n).*?^(<!-- end of cards -->)$", re.MULTILINE | re.DOTALL)
NOTHING = "-"
Source = Mapping[str, Any]


def file_of(game: CardGame, root: Path = ROOT) -> Path:
    """The game's RULES.md in the checkout."""
    return root.joinpath(*game.package.split("."), "RULES.md")


def printed(game: CardGame, text: str) -> str:
    """A text with the tables between its marks printed anew, those of actions and prompts too."""
    text = action_tables.printed(game, text)
    return BLOCK.sub(lambda block: f"{block[1]}\n{_table(game, block[2].split(), block[3].split())}\n{block[4]}", text)


def write(game: CardGame, root: Path = ROOT) -> Path:
    """Print the tables of a game's RULES.md anew; the file."""
    file = file_of(game, root)
    file.write_text(printed(game, file.read_text(encoding="utf-8")), encoding="utf-8")
    return file


def _table(game: CardGame, which: Sequence[str], keys: Sequence[str]) -> str:
    """How many cards or entries there are, and the table."""
    conditions = dict(one.split("=") for one in which)
    each = conditions.pop("each", None)
    shown = ["name", *(key for key in keys if not key.startswith("-"))]
    silent = {*shown, *conditions, "id", "number", *(key.removeprefix("-") for key in keys)}
    found = [(cid, one) for cid, whole in _cards(game, conditions) for one in _entries(whole, each)]
    rest = [" ".join(f"`{key} = {_toml(one[key])}`" for key in one if key not in silent) for _, one in found]
    rows = [[cid, *(_cell(one.get(key)) for key in shown)] for cid, one in found]
    if any(rest):
        shown = [*shown, "effects"]
        rows = [[*row, more or NOTHING] for row, more in zip(rows, rest, strict=True)]
    lines = [["card", *shown], ["---"] * (len(shown) + 1), *rows]
    return "\n".join([f"{len(found)} in all.", "", *map(_line, lines), ""])


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def _cards(game: CardGame, conditions: Mapping[str, str]) -> Iterator[tuple[str, Source]]:
    """(id, all that the file says) of the cards that meet the conditions."""
    listed = {card.id for card in game.cards()}
    wanted = [(key, value) for key, value in conditions.items() if key != "in"]
    for card_set in game.core().sets:
        if conditions.get("in", card_set.id) == card_set.id:
            for cid, source in card_set.sources:
                if cid in listed and all(value in _several(source.get(key)) for key, value in wanted):
                    yield cid, source


def _several(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list) else [value]


def _entries(source: Source, each: str | None) -> Sequence[Source]:
    return [source] if each is None else _several(source.get(each, []))


def _cell(value: object) -> str:
    """A value as a reader of the table sees it."""
    if isinstance(value, list):
        there = [_cell(one) for one in value]
        return ("<br>" if any(isinstance(one, dict) for one in value) else ", ").join(there) or NOTHING
    if isinstance(value, dict):
        told = ": ".join(str(value[key]) for key in ("name", "text") if key in value)
        keys = {key: one for key, one in value.items() if key not in ("name", "text")}
        return f"{told} `{_toml(keys)[2:-2]}`".lstrip()
    return NOTHING if value is None else _toml(value) if isinstance(value, bool) else str(value)


def _toml(value: object) -> str:
    """A value as an inline value of TOML."""
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {_toml(one)}' for key, one in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    return json.dumps(value, ensure_ascii=False)
