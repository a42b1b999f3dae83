"""The folds of facts into the board. They are total: they refuse nothing, and only count unknown cards."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from domain.games.scp import events as e
from domain.games.scp.board import (
    PHASES,
    Asset,
    Attempt,
    Board,
    Destroyed,
    FaceDown,
    Mission,
    Played,
    Player,
    Scp,
    SecuredNow,
    TurnFacts,
)
from domain.kernel.board_cache import invalidate
from domain.kernel.dispatch import ByType, by_type, on
from domain.kernel.facts import Event
from domain.kernel.zones import Card, DrawPile, Hand


def evolve(board: Board, event: Event) -> None:
    """Fold one event in place."""
    invalidate(board)
    FOLDERS[type(event)](board, event)


def _nothing(board: Board, event: Event) -> None:
    """Facts that only tell: what they are about is folded by others."""


def _change(board: Board, iid: str | None, **changes: object) -> None:
    """A card in play with some facts changed, if it is there."""
    for player in board.players:
        for place, card in enumerate(player.play):
            if card.iid == iid:
                player.play[place] = replace(card, **changes)
                return


def _change_scp(board: Board, iid: str, **changes: object) -> None:
    for place, card in enumerate(board.scps):
        if card.iid == iid:
            board.scps[place] = replace(card, **changes)
            return


def _change_queue(player: Player, iid: str, delta: int) -> None:
    for place, card in enumerate(player.queue):
        if card.iid == iid:
            player.queue[place] = replace(card, resources=card.resources + delta)


def _leave_play(board: Board, iid: str) -> None:
    """SCP-508 The card goes with its counters, Wounds and tokens."""
    for player in board.players:
        player.play = [card for card in player.play if card.iid != iid]


def _leave_queue(player: Player, iid: str) -> None:
    player.queue = [card for card in player.queue if card.iid != iid]


def _enter(board: Board) -> int:
    board.entered += 1
    return board.entered


def _fact(board: Board, **changes: object) -> None:
    board.facts = replace(board.facts, **changes)


def _attempt(board: Board, **changes: object) -> None:
    if board.attempt is not None:
        board.attempt = replace(board.attempt, **changes)


# Set-up


def _player_set_up(board: Board, event: e.PlayerSetUp) -> None:
    player = board.players[event.seat]
    player.pool, player.deck_list = event.pool, event.deck
    player.deck.renew(event.deck or ("",) * event.deck_size, None if event.deck is None else range(event.deck_size))
    board.scps_brought += event.scps


def _scp_deck_made(board: Board, event: e.ScpDeckMade) -> None:
    board.scp_deck.renew(event.cards or ("",) * event.size, None if event.cards is None else range(event.size))


def _shuffled(board: Board, event: e.DeckShuffled) -> None:
    deck = board.scp_deck if event.seat is None else board.players[event.seat].deck
    if event.order is not None and deck.cards:
        deck.renew(deck.cards, event.order)
    else:
        deck.cards = []


def _bid(board: Board, event: e.BidMade) -> None:
    board.bids[event.seat] = event.n


def _bid_passed(board: Board, event: e.BidPassed) -> None:
    board.bids_passed = (*board.bids_passed, event.seat)


def _removed_by_bid(board: Board, event: e.CardsRemovedByBid) -> None:
    player = board.players[event.seat]
    for card in event.cards:
        player.deck.take()
        player.removed.append(card)


def _player_one(board: Board, event: e.PlayerOneSet) -> None:
    board.player1 = event.seat


# Turns


def _turn_started(board: Board, event: e.TurnStarted) -> None:
    board.active, board.round, board.turn = event.seat, event.round, event.turn
    board.phase, board.facts = 0, TurnFacts()
    for player in board.players:
        player.play = [replace(card, used=()) if card.used else card for card in player.play]
    board.scps = [replace(card, used=()) if card.used else card for card in board.scps]


def _phase_started(board: Board, event: e.PhaseStarted) -> None:
    board.phase = PHASES.index(event.phase)
    _fact(board, step=0)
    board.resolved = {}


def _step_started(board: Board, event: e.StepStarted) -> None:
    _fact(board, step=event.step)
    board.resolved = {}


def _shown(board: Board, event: e.HandRevealed) -> None:
    player = board.players[event.seat]
    player.shown, player.shown_to = event.cards or (), event.viewers


def _resources(board: Board, event: e.ResourcesChanged) -> None:
    board.players[event.seat].pool = event.pool


def _refilled(board: Board, event: e.PoolRefilled) -> None:
    board.players[event.seat].pool = event.to


def _untapped(board: Board, event: e.CardsUntapped) -> None:
    for iid in event.cards:
        _change(board, iid, tapped=False)


def _tapped(board: Board, event: e.CardTapped) -> None:
    _change(board, event.iid, tapped=True)


def _tap_all(board: Board, iids: Iterable[str]) -> None:
    for iid in iids:
        _change(board, iid, tapped=True)


# Piles


def _drawn(board: Board, event: e.CardDrawn) -> None:
    player = board.players[event.seat]
    player.deck.take()
    player.hand.add(event.iid, event.card)


def _discarded(board: Board, event: e.CardDiscarded) -> None:
    player = board.players[event.seat]
    if event.from_zone == "hand":
        player.hand.remove(event.iid)
    else:
        board.resolving = [card for card in board.resolving if card.iid != event.iid]
    player.discard.append(Card(event.iid, event.card, event.seat))


def _milled(board: Board, event: e.CardsMilled) -> None:
    player = board.players[event.seat]
    for card in event.cards:
        player.deck.take()
        player.discard.append(card)


def _recovered(board: Board, event: e.CardRecovered) -> None:
    player = board.players[event.seat]
    player.discard = [card for card in player.discard if card.iid != event.old]
    player.hand.add(event.iid, event.card)


def _returned(board: Board, event: e.CardReturned) -> None:
    _leave_play(board, event.old)
    board.players[event.seat].hand.add(event.iid, event.card)


def _destroyed(board: Board, event: e.CardDestroyed | e.ReplacedByNewer) -> None:
    _leave_play(board, event.iid)
    board.players[event.seat].discard.append(Card(event.iid, event.card, event.seat))


# Finance and Build Queue


def _tokens(board: Board, iid: str, delta: int) -> None:
    card = board.asset(iid)
    if card is not None:
        _change(board, iid, tokens=card.tokens + delta)


def _token_changed(board: Board, event: e.FinanceTokenChanged) -> None:
    _tokens(board, event.iid, event.delta)


def _produced(board: Board, event: e.Produced) -> None:
    _tokens(board, event.iid, event.n)
    _fact(board, produced=(*board.facts.produced, event.iid))


def _placed(board: Board, event: e.CardPlacedFaceDown) -> None:
    player = board.players[event.seat]
    player.hand.remove(event.old)
    player.queue.append(FaceDown(event.iid, event.card))


def _funded(board: Board, event: e.BuildFunded) -> None:
    player = board.players[event.seat]
    player.pool -= event.n
    _change_queue(player, event.iid, event.n)


def _build_changed(board: Board, event: e.BuildChanged) -> None:
    _change_queue(board.players[event.seat], event.iid, event.delta)


def _build_revealed(board: Board, event: e.BuildRevealed) -> None:
    _fact(board, reveals=board.facts.reveals + 1)
    board.resolved = {}


def _deployed(board: Board, event: e.CardDeployed) -> None:
    player = board.players[event.seat]
    _leave_queue(player, event.iid)
    player.play.append(Asset(event.iid, event.card, event.seat, _enter(board), host=event.host))


def _build_discarded(board: Board, event: e.BuildDiscarded) -> None:
    player = board.players[event.seat]
    _leave_queue(player, event.iid)
    player.discard.append(Card(event.iid, event.card, event.seat))


def _reveals_allowed(board: Board, event: e.RevealsAllowed) -> None:
    _fact(board, extra_reveals=board.facts.extra_reveals + event.n)


# Missions and jobs


def _mission_played(board: Board, event: e.MissionPlayed) -> None:
    player = board.players[event.seat]
    player.hand.remove(event.iid)
    player.mission = Mission(event.iid, event.card, event.target, event.player)
    _fact(board, mission_played=True)
    board.resolved = {}


def _mission_discarded(board: Board, event: e.MissionDiscarded) -> None:
    player = board.players[event.seat]
    player.mission = None
    player.discard.append(Card(event.iid, event.card, event.seat))


def _assigned(board: Board, event: e.PersonnelAssigned) -> None:
    _change(board, event.iid, assignment=event.assignment)
    if event.seat == board.active:
        _fact(board, jobs=board.facts.jobs + 1)


def _assignment_ended(board: Board, event: e.AssignmentEnded) -> None:
    _change(board, event.iid, assignment=None)


# Attempts


def _attempt_begun(board: Board, event: e.AttemptBegun) -> None:
    board.attempt = Attempt(event.kind, event.scp, event.card, event.seat, event.defender, event.members)
    _tap_all(board, event.members)
    if event.kind == "raid":
        _fact(board, raided=True)
    board.resolved = {}


def _played(board: Board, event: e.ComplicationPlayed | e.EventPlayed) -> None:
    board.players[event.seat].hand.remove(event.iid)
    board.resolving.append(Played(event.iid, event.card, event.seat))
    board.resolved = {}
    _acted(board, event.seat)


def _acted(board: Board, seat: int) -> None:
    """SCP-R97."""
    if seat == board.active:
        _fact(board, acts=board.facts.acts + 1)


def _complication_resolved(board: Board, event: e.ComplicationResolved) -> None:
    _attempt(board, resolved=True)


def _used(board: Board, event: e.AbilityUsed) -> None:
    card = board.card(event.iid)
    if isinstance(card, Asset):
        _change(board, card.iid, used=(*card.used, event.ability))
    elif card is not None:
        _change_scp(board, card.iid, used=(*card.used, event.ability))
    board.resolved = {}
    _acted(board, event.seat)


def _text_resolved(board: Board, event: e.TextResolved) -> None:
    board.resolved[event.iid] = board.resolved.get(event.iid, 0) + 1


def _member_removed(board: Board, event: e.MemberRemoved) -> None:
    attempt = board.attempt
    if attempt is not None:
        members = tuple(iid for iid in attempt.members if iid != event.iid)
        board.attempt = replace(attempt, members=members, removed=(*attempt.removed, event.iid))
        _change(board, event.iid, assignment=None)


def _compared(board: Board, event: e.AttemptCompared) -> None:
    sizes = (len(event.members), len(event.defenders))
    _attempt(board, outcome=event.outcome, icons=event.icons, sizes=sizes)


def _called_off(board: Board, event: e.AttemptCalledOff) -> None:
    _attempt(board, outcome="called_off")


def _void(board: Board, event: e.AttemptVoid) -> None:
    _attempt(board, outcome="void")


def _attempt_ended(board: Board, event: e.AttemptEnded) -> None:
    """SCP-R82 Personnel that took part have no job any more."""
    attempt = board.attempt
    if attempt is not None:
        for iid in attempt.members:
            _change(board, iid, assignment=None)
    board.attempt = None


def _researched(board: Board, event: e.Researched) -> None:
    _tap_all(board, event.cards)
    for iid in event.cards:
        _change(board, iid, assignment=None)
    _fact(board, researched=True)


# SCPs


def _scp_revealed(board: Board, event: e.ScpRevealed) -> None:
    board.scp_deck.take()
    entered = _enter(board)
    board.scps.append(Scp(event.scp, event.card, entered, entered))


def _peeked(board: Board, event: e.ScpPeeked) -> None:
    player = board.players[event.seat]
    player.looks, player.looking = event.n, event.cards or ()


def _put_on_bottom(board: Board, event: e.ScpPutOnBottom) -> None:
    player, deck = board.players[event.seat], board.scp_deck
    if event.places is not None and deck.cards:
        top, rest = deck.cards[: player.looks], deck.cards[player.looks :]
        kept = [cid for place, cid in enumerate(top) if place not in event.places]
        deck.cards = [*kept, *rest, *(top[place] for place in event.places)]
    player.looks, player.looking = 0, ()


def _secured(board: Board, event: e.ScpSecured) -> None:
    _change_scp(board, event.scp, status="secured", controller=event.seat)
    attempt = board.attempt
    if event.by_attempt and attempt is not None:
        made = SecuredNow(event.scp, attempt.icons, attempt.resolved)
        _fact(board, secured=(*board.facts.secured, made))


def _contained(board: Board, event: e.ScpContained) -> None:
    _change_scp(board, event.scp, status="contained", controller=event.seat)
    if event.by_attempt:
        _fact(board, contained=(*board.facts.contained, event.scp))


def _uncontained(board: Board, event: e.ScpUncontained) -> None:
    cleared = {"counters": 0} if event.breach else {}
    _change_scp(board, event.scp, status="secured", **cleared)


def _unsecured(board: Board, event: e.ScpUnsecured) -> None:
    cleared = {"counters": 0} if event.breach else {}
    _change_scp(board, event.scp, status="unsecured", controller=None, centred=_enter(board), **cleared)


def _scp_destroyed(board: Board, event: e.ScpDestroyed) -> None:
    board.scps = [card for card in board.scps if card.iid != event.scp]
    board.scp_discard.append(Destroyed(event.scp, event.card, event.seat))
    if event.seat == board.active:
        _fact(board, destroyed=(*board.facts.destroyed, event.scp))


def _counters(board: Board, iid: str, delta: int) -> None:
    card = board.scp(iid)
    if card is not None:
        _change_scp(board, iid, counters=card.counters + delta)


def _escalation(board: Board, event: e.EscalationChanged) -> None:
    _counters(board, event.scp, event.delta)


def _calmed(board: Board, event: e.CounterRemoved) -> None:
    _counters(board, event.scp, -event.n)
    _fact(board, calmed=(*board.facts.calmed, event.scp))


def _outbreak(board: Board, event: e.Outbreak) -> None:
    _change_scp(board, event.scp, counters=0)


# Wounds and effects


def _wounds(board: Board, event: e.WoundChanged) -> None:
    card = board.asset(event.iid)
    if card is not None:
        _change(board, event.iid, wounds=card.wounds + event.delta)


def _effect_started(board: Board, event: e.EffectStarted) -> None:
    board.effects_made += 1
    board.lasting.append(event.effect)


def _prevention_used(board: Board, event: e.PreventionUsed) -> None:
    board.lasting = [
        replace(effect, stock=effect.stock - event.n) if effect.number == event.number else effect
        for effect in board.lasting
    ]


def _effects_ended(board: Board, event: e.EffectsEnded) -> None:
    board.lasting = [effect for effect in board.lasting if effect.number not in event.numbers]


def _loop_broken(board: Board, event: e.LoopBroken) -> None:
    """SCP-522 Cards go out of the game; SCPs too, which are nobody's."""
    for player in board.players:
        gone = [card for card in player.play if card.iid in event.cards]
        player.removed += [Card(card.iid, card.cid, card.owner) for card in gone]
        player.play = [card for card in player.play if card.iid not in event.cards]
    board.scp_discard += [Destroyed(card.iid, card.cid, None) for card in board.scps if card.iid in event.cards]
    board.scps = [card for card in board.scps if card.iid not in event.cards]
    board.resolved = {}


def _player_left(board: Board, event: e.PlayerLeft) -> None:
    """SCP-708."""
    seat = event.seat
    for card in board.controlled(seat):
        _change_scp(board, card.iid, status="unsecured", controller=None, centred=_enter(board))
    own = [Card(card.iid, card.cid, card.seat) for card in board.resolving if card.seat == seat]
    player = board.players[seat]
    cards = [Card(card.iid, card.cid, card.owner) for card in player.play]
    player.removed = [*player.removed, *player.discard, *cards, *own]
    player.left, player.pool, player.mission = True, 0, None
    player.deck, player.hand, player.discard, player.play, player.queue = DrawPile(), Hand(), [], [], []
    player.looks, player.looking, player.deck_list = 0, (), None
    player.shown, player.shown_to = (), ()
    board.resolving = [card for card in board.resolving if card.seat != seat]


FOLDERS: ByType[Board, None] = by_type(
    on(e.PlayerSetUp, _player_set_up),
    on(e.ScpDeckMade, _scp_deck_made),
    on(e.DeckShuffled, _shuffled),
    on(e.FirstBidderDrawn, _nothing),
    on(e.BidMade, _bid),
    on(e.BidPassed, _bid_passed),
    on(e.BidWon, _nothing),
    on(e.CardsRemovedByBid, _removed_by_bid),
    on(e.PlayerOneSet, _player_one),
    on(e.TurnStarted, _turn_started),
    on(e.PhaseStarted, _phase_started),
    on(e.StepStarted, _step_started),
    on(e.TurnEnded, _nothing),
    on(e.CardDrawn, _drawn),
    on(e.CardDiscarded, _discarded),
    on(e.CardsMilled, _milled),
    on(e.HandRevealed, _shown),
    on(e.ResourcesChanged, _resources),
    on(e.PoolRefilled, _refilled),
    on(e.FinanceTokenChanged, _token_changed),
    on(e.Produced, _produced),
    on(e.CardsUntapped, _untapped),
    on(e.CardTapped, _tapped),
    on(e.MissionPlayed, _mission_played),
    on(e.MissionResolved, _nothing),
    on(e.MissionDiscarded, _mission_discarded),
    on(e.PersonnelAssigned, _assigned),
    on(e.AssignmentEnded, _assignment_ended),
    on(e.CardPlacedFaceDown, _placed),
    on(e.BuildFunded, _funded),
    on(e.BuildChanged, _build_changed),
    on(e.BuildRevealed, _build_revealed),
    on(e.CardDeployed, _deployed),
    on(e.BuildDiscarded, _build_discarded),
    on(e.ReplacedByNewer, _destroyed),
    on(e.AttemptBegun, _attempt_begun),
    on(e.WindowPassed, _nothing),
    on(e.ComplicationPlayed, _played),
    on(e.ComplicationNegated, _nothing),
    on(e.ComplicationOvercome, _nothing),
    on(e.ComplicationResolved, _complication_resolved),
    on(e.EventPlayed, _played),
    on(e.AbilityUsed, _used),
    on(e.TextResolved, _text_resolved),
    on(e.MemberRemoved, _member_removed),
    on(e.AttemptCompared, _compared),
    on(e.AttemptCalledOff, _called_off),
    on(e.AttemptVoid, _void),
    on(e.AttemptEnded, _attempt_ended),
    on(e.Researched, _researched),
    on(e.ScpRevealed, _scp_revealed),
    on(e.ScpPeeked, _peeked),
    on(e.ScpPutOnBottom, _put_on_bottom),
    on(e.BuildPeeked, _nothing),
    on(e.ScpSecured, _secured),
    on(e.ScpContained, _contained),
    on(e.ScpUncontained, _uncontained),
    on(e.ScpUnsecured, _unsecured),
    on(e.ScpDestroyed, _scp_destroyed),
    on(e.EscalationChanged, _escalation),
    on(e.CounterRemoved, _calmed),
    on(e.Outbreak, _outbreak),
    on(e.AttritionDue, _nothing),
    on(e.PreventionUsed, _prevention_used),
    on(e.AttritionPaid, _nothing),
    on(e.AttritionDone, _nothing),
    on(e.CardDestroyed, _destroyed),
    on(e.CardReturned, _returned),
    on(e.CardRecovered, _recovered),
    on(e.WoundChanged, _wounds),
    on(e.EffectStarted, _effect_started),
    on(e.EffectsEnded, _effects_ended),
    on(e.RevealsAllowed, _reveals_allowed),
    on(e.LoopBroken, _loop_broken),
    on(e.PlayerLeft, _player_left),
    on(e.MatchScored, _nothing),
)
