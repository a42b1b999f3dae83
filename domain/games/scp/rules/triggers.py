"""Texts that other things set off: collected when it happens, resolved in their order (SCP-520, SCP-522)."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.scp import events as e
from domain.games.scp.board import Asset, Board, InPlay, Scp
from domain.games.scp.definitions import When
from domain.games.scp.frames import OF_TEXTS, Pay, Text, Triggers
from domain.games.scp.match import Batch
from domain.games.scp.rules.continuous import EvalContext, env_of, holds, stands, works

MOST_TEXTS = 100
"""SCP-522 So many texts of one action or phase step are resolved."""
MOST_OF_ONE = 10
"""SCP-522 A card whose texts were resolved so often is part of the loop."""


def of_scp(batch: Batch, scp: Scp, when: When) -> None:
    """SCP-448 SCP-505 Events of an SCP set off its own texts."""
    fire(batch, _texts(batch.board, scp, when))


def of_player(batch: Batch, seat: int, when: When) -> None:
    """SCP-448 Actions of a player set off texts of the player's cards."""
    board = batch.board
    fire(batch, [text for card in board.of(seat) for text in _texts(board, card, when)])


def of_destroyed(batch: Batch, gone: Asset) -> None:
    """A destroyed card sets off texts that wait for such cards; its own are over (SCP-516)."""
    board = batch.board
    fire(batch, [text for card in board.in_play() for text in _texts(board, card, "destroyed", gone)])


def _texts(board: Board, card: InPlay, when: When, gone: Asset | None = None) -> list[Text]:
    """The texts of a card that this sets off now."""
    printed = board.cards[card.cid]
    abilities = printed.having(when)
    if not abilities or not works(board, card):
        return []
    env = env_of(board, card)
    context = EvalContext(board, env)
    about = None if gone is None else context.about_card(board.cards[gone.cid], gone.owner)
    return [
        Text(env, ability.number, card.entered)
        for ability in abilities
        if stands(card, ability) and holds(context, ability.only_if) and (about is None or holds(about, ability.which))
    ]


def fire(batch: Batch, found: list[Text]) -> None:
    """SCP-520 SCP-R50 SCP-R107 The active player's first, then clockwise; one player's as their cards entered play.

    While something else has to be finished first, they wait with what it sets off besides.
    """
    if not found:
        return
    if not batch.state.goes_by("1.1"):
        found = [replace(text, entered=0) for text in found]
    for place in range(len(batch.frames) - 1, -1, -1):
        frame = batch.frames[place]
        if isinstance(frame, Triggers) and frame.open:
            batch.frames[place] = Triggers(_in_order(batch.board, [*frame.queue, *found]), open=True)
            return
    batch.push(Triggers(_in_order(batch.board, found)))


def _in_order(board: Board, texts: list[Text]) -> tuple[Text, ...]:
    """SCP-520 SCP-R50 SCP-R107 By player from the active one on, then by the age of the card."""
    players = len(board.players)
    return tuple(sorted(texts, key=lambda text: ((text.env.you - board.active) % players, _entered(board, text))))


def _entered(board: Board, text: Text) -> int:
    """SCP-R107 When the card entered play; of a text that doesn't say it (before 1.1), while the card is there."""
    card = None if text.entered else board.card(text.env.iid)
    return text.entered if card is None else card.entered


def step_triggers(batch: Batch, frame: Triggers) -> None:
    """SCP-520 The next of the texts that wait; what it sets off comes before the others."""
    if frame.queue:
        batch.push(frame.queue[0], Triggers(frame.queue[1:]))


def step_text(batch: Batch, frame: Text) -> None:
    """SCP-520 SCP-522 A text happens, with what it costs; unless it is part of a loop."""
    env = frame.env
    batch.emit(e.TextResolved(seat=env.you, iid=env.iid or "", card=env.cid, ability=frame.ability))
    looping = _looping(batch.board)
    if looping:
        break_loop(batch, looping)
        return
    batch.push(Pay(env, frame.ability))


def _looping(board: Board) -> tuple[str, ...]:
    """SCP-522 SCP-R77 The cards that make a loop, once there is one."""
    if sum(board.resolved.values()) <= MOST_TEXTS:
        return ()
    return tuple(iid for iid, n in board.resolved.items() if n >= MOST_OF_ONE)


def break_loop(batch: Batch, cards: tuple[str, ...]) -> None:
    """SCP-522 SCP-R51 The cards of the loop leave the game, and what texts still would do does not happen."""
    batch.frames[:] = [frame for frame in batch.frames if not isinstance(frame, OF_TEXTS)]
    batch.emit(e.LoopBroken(cards=cards))
