"""The generic table: all that a view shows, for clients that know no game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from msgspec.structs import replace

from domain.games.trf.board import Modifier, account_id
from domain.games.trf.definitions import Definition
from domain.games.trf.frames import Stage
from domain.games.trf.match import State
from domain.games.trf.sentences import WINDOWS, modified
from domain.games.trf.views import (
    AccountView,
    AttackView,
    CharacterView,
    FightView,
    PendingView,
    PersistentView,
    PlanetView,
    PlayerView,
    PublicCard,
    View,
)
from domain.kernel.naming import NamedThing, distinct_names
from domain.kernel.sentences import p
from domain.kernel.table import (
    Table,
    TableEffect,
    TableGroup,
    TableLink,
    TablePending,
    TablePlayer,
    TableZone,
    changed,
    holding,
    renamed,
    seat_id,
    zone,
)
from domain.kernel.views import is_own

Printed = Mapping[str, Definition]
"""The cards of the match by id."""
COMBAT: tuple[Stage, ...] = (
    "pre_combat",
    "attack_window",
    "blocks",
    "block_window",
    "fights",
    "assault",
    "assault_window",
    "capture",
)
"""TRF-218 The steps in which the attack of the turn goes on."""
IN_PLAY = ("account", "planets", "battlegrounds", "persistent")


def table(view: View, cards: Printed) -> Table:
    """The match as the generic table."""
    there = _there(view)
    return Table(
        phase=view.step if view.phase == "running" and view.step else view.phase,
        active=view.active_player,
        stats={"turn": view.turn_number, "idle_turns": view.idle_turns},
        players=_named_apart([_player(player, view, cards, there) for player in view.players]),
        zones=(zone("stack", view.stack, told=_stacked),),
        groups=tuple(map(_group, view.fights)),
        links=tuple(link for link in _links(view) if {link.source, link.to} <= there),
        effects=tuple(_effects(view, cards)),
        pending=tuple(map(_pending, view.stack)),
        marks=tuple(_marks(view)),
    )


def names_on(state: State, viewer: str) -> dict[str, str]:
    """The names of all that lies on the table, which no number on it changes."""
    board, cards = state.board, state.board.cards
    in_play: list[NamedThing] = []
    apart = [(card.iid, card.cid) for card in board.stack]
    for seat, player in enumerate(board.players):
        if player.account is not None:
            in_play.append(NamedThing(None, account_id(seat), cards[player.account.cid].name))
        in_play += [NamedThing(None, card.iid, cards[card.cid].name) for card in player.in_play()]
        apart += [(card.iid, card.cid) for card in player.discard]
        if is_own(viewer, seat):
            apart += player.hand.known.items()
            apart += [] if player.reserve is None else [(reserve_id(seat), player.reserve)]
            apart += [(looking_id(seat, place), cid) for place, cid in enumerate(player.looking, 1)]
    fights = {fight.id: fight_label(fight.id) for fight in board.fights}
    return fights | {iid: cards[cid].name for iid, cid in apart} | distinct_names(in_play)


def _there(view: View) -> set[str]:
    """The ids of all that a host or a link can be."""
    found = {seat_id(player.seat) for player in view.players} | {fight.id for fight in view.fights}
    found |= {card.iid for card in view.stack} | {card.iid for card in _in_play(view)}
    for player in view.players:
        found |= {card.iid for card in player.discard} | ({player.account.id} if player.account else set())
    return found


def _in_play(view: View) -> Iterator[PublicCard]:
    for player in view.players:
        yield from (*player.planets, *player.characters, *player.persistents)


def _named_apart(players: list[TablePlayer]) -> tuple[TablePlayer, ...]:
    """Cards in play that have one name are numbered, seat by seat."""
    zones = [zone for player in players for zone in player.zones if zone.name in IN_PLAY]
    names = distinct_names(NamedThing(None, str(card.id), str(card.name)) for zone in zones for card in zone.cards)
    return tuple(replace(player, zones=renamed(player.zones, names)) for player in players)


# Players


def _player(player: PlayerView, view: View, cards: Printed, there: set[str]) -> TablePlayer:
    return TablePlayer(
        seat=player.seat,
        in_match=not player.lost,
        stats={
            "meters": player.meters,
            "words": player.words,
            "max_meters": player.max_meters,
            "max_words": player.max_words,
            **_but_zero(
                pending_meters=player.pending_meters,
                pending_words=player.pending_words,
                captured=player.captured_this_turn,
                defeated=player.defeated_this_turn,
            ),
        },
        marks=(
            *holding(lost=player.lost),
            *(f"passes_{window}" for window in player.standing_pass or ()),
        ),
        zones=tuple(_zones(player, view, cards, there)),
    )


def _but_zero(**numbers: int) -> dict[str, int]:
    """The numbers that are not 0."""
    return {name: n for name, n in numbers.items() if n}


def _zones(player: PlayerView, view: View, cards: Printed, there: set[str]) -> Iterator[TableZone]:
    units = {unit.anchor: unit for unit in player.units}

    def character(card: CharacterView) -> Mapping[str, object]:
        """TRF-506 TRF-512 The values of a whole unit stand on its Fleeter; its Individual lies with it."""
        counters = {"combat": card.combat, **_but_zero(damage=card.damage)}
        fleeter = card.class_ == "fleeter"
        if fleeter:
            unit = units[card.iid]
            counters |= {"capture": unit.capture, **({"unit_combat": unit.combat} if card.partner else {})}
        printed = cards[card.card]
        return {
            "counters": counters,
            "base": changed(counters, {"combat": printed.combat, "capture": printed.capture}),
            "host": None if fleeter else card.partner,
            "group": card.fight,
            "flags": _flags(card, view),
        }

    yield zone("hand", player.hand, player.hand_size, lambda card: {"cost": card.cost}, seen="owner")
    yield zone("deck", None, player.deck_size, seen="nobody")
    yield zone("account", player.account, told=_account)
    if player.reserve is not None:
        yield zone("reserve", player.reserve, told=lambda _: {"id": reserve_id(player.seat)}, seen="owner")
    if player.looking is not None:
        yield zone("looking", player.looking, told=partial(_looked_at, player.seat), seen="owner")
    yield zone("planets", player.planets, told=lambda planet: _planet(planet, cards[planet.card]))
    yield zone("battlegrounds", player.characters, told=character)
    yield zone("persistent", player.persistents, told=lambda card: _persistent(card, there))
    yield zone("discard", player.discard, told=lambda card: {"cost": card.revival})


def _flags(card: CharacterView, view: View) -> tuple[str, ...]:
    attackers = () if view.attack is None else view.attack.attackers
    return holding(
        attacking=card.attacking,
        blocked=any(unit.blocked and card.iid in unit.cards for unit in attackers),
        spent=card.spent,
        battled=card.battle_turn == view.turn_number,
        acted=card.ability_turn == view.turn_number,
        bought=card.bought_turn == view.turn_number,
        moved=card.moved_turn == view.turn_number,
    )


def _account(account: AccountView) -> Mapping[str, object]:
    titles = (title.lower() for title in account.titles)
    return {"flags": (*titles, *holding(blank=account.blank, used=account.used))}


def _looked_at(seat: int, card: PublicCard) -> Mapping[str, object]:
    return {"id": looking_id(seat, card.iid), "value": card.iid}


def reserve_id(seat: int) -> str:
    """The id of the account that a seat has in reserve."""
    return f"reserve:{seat}"


def looking_id(seat: int, place: int | str) -> str:
    """The id of a card that a seat looks at."""
    return f"looking:{seat}:{place}"


def _planet(planet: PlanetView, printed: Definition) -> Mapping[str, object]:
    counters = {"value": planet.value, "meters": planet.gave_meters, "words": planet.gave_words}
    value = printed.homeworld_value if planet.home else printed.capture_value
    return {
        "counters": counters,
        "base": changed(counters, {"value": value, "meters": printed.meters, "words": printed.words}),
        "flags": holding(home=planet.home, exhausted=planet.exhausted, skipped=planet.skipped),
    }


def _persistent(card: PersistentView, there: set[str]) -> Mapping[str, object]:
    """TRF-908 The card's host may have left with a player whose going has ended the match."""
    counters = {"tokens": card.tokens, "rank": card.rank}
    return {
        "counters": {name: n for name, n in counters.items() if n is not None},
        "host": card.host if card.host in there else None,
        "flags": () if card.chosen is None else (card.chosen,),
    }


def _stacked(card: PendingView) -> Mapping[str, object]:
    return {"owner": card.seat, "counters": {} if card.rank is None else {"rank": card.rank}}


# The whole table


def _marks(view: View) -> Iterator[str]:
    if view.window is not None:
        yield f"window_{view.window}"
    yield from holding(
        attack_declined=view.attack_declined, attack_cancelled=view.attack is not None and view.attack.cancelled
    )


def _group(fight: FightView) -> TableGroup:
    dice = {"bicker": fight.bicker, "attacker_die": fight.attacker_die, "defender_die": fight.defender_die}
    return TableGroup(
        id=fight.id,
        kind="fight",
        label=fight_label(fight.id),
        seats=(fight.attacker, fight.defender),
        members=(*fight.attackers, *fight.defenders),
        numbers={
            "attacker_total": fight.attacker_total,
            "defender_total": fight.defender_total,
            "threshold": fight.threshold,
            **{name: die for name, die in dice.items() if die is not None},
        },
        flags=holding(stuck=fight.stuck),
    )


def fight_label(fight: str) -> str:
    """TRF-411 A fight by its number."""
    return f"Fight {fight.removeprefix('f')}"


def _links(view: View) -> Iterator[TableLink]:
    """Links from attackers, blockers and assaulting cards, from cards on the stack to their targets, and to the players
    of counted turns.
    """
    if view.attack is not None and not view.attack.cancelled and view.step in COMBAT:
        yield from _of_attack(view.attack)
    for card in view.stack:
        yield from (TableLink(card.iid, target, "target") for target in card.targets)
    for player in view.players:
        for one in player.persistents:
            if one.counted is not None:
                yield TableLink(one.iid, seat_id(one.counted), "counts")


def _of_attack(attack: AttackView) -> Iterator[TableLink]:
    for unit in attack.attackers:
        yield TableLink(unit.anchor, seat_id(attack.defender), "attack")
    for pair in attack.blocks:
        yield TableLink(pair.unit, pair.target, "block")
    for pair in attack.assault:
        yield TableLink(pair.unit, pair.target, "assault")


def _effects(view: View, cards: Printed) -> Iterator[TableEffect]:
    for player in view.players:
        changed_cards: tuple[PlanetView | CharacterView, ...] = (*player.planets, *player.characters)
        for card in changed_cards:
            yield from (_modifier(card, one, cards) for one in card.modifiers)
        for stays in player.persistents:
            if stays.until is not None:
                yield TableEffect(f"{stays.name} stays in play", stays.card, stays.until, (stays.iid,))
    for fight in view.fights:
        for more in fight.mods:
            yield TableEffect(f"{more.n:+d} for the {more.side} side", None, "turn", (fight.id,))


def _modifier(card: PublicCard, one: Modifier, cards: Printed) -> TableEffect:
    source = one.source if one.source in cards else None
    return TableEffect(f"{card.name} {modified(one.what, one.n, one.name)}", source, "turn", (card.iid,))


def _pending(card: PendingView) -> TablePending:
    return TablePending("card", f"{p(card.seat)} plays {card.name} {WINDOWS[card.window]}", card.seat, card.iid)
