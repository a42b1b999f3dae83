"""What words can mean where they stand: kinds of cards, questions, moments. The words are of an invented garden."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Literal

import pytest

from domain.kernel.effects.compiler import Compiler
from domain.kernel.effects.grammar import EffectFault
from domain.kernel.effects.subjects import NOTHING, Kinds, Place, TextPart, this
from domain.kernel.effects.vocabulary import (
    About,
    Cards,
    Condition,
    Effects,
    Group,
    Number,
    Outcome,
    Players,
    Subjects,
    Target,
    Vocabulary,
)

CALLED = {"herb": "herbs", "tree": "trees", "seed": "seeds", "bed": "beds"}
GROWING = ("herb", "tree")


@dataclass(frozen=True, kw_only=True)
class Part(TextPart[str]):
    """A part of a text with a named target."""

    target: Kinds = NOTHING


def last_pick(place: Place[Part]) -> Kinds:
    """The kinds that the pick before has named."""
    if "pick" not in place.targets:
        raise place.fault("there is no pick before")
    return place.targets["pick"]


def of_target(place: Place[Part]) -> Kinds:
    return place.part.target


def no_self(place: Place[Part]) -> None:
    """A card of this name does not prune itself, and nothing twice."""
    for call in place.asks("self"):
        if place.part.card == "Ivy":
            raise EffectFault("Ivy never prunes itself", call.column)
    if place.has("how") and place.name("how") == "twice":
        raise place.fault(f"nothing is pruned twice, whatever {', '.join(place.words())} is", "how")


def lasting(place: Place[Part]) -> None:
    if place.group == "modifier":
        raise place.fault("what lasts asks for no neighbour")


def value(context: object) -> int:
    return 0


def of_players(context: object, who: Players) -> int:
    return 0


def tall(context: object, n: Number) -> bool:
    return True


def of_cards(context: object, cards: Annotated[Cards, About()]) -> tuple[str, ...]:
    return cards


def on_trees(context: object, cards: Annotated[Cards, About("tree")], n: Number = 0) -> None: ...


def prune(
    context: object,
    target: Annotated[Target, About(*GROWING)],
    how: Literal["once", "twice"] = "once",
    n: Number = 0,
) -> None: ...


def plant(
    context: object, seed: Annotated[Target, About("seed")], bed: Annotated[Target, About("bed")] | None = None
) -> None: ...


def when(context: object, condition: Condition, then: Effects, otherwise: Effects | None = None) -> None: ...


def cheaper(
    context: object,
    which: Annotated[Condition, About("seed")],
    n: Annotated[Number, About("seed")] = 0,
) -> None: ...


def on(context: object, effects: Effects) -> tuple[int, int, int]:
    return 1, 1, effects


def roll(context: object, first: Outcome) -> None: ...


def garden(*, sure: bool = False, players: bool = True) -> Vocabulary:
    words = Vocabulary(subjects=Subjects(CALLED, sure, players))
    word = words.word
    word("players", "you")(value)
    word("players", "neighbour", check=lasting)(value)
    word("cards", "herbs", names=("herb",))(value)
    word("cards", "garden", names=GROWING, many=True)(value)
    word("cards", "bag", names=("seed",))(value)
    word("cards", "beds", names=("bed",))(value)
    word("cards", "self", names=this, only=("grown", "blooms"))(value)
    word("cards", "tgt", names=of_target)(value)
    word("target", "pick")(of_cards)
    word("target", "same", names=last_pick)(value)
    word("condition", "herb", asks=("herb", "seed"), tells="herb")(value)
    word("condition", "tree", asks=("tree", "seed"), tells="tree")(value)
    word("condition", "old", asks=GROWING)(value)
    word("condition", "dry", asks=("bed",))(value)
    word("condition", "sunny")(value)
    word("condition", "night", only=("night",))(value)
    word("condition", "taller")(tall)
    word("number", "height", asks=GROWING)(value)
    word("number", "count")(of_cards)
    word("number", "gloves")(of_players)
    word("effect", "prune", check=no_self)(prune)
    word("effect", "plant")(plant)
    word("effect", "when")(when)
    word("effect", "roll")(roll)
    word("outcome", "on")(on)
    word("modifier", "shade")(on_trees)
    word("modifier", "cheaper")(cheaper)
    word("modifier", "gift")(of_players)
    return words


BLOOMS = Part(card="Rose", moments=(frozenset({"blooms"}),), this=frozenset({"herb"}))


def read(text: str, group: Group = "effect", part: Part = BLOOMS, **how: bool) -> Kinds:
    """The kinds that a text names."""
    compiler = Compiler(garden(**how))
    match group:
        case "effect":
            compiler.effects(text, part)
        case "condition":
            compiler.condition(text, part)
        case "cards":
            compiler.cards(text, part)
        case "players":
            compiler.players(text, part)
        case _:
            compiler.calls(group, text, part)
    return compiler.kinds


def said(text: str, group: Group = "effect", part: Part = BLOOMS, **how: bool) -> str:
    """What is wrong with a text, after its column."""
    with pytest.raises(EffectFault) as caught:
        read(text, group, part, **how)
    return f"{caught.value.column}: {caught.value.message}"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("prune(pick(bag))", "12: 'prune' is about herbs, 'bag' names seeds"),
        ("prune(pick(beds[dry]), n=2)", "12: 'prune' is about herbs, 'beds' names beds"),
        ("plant(pick(bag), pick(bag))", "23: 'plant' is about beds, 'bag' names seeds"),
        ("plant(bed=pick(bag), seed=pick(bag))", "16: 'plant' is about beds, 'bag' names seeds"),
        ("plant(pick(bag)), prune(same)", "25: 'prune' is about herbs, 'same' names seeds"),
        ("plant(bed=pick(beds), seed=same)", "28: 'plant' is about seeds, 'same' names beds"),
        ("when(sunny, prune(pick(garden)), [plant(pick(beds))])", "46: 'plant' is about seeds, 'beds' names beds"),
        ("roll(on(prune(pick(beds))))", "20: 'prune' is about herbs, 'beds' names beds"),
        ("prune(same)", "7: there is no pick before"),
    ],
)
def test_a_word_names_what_it_can_be_about(text: str, told: str) -> None:
    assert said(text) == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("shade(garden)", "7: 'shade' is about trees; this can be herbs"),
        ("shade(garden[old])", "7: 'shade' is about trees; this can be herbs"),
        ("shade(garden[not tree])", "7: 'shade' is about trees; this can be herbs"),
        ("shade(garden[herb or tree])", "7: 'shade' is about trees; this can be herbs"),
        ("shade(self)", "7: 'shade' is about trees; this can be herbs"),
        ("shade(bag[tree])", "7: 'shade' is about trees; this can be seeds"),
    ],
)
def test_where_kinds_have_to_be_sure_a_word_names_nothing_else(text: str, told: str) -> None:
    assert said(text, "modifier", sure=True) == told


@pytest.mark.parametrize(
    "text",
    [
        "garden[tree]",
        "garden[not herb]",
        "garden[old and tree]",
        "garden[not (herb or herb)]",
        "garden[not (not tree) and tree]",
    ],
)
def test_filters_make_kinds_sure(text: str) -> None:
    assert read(f"shade({text})", "modifier", sure=True) == NOTHING
    assert read(text, "cards", sure=True) == {"tree"}


def test_elsewhere_it_is_enough_that_one_kind_fits() -> None:
    read("shade(garden)", "modifier")
    read("shade(garden[herb])", "modifier")
    assert read("garden[herb and tree]", "cards") == {"herb", "tree"}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("prune(pick(garden[dry]))", "19: 'dry' is about beds; here it is asked about herbs or trees"),
        ("prune(pick(garden[old and not dry]))", "31: 'dry' is about beds; here it is asked about herbs or trees"),
        ("plant(pick(bag[height > 2]))", "16: 'height' is about herbs or trees; here it is asked about seeds"),
        ("plant(pick(bag[taller(height)]))", "23: 'height' is about herbs or trees; here it is asked about seeds"),
        ("when(old, prune(pick(garden)))", "6: 'old' is about herbs or trees; here the match is asked about"),
        ("prune(pick(garden), n=1 - height)", "27: 'height' is about herbs or trees; here the match is asked about"),
        ("prune(pick(garden), n=count(beds[old]))", "34: 'old' is about herbs or trees; here it is asked about beds"),
        ("prune(pick(garden), n=gloves(you[dry]))", "34: 'dry' is about beds; here the match is asked about"),
    ],
)
def test_a_question_is_asked_about_what_it_can_be_true_of(text: str, told: str) -> None:
    assert said(text, sure=True) == told
    assert said(text) == told.replace(" or trees", "")


def test_where_kinds_have_to_be_sure_questions_narrow_them() -> None:
    text = "prune(pick(garden[herb and tree]))"
    assert said(text, sure=True) == "28: 'tree' is about trees or seeds; here it is asked about herbs"
    read(text)


def test_what_a_condition_is_asked_about_is_said_by_its_word_or_by_the_part() -> None:
    read("cheaper(herb)", "modifier")
    assert said("cheaper(old)", "modifier") == "9: 'old' is about herbs; here it is asked about seeds"
    assert said("cheaper(herb, height)", "modifier") == "15: 'height' is about herbs; here it is asked about seeds"
    assert said("dry", "condition") == "1: 'dry' is about beds; here the match is asked about"
    read("dry and sunny", "condition", replace(BLOOMS, about=frozenset({"bed"})))


def test_a_word_of_some_moments_stands_in_those_only() -> None:
    here = "has no meaning here; it can stand in"
    assert said("night", "condition") == f"1: 'night' {here} night"
    at_night = replace(BLOOMS, moments=(frozenset({"blooms", "night"}),))
    read("night", "condition", at_night)
    either = replace(BLOOMS, moments=(frozenset({"night"}), frozenset({"blooms"})))
    assert said("night", "condition", either) == f"1: 'night' {here} night"
    read("prune(pick(self))", part=at_night)
    assert said("prune(pick(self))", part=either) == f"12: 'self' {here} grown, blooms"


def test_what_a_word_names_may_follow_from_the_card_and_from_the_part() -> None:
    read("prune(pick(self))")
    assert said("plant(pick(self))") == "12: 'plant' is about seeds, 'self' names herbs"
    read("plant(pick(tgt))", part=replace(BLOOMS, target=frozenset({"seed"})))
    read("plant(pick(tgt))")
    assert said("plant(pick(tgt))", part=replace(BLOOMS, target=frozenset({"bed"}))).endswith("'tgt' names beds")


def test_a_word_has_checks_of_its_own() -> None:
    ivy = replace(BLOOMS, card="Ivy")
    assert said("prune(pick(self))", part=ivy) == "12: Ivy never prunes itself"
    assert said("prune(pick(herbs), twice)") == "20: nothing is pruned twice, whatever herbs, pick is"
    read("prune(pick(self), once)")
    assert said("gift(neighbour)", "modifier") == "6: what lasts asks for no neighbour"
    read("prune(pick(garden), n=gloves(neighbour + you[sunny]))")
    assert said("you + neighbour[sunny]", "players", players=False) == "7: players have no filter"


def test_without_a_part_nothing_is_asked_but_the_words() -> None:
    Compiler(garden()).effects("prune(pick(beds[old]))")


def test_the_reference_of_a_word_says_what_it_is_about() -> None:
    words = garden()
    plant = words.words["effect", "plant"]
    assert [parameter.about for parameter in plant.parameters] == [("seed",), ("bed",)]
    assert words.words["target", "pick"].parameters[0].about == ()
    assert words.words["effect", "when"].parameters[0].about is None
    assert [word.name for word in words.words.values() if word.meaning.many] == ["garden"]
