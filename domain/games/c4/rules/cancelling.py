"""A card that is cancelled while its text is being carried out (C4-447, C4-472)."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.c4 import events as e
from domain.games.c4.frames import Attack, Each, Movement, Pay, Play, PlayerChoice
from domain.games.c4.match import Batch
from domain.kernel.frames import Frame


def leave_out_rest(batch: Batch, iid: str, by: str) -> None:
    """C4-447 C4-472 C4-R81 The rest of the text of a cancelled card does not happen.

    The frames of the card lie between its own and the next card or its running attack. Each stays in its place, because
    others name places of the stack.
    """
    frames = batch.frames
    start = next(
        (at for at, frame in enumerate(frames) if isinstance(frame, Play) and frame.env.iid == iid), len(frames)
    )
    for at in range(start + 1, len(frames)):
        frame = frames[at]
        if isinstance(frame, Play):
            return
        if isinstance(frame, Attack) and frame.stage != "return":
            if not frame.cancelled:
                batch.emit(e.AttackCancelled(source=by))
            frames[at] = replace(frame, cancelled=True)
            return
        frames[at] = _without(frame, frames[start])


def _without(frame: Frame, play: Frame) -> Frame:
    """The frame with nothing to do, if it is of the card being played: what triggers has causes, its text has none."""
    assert isinstance(play, Play)
    nothing = Each(0, play.env, ())
    if isinstance(frame, Movement | Pay):
        if (frame.cid, frame.causes) != (play.env.cid, ()):
            return frame
        return _unmoved(frame) if isinstance(frame, Movement) else nothing
    env = frame.then.env if isinstance(frame, PlayerChoice) else getattr(frame, "env", None)
    return frame if env is None or env.iid != play.env.iid or isinstance(frame, Attack) else nothing


def _unmoved(move: Movement) -> Movement:
    """Nothing moves any more; what has moved already still has its triggers and windows."""
    if move.stage != "amount":
        return replace(move, report=None)
    begun = move.items[: move.at + move.worked_out]
    return replace(move, items=tuple(replace(item, amount=0) for item in begun), report=None)
