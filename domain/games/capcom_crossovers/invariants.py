"""Invariants: they hold in every state, whatever the players do."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.capcom_crossovers.board import Board, Character, Player
from domain.games.capcom_crossovers.faces import DECK_52, DECK_54, is_joker, value
from domain.games.capcom_crossovers.frames import Damage, Dealt, Do, Kos, May, OnHit, Turn
from domain.games.capcom_crossovers.match import State
from domain.kernel.invariants import miscounted

UNRESOLVED = (Damage, Dealt, Do, Kos, May, OnHit)
"""CAP-482 While one of these waits, a character at 0 HP is not KOed yet."""


def invariants(state: State) -> list[str]:
    """Sentences about what is broken; empty if all holds."""
    board: Board | None = state.board_or_none
    if board is None or not board.characters:
        return []
    found = [fault for seat, player in enumerate(board.players) for fault in _player(board, seat, player)]
    found += [fault for character in board.characters for fault in _character(board, character)]
    found += _modifiers(board)
    if state.status == "running":
        found += _running(state, board)
    return found


def _player(board: Board, seat: int, player: Player) -> Iterator[str]:
    """CAP-318 CAP-801 All cards are somewhere; what lies in the meter and in the block slot may lie there."""
    name = f"P{seat + 1}"
    tag_modes = board.tag_modes(seat)
    if player.deck_list != (DECK_54 if tag_modes else DECK_52):
        yield f"{name} has not brought the deck of the mode (CAP-801)"
    if sorted(_cards(player)) != sorted(player.deck_list):
        yield f"{name} has not each card of the deck once (CAP-801)"
    if miscounted(player.deck, player.hand):
        yield f"{name}: the draw pile or the hand is not as large as it says"
    fallen = any(one.status == "koed" for one in board.of_side(board.side_of(seat)))
    if any(value(face) is None and not (is_joker(face) and fallen) for face in player.meter):
        yield f"{name} has a card in the super meter that can't be there (CAP-309, CAP-950)"
    if player.block is not None and value(player.block.card or "JK1") is None:
        yield f"{name} blocks with a card that is no number card (CAP-433)"
    if player.out != all(one.status == "koed" for one in board.characters if one.seat == seat):
        yield f"{name} is out, or is not, against what has become of the own characters (CAP-959)"


def _cards(player: Player) -> Iterator[str]:
    """Every card of a player, wherever it lies."""
    yield from (*player.deck.cards, *player.held, *player.discard, *player.meter)
    yield from (face for zone in player.zone for face in zone.cards)
    if player.block is not None and player.block.card is not None:
        yield player.block.card


def _character(board: Board, character: Character) -> Iterator[str]:
    name = f"{board.definition(character.cid).name} ({character.id})"
    if not 0 <= character.hp <= character.start_hp:
        yield f"{name} has {character.hp} of {character.start_hp} HP (CAP-481, CAP-483)"
    if character.status == "koed" and character.hp:
        yield f"{name} is KOed with {character.hp} HP (CAP-701)"
    if character.cp_used < 0:
        yield f"{name} has used {character.cp_used} combo points (CAP-302)"
    parts = range(1, len(board.definition(character.cid).ability.parts) + 1)
    used = (*character.used_turn, *character.used_game)
    if len(used) != len(set(used)) or not set(used) <= set(parts):
        yield f"{name} has used a part of its ability above its limit (CAP-505)"


def _modifiers(board: Board) -> Iterator[str]:
    """CAP-506 A lasting effect is a word of a character of this match, and lasts for one of them."""
    known = {one.id: one.cid for one in board.characters}
    for one in board.modifiers:
        ours = one.character in known and known.get(one.source) == one.cid
        if not ours or one.call not in board.definition(one.cid).calls:
            yield f"a modifier of {one.source} for {one.character} is of nobody in this match (CAP-506)"


# While the match runs


def _running(state: State, board: Board) -> Iterator[str]:
    """Invariants that may fail once a match has ended in the midst of something (CAP-704)."""
    yield from _sides(state, board)
    yield from _turn(state, board)
    yield from _combat(board)
    for character in board.characters:
        limit = _combo_limit(board, character)
        if limit is not None and character.cp_used > limit:
            yield f"{character.id} has used {character.cp_used} combo points of {limit} (CAP-302)"


def _combo_limit(board: Board, character: Character) -> int | None:
    """CAP-302 CAP-508 The most points that can have been used this turn; None: a passing change may have allowed more.

    Combo may fall below what was used. An increase until the end of the turn is still there; one that holds while a
    character is active, or for one attack, may be gone.
    """
    words = (call for one in board.characters for call in board.definition(one.cid).calls.values())
    combo = (call.text for call in words if call.word == "modify_stat" and "combo" in call.text)
    if any("until_end_of_turn" not in text for text in combo):
        return None
    lasting = (one for one in board.modifiers if one.character == character.id and one.stat == "combo")
    return board.definition(character.cid).stats.combo + sum(max(0, one.amount) for one in lasting)


def _sides(state: State, board: Board) -> Iterator[str]:
    resolving = any(isinstance(frame, UNRESOLVED) for frame in state.frames)
    for side, seats in enumerate(board.sides):
        name = " and ".join(f"P{seat + 1}" for seat in seats)
        living = [one for one in board.of_side(side) if one.status != "koed"]
        if not living:
            yield f"{name}: all characters are KOed, and the match goes on (CAP-703)"
        elif [one.status for one in living].count("active") != 1:
            yield f"{name}: not one character is active (CAP-901, CAP-930)"
        if not resolving and any(one.hp == 0 for one in living):
            yield f"{name}: a character with 0 HP is not KOed (CAP-701)"


def _turn(state: State, board: Board) -> Iterator[str]:
    if not board.turn:
        if board.phase != "mulligan":
            yield "there is a phase before the first turn (CAP-110)"
        return
    if sorted(board.order) != list(range(len(board.players))) or board.first_player != board.order[0]:
        yield "the order of turns does not name each player once (CAP-215)"
    if board.players[board.turn_player].out:
        yield f"it is the turn of P{board.turn_player + 1}, who is out (CAP-959)"
    if [isinstance(frame, Turn) for frame in state.frames] != [True, *[False] * (len(state.frames) - 1)]:
        yield "the turn does not lie under all that is resolved (CAP-201)"
    for seat, player in enumerate(board.players):
        if player.block is not None and (player.block.seen or not board.plays(seat)):
            yield f"P{seat + 1} has a block that was turned up or whose character is not active (CAP-424, CAP-907)"


def _combat(board: Board) -> Iterator[str]:
    """CAP-207 CAP-208 CAP-318 There are attacks in the combat phase only, and shown cards for attacks only."""
    combat = board.combat
    if combat is not None and board.phase != "combat":
        yield f"there is a combat in the phase {board.phase} (CAP-208)"
    attacks = () if combat is None else combat.attacks
    if combat is not None and not attacks:
        yield "there is a combat without an attack (CAP-207)"
    if [one.number for one in attacks] != list(range(len(attacks))):
        yield "the attacks of this combat are not counted one by one (CAP-207)"
    shown = {(one.number, one.seat): (*one.cards, *one.extra_cards) for one in attacks}
    for seat, player in enumerate(board.players):
        if any(shown.get((zone.attack, seat)) != zone.cards for zone in player.zone):
            yield f"P{seat + 1} shows cards in the action zone that pay for no attack (CAP-318)"
