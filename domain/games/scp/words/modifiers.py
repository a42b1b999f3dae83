"""Words for what holds while a card is in play, and for what lasts; `continuous.py` asks for them."""

from __future__ import annotations

from typing import Annotated

from domain.games.scp import events as e
from domain.games.scp.board import Job, Until
from domain.games.scp.definitions import IN_ATTEMPT, Kind, Skill
from domain.games.scp.rules.continuous import EvalContext
from domain.games.scp.rules.effects import EffectContext
from domain.games.scp.words.vocabulary import (
    CardsInPlay,
    Change,
    ChosenForAttrition,
    Count,
    FinanceCards,
    Forbidden,
    IconName,
    Lost,
    PersonnelCards,
    Place,
    ScpCards,
    word,
)
from domain.kernel.effects.vocabulary import About, Condition, Players

# While the card is in play


def asks_for_none(place: Place, *words: str) -> None:
    """SCP-R71 A text that gives something does not ask for what depends on it."""
    wrong = next((asked for asked in (*place.words(), *place.part.asked) if asked in words), None)
    if wrong is not None:
        message = f"what holds {place.call.word!r} all the time can't ask for {wrong!r}, which depends on it (SCP-R71)"
        raise place.fault(message)


def asks_for_no_total(place: Place) -> None:
    """SCP-R71 Skill Values add up to totals."""
    asks_for_none(place, "untapped_total")


def asks_for_no_skill(place: Place) -> None:
    """SCP-R71 Totals are those of a Skill."""
    asks_for_none(place, "skill", "untapped_total")


def asks_for_no_icon(place: Place) -> None:
    """SCP-R71 SCP-510 With Icons Resources become active, whose texts give Skills."""
    asks_for_none(place, "icon", "icons", "skill", "untapped_total")
    if place.part.card.required_icons:
        raise place.fault("a Resource that needs Icons gives none all the time (SCP-510, SCP-R71)")


@word("modifier", check=asks_for_no_total)
def mod_skill(context: EvalContext, cards: PersonnelCards, n: Change) -> None:
    """SCP-405 Their Skill Values are n higher."""


@word("modifier")
def mod_group(context: EvalContext, n: Change) -> None:
    """SCP-403 The group total of your attempts is n higher."""


@word("modifier")
def mod_req(context: EvalContext, cards: ScpCards, kind: Kind, n: Change) -> None:
    """SCP-408 SCP-414 SCP-421 SCP-422 Attempts of this kind on these SCPs need n more."""


@word("modifier", check=asks_for_no_skill)
def grant_skill(context: EvalContext, cards: PersonnelCards, skill: Skill) -> None:
    """SCP-507 They have a copy of this Skill more."""


@word("modifier", check=asks_for_no_skill)
def lose_skill(context: EvalContext, cards: PersonnelCards, skill: Lost) -> None:
    """SCP-507 They have no copy of this Skill, or of any."""


@word("modifier", check=asks_for_no_icon)
def grant_icon(context: EvalContext, cards: PersonnelCards, icon: IconName) -> None:
    """SCP-507 They have this Icon."""


@word("modifier")
def immune(context: EvalContext, cards: CardsInPlay, condition: Annotated[Condition, About("source")]) -> None:
    """SCP-519 Such cards cannot target them."""


def what_can_be_forbidden(place: Place) -> None:
    """SCP-216 A Mission may want its SCP Secured before others."""
    part = place.part
    of_a_mission = part.given.when == "restrict" and part.targeted.target is not None and part.target <= {"scp"}
    if place.name("what") == "assign_secure_other" and not of_a_mission:
        message = "'assign_secure_other' is a restriction of a Mission whose target is an SCP (SCP-216)"
        raise place.fault(message, "what")


@word("modifier", check=what_can_be_forbidden)
def cannot(context: EvalContext, who: Players, what: Forbidden) -> None:
    """SCP-517 The players cannot begin raids, or assign to a job."""


@word("modifier")
def cannot_do(context: EvalContext, cards: PersonnelCards, job: Job) -> None:
    """SCP-517 These Personnel cannot be given this job."""


@word("modifier")
def mod_cost(context: EvalContext, who: Players, condition: Annotated[Condition, About("priced")], n: Change) -> None:
    """SCP-317 Such cards cost these players n more."""


@word("modifier")
def mod_ev(context: EvalContext, who: Players, n: Change) -> None:
    """SCP-432 Complications of these players put n more counters on an SCP."""


@word("modifier")
def mod_refill(context: EvalContext, who: Players, n: Change) -> None:
    """SCP-212 Their Resupply refills them to n more."""


@word("modifier")
def mod_production(context: EvalContext, cards: FinanceCards, n: Change) -> None:
    """SCP-231 These Finance produce n more."""


@word("modifier")
def extra_deploy(context: EvalContext, n: Count) -> None:
    """SCP-232 You may reveal n more cards in each of your Maintenance Phases."""


@word("modifier")
def prevent_attrition(context: EvalContext, who: Players, n: Count) -> None:
    """SCP-440 Each time that they suffer Attrition, n of it is prevented."""


@word("modifier")
def attrition_value(context: EvalContext, cards: ChosenForAttrition, n: Count) -> None:
    """SCP-439 They count as Cost n when chosen for Attrition."""


@word("modifier")
def score_bonus(context: EvalContext, who: Players, n: Count) -> None:
    """SCP-704 They score n more."""


# For a while


def in_an_attempt(place: Place) -> None:
    """SCP-515 An effect that lasts for an attempt happens in one."""
    if place.name("until") == "this_attempt" and not place.part.works(IN_ATTEMPT):
        raise place.fault(f"'this_attempt' has no meaning here; it can stand in {', '.join(IN_ATTEMPT)}", "until")


@word("effect", "mod_skill", check=in_an_attempt)
def mod_skill_for(context: EffectContext, cards: PersonnelCards, n: Change, until: Until) -> None:
    """SCP-515 Their Skill Values are n higher for a while."""
    context.last(until)


@word("effect", "mod_group", only=IN_ATTEMPT)
def mod_group_now(context: EffectContext, n: Change) -> None:
    """SCP-403 SCP-515 The group total of this attempt is n higher."""
    if context.board.attempt is not None:
        context.last("this_attempt")


@word("effect", "mod_req", check=in_an_attempt)
def mod_req_for(context: EffectContext, cards: ScpCards, kind: Kind, n: Change, until: Until) -> None:
    """SCP-515 Attempts of this kind on these SCPs need n more for a while."""
    context.last(until)


@word("effect", "grant_skill", check=in_an_attempt)
def grant_skill_for(context: EffectContext, cards: PersonnelCards, skill: Skill, until: Until) -> None:
    """SCP-507 SCP-515 They have a copy of this Skill more for a while."""
    context.last(until)


@word("effect", "lose_skill", check=in_an_attempt)
def lose_skill_for(context: EffectContext, cards: PersonnelCards, skill: Lost, until: Until) -> None:
    """SCP-507 SCP-515 They have no copy of this Skill, or of any, for a while."""
    context.last(until)


@word("effect", "grant_icon", check=in_an_attempt)
def grant_icon_for(context: EffectContext, cards: PersonnelCards, icon: IconName, until: Until) -> None:
    """SCP-507 SCP-515 They have this Icon for a while."""
    context.last(until)


@word("effect", check=in_an_attempt)
def blank(context: EffectContext, cards: CardsInPlay, until: Until) -> None:
    """SCP-515 SCP-518 They have no text for a while."""
    context.last(until, cards=cards)


def forbidden_for_a_while(place: Place) -> None:
    """SCP-216 SCP-515 Both of it."""
    what_can_be_forbidden(place)
    in_an_attempt(place)


@word("effect", "cannot", check=forbidden_for_a_while)
def cannot_for(context: EffectContext, who: Players, what: Forbidden, until: Until) -> None:
    """SCP-515 SCP-517 The players cannot begin raids, or assign to a job, for a while."""
    context.last(until)


@word("effect", "prevent_attrition", only=IN_ATTEMPT)
def prevent_now(context: EffectContext, who: Players, n: Count) -> None:
    """SCP-440 SCP-515 Up to n of the Attrition that they suffer in this attempt is prevented."""
    if context.board.attempt is not None:
        context.last("this_attempt", stock=n)


@word("effect", "extra_deploy")
def extra_deploy_now(context: EffectContext, n: Count) -> None:
    """SCP-232 You may reveal n more cards this turn."""
    context.batch.emit(e.RevealsAllowed(seat=context.env.you, n=n, cause=context.env.cid))
