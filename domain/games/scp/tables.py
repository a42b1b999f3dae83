"""The view of a match as the generic table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from domain.games.scp.definitions import Definition, Status
from domain.games.scp.match import ATTEMPT, Step
from domain.games.scp.views import (
    AnomalyView,
    AttemptView,
    CardView,
    LastingView,
    PlayerView,
    QueueCard,
    View,
)
from domain.kernel.markup import plain
from domain.kernel.naming import NamedThing, distinct_names
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
    seat_id,
    zone,
)

BIDDING = "bidding"
STEPS: Mapping[Step, str] = {
    "complications": "Complications may be played",
    "events": "The attempting player may play Events, then the totals are compared",
    "reply": "The defender may reply",
    "compare": "The totals are compared",
    "after": "What comes of the attempt happens",
    "end": "The attempt ends",
}
"""SCP-407 The steps of an attempt, as sentences."""
Cards = Mapping[str, Definition]
Named = Mapping[str, str]


def table(view: View, cards: Cards) -> Table:
    """The match as the generic table."""
    named = distinct_names(_in_play(view))
    there = {*named, *_aside(view)}
    return Table(
        phase=view.phase if view.turn_phase is None or view.phase == "finished" else view.turn_phase,
        active=view.active_player,
        stats={"round": view.round, "turn": view.turn_number, "unsecured_counters": view.unsecured_total},
        players=tuple(_player(view, player, named, cards) for player in view.players),
        zones=(
            zone("scp_deck", None, view.scp_deck_size, seen="nobody"),
            _scps(view, "center", view.scps, "unsecured", named),
            zone("scp_discard", view.scp_discard, told=lambda card: {"owner": card.by, "flags": _now(view, card.iid)}),
            zone("resolving", view.resolving),
        ),
        groups=tuple(_groups(view, there)),
        links=tuple(link for link in _links(view) if link.to in there or link.to.startswith("seat:")),
        effects=tuple(_effect(effect, cards, there) for effect in view.effects),
        pending=tuple(_pending(view)),
        marks=(f"step_{'abc'[view.turn.step]}",) if view.turn.step else (),
    )


def _in_play(view: View) -> Iterator[NamedThing]:
    for player in view.players:
        yield from (NamedThing(player.seat, card.iid, card.name) for card in player.play)
    yield from (NamedThing(scp.controller, scp.iid, scp.name) for scp in view.scps)


def _aside(view: View) -> Iterator[str]:
    """The ids of what lies on the table but isn't in play."""
    yield from (card.iid for card in (*view.scp_discard, *view.resolving))
    for player in view.players:
        yield from (card.iid for card in player.build_queue)
        yield from (card.iid for card in (*player.discard, *player.removed))
        yield from () if player.mission is None else (player.mission.iid,)


# What belongs together


def _groups(view: View, there: Iterable[str]) -> Iterator[TableGroup]:
    """SCP-108 SCP-402 The auction for the first turn, the attempt that is on."""
    if view.phase == "bidding":
        left = tuple(player.seat for player in view.players if player.in_match and player.seat not in view.passed)
        yield TableGroup(BIDDING, BIDDING, "Bids for the first turn", left, (), {"highest_bid": view.highest_bid})
    if view.attempt is not None:
        yield _attempt(view.attempt, there)


def _attempt(attempt: AttemptView, there: Iterable[str]) -> TableGroup:
    return TableGroup(
        id=ATTEMPT,
        kind=attempt.kind,
        label=f"{attempt.kind.capitalize()} {attempt.name}",
        seats=(attempt.active,) if attempt.defender is None else (attempt.active, attempt.defender),
        members=tuple(iid for iid in (*attempt.members, *attempt.defenders) if iid in there),
        numbers={"group_total": attempt.group_total, "requirement": attempt.requirement},
        flags=(
            "skills_met" if attempt.skills_met else "skills_missing",
            *(f"needs_{skill}" for skill in attempt.required_skills),
        ),
    )


def _links(view: View) -> Iterator[TableLink]:
    """SCP-216 SCP-218 SCP-402 Jobs with their SCPs, the targets of Missions, the SCP that is attempted."""
    for player in view.players:
        yield from (TableLink(card.iid, card.scp, card.job) for card in player.play if card.job and card.scp)
        mission = player.mission
        if mission is not None and mission.target is not None:
            yield TableLink(mission.iid, mission.target, "target")
        elif mission is not None and mission.player is not None:
            yield TableLink(mission.iid, seat_id(mission.player), "target")
    if view.attempt is not None:
        yield TableLink(ATTEMPT, view.attempt.scp, "attempted")


def _effect(effect: LastingView, cards: Cards, there: Iterable[str]) -> TableEffect:
    """SCP-515 A lasting effect: the text of its card, and its subject; without anything its player."""
    left = f" ({effect.left_to_prevent} left to prevent)" if effect.left_to_prevent else ""
    seats = () if effect.player is None else (seat_id(effect.player),)
    named = (*(() if effect.target is None else (effect.target,)), *effect.blanked)
    about = tuple(dict.fromkeys((*(iid for iid in named if iid in there), *seats)))
    text = f"{plain(cards[effect.card].text) or effect.name}{left}"
    return TableEffect(text, effect.card, effect.until, about or (seat_id(effect.seat),))


def _pending(view: View) -> Iterator[TablePending]:
    """SCP-407 The step of the attempt that is on."""
    if view.attempt is not None and view.step is not None:
        yield TablePending(view.step, STEPS[view.step], view.attempt.active, ATTEMPT)


# Cards


def _scps(view: View, name: str, scps: Iterable[AnomalyView], status: Status, named: Named) -> TableZone:
    def told(scp: AnomalyView) -> dict[str, object]:
        return {
            "name": named[scp.iid],
            "counters": {"escalation_counters": scp.escalation, "most_escalation": scp.most_escalation},
            "flags": (*holding(used=bool(scp.abilities_used)), *_now(view, scp.iid)),
        }

    return zone(name, [scp for scp in scps if scp.status == status], told=told)


def _now(view: View, scp: str) -> tuple[str, ...]:
    """SCP-448 The act of the active player on an SCP this turn."""
    turn = view.turn
    return holding(
        secured_now=scp in turn.secured, contained_now=scp in turn.contained, destroyed_now=scp in turn.destroyed
    )


def _card(view: View, card: CardView, named: Named, printed: Definition) -> dict[str, object]:
    numbers, base = _numbers(card), _printed(printed)
    attempt = view.attempt
    group = attempt is not None and card.iid in (*attempt.members, *attempt.defenders)
    return {
        "name": named[card.iid],
        "host": card.host,
        "group": ATTEMPT if group else None,
        "counters": {name: n for name, n in numbers.items() if n or name in base},
        "base": changed(numbers, base),
        "flags": (
            *holding(
                tapped=card.tapped,
                dying=card.dying,
                blank=not card.works,
                used=bool(card.abilities_used),
                research=card.job == "research",
                removed=attempt is not None and card.iid in attempt.removed,
            ),
            *dict.fromkeys((*(f"icon_{icon}" for icon in card.icons), *(f"icon_site_{site}" for site in card.sites))),
        ),
    }


def _numbers(card: CardView) -> dict[str, int]:
    """The numbers of a card in play; of a Skill its copies."""
    of_types = {"skill_value": card.skill_value} if "personnel" in card.types else {}
    of_types |= {"production": card.production} if "finance" in card.types else {}
    skills = {f"skill_{one.skill}": one.n for one in card.skills}
    return {**of_types, "wounds": card.wounds, "finance_tokens": card.finance_tokens, **skills}


def _printed(card: Definition) -> dict[str, int]:
    """Those of them that are printed."""
    of_types = {"skill_value": card.skill_value} if card.is_("personnel") else {}
    of_types |= {"production": card.production} if card.is_("finance") else {}
    return of_types | {f"skill_{skill}": n for skill, n in Counter(card.skills).items()}


# Players


def _player(view: View, player: PlayerView, named: Named, cards: Cards) -> TablePlayer:
    own = [scp for scp in view.scps if scp.controller == player.seat]
    queue = distinct_names(
        NamedThing(None, card.iid, card.name) for card in player.build_queue if card.name is not None
    )
    return TablePlayer(
        seat=player.seat,
        in_match=player.in_match,
        stats=_stats(view, player),
        marks=_marks(view, player),
        zones=(
            zone("hand", player.hand, player.hand_size, lambda card: {"cost": card.cost}, seen="owner"),
            zone("deck", None, player.deck_size, seen="nobody"),
            zone("build_queue", player.build_queue, told=lambda card: _queued(card, queue), seen="owner"),
            zone("play", player.play, told=lambda card: _card(view, card, named, cards[card.card])),
            zone("mission", player.mission),
            _scps(view, "secured", own, "secured", named),
            _scps(view, "contained", own, "contained", named),
            zone("discard", player.discard),
            zone("removed", player.removed),
            *(() if player.looking is None else (_looking(player),)),
        ),
    )


def _stats(view: View, player: PlayerView) -> dict[str, int]:
    stats = {"resources": player.pool, "refill": player.refill, "contained": player.contained, "bonus": player.bonus}
    return stats | ({"reveals_left": view.turn.reveals_left} if player.seat == view.active_player else {})


def _marks(view: View, player: PlayerView) -> tuple[str, ...]:
    active, bidding = player.seat == view.active_player, view.phase == "bidding"
    return holding(
        left=not player.in_match,
        player_one=player.seat == view.player_one,
        highest_bidder=bidding and player.seat == view.bidder,
        bids_no_more=bidding and player.seat in view.passed,
        mission_played=active and view.turn.mission_played,
        researched=active and view.turn.researched,
        raided=active and view.turn.raided,
    )


def _queued(card: QueueCard, queue: Named) -> dict[str, object]:
    return {"name": queue.get(card.iid), "counters": {"resources": card.resources}}


def _looking(player: PlayerView) -> TableZone:
    """SCP-524 The SCPs that are looked at; their place from the top is what answers say."""
    return zone(
        "looking",
        player.looking,
        told=lambda card: {"id": f"looking:{player.seat}:{card.iid}", "value": card.iid},
        seen="owner",
    )
