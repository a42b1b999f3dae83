"""Carrying out texts: a block of effects part by part, with the cards that are chosen when it happens."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from domain.games.scp import events as e
from domain.games.scp.board import Asset, Lasting, Scp, Until
from domain.games.scp.frames import CardChoice, Do, Env, PlayerChoice, Triggers
from domain.games.scp.match import Batch
from domain.games.scp.rules.continuous import EvalContext
from domain.kernel.effects.compiler import Call
from domain.kernel.effects.interpreter import Interpreter, carry_out
from domain.kernel.frames import Frame

CHOOSERS = ("one", "own_choice")
"""Words that ask for a card when the effect happens."""
DECLINED = ("assign_defend",)
"""SCP-316 Effects that may be left by choosing nothing."""
MOST_LASTING = 50
"""SCP-R99 Effects of one player that last at a time."""


class EffectContext(EvalContext):
    """The context of an effect word: that of its text, and the means to make things happen."""

    __slots__ = ("batch", "call", "frame", "taken")

    def __init__(self, batch: Batch, frame: Do, call: Call) -> None:
        super().__init__(batch.board, frame.env)
        self.batch = batch
        self.frame = frame
        self.call = call
        self.taken = 0

    def chosen(self) -> tuple[str, ...]:
        """The choice for the next word that asks for a card, in written order."""
        asking = choosers(self.call)[self.taken]
        self.taken += 1
        return self.env.chosen(asking.number) or ()

    def run(self, block: int) -> None:
        """Resolve another block of this text next."""
        self.batch.push(Do(self.env, block))

    def assets(self, iids: tuple[str, ...]) -> list[Asset]:
        """SCP-316 The cards among these that are still in play, without SCPs."""
        return [card for iid in iids if (card := self.board.asset(iid)) is not None]

    def scps(self, iids: tuple[str, ...]) -> list[Scp]:
        """SCP-316 The SCPs among these that are still in play."""
        return [card for iid in iids if (card := self.board.scp(iid)) is not None]

    def last(self, until: Until, cards: tuple[str, ...] = (), stock: int = 0) -> None:
        """SCP-515 SCP-516 SCP-R99 This part lasts from now on."""
        env = self.env
        if sum(effect.you == env.you for effect in self.board.lasting) >= MOST_LASTING:
            return
        number, text = self.board.effects_made + 1, (env.you, env.cid, self.frame.block, self.frame.at)
        named = (env.iid, env.target, env.player, env.host)
        effect = Lasting(number, *text, until, *named, cards, stock, env.opponent, env.paid)
        self.batch.emit(e.EffectStarted(seat=env.you, effect=effect))


def choosers(call: Call) -> list[Call]:
    """The words in an effect that ask for a card, in written order."""
    return [part for part in call.parts() if part.word in CHOOSERS]


def start(env: Env, block: int, *, opponent: bool = False) -> tuple[Frame, ...]:
    """SCP-520 The frames of a text: what it triggers waits until all of it has happened."""
    whole = Do(env, block)
    return (PlayerChoice(env.you, whole) if opponent and env.opponent is None else whole, Triggers((), open=True))


def _ready(batch: Batch, frame: Do, call: Call) -> bool:
    """SCP-316 Cards are chosen when the part happens.

    `own_choice` asks each who controls some of them, the active player first.
    """
    for chooser in choosers(call):
        if frame.env.chosen(chooser.number) is None:
            context = EvalContext(batch.board, frame.env)
            candidates: tuple[str, ...] = chooser.arguments["cards"](context)
            own = chooser.word == "own_choice"
            owners = {owner for iid in candidates if (owner := context.about(iid).owner) is not None}
            seats = context.in_turn_order(owners) if own else (frame.env.you,)
            batch.push(CardChoice(frame, chooser.number, candidates, seats, own=own, decline=call.word in DECLINED))
            return False
    return True


DO = Interpreter(
    part=lambda board, frame: (board.cards[frame.env.cid].blocks[frame.block], frame.at),
    rest=lambda frame: replace(frame, at=frame.at + 1),
    ready=_ready,
    context=EffectContext,
    carry_out=partial(carry_out, later=("condition",)),
)
"""SCP-316 SCP-319 The parts of a text happen in written order, each as far as it can."""
