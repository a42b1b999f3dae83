"""Invariants: they hold in every state, whatever the players do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from domain.games.trf.board import Board, Fight, Player
from domain.games.trf.frames import Announced, LookTop, Resolved, Turn
from domain.games.trf.match import State
from domain.games.trf.rules import continuous, leaving
from domain.games.trf.rules.units import is_fleeter
from domain.kernel.invariants import counted, miscounted, twice


def invariants(state: State) -> list[str]:
    """Sentences about what is broken; empty if all holds."""
    board: Board | None = state.board_or_none
    if board is None or not board.turn:
        return []
    found = [fault for seat, player in enumerate(board.players) for fault in _player(board, seat, player)]
    found += _fights(board)
    found += _attack(board)
    zones = (zone for player in board.players for zone in (player.in_play(), player.discard, player.hand))
    found += [f"two cards are {iid} (TRF-306)" for iid in twice(*zones)]
    if state.status == "running":
        found += _running(state, board)
    return found


def _player(board: Board, seat: int, player: Player) -> Iterator[str]:
    name = f"P{seat + 1}"
    if player.account is None or board.cards[player.account.cid].kind != "account":
        yield f"{name} has no account in play (TRF-103)"
    if (seat in board.out) != player.lost:
        yield f"{name} has lost, or has not, against the list of those who have (TRF-908)"
    if player.lost:
        if player.in_play() or player.hand.size or player.deck.size or player.discard:
            yield f"{name} has lost and has cards (TRF-908)"
        return
    yield from _cards(board, seat, player, name)
    yield from _resources(player, name)
    yield from _units(board, player, name)
    for card in player.persistents:
        if not board.cards[card.cid].persistent:
            yield f"{name}: {card.cid} can't stay in play (TRF-620)"
        if (card.tokens is None) != (card.counted is None):
            yield f"{name}: {card.cid} has tokens that nobody counts, or none to count (TRF-522)"


def _resources(player: Player, name: str) -> Iterator[str]:
    homes = sum(planet.home for planet in player.planets)
    if homes != 1:
        yield f"{name} has {homes} homeworlds (TRF-604, TRF-701)"
    if not 0 <= player.pool_m <= player.max_m or not 0 <= player.pool_w <= player.max_w:
        yield f"{name} has more in a pool than it can hold (TRF-305)"
    for planet in player.planets:
        if planet.exhausted and (planet.gave_m or planet.gave_w):
            yield f"{name}: {planet.cid} is exhausted and gives something (TRF-330)"


KINDS = {"planets": "planet", "characters": "character", "persistents": "ooc"}
"""TRF-601 The places of cards."""


def _cards(board: Board, seat: int, player: Player, name: str) -> Iterator[str]:
    """TRF-106 TRF-626 TRF-627 All cards that were brought are somewhere, each where it belongs."""
    if miscounted(player.deck, player.hand):
        yield f"{name}: the deck or the hand is not as large as it says"
    stack = (card for card in board.stack if card.seat == seat)
    there = counted(player.deck, player.hand, player.in_play(), player.discard, stack)
    if player.deck_list is not None:
        more, missing = there - Counter(player.deck_list), Counter(player.deck_list) - there
        if missing or [board.cards[cid].kind for cid in more.elements()] != ["planet"]:
            yield f"{name} has not the cards of the deck and a homeworld (TRF-106)"
    for zone, kind in KINDS.items():
        if any(board.cards[card.cid].kind != kind or card.owner != seat for card in getattr(player, zone)):
            yield f"{name}: a card among {zone} is none, or another player's (TRF-601)"
    if any(card.owner != seat for card in player.discard):
        yield f"{name} has a card of another player in the discard pile (TRF-626)"
    if any(card.meters_paid is not None and board.cards[card.cid].kind != "character" for card in player.discard):
        yield f"{name} has a card in the discard pile that can't have been a character in play (TRF-335)"


def _units(board: Board, player: Player, name: str) -> Iterator[str]:
    for card in player.characters:
        if card.damage < 0:
            yield f"{name}: {card.cid} has {card.damage} damage tokens (TRF-515)"
        if max(card.bought_turn, card.moved_turn, card.ability_turn, card.battle_turn) > board.turn:
            yield f"{name}: {card.cid} is marked with a turn to come (TRF-306)"
        if card.fight is not None and ((fight := board.fight(card.fight)) is None or card.iid not in fight.cards()):
            yield f"{name}: {card.cid} is committed to no fight (TRF-427)"
        partner = board.character(card.partner)
        if card.partner is None:
            continue
        if partner is None or partner.partner != card.iid or partner.owner != card.owner:
            yield f"{name}: {card.cid} is combined with nobody (TRF-511)"
        elif is_fleeter(board, card) == is_fleeter(board, partner):
            yield f"{name}: a unit is one Fleeter with one Individual (TRF-502)"
        elif card.fight != partner.fight:
            yield f"{name}: half of a unit is in a fight (TRF-506)"


def _fights(board: Board) -> Iterator[str]:
    if len({fight.id for fight in board.fights}) != len(board.fights):
        yield "two fights have one name (TRF-411)"
    for fight in board.fights:
        if len(set(fight.cards())) != len(fight.cards()):
            yield f"{fight.id} holds a card twice (TRF-408)"
        for iid in fight.cards():
            card = board.character(iid)
            if card is None or card.fight != fight.id:
                yield f"{fight.id} holds a card that is elsewhere (TRF-427)"
            elif card.owner != (fight.attacker if iid in fight.attackers else fight.defender):
                yield f"{fight.id} holds a card on the side of another player (TRF-430)"
        yield from _dice(board, fight)


def _dice(board: Board, fight: Fight) -> Iterator[str]:
    """TRF-111 TRF-424 TRF-426 Dice have six faces; a fight that is not stuck is one of this turn."""
    dice = (*(fight.dice or ()), *(() if fight.bicker is None else (fight.bicker,)))
    if any(not 1 <= die <= 6 for die in dice):
        yield f"{fight.id} has a die that shows {dice} (TRF-111)"
    if not fight.stuck and fight.started_turn != board.turn:
        yield f"{fight.id} is left from an earlier turn and not stuck (TRF-426)"
    if not 0 <= continuous.threshold(board, fight) <= 5:
        yield f"{fight.id} has no threshold (TRF-424)"


def _attack(board: Board) -> Iterator[str]:
    """TRF-401 TRF-405 TRF-408 TRF-451 Attackers are the AP's; no unit blocks, or is sent, twice."""
    attack = board.attack
    if attack is None:
        if board.blocks or board.assault:
            yield "blocks or an assault are named without an attack (TRF-407)"
        return
    if attack.defender == board.active or board.declined:
        yield "the attack is on the attacker, or was declined (TRF-216, TRF-405)"
    cards = [iid for unit in attack.attackers for iid in unit.cards]
    owners = {None if (card := board.character(iid)) is None else card.owner for iid in cards}
    if len(set(cards)) != len(cards) or not owners <= {board.active}:
        yield "a card attacks twice, or is not the attacker's (TRF-401)"
    for named in (board.blocks, board.assault):
        if len({unit for unit, _ in named}) != len(named):
            yield "a unit blocks, or is sent, twice (TRF-408, TRF-451)"


def _running(state: State, board: Board) -> Iterator[str]:
    """Invariants that may fail once a match has ended in the midst of something (TRF-702)."""
    if [isinstance(frame, Turn) for frame in state.frames] != [True, *[False] * (len(state.frames) - 1)]:
        yield "the turn does not lie under all that is resolved (TRF-202)"
    if board.players[board.active].lost:
        yield f"it is the turn of P{board.active + 1}, who has lost (TRF-902)"
    yield from _left(board)
    awaited = {frame.env.iid for frame in state.frames if isinstance(frame, Announced)}
    awaited |= {frame.iid for frame in state.frames if isinstance(frame, Resolved)}
    if any(card.iid not in awaited for card in board.stack):
        yield "an OOC card on the stack is not being played (TRF-340)"
    looking = {frame.seat for frame in state.frames if isinstance(frame, LookTop)}
    for seat, player in enumerate(board.players):
        if player.looking and seat not in looking:
            yield f"P{seat + 1} looks at cards that nothing shows (TRF-646)"
        if player.looking != tuple(player.deck.cards[: len(player.looking)]):
            yield f"P{seat + 1} looks at cards that are not on top of the deck (TRF-646)"


def _left(board: Board) -> Iterator[str]:
    """TRF-520 Nothing is left for the checks after every effect."""
    for fight in board.fights:
        if not fight.cards():
            yield f"{fight.id} has no cards (TRF-421)"
    for player in board.players:
        for card in player.characters:
            if card.damage and card.damage >= board.cards[card.cid].combat:
                yield f"{card.cid} of P{card.owner + 1} should be destroyed (TRF-514)"
        for lasting in player.persistents:
            if leaving.hostless(board, lasting):
                yield f"{lasting.cid} of P{lasting.owner + 1} has lost its host (TRF-521)"
            if leaving.due(board, lasting) or lasting.tokens == 0:
                yield f"{lasting.cid} of P{lasting.owner + 1} should be discarded (TRF-521, TRF-522)"
