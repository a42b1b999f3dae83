"""The thirteen phases of a turn (SCP-201 to SCP-242)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise

from msgspec.structs import replace

from domain.games.scp import actions as a
from domain.games.scp import events as e
from domain.games.scp.board import Asset, Assignment, Board, Phase, Scp
from domain.games.scp.definitions import When
from domain.games.scp.frames import MissionStep, Turn
from domain.games.scp.match import Batch
from domain.games.scp.naming import called
from domain.games.scp.rules import (
    assigning,
    attempts,
    building,
    containment,
    ending,
    missions,
    phase_triggers,
    piles,
    playing,
)
from domain.games.scp.rules.continuous import MOST_AT_ONCE, personnel, production, refill_mark, skills
from domain.kernel.prompts import Parameter, Template
from domain.kernel.refusal import Refusal, illegal

PRODUCE_STEP, REVEAL_STEP = 1, 2
"""SCP-230 Steps 9b and 9c."""
PLAYED: tuple[Phase, ...] = ("draw", "resupply", "mission", "assignment", "retrieval", "research", "maintenance")
"""SCP-204 The phases that the active player ends."""
OPEN_TO_PLAY: tuple[Phase, ...] = ("draw", "resupply", "mission", "assignment", "maintenance")
"""SCP-311 Phases with the window `own_turn`."""


# Turns


def start_turn(batch: Batch, seat: int) -> None:
    """SCP-115 SCP-241 SCP-515 The next player becomes active; what lasted until then ends."""
    board = batch.board
    number = board.round + 1 if ending.wraps(board, seat) else board.round
    batch.emit(e.TurnStarted(seat=seat, round=number, turn=board.turn + 1))
    over = tuple(one.number for one in board.lasting if one.until == "until_next_turn" and one.you == seat)
    if over:
        batch.emit(e.EffectsEnded(numbers=over, reason="next_turn"))
    batch.push(Turn())


def step_turn(batch: Batch, frame: Turn) -> None:
    """SCP-201 SCP-202 The next part of the turn."""
    STAGES[frame.stage](batch, frame)


def _go_on(batch: Batch, frame: Turn) -> None:
    batch.frames.append(replace(frame, stage=NEXT[frame.stage]))


def _texts(*when: When, may: bool = False) -> Callable[[Batch], None]:
    """SCP-206 SCP-208 SCP-240 The texts that happen, or may happen, at the beginning and the end of a turn."""
    return lambda batch: phase_triggers.begin(batch, when, may=may)


def _part(does: Callable[[Batch], None] | None = None, phase: Phase | None = None) -> Callable[[Batch, Turn], None]:
    """A part of a turn that goes on by itself, or the beginning of a phase."""

    def part(batch: Batch, frame: Turn) -> None:
        if phase is not None:
            batch.emit(e.PhaseStarted(seat=batch.board.active, phase=phase))
        _go_on(batch, frame)
        if does is not None:
            does(batch)

    return part


def _play(phase: Phase) -> Callable[[Batch, Turn], None]:
    """SCP-203 SCP-204 SCP-242 SCP-R06 The active player acts until the phase is ended."""

    def play(batch: Batch, frame: Turn) -> None:
        if frame.hurry:
            finish(batch, frame)
        else:
            batch.ask_for(frame, batch.board.active, f"{phase}_phase")

    return play


def end_phase(batch: Batch, seat: int, action: a.EndPhase | a.EndTurn) -> None:
    """SCP-204 SCP-226 SCP-242 SCP-320 SCP-R06 The active player ends the phase, or the turn."""
    frame = batch.answered(Turn)
    finish(batch, replace(frame, hurry=isinstance(action, a.EndTurn)))


def finish(batch: Batch, frame: Turn) -> None:
    """SCP-214 SCP-R09 The phase is over; at the end of Resupply all cards untap, except SCPs."""
    seat = batch.board.active
    tapped = tuple(card.iid for card in batch.board.players[seat].play if card.tapped)
    if tapped and batch.board.phase_name == "resupply":
        batch.emit(e.CardsUntapped(seat=seat, cards=tapped, cause="SCP-214"))
    _go_on(batch, frame)


def _start(batch: Batch) -> None:
    """SCP-921 SCP-R59 Phase 1: alone, an SCP comes into the centre if none is Unsecured."""
    board = batch.board
    if len(board.players) == 1 and not board.unsecured():
        containment.reveal(batch, board.active, "SCP-921")


def _refill(batch: Batch) -> None:
    """SCP-212 SCP-R08 A pool below the mark is raised to it."""
    seat = batch.board.active
    mark = refill_mark(batch.board, seat)
    if batch.board.players[seat].pool < mark:
        batch.emit(e.PoolRefilled(seat=seat, to=mark))


# The end of a turn


def _escalation(batch: Batch) -> None:
    """SCP-233 SCP-234 Phase 10: counters, then texts."""
    containment.escalate_all(batch)
    phase_triggers.begin(batch, ("escalation",), may=False)


def _total(batch: Batch) -> None:
    """SCP-236 SCP-703 SCP-R60 Phase 11 b: with 30 counters on Unsecured SCPs all lose."""
    if containment.unsecured_total(batch.board) >= containment.ALL_LOSE:
        ending.all_lose(batch)


def _close(batch: Batch, frame: Turn) -> None:
    """SCP-220 SCP-241 SCP-515 Jobs and effects of this turn end; the next player is active."""
    board = batch.board
    assigning.end_jobs(batch, board.active, defending=False)
    batch.emit(e.TurnEnded(seat=board.active, turn=board.turn))
    over = tuple(one.number for one in board.lasting if one.until != "until_next_turn")
    if over:
        batch.emit(e.EffectsEnded(numbers=over, reason="turn"))
    start_turn(batch, ending.next_player(board))


def _scored(batch: Batch, frame: Turn) -> None:
    """SCP-708 The player whose turn would have been the last has left."""
    ending.score(batch, "SCP-706", "round_limit")


ENTRIES: Mapping[Phase, Callable[[Batch], None]] = {
    "resupply": _refill,
    "assignment": lambda batch: assigning.end_jobs(batch, batch.board.active, defending=True),
}
"""SCP-212 SCP-220 The entry of each phase that the active player ends."""
STAGES: Mapping[str, Callable[[Batch, Turn], None]] = {
    "start": _part(_start, "start"),
    "start_texts": _part(_texts("start")),
    "optional_start": _part(_texts("start", may=True), "optional_start"),
    **{
        stage: part
        for phase in PLAYED
        for stage, part in ((phase, _part(ENTRIES.get(phase), phase)), (f"{phase}_play", _play(phase)))
    },
    "escalation": _part(_escalation, "escalation"),
    "outcome": _part(lambda batch: batch.push(MissionStep(batch.board.active)), "outcome"),
    "total": _part(_total),
    "outbreaks": _part(containment.outbreaks),
    "breaches": _part(containment.breaches),
    "scoring": _part(lambda batch: ending.check_end(batch, last=ending.last_of_match(batch))),
    "end": _part(_texts("end", "each_end"), "end"),
    "optional_end": _part(_texts("end", "each_end", may=True), "optional_end"),
    "close": _close,
    "scored": _scored,
}
"""SCP-235 SCP-239 SCP-702 The parts of a turn in their order; in phase 11 the Mission, totals, SCPs, the end."""
NEXT = dict(pairwise(STAGES))
"""The part of a turn that follows each."""


# The actions of the active player


def templates(board: Board, seat: int) -> Iterator[Template]:
    """SCP-203 SCP-204 SCP-311 Everything that can be done in a phase."""
    phase = board.phase_name
    yield from OFFERS[phase](board, seat)
    if phase in OPEN_TO_PLAY:
        yield from playing.in_window(board, seat, "own_turn")
    yield Template("end_phase", {}, (), "End the phase", ("SCP-320",))
    yield Template("end_turn", {}, (), "End the turn", ("SCP-242",), shortcut=True)


def _draws(board: Board, seat: int) -> Iterator[Template]:
    """SCP-210 SCP-922."""
    most = min(board.players[seat].pool, board.players[seat].deck.size)
    if most:
        n = Parameter("n", "number", tuple(range(1, most + 1)))
        yield Template("draw_cards", {}, (n,), "Pay for so many cards", ("SCP-210",))
    cards = tuple(iid for iid, cid in board.players[seat].hand.known.items() if board.cards[cid].is_("complication"))
    if cards and len(board.players) == 1:
        exchanged = Parameter("card", "card", cards)
        yield Template("cycle_complication", {}, (exchanged,), "Exchange a Complication", ("SCP-922",))


def _cash(board: Board, seat: int) -> Iterator[Template]:
    """SCP-213 Those with as many Finance Tokens together."""
    by_tokens: dict[int, list[str]] = {}
    for card in board.players[seat].play:
        if card.tokens:
            by_tokens.setdefault(min(card.tokens, MOST_AT_ONCE), []).append(card.iid)
    for tokens, cards in by_tokens.items():
        named = (Parameter("finance", "card", tuple(cards)), Parameter("n", "number", tuple(range(1, tokens + 1))))
        yield Template("cash_finance", {}, named, "Turn Finance Tokens into Resources", ("SCP-213",))


def _assignment(board: Board, seat: int) -> Iterator[Template]:
    """SCP-217 SCP-222 SCP-223."""
    yield from assigning.templates(board, seat)
    yield from building.place_templates(board, seat)
    yield from building.fund_templates(board, seat)


def _research(board: Board, seat: int) -> Iterator[Template]:
    """SCP-227."""
    if refuse_research(board, seat) is None:
        yield Template("do_research", {}, (), "Reveal the top SCP", ("SCP-228",))
    yield from attempts.templates(board, seat)


def _maintenance(board: Board, seat: int) -> Iterator[Template]:
    """SCP-230 SCP-231 SCP-232."""
    for scp in board.controlled(seat):
        most = _removable(board, scp)
        if most:
            n = Parameter("n", "number", tuple(range(1, most + 1)))
            label = f"Calm {called(board, scp.iid)}"
            yield Template("remove_escalation", {"scp": scp.iid}, (n,), label, ("SCP-230",))
    cards = (card.iid for card in board.players[seat].play)
    ready = tuple(iid for iid in cards if refuse_produce(board, seat, a.Produce(iid)) is None)
    if ready:
        yield Template("produce", {}, (Parameter("finance", "card", ready),), "Place Finance Tokens", ("SCP-231",))
    yield from building.reveal_templates(board, seat)


OFFERS: Mapping[Phase, Callable[[Board, int], Iterator[Template]]] = {
    "draw": _draws,
    "resupply": _cash,
    "mission": missions.templates,
    "assignment": _assignment,
    "retrieval": attempts.templates,
    "research": _research,
    "maintenance": _maintenance,
}


def refuse_draw(board: Board, seat: int, action: a.DrawCards) -> Refusal:
    """SCP-210 SCP-211 How many cards can be drawn."""
    player = board.players[seat]
    most = min(player.pool, player.deck.size)
    message = f"draw 1 to {most}: the pool holds {player.pool} Resources, the deck {player.deck.size} cards"
    return illegal("SCP-210", message, "n")


def draw_cards(batch: Batch, seat: int, action: a.DrawCards) -> None:
    """SCP-210."""
    piles.change_pool(batch, seat, -action.n, "draw_phase")
    piles.draw(batch, seat, action.n, "draw_phase")


def refuse_cycle(board: Board, seat: int, action: a.CycleComplication) -> Refusal:
    """SCP-922 Why the card can't be exchanged."""
    if len(board.players) != 1:
        return illegal("SCP-922", "Complications are exchanged in solitaire alone", "card")
    return illegal("SCP-922", "name a Complication of your hand", "card")


def cycle(batch: Batch, seat: int, action: a.CycleComplication) -> None:
    """SCP-922."""
    piles.discard(batch, seat, action.card, "SCP-922")
    piles.draw(batch, seat, 1, "SCP-922")


def _finance(board: Board, seat: int, iid: str) -> Asset | None:
    card = board.asset(iid)
    return card if card is not None and card.owner == seat and board.cards[card.cid].is_("finance") else None


def refuse_cash(board: Board, seat: int, action: a.CashFinance) -> Refusal:
    """SCP-213 Why so many tokens can't be turned in."""
    card = _finance(board, seat, action.finance)
    if card is None:
        return illegal("SCP-213", "name a Finance that you control", "finance")
    if action.n > MOST_AT_ONCE:
        return illegal("SCP-R98", f"turn in at most {MOST_AT_ONCE} Finance Tokens at once", "n")
    return illegal("SCP-213", f"{board.cards[card.cid].name} holds {card.tokens} Finance Tokens", "n")


def cash(batch: Batch, seat: int, action: a.CashFinance) -> None:
    """SCP-213 1 Resource for each, above the mark too."""
    piles.change_tokens(batch, action.finance, -action.n, "SCP-213")
    piles.change_pool(batch, seat, action.n, "SCP-213")


def refuse_research(board: Board, seat: int, action: a.DoResearch | None = None) -> Refusal | None:
    """SCP-227 SCP-228 Why no SCP can be revealed now, or None."""
    if board.facts.researched:
        return illegal("SCP-228", "research reveals one SCP a turn")
    if board.facts.step:
        return illegal("SCP-227", "an attempt has begun: the research step is over")
    if not board.scp_deck.size:
        return illegal("SCP-228", "the SCP deck is empty")
    if not _researchers(board, seat):
        return illegal("SCP-228", "no untapped Personnel is assigned to research")
    return None


def _assigned(board: Board, seat: int) -> list[Asset]:
    """SCP-229 The untapped Personnel assigned to research."""
    job = Assignment("research")
    return [card for card in personnel(board, seat) if card.assignment == job and not card.tapped]


def _researchers(board: Board, seat: int) -> list[Asset]:
    """SCP-228 Those of them who still have the Skill."""
    return [card for card in _assigned(board, seat) if "research" in skills(board, card)]


def do_research(batch: Batch, seat: int, action: a.DoResearch) -> None:
    """SCP-228 SCP-229 SCP-R15 SCP-R63 SCP-R82 All who are assigned to it become tapped, one SCP is revealed."""
    tapped = tuple(card.iid for card in _assigned(batch.board, seat))
    batch.emit(e.Researched(seat=seat, cards=tapped))
    containment.reveal(batch, seat, "SCP-228")


def _removable(board: Board, scp: Scp) -> int:
    """SCP-230 SCP-R62 The number of counters that its controller may remove from it now."""
    if scp.iid in board.facts.calmed or board.facts.step:
        return 0
    return min(scp.counters, 2 if scp.status == "contained" else 1)


def refuse_remove(board: Board, seat: int, action: a.RemoveEscalation) -> Refusal:
    """SCP-230 Why so many counters can't be removed."""
    scp = board.scp(action.scp)
    if scp is None or scp.controller != seat:
        return illegal("SCP-230", "name an SCP that you control", "scp")
    if board.facts.step:
        return illegal("SCP-230", "an action of a later step closed this one")
    return illegal(
        "SCP-230", f"{_removable(board, scp)} counters of {board.cards[scp.cid].name} may be removed now", "n"
    )


def remove(batch: Batch, seat: int, action: a.RemoveEscalation) -> None:
    """SCP-230."""
    scp = batch.board.scp(action.scp)
    assert scp is not None
    batch.emit(e.CounterRemoved(seat=seat, scp=scp.iid, card=scp.cid, n=action.n))


def refuse_produce(board: Board, seat: int, action: a.Produce) -> Refusal | None:
    """SCP-230 SCP-231 Why nothing can be placed on it now, or None."""
    card = _finance(board, seat, action.finance)
    if card is None:
        return illegal("SCP-231", "name a Finance that you control", "finance")
    if board.facts.step > PRODUCE_STEP:
        return illegal("SCP-230", "an action of a later step closed this one")
    if card.iid in board.facts.produced:
        return illegal("SCP-231", f"{board.cards[card.cid].name} has produced this turn", "finance")
    return None


def produce(batch: Batch, seat: int, action: a.Produce) -> None:
    """SCP-231."""
    card = _finance(batch.board, seat, action.finance)
    assert card is not None
    attempts.close_steps(batch, seat, PRODUCE_STEP)
    n = production(batch.board, card)
    batch.emit(e.Produced(seat=seat, iid=card.iid, card=card.cid, n=n))


def reveal(batch: Batch, seat: int, action: a.RevealBuild) -> None:
    """SCP-230 SCP-232."""
    attempts.close_steps(batch, seat, REVEAL_STEP)
    building.reveal(batch, seat, action)
