"""The texts of the C4 cards, as the second referee reads them: TOML and expressions, nothing of the engine."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from tests.kit.referee import Data

Text = ast.expr
TEXTS = ("play", "flipped", "continuous", "cost", "reaction", "on", "act")


@dataclass(frozen=True)
class Printed:
    """A printed card; `texts` are its keys, each with what it says."""

    cid: str
    name: str
    kind: str
    symbol: str
    texts: Data

    @property
    def all_texts(self) -> Sequence[Text]:
        """Every text that does something, whenever it does."""
        abilities = [*self.texts.get("on", ()), *self.texts.get("act", ())]
        own = [self.texts[key] for key in ("play", "flipped") if key in self.texts]
        return [parsed(text) for text in (*own, *(ability["do"] for ability in abilities))]

    @property
    def parts(self) -> Sequence[Text]:
        """The parts of its played text, in written order (C4-443)."""
        return parts(parsed(self.texts["play"])) if "play" in self.texts else ()

    @property
    def cost(self) -> Text | None:
        """C4-311 How much is paid for the card itself."""
        return argument(parsed(self.texts["cost"]), 0) if "cost" in self.texts else None

    def triggers(self, moment: str) -> Iterator[tuple[ast.Call, Text | None, Sequence[Text]]]:
        """(the condition on the moment, `if`, parts) of each ability that this moment triggers."""
        for ability in self.texts.get("on", ()):
            when = parsed(ability["when"])
            if isinstance(when, ast.Call) and word(when) == moment:
                yield when, parsed(ability["if"]) if "if" in ability else None, parts(parsed(ability["do"]))


def printed(files: Sequence[Data]) -> dict[str, Printed]:
    """C4-605 C4-608 The cards of these files by id: set code and two digits of the Collector Number."""
    found = {}
    for file in files:
        for card in file["card"]:
            cid = f"{file['set'].split('-')[1]}-{card['number']:02}"
            found[cid] = Printed(cid, card["name"], card["kind"], card["symbol"], card)
    return found


@cache
def parsed(text: str) -> Text:
    """A text is an expression of names, calls, filters in brackets and lists."""
    return ast.parse(text.strip(), mode="eval").body


def parts(text: Text) -> Sequence[Text]:
    """The parts that a text is made of."""
    return text.elts if isinstance(text, ast.Tuple | ast.List) else (text,)


def word(text: ast.AST) -> str:
    """The word that a part begins with."""
    if isinstance(text, ast.Call) and isinstance(text.func, ast.Name):
        return text.func.id
    return text.id if isinstance(text, ast.Name) else ""


def argument(text: Text, place: int) -> Text:
    """What stands at this place in a part."""
    assert isinstance(text, ast.Call)
    return text.args[place]


def told(text: Text, name: str) -> str | None:
    """The name that a part gives for this, as in `defender=you`."""
    assert isinstance(text, ast.Call)
    return next((word(one.value) for one in text.keywords if one.arg == name), None)


def says(text: Text, name: str) -> bool:
    """Whether this name is among the arguments of a part."""
    return isinstance(text, ast.Call) and any(word(one) == name for one in text.args)


def uses(text: Text, name: str) -> Iterator[ast.Call]:
    """Every part of a text, at any depth, that begins with this word."""
    for node in ast.walk(text):
        if isinstance(node, ast.Call) and word(node) == name:
            yield node
