"""Views: an allow-list projection of the board for a viewer."""

from __future__ import annotations

from collections import Counter
from typing import Literal, get_args

import msgspec

from domain.games.scp.board import Asset, Attempt, Board, FaceDown, Job, Lasting, Phase, Player, Scp, TurnFacts, Until
from domain.games.scp.definitions import SITE, Kind, Skill, Status
from domain.games.scp.frames import Announced, Attrition, Bidding, InAttempt
from domain.games.scp.match import Progress, State, Step
from domain.games.scp.rules import continuous
from domain.games.scp.rules.containment import most_counters, unsecured_total
from domain.kernel.views import Shown, is_own
from domain.kernel.views import phase as phase_of_match

NamedIcon = Literal["command", "researcher", "soldier", "non_human", "site_7", "site_19", "site_23"]
"""SCP-612 The Icons of the core set."""
NAMED_ICONS: tuple[NamedIcon, ...] = get_args(NamedIcon)


class PublicCard(msgspec.Struct, frozen=True):
    """A card in a public zone."""

    iid: str
    card: str
    name: str


class OwnCard(PublicCard, frozen=True):
    """A card of a hand, for its owner. `cost` is what it costs now."""

    cost: int


class Copies(msgspec.Struct, frozen=True):
    """A Skill and how many copies of it there are."""

    skill: Skill
    n: int


class CardView(PublicCard, frozen=True):
    """A Personnel, Gear, Finance or Resource in play, with its values as they are now; `works`: its text does."""

    types: tuple[str, ...]
    tapped: bool
    works: bool
    skill_value: int
    skills: tuple[Copies, ...]
    icons: tuple[NamedIcon, ...]
    wounds: int
    dying: bool
    finance_tokens: int
    production: int
    host: str | None
    job: Job | None
    scp: str | None
    abilities_used: tuple[int, ...]
    sites: tuple[int, ...]
    """SCP-612 The Site Numbers that it has, those of other sets too."""


class AnomalyView(PublicCard, frozen=True):
    """An SCP in play; requirements without counters, as printed."""

    class_: str = msgspec.field(name="class")
    status: Status
    controller: int | None
    escalation: int
    most_escalation: int
    skill: int
    secure: int
    secure_skills: tuple[Skill, ...]
    contain: int
    contain_skills: tuple[Skill, ...]
    abilities_used: tuple[int, ...]


class QueueCard(msgspec.Struct, frozen=True):
    """A face-down card; what it is, is for its owner alone."""

    iid: str
    card: str | None
    name: str | None
    resources: int


class MissionView(PublicCard, frozen=True):
    """The Mission of this turn with its target."""

    target: str | None
    player: int | None


class AttemptView(msgspec.Struct, frozen=True):
    """The attempt that is on, with the totals as they are now."""

    kind: Kind
    scp: str
    card: str
    name: str
    active: int
    defender: int | None
    members: tuple[str, ...]
    removed: tuple[str, ...]
    defenders: tuple[str, ...]
    required_skills: tuple[Skill, ...]
    skills_met: bool
    group_total: int
    requirement: int


class LastingView(msgspec.Struct, frozen=True):
    """An effect that lasts: the card and the player that it is about, where it names one, and the cards it blanks."""

    number: int
    seat: int
    card: str
    name: str
    until: Until
    target: str | None
    player: int | None
    blanked: tuple[str, ...]
    left_to_prevent: int


class TurnView(msgspec.Struct, frozen=True):
    """What happened this turn, as far as rules ask."""

    secured: tuple[str, ...]
    contained: tuple[str, ...]
    destroyed: tuple[str, ...]
    mission_played: bool
    reveals_left: int
    researched: bool
    raided: bool
    step: int


class DestroyedView(PublicCard, frozen=True):
    """A destroyed SCP, and who is credited."""

    by: int | None


class PlayerView(msgspec.Struct, frozen=True):
    """One player. `hand` and `looking` are there for their owner, an empty hand for all."""

    seat: int
    in_match: bool
    pool: int
    refill: int
    deck_size: int
    hand_size: int
    hand: tuple[OwnCard, ...] | None
    looking: tuple[PublicCard, ...] | None
    build_queue: tuple[QueueCard, ...]
    play: tuple[CardView, ...]
    mission: MissionView | None
    discard: tuple[PublicCard, ...]
    removed: tuple[PublicCard, ...]
    contained: int
    bonus: int


class View(msgspec.Struct, frozen=True):
    """A match as a viewer sees it."""

    phase: Literal["setup", "bidding", "running", "finished"]
    round: int
    turn_number: int
    active_player: int | None
    player_one: int | None
    turn_phase: Phase | None
    step: Step | None
    highest_bid: int
    bidder: int | None
    passed: tuple[int, ...]
    scp_deck_size: int
    unsecured_total: int
    scps: tuple[AnomalyView, ...]
    scp_discard: tuple[DestroyedView, ...]
    attempt: AttemptView | None
    resolving: tuple[PublicCard, ...]
    effects: tuple[LastingView, ...]
    turn: TurnView
    players: tuple[PlayerView, ...]


CARD, ANOMALY = Shown(CardView, Asset), Shown(AnomalyView, Scp)
ATTEMPT, TURN = Shown(AttemptView, Attempt), Shown(TurnView, TurnFacts)


def view(state: State, viewer: str) -> View:
    """The board of a match that has started, for a viewer. It shows only what this names."""
    board = state.board
    progress = state.progress
    begun = board.turn > 0
    return View(
        phase=phase(state),
        round=board.round,
        turn_number=board.turn,
        active_player=board.active if begun else None if progress is None else progress.bidding,
        player_one=board.player1 if begun else None,
        turn_phase=board.phase_name if begun else None,
        step=None if progress is None else progress.step,
        highest_bid=board.highest_bid,
        bidder=board.bidder,
        passed=board.bids_passed,
        scp_deck_size=board.scp_deck.size,
        unsecured_total=unsecured_total(board),
        scps=tuple(_scp(board, scp) for scp in board.scps),
        scp_discard=tuple(
            DestroyedView(one.iid, one.cid, board.cards[one.cid].name, one.by) for one in board.scp_discard
        ),
        attempt=_attempt(board),
        resolving=tuple(_public(board, card.iid, card.cid) for card in board.resolving),
        effects=tuple(_lasting(board, effect) for effect in board.lasting),
        turn=_turn(board),
        players=tuple(_player(board, seat, player, viewer) for seat, player in enumerate(board.players)),
    )


def phase(state: State) -> Literal["setup", "bidding", "running", "finished"]:
    """The phase of the match."""
    found = phase_of_match(state)
    return "bidding" if found == "running" and not state.board.turn else found


def _public(board: Board, iid: str, cid: str) -> PublicCard:
    return PublicCard(iid, cid, board.cards[cid].name)


def _scp(board: Board, scp: Scp) -> AnomalyView:
    printed = board.cards[scp.cid]
    return ANOMALY(
        scp,
        card=scp.cid,
        name=printed.name,
        class_=printed.class_ or "",
        escalation=scp.counters,
        most_escalation=most_counters(board, scp),
        skill=printed.skill,
        secure=printed.secure,
        secure_skills=printed.secure_skills,
        contain=printed.contain,
        contain_skills=printed.contain_skills,
        abilities_used=scp.used,
    )


def _attempt(board: Board) -> AttemptView | None:
    attempt: Attempt | None = board.attempt
    if attempt is None:
        return None
    return ATTEMPT(
        attempt,
        name=board.cards[attempt.card].name,
        defenders=tuple(card.iid for card in board.defenders()),
        required_skills=continuous.required_skills(board, attempt),
        skills_met=continuous.has_skills(board, attempt),
        group_total=continuous.group_total(board, attempt),
        requirement=continuous.requirement(board, attempt),
    )


def _lasting(board: Board, effect: Lasting) -> LastingView:
    return LastingView(
        number=effect.number,
        seat=effect.you,
        card=effect.cid,
        name=board.cards[effect.cid].name,
        until=effect.until,
        target=effect.target,
        player=effect.opponent if effect.player is None else effect.player,
        blanked=effect.cards,
        left_to_prevent=effect.stock,
    )


def _turn(board: Board) -> TurnView:
    facts = board.facts
    return TURN(
        facts,
        secured=tuple(one.scp for one in facts.secured),
        reveals_left=max(0, continuous.reveals(board, board.active) - facts.reveals) if board.turn else 0,
    )


def _player(board: Board, seat: int, player: Player, viewer: str) -> PlayerView:
    own = is_own(viewer, seat)
    mission = player.mission
    return PlayerView(
        seat=seat,
        in_match=not player.left,
        pool=player.pool,
        refill=continuous.refill_mark(board, seat),
        deck_size=player.deck.size,
        hand_size=player.hand.size,
        hand=_hand(board, seat, player) if own or not player.hand.size else None,
        looking=_looking(board, player) if own and player.looking else None,
        build_queue=tuple(_queued(board, card, own=own) for card in player.queue),
        play=tuple(_card(board, card) for card in player.play),
        mission=None
        if mission is None
        else MissionView(mission.iid, mission.cid, board.cards[mission.cid].name, mission.target, mission.player),
        discard=tuple(_public(board, card.iid, card.cid) for card in player.discard),
        removed=tuple(_public(board, card.iid, card.cid) for card in player.removed),
        contained=continuous.contained(board, seat),
        bonus=continuous.score_bonus(board, seat),
    )


def _hand(board: Board, seat: int, player: Player) -> tuple[OwnCard, ...]:
    return tuple(
        OwnCard(iid, cid, board.cards[cid].name, continuous.cost(board, seat, board.cards[cid]))
        for iid, cid in player.hand.known.items()
    )


def _looking(board: Board, player: Player) -> tuple[PublicCard, ...]:
    """SCP-524 The SCPs that are looked at, by their places from the top."""
    return tuple(_public(board, str(place), cid) for place, cid in enumerate(player.looking, 1))


def _queued(board: Board, card: FaceDown, *, own: bool) -> QueueCard:
    shown = card.cid if own else None
    return QueueCard(card.iid, shown, None if shown is None else board.cards[shown].name, card.resources)


def _card(board: Board, card: Asset) -> CardView:
    printed = board.cards[card.cid]
    is_personnel = printed.is_("personnel")
    job, icons = card.assignment, set(continuous.icons(board, card))
    return CARD(
        card,
        card=card.cid,
        name=printed.name,
        types=printed.types,
        works=continuous.works(board, card),
        skill_value=continuous.skill_value(board, card) if is_personnel else 0,
        skills=tuple(Copies(skill, n) for skill, n in sorted(Counter(continuous.skills(board, card)).items())),
        icons=tuple(icon for icon in sorted(NAMED_ICONS) if icon in icons),
        dying=continuous.dying(board, card),
        finance_tokens=card.tokens,
        production=continuous.production(board, card),
        job=None if job is None else job.job,
        scp=None if job is None else job.scp,
        abilities_used=card.used,
        sites=tuple(sorted(int(site[1]) for icon in icons if (site := SITE.fullmatch(icon)))),
    )


def progress(state: State) -> Progress | None:
    """The public part of the frames: who bids, the step of the attempt, the Complication, Attrition that is due."""
    if not state.frames:
        return None
    told = Progress()
    for frame in state.frames:
        match frame:
            case Bidding():
                told = msgspec.structs.replace(told, bidding=frame.seat)
            case InAttempt():
                told = msgspec.structs.replace(told, step=frame.stage)
            case Announced():
                told = msgspec.structs.replace(told, complication=frame.env.iid)
            case Attrition(begun=True):
                told = msgspec.structs.replace(told, attrition=frame.seat, due=frame.n - frame.paid)
    return told
