"""Playing cards and using Abilities: what is legal, why not, and what happens (CNC-301 to CNC-333)."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.cape_and_cowl import actions as a
from domain.games.cape_and_cowl import events as e
from domain.games.cape_and_cowl.board import Board, Character, HandCard
from domain.games.cape_and_cowl.definitions import PORTER, Ability, Definition
from domain.games.cape_and_cowl.frames import Do, Env, Finish, FirstIncome, Use
from domain.games.cape_and_cowl.match import Batch
from domain.games.cape_and_cowl.naming import called
from domain.games.cape_and_cowl.rules import changes, leaving, piles, targeting
from domain.games.cape_and_cowl.rules.attacks import affordable, refuse_act, refuse_cost
from domain.games.cape_and_cowl.rules.continuous import can_act, cost, enabled, extra_income, limit
from domain.games.cape_and_cowl.rules.targeting import Needs, needs
from domain.kernel.prompts import Parameter, Template
from domain.kernel.refusal import Refusal, illegal


def play_cost(board: Board, seat: int, card: Definition) -> int:
    """CNC-308 CNC-327 The cost of playing a card."""
    return cost(board, seat, f"play_{card.kind}", card.cost, card.cid)


# Legal plays


def templates(board: Board, seat: int) -> Iterator[Template]:
    """CNC-308 Each card of the hand that may be played now, in each way."""
    for held in board.players[seat].hand:
        if held.cid is None or held.iid is None:
            continue
        card = board.cards[held.cid]
        if refuse_card(board, seat, held) is None:
            yield from _ways(board, seat, held.iid, card)


def refuse_card(board: Board, seat: int, held: HandCard) -> Refusal | None:
    """CNC-213 CNC-214 CNC-301 CNC-309 CNC-311 CNC-317 Why a card of the hand can't be played now, or None."""
    card = board.cards[str(held.cid)]
    player = board.players[seat]
    if held.iid in player.withdrawn:
        return illegal("CNC-317", f"this {card.name} was withdrawn this turn", "card")
    refused = {"character": _refuse_character, "city": _refuse_city, "event": _refuse_event}[card.kind](
        board, seat, card
    )
    return refused or refuse_cost(player.ap, play_cost(board, seat, card), "CNC-308")


def _refuse_character(board: Board, seat: int, card: Definition) -> Refusal | None:
    """CNC-215 CNC-309 CNC-518 CNC-612 CNC-R35 CNC-R41 Any number a turn, copies too, but so many in play."""
    allowed = limit(board, seat, "characters")
    there = len(board.players[seat].characters)
    if there >= allowed:
        return illegal("CNC-309", f"you have {there} Characters in play; {allowed} are allowed", "card")
    return None


def _refuse_city(board: Board, seat: int, card: Definition) -> Refusal | None:
    """CNC-214 CNC-311 CNC-519 CNC-607 CNC-610 CNC-611 One a turn, in play different ones; a guard only onto a host."""
    player = board.players[seat]
    if player.cities_played >= limit(board, seat, "cities_per_turn"):
        return illegal("CNC-214", "you have played as many City cards this turn as you may", "card")
    if any(city.cid == card.cid for city in player.cities):
        return illegal("CNC-311", f"you have {card.name} in play already", "card")
    if card.guard and not hosts(board, seat):
        return illegal("CNC-519", "there is no City card that it could guard", "card")
    return None


def hosts(board: Board, seat: int) -> tuple[str, ...]:
    """CNC-519 CNC-617 CNC-R36 Own City cards in play: not the Porter, no guard, and without a guard."""
    return tuple(
        city.iid
        for city in board.players[seat].cities
        if city.cid != PORTER and not board.cards[city.cid].guard and board.guard_of(city.iid) is None
    )


def _refuse_event(board: Board, seat: int, card: Definition) -> Refusal | None:
    """CNC-213 One a turn; the check of names looks at what it needs."""
    if board.players[seat].events_played >= limit(board, seat, "events_per_turn"):
        return illegal("CNC-213", "you have played as many Events this turn as you may", "card")
    return None


def event_needs(board: Board, seat: int, card: Definition) -> Needs:
    """CNC-314 CNC-R12 The names that an Event needs; the hand is one card smaller then."""
    (ability,) = card.abilities
    return needs(board, Env(seat, card.cid), ability, len(board.players[seat].hand) - 1)


def _ways(board: Board, seat: int, iid: str, card: Definition) -> Iterator[Template]:
    fixed: dict[str, object] = {"card": iid}
    label = f"Play {called(board, seat, iid)}"
    if card.kind == "character":
        yield Template("play_character", fixed, (), label, ("CNC-308",))
    elif card.kind == "event":
        wanted = event_needs(board, seat, card)
        yield from targeting.templates(board, seat, "play_event", fixed, wanted, label, "CNC-313")
    elif card.guard:
        host = Parameter("host", "card", hosts(board, seat))
        yield Template("play_city", fixed, (host,), label, ("CNC-519",))
    else:
        yield Template("play_city", fixed, (), label, ("CNC-312",))


# Why not


def _card(board: Board, seat: int, iid: str) -> Definition:
    held = board.players[seat].held(iid)
    assert held is not None
    return board.cards[str(held.cid)]


def _refuse_held(board: Board, seat: int, iid: str, kind: str) -> Refusal | None:
    """CNC-308 CNC-601 Why no card of this kind can be played so, or None."""
    held = board.players[seat].held(iid)
    if held is None or held.cid is None:
        return illegal("CNC-308", "there is no such card in your hand", "card")
    found = board.cards[held.cid]
    if found.kind != kind:
        return illegal("CNC-601", f"{found.name} is a {found.kind}, not a {kind}", "card")
    return refuse_card(board, seat, held)


def refuse_play_character(board: Board, seat: int, action: a.PlayCharacter) -> Refusal | None:
    """CNC-309 Why this Character can't be played, or None."""
    return _refuse_held(board, seat, action.card, "character")


def refuse_play_city(board: Board, seat: int, action: a.PlayCity) -> Refusal:
    """CNC-312 CNC-519 Why this City card can't be played so."""
    refused = _refuse_held(board, seat, action.card, "city")
    if refused is not None:
        return refused
    wanted = "name an own City card: not the Porter, no guard, and without a guard"
    guard = _card(board, seat, action.card).guard
    return illegal("CNC-519", wanted if guard else "only a guard has a host", "host")


def refuse_play_event(board: Board, seat: int, action: a.PlayEvent) -> Refusal:
    """CNC-313 CNC-314 Why this Event can't be played so."""
    refused = _refuse_held(board, seat, action.card, "event")
    return refused or targeting.refuse(board, event_needs(board, seat, _card(board, seat, action.card)), action)


# Consequences


def _leave_hand(batch: Batch, seat: int, iid: str) -> tuple[Definition, int, int]:
    """(the card, its position, what it cost)."""
    card = _card(batch.board, seat, iid)
    price = play_cost(batch.board, seat, card)
    place = piles.position(batch.board, seat, iid)
    changes.spend_ap(batch, seat, price, card.cid)
    return card, place, price


def play_character(batch: Batch, seat: int, action: a.PlayCharacter) -> None:
    """CNC-310 It enters play as printed and may Act at once; then `enter`."""
    card, place, price = _leave_hand(batch, seat, action.card)
    batch.emit(e.CharacterPlayed(seat=seat, iid=action.card, card=card.cid, position=place, cost=price))
    character = batch.board.character(action.card)
    assert character is not None
    batch.push(*leaving.texts(batch.board, character, "enter", live=True))


def play_city(batch: Batch, seat: int, action: a.PlayCity) -> None:
    """CNC-312 CNC-608 CNC-609 CNC-R11 CP rise by its value; then `enter`, income at once, `each_turn`."""
    card, place, price = _leave_hand(batch, seat, action.card)
    batch.emit(e.CityPlayed(seat=seat, iid=action.card, card=card.cid, position=place, cost=price, host=action.host))
    changes.change_cp(batch, seat, card.cp, card.cid)
    city = batch.board.city(action.card)
    assert city is not None
    batch.push(
        *leaving.texts(batch.board, city, "enter", live=True),
        FirstIncome(seat, action.card),
        *leaving.texts(batch.board, city, "each_turn", live=True),
    )


def step_first_income(batch: Batch, frame: FirstIncome) -> None:
    """CNC-312 CNC-R34 The AP that a City card just played generates, if it has an effect."""
    city = batch.board.city(frame.iid)
    if city is not None:
        changes.gain_ap(batch, frame.seat, extra_income(batch.board, frame.seat, frame.iid), city.cid)


def play_event(batch: Batch, seat: int, action: a.PlayEvent) -> None:
    """CNC-313 It leaves the hand, its effects happen in written order, then it goes to the discard pile."""
    board = batch.board
    wanted = event_needs(board, seat, _card(board, seat, action.card))
    card, place, price = _leave_hand(batch, seat, action.card)
    event = e.EventPlayed(
        seat=seat,
        iid=action.card,
        card=card.cid,
        position=place,
        cost=price,
        targets=action.targets,
        target_cards=_cids(board, action.targets),
    )
    batch.emit(event)
    (ability,) = card.abilities
    env = targeting.bound(Env(seat, card.cid, action.card), wanted, action)
    batch.push(Do(env, ability.block), Finish())


def _cids(board: Board, iids: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(card.cid for iid in iids if (card := board.card(iid)) is not None)


def step_finish(batch: Batch, frame: Finish) -> None:
    """CNC-313 CNC-613 The Event goes to the discard pile of the player who played it, unless its text put it away."""
    playing = batch.board.playing
    if playing is not None:
        count = len(batch.board.players[playing.seat].discard) + 1
        iid, cid = playing.iid, playing.cid
        batch.emit(
            e.CardDiscarded(seat=playing.seat, iid=iid, card=cid, from_zone="play", cause="played", discard_count=count)
        )


# Abilities


def ability_templates(board: Board, seat: int) -> Iterator[Template]:
    """CNC-502 Each active Ability that can be used now, in each way."""
    player = board.players[seat]
    for character in player.characters:
        if not can_act(board, character) or not enabled(board, seat, character):
            continue
        card = board.cards[character.cid]
        for ability in card.having("act"):
            if affordable(player.ap, ability.cost):
                fixed = {"character": character.iid, "ability": ability.number}
                wanted = ability_needs(board, character, ability)
                label = f"{called(board, seat, character.iid)} uses {ability.name}"
                yield from targeting.templates(board, seat, "use_ability", fixed, wanted, label, "CNC-502")


def ability_needs(board: Board, character: Character, ability: Ability) -> Needs:
    """CNC-314 The names that an active Ability needs."""
    held = len(board.players[character.owner].hand)
    return needs(board, Env(character.owner, character.cid, character.iid), ability, held)


def refuse_ability(board: Board, seat: int, action: a.UseAbility) -> Refusal:
    """CNC-314 CNC-326 CNC-502 CNC-504 CNC-507 Why this Ability can't be used so."""
    refused = refuse_act(board, seat, action.character, "character", "CNC-502")
    if refused is not None:
        return refused
    character = board.character(action.character)
    assert character is not None
    if not enabled(board, seat, character):
        return illegal("CNC-507", "it is Silenced: its Abilities can't be used", "character")
    ability = _active(board.cards[character.cid], action.ability)
    if ability is None:
        return illegal("CNC-501", "it has no active Ability of this number", "ability")
    return refuse_cost(board.players[seat].ap, ability.cost, "CNC-325") or targeting.refuse(
        board, ability_needs(board, character, ability), action
    )


def _active(card: Definition, number: int) -> Ability | None:
    return next((ability for ability in card.having("act") if ability.number == number), None)


def use_ability(batch: Batch, seat: int, action: a.UseAbility) -> None:
    """CNC-325 CNC-502 The cost is paid and the Act is used; then the effects, if the Character isn't Confused."""
    board = batch.board
    character = board.character(action.character)
    assert character is not None
    ability = _active(board.cards[character.cid], action.ability)
    assert ability is not None
    wanted = ability_needs(board, character, ability)
    changes.spend_ap(batch, seat, ability.cost, character.cid)
    event = e.AbilityUsed(
        seat=seat,
        character=character.iid,
        card=character.cid,
        ability=ability.number,
        cost=ability.cost,
        targets=action.targets,
        target_cards=_cids(board, action.targets),
    )
    batch.emit(event)
    env = targeting.bound(Env(seat, character.cid, character.iid), wanted, action)
    batch.push(Use(env, ability.block))


def step_use(batch: Batch, frame: Use) -> None:
    """CNC-505 A Confused Character's Ability fails."""
    character = batch.board.character(frame.env.iid)
    if character is not None and not changes.fails_by_confusion(batch, character):
        batch.push(Do(frame.env, frame.block))
