"""Card files that can't be used, and what is said about them (C4-601 to C4-608)."""

from __future__ import annotations

import pytest

from domain.games.c4 import GAME
from domain.games.c4.cardfiles import READER
from domain.kernel.cardfile import CardFault
from domain.kernel.cardsets import CardSet

HEAD = 'set = "P-TST-2401"\nname = "Tests"\n'


def card(body: str = 'play = "gain(you, 2)"', *, number: int = 1, name: str = "Spring", kind: str = "regular") -> str:
    """A card of a file; its `[[card]]` is the first line."""
    return f'[[card]]\nnumber = {number}\nname = "{name}"\nkind = "{kind}"\nsymbol = "rock"\ntext = "Text."\n{body}\n'


def read(text: str) -> CardSet:
    """The one set of an official file."""
    (card_set,) = READER.read_core([("tests.toml", text)]).sets
    return card_set


def faults(text: str) -> list[str]:
    with pytest.raises(CardFault) as caught:
        read(text)
    return [str(fault) for fault in caught.value.faults]


def test_a_good_file() -> None:
    loaded = read(HEAD + card() + card(number=2, name="Summer"))
    assert [(one.cid, one.name) for one in loaded.cards] == [("TST-01", "Spring"), ("TST-02", "Summer")]


@pytest.mark.parametrize(
    ("body", "key", "column", "told"),
    [
        ('play = "gan(you, 2)"', "play", 1, "unknown effect 'gan'; did you mean 'gain'?"),
        ('play = "gain(yu, 2)"', "play", 6, "unknown players 'yu'; did you mean 'you'?"),
        ('play = "draw(you, 1), gain(others[wear_hat], 2)"', "play", 27, "did you mean 'wears_hat'?"),
        ('play = "gain(you, 2, nn)"', "play", 14, "known here: nm"),
        ('play = "gain(you, 2, 3, 4)"', "play", 17, "gain takes at most 3 of who, n, [kind]"),
        ('play = "gain(you)"', "play", 1, "gain needs 'n': who, n, [kind]"),
        ('play = "gain(you, n=2, m=1)"', "play", 18, "gain has no such parameter: 'm'; it takes who, n, [kind]"),
        ('play = "gain(you, 2"', "play", 5, "this can't be read"),
        ("play = \"gain('you', 2)\"", "play", 6, "only whole numbers and words are known here, not 'you'"),
        ('play = "gain(opp, 1), lose(any, 1)"', "play", 1, "a card declares one player: opp or any, not both"),
        ('play = "gain(you, 1)"\nflipped = "icebox(in_play)"', "flipped", 1, "icebox needs a declared target"),
        ('play = "gain(you, 1)"\ncost = "pai(1)"', "cost", 1, "unknown cost 'pai'; did you mean 'pay'?"),
    ],
)
def test_faults_in_effects_name_file_line_card_key_column_and_what_would_be_right(
    body: str, key: str, column: int, told: str
) -> None:
    (fault,) = faults(HEAD + card(number=2, name="Winter") + card(body))
    assert fault.startswith(f"tests.toml:10: card 'Spring', key {key!r}, column {column}: ")
    assert told in fault


@pytest.mark.parametrize(
    ("body", "key", "told"),
    [
        ('on = [{ when = "turn_startd(you)", do = "gain(you, 1)" }]', "on", "did you mean 'turn_started'?"),
        ('on = [{ when = "attack_won(opp)", do = "gain(you, 1)" }]', "on", "write you, other or any"),
        ('continuous = ["mod_gan(you, +1)"]', "continuous", "did you mean 'mod_gain'?"),
        ('act = [{ do = "remove_that" }]', "act", "did you mean 'remove_this'?"),
    ],
)
def test_faults_in_cards_that_stay(body: str, key: str, told: str) -> None:
    (fault,) = faults(HEAD + card(body, kind="stay_in_play"))
    assert fault.startswith(f"tests.toml:3: card 'Spring', key {key!r}, column 1: ")
    assert told in fault


@pytest.mark.rule("C4-601", "C4-602")
@pytest.mark.parametrize(
    ("body", "kind", "key", "told"),
    [
        ('paly = "gain(you, 2)"', "regular", "paly", "unknown key; did you mean 'play'?"),
        ('play = "gain(you, 2)"', "reglar", "kind", "unknown name 'reglar'; did you mean 'regular'?"),
        ('play = "gain(you, 2)"', "reaction", "reaction", "a Reaction has the condition under which it is played"),
        ('reaction = "any_time"\nplay = "gain(you, 2)"', "regular", "reaction", "no other card has"),
        ("", "regular", "play", "a Regular card says what happens when it is played"),
        ('play = "gain(you, 2)"\ncontinuous = ["price(you, -1)"]', "regular", "kind", "only a Stay In Play card"),
        ("play = 2", "regular", "play", "Expected `str"),
    ],
)
def test_faults_in_the_envelope(body: str, kind: str, key: str, told: str) -> None:
    (fault,) = faults(HEAD + card(body, kind=kind))
    assert fault.startswith(f"tests.toml:3: card 'Spring', key {key!r}")
    assert told in fault


@pytest.mark.rule("C4-601")
@pytest.mark.parametrize("key", ["number", "name", "kind", "symbol", "text"])
def test_every_card_has_a_number_a_name_a_kind_a_symbol_and_a_text(key: str) -> None:
    lines = [line for line in card().splitlines() if not line.startswith(key)]
    (fault,) = faults(HEAD + "\n".join(lines))
    assert f"key {key!r}" in fault


@pytest.mark.rule("C4-605", "C4-606", "C4-607", "C4-R46")
@pytest.mark.parametrize("number", ["C-ABC-1700", "L-ABC-1701", "S-ABC-1712", "P-XYZ-0000"])
def test_set_numbers(number: str) -> None:
    assert read(f'set = "{number}"\nname = "Tests"\n' + card()).id == number


@pytest.mark.rule("C4-605", "C4-606", "C4-607", "C4-R46")
@pytest.mark.parametrize("number", ["C-ABC-1713", "X-ABC-1701", "S-AB-1701", "S-abc-1701", "S-ABC-171", "S-ABC-17011"])
def test_set_numbers_that_are_none(number: str) -> None:
    (fault,) = faults(f'set = "{number}"\nname = "Tests"\n' + card())
    assert fault.startswith(f"tests.toml: key 'set': {number!r} is no Set Number; write T-ABC-YYMM")
    assert "S-COR-1701" in fault


@pytest.mark.rule("C4-608", "C4-R46")
@pytest.mark.parametrize("number", [1, 0, -1])
def test_collector_numbers_are_unique_and_positive(number: int) -> None:
    (fault,) = faults(HEAD + card(name="Winter") + card(number=number))
    assert fault.startswith(f"tests.toml:10: card 'Spring', key 'number': {number} is taken or below 1")


@pytest.mark.rule("C4-608", "C4-R46")
def test_the_same_collector_number_in_another_set_is_another_card() -> None:
    ids = [one.cid for card_set in GAME.core().sets for one in card_set.cards]
    assert len(ids) == len(set(ids))
    assert {"COR-01", "MID-01"} <= set(ids)


def test_a_file_shows_all_its_faults_at_once() -> None:
    found = faults(HEAD + card('play = "gan(you, 2)"') + card('play = "lse(you, 2)"'))
    assert [fault.split(":")[1] for fault in found] == ["10", "3", "10"]
    assert [("is taken" in found[0]), ("'gan'" in found[1]), ("'lse'" in found[2])] == [True] * 3


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("set = ", "this is no TOML"),
        (HEAD, "cards are written as [[card]] tables"),
        (card(), "key 'set' is needed at the head of the file"),
    ],
)
def test_files_that_hold_no_card_set(text: str, told: str) -> None:
    assert told in faults(text)[0]
