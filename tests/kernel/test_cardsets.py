"""Card sets: named by their hash, looked up by what a match is pinned to."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from domain.kernel import cardsets
from domain.kernel.actions import Action
from domain.kernel.cardfile import BYTES, CARDS, CardFault, Flaw
from domain.kernel.cardreader import CardReader
from domain.kernel.cardsets import Library, OwnSet, card_id, hash_of, is_hash, packed, sets_of, unpacked
from domain.kernel.catalogue import CardFace
from domain.kernel.drafts import Draft, Tables
from domain.kernel.effects.vocabulary import Vocabulary
from domain.kernel.fold import evolve
from domain.kernel.game import reader_of
from domain.kernel.lineage import RulesRepinned
from domain.kernel.match import MatchCreated, State
from tests.kit.play import whole
from tests.toy_game.game import GAME

TEXT = 'set = "one"\nname = "One"\n[[card]]\nname = "Ada"\n[[card]]\nname = "Bob"\n'


class Card(Action, frozen=True):
    """A card that has nothing but a name, and what it says."""

    name: str
    says: str = ""


class Said(msgspec.Struct, frozen=True):
    """What a card says, or else its name."""

    cid: str
    name: str
    text: str = ""
    set: str = "core"
    number: int = 1
    face: CardFace = CardFace()


def compiled(draft: Draft[Card]) -> Said:
    said = draft.card.says or draft.card.name
    return Said(draft.id, said, said)


READER: CardReader[Said] = CardReader(
    rule="TOY-1",
    vocabulary=Vocabulary(),
    cards=Tables(table=Card, compile=compiled, key="name"),
)


def core_file(says: str) -> tuple[str, str]:
    """The core set of one card, which says this."""
    return "core.toml", f'set = "core"\nname = "Core"\n[[card]]\nname = "ONE-01"\nsays = "{says}"\n'


CORE = READER.read_core([core_file("Core")])
EARLIER = READER.read_core([core_file("As it was")])


def own(text: str = TEXT) -> OwnSet[Said]:
    return READER.read_own(CORE, text)


def refused(text: str) -> list[Flaw]:
    with pytest.raises(CardFault) as caught:
        own(text)
    assert caught.value.faults
    return caught.value.faults


def test_a_set_is_named_by_the_hash_of_its_text() -> None:
    made = own()
    assert made.hash == hash_of(TEXT) == hash_of(TEXT.replace("\n", "\r\n")) == own(TEXT.replace("\n", "\r\n")).hash
    assert is_hash(made.hash)
    assert [shown.id for shown in made.listed] == [f"{made.hash[:12]}-1", f"{made.hash[:12]}-2"]
    assert (made.name, made.text) == ("One", TEXT)


def test_a_match_knows_the_sets_that_it_names_and_no_others() -> None:
    one, two = own(), own(TEXT.replace("Ada", "Eve"))
    cards = Library(CORE, own=(one, two)).cards(CORE.hash, [one.hash])
    assert (cards[card_id(one.hash, 2)].text, cards["ONE-01"].text) == ("Bob", "Core")
    assert not {card_id(two.hash, 1), card_id(one.hash, 3), ""} & cards.keys()
    assert Library(CORE, own=(one,)).cards(CORE.hash, []) is CORE.cards


def test_what_cards_speak_of_is_found_beside_them() -> None:
    made = msgspec.structs.replace(own(), others={"move-1": Said("move-1", "Kick", "Kick")})
    assert Library(CORE, own=(made,)).cards(CORE.hash, [made.hash])["move-1"].text == "Kick"


def test_of_a_set_that_is_not_at_hand_there_is_no_card() -> None:
    assert Library(CORE).cards(CORE.hash, [own().hash]) == CORE.cards


def test_a_match_goes_on_with_the_core_sets_that_it_is_pinned_to() -> None:
    library = Library(CORE, earlier=(EARLIER,))
    assert library.cards(EARLIER.hash, [])["ONE-01"].text == "As it was"
    assert library.cards(CORE.hash, [])["ONE-01"].text == "Core"
    assert library.has(EARLIER.hash)


def test_core_sets_that_nobody_has_are_those_of_this_release() -> None:
    library = Library(CORE)
    assert not library.has(EARLIER.hash)
    assert library.cards(EARLIER.hash, [])["ONE-01"].text == "Core"


def test_a_state_looks_its_cards_up_again_when_other_ones_are_pinned() -> None:
    library = Library(CORE, earlier=(EARLIER,))
    created = next(iter(whole(GAME, 1))).facts[0].event
    assert isinstance(created, MatchCreated)
    state: State = State().use(library)
    pinned = msgspec.structs.replace(created.pins, card_set_hash=EARLIER.hash)
    evolve(GAME, state, msgspec.structs.replace(created, pins=pinned), 1)
    assert state.cards["ONE-01"].text == "As it was"
    repinned = {name: getattr(created.pins, name) for name in ("rules_version", "rules_hash", "engine_version")}
    evolve(GAME, state, RulesRepinned(**repinned, card_set_hash=CORE.hash), 2)
    assert state.cards["ONE-01"].text == "Core"
    assert state.copy().cards is state.cards


def test_card_files_are_packed_alike_and_unpacked_as_they_were() -> None:
    files = (("a.toml", TEXT), ("b.toml", ""))
    assert packed(files) == packed(list(files))
    assert unpacked(packed(files)) == files


def test_an_earlier_release_left_its_sets_in_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "a_game_that_was_released"
    (package / "published").mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "published" / f"{EARLIER.hash}.gz").write_bytes(packed([core_file("As it was")]))
    monkeypatch.syspath_prepend(tmp_path)
    found = READER.published(package.name, EARLIER.hash)
    assert found is not None
    assert found.hash == EARLIER.hash
    assert READER.published(package.name, CORE.hash) is None
    assert READER.published(package.name, "../published") is None


def test_options_name_at_most_four_sets_each_once() -> None:
    library = Library(CORE, own=tuple(own(TEXT.replace("Ada", f"Ada {n}")) for n in range(5)))
    named = [made.hash for made in library.own]
    assert library.check(named[:4], "TOY-1") == []
    assert "at most 4" in library.check(named, "TOY-1")[0].message
    assert "each once" in library.check(named[:1] * 2, "TOY-1")[0].message
    assert "upload it first" in library.check(["Ada.Lovelace!1815"], "TOY-1")[0].message


def test_two_sets_whose_cards_would_have_the_same_ids(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cardsets, "PREFIX", 0)
    one, two = own(), own(TEXT.replace("Ada", "Eve"))
    assert "each once" in Library(CORE, own=(one, two)).check([one.hash, two.hash], "TOY-1")[0].message


def test_a_game_whose_players_write_no_cards() -> None:
    with pytest.raises(CardFault, match="Envoys has no cards that players could write"):
        reader_of(GAME)
    assert sets_of(GAME.options_type()) == ()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "cards are written as"),
        ("\ud800", "Unicode"),
        ("# " + "x" * BYTES, f"at most {BYTES} bytes"),
        ("a = " + "1" * 4_000, "a line has at most"),
        ("a" + ".a" * 20 + " = 1", "at most 16 parts"),
        ('"a"' + " . 'a'" * 20 + " = 1", "at most 16 parts"),
        ("a = " + "[\n" * 3_000, "no TOML"),
        (TEXT.replace("Bob", "B\\u0000b"), "card 'B\\x00b', key 'name': the character U+0000"),
        (TEXT.replace("Bob", "B\\u202eb"), "U+202E"),
        (TEXT.replace("Bob", "B" * 81), "at most 80 characters"),
        (TEXT.replace("One", "O\\u0007ne"), "U+0007"),
        (TEXT.replace('"One"', "1"), "the name of a set is a text"),
        (TEXT.replace('"one"', "10000"), "a number is at most 9999"),
        (TEXT.replace('"Bob"', "12"), "line 5"),
        (TEXT + '[[card]]\nname = "x"\n' * CARDS, f"at most {CARDS} cards, not 502"),
        (TEXT + "\n".join(f"k{n} = 1" for n in range(60)), "a card has at most 60 keys"),
        (TEXT + "nme = 1", "did you mean 'name'?"),
    ],
)
def test_what_can_not_be_read_shown_or_stored(text: str, fault: str) -> None:
    faults = refused(text)
    said = " ".join([*map(str, faults), *(f"line {flaw.line}" for flaw in faults)])
    assert fault in said


def test_every_fault_is_told_with_its_place() -> None:
    first, second = refused(TEXT.replace('"Ada"', "1").replace('"Bob"', "2"))
    assert (first.file, first.line, first.key) == ("card-set.toml", 3, "name")
    assert second.line == 5
    assert str(first).startswith("card-set.toml:3: card '1', key 'name': ")


def test_a_file_full_of_faults_is_not_read_to_its_end() -> None:
    card = "[[card]]\n" + "".join(f"k{n} = 1\n" for n in range(50))
    assert len(refused(TEXT + card * 90)) == 200
