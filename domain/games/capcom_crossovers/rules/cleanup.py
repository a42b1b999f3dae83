"""The clean-up phase: super meter, Aces, Jokers, tagging, HP, cuts (CAP-210, CAP-309 to 317, CAP-905 to 950)."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.capcom_crossovers import actions as a
from domain.games.capcom_crossovers import events as e
from domain.games.capcom_crossovers.board import Board
from domain.games.capcom_crossovers.faces import (
    face_name,
    is_joker,
    meter_value,
    pair_name,
    pairs,
    rank,
    same_value,
    value,
)
from domain.games.capcom_crossovers.frames import CutDeck
from domain.games.capcom_crossovers.match import Batch, State
from domain.games.capcom_crossovers.rules import continuous, damage, piles, tagging
from domain.kernel.frames import top
from domain.kernel.prompts import Parameter, Template
from domain.kernel.refusal import Refusal, illegal

ACE_PRICE = 40
"""CAP-311."""
JOKER_PRICE = 50
"""CAP-945."""


def templates(board: Board, seat: int) -> Iterator[Template]:
    """CAP-210 Every clean-up action, and to end the turn."""
    held = sorted(board.players[seat].held)
    fits = tuple(face for face in held if refuse_place(board, seat, a.PlaceInMeter(face)) is None)
    if fits:
        yield Template("place_in_meter", {}, (Parameter("card", "card", fits),), "Place in the meter", ("CAP-309",))
    yield from _aces(board, seat)
    yield from _jokers(board, seat)
    yield from _tags(board, seat)
    if held and refuse_recover_hp(board, seat, a.RecoverHp(held[0])) is None:
        card = Parameter("card", "card", tuple(held))
        yield Template("recover_hp", {}, (card,), "Recover HP", ("CAP-940",))
    yield Template("end_turn", {}, (), "End the turn", ("CAP-210",))


def _payment(board: Board, seat: int, price: int) -> Parameter | None:
    """CAP-312 CAP-R75 Every set of meter cards that pays the price; None if none does."""
    meter = tuple(board.players[seat].meter)
    if sum(map(meter_value, meter)) < price:
        return None
    return Parameter("meter_cards", "payment", meter, worth=tuple(map(meter_value, meter)), price=price)


def _refuse_payment(board: Board, seat: int, cards: tuple[str, ...], price: int, rule: str) -> Refusal:
    """CAP-311 CAP-312 CAP-945 CAP-R08 Why these cards don't pay."""
    meter = board.players[seat].meter
    if len(set(cards)) != len(cards) or any(face not in meter for face in cards):
        return illegal(rule, "it is paid with different cards of your super meter", "meterCards")
    total = sum(map(meter_value, cards))
    if total < price:
        return illegal(rule, f"the cards are worth {total}, the price is {price}", "meterCards")
    spare = next(face for face in cards if total - meter_value(face) >= price)
    return illegal("CAP-312", f"without the {face_name(spare)} it is still {price} or more", "meterCards")


# The super meter


def refuse_place(board: Board, seat: int, action: a.PlaceInMeter) -> Refusal | None:
    """CAP-309 CAP-319 CAP-950 CAP-R62 Why this card can't be placed, or None."""
    player, face = board.players[seat], action.card
    if player.meter_placed:
        return illegal("CAP-309", "one card is placed in each clean-up phase")
    if face not in player.held:
        return illegal("CAP-309", "there is no such card in your hand", "card")
    if is_joker(face):
        alone = any(one.status == "koed" for one in board.of_side(board.side_of(seat)))
        return None if alone else illegal("CAP-950", "a Joker is placed when a character of your side is KOed", "card")
    number = value(face)
    if number is None:
        return illegal("CAP-309", f"the {face_name(face)} is no number card", "card")
    strength = continuous.stat(board, board.own(seat), "strength")
    if number <= strength:
        return illegal("CAP-309", f"{number} is not above the Strength of {strength}", "card")
    return None


def place(batch: Batch, seat: int, action: a.PlaceInMeter) -> None:
    """CAP-309 CAP-310 The card lies face up in the meter."""
    total = sum(map(meter_value, batch.board.players[seat].meter)) + meter_value(action.card)
    batch.emit(e.CardPlacedInMeter(seat=seat, card=action.card, total=total))


# Aces


def _aces(board: Board, seat: int) -> Iterator[Template]:
    """CAP-311 CAP-313 Each Ace of each pile, however it is paid."""
    payment = _payment(board, seat, ACE_PRICE)
    if payment is None or board.players[seat].ace_recovered:
        return
    for pile in ("draw", "discard"):
        aces = tuple(sorted(face for face in _pile(board, seat, pile) if rank(face) == "A"))
        if aces:
            parameters = (payment, Parameter("ace", "card", aces))
            yield Template("recover_ace", {"pile": pile}, parameters, f"Ace of the {pile} pile", ("CAP-311",))


def _pile(board: Board, seat: int, pile: str) -> list[str]:
    """CAP-313 CAP-R09 The cards of a pile."""
    player = board.players[seat]
    return player.pile_contents() if pile == "draw" else player.discard


def refuse_ace(board: Board, seat: int, action: a.RecoverAce) -> Refusal:
    """CAP-311 CAP-312 CAP-313 CAP-316 Why this Ace can't be recovered so."""
    if board.players[seat].ace_recovered:
        return illegal("CAP-316", "one Ace is recovered in a turn")
    if rank(action.ace) != "A" or action.ace not in _pile(board, seat, action.pile):
        return illegal("CAP-313", f"there is no such Ace in your {action.pile} pile", "ace")
    return _refuse_payment(board, seat, action.meter_cards, ACE_PRICE, "CAP-311")


def recover_ace(batch: Batch, seat: int, action: a.RecoverAce) -> None:
    """CAP-311 CAP-313 CAP-314 CAP-315 CAP-317 The Ace is shown and taken; a searched draw pile is shuffled and cut."""
    batch.emit(e.AceRecovered(seat=seat, paid=action.meter_cards, pile=action.pile, ace=action.ace))
    if action.pile == "draw":
        piles.shuffle(batch, seat, "ace_recovered")
        batch.push(CutDeck(seat))


# Jokers


def _jokers(board: Board, seat: int) -> Iterator[Template]:
    """CAP-945 Each Joker of the discard pile, however it is paid."""
    payment = _payment(board, seat, JOKER_PRICE)
    jokers = tuple(sorted(face for face in board.players[seat].discard if is_joker(face)))
    if payment is not None and jokers:
        parameters = (payment, Parameter("joker", "card", jokers))
        yield Template("recover_joker", {}, parameters, "Recover a Joker", ("CAP-945",))


def refuse_joker(board: Board, seat: int, action: a.RecoverJoker) -> Refusal:
    """CAP-945 CAP-312 Why this Joker can't be recovered so."""
    if not board.tag_modes(seat):
        return illegal("CAP-945", "Jokers are recovered in tag modes only")
    if not is_joker(action.joker) or action.joker not in board.players[seat].discard:
        return illegal("CAP-945", "there is no such Joker in your discard pile", "joker")
    return _refuse_payment(board, seat, action.meter_cards, JOKER_PRICE, "CAP-945")


def recover_joker(batch: Batch, seat: int, action: a.RecoverJoker) -> None:
    """CAP-945 CAP-946 CAP-R64 The Joker is shuffled into the draw pile, which may be cut."""
    batch.emit(e.JokerRecovered(seat=seat, paid=action.meter_cards, joker=action.joker))
    piles.shuffle(batch, seat, "joker_recovered")
    batch.push(CutDeck(seat))


# Cuts


def cutter(board: Board, seat: int) -> int:
    """CAP-315 CAP-R10 The opponent next in turn order after the owner."""
    place = board.order.index(seat)
    after = board.order[place:] + board.order[:place]
    side = board.side_of(seat)
    return next(other for other in after if board.side_of(other) != side and not board.players[other].out)


def step_cut(batch: Batch, frame: CutDeck) -> None:
    """CAP-315 CAP-946 CAP-R10 Ask an opponent, unless nothing is left to cut."""
    if batch.board.players[frame.seat].deck.size:
        batch.ask_for(frame, cutter(batch.board, frame.seat), "cut_deck")


def cut_templates(state: State, seat: int) -> list[Template]:
    """CAP-R10 0 to all but one; an empty pile isn't cut."""
    owner = top(state.frames, CutDeck).seat
    k = Parameter("k", "number", tuple(range(state.board.players[owner].deck.size)))
    return [Template("cut", {}, (k,), "Cut", ("CAP-R10",))]


def cut(batch: Batch, seat: int, action: a.Cut) -> None:
    """CAP-315 CAP-R10 The top k cards go to the bottom."""
    owner = top(batch.frames, CutDeck).seat
    batch.frames.pop()
    if action.k:
        batch.emit(e.DeckCut(seat=owner, by=seat, k=action.k))


# Tagging


def _tags(board: Board, seat: int) -> Iterator[Template]:
    """CAP-906 Every pair that pays for tagging."""
    for card1, card2 in pairs(board.players[seat].held):
        if refuse_tag(board, seat, a.Tag(card1, card2)) is None:
            label = f"Tag with {pair_name(card1, card2)}"
            yield Template("tag", {"card1": card1, "card2": card2}, (), label, ("CAP-906",))


def refuse_tag(board: Board, seat: int, action: a.Tag) -> Refusal | None:
    """CAP-905 CAP-906 CAP-951 CAP-955 CAP-R53 Why these cards don't pay for tagging, or None."""
    side = board.side_of(seat)
    if board.inactive(side) is None:
        return illegal("CAP-951", "there is no living inactive character to tag in")
    if not board.plays(seat):
        return illegal("CAP-955", "only the player of the active character tags")
    if not board.players[seat].holds(action.cards):
        return illegal("CAP-906", "tagging takes two different cards of your hand", "card1")
    number = same_value(action.cards)
    if number is None:
        return illegal("CAP-906", "tagging takes two number cards of the same value", "card1")
    strength = continuous.stat(board, board.active(side), "strength")
    if number > strength:
        return illegal("CAP-906", f"{number} is above the Strength of {strength}", "card1")
    return None


def tag(batch: Batch, seat: int, action: a.Tag) -> None:
    """CAP-906 CAP-908 CAP-R65 The inactive character becomes active; its stats count at once."""
    piles.discard(batch, seat, action.cards, "tag")
    tagging.switch(batch, batch.board.side_of(seat), "tag")


# HP


def refuse_recover_hp(board: Board, seat: int, action: a.RecoverHp) -> Refusal | None:
    """CAP-940 CAP-941 CAP-951 CAP-958 Why no HP can be recovered with this card, or None."""
    waits = board.inactive(board.side_of(seat))
    if waits is None:
        return illegal("CAP-951", "there is no living inactive character")
    if board.players[seat].hp_recovered:
        return illegal("CAP-940", "HP are recovered once in a clean-up phase")
    if waits.hp >= waits.start_hp:
        return illegal("CAP-941", "the inactive character has all its HP")
    if action.card not in board.players[seat].held:
        return illegal("CAP-940", "there is no such card in your hand", "card")
    return None


def recover_hp(batch: Batch, seat: int, action: a.RecoverHp) -> None:
    """CAP-940 CAP-941 CAP-R61 The inactive character regains its own Defense Bonus."""
    board = batch.board
    waits = board.inactive(board.side_of(seat))
    assert waits is not None
    piles.discard(batch, seat, (action.card,), "recover_hp")
    damage.heal(batch, waits, continuous.stat(board, waits, "defense_bonus"), "recover_hp")
