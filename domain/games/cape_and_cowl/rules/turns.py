"""The parts of a turn: start step, main step, end step (CNC-201 to CNC-221)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise

from msgspec.structs import replace

from domain.games.cape_and_cowl import actions as a
from domain.games.cape_and_cowl import events as e
from domain.games.cape_and_cowl.board import Board, Duration, InPlay, Player, opponent
from domain.games.cape_and_cowl.definitions import PORTER
from domain.games.cape_and_cowl.frames import Turn
from domain.games.cape_and_cowl.match import Batch
from domain.games.cape_and_cowl.rules import attacks, changes, continuous, ending, leaving, piles, playing
from domain.kernel.prompts import Parameter, Template
from domain.kernel.refusal import Refusal, illegal

ACTION_COST = 1
"""CNC-306 CNC-315 CNC-322 CNC-323."""


def step(batch: Batch, frame: Turn) -> None:
    """CNC-203 CNC-204 CNC-218 CNC-R04 One part of a turn, and then the next."""
    STAGES[frame.stage](batch, frame)


def _go_on(batch: Batch, frame: Turn) -> None:
    """The turn goes on with its next part, once all that is pushed above it is resolved."""
    batch.frames.append(replace(frame, stage=NEXT[frame.stage]))


def start_turn(batch: Batch, seat: int) -> None:
    """CNC-201 CNC-202 CNC-R03 The next turn; a round is a turn of the first player and one of the second."""
    board = batch.board
    number = board.round + (seat == board.first)
    batch.emit(e.TurnStarted(seat=seat, round=number, turn=board.turn + 1))


def _durations(batch: Batch, frame: Turn) -> None:
    """CNC-204 CNC-504 CNC-513 CNC-R03 (a) What lasts until now ends; marks and counts of the turn are cleared."""
    _go_on(batch, frame)
    seat = batch.board.active
    if lasts(batch.board, "round", seat):
        batch.emit(e.DurationEnded(seat=seat, duration="round"))


def lasts(board: Board, duration: Duration, made_by: int) -> bool:
    """CNC-513 Whether an effect of this duration goes on that this player made."""
    return any(_lasts(player, duration, made_by) for player in board.players)


def _lasts(player: Player, duration: Duration, made_by: int) -> bool:
    ends = [(one.duration, one.made_by) for one in player.effects]
    ends += [(one.duration, one.made_by) for character in player.characters for one in character.modifiers]
    if (duration, made_by) in ends:
        return True
    if duration != "round":
        return False
    statuses = [character.statuses.get(name) for character in player.characters for name in ("frozen", "silenced")]
    return made_by in (player.flooded, *statuses, *(city.disabled for city in player.cities))


def _poison(batch: Batch, frame: Turn) -> None:
    """CNC-204 CNC-506 CNC-R29 (b) Poison does 1 to each Poisoned Character of the active player, to all at once."""
    _go_on(batch, frame)
    for character in list(batch.board.players[batch.board.active].characters):
        if "poisoned" in character.statuses:
            changes.effect_damage(batch, character, 1, "poisoned")


def _income(batch: Batch, frame: Turn) -> None:
    """CNC-205 CNC-206 CNC-207 CNC-535 CNC-R05 (c) The Porter and income texts, less the shortage, at least 0."""
    _go_on(batch, frame)
    seat = batch.board.active
    player = batch.board.players[seat]
    porter, extra = continuous.porter_income(batch.board, seat), continuous.extra_income(batch.board, seat)
    amount = max(0, porter + extra - player.shortage)
    event = e.ApReceived(
        seat=seat, porter=porter, extra=extra, shortage=player.shortage, amount=amount, ap_after=player.ap + amount
    )
    batch.emit(event)


def _each_turn(batch: Batch, frame: Turn) -> None:
    """CNC-204 CNC-609 (d) `each_turn` of the active player's City cards, in order of entering play."""
    _texts(batch, frame, batch.board.players[batch.board.active].cities, "each_turn")


def _start(batch: Batch, frame: Turn) -> None:
    """CNC-204 (e) `start` of the active player's Characters, in order of entering play."""
    _texts(batch, frame, batch.board.players[batch.board.active].characters, "start")


def _texts(batch: Batch, frame: Turn, cards: Iterable[InPlay], when: str) -> None:
    _go_on(batch, frame)
    in_order = sorted(cards, key=lambda card: card.entered)
    batch.push(*(text for card in in_order for text in leaving.texts(batch.board, card, when, live=True)))


def _main(batch: Batch, frame: Turn) -> None:
    """CNC-212 CNC-217 CNC-R06 The active player does any number of things in any order, until ending the turn."""
    batch.ask_for(frame, batch.board.active, "main")


def end_turn(batch: Batch, seat: int, action: a.EndTurn) -> None:
    """CNC-217 The main step is over."""
    frame = batch.answered(Turn)
    _go_on(batch, frame)


def _combos(batch: Batch, frame: Turn) -> None:
    """CNC-218 (a) Combos break."""
    _go_on(batch, frame)
    attacks.break_combos(batch, batch.board.active)


def _turn_effects(batch: Batch, frame: Turn) -> None:
    """CNC-218 CNC-513 (b) End effects that last for this turn, whoever made them."""
    _go_on(batch, frame)
    for seat in batch.board.order():
        if lasts(batch.board, "turn", seat):
            batch.emit(e.DurationEnded(seat=seat, duration="turn"))


def _limits(batch: Batch, frame: Turn) -> None:
    """CNC-218 (c) Limits of rounds and time."""
    _go_on(batch, frame)
    board = batch.board
    batch.emit(e.TurnEnded(seat=board.active, round=board.round, turn=board.turn))
    ending.check_limits(batch)


def _next(batch: Batch, frame: Turn) -> None:
    """CNC-201 CNC-218 (d) The opponent becomes the active player."""
    start_turn(batch, opponent(batch.board.active))
    batch.frames.append(Turn())


STAGES: Mapping[str, Callable[[Batch, Turn], None]] = {
    "durations": _durations,
    "poison": _poison,
    "income": _income,
    "each_turn": _each_turn,
    "start": _start,
    "main": _main,
    "combos": _combos,
    "turn_effects": _turn_effects,
    "limits": _limits,
    "next": _next,
}
NEXT = dict(pairwise(STAGES))
"""The part of a turn that follows each."""


# The simple actions of the main step


def templates(board: Board, seat: int) -> Iterator[Template]:
    """CNC-332 CNC-R08 Everything that the active player may do; ending the turn always."""
    if refuse_draw(board, seat, a.DrawCard()) is None:
        yield Template("draw_card", {}, (), "Draw a card", ("CNC-306",))
    yield from playing.templates(board, seat)
    yield from _moves(board, seat)
    yield from attacks.templates(board, seat)
    yield from playing.ability_templates(board, seat)
    yield Template("end_turn", {}, (), "End the turn", ("CNC-217",))


def _moves(board: Board, seat: int) -> Iterator[Template]:
    player = board.players[seat]
    actions = [a.WithdrawCharacter(card.iid) for card in player.characters]
    withdrawable = tuple(one.character for one in actions if refuse_withdraw(board, seat, one) is None)
    if withdrawable:
        character = Parameter("character", "card", withdrawable)
        yield Template("withdraw_character", {}, (character,), "Withdraw a Character", ("CNC-315",))
    if not attacks.affordable(player.ap, discard_cost(board, seat)):
        return
    hand = tuple(card.iid for card in player.hand if card.iid is not None)
    field = tuple(card.iid for card in player.in_play() if card.cid != PORTER)
    for zone, cards, where, rule in (("hand", hand, "of the hand", "CNC-322"), ("field", field, "in play", "CNC-323")):
        if cards:
            card = Parameter("card", "card", cards)
            yield Template(f"discard_from_{zone}", {}, (card,), f"Discard a card {where}", (rule,))


def draw_cost(board: Board, seat: int) -> int:
    """CNC-306 CNC-327 The cost of drawing a card."""
    return continuous.cost(board, seat, "draw", ACTION_COST)


def discard_cost(board: Board, seat: int) -> int:
    """CNC-322 CNC-323 CNC-327 The cost of discarding."""
    return continuous.cost(board, seat, "discard", ACTION_COST)


def refuse_draw(board: Board, seat: int, action: a.DrawCard) -> Refusal | None:
    """CNC-301 CNC-307 Why no card can be drawn, or None."""
    player = board.players[seat]
    if len(player.hand) >= continuous.HAND_LIMIT:
        return illegal("CNC-307", f"a hand holds at most {continuous.HAND_LIMIT} cards")
    if not player.deck.size:
        return illegal("CNC-307", "your deck is empty")
    return attacks.refuse_cost(player.ap, draw_cost(board, seat), "CNC-306")


def refuse_withdraw(board: Board, seat: int, action: a.WithdrawCharacter) -> Refusal | None:
    """CNC-301 CNC-315 CNC-316 CNC-318 CNC-320 CNC-321 CNC-R13 Why this can't be withdrawn, or None."""
    character = board.character(action.character)
    if character is None or character.owner != seat:
        rule = "CNC-320" if board.city(action.character) is not None else "CNC-315"
        return illegal(rule, "only your own Characters in play can be withdrawn", "character")
    barred = leaving.withdraw_barred(character, len(board.players[seat].hand))
    if barred is not None:
        return illegal(barred, BARRED[barred], "character")
    price = continuous.cost(board, seat, "withdraw", ACTION_COST, action.character)
    return attacks.refuse_cost(board.players[seat].ap, price, "CNC-315")


BARRED: Mapping[str, str] = {
    "CNC-316": "it was played this turn",
    "CNC-318": "it has Acted this turn",
    "CNC-321": "your hand is full",
}


def refuse_discard_from_hand(board: Board, seat: int, action: a.DiscardFromHand) -> Refusal | None:
    """CNC-322 Why this card can't be discarded, or None."""
    if board.players[seat].held(action.card) is None:
        return illegal("CNC-322", "there is no such card in your hand", "card")
    return attacks.refuse_cost(board.players[seat].ap, discard_cost(board, seat), "CNC-322")


def refuse_discard_from_field(board: Board, seat: int, action: a.DiscardFromField) -> Refusal | None:
    """CNC-323 CNC-617 Why this card can't be discarded, or None."""
    card = board.card(action.card)
    if card is None or card.owner != seat:
        return illegal("CNC-323", "you have no such card in play", "card")
    if card.cid == PORTER:
        return illegal("CNC-617", "the Porter can't be discarded", "card")
    return attacks.refuse_cost(board.players[seat].ap, discard_cost(board, seat), "CNC-323")


def draw_card(batch: Batch, seat: int, action: a.DrawCard) -> None:
    """CNC-306 The top card of the own deck into the hand."""
    changes.spend_ap(batch, seat, draw_cost(batch.board, seat), "draw_card")
    piles.draw(batch, seat, 1, "draw_card")


def withdraw_character(batch: Batch, seat: int, action: a.WithdrawCharacter) -> None:
    """CNC-315 An own Character goes to the hand."""
    character = batch.board.character(action.character)
    assert character is not None
    price = continuous.cost(batch.board, seat, "withdraw", ACTION_COST, action.character)
    changes.spend_ap(batch, seat, price, "withdraw_character")
    leaving.withdraw(batch, character, "withdraw_character")


def discard_from_hand(batch: Batch, seat: int, action: a.DiscardFromHand) -> None:
    """CNC-322 A card of the own hand goes to the discard pile."""
    changes.spend_ap(batch, seat, discard_cost(batch.board, seat), "discard_from_hand")
    piles.discard_from_hand(batch, seat, action.card, "discard_from_hand")


def discard_from_field(batch: Batch, seat: int, action: a.DiscardFromField) -> None:
    """CNC-323 An own card in play goes to the discard pile."""
    changes.spend_ap(batch, seat, discard_cost(batch.board, seat), "discard_from_field")
    card = batch.board.card(action.card)
    assert card is not None
    leaving.discard(batch, card, "discard_from_field")
