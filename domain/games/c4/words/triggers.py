"""Words that triggers and Reactions wait for: the seat that `trig` means, or None if the moment doesn't fit."""

from __future__ import annotations

from typing import Literal

from domain.games.c4.abilities import Scope
from domain.games.c4.words.vocabulary import CardKind, Role, YesNo, word


def _is(scope: Scope, seat: int | None, role: str) -> bool:
    if role == "any":
        return True
    if role == "opp":
        return seat == scope.env.opp
    return (seat == scope.env.you) == (role == "you")


def _fits(scope: Scope, name: str, player: str) -> int | None:
    moment = scope.moment
    if moment is None or moment.name != name or not _is(scope, moment.player, player):
        return None
    return moment.player


@word("trigger")
def turn_started(scope: Scope, player: Role = "any") -> int | None:
    """C4-202 A turn of that player starts."""
    return _fits(scope, "turn_started", player)


@word("trigger")
def turn_ending(scope: Scope, player: Role = "any") -> int | None:
    """C4-206 A turn of that player is ending."""
    return _fits(scope, "turn_ending", player)


@word("trigger")
def card_being_played(
    scope: Scope, player: Role = "any", kind: CardKind = "any", additional: YesNo = "any"
) -> int | None:
    """C4-442 A card is being played by that player; `additional`: as an additional action."""
    seat = _fits(scope, "card_being_played", player)
    moment = scope.moment
    if moment is None or kind not in ("any", moment.kind):
        return None
    return seat if _flag(moment.flag, additional) else None


def _flag(value: bool, wanted: str) -> bool:
    return wanted == "any" or value == (wanted == "yes")


def _side(scope: Scope, names: tuple[str, str], player: str, take: str) -> int | None:
    """C4-453 Gaining fits the taker's side of a take, losing the other's; `names`: (own moment, moment of a take)."""
    moment = scope.moment
    if moment is None or moment.name not in names or not _flag(moment.name == names[1], take):
        return None
    losing = names[0] in ("would_lose", "lost")
    seat = moment.other if losing and moment.name == names[1] else moment.player
    return seat if seat is not None and _is(scope, seat, player) else None


@word("trigger")
def would_gain(scope: Scope, player: Role = "any", take: YesNo = "any") -> int | None:
    """C4-452 C4-453 That player is about to gain."""
    return _side(scope, ("would_gain", "would_take"), player, take)


@word("trigger")
def would_lose(scope: Scope, player: Role = "any", take: YesNo = "any") -> int | None:
    """C4-452 C4-453 That player is about to lose."""
    return _side(scope, ("would_lose", "would_take"), player, take)


@word("trigger")
def gained(scope: Scope, player: Role = "any", take: YesNo = "any") -> int | None:
    """C4-347 C4-453 That player has gained, by a take too."""
    return _side(scope, ("gained", "taken"), player, take)


@word("trigger")
def lost(scope: Scope, player: Role = "any", take: YesNo = "any") -> int | None:
    """C4-347 C4-453 That player has lost, by a take too."""
    return _side(scope, ("lost", "taken"), player, take)


def _transferred(scope: Scope, name: str, taker: str, victim: str) -> int | None:
    seat = _fits(scope, name, taker)
    moment = scope.moment
    return seat if moment is not None and _is(scope, moment.other, victim) else None


@word("trigger")
def would_take(scope: Scope, taker: Role = "any", victim: Role = "any") -> int | None:
    """C4-453 A player is about to take from another; `trig` is the taker."""
    return _transferred(scope, "would_take", taker, victim)


@word("trigger")
def taken(scope: Scope, taker: Role = "any", victim: Role = "any") -> int | None:
    """C4-453 A player has taken from another; `trig` is the taker."""
    return _transferred(scope, "taken", taker, victim)


@word("trigger")
def paid(
    scope: Scope, player: Role = "any", reason: Literal["action", "card_cost", "effect", "any"] = "any"
) -> int | None:
    """C4-384 That player has paid; `action`: for an additional action."""
    seat = _fits(scope, "paid", player)
    return seat if scope.moment is not None and reason in ("any", scope.moment.kind) else None


def _attack(scope: Scope, name: str, attacker: str, defender: str, either: str) -> int | None:
    seat = _transferred(scope, name, attacker, defender)
    moment = scope.moment
    if seat is None or moment is None:
        return None
    return seat if any(_is(scope, side, either) for side in (moment.player, moment.other)) else None


@word("trigger")
def attack_declared(scope: Scope, attacker: Role = "any", defender: Role = "any", either: Role = "any") -> int | None:
    """C4-404 An attack is declared; `either`: on either side of it."""
    return _attack(scope, "attack_declared", attacker, defender, either)


@word("trigger")
def flips_shown(scope: Scope, attacker: Role = "any", defender: Role = "any", either: Role = "any") -> int | None:
    """C4-407 The flipped cards are shown."""
    return _attack(scope, "flips_shown", attacker, defender, either)


@word("trigger")
def attack_won(scope: Scope, attacker: Role = "any", defender: Role = "any") -> int | None:
    """C4-411 An attack was won by its attacker."""
    won = scope.moment is not None and scope.moment.flag
    return _attack(scope, "attack_decided", attacker, defender, "any") if won else None


@word("trigger")
def attack_failed(scope: Scope, attacker: Role = "any", defender: Role = "any") -> int | None:
    """C4-411 An attack has failed."""
    won = scope.moment is not None and scope.moment.flag
    return None if won else _attack(scope, "attack_decided", attacker, defender, "any")


@word("trigger")
def claim_upheld(scope: Scope, kind: Literal["swore", "used_phone", "made_pun"]) -> int | None:
    """C4-556 A claim of that kind was upheld; `trig` is the accused."""
    seat = _fits(scope, "claim_upheld", "any")
    return seat if scope.moment is not None and scope.moment.kind == kind else None


@word("trigger")
def left_play(scope: Scope) -> int | None:
    """C4-524 This card has left play."""
    seat = _fits(scope, "left_play", "any")
    return seat if scope.moment is not None and scope.moment.iid == scope.env.iid else None


@word("trigger")
def any_time(scope: Scope) -> int | None:
    """C4-458 The start or the end of a turn, or any card being played."""
    moment = scope.moment
    names = ("turn_started", "card_being_played", "turn_ending")
    return moment.player if moment is not None and moment.name in names else None
