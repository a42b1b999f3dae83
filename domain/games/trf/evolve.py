"""The folds of facts into the board. They are total: they refuse nothing, and only count unknown cards."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from domain.games.trf import events as e
from domain.games.trf.board import (
    Account,
    Attack,
    Attacker,
    Board,
    Character,
    Discarded,
    Fight,
    Modifier,
    Pending,
    Persistent,
    Planet,
    Player,
    SideMod,
    account_seat,
)
from domain.kernel.dispatch import ByType, by_type, on
from domain.kernel.facts import Event
from domain.kernel.zones import DrawPile, Hand


def evolve(board: Board, event: Event) -> None:
    """Fold one event in place."""
    FOLDERS[type(event)](board, event)


def _nothing(board: Board, event: Event) -> None:
    """Facts that only tell: what they are about is folded by others."""


def _change(board: Board, iid: str | None, **changes: object) -> None:
    """A character in play with some facts changed, if it is there."""
    for player in board.players:
        for place, card in enumerate(player.characters):
            if card.iid == iid:
                player.characters[place] = replace(card, **changes)
                return


def _change_planet(board: Board, iid: str | None, **changes: object) -> None:
    for player in board.players:
        for place, card in enumerate(player.planets):
            if card.iid == iid:
                player.planets[place] = replace(card, **changes)
                return


def _change_persistent(board: Board, iid: str | None, **changes: object) -> None:
    for player in board.players:
        for place, card in enumerate(player.persistents):
            if card.iid == iid:
                player.persistents[place] = replace(card, **changes)
                return


def _change_fight(board: Board, name: str, **changes: object) -> None:
    for place, fight in enumerate(board.fights):
        if fight.id == name:
            board.fights[place] = replace(fight, **changes)
            return


def _act(board: Board, seat: int) -> None:
    """TRF-708 TRF-R90 TRF-R92 Something was played, revived or put into play."""
    board.players[seat].acts += 1
    board.busy = True


def _enter(board: Board) -> int:
    board.entered += 1
    return board.entered


# Set-up and random


def _registered(board: Board, event: e.PlayerRegistered) -> None:
    player = board.players[event.seat]
    player.deck_list, player.reserve = event.deck, event.reserve
    player.deck.renew(event.deck or ("",) * event.deck_size, None if event.deck is None else range(event.deck_size))


def _revealed(board: Board, event: e.CardsRevealed) -> None:
    for seat, (account, (iid, cid)) in enumerate(zip(event.accounts, event.homeworlds, strict=True)):
        player = board.players[seat]
        player.account = Account(account)
        player.planets.append(Planet(iid, cid, seat, _enter(board), home=True))


def _shuffled(board: Board, event: e.DeckShuffled) -> None:
    deck = board.players[event.seat].deck
    if event.order is not None and deck.cards:
        deck.renew(deck.cards, event.order)
    else:
        deck.cards = []


def _die(board: Board, event: e.DieRolled) -> None:
    board.busy = True
    fight = board.fight(event.fight)
    if fight is None:
        return
    if event.purpose == "bicker":
        _change_fight(board, fight.id, bicker=event.value)
    else:
        mine, theirs = fight.dice or (0, 0)
        dice = (event.value, theirs) if event.side == "attacker" else (mine, event.value)
        _change_fight(board, fight.id, dice=dice)


def _first(board: Board, event: e.FirstPlayerSet) -> None:
    board.first = event.seat


# Turn


def _turn_started(board: Board, event: e.TurnStarted) -> None:
    board.turn, board.active = event.turn, event.seat
    board.attack, board.declined, board.blocks, board.assault = None, False, (), ()
    board.busy = board.stuck = False
    for player in board.players:
        player.captured = player.defeated = player.acts = 0


def _turn_ended(board: Board, event: e.TurnEnded) -> None:
    """TRF-225 TRF-909 TRF-R82 A turn that was cut short leaves no die in a fight, and no cards looked at."""
    board.idle_turns = event.idle_turns
    board.fights = [replace(fight, bicker=None, dice=None, added=(0, 0)) for fight in board.fights]
    for player in board.players:
        player.standing, player.looking = (), ()


def _refilled(board: Board, event: e.PoolsRefilled) -> None:
    """TRF-203 TRF-204 TRF-636."""
    player = board.players[event.seat]
    gave = {iid: (meters, words) for iid, meters, words in event.gave}
    player.planets = [
        replace(
            planet,
            exhausted=planet.iid in event.exhausted,
            gave_m=gave.get(planet.iid, (0, 0))[0],
            gave_w=gave.get(planet.iid, (0, 0))[1],
            skipped=False,
        )
        for planet in player.planets
    ]
    player.pool_m = player.max_m = event.pool_m
    player.pool_w = player.max_w = event.pool_w
    player.pending = ()


def _drawn(board: Board, event: e.CardDrawn) -> None:
    player = board.players[event.seat]
    player.deck.take()
    player.hand.add(event.iid, event.card)
    board.busy = True


def _planet_played(board: Board, event: e.PlanetPlayed) -> None:
    """TRF-211."""
    player = board.players[event.seat]
    player.hand.remove(event.iid)
    player.planets.append(
        Planet(event.iid, event.card, event.seat, _enter(board), gave_m=event.meters, gave_w=event.words)
    )
    player.pool_m, player.max_m = player.pool_m + event.meters, player.max_m + event.meters
    player.pool_w, player.max_w = player.pool_w + event.words, player.max_w + event.words
    board.busy = True


def _planet_entered(board: Board, event: e.PlanetEntered) -> None:
    """TRF-212 TRF-R92."""
    _act(board, event.seat)
    _leave_discard(board, event.iid)
    planet = Planet(event.iid, event.card, event.seat, _enter(board), exhausted=True)
    board.players[event.seat].planets.append(planet)


def _bought(board: Board, event: e.CharacterPlayed | e.CharacterRevived | e.CharacterEntered, meters_paid: int) -> None:
    """TRF-306 TRF-338 A lone unit, bought this turn."""
    card = Character(event.iid, event.card, event.seat, _enter(board), board.turn, meters_paid)
    board.players[event.seat].characters.append(card)


def _character_played(board: Board, event: e.CharacterPlayed) -> None:
    board.players[event.seat].hand.remove(event.iid)
    _bought(board, event, event.cost)
    _act(board, event.seat)


def _character_revived(board: Board, event: e.CharacterRevived) -> None:
    """TRF-337 Its payment from the hand stays."""
    card = _leave_discard(board, event.iid)
    _bought(board, event, (card.meters_paid if card is not None else None) or 0)
    _act(board, event.seat)


def _character_entered(board: Board, event: e.CharacterEntered) -> None:
    """TRF-708 It was revived, at whatever price."""
    _leave_discard(board, event.iid)
    _bought(board, event, event.meters_paid)
    _act(board, event.seat)


def _leave_discard(board: Board, iid: str) -> Discarded | None:
    card = board.discarded(iid)
    for player in board.players:
        player.discard = [other for other in player.discard if other.iid != iid]
    return card


def _to_discard(board: Board, card: Discarded) -> None:
    board.players[card.owner].discard.append(card)


def _discarded(board: Board, event: e.CardDiscarded) -> None:
    if event.from_zone == "hand":
        board.players[event.seat].hand.remove(event.iid)
    else:
        _leave_stack(board, event.iid)
    _to_discard(board, Discarded(event.iid, event.card, event.seat))


def _leave_stack(board: Board, iid: str) -> None:
    board.stack = tuple(card for card in board.stack if card.iid != iid)


def _returned(board: Board, event: e.CardReturnedToHand) -> None:
    _leave_discard(board, event.old)
    board.players[event.seat].hand.add(event.iid, None if event.iid is None else event.card)


def _looked(board: Board, event: e.CardsLookedAt) -> None:
    if event.zone == "deck":
        board.players[event.seat].looking = event.cards or ()


def _taken(board: Board, event: e.CardTaken) -> None:
    """TRF-708 TRF-R92 It came out of the deck into the hand, as a drawn one does."""
    board.busy = True
    player = board.players[event.seat]
    if event.place is not None:
        player.looking = (*player.looking[: event.place], *player.looking[event.place + 1 :])
        player.deck.cards = [card for at, card in enumerate(player.deck.cards) if at != event.place]
    player.deck.size -= 1
    player.hand.add(event.iid, event.card)


def _bottomed(board: Board, event: e.CardsBottomed) -> None:
    player = board.players[event.seat]
    for _ in range(event.count):
        player.deck.sink()
    player.looking = ()


# Resources


def _meters(board: Board, event: e.MetersPaid) -> None:
    board.players[event.seat].pool_m -= event.amount


def _words(board: Board, event: e.WordsPaid) -> None:
    board.players[event.seat].pool_w -= event.amount


def _exhausted(board: Board, event: e.PlanetExhausted) -> None:
    """TRF-330."""
    player = board.players[event.seat]
    player.pool_m, player.max_m = player.pool_m - event.meters, max(0, player.max_m - event.meters)
    player.pool_w, player.max_w = player.pool_w - event.words, max(0, player.max_w - event.words)
    _change_planet(board, event.iid, exhausted=True, gave_m=0, gave_w=0)


def _cut(board: Board, event: e.PoolCut) -> None:
    player = board.players[event.seat]
    player.pool_m, player.pool_w = event.pool_m, event.pool_w
    player.max_m, player.max_w = event.max_m, event.max_w


def _promised(board: Board, event: e.IncomePromised) -> None:
    player = board.players[event.seat]
    player.pending = (*player.pending, (event.meters, event.words))


def _skipped(board: Board, event: e.PlanetSkipped) -> None:
    _change_planet(board, event.iid, skipped=True)


# Units, tokens, modifiers


def _joined(board: Board, event: e.IndividualJoined) -> None:
    _change(board, event.individual, partner=event.fleeter, moved_turn=board.turn)
    _change(board, event.fleeter, partner=event.individual)


def _left(board: Board, event: e.IndividualLeft) -> None:
    _change(board, event.individual, partner=None, moved_turn=board.turn)
    _change(board, event.fleeter, partner=None)


def _ability(board: Board, event: e.AbilityUsed) -> None:
    """TRF-508 A character's ability uses the turn of its whole unit; a planet is exhausted by a fact of its own."""
    board.players[event.seat].acts += 1
    seat = account_seat(event.iid)
    if seat is not None:
        player = board.players[seat]
        player.account = Account(event.card, board.turn)
        return
    card = board.character(event.iid)
    if card is not None:
        _change(board, card.iid, ability_turn=board.turn)
        _change(board, card.partner, ability_turn=board.turn)


def _placed(board: Board, event: e.TokensPlaced) -> None:
    card = board.character(event.iid)
    if card is not None:
        _change(board, event.iid, damage=card.damage + event.n)


def _removed(board: Board, event: e.TokensRemoved) -> None:
    card, persistent = board.character(event.iid), board.persistent(event.iid)
    if card is not None:
        _change(board, event.iid, damage=card.damage - event.n)
    elif persistent is not None:
        _change_persistent(board, event.iid, tokens=(persistent.tokens or 0) - event.n)


def _modified(board: Board, event: e.ModifierAdded) -> None:
    one = Modifier(event.what, event.cause, event.n, event.name)
    card, planet = board.character(event.iid), board.planet(event.iid)
    if card is not None:
        _change(board, event.iid, modifiers=(*card.modifiers, one))
    elif planet is not None:
        _change_planet(board, event.iid, modifiers=(*planet.modifiers, one))


def _modifiers_ended(board: Board, event: e.ModifiersEnded) -> None:
    for player in board.players:
        player.characters = [replace(card, modifiers=()) if card.modifiers else card for card in player.characters]
        player.planets = [replace(card, modifiers=()) if card.modifiers else card for card in player.planets]
    board.fights = [replace(fight, mods=()) for fight in board.fights]


def _refreshed(board: Board, event: e.UnitRefreshed) -> None:
    for iid in event.cards:
        _change(board, iid, refreshed=True)


def _leave_play(board: Board, iids: Iterable[str]) -> list[Character]:
    """TRF-511 TRF-R53 Characters leave the Battlegrounds, their fights and the attack; a partner goes on alone."""
    gone = [card for iid in iids if (card := board.character(iid)) is not None]
    names = {card.iid for card in gone}
    for player in board.players:
        player.characters = [
            replace(card, partner=None) if card.partner in names else card
            for card in player.characters
            if card.iid not in names
        ]
    _out_of_fights(board, names)
    if board.attack is not None:
        attackers = (replace(unit, cards=_without(unit.cards, names)) for unit in board.attack.attackers)
        board.attack = replace(board.attack, attackers=tuple(unit for unit in attackers if unit.cards))
    return gone


def _out_of_fights(board: Board, names: set[str]) -> None:
    board.fights = [
        replace(fight, attackers=_without(fight.attackers, names), defenders=_without(fight.defenders, names))
        for fight in board.fights
    ]


def _without(cards: tuple[str, ...], names: set[str]) -> tuple[str, ...]:
    return tuple(card for card in cards if card not in names)


def _bury(board: Board, cards: Iterable[Character]) -> None:
    """TRF-335 TRF-517 To their owners' discard piles, without tokens; a Unique one can be revived."""
    for card in cards:
        revivable = board.cards[card.cid].unique
        _to_discard(board, Discarded(card.iid, card.cid, card.owner, revivable, card.meters_paid))


def _destroyed(board: Board, event: e.CharacterDestroyed) -> None:
    _bury(board, _leave_play(board, (event.iid,)))


# OOC cards


def _announced(board: Board, event: e.OocAnnounced) -> None:
    board.players[event.seat].hand.remove(event.iid)
    card = Pending(event.iid, event.card, event.seat, event.window, event.targets, event.rank)
    board.stack = (*board.stack, card)
    _act(board, event.seat)


def _cancelled(board: Board, event: e.OocCancelled) -> None:
    _leave_stack(board, event.iid)
    _to_discard(board, Discarded(event.iid, event.card, event.seat))


def _chosen(board: Board, event: e.FactionChosen) -> None:
    board.stack = tuple(replace(card, chosen=event.faction) if card.iid == event.iid else card for card in board.stack)


def _persistent(board: Board, event: e.PersistentPlaced) -> None:
    card = board.pending(event.iid)
    _leave_stack(board, event.iid)
    board.players[event.seat].persistents.append(
        Persistent(
            event.iid,
            event.card,
            event.seat,
            _enter(board),
            host=event.host,
            tokens=event.tokens,
            counted=event.counted,
            rank=None if card is None else card.rank,
            chosen=None if card is None else card.chosen,
            until=event.until,
        )
    )


def _persistent_gone(board: Board, event: e.PersistentDiscarded) -> None:
    player = board.players[event.seat]
    player.persistents = [card for card in player.persistents if card.iid != event.iid]
    _to_discard(board, Discarded(event.iid, event.card, event.seat))


def _due(board: Board, seat: int, until: str) -> None:
    """TRF-521 The end condition of persistent cards of a player is met."""
    player = board.players[seat]
    player.persistents = [replace(card, due=True) if card.until == until else card for card in player.persistents]


def _standing(board: Board, event: e.StandingPassSet) -> None:
    board.players[event.seat].standing = event.windows


# Combat


def _declined(board: Board, event: e.AttackDeclined) -> None:
    board.declined = True


def _named(board: Board, event: e.AttackerNamed) -> None:
    attack = board.attack or Attack(event.defender)
    board.attack = replace(attack, attackers=(*attack.attackers, Attacker(event.cards)))


def _confirmed(board: Board, event: e.AttackConfirmed) -> None:
    assert board.attack is not None
    board.attack = replace(board.attack, confirmed=True, size=len(event.attackers))
    board.busy = True


def _block(board: Board, event: e.BlockAssigned) -> None:
    if event.blocker is not None and event.attacker is not None:
        board.blocks = (*board.blocks, (event.blocker, event.attacker))


def _blocks(board: Board, event: e.BlocksConfirmed) -> None:
    """TRF-413 A blocked unit stays blocked."""
    board.blocks = event.blocks
    if board.attack is not None:
        blocked = {attacker for _, attacker in event.blocks}
        attackers = (replace(unit, blocked=bool(blocked.intersection(unit.cards))) for unit in board.attack.attackers)
        board.attack = replace(board.attack, attackers=tuple(attackers), blocked=True)


def _fight_started(board: Board, event: e.FightStarted) -> None:
    board.fought += 1
    fight = Fight(event.fight, board.turn, event.attacker, event.defender, event.attackers, event.defenders)
    board.fights.append(fight)
    for iid in fight.cards():
        _change(board, iid, fight=fight.id)


def _marked(board: Board, event: e.BattleMarked) -> None:
    for iid in event.cards:
        _change(board, iid, battle_turn=event.turn, refreshed=False)


def _side(board: Board, event: e.SideModified) -> None:
    fight = board.fight(event.fight)
    if fight is not None:
        _change_fight(board, fight.id, mods=(*fight.mods, SideMod(event.side, event.n)))


def _die_set(board: Board, event: e.DieSet) -> None:
    _change_fight(board, event.fight, bicker=event.value)


def _die_raised(board: Board, event: e.DieRaised) -> None:
    fight = board.fight(event.fight)
    if fight is not None:
        attacker, defender = fight.added
        more = (attacker + event.n, defender) if event.side == "attacker" else (attacker, defender + event.n)
        _change_fight(board, fight.id, added=more)


def _stuck(board: Board, event: e.FightStuck) -> None:
    """TRF-426 The units stay committed; what was rolled counts no more."""
    board.stuck = True
    _change_fight(board, event.fight, stuck=True, bicker=None, dice=None, added=(0, 0))


def _free(board: Board, name: str) -> None:
    """A fight is over: its cards are committed no longer."""
    for player in board.players:
        player.characters = [replace(card, fight=None) if card.fight == name else card for card in player.characters]
    board.fights = [fight for fight in board.fights if fight.id != name]


def _resolved(board: Board, event: e.FightResolved) -> None:
    """TRF-433 TRF-631 The losing side goes to the discard piles together, but for saved cards."""
    gone = _leave_play(board, event.defeated)
    for card in gone:
        board.players[card.owner].defeated += 1
        if board.cards[card.cid].unique:
            _due(board, card.owner, "unique_defeated")
    _bury(board, gone)
    _free(board, event.fight)


def _over(board: Board, event: e.FightWonUnopposed | e.FightRemoved) -> None:
    _free(board, event.fight)


def _joined_fight(board: Board, event: e.UnitJoinedFight) -> None:
    fight = board.fight(event.fight)
    if fight is None:
        return
    if event.side == "attacker":
        _change_fight(board, fight.id, attackers=(*fight.attackers, *event.cards))
    else:
        _change_fight(board, fight.id, defenders=(*fight.defenders, *event.cards))
    for iid in event.cards:
        _change(board, iid, fight=fight.id)


def _left_fight(board: Board, event: e.UnitLeftFight) -> None:
    """TRF-632 It can neither attack nor block any more this turn."""
    _out_of_fights(board, set(event.cards))
    barred = tuple(Modifier("cannot", "TRF-632", name=what) for what in ("attack", "block"))
    for iid in event.cards:
        card = board.character(iid)
        if card is not None:
            _change(board, iid, fight=None, modifiers=(*card.modifiers, *barred))


def _attack_cancelled(board: Board, event: e.AttackCancelled) -> None:
    """TRF-634 New fights are over; those of earlier turns stay."""
    for fight in list(board.fights):
        if fight.started_turn == board.turn:
            _free(board, fight.id)
    board.blocks, board.assault = (), ()
    if board.attack is not None:
        board.attack = replace(board.attack, cancelled=True)


def _assigned(board: Board, event: e.AssaultAssigned) -> None:
    if event.unit is not None and event.planet is not None:
        board.assault = (*board.assault, (event.unit, event.planet))


def _assault(board: Board, event: e.AssaultConfirmed) -> None:
    board.assault = event.assignments
    if board.attack is not None:
        board.attack = replace(board.attack, assaulted=True)


def _captured(board: Board, event: e.PlanetCaptured) -> None:
    """TRF-460 TRF-635."""
    owner = board.players[event.seat]
    owner.planets = [planet for planet in owner.planets if planet.iid != event.iid]
    board.players[event.by].captured += 1
    if event.to_hand:
        owner.hand.add(event.hand, None if event.hand is None else event.card)
    else:
        _to_discard(board, Discarded(event.iid, event.card, event.seat))
    _due(board, event.seat, "planet_captured")


# Accounts, the end


def _account_swapped(board: Board, event: e.AccountSwapped) -> None:
    """TRF-628."""
    player = board.players[event.seat]
    player.account, player.reserve = Account(event.after), None


def _home_swapped(board: Board, event: e.HomeworldSwapped) -> None:
    _change_planet(board, event.before, home=False)
    _change_planet(board, event.after, home=True)


def _lost(board: Board, event: e.PlayerLost) -> None:
    """TRF-908 All their cards leave the match; their sides of fights are empty."""
    old = board.players[event.seat]
    _leave_play(board, [card.iid for card in old.characters])
    board.stack = tuple(card for card in board.stack if card.seat != event.seat)
    board.players[event.seat] = Player(account=old.account, deck=DrawPile(), hand=Hand(), lost=True)
    board.players[event.seat].deck_list = old.deck_list
    board.out = (*board.out, event.seat)


FOLDERS: ByType[Board, None] = by_type(
    on(e.PlayerRegistered, _registered),
    on(e.CardsRevealed, _revealed),
    on(e.DeckShuffled, _shuffled),
    on(e.DieRolled, _die),
    on(e.RandomCardPicked, _nothing),
    on(e.FirstPlayerSet, _first),
    on(e.TurnStarted, _turn_started),
    on(e.TurnEnded, _turn_ended),
    on(e.PoolsRefilled, _refilled),
    on(e.CardDrawn, _drawn),
    on(e.DrawDeclined, _nothing),
    on(e.PlanetPlayed, _planet_played),
    on(e.PlanetEntered, _planet_entered),
    on(e.CharacterPlayed, _character_played),
    on(e.CharacterRevived, _character_revived),
    on(e.CharacterEntered, _character_entered),
    on(e.CardDiscarded, _discarded),
    on(e.CardReturnedToHand, _returned),
    on(e.CardsLookedAt, _looked),
    on(e.CardTaken, _taken),
    on(e.CardsBottomed, _bottomed),
    on(e.MetersPaid, _meters),
    on(e.WordsPaid, _words),
    on(e.PlanetExhausted, _exhausted),
    on(e.PoolCut, _cut),
    on(e.IncomePromised, _promised),
    on(e.PlanetSkipped, _skipped),
    on(e.IndividualJoined, _joined),
    on(e.IndividualLeft, _left),
    on(e.AbilityUsed, _ability),
    on(e.TokensPlaced, _placed),
    on(e.TokensRemoved, _removed),
    on(e.ModifierAdded, _modified),
    on(e.ModifiersEnded, _modifiers_ended),
    on(e.UnitRefreshed, _refreshed),
    on(e.CharacterDestroyed, _destroyed),
    on(e.OocAnnounced, _announced),
    on(e.ResponsePassed, _nothing),
    on(e.OocCancelled, _cancelled),
    on(e.OocResolved, _nothing),
    on(e.FactionChosen, _chosen),
    on(e.PersistentPlaced, _persistent),
    on(e.PersistentDiscarded, _persistent_gone),
    on(e.StandingPassSet, _standing),
    on(e.WindowPassed, _nothing),
    on(e.AttackDeclined, _declined),
    on(e.AttackerNamed, _named),
    on(e.AttackConfirmed, _confirmed),
    on(e.BlockAssigned, _block),
    on(e.BlocksConfirmed, _blocks),
    on(e.FightStarted, _fight_started),
    on(e.BattleMarked, _marked),
    on(e.SideModified, _side),
    on(e.DieSet, _die_set),
    on(e.DieRaised, _die_raised),
    on(e.FightStuck, _stuck),
    on(e.FightResolved, _resolved),
    on(e.FightWonUnopposed, _over),
    on(e.FightRemoved, _over),
    on(e.UnitJoinedFight, _joined_fight),
    on(e.UnitLeftFight, _left_fight),
    on(e.AttackCancelled, _attack_cancelled),
    on(e.AssaultAssigned, _assigned),
    on(e.AssaultConfirmed, _assault),
    on(e.PlanetCaptureChecked, _nothing),
    on(e.PlanetCaptured, _captured),
    on(e.AccountSwapped, _account_swapped),
    on(e.HomeworldSwapped, _home_swapped),
    on(e.PlayerLost, _lost),
)
