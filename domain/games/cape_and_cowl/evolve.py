"""The folds of facts into the board. They are total: they refuse nothing, and only count unknown cards."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.cape_and_cowl import events as e
from domain.games.cape_and_cowl.board import (
    CITY,
    Board,
    Character,
    CityCard,
    Combo,
    HandCard,
    Modifier,
    Player,
    PlayerEffect,
    Playing,
)
from domain.kernel.dispatch import ByType, by_type, on
from domain.kernel.facts import Event
from domain.kernel.zones import Card


def evolve(board: Board, event: Event) -> None:
    """Fold one event in place."""
    FOLDERS[type(event)](board, event)


def _nothing(board: Board, event: Event) -> None:
    """Facts that only tell: what they are about is folded by others."""


def _change(board: Board, iid: str | None, **changes: object) -> None:
    """A Character in play with some facts changed, if it is there."""
    for player in board.players:
        for place, character in enumerate(player.characters):
            if character.iid == iid:
                player.characters[place] = replace(character, **changes)
                return


def _change_city(board: Board, iid: str | None, **changes: object) -> None:
    for player in board.players:
        for place, card in enumerate(player.cities):
            if card.iid == iid:
                player.cities[place] = replace(card, **changes)


def _leave_field(player: Player, iid: str) -> None:
    """CNC-319 CNC-428 CNC-R23 The card goes with all that was on it."""
    player.characters = [card for card in player.characters if card.iid != iid]
    player.cities = [card for card in player.cities if card.iid != iid]


def _leave_hand(player: Player, position: int) -> None:
    del player.hand[position - 1]


def _player_set_up(board: Board, event: e.PlayerSetUp) -> None:
    player = board.players[event.seat]
    player.deck_list = event.deck
    player.deck.renew(event.deck or ("",) * event.deck_size, None if event.deck is None else range(event.deck_size))


def _porter_entered(board: Board, event: e.PorterEntered) -> None:
    board.players[event.seat].cities.append(CityCard(event.iid, event.card, event.seat, board.entered))
    board.entered += 1


def _deck_shuffled(board: Board, event: e.DeckShuffled) -> None:
    deck = board.players[event.seat].deck
    if event.order is not None and deck.cards:
        deck.renew(deck.cards, event.order)
    else:
        deck.cards = []


def _first_player(board: Board, event: e.FirstPlayerChosen) -> None:
    board.first = board.active = event.seat


def _turn_started(board: Board, event: e.TurnStarted) -> None:
    """CNC-204 Counts and marks of the turn before are cleared."""
    board.round, board.turn, board.active = event.round, event.turn, event.seat
    for player in board.players:
        player.events_played = player.cities_played = 0
        player.withdrawn = ()
        player.characters = [
            replace(card, played_now=False, acts_used=0, extra_acts=0, attacked=False) for card in player.characters
        ]


def _duration_ended(board: Board, event: e.DurationEnded) -> None:
    """CNC-504 CNC-513 CNC-516 CNC-517 All that this player made for this long is over."""
    for player in board.players:
        player.effects = [one for one in player.effects if not _ends(one, event)]
        for place, card in enumerate(player.characters):
            player.characters[place] = _without_ended(card, event)
        if event.duration == "round":
            player.flooded = None if player.flooded == event.seat else player.flooded
            player.cities = [
                replace(card, disabled=None) if card.disabled == event.seat else card for card in player.cities
            ]


def _ends(one: Modifier | PlayerEffect, event: e.DurationEnded) -> bool:
    return one.duration == event.duration and one.made_by == event.seat


def _without_ended(card: Character, event: e.DurationEnded) -> Character:
    statuses = card.statuses
    if event.duration == "round":
        gone = [name for name in ("frozen", "silenced") if statuses.get(name) == event.seat]
        statuses = {name: seat for name, seat in statuses.items() if name not in gone}
    modifiers = tuple(one for one in card.modifiers if not _ends(one, event))
    return replace(card, statuses=statuses, modifiers=modifiers)


def _ap_received(board: Board, event: e.ApReceived) -> None:
    player = board.players[event.seat]
    player.ap, player.shortage = event.ap_after, 0


def _ap(board: Board, event: e.ApSpent | e.ApGained | e.ApLost | e.ApRefunded) -> None:
    board.players[event.seat].ap = event.ap_after


def _shortage(board: Board, event: e.ShortageAdded) -> None:
    board.players[event.seat].shortage += event.n


def _overdrive_on(board: Board, event: e.OverdriveOn) -> None:
    board.players[event.seat].overdrive = True


def _overdrive_off(board: Board, event: e.OverdriveOff) -> None:
    board.players[event.seat].overdrive = False


def _card_drawn(board: Board, event: e.CardDrawn) -> None:
    player = board.players[event.seat]
    player.deck.take()
    player.hand.append(HandCard(event.iid, event.card))


def _character_played(board: Board, event: e.CharacterPlayed) -> None:
    """CNC-310 As printed; its maximum follows what is in play."""
    player, card = board.players[event.seat], board.printed(event.card)
    assert card.class_ is not None
    _leave_hand(player, event.position)
    player.characters.append(Character(event.iid, event.card, event.seat, board.entered, card.class_, card.hp, card.hp))
    board.entered += 1


def _city_played(board: Board, event: e.CityPlayed) -> None:
    player = board.players[event.seat]
    _leave_hand(player, event.position)
    player.cities.append(CityCard(event.iid, event.card, event.seat, board.entered, event.host))
    player.cities_played += 1
    board.entered += 1


def _event_played(board: Board, event: e.EventPlayed) -> None:
    player = board.players[event.seat]
    _leave_hand(player, event.position)
    player.events_played += 1
    board.playing = Playing(event.iid, event.card, event.seat)


def _cp(board: Board, event: e.CpChanged) -> None:
    board.players[event.seat].cp = event.cp_after


def _withdrawn(board: Board, event: e.CharacterWithdrawn) -> None:
    """CNC-317 The mark travels with the card, for its owner to see."""
    player = board.players[event.seat]
    _leave_field(player, event.old)
    player.hand.append(HandCard(event.iid, None if event.iid is None else event.card))
    if event.iid is not None:
        player.withdrawn = (*player.withdrawn, event.iid)


def _returned(board: Board, event: e.CardReturned) -> None:
    player = board.players[event.seat]
    _leave_field(player, event.old)
    player.hand.append(HandCard(event.iid, None if event.iid is None else event.card))


def _discarded(board: Board, event: e.CardDiscarded) -> None:
    player = board.players[event.seat]
    if event.position is not None:
        _leave_hand(player, event.position)
    elif event.from_zone == "play":
        board.playing = None
    else:
        _leave_field(player, event.iid)
    player.discard.append(Card(event.iid, event.card, event.seat))


def _milled(board: Board, event: e.CardsMilled) -> None:
    player = board.players[event.seat]
    for iid, cid in event.cards:
        player.deck.take()
        player.discard.append(Card(iid, cid, event.seat))


def _destroyed(board: Board, event: e.CardDestroyed) -> None:
    player = board.players[event.seat]
    _leave_field(player, event.iid)
    player.discard.append(Card(event.iid, event.card, event.seat))


def _replaced(board: Board, event: e.DestroyReplaced) -> None:
    if event.by == "replacement":
        _change(board, event.iid, hp=event.hp_after, replaced=True)


def _sunk(board: Board, event: e.CardSunk) -> None:
    board.playing = None
    board.players[event.seat].deck.put_under(event.card)


def _act_used(board: Board, iid: str) -> None:
    character = board.character(iid)
    if character is not None:
        _change(board, iid, acts_used=character.acts_used + 1)


def _attack_declared(board: Board, event: e.AttackDeclared) -> None:
    _act_used(board, event.attacker)


def _ability_used(board: Board, event: e.AbilityUsed) -> None:
    _act_used(board, event.character)


def _damage(board: Board, event: e.DamageDealt) -> None:
    """The City's CP follow in a fact of their own. Who dealt attack damage has attacked this turn."""
    if event.target != CITY:
        _change(board, event.target, hp=event.hp_after)
    if event.kind == "attack":
        _change(board, event.source, attacked=True)


def _combo_changed(board: Board, event: e.ComboChanged) -> None:
    _change(board, event.character, combo=Combo(event.attack, event.level))


def _combo_gone(board: Board, event: e.ComboBroken | e.TypeEffectUnleashed) -> None:
    _change(board, event.character, combo=None)


def _status_gained(board: Board, event: e.StatusGained) -> None:
    if event.status == "flooded":
        board.players[event.seat].flooded = event.made_by
    elif event.status == "disabled":
        _change_city(board, event.iid, disabled=event.made_by)
    elif (character := board.character(event.iid)) is not None:
        _change(board, event.iid, statuses={**character.statuses, event.status: event.made_by})


def _status_ended(board: Board, event: e.StatusEnded) -> None:
    character = board.character(event.iid)
    if character is not None:
        statuses = {name: seat for name, seat in character.statuses.items() if name != event.status}
        _change(board, event.iid, statuses=statuses)


def _healed(board: Board, event: e.Healed) -> None:
    _change(board, event.iid, hp=event.hp_after)


def _max_hp(board: Board, event: e.MaxHpChanged) -> None:
    _change(board, event.iid, max_hp=event.max_hp, hp=event.hp_after)


def _modifier_added(board: Board, event: e.ModifierAdded) -> None:
    character = board.character(event.iid)
    if character is not None:
        one = Modifier(event.value, event.duration, event.made_by, event.types, event.damaged)
        _change(board, event.iid, modifiers=(*character.modifiers, one))
    elif event.kind != "attack_mod":
        effect = PlayerEffect(event.kind, event.duration, event.made_by, event.value, event.limit)
        board.players[event.seat].effects.append(effect)


def _extra_act(board: Board, event: e.ExtraActGained) -> None:
    character = board.character(event.iid)
    if character is not None:
        _change(board, event.iid, extra_acts=character.extra_acts + event.n)


def _class_changed(board: Board, event: e.ClassChanged) -> None:
    _change(board, event.iid, class_=event.after)


def _revealed(board: Board, event: e.HandCardRevealed) -> None:
    board.players[event.seat].hand[event.position - 1] = HandCard(event.iid, event.card, True)


def _searched(board: Board, event: e.DeckSearched) -> None:
    """CNC-533 One card leaves the deck; which, and from where, only its owner and nobody know."""
    player = board.players[event.seat]
    if not event.found:
        return
    if event.card in player.deck.cards:
        player.deck.cards.remove(event.card)
    else:
        player.deck.cards = []
    player.deck.size -= 1
    player.hand.append(HandCard(event.iid, event.card))


def _recovered(board: Board, event: e.CardsRecovered) -> None:
    """CNC-317 CNC-534 CNC-R60 A withdrawn card keeps its mark, unless it goes into the deck."""
    player = board.players[event.seat]
    gone = {iid for iid, _ in event.cards}
    player.discard = [card for card in player.discard if card.iid not in gone]
    for place, (old, cid) in enumerate(event.cards):
        if event.to == "bottom":
            player.deck.put_under(cid)
            continue
        new = event.iids[place] if event.iids else None
        player.hand.append(HandCard(new, None if new is None else cid))
        if new is not None and old in player.withdrawn:
            player.withdrawn = (*player.withdrawn, new)


FOLDERS: ByType[Board, None] = by_type(
    on(e.PlayerSetUp, _player_set_up),
    on(e.PorterEntered, _porter_entered),
    on(e.DeckShuffled, _deck_shuffled),
    on(e.FirstPlayerChosen, _first_player),
    on(e.TurnStarted, _turn_started),
    on(e.TurnEnded, _nothing),
    on(e.DurationEnded, _duration_ended),
    on(e.ApReceived, _ap_received),
    on(e.ApSpent, _ap),
    on(e.ApGained, _ap),
    on(e.ApLost, _ap),
    on(e.ApRefunded, _ap),
    on(e.ShortageAdded, _shortage),
    on(e.OverdriveOn, _overdrive_on),
    on(e.OverdriveOff, _overdrive_off),
    on(e.CardDrawn, _card_drawn),
    on(e.DrawStopped, _nothing),
    on(e.CharacterPlayed, _character_played),
    on(e.CityPlayed, _city_played),
    on(e.EventPlayed, _event_played),
    on(e.CpChanged, _cp),
    on(e.CharacterWithdrawn, _withdrawn),
    on(e.CardReturned, _returned),
    on(e.CardDiscarded, _discarded),
    on(e.CardsMilled, _milled),
    on(e.CardDestroyed, _destroyed),
    on(e.DestroyReplaced, _replaced),
    on(e.CardSunk, _sunk),
    on(e.AttackDeclared, _attack_declared),
    on(e.AbilityUsed, _ability_used),
    on(e.ActFailed, _nothing),
    on(e.DamageDealt, _damage),
    on(e.DamagePrevented, _nothing),
    on(e.ComboChanged, _combo_changed),
    on(e.ComboBroken, _combo_gone),
    on(e.TypeEffectUnleashed, _combo_gone),
    on(e.StatusGained, _status_gained),
    on(e.StatusEnded, _status_ended),
    on(e.Healed, _healed),
    on(e.MaxHpChanged, _max_hp),
    on(e.ModifierAdded, _modifier_added),
    on(e.ExtraActGained, _extra_act),
    on(e.ClassChanged, _class_changed),
    on(e.HandCardRevealed, _revealed),
    on(e.DeckSearched, _searched),
    on(e.CardsRecovered, _recovered),
    on(e.DieRolled, _nothing),
    on(e.RandomCardPicked, _nothing),
    on(e.RandomTargetPicked, _nothing),
)
