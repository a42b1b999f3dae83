"""The generic table: all that a view shows, for clients that know no game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain

from domain.games.c4.board import Tokens
from domain.games.c4.definitions import Definition
from domain.games.c4.match import Pending
from domain.games.c4.sentences import lasting
from domain.games.c4.views import CardInPlay, FlippedCard, LastingEffect, PlayerView, View
from domain.kernel.naming import NamedThing, distinct_names
from domain.kernel.sentences import count, p
from domain.kernel.table import (
    Table,
    TableEffect,
    TableGroup,
    TableLink,
    TablePending,
    TablePlayer,
    holding,
    renamed,
    seat_id,
    zone,
)

DIRECTIONS: Mapping[str, int] = {"left": 1, "right": -1}
"""C4-207 Play passes to the next higher seat, or to the next lower."""
Attacks = list[tuple[str, Pending]]
"""The attacks under way with their ids as groups, the latest last."""


def table(view: View, cards: Mapping[str, Definition]) -> Table:
    """C4 as the generic table."""
    attacks = [(f"attack:{place}", one) for place, one in enumerate(view.stack, 1) if one.what == "attack"]
    names = distinct_names(
        NamedThing(None, card.iid, card.name) for player in view.players for card in _in_play(view, player.seat)
    )
    return Table(
        phase=view.step if view.phase == "running" and view.step else view.phase,
        active=view.active_player,
        stats={
            "turn": view.turn_number,
            "direction": DIRECTIONS[view.direction],
            "free_actions": view.free_actions,
            "actions_taken": view.actions_taken,
            "paid_actions": view.paid_actions,
            "reactions_played": view.reactions_played,
            **_prefixed("pot", view.pot),
        },
        players=tuple(_player(player, view, attacks, names) for player in view.players),
        zones=(zone("being_played", view.being_played, told=lambda card: {"owner": card.owner}),),
        groups=tuple(_group(name, attack, view) for name, attack in attacks),
        links=tuple(
            TableLink(seat_id(attack.seat), seat_id(attack.other), "attack")
            for _, attack in attacks
            if attack.other is not None
        ),
        effects=tuple(_effect(one, cards) for one in view.effects),
        pending=tuple(_pending(view, cards)),
        marks=holding(end_turn_requested=view.end_turn_requested),
    )


def _prefixed(prefix: str, tokens: Tokens) -> dict[str, int]:
    return {f"{prefix}.{kind}": n for kind, n in tokens.items()}


def _in_play(view: View, seat: int) -> list[CardInPlay]:
    return [card for card in view.in_play if card.controller == seat]


# Players


def _player(player: PlayerView, view: View, attacks: Attacks, names: Mapping[str, str]) -> TablePlayer:
    skips = {"skip_turns": player.skip_turns} if player.skip_turns else {}
    attack = next((name for name, one in reversed(attacks) if player.seat in (one.seat, one.other)), None)
    zones = (
        zone("hand", player.hand, player.hand_size, seen="owner"),
        zone("deck", None, player.deck_size, seen="nobody"),
        zone("discard", player.discard),
        zone("in_play", _in_play(view, player.seat), told=_card),
        zone("flipped", player.flipped, told=lambda card: _flipped(card, attack)),
    )
    return TablePlayer(
        seat=player.seat,
        in_match=player.in_match,
        stats={"tokens": player.tokens, **skips, **_prefixed("supply", player.supply)},
        marks=(
            *(mark for mark in (player.token_kind, player.faction) if mark not in ("", "none")),
            *player.attributes,
            *holding(claimed=player.seat in view.claims_made, leaving=player.seat in view.leaving),
        ),
        zones=renamed(zones, names),
    )


def _card(card: CardInPlay) -> Mapping[str, object]:
    return {
        "owner": card.owner if card.owner != card.controller else None,
        "counters": card.tokens,
        "flags": tuple(f"used_{number}" for number in card.used),
    }


def _flipped(card: FlippedCard, attack: str | None) -> Mapping[str, object]:
    """C4-418 Its symbol as it is now, which may be another than the printed one."""
    return {"flags": (card.symbol,), "group": attack}


# Attacks, effects, what is being resolved


def _group(name: str, attack: Pending, view: View) -> TableGroup:
    """C4-404 An attack with the cards that are flipped for it; of one inside another the inner one has them."""
    seats = tuple(seat for seat in (attack.seat, attack.other) if seat is not None)
    inner = [one for one in view.stack if one.what == "attack"][-1]
    flipped = [view.players[seat].flipped for seat in seats] if inner is attack else []
    return TableGroup(
        id=name,
        kind="attack",
        label=f"Attack of {' on '.join(map(p, seats))}",
        seats=seats,
        members=tuple(card.iid for card in flipped if card is not None),
        flags=(attack.kind,),
    )


def _effect(one: LastingEffect, cards: Mapping[str, Definition]) -> TableEffect:
    text = f"{cards[one.card].name}: {lasting(one.kind, one.value, one.what, one.controller)}"
    return TableEffect(text, one.card, one.duration, tuple(map(seat_id, one.seats)))


def _pending(view: View, cards: Mapping[str, Definition]) -> Iterator[TablePending]:
    """The effect that is being resolved, then the turns that are out of order, the next one first."""
    for one in view.stack:
        name = cards[one.card].name if one.card else None
        yield TablePending(one.what, _told(one, name), one.seat, _where(view, one))
    for place, seat in enumerate(reversed(view.turn_overrides)):
        yield TablePending("turn", f"{p(seat)} takes {'a later' if place else 'the next'} turn", seat)


def _told(one: Pending, name: str | None) -> str:
    who, whom = p(one.seat), "" if one.other is None else p(one.other)
    match one.what:
        case "card":
            return f"{who} plays {name}{whom and f' on {whom}'}"
        case "attack":
            return f"{who} attacks {whom} with {name}"
        case "token_event":
            does = {"gain": "gains", "lose": "loses", "take": "takes", "give": "gets"}[one.kind]
            source = f" from {whom}" if whom else ""
            return f"{who} {does} {count(one.amount, 'token')}{source} with {name}"
        case _:
            return f"{name} of {who} happens"


def _where(view: View, one: Pending) -> str | None:
    """The card on the table that does it, where one of this name is there for its seat."""
    if one.what == "card":
        played = (card.iid for card in reversed(view.being_played) if (card.owner, card.card) == (one.seat, one.card))
        return next(played, None)
    flipped = view.players[one.seat].flipped
    there = chain(_in_play(view, one.seat), [] if flipped is None else [flipped])
    return next((card.iid for card in there if card.card == one.card), None)
