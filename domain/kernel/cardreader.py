"""How card files become cards, in all games the same way.

A reader takes the files of some sets and collects the faults of all of them. It checks that no id means two things,
gives out the ids and gathers the names that texts may use. Each card goes to its game as a draft, with a compiler that
knows those names, and the game makes of it what it plays with.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib.resources import files
from typing import Any, Generic, Never

import msgspec

from domain.kernel import cardsets, markup
from domain.kernel.board import D
from domain.kernel.cardfile import CardEntry, CardFault, Flaw, no_tables, package_files, parse, read_tables
from domain.kernel.catalogue import CardInfo, printed
from domain.kernel.dispatch import always
from domain.kernel.drafts import Draft, Tables, nothing
from domain.kernel.effects.compiler import CardNames, Compiler
from domain.kernel.effects.vocabulary import Vocabulary
from domain.kernel.visible import wrong_with_name


class SetFile(msgspec.Struct, frozen=True):
    """A card file as read: its set, the name of that, its tables by kind."""

    file: str
    set: str
    name: str
    tables: Mapping[str, Sequence[CardEntry]]


no_parts: Callable[..., Mapping[str, Never]] = always({})
"""The parts of cards in a game that looks nothing up inside of them."""


@dataclass(frozen=True, kw_only=True)
class CardReader(Generic[D]):
    """How a game reads its card files: the words of its texts, its kinds of tables, and what it adds to that.

    `rule` is the one by which a match has players' own sets. Cards without texts need no words.
    """

    cards: Tables[D]
    vocabulary: Vocabulary = field(default_factory=Vocabulary)
    rule: str = ""
    others: Sequence[Tables[D]] = ()
    """Tables that are no cards, but what its cards speak of; they are compiled first."""
    names: CardNames = field(default_factory=dict)
    """The names that texts may use whatever the sets hold, by kind."""
    head: Callable[[str], Iterable[str]] = nothing
    """The faults of the `set` in the head of a file."""
    last: Sequence[str] = ()
    """The files of core sets that are read behind all others."""
    parts: Callable[..., Mapping[str, D]] = no_parts
    """The parts of a card that are looked up by ids of their own."""

    def released(self, package: str | None) -> cardsets.Core[D]:
        """The core sets that lie in the package of a game."""
        return self.read_core(list(package_files(package or "", "cards")))

    def published(self, package: str, pinned: str) -> cardsets.Core[D] | None:
        """The core sets of this hash that an earlier release of the game had; None where its package has none such."""
        kept = files(package).joinpath(cardsets.PUBLISHED, f"{pinned}.gz")
        there = cardsets.is_hash(pinned) and kept.is_file()
        return self.read_core(cardsets.unpacked(kept.read_bytes())) if there else None

    def read_core(self, written: cardsets.Files) -> cardsets.Core[D]:
        """The core sets of these files, each of them in one file or more. Raises CardFault with every fault."""
        written = sorted(written, key=lambda file: file[0] in self.last)
        read = _Reading(self, written, self.names)
        sets = tuple(read.card_set(set_id) for set_id in read.sets)
        listed = _listed(card for one in sets for card in one.cards)
        cards = {**read.cards(), **read.others()}
        return cardsets.Core(cardsets.hash_of_sets(sets), sets, cards, listed, tuple(written), read.names, read.taken())

    def read_own(
        self, core: cardsets.Core[D], text: str, file: str = cardsets.FILE, *, kept: bool = False
    ) -> cardsets.OwnSet[D]:
        """The set of this text, beside these core sets. Raises CardFault with every fault. `kept`: it was taken before,
        when names and texts for people may have been written otherwise, and is read for its matches.
        """
        text = cardsets.plain(text)
        read = _Reading(self, [(file, text)], core.names, core.taken, cardsets.hash_of(text), kept=kept)
        cards = read.cards()
        (name,) = read.sets.values()
        listed = _listed(cards.values())
        return cardsets.OwnSet(cardsets.hash_of(text), name, text, cards, listed, read.others())


class _Reading(Generic[D]):
    """One reading of the files of some sets: the names that their texts may use, what has become of their tables."""

    def __init__(
        self,
        reader: CardReader[D],
        written: cardsets.Files,
        names: CardNames,
        taken: Mapping[str, frozenset[str]] | None = None,
        digest: str | None = None,
        *,
        kept: bool = False,
    ) -> None:
        self._reader, self._digest, self._kept = reader, digest, kept
        self._kinds = (*reader.others, reader.cards)
        self._files = list(_collected(partial(self._file, *file) for file in written))
        self.sets = {file.set: self._name(file.set) for file in self._files}
        self.names = {kind: dict(names.get(kind, {})) for kind in (*names, *(kind.called for kind in self._kinds))}
        self._drafts = {kind.called: list(self._drafted(kind)) for kind in self._kinds}
        self._made = list(self._compiled())
        told = (fault for drafts in self._drafts.values() for draft in drafts for fault in draft.found)
        if faults := [*self._faults(taken or {}), *told]:
            raise CardFault(faults)

    def _compiled(self) -> Iterator[tuple[Tables[D], Draft, D]]:
        """The things that a game has made of the tables without a fault."""
        for kind in self._kinds:
            for draft in self._drafts[kind.called]:
                made = kind.compile(draft)
                if made is not None:
                    yield kind, draft, made

    def _file(self, file: str, text: str) -> SetFile:
        """One file, which has a table of a kind at least."""
        head = parse(file, text)
        kinds = [kind for kind in reversed(self._kinds) if kind.called in head] or [self._reader.cards]
        tables = {kind.called: read_tables(file, text, head, kind.table, kind.called) for kind in kinds}
        return SetFile(file, str(head["set"]), str(head["name"]), tables)

    def _name(self, set_id: str) -> str:
        """The name of a set; in more than one file the rest of it, behind a colon, is about the file."""
        names = [file.name for file in self._files if file.set == set_id]
        return names[0] if len(names) == 1 else _before_colon(names[0])

    def _drafted(self, kind: Tables[D]) -> Iterator[Draft]:
        """The tables of a kind, set by set, each with its id and its place in the set, and known by name to texts."""
        for set_id in self.sets:
            files = [file for file in self._files if file.set == set_id]
            entries = [entry for file in files for entry in file.tables.get(kind.called, ())]
            for place, entry in enumerate(entries, 1):
                cid = kind.id(entry.card, set_id, place, self._digest)
                for of, written, meaning in kind.names(entry.card, cid):
                    self.names.setdefault(of, {})[written] = meaning
                compiler = Compiler(self._reader.vocabulary, self.names)
                yield Draft(entry, cid, set_id, place, self._digest, compiler, list(self._told(entry)))

    def _told(self, entry: CardEntry) -> Iterator[Flaw]:
        """The faults of a table's name and of the markup of its texts."""
        if self._kept:
            return
        if (wrong_name := wrong_with_name(str(entry.source.get("name", "")))) is not None:
            yield entry.fault("name", wrong_name)
        for key, text in markup.texts(entry.source):
            yield from (entry.fault(key, wrong.message, wrong.column) for wrong in markup.faults(text))

    def _faults(self, taken: Mapping[str, frozenset[str]]) -> Iterator[Flaw]:
        """Faults of the sets, and ids that would mean two things."""
        for set_id in self.sets:
            yield from self._faults_of_set([file for file in self._files if file.set == set_id])
        for kind in reversed(self._kinds):
            yield from kind.doubles(self._drafts[kind.called], taken.get(kind.called, ()))

    def _faults_of_set(self, files: Sequence[SetFile]) -> Iterator[Flaw]:
        """There can be such a set. It has a card, and its files name it alike."""
        first, cards = files[0], self._reader.cards.called
        yield from (Flaw(first.file, message, key="set") for message in self._reader.head(first.set))
        if not any(cards in file.tables for file in files):
            yield no_tables(first.file, cards)
        for file in files:
            if not self._kept and (wrong := wrong_with_name(file.name)) is not None:
                yield Flaw(file.file, wrong, key="name")
            if _before_colon(file.name) != _before_colon(first.name):
                message = f"set {first.set!r} is called {_before_colon(first.name)!r} in {first.file}; write it alike"
                yield Flaw(file.file, message, key="name")

    def taken(self) -> dict[str, frozenset[str]]:
        """The ids of its tables and their parts by kind, as written."""
        return {
            kind.called: frozenset(str(name) for draft in self._drafts[kind.called] for _, name in kind.ids(draft.card))
            for kind in self._kinds
        }

    def cards(self) -> dict[str, D]:
        """Its cards by id."""
        return {draft.id: card for kind, draft, card in self._made if kind is self._reader.cards}

    def others(self) -> dict[str, D]:
        """The things that its cards name by id: tables of other kinds, and parts of cards."""
        found: dict[str, D] = {}
        for kind, draft, one in self._made:
            found |= self._reader.parts(one) if kind is self._reader.cards else {kind.looked_up + draft.id: one}
        return found

    def card_set(self, set_id: str) -> cardsets.CardSet:
        """A core set as read: what its files say is hashed, first its cards."""
        made = [(kind, draft, card) for kind, draft, card in self._made if draft.set == set_id]
        made.sort(key=lambda one: one[0] is not self._reader.cards)
        cards = tuple(card for kind, _, card in made if kind is self._reader.cards)
        sources = tuple((draft.id, draft.entry.source) for _, draft, _ in made)
        return cardsets.CardSet(set_id, self.sets[set_id], cards, sources)


def _collected(readings: Iterable[Callable[[], SetFile]]) -> Iterator[SetFile]:
    """The cards, if all can be read; else CardFault with the faults of all."""
    faults = []
    for reading in readings:
        try:
            yield reading()
        except CardFault as fault:
            faults += fault.faults
    if faults:
        raise CardFault(faults)


def _listed(cards: Iterable[Any]) -> tuple[CardInfo, ...]:
    """The entries of cards in a catalogue."""
    return tuple(map(printed, cards))


def _before_colon(name: str) -> str:
    return name.partition(":")[0]
