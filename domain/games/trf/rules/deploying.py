"""Planets and characters that come into play, and revivals (TRF-209 to TRF-214, TRF-306, TRF-334 to TRF-339)."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.trf import actions as a
from domain.games.trf import events as e
from domain.games.trf.board import Board, Discarded
from domain.games.trf.definitions import Definition
from domain.games.trf.match import Batch
from domain.games.trf.rules import continuous, leaving, piles, resources
from domain.kernel.prompts import Parameter, Template
from domain.kernel.refusal import Refusal, illegal


def _held(board: Board, seat: int, kind: str) -> Iterator[tuple[str, Definition]]:
    for iid, cid in board.players[seat].hand.known.items():
        card = board.cards[cid]
        if card.kind == kind:
            yield iid, card


# Planets


def planet_templates(board: Board, seat: int) -> Iterator[Template]:
    """TRF-209 TRF-210 TRF-307 Any planet of the hand, or none."""
    planets = tuple(iid for iid, _ in _held(board, seat, "planet"))
    if planets:
        yield Template("play_planet", {}, (Parameter("card", "card", planets),), "Play a planet", ("TRF-209",))
    yield Template("skip_planet", {}, (), "Play no planet", ("TRF-209",))


def refuse_planet(board: Board, seat: int, action: a.PlayPlanet) -> Refusal | None:
    """TRF-209 TRF-601 Why this planet can't be played, or None."""
    held = piles.held(board, seat, action.card, "planet", "TRF-209")
    return held if isinstance(held, Refusal) else None


def play_planet(batch: Batch, seat: int, action: a.PlayPlanet) -> None:
    """TRF-209 TRF-211 TRF-602 Face up, at no cost; it gives its meters and words at once."""
    cid = batch.board.players[seat].hand.known[action.card]
    card = batch.board.cards[cid]
    batch.emit(e.PlanetPlayed(seat=seat, iid=action.card, card=cid, meters=card.meters, words=card.words))


# Characters


def character_templates(board: Board, seat: int) -> Iterator[Template]:
    """TRF-304 TRF-306 TRF-307 TRF-334 Each character that can be bought or revived now."""
    held = tuple(iid for iid, card in _held(board, seat, "character") if _refuse_price(board, seat, card) is None)
    if held:
        yield Template("play_character", {}, (Parameter("card", "card", held),), "Play a character", ("TRF-306",))
    dead = tuple(card.iid for card in board.players[seat].discard if _refuse_revival(board, card) is None)
    if dead:
        yield Template("revive", {}, (Parameter("card", "card", dead),), "Revive a character", ("TRF-334",))


def refuse_access(board: Board, seat: int, card: Definition) -> Refusal | None:
    """TRF-314 TRF-315 TRF-316 Why the player's account can't play this card, or None."""
    if continuous.access(board, seat, card) is not None:
        return None
    if card.deviant:
        return illegal("TRF-316", "only an account of its faction, or a universal one, can play it", "card")
    return illegal("TRF-314", "your account has no access to cards of this faction", "card")


def _refuse_price(board: Board, seat: int, card: Definition) -> Refusal | None:
    """TRF-308 TRF-R90 Why a character can't be bought with what is left of this turn, or None."""
    refused = refuse_access(board, seat, card) or resources.refuse_more(board, seat)
    return refused or resources.refuse_meters(board, seat, continuous.price(board, seat, card), "TRF-308", "card")


def refuse_character(board: Board, seat: int, action: a.PlayCharacter) -> Refusal | None:
    """TRF-302 TRF-306 TRF-601 Why this character can't be played, or None."""
    card = piles.held(board, seat, action.card, "character", "TRF-306")
    return card if isinstance(card, Refusal) else _refuse_price(board, seat, card)


def play_character(batch: Batch, seat: int, action: a.PlayCharacter) -> None:
    """TRF-302 TRF-306 TRF-609 It is paid and comes into the Battlegrounds as a lone unit."""
    cid = batch.board.players[seat].hand.known[action.card]
    cost = continuous.price(batch.board, seat, batch.board.cards[cid])
    resources.pay_meters(batch, seat, cost, cid)
    batch.emit(e.CharacterPlayed(seat=seat, iid=action.card, card=cid, cost=cost))
    leaving.entered(batch, seat, cid, action.card)


# Revivals


def revivable(board: Board, card: Discarded) -> bool:
    """TRF-335 Whether a discarded card is Unique and came from the Battlegrounds."""
    return card.meters_paid is not None and board.cards[card.cid].unique


def revival_price(card: Discarded) -> int:
    """TRF-336 TRF-337 TRF-R37 Double what was paid for it from the hand; no cost modifier changes it."""
    return 2 * (card.meters_paid or 0)


def _refuse_revival(board: Board, card: Discarded) -> Refusal | None:
    """TRF-334 TRF-335 TRF-339 TRF-650 TRF-R36 TRF-R71 TRF-R90 Why this discarded card can't be revived, or None."""
    printed = board.cards[card.cid]
    if not revivable(board, card):
        rule = "TRF-335" if printed.unique else "TRF-339"
        return illegal(rule, "only a Unique character that was defeated or destroyed can be revived", "card")
    refused = refuse_access(board, card.owner, printed) or resources.refuse_more(board, card.owner)
    return refused or resources.refuse_meters(board, card.owner, revival_price(card), "TRF-336", "card")


def refuse_revive(board: Board, seat: int, action: a.Revive) -> Refusal | None:
    """TRF-334 Why this character can't be revived, or None."""
    card = board.discarded(action.card)
    if card is None or card.owner != seat:
        return illegal("TRF-334", "there is no such card in your discard pile", "card")
    return _refuse_revival(board, card)


def revive(batch: Batch, seat: int, action: a.Revive) -> None:
    """TRF-334 TRF-336 TRF-338 It is paid and comes back, as bought this turn."""
    card = batch.board.discarded(action.card)
    assert card is not None
    cost = revival_price(card)
    resources.pay_meters(batch, seat, cost, card.cid)
    batch.emit(e.CharacterRevived(seat=seat, iid=card.iid, card=card.cid, cost=cost))
    leaving.entered(batch, seat, card.cid, card.iid)
