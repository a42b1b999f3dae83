"""The folds of facts into the board. They are total: they refuse nothing, and only count unknown cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from domain.games.capcom_crossovers import events as e
from domain.games.capcom_crossovers.board import (
    Attack,
    Block,
    Board,
    Character,
    Combat,
    Modifier,
    Player,
    Role,
    Stage,
    Zone,
)
from domain.kernel.dispatch import ByType, by_type, on
from domain.kernel.facts import Event


def evolve(board: Board, event: Event) -> None:
    """Fold one event in place."""
    FOLDERS[type(event)](board, event)


def _nothing(board: Board, event: Event) -> None:
    """Facts that only tell: what they are about is folded by others."""


def _change(board: Board, name: str, **changes: object) -> None:
    """A character with some facts changed."""
    for place, character in enumerate(board.characters):
        if character.id == name:
            board.characters[place] = replace(character, **changes)


def _combat(board: Board, **changes: object) -> None:
    if board.combat is not None:
        board.combat = replace(board.combat, **changes)


def _attack(board: Board, number: int, **changes: object) -> None:
    """An attack of this combat with some facts changed."""
    if board.combat is not None:
        attacks = tuple(replace(one, **changes) if one.number == number else one for one in board.combat.attacks)
        board.combat = replace(board.combat, attacks=attacks)


def _take(player: Player, faces: Sequence[str]) -> None:
    """Cards leave the hand."""
    for face in faces:
        player.hand.remove(face)


def _give(player: Player, faces: Sequence[str] | None, n: int) -> None:
    """Cards come into the hand; unknown ones are counted."""
    for face in faces if faces is not None else (None,) * n:
        player.hand.add(face, face)


# Set-up


def _character_entered(board: Board, event: e.CharacterEntered) -> None:
    board.characters.append(
        Character(
            id=event.character,
            cid=event.cid,
            seat=event.seat,
            side=event.side,
            hp=event.hp,
            start_hp=event.hp,
            status="active" if event.active else "inactive",
        )
    )


def _deck_brought(board: Board, event: e.DeckBrought) -> None:
    player = board.players[event.seat]
    player.deck_list = event.cards
    player.deck.renew(event.cards, range(len(event.cards)))


def _deck_shuffled(board: Board, event: e.DeckShuffled) -> None:
    deck = board.players[event.seat].deck
    if event.order is not None and deck.cards:
        deck.renew(deck.cards, event.order)
    else:
        deck.cards = []


def _hand_dealt(board: Board, event: e.OpeningHandDealt) -> None:
    _from_deck(board.players[event.seat], event.cards, event.n)


def _from_deck(player: Player, faces: Sequence[str] | None, n: int) -> None:
    for _ in range(n):
        player.deck.take()
    _give(player, faces, n)


def _mulligan_taken(board: Board, event: e.MulliganTaken) -> None:
    player = board.players[event.seat]
    player.mulligan_used = True
    if player.deck.cards:
        player.deck.cards += player.held
    player.deck.size += player.hand.size
    player.hand.known, player.hand.size = {}, 0


def _first_side_chosen(board: Board, event: e.FirstSideChosen) -> None:
    board.order = event.order
    board.first_player = event.order[0]


# Turns


def _turn_started(board: Board, event: e.TurnStarted) -> None:
    """CAP-202 Combo points and limits of a turn are as at first."""
    board.turn, board.turn_player, board.phase, board.combat = event.turn, event.seat, "start", None
    board.characters = [replace(one, cp_used=0, used_turn=()) for one in board.characters]
    for player in board.players:
        player.ace_recovered = player.meter_placed = player.hp_recovered = False


def _phase_changed(board: Board, event: e.PhaseChanged) -> None:
    board.phase = event.phase
    board.combat = None


def _cards_drawn(board: Board, event: e.CardsDrawn) -> None:
    _from_deck(board.players[event.seat], event.cards, event.n)


def _cards_discarded(board: Board, event: e.CardsDiscarded) -> None:
    player = board.players[event.seat]
    if event.source == "hand":
        _take(player, event.cards)
    else:
        player.zone = [zone for zone in player.zone if zone.attack != event.attack]
    player.discard += event.cards
    if event.cause == "recover_hp":
        player.hp_recovered = True


def _discarded_at_random(board: Board, event: e.CardDiscardedAtRandom) -> None:
    player = board.players[event.seat]
    player.hand.remove(event.card)
    player.discard.append(event.card)


def _turn_ended(board: Board, event: e.TurnEnded) -> None:
    board.combat = None


# Blocks


def _block_set(board: Board, event: e.BlockSet) -> None:
    player = board.players[event.seat]
    player.hand.remove(event.card)
    player.block = Block(event.card)


def _block_returned(board: Board, event: e.BlockReturned) -> None:
    player = board.players[event.seat]
    player.block = None
    player.hand.add(event.card, event.card)


def _block_revealed(board: Board, event: e.BlockRevealed) -> None:
    board.players[event.seat].block = Block(event.card, seen=True)
    _combat(board, answer="block", stage="answered")


def _block_discarded(board: Board, event: e.BlockDiscarded) -> None:
    player = board.players[event.seat]
    player.block = None
    player.discard.append(event.card)
    _combat(board, answer="block", stage="answered")


def _attack_blocked(board: Board, event: e.AttackBlocked) -> None:
    _attack(board, event.attack, outcome="blocked")


# Attacks


def _attack_declared(board: Board, event: e.AttackDeclared) -> None:
    """CAP-301 CAP-302 The cards lie in the action zone; a combo counts what it has used from its first attack on."""
    player = board.players[event.seat]
    paid = event.cards + event.extra_cards
    _take(player, paid)
    player.zone.append(Zone(event.attack, paid))
    _change(board, event.character, cp_used=event.cp_used)
    attack = Attack(
        number=event.attack,
        seat=event.seat,
        character=event.character,
        move=event.move,
        cards=event.cards,
        extra_cards=event.extra_cards,
        cp=event.cp,
        priority=event.priority,
        role=event.role,
        partner=event.partner,
    )
    before = board.combat or Combat()
    goes_on = event.role == "follow_up"
    uses = dict(before.uses) if goes_on else {}
    if event.counted:
        uses[event.move] = uses.get(event.move, 0) + 1
    last = before.last_basic if goes_on else None
    board.combat = replace(
        before,
        attacks=(*before.attacks, attack),
        last_basic=last if event.sequence is None else event.sequence,
        uses=tuple(sorted(uses.items())),
        stage=_STAGES[event.role],
    )


_STAGES: Mapping[Role, Stage] = {
    "initial": "declared",
    "follow_up": "combo",
    "counter": "answered",
    "reply": "reply",
}


def _attack_hit(board: Board, event: e.AttackHit) -> None:
    combat = board.combat
    stage: Stage = "combo"
    _attack(board, event.attack, outcome="hit")
    if combat is not None:
        total = combat.total if combat.owner == event.owner else 0
        _combat(board, owner=event.owner, total=total, stage=stage, answer=combat.answer or "take_hit")


def _dodge_attempted(board: Board, event: e.DodgeAttempted) -> None:
    _flip(board, event.seat, event.card)
    _combat(board, dodged=event.success, answer="dodge", stage="answered")


def _extra_flip_used(board: Board, event: e.ExtraFlipUsed) -> None:
    _flip(board, event.seat, event.card)
    _combat(board, dodged=event.success)


def _flip(board: Board, seat: int, face: str) -> None:
    player = board.players[seat]
    player.deck.take()
    player.discard.append(face)


def _attack_dodged(board: Board, event: e.AttackDodged) -> None:
    _attack(board, event.attack, outcome="dodged")
    _combat(board, stage="reply")


def _attack_countered(board: Board, event: e.AttackCountered) -> None:
    _attack(board, event.attack, outcome="countered", priority=event.priority)
    _attack(board, event.by, priority=event.by_priority)
    _combat(board, answer="counter", stage="answered")


def _attack_negated(board: Board, event: e.AttackNegated) -> None:
    _attack(board, event.attack, outcome="negated", priority=event.priority)
    _attack(board, event.by, outcome="negated", priority=event.by_priority)
    _combat(board, answer="negation", stage="answered")


def _attack_avoided(board: Board, event: e.AttackAvoided) -> None:
    """CAP-456 The combo that may follow is that of who avoided."""
    _attack(board, event.attack, outcome="avoided")
    if board.combat is not None:
        owner = board.combat.attacks[event.by].seat
        _combat(board, answer="avoid", stage="combo", owner=owner, total=0)


def _throw_teched(board: Board, event: e.ThrowTeched) -> None:
    player = board.players[event.seat]
    _take(player, event.cards)
    player.discard += event.cards
    _attack(board, event.attack, outcome="teched")


def _variable_counter_used(board: Board, event: e.VariableCounterUsed) -> None:
    attack = Attack(
        number=event.attack,
        seat=event.seat,
        character=event.character,
        move=event.move,
        cards=(event.joker,),
        extra_cards=(),
        cp=0,
        priority=event.priority,
        role="variable_counter",
    )
    if board.combat is not None:
        _combat(board, attacks=(*board.combat.attacks, attack), answer="variable_counter", stage="answered")


# HP, combo points, abilities


def _damage_dealt(board: Board, event: e.DamageDealt) -> None:
    _change(board, event.target, hp=event.hp_after)
    if event.attack is not None and board.combat is not None:
        _attack(board, event.attack, damage=event.n)
        if board.combat.attacks[event.attack].seat == board.combat.owner:
            _combat(board, total=board.combat.total + event.n)


def _hp_recovered(board: Board, event: e.HpRecovered) -> None:
    _change(board, event.character, hp=event.hp_after)


def _cp_reset(board: Board, event: e.CpReset) -> None:
    _change(board, event.character, cp_used=0)


def _ability_used(board: Board, event: e.AbilityUsed) -> None:
    character = board.character(event.character)
    if event.limit == "turn":
        _change(board, event.character, used_turn=(*character.used_turn, event.part))
    elif event.limit == "game":
        _change(board, event.character, used_game=(*character.used_game, event.part))


def _modifier_added(board: Board, event: e.ModifierAdded) -> None:
    board.modifiers.append(
        Modifier(
            character=event.character,
            source=event.source,
            cid=event.source_cid,
            call=event.call,
            what=event.what,
            amount=event.amount,
            duration=event.duration,
            stat=event.stat or "",
        )
    )


def _modifiers_expired(board: Board, event: e.ModifiersExpired) -> None:
    board.modifiers = [one for one in board.modifiers if one.duration != event.duration]


# Clean-up, tagging, the end


def _placed_in_meter(board: Board, event: e.CardPlacedInMeter) -> None:
    player = board.players[event.seat]
    player.hand.remove(event.card)
    player.meter.append(event.card)
    player.meter_placed = True


def _pay(player: Player, paid: Sequence[str]) -> None:
    """CAP-311 CAP-945 Meter cards are discarded."""
    player.meter = [face for face in player.meter if face not in paid]
    player.discard += paid


def _ace_recovered(board: Board, event: e.AceRecovered) -> None:
    player = board.players[event.seat]
    player.ace_recovered = True
    _pay(player, event.paid)
    if event.pile == "discard":
        player.discard.remove(event.ace)
    else:
        player.deck.size -= 1
        player.deck.cards = [face for face in player.deck.cards if face != event.ace]
    player.hand.add(event.ace, event.ace)


def _joker_recovered(board: Board, event: e.JokerRecovered) -> None:
    player = board.players[event.seat]
    _pay(player, event.paid)
    player.discard.remove(event.joker)
    player.deck.put_under(event.joker)


def _deck_cut(board: Board, event: e.DeckCut) -> None:
    for _ in range(event.k):
        board.players[event.seat].deck.sink()


def _switched(board: Board, event: e.CharacterSwitched) -> None:
    """CAP-915 CAP-922 A fallen character stays fallen."""
    _change(board, event.comes, status="active")
    if board.character(event.goes).status == "active":
        _change(board, event.goes, status="inactive")
    if event.reason == "tag_super":
        _combat(board, switched=True)


def _koed(board: Board, event: e.CharacterKoed) -> None:
    _change(board, event.character, status="koed", hp=0)
    board.players[event.seat].out = event.out


FOLDERS: ByType[Board, None] = by_type(
    on(e.CharacterEntered, _character_entered),
    on(e.DeckBrought, _deck_brought),
    on(e.DeckShuffled, _deck_shuffled),
    on(e.OpeningHandDealt, _hand_dealt),
    on(e.MulliganTaken, _mulligan_taken),
    on(e.MulliganDeclined, _nothing),
    on(e.FirstSideChosen, _first_side_chosen),
    on(e.TurnStarted, _turn_started),
    on(e.BlockReturned, _block_returned),
    on(e.CardsDrawn, _cards_drawn),
    on(e.PhaseChanged, _phase_changed),
    on(e.CombatPassed, _nothing),
    on(e.BlockSet, _block_set),
    on(e.AttackDeclared, _attack_declared),
    on(e.BlockRevealed, _block_revealed),
    on(e.BlockDiscarded, _block_discarded),
    on(e.AttackBlocked, _attack_blocked),
    on(e.DodgeAttempted, _dodge_attempted),
    on(e.ExtraFlipUsed, _extra_flip_used),
    on(e.AttackDodged, _attack_dodged),
    on(e.AttackHit, _attack_hit),
    on(e.AttackCountered, _attack_countered),
    on(e.AttackNegated, _attack_negated),
    on(e.AttackAvoided, _attack_avoided),
    on(e.ThrowTeched, _throw_teched),
    on(e.RangedReplyDeclined, _nothing),
    on(e.CpReset, _cp_reset),
    on(e.DamageDealt, _damage_dealt),
    on(e.HpRecovered, _hp_recovered),
    on(e.ComboEnded, _nothing),
    on(e.CardsDiscarded, _cards_discarded),
    on(e.CardDiscardedAtRandom, _discarded_at_random),
    on(e.CardPlacedInMeter, _placed_in_meter),
    on(e.AceRecovered, _ace_recovered),
    on(e.JokerRecovered, _joker_recovered),
    on(e.DeckCut, _deck_cut),
    on(e.AbilityUsed, _ability_used),
    on(e.ModifierAdded, _modifier_added),
    on(e.ModifiersExpired, _modifiers_expired),
    on(e.VariableCounterUsed, _variable_counter_used),
    on(e.TagSuperUsed, _nothing),
    on(e.CharacterSwitched, _switched),
    on(e.CharacterKoed, _koed),
    on(e.TurnEnded, _turn_ended),
    on(e.TimeOver, _nothing),
    on(e.PlayerConceded, _nothing),
)
