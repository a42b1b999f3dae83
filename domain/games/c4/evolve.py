"""The folds of facts into the board. They are total: they refuse nothing, and only count unknown cards."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from domain.games.c4 import events as e
from domain.games.c4.board import Board, Flip, InPlay, Played, Tokens
from domain.kernel.dispatch import ByType, by_type, on
from domain.kernel.facts import Event
from domain.kernel.zones import Card


def evolve(board: Board, event: Event) -> None:
    """Fold one event in place."""
    FOLDERS[type(event)](board, event)


def add(pile: Tokens, tokens: Tokens) -> None:
    """Tokens come in."""
    for kind, n in tokens.items():
        pile[kind] = pile.get(kind, 0) + n


def take(pile: Tokens, tokens: Tokens) -> None:
    """Tokens go out; a kind with none left is left out."""
    for kind, n in tokens.items():
        left = pile.get(kind, 0) - n
        if left:
            pile[kind] = left
        else:
            pile.pop(kind, None)


def plus(tokens: Tokens, more: Tokens) -> Tokens:
    """The sum of two piles, as a new one."""
    total = dict(tokens)
    add(total, more)
    return total


def minus(tokens: Tokens, fewer: Tokens) -> Tokens:
    """The difference of two piles, as a new one."""
    rest = dict(tokens)
    take(rest, fewer)
    return rest


def _player_set_up(board: Board, event: e.PlayerSetUp) -> None:
    player = board.players[event.seat]
    player.token_kind = event.token_kind
    player.attributes = event.attributes
    player.faction = event.faction
    player.deck_list = event.deck
    player.deck.renew(event.deck or ("",) * event.deck_size, None if event.deck is None else range(event.deck_size))


def _deck_shuffled(board: Board, event: e.DeckShuffled) -> None:
    player = board.players[event.seat]
    if event.cause == "visa":
        player.deck.renew([card.cid for card in player.discard], event.order)
        player.discard = []
    elif event.order is not None and player.deck.cards:
        player.deck.renew(player.deck.cards, event.order)
    else:
        player.deck.cards = []


def _tokens_placed(board: Board, event: e.TokensPlaced) -> None:
    board.players[event.seat].supply = {event.kind: event.supply}
    add(board.pot, {event.kind: event.pot})


def _set_up_card_revealed(board: Board, event: e.SetUpCardRevealed) -> None:
    """Later rounds only show the next cards; they go back into the deck (C4-114) and the shuffle fact follows."""
    if event.round == 0:
        player = board.players[event.seat]
        player.deck.take()
        player.hand.add(event.iid, event.card)


def _first_player(board: Board, event: e.FirstPlayerDetermined) -> None:
    board.active = event.seat


def _turn_started(board: Board, event: e.TurnStarted) -> None:
    board.turn = event.turn
    board.active = event.seat
    board.free_actions = 1
    board.actions_taken = 0
    board.paid_actions = 0
    board.claimed = ()
    board.in_play = [replace(card, used=()) if card.used else card for card in board.in_play]


def _turn_skipped(board: Board, event: e.TurnSkipped) -> None:
    board.players[event.seat].skip_turns = event.left_to_skip
    board.active = event.seat


def _skip_added(board: Board, event: e.SkipAdded) -> None:
    board.players[event.seat].skip_turns += event.turns


def _override_added(board: Board, event: e.TurnOverrideAdded) -> None:
    board.overrides = (*board.overrides, event.seat)


def _override_used(board: Board, event: e.TurnOverrideUsed) -> None:
    board.overrides = board.overrides[:-1]


def _reversed(board: Board, event: e.DirectionReversed) -> None:
    board.direction = 1 if event.direction == "left" else -1


def _extra_actions(board: Board, event: e.ExtraActions) -> None:
    board.free_actions += event.n


def _card_drawn(board: Board, event: e.CardDrawn) -> None:
    player = board.players[event.seat]
    player.deck.take()
    player.hand.add(event.iid, event.card)


def _nothing(board: Board, event: Event) -> None:
    """Facts that only tell: what they are about is folded by others."""


def _card_played(board: Board, event: e.CardPlayed) -> None:
    board.players[event.seat].hand.remove(event.iid)
    board.being_played.append(Played(Card(event.iid, event.card, event.seat), event.seat))
    if event.kind == "reaction":
        return
    board.actions_taken += 1
    if event.additional:
        board.paid_actions += 1
    else:
        board.free_actions -= 1


def _ability_used(board: Board, event: e.AbilityUsed) -> None:
    _change(board, event.iid, lambda card: replace(card, used=(*card.used, event.ability)))


def _tokens_paid(board: Board, event: e.TokensPaid) -> None:
    take(board.players[event.seat].supply, event.tokens)
    add(board.pot, event.tokens)


def _card_entered_play(board: Board, event: e.CardEnteredPlay) -> None:
    _stop_playing(board, event.iid)
    board.in_play.append(InPlay(event.iid, event.card, event.owner, event.controller, board.entered))
    board.entered += 1


def _control_changed(board: Board, event: e.ControlChanged) -> None:
    _change(board, event.iid, lambda card: replace(card, controller=event.to_seat, entered=board.entered, used=()))
    board.entered += 1


def _card_left_play(board: Board, event: e.CardLeftPlay) -> None:
    board.in_play = [card for card in board.in_play if card.iid != event.iid]
    add(board.pot, event.spilled)
    board.players[event.owner].discard.append(Card(event.iid, event.card, event.owner))


def _card_discarded(board: Board, event: e.CardDiscarded) -> None:
    player = board.players[event.seat]
    if event.from_zone == "being_played":
        _stop_playing(board, event.iid)
    elif event.from_zone == "hand":
        player.hand.remove(event.iid)
    elif event.from_zone == "deck":
        player.deck.take()
    else:
        player.flipped = None
    player.discard.append(Card(event.iid, event.card, event.seat))


def _card_flipped(board: Board, event: e.CardFlipped) -> None:
    player = board.players[event.seat]
    player.deck.take()
    player.flipped = Flip(Card(event.iid, event.card, event.seat), event.symbol)


def _symbol_changed(board: Board, event: e.SymbolChanged) -> None:
    player = board.players[event.seat]
    if player.flipped is not None:
        player.flipped = replace(player.flipped, symbol=event.symbol)


def _flipped_card_taken(board: Board, event: e.FlippedCardTaken) -> None:
    player = board.players[event.seat]
    player.flipped = None
    player.hand.add(event.iid, event.card)


def _tokens_gained(board: Board, event: e.TokensGained) -> None:
    """`tokens_taken` or `tokens_given` has moved the rest; this adds the pot's part."""
    from_pot = event.tokens if event.cause == "gain" else event.from_pot
    take(board.pot, from_pot)
    add(board.players[event.seat].supply, from_pot)


def _tokens_lost(board: Board, event: e.TokensLost) -> None:
    if event.cause == "lose":
        take(board.players[event.seat].supply, event.tokens)
        add(board.pot, event.tokens)


def _tokens_taken(board: Board, event: e.TokensTaken) -> None:
    take(board.players[event.victim].supply, event.tokens)
    add(board.players[event.taker].supply, event.tokens)


def _tokens_given(board: Board, event: e.TokensGiven) -> None:
    take(board.players[event.giver].supply, event.tokens)
    add(board.players[event.receiver].supply, event.tokens)


def _tokens_put(board: Board, event: e.TokensPutOnCard) -> None:
    take(board.pot if event.from_seat is None else board.players[event.from_seat].supply, event.tokens)
    _change(board, event.iid, lambda card: replace(card, tokens=plus(card.tokens, event.tokens)))


def _tokens_collected(board: Board, event: e.TokensCollected) -> None:
    _change(board, event.iid, lambda card: replace(card, tokens=minus(card.tokens, event.tokens)))
    add(board.players[event.seat].supply, event.tokens)


def _tokens_spilled(board: Board, event: e.TokensSpilled) -> None:
    _change(board, event.iid, lambda card: replace(card, tokens=minus(card.tokens, event.tokens)))
    add(board.pot, event.tokens)


def _effect_added(board: Board, event: e.EffectAdded) -> None:
    board.effects.append(event.effect)
    board.next_effect = event.effect.id + 1


def _effect_ended(board: Board, event: e.EffectEnded) -> None:
    board.effects = [effect for effect in board.effects if effect.id != event.effect]


def _card_recovered(board: Board, event: e.CardRecovered) -> None:
    player = board.players[event.seat]
    player.discard = [card for card in player.discard if card.iid != event.old]
    player.hand.add(event.iid, event.card)


def _moved_to_bottom(board: Board, event: e.CardMovedToBottom) -> None:
    board.players[event.seat].deck.sink()


def _claim_made(board: Board, event: e.ClaimMade) -> None:
    board.claimed = (*board.claimed, event.claimant)


def _vote_opened(board: Board, event: e.VoteOpened) -> None:
    board.ballots = {}
    board.voting = event.vote == "winner"


def _ballot_cast(board: Board, event: e.BallotCast) -> None:
    board.ballots[event.voter] = event.choice


def _vote_closed(board: Board, event: e.VoteClosed) -> None:
    board.ballots = {}


def _leave_announced(board: Board, event: e.LeaveAnnounced) -> None:
    board.leaving = (*board.leaving, event.seat)


def _player_conceded(board: Board, event: e.PlayerConceded) -> None:
    """C4-714 Their supply goes to the pot; hand, deck and discard leave the match."""
    player = board.players[event.seat]
    add(board.pot, event.tokens)
    player.supply = {}
    player.in_match = False
    player.hand.known, player.hand.size = {}, 0
    player.deck.cards, player.deck.size = [], 0
    player.discard = []
    board.leaving = tuple(seat for seat in board.leaving if seat != event.seat)
    board.left = (*board.left, event.seat)
    board.overrides = tuple(seat for seat in board.overrides if seat != event.seat)


def _change(board: Board, iid: str, change: Callable[[InPlay], InPlay]) -> None:
    board.in_play = [change(card) if card.iid == iid else card for card in board.in_play]


def _stop_playing(board: Board, iid: str) -> None:
    board.being_played = [played for played in board.being_played if played.card.iid != iid]


FOLDERS: ByType[Board, None] = by_type(
    on(e.PlayerSetUp, _player_set_up),
    on(e.DeckShuffled, _deck_shuffled),
    on(e.TokensPlaced, _tokens_placed),
    on(e.SetUpCardRevealed, _set_up_card_revealed),
    on(e.FirstPlayerDetermined, _first_player),
    on(e.TurnStarted, _turn_started),
    on(e.TurnSkipped, _turn_skipped),
    on(e.SkipAdded, _skip_added),
    on(e.TurnOverrideAdded, _override_added),
    on(e.TurnOverrideUsed, _override_used),
    on(e.DirectionReversed, _reversed),
    on(e.ExtraActions, _extra_actions),
    on(e.CardDrawn, _card_drawn),
    on(e.DrawFailed, _nothing),
    on(e.CardPlayed, _card_played),
    on(e.AbilityUsed, _ability_used),
    on(e.TokensPaid, _tokens_paid),
    on(e.CardCancelled, _nothing),
    on(e.CardEnteredPlay, _card_entered_play),
    on(e.ControlChanged, _control_changed),
    on(e.CardLeftPlay, _card_left_play),
    on(e.CardDiscarded, _card_discarded),
    on(e.AttackDeclared, _nothing),
    on(e.AttackRedirected, _nothing),
    on(e.AttackCancelled, _nothing),
    on(e.CardFlipped, _card_flipped),
    on(e.WhenFlippedResolved, _nothing),
    on(e.SymbolChanged, _symbol_changed),
    on(e.AttackDecided, _nothing),
    on(e.FlippedCardTaken, _flipped_card_taken),
    on(e.TokensGained, _tokens_gained),
    on(e.TokensLost, _tokens_lost),
    on(e.TokensTaken, _tokens_taken),
    on(e.TokensGiven, _tokens_given),
    on(e.TokensPutOnCard, _tokens_put),
    on(e.TokensCollected, _tokens_collected),
    on(e.TokensSpilled, _tokens_spilled),
    on(e.EventPrevented, _nothing),
    on(e.EventReduced, _nothing),
    on(e.EffectAdded, _effect_added),
    on(e.EffectEnded, _effect_ended),
    on(e.CardsLookedAt, _nothing),
    on(e.TopCardRevealed, _nothing),
    on(e.CardRecovered, _card_recovered),
    on(e.CardMovedToBottom, _moved_to_bottom),
    on(e.ClaimMade, _claim_made),
    on(e.ClaimAnswered, _nothing),
    on(e.ClaimUpheld, _nothing),
    on(e.ClaimRejected, _nothing),
    on(e.VoteOpened, _vote_opened),
    on(e.BallotCast, _ballot_cast),
    on(e.VoteClosed, _vote_closed),
    on(e.TurnEnded, _nothing),
    on(e.LeaveAnnounced, _leave_announced),
    on(e.PlayerConceded, _player_conceded),
    on(e.TurnStopped, _nothing),
)
