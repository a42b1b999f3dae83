"""Sets that players write: named by their hash, known as long as somebody holds them."""

from __future__ import annotations

import gc
from collections.abc import Mapping

import pytest

from domain.kernel import cardsets
from domain.kernel.actions import Action
from domain.kernel.cardfile import BYTES, CARDS, CardFault, Flaw, read_card_file
from domain.kernel.cardsets import CardSet, CardSets, OwnSet, Reading, card_id, hash_of, is_hash, sets_of
from domain.kernel.catalogue import CardInfo
from domain.kernel.game import own_sets
from tests.toy_game.game import GAME

TEXT = 'set = "one"\nname = "One"\n[[card]]\nname = "Ada"\n[[card]]\nname = "Bob"\n'

Cards = CardSets[CardSet, str]


class Card(Action, frozen=True):
    """A card that has nothing but a name."""

    name: str


def read(file: str, text: str, digest: str) -> Reading[str]:
    found = read_card_file(file, text, Card)
    names = [entry.card.name for entry in found.entries]
    shown = [CardInfo(card_id(digest, n), name, digest, n, "", {}) for n, name in enumerate(names, 1)]
    return Reading(str(found.head["name"]), list(zip(names, shown, strict=True)))


def shown(card: str) -> CardInfo:
    return CardInfo("", card, "", 0, "", {})


def core() -> Mapping[str, str]:
    return {"ONE-01": "Core"}


@pytest.fixture
def cards() -> Cards:
    return known()


def known() -> Cards:
    made: Cards = CardSets(core)
    made.read_by(core=list, own=read, shown=shown)
    return made


def refused(text: str) -> list[Flaw]:
    with pytest.raises(CardFault) as caught:
        known().read(text)
    assert caught.value.faults
    return caught.value.faults


def test_a_set_is_named_by_the_hash_of_its_text(cards: Cards) -> None:
    made = cards.use(TEXT)
    assert made.hash == hash_of(TEXT) == hash_of(TEXT.replace("\n", "\r\n"))
    assert is_hash(made.hash)
    assert [shown.id for shown in made.listed] == [f"{made.hash[:12]}-1", f"{made.hash[:12]}-2"]
    assert (made.name, made.text) == ("One", TEXT)
    assert [cards[f"{made.hash[:12]}-2"], cards["ONE-01"]] == ["Bob", "Core"]


def test_its_cards_are_known_while_somebody_holds_it(cards: Cards) -> None:
    one: OwnSet[str] | None = cards.use(TEXT)
    other: OwnSet[str] | None = cards.use(TEXT.replace("\n", "\r\n"))
    assert one is other
    digest, cid = hash_of(TEXT), card_id(hash_of(TEXT), 1)
    del one
    gc.collect()
    assert cards[cid] == "Ada"
    del other
    gc.collect()
    assert cards.known(digest) is None
    with pytest.raises(LookupError):
        cards[cid]


def test_reading_makes_nothing_known(cards: Cards) -> None:
    made = cards.read(TEXT)
    assert cards.known(made.hash) is None
    assert cards.check([made.hash], "TOY-1")[0].rule == "TOY-1"


def test_a_match_knows_the_sets_that_it_names_and_no_others(cards: Cards) -> None:
    one, two = cards.use(TEXT), cards.use(TEXT.replace("Ada", "Eve"))
    assert cards.playable(card_id(one.hash, 1), [one.hash]) == "Ada"
    assert cards.playable(card_id(one.hash, 1), [two.hash]) is None
    assert cards.playable(card_id(one.hash, 3), [one.hash]) is None
    assert cards.playable("ONE-01", []) == "Core"
    assert cards.playable("", [one.hash]) is None


def test_options_name_at_most_four_sets_each_once(cards: Cards) -> None:
    held = [cards.use(TEXT.replace("Ada", f"Ada {n}")) for n in range(5)]
    named = [made.hash for made in held]
    assert cards.check(named[:4], "TOY-1") == []
    assert "at most 4" in cards.check(named, "TOY-1")[0].message
    assert "each once" in cards.check(named[:1] * 2, "TOY-1")[0].message
    assert "upload it first" in cards.check(["Ada.Lovelace!1815"], "TOY-1")[0].message


def test_two_sets_whose_cards_would_have_the_same_ids(cards: Cards, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cardsets, "PREFIX", 0)
    one = cards.use(TEXT)
    with pytest.raises(CardFault, match="another set has the same first 0 characters"):
        cards.use(TEXT.replace("Ada", "Eve"))
    assert cards.known(one.hash) is one


def test_a_game_whose_players_write_no_cards() -> None:
    with pytest.raises(CardFault, match="Envoys has no cards that players could write"):
        own_sets(GAME)
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
