"""The cards of TRF as the second referee reads them: TOML and expressions, nothing of the engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from tests.kit.card_texts import Text, parsed, parts, word
from tests.kit.referee import Data

ALIGNMENTS: Mapping[str, str] = {
    "coalition": "light",
    "jedi": "light",
    "iron_regency": "dark",
    "umbral_circle": "dark",
    "freeport_league": "neutral",
    "drift_clans": "neutral",
    "universal": "none",
}
"""TRF-614 The alignment of each faction."""


@dataclass(frozen=True)
class Printed:
    """A printed card; `data` is its table."""

    cid: str
    data: Data

    @property
    def name(self) -> str:
        return str(self.data["name"])

    @property
    def kind(self) -> str:
        """TRF-601 Account, planet, character or OOC."""
        return str(self.data["kind"])

    @property
    def faction(self) -> str:
        """TRF-318 TRF-614 A card without a faction is universal."""
        return str(self.data.get("faction", "universal"))

    @property
    def alignment(self) -> str:
        """TRF-614 That of its faction, unless another is printed."""
        return str(self.data.get("alignment", ALIGNMENTS[self.faction]))

    @property
    def deviant(self) -> bool:
        """TRF-316 A card whose alignment is not its faction's."""
        return self.alignment != ALIGNMENTS[self.faction]

    @property
    def unique(self) -> bool:
        return bool(self.data.get("unique", False))

    @property
    def fleeter(self) -> bool:
        """TRF-610 Fleeter, not Individual."""
        return self.data.get("class") == "fleeter"

    def number(self, key: str) -> int:
        """A printed number, 0 where none is printed."""
        return int(self.data.get(key, 0))

    @cached_property
    def lasting(self) -> Mapping[str, Sequence[tuple[str, Text]]]:
        """The parts of its abilities, each with its moment, by the word that they begin with."""
        found: dict[str, list[tuple[str, Text]]] = {}
        for ability in self.data.get("abilities", ()):
            for part in parts(parsed(ability["do"])):
                found.setdefault(word(part), []).append((ability.get("when", ""), part))
        return found

    @property
    def played(self) -> Sequence[Text]:
        """The parts of the text that an OOC card has when it is played."""
        return [part for one in self.data.get("abilities", ()) if "windows" in one for part in parts(parsed(one["do"]))]

    @property
    def every(self) -> Sequence[Text]:
        """Everything that it says."""
        return [parsed(ability["do"]) for ability in self.data.get("abilities", ())]


def printed(files: Sequence[Data]) -> dict[str, Printed]:
    """The cards of these files by id."""
    return {card["id"]: Printed(card["id"], card) for file in files for card in file.get("card", ())}
