"""Words for what holds while a card is in play, and for what lasts; `continuous.py` asks for them."""

from __future__ import annotations

from domain.games.scp import events as e
from domain.games.scp.board import Job, Until
from domain.games.scp.definitions import Icon, Kind, Skill
from domain.games.scp.rules.continuous import EvalContext
from domain.games.scp.rules.effects import EffectContext
from domain.games.scp.words.vocabulary import Change, Count, Forbidden, Lost, word
from domain.kernel.effects.vocabulary import Cards, Condition, Players

# While the card is in play


@word("modifier")
def mod_skill(context: EvalContext, cards: Cards, n: Change) -> None:
    """SCP-405 Their Skill Values are n higher."""


@word("modifier")
def mod_group(context: EvalContext, n: Change) -> None:
    """SCP-403 The group total of your attempts is n higher."""


@word("modifier")
def mod_req(context: EvalContext, cards: Cards, kind: Kind, n: Change) -> None:
    """SCP-408 SCP-414 SCP-421 SCP-422 Attempts of this kind on these SCPs need n more."""


@word("modifier")
def grant_skill(context: EvalContext, cards: Cards, skill: Skill) -> None:
    """SCP-507 They have a copy of this Skill more."""


@word("modifier")
def lose_skill(context: EvalContext, cards: Cards, skill: Lost) -> None:
    """SCP-507 They have no copy of this Skill, or of any."""


@word("modifier")
def grant_icon(context: EvalContext, cards: Cards, icon: Icon) -> None:
    """SCP-507 They have this Icon."""


@word("modifier")
def immune(context: EvalContext, cards: Cards, condition: Condition) -> None:
    """SCP-519 Such cards cannot target them."""


@word("modifier")
def cannot(context: EvalContext, who: Players, what: Forbidden) -> None:
    """SCP-517 The players cannot begin raids, or assign to a job."""


@word("modifier")
def cannot_do(context: EvalContext, cards: Cards, job: Job) -> None:
    """SCP-517 These Personnel cannot be given this job."""


@word("modifier")
def mod_cost(context: EvalContext, who: Players, condition: Condition, n: Change) -> None:
    """SCP-317 Such cards cost these players n more."""


@word("modifier")
def mod_ev(context: EvalContext, who: Players, n: Change) -> None:
    """SCP-432 Complications of these players put n more counters on an SCP."""


@word("modifier")
def mod_refill(context: EvalContext, who: Players, n: Change) -> None:
    """SCP-212 Their Resupply refills them to n more."""


@word("modifier")
def mod_production(context: EvalContext, cards: Cards, n: Change) -> None:
    """SCP-231 These Finance produce n more."""


@word("modifier")
def extra_deploy(context: EvalContext, n: Count) -> None:
    """SCP-232 You may reveal n more cards in each of your Maintenance Phases."""


@word("modifier")
def prevent_attrition(context: EvalContext, who: Players, n: Count) -> None:
    """SCP-440 Each time that they suffer Attrition, n of it is prevented."""


@word("modifier")
def attrition_value(context: EvalContext, cards: Cards, n: Count) -> None:
    """SCP-439 They count as Cost n when chosen for Attrition."""


@word("modifier")
def score_bonus(context: EvalContext, who: Players, n: Count) -> None:
    """SCP-704 They score n more."""


# For a while


@word("effect", "mod_skill")
def mod_skill_for(context: EffectContext, cards: Cards, n: Change, until: Until) -> None:
    """SCP-515 Their Skill Values are n higher for a while."""
    context.last(until)


@word("effect", "mod_group")
def mod_group_now(context: EffectContext, n: Change) -> None:
    """SCP-403 SCP-515 The group total of this attempt is n higher."""
    if context.board.attempt is not None:
        context.last("this_attempt")


@word("effect", "mod_req")
def mod_req_for(context: EffectContext, cards: Cards, kind: Kind, n: Change, until: Until) -> None:
    """SCP-515 Attempts of this kind on these SCPs need n more for a while."""
    context.last(until)


@word("effect", "grant_skill")
def grant_skill_for(context: EffectContext, cards: Cards, skill: Skill, until: Until) -> None:
    """SCP-507 SCP-515 They have a copy of this Skill more for a while."""
    context.last(until)


@word("effect", "lose_skill")
def lose_skill_for(context: EffectContext, cards: Cards, skill: Lost, until: Until) -> None:
    """SCP-507 SCP-515 They have no copy of this Skill, or of any, for a while."""
    context.last(until)


@word("effect", "grant_icon")
def grant_icon_for(context: EffectContext, cards: Cards, icon: Icon, until: Until) -> None:
    """SCP-507 SCP-515 They have this Icon for a while."""
    context.last(until)


@word("effect")
def blank(context: EffectContext, cards: Cards, until: Until) -> None:
    """SCP-515 SCP-518 They have no text for a while."""
    context.last(until, cards=cards)


@word("effect", "cannot")
def cannot_for(context: EffectContext, who: Players, what: Forbidden, until: Until) -> None:
    """SCP-515 SCP-517 The players cannot begin raids, or assign to a job, for a while."""
    context.last(until)


@word("effect", "prevent_attrition")
def prevent_now(context: EffectContext, who: Players, n: Count) -> None:
    """SCP-440 SCP-515 Up to n of the Attrition that they suffer in this attempt is prevented."""
    if context.board.attempt is not None:
        context.last("this_attempt", stock=n)


@word("effect", "extra_deploy")
def extra_deploy_now(context: EffectContext, n: Count) -> None:
    """SCP-232 You may reveal n more cards this turn."""
    context.batch.emit(e.RevealsAllowed(seat=context.env.you, n=n, cause=context.env.cid))
