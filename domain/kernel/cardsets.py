"""The cards of one game by id: those of its core sets, and those of the sets that its players write themselves.

A set of one's own is the text of one card file. It is content-addressed: its hash says for ever what it is, so chains
name it and hold nothing that its maker wrote, and the ids of its cards begin with that hash. It is read and checked,
never executed. A set that was made known stays so as long as somebody holds it, and no longer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from typing import Any, Generic, TypeVar
from weakref import WeakValueDictionary

import msgspec

from domain.kernel.cardfile import CardFault, Flaw
from domain.kernel.game import CardInfo, Game
from domain.kernel.refusal import Violation

D = TypeVar("D")

PREFIX = 12
"""Characters of the hash that the ids of its cards begin with."""
SETS = 4
"""The most sets of one's own in a match."""
FILE = "card-set.toml"
"""What faults call a text that comes without a name."""
_HASH = re.compile(r"[0-9a-f]{64}")


class OwnSet(msgspec.Struct, Generic[D], frozen=True, eq=False, weakref=True):
    """A set that a player has written: its text, its cards by id, as the game plays and as a catalogue shows them.

    `others` are no cards, but what its cards speak of by id.
    """

    hash: str
    name: str
    text: str
    cards: Mapping[str, D]
    listed: tuple[CardInfo, ...]
    others: Mapping[str, D]


class Reading(msgspec.Struct, Generic[D], frozen=True):
    """What a game makes of a card file: the name of the set, its cards in order, each with what a catalogue shows.

    The ids of all of it begin with the first PREFIX characters of the hash.
    """

    name: str
    cards: Sequence[tuple[D, CardInfo]]
    others: Mapping[str, D] = {}


Read = Callable[[str, str, str], Reading[D]]
"""(file name, text, hash) to the set; the ids of its cards are `card_id(hash, number)`. Raises CardFault."""


class CardSets(Generic[D]):
    """The cards of one game in this process, for all its matches: an id means the same for ever, wherever it is read.

    `core` gives the cards that come with the game, by id; `read` reads a set of somebody's own.
    """

    def __init__(self, core: Callable[[], Mapping[str, D]], read: Read[D]) -> None:
        self._load = core
        self._read = read
        self._own: WeakValueDictionary[str, OwnSet[D]] = WeakValueDictionary()

    @cached_property
    def core(self) -> Mapping[str, D]:
        """The cards that come with the game."""
        return self._load()

    def __getitem__(self, cid: str) -> D:
        """The card with this id. LookupError."""
        card = self.core.get(cid)
        if card is not None:
            return card
        own = self._own[cid[:PREFIX]]
        return own.cards[cid] if cid in own.cards else own.others[cid]

    def playable(self, cid: str, own: Iterable[str]) -> D | None:
        """The card, if it is one of the core sets or of these sets; whoever else's sets are known makes no
        difference.
        """
        card = self.core.get(cid)
        if card is not None:
            return card
        sets = [self.known(digest) for digest in own if digest.startswith(cid[:PREFIX])]
        return next((found.cards[cid] for found in sets if found is not None and cid in found.cards), None)

    def known(self, digest: str) -> OwnSet[D] | None:
        """The set of this hash, if somebody holds it."""
        found = self._own.get(digest[:PREFIX])
        return found if found is not None and found.hash == digest else None

    def read(self, text: str, file: str = FILE) -> OwnSet[D]:
        """The set of this text, which stays unknown. Raises CardFault with every fault."""
        text = plain(text)
        digest = hash_of(text)
        reading = self._read(file, text, digest)
        cards = {shown.id: card for card, shown in reading.cards}
        return OwnSet(digest, reading.name, text, cards, tuple(shown for _, shown in reading.cards), reading.others)

    def use(self, text: str, file: str = FILE) -> OwnSet[D]:
        """The set of this text, whose cards are known for as long as it is held. Raises CardFault.

        One thread at a time: two that make the same set known would hold two of it, of which one counts.
        """
        known = self.known(hash_of(text))
        return self.hold(self.read(text, file), file) if known is None else known

    def hold(self, read: OwnSet[D], file: str = FILE) -> OwnSet[D]:
        """The set that was read, made known for as long as what this gives is held. Raises CardFault."""
        known = self._own.setdefault(read.hash[:PREFIX], read)
        if known.hash != read.hash:
            message = f"another set has the same first {PREFIX} characters of its hash; change any character"
            raise CardFault([Flaw(file, message)])
        return known

    def check(self, named: Sequence[str], rule: str) -> list[Violation]:
        """What is wrong with the sets that the options of a match name."""
        place = ("options", "card_sets")
        if len(named) > SETS or len({digest[:PREFIX] for digest in named}) != len(named):
            return [Violation(rule, f"a match has at most {SETS} card sets of its own, each once", place)]
        strange = [digest for digest in named if self.known(digest) is None]
        return [Violation(rule, f"there is no card set {digest[:64]!r}; upload it first", place) for digest in strange]


def hash_of(text: str) -> str:
    """The hash, hex, that names a set."""
    return sha256(plain(text).encode("utf-8", "surrogatepass")).hexdigest()


def is_hash(name: str) -> bool:
    """Whether this can name a set of somebody's own."""
    return _HASH.fullmatch(name) is not None


def plain(text: str) -> str:
    """The text with the line feeds that are hashed."""
    return text.replace("\r\n", "\n")


def card_id(digest: str, number: int) -> str:
    """The id of a card of one's own: no character of it is the maker's choice but its number."""
    return f"{digest[:PREFIX]}-{number}"


def sets_of(options: Any) -> tuple[str, ...]:
    """The hashes of the sets that the options of a match name, whichever game it is."""
    return tuple(getattr(options, "card_sets", ()))


def own_sets(game: Game, file: str = FILE) -> CardSets[Any]:
    """The cards of a game whose players may write their own; CardFault for another one."""
    if game.own_sets is None:
        raise CardFault([Flaw(file, f"{game.title} has no cards that players could write")])
    return game.own_sets
