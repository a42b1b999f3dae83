"""Questions: for each kind of prompt what may be answered, why not, what by default, and who carries it out."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial

from msgspec.structs import replace

from domain.games.capcom_crossovers import actions as a
from domain.games.capcom_crossovers.board import Board
from domain.games.capcom_crossovers.match import State
from domain.games.capcom_crossovers.rules import (
    abilities,
    attacks,
    cleanup,
    combos,
    damage,
    defending,
    effects,
    setup,
    turns,
    unasked,
)
from domain.games.capcom_crossovers.tables import attack_id
from domain.kernel.actions import Action
from domain.kernel.dispatch import ByType, always, by_type, on
from domain.kernel.prompts import Template
from domain.kernel.questions import Question, of_board, questions_of
from domain.kernel.refusal import Refusal, illegal

UNASKED: Mapping[type[Action], tuple[str, str]] = {
    a.Keep: ("CAP-107", "you are not asked for a mulligan"),
    a.Mulligan: ("CAP-109", "you are not asked for a mulligan: it is taken once, after the deal"),
    a.DrawCards: ("CAP-203", "it is not your draw phase"),
    a.DeclareAttack: ("CAP-206", "it is not your combat phase"),
    a.SetBlock: ("CAP-420", "a block is set in the own combat phase, instead of attacking"),
    a.PassCombat: ("CAP-206", "it is not your combat phase"),
    a.FollowUp: ("CAP-410", "you have no combo to go on with"),
    a.EndCombo: ("CAP-418", "you have no combo to end"),
    a.TakeHit: ("CAP-405", "there is no attack for you to answer"),
    a.Dodge: ("CAP-405", "there is no attack for you to answer"),
    a.Counter: ("CAP-405", "there is no attack for you to answer"),
    a.Avoid: ("CAP-405", "there is no attack for you to answer"),
    a.TechHit: ("CAP-471", "there is no throw for you to answer"),
    a.VariableCounter: ("CAP-910", "a variable counter answers an initial attack"),
    a.Reply: ("CAP-445", "a ranged reply is made once, right after a successful dodge"),
    a.Absorb: ("CAP-509", "you are not asked to prevent damage"),
    a.Use: ("CAP-503", "there is no ability that you are asked about"),
    a.Decline: ("CAP-405", "you are offered nothing that can be declined"),
    a.PlaceInMeter: ("CAP-210", "it is not your clean-up phase"),
    a.RecoverAce: ("CAP-311", "it is not your clean-up phase"),
    a.RecoverJoker: ("CAP-210", "it is not your clean-up phase"),
    a.Tag: ("CAP-905", "characters are tagged in the own clean-up phase"),
    a.RecoverHp: ("CAP-210", "it is not your clean-up phase"),
    a.EndTurn: ("CAP-210", "it is not your clean-up phase"),
    a.Discard: ("CAP-212", "you are not asked to discard"),
    a.Cut: ("CAP-R10", "you are not asked to cut"),
    a.UseAbility: ("CAP-502", "you have no ability to use now"),
}
"""The rule that says who may do it and when, with a sentence that is true whenever nobody asks for it."""


def _or_decline(options: Callable[[State, int], Iterable[Template]]) -> Callable[[State, int], Iterable[Template]]:
    """CAP-404 These answers, and to decline them all."""
    return lambda state, seat: (*options(state, seat), Template("decline", {}, (), "Decline", ("CAP-404",)))


def _defend(state: State, seat: int) -> Iterator[Template]:
    """CAP-404 CAP-405 Every answer to an initial attack."""
    board = state.board
    yield Template("take_hit", {}, (), "Take the hit", ("CAP-406",))
    if defending.refuse_dodge(board, seat, a.Dodge()) is None:
        yield Template("dodge", {}, (), "Dodge", ("CAP-440",))
    yield from attacks.templates(board, seat, "counter", defending.refuse_answer, "CAP-450")
    yield from attacks.templates(board, seat, "avoid", defending.refuse_avoid, "CAP-456")
    yield from defending.tech_templates(state, seat)
    yield from defending.variable_counter_templates(board, seat)


def _combo(board: Board, seat: int) -> Iterator[Template]:
    yield from attacks.templates(board, seat, "follow_up", attacks.refuse_follow_up, "CAP-410")
    yield Template("end_combo", {}, (), "End the combo", ("CAP-418",))


def _either_way(state: State, seat: int, action: a.Pair) -> Action:
    """CAP-471 CAP-906 Either card of a pair may be named first."""
    card1, card2 = sorted(action.cards)
    return replace(action, card1=card1, card2=card2)


WHY: ByType[State, int, Refusal | None] = by_type(
    on(a.DrawCards, of_board(turns.refuse_draw)),
    on(a.DeclareAttack, attacks.why(attacks.refuse_opener)),
    on(a.SetBlock, of_board(turns.refuse_block)),
    on(a.FollowUp, attacks.why(attacks.refuse_follow_up)),
    on(a.Dodge, of_board(defending.refuse_dodge)),
    on(a.Counter, attacks.why(defending.refuse_answer)),
    on(a.Avoid, attacks.why(defending.refuse_avoid)),
    on(a.TechHit, defending.refuse_tech),
    on(a.VariableCounter, of_board(defending.refuse_variable_counter)),
    on(a.Reply, attacks.why(attacks.refuse_reply)),
    on(a.PlaceInMeter, of_board(cleanup.refuse_place)),
    on(a.RecoverAce, of_board(cleanup.refuse_ace)),
    on(a.RecoverJoker, of_board(cleanup.refuse_joker)),
    on(a.Tag, of_board(cleanup.refuse_tag)),
    on(a.RecoverHp, of_board(cleanup.refuse_recover_hp)),
    on(a.UseAbility, of_board(abilities.refuse)),
)
MEANT: ByType[State, int, Action] = by_type(
    on(a.DeclareAttack, attacks.meant),
    on(a.FollowUp, attacks.meant),
    on(a.Counter, attacks.meant),
    on(a.Avoid, attacks.meant),
    on(a.Reply, attacks.meant),
    on(a.TechHit, _either_way),
    on(a.Tag, _either_way),
)


def _last_attack(board: Board, seat: int) -> str | None:
    """The attack that was declared last, by its id on the table."""
    return None if board.combat is None else attack_id(board.combat.last.number)


_ASKED = (
    Question(
        kind="mulligan_choice",
        rule="CAP-107",
        text="Keep the opening hand or take a mulligan",
        options=setup.mulligan_templates,
        answers=by_type(on(a.Keep, setup.keep), on(a.Mulligan, setup.mulligan)),
        default=always(a.Keep()),
    ),
    Question(
        kind="draw",
        rule="CAP-203",
        text="Draw cards",
        options=of_board(turns.draw_templates),
        answers=by_type(on(a.DrawCards, turns.draw)),
        default=always(a.DrawCards(1)),
    ),
    Question(
        kind="combat",
        rule="CAP-206",
        text="Attack, set a block, or pass",
        options=of_board(turns.combat_templates),
        answers=by_type(
            on(a.DeclareAttack, turns.declare_attack),
            on(a.SetBlock, turns.set_block),
            on(a.PassCombat, turns.pass_combat),
        ),
        default=always(a.PassCombat()),
    ),
    Question(
        kind="variable_counter",
        rule="CAP-956",
        text="Call a variable counter or not",
        about=of_board(_last_attack),
        options=_or_decline(of_board(defending.variable_counter_templates)),
        answers=by_type(
            on(a.VariableCounter, defending.variable_counter), on(a.Decline, defending.decline_variable_counter)
        ),
        default=always(a.Decline()),
    ),
    Question(
        kind="defend",
        rule="CAP-404",
        text="Answer the attack",
        about=of_board(_last_attack),
        options=_defend,
        answers=by_type(
            on(a.TakeHit, defending.take_hit),
            on(a.Dodge, defending.dodge),
            on(a.Counter, defending.counter),
            on(a.Avoid, defending.avoid),
            on(a.TechHit, defending.tech_hit),
            on(a.VariableCounter, defending.variable_counter),
        ),
        default=always(a.TakeHit()),
    ),
    Question(
        kind="tech_hit",
        rule="CAP-471",
        text="Tech hit the throw or take it",
        about=of_board(_last_attack),
        options=_or_decline(defending.tech_templates),
        answers=by_type(on(a.TechHit, defending.tech_hit), on(a.Decline, defending.decline_tech)),
        default=always(a.Decline()),
    ),
    Question(
        kind="ranged_reply",
        rule="CAP-445",
        text="Reply with a ranged attack or not",
        about=of_board(_last_attack),
        options=_or_decline(
            of_board(partial(attacks.templates, action="reply", test=attacks.refuse_reply, rule="CAP-445"))
        ),
        answers=by_type(on(a.Reply, defending.reply), on(a.Decline, defending.decline_reply)),
        default=always(a.Decline()),
    ),
    Question(
        kind="combo",
        rule="CAP-410",
        text="Go on with the combo or end it",
        about=of_board(_last_attack),
        options=of_board(_combo),
        answers=by_type(on(a.FollowUp, attacks.follow), on(a.EndCombo, combos.end_combo)),
        default=always(a.EndCombo()),
    ),
    Question(
        kind="damage_response",
        rule="CAP-509",
        text="Discard to prevent damage or not",
        options=_or_decline(of_board(abilities.absorb_templates)),
        answers=by_type(on(a.Absorb, damage.absorb), on(a.Decline, damage.decline)),
        default=always(a.Decline()),
    ),
    Question(
        kind="ability_choice",
        rule="CAP-507",
        text="Use the ability or not",
        options=_or_decline(abilities.may_templates),
        answers=by_type(on(a.Use, abilities.use), on(a.Decline, abilities.decline)),
        default=always(a.Decline()),
    ),
    Question(
        kind="cleanup",
        rule="CAP-210",
        text="Place, recover, tag, or end the turn",
        options=of_board(cleanup.templates),
        answers=by_type(
            on(a.PlaceInMeter, cleanup.place),
            on(a.RecoverAce, cleanup.recover_ace),
            on(a.RecoverJoker, cleanup.recover_joker),
            on(a.Tag, cleanup.tag),
            on(a.RecoverHp, cleanup.recover_hp),
            on(a.EndTurn, turns.end_turn),
        ),
        default=always(a.EndTurn()),
    ),
    Question(
        kind="discard_to_endurance",
        rule="CAP-211",
        text="Discard down to Endurance",
        options=of_board(partial(effects.discard_templates, "CAP-211")),
        answers=by_type(on(a.Discard, turns.discard)),
        default=of_board(effects.default_discard),
    ),
    Question(
        kind="discard",
        rule="CAP-R87",
        text="Discard a card",
        options=of_board(partial(effects.discard_templates, "CAP-R87")),
        answers=by_type(on(a.Discard, effects.discard)),
        default=of_board(effects.default_discard),
    ),
    Question(
        kind="cut_deck",
        rule="CAP-315",
        text="Cut the draw pile",
        options=cleanup.cut_templates,
        answers=by_type(on(a.Cut, cleanup.cut)),
        default=always(a.Cut(0)),
    ),
    Question(
        kind="ability",
        rule="CAP-502",
        text="Use an ability at any time",
        mode="standing",
        clock="none",
        options=of_board(abilities.templates),
        answers=by_type(on(a.UseAbility, abilities.perform)),
        default=always(None),
    ),
)
QUESTIONS = questions_of(*(dataclasses.replace(question, why=WHY, meant=MEANT) for question in _ASKED))
"""CAP-R51 Every prompt of the catalogue; `ability` stands open for a player who may use an any-time ability (CAP-502)
and is not used by default.
"""


def refuse_unasked(state: State, seat: int, action: Action) -> Refusal:
    """CAP-405 CAP-R103 Nobody acts without a prompt: the rule that forbids it now, else that of who may do it."""
    rule, message = UNASKED[type(action)]
    if any(type(action) in QUESTIONS[one.kind][None].answers for one in state.prompts.values() if one.seat == seat):
        return illegal(rule, "another of your open prompts is answered so, not this one")
    why = unasked.WHY.get(type(action))
    return (why and why(state, seat, action)) or illegal(rule, message)


def plays(state: State, seat: int) -> Iterator[tuple[str, Action]]:
    """CAP-420 CAP-210 A playing card by itself is set as a block or goes into the super meter; moves use several."""
    for face in state.board.players[seat].hand.known:
        yield from ((face, a.SetBlock(face)), (face, a.PlaceInMeter(face)))
