"""Abilities: what words refer to, which modifiers hold now, which triggers a moment sets off (5xx)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from domain.games.c4.board import Board, InPlay
from domain.games.c4.cards import Trigger, definition
from domain.games.c4.frames import Do, Env, Moment, Movement, PlayerChoice, Window
from domain.kernel.batch import Batch
from domain.kernel.effects.compiler import Call
from domain.kernel.frames import Frame


class Unanswerable(Exception):
    """C4-R66 A condition about a card that is not there: neither it nor its opposite holds."""


class Scope:
    """What the words of an ability can see: the board, the ability's bindings, a moment, the player asked about."""

    __slots__ = ("board", "env", "moment", "seat")

    def __init__(self, board: Board, env: Env, seat: int | None = None, moment: Moment | None = None) -> None:
        self.board = board
        self.env = env
        self.seat = seat
        self.moment = moment

    def about(self, seat: int) -> Scope:
        """The same scope with a filter's question asked about one seat."""
        return Scope(self.board, self.env, seat, self.moment)

    def in_turn_order(self, seats: set[int]) -> tuple[int, ...]:
        """C4-213 These seats, the active player first, then in the current direction."""
        return tuple(seat for seat in self.board.turn_order() if seat in seats)


class Doing(Scope):
    """The scope of an effect that is being carried out, with the batch to carry it out in."""

    __slots__ = ("batch", "block", "more")

    def __init__(self, batch: Batch, frame: Do, more: bool) -> None:
        super().__init__(batch.board, frame.env)
        self.batch = batch
        self.more = more

    def push(self, *frames: Frame) -> None:
        """Frames to resolve before the rest of the text."""
        self.batch.push(*frames)

    def bind(self, **values: Any) -> None:
        """Names that the rest of the text can use. Call it before anything is pushed."""
        self.env = replace(self.env, **values)
        if self.more:
            rest = self.batch.frames[-1]
            self.batch.frames[-1] = replace(rest, env=self.env)

    def run(self, block: int, **values: Any) -> None:
        """Resolve another block of the same card."""
        self.push(Do(self.env.cid, block, replace(self.env, **values)))

    def happened(self) -> None:
        """The effect really happened: the `if_did` that waits for it hears of it."""
        report(self.batch, self.env.report)


def report(batch: Batch, place: int | None) -> None:
    """Tell the `if_did` at this place of the stack that its condition came true."""
    if place is not None:
        batch.frames[place] = replace(batch.frames[place], did=True)


def step_do(batch: Batch, frame: Do) -> None:
    """C4-443 C4-501 Carry out one part of a text; the parts go in written order, each as far as it can.

    The text is what counts: where it differs from a rule it says so with a word of its own.
    """
    if frame.guarded and frame.at == 0 and not subject_stands(batch):
        return
    block = definition(frame.cid).blocks[frame.block]
    call = block[frame.at]
    more = frame.at + 1 < len(block)
    if more:
        batch.frames.append(replace(frame, at=frame.at + 1))
    doing = Doing(batch, frame, more)
    try:
        arguments = {name: value(doing) for name, value in call.arguments.items()}
    except Unanswerable:
        return
    if call.word not in CHANGES and (arguments.get("n") or 0) < 0:
        arguments["n"] = 0
    call.function(doing, **arguments)


CHANGES = ("mod_gain", "mod_lose", "price")
"""C4-R79 The words whose number is a change and may be below 0; any other amount below 0 counts as 0."""


def subject_stands(batch: Batch) -> bool:
    """C4-382 C4-457 Whether the event that a replacement speaks of is still going to happen."""
    for frame in reversed(batch.frames):
        if isinstance(frame, Movement):
            return bool(frame.items[frame.at].amount)
    return False


def sources(board: Board, kind: str) -> Iterator[tuple[str, int, tuple[int, ...], int, str]]:
    """Active modifiers of a kind: (card id, controller, seats, value, what).

    C4-510 C4-511 C4-515 C4-R42 Cards in play work for their controller of the moment, each copy on its own;
    C4-512 lasting effects go on without their card.
    """
    for card in board.in_play:
        for call in definition(card.cid).continuous:
            if call.word == kind:
                scope = Scope(board, Env(card.controller, card.cid, card.iid))
                yield card.cid, card.controller, *_modifier(call, scope)
    for effect in board.effects:
        if effect.kind == kind:
            yield effect.cid, effect.controller, effect.seats, effect.value, effect.what


def _modifier(call: Call, scope: Scope) -> tuple[tuple[int, ...], int, str]:
    values = {name: value(scope) for name, value in call.arguments.items()}
    return values["who"], values.get("n", 0), str(values.get("what") or values.get("cause") or "")


def total(board: Board, kind: str, seat: int) -> int:
    """C4-376 C4-515 The sum of all modifiers of a kind that apply to a player."""
    return sum(value for _, _, seats, value, _ in sources(board, kind) if seat in seats)


def prevented_by(board: Board, kind: str, seat: int, cause: str) -> str | None:
    """C4-378 C4-502 The card that forbids this event of the player, or None; forbidding beats allowing."""
    for cid, _, seats, _, what in sources(board, kind):
        if seat in seats and what in ("", cause):
            return cid
    return None


def forbidden(board: Board, seat: int, what: str) -> str | None:
    """C4-502 C4-R41 The card that forbids this to the player, its own controller included (C4-R59), or None."""
    for cid, _, seats, _, forbids in sources(board, "forbid"):
        if seat in seats and forbids == what:
            return cid
    return None


def protected(board: Board, attacker: int, defender: int) -> str | None:
    """C4-403 The card because of which this attacker can't attack this defender, or None."""
    for cid, controller, seats, _, forbids in sources(board, "forbid"):
        if forbids == "attack_you" and controller == defender and attacker in seats:
            return cid
    return None


def has_attribute(board: Board, seat: int, attribute: str) -> bool:
    """C4-541 C4-543 C4-R40 Declared, or given by a card; not declared means no."""
    if attribute in board.players[seat].attributes:
        return True
    return any(seat in seats and what == attribute for _, _, seats, _, what in sources(board, "attr"))


def key(iid: str, number: int) -> str:
    """What names one ability of one card in a chain of causes."""
    return f"{iid}:{number}"


def moment_frames(batch: Batch, moment: Moment, causes: tuple[str, ...] = (), *, guarded: bool = False) -> list[Frame]:
    """C4-521 The triggers that a moment sets off, in order, and then its window."""
    return [*triggered(batch.board, moment, causes, guarded=guarded), Window(moment)]


def triggered(board: Board, moment: Moment, causes: tuple[str, ...], *, guarded: bool = False) -> Iterator[Frame]:
    """C4-520 C4-522 C4-526 C4-R38 C4-R43 C4-R70 Triggers in turn order of controllers, oldest first, then lasting ones.

    `causes` are the abilities that led here, with no Reaction between; none of them triggers again.
    """
    cards = [card for card in board.in_play if moment.name in definition(card.cid).listens]
    effects = [effect for effect in board.effects if effect.kind == "delayed"]
    for seat in board.turn_order() if cards or effects else ():
        for card in sorted((card for card in cards if card.controller == seat), key=lambda card: card.entered):
            env = Env(seat, card.cid, card.iid)
            for number, trigger in enumerate(definition(card.cid).triggers):
                ability = key(card.iid, number)
                if ability not in causes:
                    yield from _fire(board, moment, trigger, replace(env, causes=(*causes, ability)), guarded)
        for effect in effects:
            ability = key("effect", effect.id)
            if effect.controller == seat and ability not in causes:
                pattern = definition(effect.cid).patterns[effect.trigger]
                env = Env(seat, effect.cid, opp=effect.opp, causes=(*causes, ability))
                yield from _fire(board, moment, Trigger(pattern, None, effect.block), env, guarded)


def leave_triggers(board: Board, card: InPlay, causes: tuple[str, ...]) -> Iterator[Frame]:
    """C4-524 `left_play` abilities of the card that left; "you" is its last controller."""
    moment = Moment("left_play", card.controller, iid=card.iid)
    for number, trigger in enumerate(definition(card.cid).triggers):
        ability = key(card.iid, number)
        if ability not in causes:
            env = Env(card.controller, card.cid, card.iid, causes=(*causes, ability))
            yield from _fire(board, moment, trigger, env, guarded=False)


def _fire(board: Board, moment: Moment, trigger: Trigger, env: Env, guarded: bool) -> Iterator[Frame]:
    """C4-523 C4-525 C4-R44 A trigger that fits the moment will happen, whatever becomes of its card.

    Conditions inside its text are tested when they are reached.
    """
    bound = bind(board, trigger, moment, env)
    if bound is None:
        return
    ability = Do(bound.cid, trigger.block, bound, guarded=guarded)
    if trigger.needs.player is not None:
        yield PlayerChoice(declarable(board, trigger.needs, Scope(board, bound)), ability)
    else:
        yield ability


def bind(board: Board, trigger: Trigger, moment: Moment, env: Env) -> Env | None:
    """C4-450 The bindings of an ability that fits the moment, or None if it doesn't fit."""
    scope = Scope(board, env, moment=moment)
    pattern: Callable[..., int | None] = trigger.pattern.function
    seat = pattern(scope, **{name: value(scope) for name, value in trigger.pattern.arguments.items()})
    if seat is None:
        return None
    attack = moment.name in ("attack_declared", "flips_shown", "attack_decided")
    bound = replace(
        env,
        trig=seat,
        amount=moment.amount,
        that=moment.iid,
        attacker=moment.player if attack else None,
        defender=moment.other if attack else None,
    )
    if trigger.test is not None and not trigger.test(Scope(board, bound)):
        return None
    return bound


def declarable(board: Board, needs: Any, scope: Scope) -> tuple[int, ...]:
    """C4-402 C4-441 C4-903 C4-R27 Players that may be named: with `opp` any other, with an attack only who may be
    attacked.
    """
    you = scope.env.you
    seats = [seat for seat in board.turn_order() if needs.player == "any" or seat != you]
    if needs.attack:
        seats = [seat for seat in seats if seat != you and protected(board, you, seat) is None]
    return tuple(seat for seat in seats if all(test(scope.about(seat)) for test in needs.tests))
