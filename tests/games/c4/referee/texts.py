"""The texts of the C4 cards, as the second referee reads them: TOML and expressions, nothing of the engine."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tests.kit.card_texts import Text, argument, parsed, parts, word
from tests.kit.referee import Data


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
