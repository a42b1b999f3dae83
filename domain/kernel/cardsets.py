"""The cards of one game by id: those of its core sets, and those of the sets that its players write themselves.

A player's own set is the text of one card file. It is content-addressed: its hash says for ever what it is, so chains
name it and hold nothing that its maker wrote, and the ids of its cards begin with that hash. The reader reads and
checks it, and never executes it. A set stays known as long as a holder keeps it, and no longer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from typing import Any, Generic, Protocol
from weakref import WeakValueDictionary

import msgspec
from typing_extensions import TypeVar

from domain.kernel.cardfile import CardFault, Flaw
from domain.kernel.catalogue import CardInfo, CardSetInfo
from domain.kernel.refusal import Violation


class Printed(Protocol):
    """What every card has: its id, and its file's text as data."""

    @property
    def cid(self) -> str: ...
    @property
    def source(self) -> Mapping[str, object]: ...


C = TypeVar("C", bound=Printed, default=Any)
"""A card, as the game reads it."""
D = TypeVar("D", default=Any)
"""A card, or what cards speak of by id."""

PREFIX = 12
"""Characters of the hash that the ids of its cards begin with."""
SETS = 4
"""The most sets of players' own in a match."""
FILE = "card-set.toml"
"""The name that faults give a text without one."""
_HASH = re.compile(r"[0-9a-f]{64}")


class CardSet(msgspec.Struct, Generic[C], frozen=True):
    """The cards of one set that comes with the game."""

    id: str
    name: str
    cards: tuple[C, ...]

    def written(self) -> Iterator[tuple[str, Mapping[str, object]]]:
        """All that its files say, by id: two sets that say the same are the same."""
        for card in self.cards:
            yield card.cid, card.source


S = TypeVar("S", bound=CardSet, default=CardSet)
"""A set that comes with the game."""


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
    """A card file as a game reads it: the name of the set, its cards in order, each with its entry of the catalogue.

    The ids of all of it begin with the first PREFIX characters of the hash.
    """

    name: str
    cards: Sequence[tuple[D, CardInfo]]
    others: Mapping[str, D] = {}


SetReader = Callable[[str, str, str], Reading[D]]
"""(file name, text, hash) to the set; the ids of its cards are `card_id(hash, number)`. Raises CardFault."""


Shown = Callable[[Any], CardInfo]
"""A card of a core set to its entry in a catalogue."""


class CardSets(Generic[S, D]):
    """The cards of one game in this process, for all its matches: an id means the same for ever, wherever it is read.

    `known` are those of the core sets, by id. Who makes this knows no words of the cards, which may look cards up here;
    the game knows both and says how sets are read (`read_by`).
    """

    _load: Callable[[], Sequence[S]]
    _read: SetReader[D]
    _shown: Shown

    def __init__(self, known: Callable[[], Mapping[str, D]]) -> None:
        self._cards = known
        self._own: WeakValueDictionary[str, OwnSet[D]] = WeakValueDictionary()

    def read_by(self, *, core: Callable[[], Sequence[S]], own: SetReader[D], shown: Shown) -> None:
        """From now on the core sets are read so, and so is a set of somebody's own; a catalogue shows cards so."""
        self._load, self._read, self._shown = core, own, shown

    @cached_property
    def core_sets(self) -> Sequence[S]:
        """The sets that come with the game, read when they are first asked for."""
        return self._load()

    def card_set_hash(self) -> str:
        """The hash, hex, of all cards of the core sets as written, which matches are pinned to."""
        whole = sha256()
        for card_set in self.core_sets:
            for written in card_set.written():
                whole.update(repr(written).encode())
        return whole.hexdigest()

    def card_sets(self) -> Sequence[CardSetInfo]:
        """The core sets."""
        return [CardSetInfo(card_set.id, card_set.name, len(card_set.cards)) for card_set in self.core_sets]

    def cards(self) -> Sequence[CardInfo]:
        """The cards of the core sets, with their printed facts."""
        return [self._shown(card) for card_set in self.core_sets for card in card_set.cards]

    def __getitem__(self, cid: str) -> D:
        """The card with this id. LookupError."""
        card = self._cards().get(cid)
        if card is not None:
            return card
        own = self._own[cid[:PREFIX]]
        return own.cards[cid] if cid in own.cards else own.others[cid]

    def playable(self, cid: str, own: Iterable[str]) -> D | None:
        """The card, if it is one of the core sets or of these sets; other known sets make no difference."""
        card = self._cards().get(cid)
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
        """The faults of the sets that the options of a match name."""
        place = ("options", "card_sets")
        if len(named) > SETS or len({digest[:PREFIX] for digest in named}) != len(named):
            return [Violation(rule, f"a match has at most {SETS} card sets of its own, each once", place)]
        strange = [digest for digest in named if self.known(digest) is None]
        return [Violation(rule, f"there is no card set {digest[:64]!r}; upload it first", place) for digest in strange]


def hash_of(text: str) -> str:
    """The hash, hex, that names a set."""
    return sha256(plain(text).encode("utf-8", "surrogatepass")).hexdigest()


def is_hash(name: str) -> bool:
    """Whether this can name a set of a player's own."""
    return _HASH.fullmatch(name) is not None


def plain(text: str) -> str:
    """The text with the line feeds that are hashed."""
    return text.replace("\r\n", "\n")


def card_id(digest: str, number: int) -> str:
    """The id of a card of a player's own: its maker chooses no character of it but its number."""
    return f"{digest[:PREFIX]}-{number}"


def sets_of(options: object) -> tuple[str, ...]:
    """The hashes of the sets that the options of a match name, whichever game it is."""
    return tuple(getattr(options, "card_sets", ()))
