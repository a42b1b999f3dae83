"""Words for what a card, an attempt or the moment is, and for numbers."""

from __future__ import annotations

from domain.games.scp.board import Asset, Phase, Scp, SecuredNow
from domain.games.scp.definitions import (
    ABOUT_ATTEMPT,
    IN_PLAY,
    ON_TABLE,
    Class,
    ComplicationType,
    Kind,
    Skill,
    Status,
)
from domain.games.scp.rules import complications, containment, continuous
from domain.games.scp.rules.continuous import EvalContext
from domain.games.scp.words.vocabulary import (
    ELSEWHERE,
    PRINTED,
    AnyCards,
    CardName,
    IconName,
    PersonnelCards,
    Place,
    ScpCards,
    SubtypeName,
    word,
)
from domain.kernel.effects.vocabulary import Players


def _is(context: EvalContext, kind: str) -> bool:
    return context.printed is not None and kind in context.printed.types


@word("condition", asks=("personnel", *ELSEWHERE), tells="personnel")
def personnel(context: EvalContext) -> bool:
    """SCP-611 A Personnel."""
    return _is(context, "personnel")


@word("condition", asks=("gear", *ELSEWHERE), tells="gear")
def gear(context: EvalContext) -> bool:
    """SCP-609 A Gear."""
    return _is(context, "gear")


@word("condition", asks=("finance", *ELSEWHERE), tells="finance")
def finance(context: EvalContext) -> bool:
    """SCP-608 A Finance."""
    return _is(context, "finance")


@word("condition", asks=("resource", *ELSEWHERE), tells="resource")
def resource(context: EvalContext) -> bool:
    """SCP-613 A Resource card."""
    return _is(context, "resource")


@word("condition", "scp", asks=("scp", "destroyed", "source"), tells="scp")
def is_scp(context: EvalContext) -> bool:
    """SCP-603 An SCP."""
    return _is(context, "scp")


@word("condition", asks=("discard", "source", "priced"))
def event(context: EvalContext) -> bool:
    """SCP-607 An Event."""
    return _is(context, "event")


@word("condition", asks=("discard", "source"))
def complication(context: EvalContext) -> bool:
    """SCP-605 A Complication."""
    return _is(context, "complication")


@word("condition", asks=("discard", "source"))
def mission(context: EvalContext) -> bool:
    """SCP-610 A Mission."""
    return _is(context, "mission")


def _asset(context: EvalContext) -> Asset | None:
    return context.card if isinstance(context.card, Asset) else None


@word("condition", asks=("personnel",))
def skill(context: EvalContext, name: Skill) -> bool:
    """SCP-506 It has this Skill now."""
    card = _asset(context)
    return card is not None and name in continuous.skills(context.board, card, context.stratum)


@word("condition", asks=("personnel",))
def icon(context: EvalContext, name: IconName) -> bool:
    """SCP-612 It has this Icon now: command, researcher, soldier, non_human, or that of a site, as site_19."""
    card = _asset(context)
    return card is not None and name in continuous.icons(context.board, card, context.stratum)


@word("condition", asks=PRINTED)
def subtype(context: EvalContext, name: SubtypeName) -> bool:
    """It has this printed subtype."""
    return context.printed is not None and name in context.printed.subtypes


@word("condition", asks=("scp", "destroyed"))
def scp_class(context: EvalContext, name: Class) -> bool:
    """SCP-604 An SCP of this type."""
    return context.printed is not None and context.printed.class_ == name


@word("condition", asks=("discard", "source"))
def of_type(context: EvalContext, types: tuple[ComplicationType, ...]) -> bool:
    """SCP-606 A Complication of one of these types."""
    return context.printed is not None and context.printed.complication_type in types


@word("condition", asks=PRINTED)
def titled(context: EvalContext, card: CardName) -> bool:
    """This card."""
    return context.printed is not None and context.printed.cid == card


@word("condition", asks=IN_PLAY)
def tapped(context: EvalContext) -> bool:
    """SCP-502 It is tapped; an SCP is if it is Contained."""
    card = _asset(context)
    return _status(context, "contained") if card is None else card.tapped


@word("condition", asks=IN_PLAY)
def untapped(context: EvalContext) -> bool:
    """SCP-502 It is not tapped; an SCP is if it is not Contained."""
    card = _asset(context)
    return context.card is not None and (card is None or not card.tapped) and not _status(context, "contained")


@word("condition", asks=("personnel",))
def wounded(context: EvalContext) -> bool:
    """SCP-442 It has at least one Wound."""
    card = _asset(context)
    return card is not None and card.wounds > 0


@word("condition", asks=("personnel",))
def defending(context: EvalContext) -> bool:
    """SCP-447 It is assigned to defend."""
    card = _asset(context)
    return card is not None and card.assignment is not None and card.assignment.job == "defend"


def _status(context: EvalContext, status: Status) -> bool:
    return isinstance(context.card, Scp) and context.card.status == status


@word("condition", asks=("scp",))
def unsecured(context: EvalContext) -> bool:
    """SCP-501 An SCP in the centre."""
    return _status(context, "unsecured")


@word("condition", asks=("scp",))
def secured(context: EvalContext) -> bool:
    """SCP-501 A Secured SCP that is not Contained."""
    return _status(context, "secured")


@word("condition", asks=("scp",))
def contained(context: EvalContext) -> bool:
    """SCP-501 A Contained SCP."""
    return _status(context, "contained")


@word("condition", asks=(*IN_PLAY, "destroyed"), only=ON_TABLE)
def this(context: EvalContext) -> bool:
    """This card."""
    return context.subject is not None and context.subject == context.env.iid


@word("condition", asks=(*IN_PLAY, "destroyed"), only=ON_TABLE)
def other(context: EvalContext) -> bool:
    """Any card but this."""
    return context.subject != context.env.iid


@word("condition", asks=(*IN_PLAY, "face_down", "destroyed"))
def controlled(context: EvalContext, who: Players) -> bool:
    """One of these players controls it, or did when it left."""
    return context.owner in who


# The attempt


@word("condition", only=ABOUT_ATTEMPT)
def attempt(context: EvalContext, kinds: tuple[Kind, ...]) -> bool:
    """SCP-401 An attempt of one of these kinds is on."""
    now = context.board.attempt
    return now is not None and now.kind in kinds


@word("condition", only=ABOUT_ATTEMPT)
def attempt_by(context: EvalContext, who: Players) -> bool:
    """SCP-402 The attempt that is on is that of one of these players."""
    now = context.board.attempt
    return now is not None and now.active in who


@word("condition", only=ABOUT_ATTEMPT)
def in_attempt(context: EvalContext, cards: PersonnelCards) -> bool:
    """SCP-402 All of these are in the attempt."""
    now = context.board.attempt
    return now is not None and bool(cards) and all(iid in now.members for iid in cards)


@word("condition")
def some(context: EvalContext, cards: AnyCards) -> bool:
    """There is at least one of these."""
    return bool(cards)


@word("condition", only=("response",))
def announced(context: EvalContext, types: tuple[ComplicationType, ...]) -> bool:
    """SCP-429 The Complication that waits for a response is of one of these types."""
    waiting = complications.announced(context.board)
    return waiting is not None and waiting.complication_type in types


def _securings(context: EvalContext, cards: tuple[str, ...]) -> list[SecuredNow]:
    """SCP-448 The last attempt of this turn in which each of these was Secured."""
    made = {one.scp: one for one in context.board.facts.secured}
    return [made[iid] for iid in cards if iid in made]


@word("condition")
def secured_this_turn(context: EvalContext, cards: ScpCards) -> bool:
    """SCP-448 You Secured these this turn by an attempt."""
    found: tuple[str, ...] = cards
    return bool(found) and len(_securings(context, found)) == len(found)


@word("condition")
def contained_this_turn(context: EvalContext, cards: ScpCards) -> bool:
    """SCP-448 You Contained these this turn by an attempt."""
    return bool(cards) and all(iid in context.board.facts.contained for iid in cards)


@word("condition")
def destroyed_this_turn(context: EvalContext, cards: ScpCards) -> bool:
    """SCP-423 You destroyed these this turn."""
    return bool(cards) and all(iid in context.board.facts.destroyed for iid in cards)


@word("condition")
def members_had(context: EvalContext, cards: ScpCards, icon: IconName) -> bool:
    """SCP-448 A member of the attempt in which each of these was Secured this turn had the Icon."""
    made = _securings(context, cards)
    return bool(made) and all(icon in one.icons for one in made)


@word("condition")
def no_complication(context: EvalContext, cards: ScpCards) -> bool:
    """SCP-432 No Complication took effect in the attempt in which each of these was Secured this turn."""
    made = _securings(context, cards)
    return bool(made) and not any(one.resolved for one in made)


@word("condition")
def in_phase(context: EvalContext, name: Phase) -> bool:
    """SCP-201 It is this phase of the turn."""
    return context.board.phase_name == name


# Numbers


@word("number")
def count(context: EvalContext, cards: AnyCards) -> int:
    """How many of these there are."""
    return len(cards)


@word("number")
def destroyed_count(context: EvalContext, who: Players) -> int:
    """SCP-423 How many SCPs these players have destroyed."""
    return sum(card.by in who for card in context.board.scp_discard)


def known_when_paid(place: Place) -> None:
    """SCP-301 The card that was destroyed as the cost."""
    if not place.part.chosen:
        raise place.fault("'cost_paid' is known when the cost is paid (SCP-301)")
    if "destroy(" not in (place.part.given.cost or ""):
        raise place.fault("'cost_paid' is of a card that is destroyed as a cost: destroy(...)")


@word("number", check=known_when_paid)
def cost_paid(context: EvalContext) -> int:
    """The printed Cost of the card that was destroyed as cost."""
    return context.env.paid


@word("number")
def pool(context: EvalContext, who: Players) -> int:
    """The Resources in their pools together."""
    return sum(context.board.players[seat].pool for seat in who)


@word("number", "icons", many=True)
def icon_number(context: EvalContext, icon: IconName) -> int:
    """SCP-309 How many of this Icon you have in play."""
    return continuous.icon_count(context.board, context.env.you, icon, context.stratum)


@word("number")
def hand(context: EvalContext, who: Players) -> int:
    """SCP-523 How many cards their hands hold together."""
    return sum(context.board.players[seat].hand.size for seat in who)


@word("number")
def scps_left(context: EvalContext) -> int:
    """SCP-104 How many SCPs the SCP deck holds."""
    return context.board.scp_deck.size


@word("number", asks=("scp",))
def counters(context: EvalContext) -> int:
    """SCP-503 The counters on the SCP."""
    return context.card.counters if isinstance(context.card, Scp) else 0


@word("number")
def unsecured_total(context: EvalContext) -> int:
    """SCP-236 The counters on all Unsecured SCPs."""
    return containment.unsecured_total(context.board)


@word("number", many=True)
def untapped_total(context: EvalContext, skill: Skill) -> int:
    """The Skill Values of your untapped Personnel with this Skill together."""
    board, stratum = context.board, context.stratum
    able = (
        card
        for card in continuous.personnel(board, context.env.you)
        if skill in continuous.skills(board, card, stratum)
    )
    return sum(continuous.skill_value(board, card, stratum) for card in able if not card.tapped)


@word("number")
def secured_count(context: EvalContext, who: Players) -> int:
    """SCP-448 How many SCPs were Secured this turn by attempts of these players."""
    return len(context.board.facts.secured) if context.board.active in who else 0


@word("number", asks=PRINTED)
def cost(context: EvalContext) -> int:
    """SCP-302 The printed Cost of the card."""
    return 0 if context.printed is None else context.printed.cost
