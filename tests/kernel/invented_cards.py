"""The cards of an invented game, Garden: plants in beds, each with a text, and soils that plants grow in."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated

import msgspec

from domain.kernel.cardreader import CardReader
from domain.kernel.catalogue import CardFace, face
from domain.kernel.drafts import Draft, Tables
from domain.kernel.effects.compiler import Block
from domain.kernel.effects.vocabulary import Number, OneOf, Players, Vocabulary

WORDS = Vocabulary()


@WORDS.word("players")
def you(scope: object) -> tuple[int, ...]:
    """The player of the card."""
    return (0,)


@WORDS.word("effect")
def water(context: object, who: Players, n: Number) -> None:
    """They water n plants."""


@WORDS.word("effect")
def graft(context: object, plant: Annotated[str, OneOf("card")], soil: Annotated[str, OneOf("soil")]) -> None:
    """Graft such a plant onto such a soil."""


@WORDS.word("effect")
def weed(context: object, family: Annotated[str, OneOf("family")]) -> None:
    """Weed all plants of a family."""


class PlantTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One `[[card]]` of a card file."""

    id: str
    name: str
    family: str | None = None
    text: str = ""
    do: tuple[str, ...] = ()
    seeds: tuple[str, ...] = ()


class SoilTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One `[[soil]]`."""

    id: str
    do: str | None = None


class Plant(msgspec.Struct, frozen=True):
    """A plant, or with a name alone a soil or a seed."""

    cid: str
    name: str = ""
    set: str = ""
    number: int = 0
    text: str = ""
    family: str = ""
    seeds: tuple[str, ...] = ()
    blocks: tuple[Block, ...] = ()

    @property
    def face(self) -> CardFace:
        return face(lines={"family": self.family})


def plant(draft: Draft[PlantTable]) -> Plant | None:
    """A plant has a family, and no text of three parts."""
    card, compiler = draft.card, draft.compiler
    for number, text in enumerate(card.do, 1):
        if not draft.faults(f"do[{number}]", ["a plant does two things at most"] if number == 3 else []):
            draft.part(f"do[{number}]", partial(compiler.effects, text))
    if not draft.sound([draft.entry.fault("family", "a plant has a family")] if card.family is None else []):
        return None
    seeds = tuple(f"{draft.id}s{n}" if draft.digest else seed for n, seed in enumerate(card.seeds, 1))
    blocks = tuple(compiler.blocks)
    return Plant(draft.id, card.name, draft.set, draft.place, card.text, card.family or "", seeds, blocks)


def soil(draft: Draft[SoilTable]) -> Plant | None:
    """A soil does something, or is only named."""
    if draft.card.do is not None:
        draft.part("do", partial(draft.compiler.effects, draft.card.do))
    return Plant(draft.id, draft.card.id) if draft.sound() else None


def families(table: PlantTable, cid: str) -> Iterator[tuple[str, str, str]]:
    """The name of its family."""
    if table.family is not None:
        yield "family", table.family, table.family


def seeds(table: PlantTable) -> Iterator[tuple[str, str]]:
    """Its seeds have ids."""
    yield from ((f"seeds[{number}]", seed) for number, seed in enumerate(table.seeds, 1))


def seeds_of(card: Plant) -> dict[str, Plant]:
    """Its seeds by id."""
    return {seed: Plant(seed) for seed in card.seeds}


READER: CardReader[Plant] = CardReader(
    rule="GRD-1",
    vocabulary=WORDS,
    cards=Tables(table=PlantTable, compile=plant, labels=families, inside=seeds),
    others=[Tables(table=SoilTable, compile=soil, called="soil", mark="s")],
    names={"family": {"weeds": "weeds"}},
    head=lambda name: [] if name.islower() else ["a set is named in small letters (GRD-2)"],
    parts=seeds_of,
)
