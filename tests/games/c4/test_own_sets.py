"""Cards that players write: in decks where the match names their set."""

from __future__ import annotations

from typing import Any

import pytest

from domain.games.c4 import GAME
from domain.games.c4.definitions import Definition
from domain.games.c4.loadouts import Loadout, Options
from domain.kernel import decide
from domain.kernel.cardfile import CardFault
from domain.kernel.cardsets import Library, OwnSet, card_id
from domain.kernel.codec import encode
from domain.kernel.decide import Decision
from domain.kernel.game import LoadoutContext, reader_of
from domain.kernel.match import ClockPolicy, MatchCreated
from domain.kernel.refusal import Violation
from eventstore.chain import canonical
from tests.games.c4.own_sets import HEAD, KITCHEN, card
from tests.kit.play import MATCH, NOW, accepted, moves, pins, server_seed

SYMBOLS = ("rock", "paper", "scissors", "rock", "paper")


def read(text: str, *file: str) -> OwnSet[Definition]:
    """The set of this text."""
    return reader_of(GAME).read_own(GAME.core(), text, *file)


@pytest.fixture
def kitchen() -> OwnSet[Definition]:
    return read(KITCHEN)


def beside(*own: OwnSet[Definition]) -> Library[Definition]:
    """The core sets and these."""
    return Library(GAME.core(), own=own)


def deck(digest: str) -> Loadout:
    return Loadout(tuple(card_id(digest, n) for n in range(1, 6)) * 3, "coin")


def checked(options: Options, loadout: Loadout, own: OwnSet[Definition]) -> list[Violation]:
    """The faults of both where this set is at hand."""
    cards = beside(own).cards(GAME.card_set_hash(), options.card_sets)
    faults = GAME.wrong_options(options, 2, beside(own))
    return faults + GAME.check_loadout(LoadoutContext(options, 2, cards), loadout)


@pytest.mark.rule("C4-R78", "C4-804")
def test_a_deck_of_own_cards_is_legal_where_the_match_names_their_set(kitchen: OwnSet[Definition]) -> None:
    assert checked(Options(card_sets=(kitchen.hash,)), deck(kitchen.hash), kitchen) == []
    assert {fault.rule for fault in checked(Options(), deck(kitchen.hash), kitchen)} == {"C4-804"}


@pytest.mark.rule("C4-R78")
def test_a_match_names_sets_that_are_known() -> None:
    (fault,) = GAME.wrong_options(Options(card_sets=("0" * 64,)), 2, GAME.library())
    assert (fault.rule, fault.path) == ("C4-R78", ("options", "card_sets"))


@pytest.mark.rule("C4-R78", "C4-805")
def test_allowed_sets_do_not_speak_of_own_ones(kitchen: OwnSet[Definition]) -> None:
    options = Options(card_sets=(kitchen.hash,), allowed_sets=("L-DGN-1700",))
    assert checked(options, deck(kitchen.hash), kitchen) == []
    mixed = Loadout((*deck(kitchen.hash).deck, "COR-01"), "coin")
    assert [fault.path for fault in checked(options, mixed, kitchen)] == [("deck", "COR-01")]


@pytest.mark.rule("C4-802", "C4-R78")
def test_a_limit_of_copies_holds_for_own_cards(kitchen: OwnSet[Definition]) -> None:
    options = Options(card_sets=(kitchen.hash,), copy_limit=2)
    assert {fault.rule for fault in checked(options, deck(kitchen.hash), kitchen)} == {"C4-802"}


@pytest.mark.rule("C4-R78", "C4-605")
def test_two_sets_may_have_one_set_number(kitchen: OwnSet[Definition]) -> None:
    other = read(KITCHEN.replace("Eat.", "Drink.").replace("P-OWN-2401", "S-COR-1701"))
    cards = beside(kitchen, other).cards(GAME.card_set_hash(), (kitchen.hash, other.hash))
    assert cards[card_id(kitchen.hash, 1)].text == "Eat."
    assert cards[card_id(other.hash, 1)].text == "Drink."
    assert {shown.set for shown in other.listed} == {other.hash}


@pytest.mark.rule("C4-R78", "C4-314")
@pytest.mark.parametrize("bounds", ["[0, 100]", "[3, 1]", "[-1, 2]"])
def test_an_x_has_few_values(bounds: str) -> None:
    with pytest.raises(CardFault, match="from 0 to 99"):
        read(HEAD + card(1, f'x = {bounds}\nplay = "gain(you, x)"'))


@pytest.mark.parametrize(
    ("play", "fault"),
    [
        ("gain(you, 10000)", "a number is at most 9999"),
        ("gain(all[count(all[count(all[wears_hat]) > 0]) > 0], 1)", "filters go at most 2 deep"),
        ("gian(you, 1)", "did you mean 'gain'"),
    ],
)
def test_an_effect_is_checked_when_it_is_read(play: str, fault: str) -> None:
    with pytest.raises(CardFault) as caught:
        read(HEAD + card(7, f'play = "{play}"'), "kitchen.toml")
    (flaw,) = caught.value.faults
    assert fault in flaw.message
    assert (flaw.file, flaw.line, flaw.card, flaw.key) == ("kitchen.toml", 4, "Dish 7", "play")


def played(own: OwnSet[Definition], seed: int) -> list[Decision]:
    """A whole match between two decks of own cards."""
    options = Options(card_sets=(own.hash,))
    event = MatchCreated(
        match=MATCH, game=GAME.slug, seats=2, options=options, clock=ClockPolicy(), pins=pins(GAME, seed)
    )
    steps = [accepted(decide.create(GAME, event, NOW, beside(own)))]
    for seat in range(2):
        outcome: Any = decide.join(
            GAME, steps[-1].state, seat, f"p{seat}", NOW, loadout=deck(own.hash), server_seed=server_seed(seed)
        )
        steps.append(accepted(outcome))
    return [*steps, *moves(GAME, steps[-1].state, seed)]


@pytest.mark.rule("C4-R78")
@pytest.mark.parametrize("seed", range(3))
def test_whole_matches_whose_chain_holds_no_word_of_the_maker(kitchen: OwnSet[Definition], seed: int) -> None:
    steps = played(kitchen, seed)
    facts = [fact for step in steps for fact in step.facts]
    parts = [encode(fact, "seat:0", "command") for fact in facts]
    stored = b" ".join(canonical([part.type, part.pub, part.private]) for part in parts).decode()
    assert card_id(kitchen.hash, 2) in stored
    for word in ("Kitchen", "P-OWN", "Plate", "Eat", "Crème", "Dish"):
        assert word not in stored
    names = {card.name for card in kitchen.cards.values()}
    assert any(name in repr(GAME.view(step.state, "full")) for step in steps[3:] for name in names)


@pytest.mark.rule("C4-R79", "C4-211")
@pytest.mark.parametrize(
    "play", ["skip_turn(all, -1)", "skip_turn(all, 9999)", "put_from_pot(-3)", "discard(all, -1), recover(all, -1)"]
)
def test_odd_amounts_end_and_break_nothing(play: str) -> None:
    odd = read(HEAD + "".join(card(n, f'play = "{play}, gain(you, -5), extra_action(-9)"') for n in range(1, 6)))
    for step in played(odd, 1):
        assert len(step.facts) < 400
        assert GAME.invariants(step.state) == []
        for seat in step.state.board.players if step.state.board_or_none else ():
            assert 0 <= seat.skip_turns <= 9 * 60


@pytest.mark.rule("C4-330", "C4-440")
@pytest.mark.parametrize("do", ["icebox(in_play)", "set_symbol(you, named)"])
def test_using_an_ability_declares_no_target_and_no_symbol(do: str) -> None:
    with pytest.raises(CardFault, match="using an ability declares a player and an X") as caught:
        read(HEAD + card(1, f'[[card.act]]\ndo = "{do}"', kind="stay_in_play"))
    assert [flaw.key for flaw in caught.value.faults] == ["act"]


@pytest.mark.rule("C4-R80")
@pytest.mark.parametrize("text", ["attack(opp, lose(defender, 1))", "attack_each(others, lose(defender, 1))"])
def test_no_attack_within_an_attack(text: str) -> None:
    nested = text.replace("opp", "others")
    keys = f'play = "{text}"\nflipped = "{nested}, gain(you, 1)"'
    angry = read(HEAD + "".join(card(n, keys, symbol=symbol) for n, symbol in enumerate(SYMBOLS, 1)))
    for seed in range(3):
        attacks = 0
        for step in played(angry, seed):
            assert GAME.invariants(step.state) == []
            attacks += sum(fact.event.type == "attack_declared" for fact in step.facts)
        assert attacks
