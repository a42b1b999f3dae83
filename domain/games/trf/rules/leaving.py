"""Cards that enter or leave play, what that triggers, and how persistent cards end (TRF-514 to TRF-524)."""

from __future__ import annotations

from domain.games.trf import events as e
from domain.games.trf.board import Board, Character, Discarded, Persistent, Until, account_id, account_seat
from domain.games.trf.definitions import Ability, When
from domain.games.trf.frames import Countdown, Do, Env, OpponentChoice
from domain.games.trf.match import Batch
from domain.games.trf.rules import continuous
from domain.kernel.frames import Frame


def text(env: Env, ability: Ability) -> Frame:
    """TRF-906 A triggered text; which opponent it means is chosen when it resolves."""
    happens = Do(env, ability.block)
    return OpponentChoice(happens) if ability.opponent else happens


def texts_of(board: Board, env: Env, when: When) -> list[Frame]:
    """The texts of one card that a moment triggers, in printed order."""
    return [text(env, ability) for ability in board.cards[env.cid].having(when)]


def texts(board: Board, seat: int, when: When) -> list[Frame]:
    """TRF-524 TRF-639 TRF-R43 The texts of a player's cards: account first, then by age in play; none if blank."""
    account = board.players[seat].account
    found: list[Frame] = []
    if account is not None and not continuous.blanked(board, seat):
        found += texts_of(board, Env(seat, account.cid, account_id(seat)), when)
    for card in sorted(board.players[seat].in_play(), key=lambda card: card.entered):
        found += texts_of(board, Env(seat, card.cid, card.iid), when)
    return found


def start_of_turn(board: Board, seat: int) -> list[Frame]:
    """TRF-206 TRF-522 TRF-524 TRF-638 Start-of-turn texts of the AP and token countdowns, in the order of TRF-524."""
    found: list[Frame] = []
    for player in board.around(seat):
        own = texts(board, player, "start_of_turn") if player == seat else []
        counted = [card for card in board.players[player].persistents if card.counted == seat]
        found += _by_age(board, [*own, *(Countdown(card.iid) for card in counted)])
    return found


def _by_age(board: Board, frames: list[Frame]) -> list[Frame]:
    """TRF-524 A player's own triggers in the order in which their cards entered play, the account first."""

    def age(frame: Frame) -> int:
        match frame:
            case Countdown(iid=iid) | Do(env=Env(iid=iid)) | OpponentChoice(then=Do(env=Env(iid=iid))):
                card = continuous.in_play(board, iid)
                return 0 if card is None else card.entered
        return 0

    return sorted(frames, key=age)


# Characters


def enter(batch: Batch, card: Discarded, cause: str) -> None:
    """TRF-212 TRF-337 TRF-338 TRF-629 TRF-650 From the discard pile into play: a planet exhausted, a character bought.

    TRF-R08 TRF-R37 TRF-R54 TRF-R72 TRF-R90 TRF-R96
    """
    kind = batch.board.cards[card.cid].kind
    if continuous.done_for_turn(batch.board, card.owner) or kind not in ("planet", "character"):
        return
    if kind == "planet":
        batch.emit(e.PlanetEntered(seat=card.owner, iid=card.iid, card=card.cid, cause=cause))
        return
    paid = card.meters_paid
    if paid is None:
        paid = continuous.price(batch.board, card.owner, batch.board.cards[card.cid])
    batch.emit(e.CharacterEntered(seat=card.owner, iid=card.iid, card=card.cid, meters_paid=paid, cause=cause))
    entered(batch, card.owner, card.cid, card.iid)


def entered(batch: Batch, seat: int, cid: str, iid: str) -> None:
    """The texts of a character about its entering play."""
    batch.push(*texts_of(batch.board, Env(seat, cid, iid), "enters"))


def destroy(batch: Batch, card: Character, cause: str) -> None:
    """TRF-335 TRF-517 TRF-647 It goes to its owner's discard pile; it was not defeated."""
    batch.emit(e.CharacterDestroyed(seat=card.owner, iid=card.iid, card=card.cid, cause=cause))


def place_damage(batch: Batch, card: Character, n: int, cause: str) -> None:
    """TRF-513 TRF-515 TRF-R42 Damage tokens, each one combat less, until they are removed."""
    if n:
        batch.emit(e.TokensPlaced(seat=card.owner, iid=card.iid, card=card.cid, n=n, cause=cause))


def heal(batch: Batch, card: Character, n: int, cause: str) -> None:
    """TRF-515 Damage tokens are removed, as many as there are."""
    n = min(n, card.damage)
    if n:
        batch.emit(e.TokensRemoved(seat=card.owner, iid=card.iid, card=card.cid, kind="damage", n=n, cause=cause))


# Persistent cards


def discard_persistent(batch: Batch, card: Persistent, cause: str) -> None:
    """TRF-521 TRF-523 TRF-R44 It stops working at once; what was paid and resolved stands."""
    batch.emit(e.PersistentDiscarded(seat=card.owner, iid=card.iid, card=card.cid, cause=cause))


def step_countdown(batch: Batch, frame: Countdown) -> None:
    """TRF-522 TRF-638 A token goes; with the last one the card is discarded."""
    card = batch.board.persistent(frame.iid)
    if card is None or not card.tokens:
        return
    event = e.TokensRemoved(seat=card.owner, iid=card.iid, card=card.cid, kind="counter", n=1, cause="start_of_turn")
    batch.emit(event)
    if card.tokens == 1:
        discard_persistent(batch, card, "tokens")


def hostless(board: Board, card: Persistent) -> bool:
    """TRF-520 TRF-521 TRF-620 TRF-908 Attached to something that is no longer there."""
    if card.host is None:
        return False
    seat = account_seat(card.host)
    if seat is not None:
        return board.players[seat].lost
    return continuous.in_play(board, card.host) is None


def due(board: Board, card: Persistent) -> bool:
    """TRF-521 Its end condition is met; whether the defeated were Unique, their cards say."""
    return card.due or any(board.cards[cid].unique for cid in card.fallen)


def place(
    batch: Batch, env: Env, host: tuple[str, ...] | None, tokens: int | None, counted: str | None, until: Until | None
) -> None:
    """TRF-521 TRF-522 TRF-620 The OOC card that is being resolved stays in play, if its host is still there."""
    board = batch.board
    card = board.pending(env.iid)
    if card is None or host == ():
        return
    name = None if host is None else host[0]
    event = e.PersistentPlaced(
        seat=card.seat,
        iid=card.iid,
        card=card.cid,
        host=name,
        tokens=tokens,
        counted=None if counted is None else _counted(board, card.seat, counted, name),
        until=until,
    )
    batch.emit(event)


def _counted(board: Board, seat: int, counted: str, host: str | None) -> int:
    """TRF-522 The player at whose turns a token goes."""
    if counted == "me" or host is None:
        return seat
    owner, card = account_seat(host), continuous.in_play(board, host)
    return owner if owner is not None else seat if card is None else card.owner


def swap_account(batch: Batch, seat: int) -> None:
    """TRF-104 TRF-628 TRF-R54 The reserve account comes into play, unused; cards in play stay."""
    board = batch.board
    player = board.players[seat]
    if player.account is None or player.reserve is None:
        return
    batch.emit(e.AccountSwapped(seat=seat, before=player.account.cid, after=player.reserve))
    for card in [card for other in board.players for card in other.persistents if card.host == account_id(seat)]:
        discard_persistent(batch, card, "host_left")


def end_stuck_turns(batch: Batch) -> None:
    """TRF-521 At the end of a turn in which a fight became or stayed stuck, what lasts until then is over."""
    board = batch.board
    over = [card for player in board.players for card in player.persistents if card.until == "stuck_turn"]
    for card in over if board.stuck else ():
        discard_persistent(batch, card, "stuck_turn")
