"""Words that triggers and Reactions wait for: the seat that `trig` means, or None if the moment doesn't fit."""

from __future__ import annotations

from typing import Literal

from domain.games.c4.rules.continuous import EvalContext
from domain.games.c4.words.vocabulary import CardKind, Role, YesNo, word

ClaimKind = Literal["swore", "used_phone", "made_pun"]
"""C4-550 The deeds that somebody may have done in the room."""


def _is(context: EvalContext, seat: int | None, role: str) -> bool:
    if role == "any":
        return True
    if role == "opp":
        return seat == context.env.opp
    return (seat == context.env.you) == (role == "you")


def _fits(context: EvalContext, name: str, player: str) -> int | None:
    moment = context.moment
    if moment is None or moment.name != name or not _is(context, moment.player, player):
        return None
    return moment.player


@word("trigger")
def turn_started(context: EvalContext, player: Role = "any") -> int | None:
    """C4-202 A turn of that player starts."""
    return _fits(context, "turn_started", player)


@word("trigger")
def turn_ending(context: EvalContext, player: Role = "any") -> int | None:
    """C4-206 A turn of that player is ending."""
    return _fits(context, "turn_ending", player)


@word("trigger")
def card_being_played(
    context: EvalContext, player: Role = "any", kind: CardKind = "any", additional: YesNo = "any"
) -> int | None:
    """C4-442 A card is being played by that player; `additional`: as an additional action."""
    seat = _fits(context, "card_being_played", player)
    moment = context.moment
    if moment is None or kind not in ("any", moment.kind):
        return None
    return seat if _flag(moment.flag, additional) else None


def _flag(value: bool, wanted: str) -> bool:
    return wanted == "any" or value == (wanted == "yes")


def _side(context: EvalContext, names: tuple[str, str], player: str, take: str) -> int | None:
    """C4-453 Gaining fits the taker's side of a take, losing the other's; `names`: (own moment, moment of a take)."""
    moment = context.moment
    if moment is None or moment.name not in names or not _flag(moment.name == names[1], take):
        return None
    losing = names[0] in ("would_lose", "lost")
    seat = moment.other if losing and moment.name == names[1] else moment.player
    return seat if seat is not None and _is(context, seat, player) else None


@word("trigger")
def would_gain(context: EvalContext, player: Role = "any", take: YesNo = "any") -> int | None:
    """C4-452 C4-453 That player is about to gain."""
    return _side(context, ("would_gain", "would_take"), player, take)


@word("trigger")
def would_lose(context: EvalContext, player: Role = "any", take: YesNo = "any") -> int | None:
    """C4-452 C4-453 That player is about to lose."""
    return _side(context, ("would_lose", "would_take"), player, take)


@word("trigger")
def gained(context: EvalContext, player: Role = "any", take: YesNo = "any") -> int | None:
    """C4-347 C4-453 That player has gained, by a take too."""
    return _side(context, ("gained", "taken"), player, take)


@word("trigger")
def lost(context: EvalContext, player: Role = "any", take: YesNo = "any") -> int | None:
    """C4-347 C4-453 That player has lost, by a take too."""
    return _side(context, ("lost", "taken"), player, take)


def _transferred(context: EvalContext, name: str, taker: str, victim: str) -> int | None:
    seat = _fits(context, name, taker)
    moment = context.moment
    return seat if moment is not None and _is(context, moment.other, victim) else None


@word("trigger")
def would_take(context: EvalContext, taker: Role = "any", victim: Role = "any") -> int | None:
    """C4-453 A player is about to take from another; `trig` is the taker."""
    return _transferred(context, "would_take", taker, victim)


@word("trigger")
def taken(context: EvalContext, taker: Role = "any", victim: Role = "any") -> int | None:
    """C4-453 A player has taken from another; `trig` is the taker."""
    return _transferred(context, "taken", taker, victim)


@word("trigger")
def paid(
    context: EvalContext, player: Role = "any", reason: Literal["action", "card_cost", "effect", "any"] = "any"
) -> int | None:
    """C4-384 That player has paid; `action`: for an additional action."""
    seat = _fits(context, "paid", player)
    return seat if context.moment is not None and reason in ("any", context.moment.kind) else None


def _attack(context: EvalContext, name: str, attacker: str, defender: str, either: str) -> int | None:
    seat = _transferred(context, name, attacker, defender)
    moment = context.moment
    if seat is None or moment is None:
        return None
    return seat if any(_is(context, side, either) for side in (moment.player, moment.other)) else None


@word("trigger")
def attack_declared(
    context: EvalContext, attacker: Role = "any", defender: Role = "any", either: Role = "any"
) -> int | None:
    """C4-404 An attack is declared; `either`: on either side of it."""
    return _attack(context, "attack_declared", attacker, defender, either)


@word("trigger")
def flips_shown(
    context: EvalContext, attacker: Role = "any", defender: Role = "any", either: Role = "any"
) -> int | None:
    """C4-407 The flipped cards are shown."""
    return _attack(context, "flips_shown", attacker, defender, either)


@word("trigger")
def attack_won(context: EvalContext, attacker: Role = "any", defender: Role = "any") -> int | None:
    """C4-411 An attack was won by its attacker."""
    won = context.moment is not None and context.moment.flag
    return _attack(context, "attack_decided", attacker, defender, "any") if won else None


@word("trigger")
def attack_failed(context: EvalContext, attacker: Role = "any", defender: Role = "any") -> int | None:
    """C4-411 An attack has failed."""
    won = context.moment is not None and context.moment.flag
    return None if won else _attack(context, "attack_decided", attacker, defender, "any")


@word("trigger")
def claim_upheld(context: EvalContext, kind: ClaimKind) -> int | None:
    """C4-556 A claim of that kind was upheld; `trig` is the accused."""
    seat = _fits(context, "claim_upheld", "any")
    return seat if context.moment is not None and context.moment.kind == kind else None


@word("trigger")
def left_play(context: EvalContext) -> int | None:
    """C4-524 This card has left play."""
    seat = _fits(context, "left_play", "any")
    return seat if context.moment is not None and context.moment.iid == context.env.iid else None


@word("trigger")
def any_time(context: EvalContext) -> int | None:
    """C4-458 The start or the end of a turn, or any card being played."""
    moment = context.moment
    names = ("turn_started", "card_being_played", "turn_ending")
    return moment.player if moment is not None and moment.name in names else None
