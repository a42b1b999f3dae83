"""The view of a match as the generic table: fighters with their moves, playing cards, the attacks of a combat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial

import msgspec

from domain.games.capcom_crossovers.board import BASIC, TAG_SUPER, THROW
from domain.games.capcom_crossovers.definitions import Definition, Printed
from domain.games.capcom_crossovers.rules.moves import NAMES
from domain.games.capcom_crossovers.sentences import modified
from domain.games.capcom_crossovers.things import printed_face
from domain.games.capcom_crossovers.views import AttackView, CardView, CharacterView, ModifierView, PlayerView, View
from domain.kernel.table import (
    CardFields,
    Table,
    TableCard,
    TableEffect,
    TableGroup,
    TableLink,
    TablePending,
    TablePlayer,
    TableZone,
    changed,
    holding,
    zone,
)

Cards = Mapping[str, Printed]
ANSWERS = ("counter", "reply", "variable_counter")
"""CAP-445 CAP-450 CAP-910 The attacks that answer the one before them."""


def table(view: View, cards: Cards) -> Table:
    """The match as the generic table."""
    attacks = () if view.combat is None else view.combat.attacks
    return Table(
        phase=view.phase,
        active=view.turn_player,
        stats={"turn": view.turn_number, **_combo(view)},
        players=tuple(_player(view, player, cards) for player in view.players),
        groups=tuple(_attack(view, one) for one in attacks),
        links=tuple(_links(attacks)),
        effects=tuple(_effect(view, one, modifier) for one in _characters(view) for modifier in one.modifiers),
        pending=tuple(_pending(view, cards)),
        marks=() if view.combat is None else (view.combat.stage,),
    )


def _characters(view: View) -> Iterator[CharacterView]:
    for side in view.sides:
        yield from side.characters


def _combo(view: View) -> dict[str, int]:
    running = view.combat is not None and view.combat.combo_owner is not None
    return {"combo_damage": view.combat.combo_damage} if running and view.combat is not None else {}


def _player(view: View, player: PlayerView, cards: Cards) -> TablePlayer:
    own = [one for one in _characters(view) if one.seat == player.seat]
    block, seat = player.block, player.seat
    faces = _faces(seat)
    seen = block is None or block.seen
    return TablePlayer(
        seat=player.seat,
        side=player.side,
        in_match=not player.out,
        stats={"meter": player.meter_total},
        marks=holding(
            out=player.out,
            mulligan_used=player.mulligan_used,
            ace_recovered=player.ace_recovered,
            meter_placed=player.meter_placed,
            hp_recovered=player.hp_recovered,
        ),
        zones=(
            zone("characters", own, told=partial(_character, cards)),
            _moves(own, cards),
            zone("hand", player.hand, player.hand_size, faces, seen="owner"),
            zone("draw_pile", player.draw_pile_contents, player.draw_pile_size, faces, seen="owner"),
            zone("discard_pile", player.discard_pile, told=faces),
            zone("super_meter", player.super_meter, told=faces),
            zone(
                "block",
                None if block is None else block.card,
                0 if block is None else 1,
                faces,
                seen="all" if seen else "owner",
            ),
            zone("action_zone", player.action_zone, told=_shown_attack(view, seat)),
        ),
    )


def playing_card(seat: int, face: str) -> str:
    """The id of a playing card on the table: every player has a deck of the same faces."""
    return f"s{seat}:{face}"


def _faces(seat: int) -> CardFields[CardView]:
    """How the playing cards of a seat lie on the table."""
    return lambda card: {
        "id": playing_card(seat, card.card),
        "value": card.card,
        "card": printed_face(card.card),
    }


def _character(cards: Cards, one: CharacterView) -> Mapping[str, object]:
    counters = {"hp": one.hp, "start_hp": one.start_hp, "cp_used": one.cp_used, "cp_left": one.cp_left}
    stats = msgspec.structs.asdict(one.stats)
    definition = cards[one.card]
    printed = {} if not isinstance(definition, Definition) else msgspec.structs.asdict(definition.stats)
    return {
        "counters": {**counters, **stats},
        "base": changed(stats, {name: n for name, n in printed.items() if name in stats}),
        "flags": (one.status,),
    }


def _moves(own: Iterable[CharacterView], cards: Cards) -> TableZone:
    """The acts of fighters: the moves of their lists and their abilities, and of the active one also the others."""
    there = [thing for one in own for thing in _things(one, cards)]
    return TableZone("moves", len(there), tuple(there))


def _things(one: CharacterView, cards: Cards) -> Iterator[TableCard]:
    definition = cards[one.card]
    assert isinstance(definition, Definition)
    if one.status == "active":
        for move, card in ((BASIC, None), (THROW, definition.throw.id), (TAG_SUPER, None)):
            name = NAMES[move] if card is None else definition.throw.name
            yield TableCard(f"{one.id}:{move}", card, name, value=move, host=one.id)
    for listed in definition.listed:
        yield TableCard(f"{one.id}:{listed.id}", listed.id, listed.name, value=listed.id, host=one.id)
    ability = definition.ability
    used = holding(used_this_turn=one.ability_used_turn, used_this_match=one.ability_used_game)
    yield TableCard(f"{one.id}:{ability.id}", ability.id, ability.name, value=ability.id, host=one.id, flags=used)


def _shown_attack(view: View, seat: int) -> CardFields[CardView]:
    """Cards in the action zone belong to the attack that they pay for."""
    attacks = () if view.combat is None else view.combat.attacks
    paid = {card.card: one for one in attacks if one.seat == seat for card in (*one.cards, *one.extra_cards)}
    shown = _faces(seat)
    return lambda card: {**shown(card), "group": attack_id(paid[card.card].number) if card.card in paid else None}


def attack_id(number: int) -> str:
    """The id of an attack of this combat on the table."""
    return f"attack:{number}"


def of_attribute(attribute: str) -> str:
    """The flag of an attack with this attribute."""
    return f"attr_{attribute}"


def _attack(view: View, attack: AttackView) -> TableGroup:
    zone_ = view.players[attack.seat].action_zone
    lying = {card.card for card in zone_}
    numbers = {"cp": attack.cp, "priority": attack.priority, "damage": attack.damage}
    cards = (*attack.cards, *attack.extra_cards)
    return TableGroup(
        id=attack_id(attack.number),
        kind="attack",
        label=attack.name,
        seats=(attack.seat,),
        members=tuple(playing_card(attack.seat, card.card) for card in cards if card.card in lying),
        numbers={name: n for name, n in numbers.items() if n is not None},
        flags=tuple(filter(None, (attack.role, attack.outcome, attack.kind, *map(of_attribute, attack.attrs)))),
    )


def _links(attacks: Iterable[AttackView]) -> Iterator[TableLink]:
    """The attacker of each attack, and the attack that it answers."""
    for attack in attacks:
        yield TableLink(attack.character, attack_id(attack.number), "makes")
        if attack.role in ANSWERS and attack.number:
            yield TableLink(attack_id(attack.number), attack_id(attack.number - 1), "answers")


def _effect(view: View, one: CharacterView, modifier: ModifierView) -> TableEffect:
    source = next((other.card for other in _characters(view) if other.id == modifier.source), None)
    text = modified(modifier.what, modifier.stat, modifier.amount)
    return TableEffect(text, source, modifier.duration, (one.id,))


def _pending(view: View, cards: Cards) -> Iterator[TablePending]:
    """Attacks that nobody has answered, damage on its way, texts that are being carried out."""
    owners = {one.id: one.seat for one in _characters(view)}
    for attack in () if view.combat is None else view.combat.attacks:
        if not attack.outcome:
            yield TablePending("attack", attack.name, attack.seat, attack_id(attack.number))
    if view.pending_damage is not None:
        target = view.pending_damage.target
        yield TablePending("damage", f"{view.pending_damage.n} damage", owners.get(target), target)
    for effect in view.effects:
        name = NAMES.get(effect.cause) or cards[effect.cause].name
        yield TablePending("effect", name, owners.get(effect.character), effect.character)
