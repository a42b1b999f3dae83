"""The view of a match as the generic table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from domain.games.cape_and_cowl.board import CITY, Modifier, PlayerEffect, opponent
from domain.games.cape_and_cowl.definitions import Definition
from domain.games.cape_and_cowl.match import Pending
from domain.games.cape_and_cowl.naming import city_id, city_of
from domain.games.cape_and_cowl.sentences import Names, change
from domain.games.cape_and_cowl.views import (
    CharacterView,
    CityCardView,
    HandCardView,
    PlayerView,
    View,
)
from domain.kernel.naming import NamedThing, distinct_names
from domain.kernel.table import (
    Table,
    TableCard,
    TableEffect,
    TableLink,
    TablePending,
    TablePlayer,
    TableZone,
    changed,
    holding,
    seat_id,
    zone,
)

Cards = Mapping[str, Any]
Named = Mapping[str, str]
PENDING: Mapping[str, str] = {
    "event": "{} is being played",
    "attack": "An attack of {} is being carried out",
    "type_effect": "{} is unleashed",
    "text": "The text of {} happens",
}
"""The effects that can be resolved, as sentences."""


def table(view: View, cards: Cards) -> Table:
    """The match as the generic table."""
    named = distinct_names(_in_play(view))
    return Table(
        phase=view.step if view.phase == "running" and view.step is not None else view.phase,
        active=view.active_player,
        stats={"round": view.round, "turn": view.turn_number},
        players=tuple(_player(view, player, named, cards) for player in view.players),
        zones=(zone("being_played", view.playing, told=lambda card: {"owner": _playing(view)}),),
        links=tuple(_guards(view)),
        effects=tuple(_effects(view, Names(cards))),
        pending=tuple(_pending(view, item, cards) for item in view.stack),
        marks=holding(time_up=view.time_up),
    )


def _in_play(view: View) -> Iterator[NamedThing]:
    for player in view.players:
        yield from (NamedThing(player.seat, card.iid, card.name) for card in (*player.characters, *player.cities))


def _playing(view: View) -> int | None:
    """The player of the Event that is happening."""
    return next((item.seat for item in view.stack if item.what == "event"), None)


def _pending(view: View, item: Pending, cards: Cards) -> TablePending:
    event = view.playing.iid if item.what == "event" and view.playing is not None else None
    return TablePending(item.what, PENDING[item.what].format(Names(cards).name(item.card)), item.seat, event)


def _guards(view: View) -> Iterator[TableLink]:
    """CNC-519 Guards and the City cards that they are on."""
    for player in view.players:
        yield from (TableLink(card.iid, card.host, "guard") for card in player.cities if card.host is not None)


# What lasts


def _effects(view: View, names: Names) -> Iterator[TableEffect]:
    """CNC-513 Changes of Attacks, and what lasts for a player."""
    for player in view.players:
        for card in player.characters:
            yield from (_modifier(one, card.iid, names) for one in card.modifiers)
        yield from (_effect(one, player.seat) for one in player.effects)


def _modifier(one: Modifier, iid: str, names: Names) -> TableEffect:
    """CNC-409 It may be about Attacks of some types alone, or about damaged targets."""
    of_types = f", of the types {', '.join(names.type(kind).name for kind in one.types)}" if one.types else ""
    damaged = ", on damaged targets" if one.damaged else ""
    return TableEffect(f"{change('attack_mod', one.value)}{of_types}{damaged}", None, one.duration, (iid,))


def _effect(one: PlayerEffect, seat: int) -> TableEffect:
    return TableEffect(change(one.kind, one.value, one.limit), None, one.duration, (seat_id(seat),))


# Players


def _player(view: View, player: PlayerView, named: Named, cards: Cards) -> TablePlayer:
    return TablePlayer(
        seat=player.seat,
        in_match=True,
        stats={
            "cp": player.cp,
            "ap": player.ap,
            "shortage": player.shortage,
            "draw_cost": player.costs.draw,
            "discard_cost": player.costs.discard,
            "characters": len(player.characters),
            "most_characters": player.limits.characters,
            "events_played": player.events_played,
            "events_per_turn": player.limits.events_per_turn,
            "cities_played": player.cities_played,
            "cities_per_turn": player.limits.cities_per_turn,
            "attrition": player.limits.attrition,
        },
        marks=holding(
            first_player=player.seat == view.first_player,
            overdrive=player.overdrive,
            flooded=player.flooded,
            no_attrition=player.no_attrition,
        ),
        zones=tuple(_zones(view, player, named, cards)),
    )


def _zones(view: View, player: PlayerView, named: Named, cards: Cards) -> Iterator[TableZone]:
    attacks = tuple(_attacks(player))
    yield _hand(player)
    yield zone("deck", None, player.deck_size, seen="nobody")
    if player.deck_contents is not None:
        yield _contents(player)
    yield zone("discard", player.discard)
    yield TableZone("city", 1, (_city(view, player),))
    yield zone("characters", player.characters, told=lambda card: _character(card, named, cards[card.card]))
    yield TableZone("attacks", len(attacks), attacks)
    yield zone("cities", player.cities, told=lambda card: _city_card(card, named))


def _hand(player: PlayerView) -> TableZone:
    """CNC-526 The cards by their positions; others name them by these."""
    own = player.deck_contents is not None
    known = (
        NamedThing(None, card.iid, card.name) for card in player.hand if card.iid is not None and card.name is not None
    )
    named = distinct_names(known)

    def told(card: HandCardView) -> dict[str, object]:
        return {
            "id": card.iid or f"hand:{player.seat}:{card.position}",
            "name": None if card.iid is None else named[card.iid],
            "value": None if own else str(card.position),
            "hidden": not card.revealed,
            "flags": holding(revealed=card.revealed, withdrawn=card.withdrawn),
        }

    return zone("hand", player.hand, player.hand_size, told, seen="owner")


def _contents(player: PlayerView) -> TableZone:
    """CNC-110 The rest of the own deck, each card once; a search names it by its id in the catalogue."""
    return zone(
        "deck_contents",
        player.deck_contents,
        player.deck_size,
        lambda one: {"id": f"deck:{player.seat}:{one.card}", "value": one.card, "counters": {"copies": one.n}},
        seen="owner",
    )


def _city(view: View, player: PlayerView) -> TableCard:
    """CNC-415 The City itself, as Attacks aim at it: at the opposing one of the viewer, else of the active player."""
    own = [one.seat for one in view.players if one.deck_contents is not None]
    attacker = own[0] if len(own) == 1 else view.active_player
    aimed_at = attacker is not None and player.seat == opponent(attacker)
    return TableCard(
        id=city_id(player.seat),
        name=city_of(player.seat),
        value=CITY if aimed_at else None,
        counters={"cp": player.cp},
        flags=holding(screened=player.screened),
    )


# Cards


def _character(card: CharacterView, named: Named, printed: Definition) -> dict[str, object]:
    numbers = {"hp": card.hp, "max_hp": card.max_hp, "acts_left": card.acts_left}
    return {
        "name": named[card.iid],
        "counters": numbers | ({} if card.combo is None else {"combo": card.combo.level}),
        "base": changed(numbers, {"max_hp": printed.hp}),
        "flags": (
            *card.statuses,
            *holding(
                played_now=card.played_now, attacked=card.attacked, replaced=card.replaced, top_tier=card.top_tier
            ),
            *(() if card.class_ == printed.class_ else (now_of(card.class_),)),
        ),
    }


def now_of(class_: str) -> str:
    """The flag of a Character that is now of this class."""
    return f"now_{class_.lower().replace('-', '_')}"


def _attacks(player: PlayerView) -> Iterator[TableCard]:
    """CNC-605 The Attacks of the Characters, each with its strength and its Combo now."""
    for card in player.characters:
        for attack in card.attacks:
            combo = card.combo
            level = {"combo": combo.level} if combo is not None and combo.attack == attack.number else {}
            yield TableCard(
                id=f"{card.iid}:{attack.number}",
                name=f"{attack.name} ({attack.type})",
                host=card.iid,
                counters={"strength": attack.strength, **level},
                base=changed({"strength": attack.strength}, {"strength": attack.printed}),
                cost=attack.cost,
            )


def _city_card(card: CityCardView, named: Named) -> dict[str, object]:
    return {
        "name": named[card.iid],
        "host": card.host,
        "flags": holding(disabled=card.disabled, blank=not card.enabled, guarded=card.guard is not None),
    }
