"""What the others may and may not conclude."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from domain.games.trf import GAME
from domain.games.trf import actions as a
from domain.games.trf import events as e
from domain.games.trf.board import Attack, Attacker, Board, Character, Persistent, account_id
from domain.games.trf.cardfiles import READER
from domain.games.trf.frames import DiscardChoice, Env
from domain.games.trf.loadouts import Options
from domain.games.trf.rules import assault, attacks, effect_prompts, ending, piles
from domain.games.trf.rules.continuous import EvalContext
from domain.games.trf.words.conditions import assigned
from domain.kernel import decide
from domain.kernel.audience import NOBODY, SPECTATOR, seat
from domain.kernel.batch import Batch
from domain.kernel.cardfile import CardFault
from domain.kernel.decide import Decision
from domain.kernel.facts import as_seen
from domain.kernel.match import State
from service.bots.sampling import answer
from tests.kit.play import accepted, opening, server_seed

P1, P2, P3 = range(3)


def running(seed: int, seats: int = 2) -> State:
    """A match that has begun."""
    options = Options() if seats == 2 else Options(mode="free_for_all")
    return list(opening(GAME, seed, seats, options))[-1].state


def batch_of(state: State) -> Batch:
    """Something happens in it."""
    return decide._batch(GAME, state, server_seed(1), state.at)


@pytest.mark.rule("TRF-646")
def test_a_card_discarded_at_random_does_not_show_its_place_in_the_hand() -> None:
    batch = batch_of(running(1))
    piles.discard_at_random(batch, P2, 1, "O52")
    (picked,) = (fact for fact in batch.facts if isinstance(fact.event, e.RandomCardPicked))
    assert picked.secret == {NOBODY: ("draws",)}
    for viewer in (seat(P1), seat(P2), SPECTATOR):
        shown = as_seen(picked, viewer)
        assert isinstance(shown, e.RandomCardPicked)
        assert shown == replace(picked.event, draws=())


@pytest.mark.rule("TRF-526", "TRF-646")
def test_a_whole_hand_that_is_discarded_goes_in_no_order_of_arrival() -> None:
    batch = batch_of(running(1))
    held = list(batch.board.players[P2].hand.known)
    effect_prompts.DISCARD.step(batch, DiscardChoice(P2, 6, "A05"))
    gone = [fact.event.iid for fact in batch.facts if isinstance(fact.event, e.CardDiscarded)]
    assert gone == sorted(held)
    assert not batch.state.prompts.keys() - running(1).prompts.keys()


@pytest.mark.rule("TRF-706")
def test_what_the_clock_discards_is_the_oldest_of_the_hand() -> None:
    state = replace(running(1), frames=(DiscardChoice(P2, 2, "A05"),))
    held = tuple(state.board.players[P2].hand.known)
    assert effect_prompts.DISCARD.question.default(state, P2) == a.ChooseCards(held[:2])


@pytest.mark.rule("TRF-104")
@pytest.mark.parametrize("do", ["threshold(1, has_reserve)", "combat(my_char[has_reserve], 1)"])
def test_what_always_holds_asks_for_no_reserve_account(do: str) -> None:
    text = (
        'set = "t"\nname = "T"\n[[card]]\nid = "x"\nname = "X"\nkind = "account"\nfaction = "jedi"\n'
        f'text = "T."\nabilities = [{{ when = "passive", do = "{do}" }}]\n'
    )
    with pytest.raises(CardFault, match="seen by all"):
        READER.read_own(GAME.core(), text)


@pytest.mark.rule("TRF-104")
def test_a_reserve_account_is_its_players_alone() -> None:
    state = running(1)
    state.board.players[P1].reserve = "A04"
    shown = {viewer: GAME.view(state, viewer).players[P1].reserve for viewer in (seat(P1), seat(P2), SPECTATOR)}
    own = shown[seat(P1)]
    assert own is not None
    assert (own.card, shown[seat(P2)], shown[SPECTATOR]) == ("A04", None, None)


@pytest.mark.rule("TRF-451", "TRF-455")
def test_nobody_is_assigned_before_the_assault_is_confirmed() -> None:
    board = running(1).board
    board.players[board.active].characters.append(Character("t1", "C01", board.active, 9, 0, 350))
    board.attack = Attack(1 - board.active, (Attacker(("t1",)),), confirmed=True, blocked=True)
    board.assault = (("t1", board.home(1 - board.active).iid),)
    asked = EvalContext(board, Env(board.active, "A01")).about("t1")
    assert not assigned(asked)
    board.attack = replace(board.attack, assaulted=True)
    assert assigned(asked)


@pytest.mark.rule("TRF-410", "TRF-455")
def test_that_one_more_is_named_is_public_and_which_is_not() -> None:
    batch = batch_of(running(1))
    attacks.assign_block(batch, P2, a.AssignBlock("t1", "t2"))
    assault.assign(batch, P1, a.AssignAssault("t2", "t3"))
    block, sent = batch.facts
    assert as_seen(block, seat(P2)) == e.BlockAssigned(seat=P2, blocker="t1", attacker="t2")
    assert as_seen(sent, seat(P1)) == e.AssaultAssigned(seat=P1, unit="t2", planet="t3")
    for viewer in (seat(P1), SPECTATOR):
        assert as_seen(block, viewer) == e.BlockAssigned(seat=P2)
    for viewer in (seat(P2), SPECTATOR):
        assert as_seen(sent, viewer) == e.AssaultAssigned(seat=P1)


@pytest.mark.rule("TRF-225")
def test_a_standing_pass_is_seen_and_for_which_windows_is_not() -> None:
    state = running(1)
    step = accepted(decide.act(GAME, state, P2, a.SetStandingPass(("attack", "dice")), state.at, server_seed(1)))
    (fact,) = (fact for fact in step.facts if isinstance(fact.event, e.StandingPassSet))
    assert as_seen(fact, seat(P2)) == e.StandingPassSet(seat=P2, windows=("attack", "dice"))
    assert as_seen(fact, seat(P1)) == as_seen(fact, SPECTATOR) == e.StandingPassSet(seat=P2)
    assert GAME.view(step.state, seat(P2)).players[P2].standing_pass == ("attack", "dice")
    assert GAME.view(step.state, seat(P1)).players[P2].standing_pass is None


def states(seats: int) -> list[State]:
    """Stops of random play."""
    random, state = Random(5), running(5, seats)
    stops: list[State] = []
    while state.status == "running" and len(stops) < 200:
        stops.append(state)
        prompt = random.choice(list(state.prompts.values()))
        action = answer(GAME, state, prompt, random)
        state = accepted(decide.act(GAME, state, prompt.seat, action, state.at, server_seed(5))).state
    return stops


@pytest.mark.rule("TRF-224")
def test_who_holds_cards_is_asked_whatever_they_are() -> None:
    """Every hand of cards that can't be played leads to the same questions."""
    for state in states(2):
        prompt = next(iter(prompt for prompt in state.prompts.values() if prompt.mode != "standing"))
        action = GAME.default(state, prompt)
        assert action is not None
        asked: list[list[tuple[int, str]]] = []
        for cid in ("O01", "O02", "P02"):
            twin = state.copy()
            other = twin.board.players[1 - prompt.seat].hand
            other.known = dict.fromkeys(other.known, cid)
            step = decide.act(GAME, twin, prompt.seat, action, state.at, server_seed(5))
            assert isinstance(step, Decision)
            asked.append([(one.seat, one.kind) for one in step.state.prompts.values()])
        assert asked[0] == asked[1] == asked[2]


@pytest.mark.rule("TRF-520", "TRF-908")
def test_what_was_attached_to_one_who_concedes_out_of_turn_is_discarded_at_once() -> None:
    state = running(2, 3)
    board: Board = state.board
    gone, other = (number for number in range(3) if number != board.active)
    cid = "O41"
    ban = Persistent("t1", cid, other, 9, host=account_id(gone), tokens=3, counted=gone)
    board.players[other].persistents.append(ban)
    step = accepted(decide.concede(GAME, state, gone, state.at, server_seed(2)))
    assert [fact.event.cause for fact in step.facts if isinstance(fact.event, e.PersistentDiscarded)] == ["host_left"]
    assert step.state.board.players[other].persistents == []
    assert not ending.checkpoint(batch_of(step.state))
