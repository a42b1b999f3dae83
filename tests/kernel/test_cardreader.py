"""How card files become cards: ids, names, sets of several files, several sets, and everything that can be wrong."""

from __future__ import annotations

from dataclasses import replace

import pytest

from domain.kernel.cardfile import CardFault
from domain.kernel.cardreader import CardReader
from domain.kernel.cardsets import PREFIX, Core, hash_of
from domain.kernel.catalogue import entry, face
from domain.kernel.drafts import Tables
from domain.kernel.effects.compiler import MOST_EFFECTS
from tests.kernel.invented_cards import READER, Plant, PlantTable, plant

ROSE = '[[card]]\nid = "rose"\nname = "Rose"\nfamily = "rosids"\ntext = "Water."\ndo = ["water(you, 2)"]\n'
OAK = '[[card]]\nid = "oak"\nname = "Oak"\nfamily = "fagaceae"\nseeds = ["acorn"]\n'
SAND = '[[soil]]\nid = "sand"\ndo = "water(you, 1)"\n'


def file(*tables: str, of: str = "core", name: str = "Core") -> str:
    return "".join([f'set = "{of}"\nname = "{name}"\n', *tables])


def core(*texts: str, reader: CardReader[Plant] = READER) -> Core:
    return reader.read_core([(f"{place}.toml", text) for place, text in enumerate(texts, 1)])


def faults(*texts: str, reader: CardReader[Plant] = READER) -> list[str]:
    """What is said about the files of core sets."""
    with pytest.raises(CardFault) as caught:
        core(*texts, reader=reader)
    return [str(fault) for fault in caught.value.faults]


def own_faults(text: str) -> list[str]:
    """What is said about a player's own set beside roses, oaks and sand."""
    with pytest.raises(CardFault) as caught:
        READER.read_own(core(file(ROSE, OAK, SAND)), text, "own.toml")
    return [str(fault) for fault in caught.value.faults]


def card(cid: str = "ivy", do: str = "[]", family: str = '"araliaceae"', more: str = "") -> str:
    return f'[[card]]\nid = "{cid}"\nname = "Ivy"\nfamily = {family}\ndo = {do}\n{more}\n'


# Official sets


def test_a_set_may_stand_in_several_files_whose_names_go_on_behind_a_colon() -> None:
    read = core(file(ROSE, name="Core: Roses"), file(SAND, name="Core: Soils"), file(OAK, name="Core: Trees"))
    (garden,) = read.sets
    assert (garden.id, garden.name) == ("core", "Core")
    assert [(one.cid, one.number) for one in garden.cards] == [("rose", 1), ("oak", 2)]
    assert list(read.cards) == ["rose", "oak", "sand", "acorn"]
    assert read.listed[0] == entry("rose", "Rose", "core", 1, "Water.", face(lines={"family": "rosids"}))


def test_a_game_may_have_several_sets_each_counted_by_itself() -> None:
    read = core(file(ROSE), file(card(), of="wild", name="Wild: a set"), file(OAK))
    assert [(one.id, one.name, [card.cid for card in one.cards]) for one in read.sets] == [
        ("core", "Core", ["rose", "oak"]),
        ("wild", "Wild: a set", ["ivy"]),
    ]
    assert [(one.set, one.number) for one in read.listed] == [("core", 1), ("core", 2), ("wild", 1)]
    assert [(info.id, info.cards) for info in read.infos()] == [("core", 2), ("wild", 1)]


def test_the_files_of_a_set_agree_in_its_name() -> None:
    (told,) = faults(file(ROSE, name="Core: Roses"), file(OAK, name="Cores: Trees"))
    assert told == "2.toml: key 'name': set 'core' is called 'Core' in 1.toml; write it alike"


def test_what_a_game_asks_of_the_head_of_a_set() -> None:
    assert faults(file(ROSE, of="Core"), file(OAK, of="Core")) == [
        "1.toml: key 'set': a set is named in small letters (GRD-2)"
    ]


def test_a_set_has_a_card() -> None:
    assert faults(file()) == ["1.toml: cards are written as [[card]] tables, one for each card"]
    assert faults(file(ROSE), file(SAND, of="sands")) == [
        "2.toml: cards are written as [[card]] tables, one for each card"
    ]


def test_the_hash_holds_all_that_the_files_say_cards_first() -> None:
    one = core(file(SAND, ROSE))
    assert [cid for cid, _ in one.sets[0].sources] == ["rose", "sand"]
    assert one.hash == core(file(ROSE), file(SAND)).hash != core(file(ROSE)).hash
    assert one.hash != core(file(ROSE, SAND.replace("1", "2"))).hash


def test_ids_are_unique_in_all_sets_and_files() -> None:
    said = "is taken; a set may not use an id twice, nor one of the core set"
    assert faults(file(ROSE), file(ROSE)) == [f"2.toml:3: card 'Rose', key 'id': 'rose' {said}"]
    assert faults(file(ROSE), file(ROSE, of="wild")) == [f"2.toml:3: card 'Rose', key 'id': 'rose' {said}"]
    assert faults(file(OAK, card("acorn"))) == [f"1.toml:8: card 'Ivy', key 'id': 'acorn' {said}"]
    assert faults(file(OAK, card(more='seeds = ["pip", "acorn"]'))) == [
        f"1.toml:8: card 'Ivy', key 'seeds[2]': 'acorn' {said}"
    ]
    assert faults(file(ROSE, SAND, SAND)) == [f"1.toml:12: soil '?', key 'id': 'sand' {said}"]
    assert "rose" in core(file(ROSE, SAND.replace("sand", "rose"))).names["soil"]


def test_cards_may_be_called_by_numbers_that_each_set_has_for_itself() -> None:
    numbered: Tables[Plant, PlantTable] = Tables(
        table=PlantTable,
        compile=plant,
        key="name",
        numbered=lambda of, number: f"{of[:2]}-{number}",
        taken="{} is taken (GRD-3)",
    )
    reader = replace(READER, cards=numbered, others=[])
    read = core(file(ROSE), file(ROSE, of="wild"), reader=reader)
    assert list(read.cards) == ["co-Rose", "wi-Rose"]
    assert faults(file(ROSE, ROSE), reader=reader) == ["1.toml:9: card 'Rose', key 'name': Rose is taken (GRD-3)"]
    own = reader.read_own(read, file(OAK, ROSE, of="mine"))
    assert [one[PREFIX:] for one in own.cards] == ["-Oak", "-Rose"]


# Players' own sets


def test_the_ids_of_an_own_set_hold_nothing_that_its_maker_wrote() -> None:
    text = file(ROSE.replace("rose", "tea"), OAK.replace("oak", "elm"), SAND.replace("sand", "clay"), of="mine")
    own = READER.read_own(core(file(card())), text)
    digest = hash_of(text)[:PREFIX]
    assert (own.hash, own.name, own.text) == (hash_of(text), "Core", text)
    assert (list(own.cards), list(own.others)) == (
        [f"{digest}-1", f"{digest}-2"],
        [f"{digest}-s1", f"{digest}-2s1"],
    )
    assert [(one.id, one.set, one.number) for one in own.listed] == [
        (f"{digest}-1", "mine", 1),
        (f"{digest}-2", "mine", 2),
    ]


def test_an_own_set_takes_no_id_of_the_core_sets() -> None:
    assert own_faults(file(card("rose"), SAND)) == [
        "own.toml:3: card 'Ivy', key 'id': 'rose' is taken; a set may not use an id twice, nor one of the core set",
        "own.toml:9: soil '?', key 'id': 'sand' is taken; a set may not use an id twice, nor one of the core set",
    ]
    assert "'acorn' is taken" in own_faults(file(card(more='seeds = ["acorn"]')))[0]


def test_texts_are_marked_up_alike_in_all_sets() -> None:
    text = file(card(more=r"""text = 'Grows *fast* beside 3 \* 2 \oaks.'"""), card("fern", more='text = "*Green"'))
    wrong = [
        r"card 'Ivy', key 'text', column 28: a backslash stands before an asterisk or a backslash; write \\ for one",
        "card 'Ivy', key 'text', column 1: what begins with an asterisk ends with one in the same line; "
        r"write \* for an asterisk",
    ]
    assert own_faults(text) == [f"own.toml:3: {wrong[0]}", f"own.toml:9: {wrong[1]}"]
    assert faults(text) == [f"1.toml:3: {wrong[0]}", f"1.toml:9: {wrong[1]}"]
    kept = READER.read_own(core(file(ROSE)), text, kept=True)
    assert [one.text for one in kept.listed] == [r"Grows *fast* beside 3 \* 2 \oaks.", "*Green"]


def test_names_of_sets_and_cards_are_seen() -> None:
    text = file(card().replace("Ivy", "\u3164"), name="I\u0301\u0302\u0323\u0308vy")
    unseen = "a name has visible characters and single spaces only, not U+3164 where it stands"
    marks = "a mark stands on a letter of its own, and a letter of a name has at most 3 marks"
    assert own_faults(text) == [f"own.toml: key 'name': {marks}", f"own.toml:3: card '\u3164', key 'name': {unseen}"]
    assert READER.read_own(core(file(ROSE)), text, kept=True).name == "I\u0301\u0302\u0323\u0308vy"


def test_line_feeds_of_another_system_make_no_other_set() -> None:
    text = file(card())
    assert READER.read_own(core(text), text.replace("ivy", "fern").replace("\n", "\r\n")).hash == hash_of(
        text.replace("ivy", "fern")
    )


# The names that texts may use


def test_texts_name_cards_before_and_behind_them_and_what_tables_bring() -> None:
    read = core(file(card("fern", '["graft(rose, sand)", "weed(rosids)"]'), ROSE), file(SAND))
    (graft, weed) = (block[0] for block in read.cards["fern"].blocks)
    assert [argument(None) for argument in graft.arguments.values()] == ["rose", "sand"]
    assert [argument(None) for argument in weed.arguments.values()] == ["rosids"]


def test_an_own_text_names_the_core_set_and_its_own_by_their_ids_in_play() -> None:
    text = file(card("fern", '["graft(fern, clay)", "graft(rose, sand)"]'), SAND.replace("sand", "clay"))
    own = READER.read_own(core(file(ROSE, SAND)), text)
    digest, (fern,) = own.hash[:PREFIX], own.cards.values()
    meant = [tuple(argument(None) for argument in block[0].arguments.values()) for block in fern.blocks]
    assert meant == [(f"{digest}-1", f"{digest}-s1"), ("rose", "sand")]


@pytest.mark.parametrize(
    ("do", "told"),
    [
        ("graft(rse, sand)", "column 7: 'rse' is no plant; did you mean 'rose'?"),
        ("graft(rose, snd)", "column 13: 'snd' is no soil; did you mean 'sand'?"),
        ("weed(rosid)", "column 6: 'rosid' is no family; did you mean 'rosids'?"),
        ("weed(wees)", "column 6: 'wees' is no family; did you mean 'weeds'?"),
        ("watr(you, 1)", "column 1: unknown effect 'watr'; did you mean 'water'?"),
    ],
)
def test_names_that_nothing_has_are_told_with_what_comes_close(do: str, told: str) -> None:
    assert own_faults(file(card(do=f'["water(you, 1)", "{do}"]'))) == [f"own.toml:3: card 'Ivy', key 'do[2]', {told}"]


# Faults


def test_files_that_can_not_be_read_are_told_together() -> None:
    found = faults(file(ROSE), file("name = 1"), "set = ", ROSE, file("[[card]]\nid = 1\n", SAND))
    assert [one.split(":")[0] for one in found] == ["2.toml", "3.toml", "4.toml", "4.toml", "5.toml"]


def test_all_faults_are_told_at_once_ids_first_then_table_by_table() -> None:
    worse = card(do='["wter(you, 1)", "water(you, 1)", "weed(ivy)"]').replace('family = "araliaceae"\n', "")
    found = own_faults(file(card("oak", '["water(yu, 1)"]'), worse, SAND.replace("sand", "mud").replace("you", "yo")))
    assert found == [
        "own.toml:3: card 'Ivy', key 'id': 'oak' is taken; a set may not use an id twice, nor one of the core set",
        "own.toml:14: soil '?', key 'do', column 7: unknown players 'yo'; did you mean 'you'?",
        "own.toml:3: card 'Ivy', key 'do[1]', column 7: unknown players 'yu'; did you mean 'you'?",
        "own.toml:9: card 'Ivy', key 'do[1]', column 1: unknown effect 'wter'; did you mean 'water'?",
        "own.toml:9: card 'Ivy', key 'do[3]': a plant does two things at most",
        "own.toml:9: card 'Ivy', key 'family': a plant has a family",
    ]


def test_all_texts_of_a_card_have_so_many_effects() -> None:
    def written(*effects: int) -> str:
        return str([", ".join(["water(you, 1)"] * number) for number in effects])

    assert core(file(card(do=written(MOST_EFFECTS // 2, MOST_EFFECTS - MOST_EFFECTS // 2))))
    (told,) = faults(file(card(do=written(MOST_EFFECTS // 2, MOST_EFFECTS // 2 + 1))))
    assert told.endswith("a card has at most 250 effects; with these it has more")
