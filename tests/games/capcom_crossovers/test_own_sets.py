"""Characters that players write: in matches that name their set."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from domain.games.capcom_crossovers import GAME
from domain.games.capcom_crossovers import actions as a
from domain.games.capcom_crossovers import events as e
from domain.games.capcom_crossovers.board import Mode
from domain.games.capcom_crossovers.loadouts import SIDES, Loadout, Options
from domain.kernel import decide
from domain.kernel.audience import FULL
from domain.kernel.cardfile import CardFault
from domain.kernel.cardsets import Library, OwnSet, card_id
from domain.kernel.codec import encode
from domain.kernel.decide import Decision
from domain.kernel.game import LoadoutContext, reader_of
from domain.kernel.match import ClockPolicy, MatchCreated
from eventstore.chain import canonical
from tests.games.capcom_crossovers.own_sets import TEXT, WORDS, loadout
from tests.games.capcom_crossovers.table import P1, P2, MakeTable
from tests.kit.play import MATCH, NOW, accepted, moves, pins, server_seed

Own = OwnSet[Any]


def with_own(own: Own) -> Library:
    """The core set and this one."""
    return Library(GAME.core(), own=(own,))


@pytest.mark.rule("CAP-R88", "CAP-803")
def test_an_own_character_is_brought_where_the_match_names_its_set(own: Own) -> None:
    options, brought = Options(card_sets=(own.hash,)), msgspec.convert(loadout(own.hash, P1), Loadout)
    library = with_own(own)
    assert GAME.wrong_options(options, 2, library) == []
    theirs = LoadoutContext(options, 2, library.cards(GAME.card_set_hash(), options.card_sets))
    assert GAME.check_loadout(theirs, brought) == []
    plain = LoadoutContext(Options(), 2, library.cards(GAME.card_set_hash(), ()))
    assert [fault.rule for fault in GAME.check_loadout(plain, brought)] == ["CAP-102"]
    (fault,) = GAME.wrong_options(Options(card_sets=("0" * 64,)), 2, library)
    assert (fault.rule, fault.path) == ("CAP-R88", ("options", "card_sets"))


@pytest.mark.rule("CAP-R83", "CAP-R88")
def test_an_own_avoid_move_does_what_it_says_for_each_additional_card(table: MakeTable, own: Own) -> None:
    chef = card_id(own.hash, 1)
    game = table("ryu", chef).player(P1, hand="QC").player(P2, hand="KC KD KH").start()
    game.attack(P1, "shoryuken", "QC")
    game.avoid(P2, f"{chef}m3", "KC", "KD KH")
    assert (game.lost(P1), game.lost(P2)) == (6, 0)
    assert [event.n for event in game.happened(e.DamageDealt)] == [3, 3]
    assert game.cards[f"{chef}m3"].name == "Oven Door"


@pytest.mark.rule("CAP-R87", "CAP-R88")
def test_an_own_super_makes_the_opponent_choose_a_discard(table: MakeTable, own: Own) -> None:
    chef = card_id(own.hash, 1)
    game = table(chef, "ryu").player(P1, hand="AC AD").player(P2, hand="QC 2C").start()
    game.hit(P1, f"{chef}m4", "AC AD")
    assert game.waits(P2) == "discard"
    game.do(P2, a.Discard("QC"))
    assert (game.hand(P2), game.lost(P2), game.waits(P1)) == (["2C"], 24, "cleanup")


def played(own: Own, mode: Mode, seed: int) -> Iterator[Decision]:
    """A whole match of own characters."""
    options = Options(mode=mode, card_sets=(own.hash,))
    seats = sum(map(len, SIDES[options.mode]))
    event = MatchCreated(
        match=MATCH,
        game=GAME.slug,
        seats=seats,
        options=options,
        clock=ClockPolicy(decision=60_000),
        pins=pins(GAME, seed),
    )
    step = accepted(decide.create(GAME, event, NOW, with_own(own)))
    yield step
    both = (card_id(own.hash, 1), card_id(own.hash, 2))
    for seat in range(seats):
        side = next(seats for seats in SIDES[options.mode] if seat in seats)
        brought = Loadout(both if mode == "tag" else (both[side.index(seat)],))
        step = accepted(
            decide.join(GAME, step.state, seat, f"player-{seat}", NOW, loadout=brought, server_seed=server_seed(seed))
        )
        yield step
    yield from moves(GAME, step.state, seed)


@pytest.mark.rule("CAP-R88")
@pytest.mark.parametrize("mode", ["one_on_one", "tag", "team"])
def test_whole_matches_whose_chain_holds_no_word_of_the_maker(own: Own, mode: Mode) -> None:
    for seed in range(3):
        used = False
        for step in played(own, mode, seed):
            assert GAME.invariants(step.state) == []
            if step.state.board_or_none is not None:
                GAME.view(step.state, FULL)
            for fact in step.facts:
                parts = encode(fact, "seat:0", "command")
                text = canonical([parts.pub, parts.private]).decode()
                assert not any(word in text for word in WORDS), text
                used = used or card_id(own.hash, 1) in text
                if type(fact.event) in GAME.events:
                    assert GAME.describe(fact.event, step.state.cards)
        assert used
        assert step.state.result is not None


@pytest.mark.rule("CAP-R88")
@pytest.mark.parametrize("taken", ['id = "dishwasher"', 'id = "plate"', 'id = "soap"'])
def test_an_own_set_is_no_second_core_set(taken: str) -> None:
    names = {'id = "dishwasher"': 'id = "ryu"', 'id = "plate"': 'id = "hadouken"', 'id = "soap"': 'id = "iron_focus"'}
    with pytest.raises(CardFault, match="is taken"):
        reader_of(GAME).read_own(GAME.core(), TEXT.replace(taken, names[taken]))
