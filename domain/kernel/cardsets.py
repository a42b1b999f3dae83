"""The cards of one game by id: those of its core sets, and those of the sets that its players write themselves.

A set is content-addressed: its hash says for ever what it is, and a match is pinned to the hashes of its sets. A caller
that loads a match looks them up in a library and hands their cards over; nothing here remembers a set. A player's own
set is the text of one card file. Chains name its hash and hold nothing that its maker wrote, and the ids of its cards
begin with that hash. The reader reads and checks it, and never executes it.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Generic

import msgspec

from domain.kernel.board import D
from domain.kernel.catalogue import CardInfo, CardSetInfo
from domain.kernel.refusal import Violation

PREFIX = 12
"""Characters of the hash that the ids of its cards begin with."""
SETS = 4
"""The most sets of players' own in a match."""
FILE = "card-set.toml"
"""The name that faults give a text without one."""
PUBLISHED = "published"
"""The folder of a game's package in which the core sets of its releases are kept, each packed, by hash."""
_HASH = re.compile(r"[0-9a-f]{64}")

Files = Sequence[tuple[str, str]]
"""Card files: (name, text)."""


class CardSet(msgspec.Struct, Generic[D], frozen=True):
    """The cards of one set that comes with the game. `sources` are all that its files say, by id: two sets that say the
    same are the same.
    """

    id: str
    name: str
    cards: tuple[D, ...]
    sources: tuple[tuple[str, Mapping[str, object]], ...] = ()


class Core(msgspec.Struct, Generic[D], frozen=True, eq=False):
    """The sets that come with a game at one time, as read: their hash, hex, what its cards speak of by id, the entries
    of a catalogue, and the files that all of it was read from.

    `names` are those that texts of further sets may use, by kind, and `taken` the ids that these may not use.
    """

    hash: str
    sets: tuple[CardSet, ...]
    cards: Mapping[str, D]
    listed: tuple[CardInfo, ...]
    files: Files = ()
    names: Mapping[str, Mapping[str, str]] = {}
    taken: Mapping[str, frozenset[str]] = {}

    def infos(self) -> list[CardSetInfo]:
        """Its sets, as a catalogue shows them."""
        return [CardSetInfo(card_set.id, card_set.name, len(card_set.cards)) for card_set in self.sets]


class OwnSet(msgspec.Struct, Generic[D], frozen=True, eq=False):
    """A set that a player has written: its text, its cards by id, as the game plays and as a catalogue shows them.

    `others` are no cards, but what its cards speak of by id.
    """

    hash: str
    name: str
    text: str
    cards: Mapping[str, D]
    listed: tuple[CardInfo, ...]
    others: Mapping[str, D]


class Library(msgspec.Struct, Generic[D], frozen=True, eq=False):
    """The sets that are at hand when a match is loaded: those of this release, earlier core sets, players' own sets."""

    current: Core[D]
    earlier: tuple[Core[D], ...] = ()
    own: tuple[OwnSet[D], ...] = ()

    def core(self, pinned: str) -> Core[D]:
        """The core sets of this hash; those of this release where they are not at hand."""
        return next((core for core in self.earlier if core.hash == pinned), self.current)

    def has(self, pinned: str) -> bool:
        """Whether the core sets of this hash are at hand."""
        return self.core(pinned).hash == pinned

    def cards(self, pinned: str, named: Sequence[str]) -> Mapping[str, D]:
        """The cards by id of a match with these core sets and those of these own sets that are at hand."""
        cards = self.core(pinned).cards
        own = [one for one in self.own if one.hash in named]
        if not own:
            return cards
        return {**cards, **{cid: card for one in own for part in (one.cards, one.others) for cid, card in part.items()}}

    def check(self, named: Sequence[str], rule: str) -> list[Violation]:
        """The faults of the own sets that the options of a match name."""
        place = ("options", "card_sets")
        if len(named) > SETS or len({digest[:PREFIX] for digest in named}) != len(named):
            return [Violation(rule, f"a match has at most {SETS} card sets of its own, each once", place)]
        known = {one.hash for one in self.own}
        strange = [digest for digest in named if digest not in known]
        return [Violation(rule, f"there is no card set {digest[:64]!r}; upload it first", place) for digest in strange]


def hash_of_sets(sets: Sequence[CardSet]) -> str:
    """The hash, hex, of all cards of core sets as written, which matches are pinned to."""
    whole = sha256()
    for card_set in sets:
        for source in card_set.sources:
            whole.update(repr(source).encode())
    return whole.hexdigest()


def packed(written: Files) -> bytes:
    """Card files as they are kept for ever: the same files give the same bytes."""
    return gzip.compress(msgspec.json.encode(written), mtime=0)


def unpacked(data: bytes) -> Files:
    """The card files that were packed. Raises ValueError or OSError for anything else."""
    return msgspec.json.decode(gzip.decompress(data), type=tuple[tuple[str, str], ...])


def hash_of(text: str) -> str:
    """The hash, hex, that names a set of a player's own."""
    return sha256(plain(text).encode("utf-8", "surrogatepass")).hexdigest()


def is_hash(name: str) -> bool:
    """Whether this can name a set of a player's own."""
    return _HASH.fullmatch(name) is not None


def plain(text: str) -> str:
    """The text with the line feeds that are hashed."""
    return text.replace("\r\n", "\n")


def card_id(digest: str, number: int | str) -> str:
    """The id of a card of a player's own: its maker chooses no character of it but its number."""
    return f"{digest[:PREFIX]}-{number}"


def sets_of(options: object) -> tuple[str, ...]:
    """The hashes of the sets that the options of a match name, whichever game it is."""
    return tuple(getattr(options, "card_sets", ()))
