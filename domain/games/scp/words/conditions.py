"""Words for what a card, an attempt or the moment is, and for numbers."""

from __future__ import annotations

from domain.games.scp import complications, containment, query
from domain.games.scp.board import Asset, Scp, SecuredNow
from domain.games.scp.query import Scope
from domain.games.scp.words.vocabulary import (
    CardName,
    Class,
    ComplicationType,
    Icon,
    Kind,
    Phase,
    Skill,
    Status,
    SubtypeName,
    word,
)
from domain.kernel.effects.vocabulary import Cards, Players


def _is(scope: Scope, kind: str) -> bool:
    return scope.printed is not None and kind in scope.printed.types


@word("condition")
def personnel(scope: Scope) -> bool:
    """SCP-611 A Personnel."""
    return _is(scope, "personnel")


@word("condition")
def gear(scope: Scope) -> bool:
    """SCP-609 A Gear."""
    return _is(scope, "gear")


@word("condition")
def finance(scope: Scope) -> bool:
    """SCP-608 A Finance."""
    return _is(scope, "finance")


@word("condition")
def resource(scope: Scope) -> bool:
    """SCP-613 A Resource card."""
    return _is(scope, "resource")


@word("condition", "scp")
def is_scp(scope: Scope) -> bool:
    """SCP-603 An SCP."""
    return _is(scope, "scp")


@word("condition")
def event(scope: Scope) -> bool:
    """SCP-607 An Event."""
    return _is(scope, "event")


@word("condition")
def complication(scope: Scope) -> bool:
    """SCP-605 A Complication."""
    return _is(scope, "complication")


@word("condition")
def mission(scope: Scope) -> bool:
    """SCP-610 A Mission."""
    return _is(scope, "mission")


def _asset(scope: Scope) -> Asset | None:
    return scope.card if isinstance(scope.card, Asset) else None


@word("condition")
def skill(scope: Scope, name: Skill) -> bool:
    """SCP-506 It has this Skill now."""
    card = _asset(scope)
    return card is not None and query.skills(scope.board, card, scope.stratum)[name] > 0


@word("condition")
def icon(scope: Scope, name: Icon) -> bool:
    """SCP-612 It has this Icon now."""
    card = _asset(scope)
    return card is not None and query.icons(scope.board, card, scope.stratum)[name] > 0


@word("condition")
def subtype(scope: Scope, name: SubtypeName) -> bool:
    """It has this printed subtype."""
    return scope.printed is not None and name in scope.printed.subtypes


@word("condition")
def scp_class(scope: Scope, name: Class) -> bool:
    """SCP-604 An SCP of this type."""
    return scope.printed is not None and scope.printed.class_ == name


@word("condition")
def of_type(scope: Scope, types: tuple[ComplicationType, ...]) -> bool:
    """SCP-606 A Complication of one of these types."""
    return scope.printed is not None and scope.printed.complication_type in types


@word("condition")
def titled(scope: Scope, card: CardName) -> bool:
    """This card."""
    return scope.printed is not None and scope.printed.cid == card


@word("condition")
def tapped(scope: Scope) -> bool:
    """SCP-502 It is tapped; an SCP is if it is Contained."""
    card = _asset(scope)
    return _status(scope, "contained") if card is None else card.tapped


@word("condition")
def untapped(scope: Scope) -> bool:
    """SCP-502 It is not tapped; an SCP is if it is not Contained."""
    card = _asset(scope)
    return scope.card is not None and (card is None or not card.tapped) and not _status(scope, "contained")


@word("condition")
def defending(scope: Scope) -> bool:
    """SCP-447 It is assigned to defend."""
    card = _asset(scope)
    return card is not None and card.assignment is not None and card.assignment.job == "defend"


def _status(scope: Scope, status: Status) -> bool:
    return isinstance(scope.card, Scp) and scope.card.status == status


@word("condition")
def unsecured(scope: Scope) -> bool:
    """SCP-501 An SCP in the centre."""
    return _status(scope, "unsecured")


@word("condition")
def secured(scope: Scope) -> bool:
    """SCP-501 A Secured SCP that is not Contained."""
    return _status(scope, "secured")


@word("condition")
def contained(scope: Scope) -> bool:
    """SCP-501 A Contained SCP."""
    return _status(scope, "contained")


@word("condition")
def this(scope: Scope) -> bool:
    """This card."""
    return scope.subject is not None and scope.subject == scope.env.iid


@word("condition")
def other(scope: Scope) -> bool:
    """Any card but this."""
    return scope.subject != scope.env.iid


@word("condition")
def controlled(scope: Scope, who: Players) -> bool:
    """One of these players controls it, or did when it left."""
    return scope.owner in who


# The attempt


@word("condition")
def attempt(scope: Scope, kinds: tuple[Kind, ...]) -> bool:
    """SCP-401 An attempt of one of these kinds is on."""
    now = scope.board.attempt
    return now is not None and now.kind in kinds


@word("condition")
def attempt_by(scope: Scope, who: Players) -> bool:
    """SCP-402 The attempt that is on is that of one of these players."""
    now = scope.board.attempt
    return now is not None and now.active in who


@word("condition")
def in_attempt(scope: Scope, cards: Cards) -> bool:
    """SCP-402 All of these are in the attempt."""
    now = scope.board.attempt
    return now is not None and bool(cards) and all(iid in now.members for iid in cards)


@word("condition")
def some(scope: Scope, cards: Cards) -> bool:
    """There is at least one of these."""
    return bool(cards)


@word("condition")
def announced(scope: Scope, types: tuple[ComplicationType, ...]) -> bool:
    """SCP-429 The Complication that waits for a response is of one of these types."""
    waiting = complications.announced(scope.board)
    return waiting is not None and waiting.complication_type in types


def _securings(scope: Scope, cards: tuple[str, ...]) -> list[SecuredNow]:
    """SCP-448 The last attempt of this turn in which each of these was Secured."""
    made = {one.scp: one for one in scope.board.facts.secured}
    return [made[iid] for iid in cards if iid in made]


@word("condition")
def secured_this_turn(scope: Scope, cards: Cards) -> bool:
    """SCP-448 You Secured these this turn by an attempt."""
    found: tuple[str, ...] = cards
    return bool(found) and len(_securings(scope, found)) == len(found)


@word("condition")
def contained_this_turn(scope: Scope, cards: Cards) -> bool:
    """SCP-448 You Contained these this turn by an attempt."""
    return bool(cards) and all(iid in scope.board.facts.contained for iid in cards)


@word("condition")
def destroyed_this_turn(scope: Scope, cards: Cards) -> bool:
    """SCP-423 You destroyed these this turn."""
    return bool(cards) and all(iid in scope.board.facts.destroyed for iid in cards)


@word("condition")
def members_had(scope: Scope, cards: Cards, icon: Icon) -> bool:
    """SCP-448 A member of the attempt in which each of these was Secured this turn had the Icon."""
    made = _securings(scope, cards)
    return bool(made) and all(icon in one.icons for one in made)


@word("condition")
def no_complication(scope: Scope, cards: Cards) -> bool:
    """SCP-432 No Complication took effect in the attempt in which each of these was Secured this turn."""
    made = _securings(scope, cards)
    return bool(made) and not any(one.resolved for one in made)


@word("condition")
def in_phase(scope: Scope, name: Phase) -> bool:
    """SCP-201 It is this phase of the turn."""
    return scope.board.phase_name == name


# Numbers


@word("number")
def count(scope: Scope, cards: Cards) -> int:
    """How many of these there are."""
    return len(cards)


@word("number")
def destroyed_count(scope: Scope, who: Players) -> int:
    """SCP-423 How many SCPs these players have destroyed."""
    return sum(card.by in who for card in scope.board.scp_discard)


@word("number")
def cost_paid(scope: Scope) -> int:
    """The printed Cost of the card that was destroyed as cost."""
    return scope.env.paid


@word("number")
def pool(scope: Scope, who: Players) -> int:
    """The Resources in their pools together."""
    return sum(scope.board.players[seat].pool for seat in who)


@word("number", "icons")
def icon_number(scope: Scope, icon: Icon) -> int:
    """SCP-309 How many of this Icon you have in play."""
    return query.icon_count(scope.board, scope.env.you, icon, scope.stratum)


@word("number")
def unsecured_total(scope: Scope) -> int:
    """SCP-236 The counters on all Unsecured SCPs."""
    return containment.unsecured_total(scope.board)


@word("number")
def untapped_total(scope: Scope, skill: Skill) -> int:
    """The Skill Values of your untapped Personnel with this Skill together."""
    board, stratum = scope.board, scope.stratum
    able = (card for card in query.personnel(board, scope.env.you) if query.skills(board, card, stratum)[skill])
    return sum(query.skill_value(board, card, stratum) for card in able if not card.tapped)


@word("number")
def secured_count(scope: Scope, who: Players) -> int:
    """SCP-448 How many SCPs were Secured this turn by attempts of these players."""
    return len(scope.board.facts.secured) if scope.board.active in who else 0


@word("number")
def cost(scope: Scope) -> int:
    """SCP-302 The printed Cost of the card."""
    return 0 if scope.printed is None else scope.printed.cost
