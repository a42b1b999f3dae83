"""Prompts and actions: for each what may be answered, why not, what by default, and who carries it out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from domain.games.capcom_crossovers import (
    abilities,
    attacks,
    cleanup,
    combos,
    damage,
    defending,
    effects,
    setup,
    turns,
)
from domain.games.capcom_crossovers import actions as a
from domain.games.capcom_crossovers.board import Attack, Board
from domain.games.capcom_crossovers.frames import CutDeck, Damage, Discards, May, Tech
from domain.games.capcom_crossovers.match import Batch, State
from domain.kernel.dispatch import ByType, by_type, on
from domain.kernel.frames import F, Frame, top
from domain.kernel.game import Action
from domain.kernel.prompts import Prompt, Template
from domain.kernel.refusal import Refusal, illegal

CLEANUP = (a.PlaceInMeter, a.RecoverAce, a.RecoverJoker, a.Tag, a.RecoverHp, a.EndTurn)
ANSWERS: Mapping[str, Sequence[type[Action]]] = {
    "mulligan_choice": (a.Keep, a.Mulligan),
    "draw": (a.DrawCards,),
    "combat": (a.DeclareAttack, a.SetBlock, a.PassCombat),
    "variable_counter": (a.VariableCounter, a.Decline),
    "defend": (a.TakeHit, a.Dodge, a.Counter, a.Avoid, a.TechHit, a.VariableCounter),
    "tech_hit": (a.TechHit, a.Decline),
    "ranged_reply": (a.Reply, a.Decline),
    "combo": (a.FollowUp, a.EndCombo),
    "damage_response": (a.Absorb, a.Decline),
    "ability_choice": (a.Use, a.Decline),
    "cleanup": CLEANUP,
    "discard_to_endurance": (a.Discard,),
    "discard": (a.Discard,),
    "cut_deck": (a.Cut,),
    "ability": (a.UseAbility,),
}
"""PROMPTS of the catalogue; `ability` stands open for a player who may use an any-time ability (CAP-502)."""
UNASKED: Mapping[type[Action], tuple[str, str]] = {
    a.Keep: ("CAP-107", "you are not asked for a mulligan"),
    a.Mulligan: ("CAP-109", "you are not asked for a mulligan: it is taken once, after the deal"),
    a.DrawCards: ("CAP-203", "it is not your draw phase"),
    a.DeclareAttack: ("CAP-207", "it is not your combat phase, or you have attacked in it"),
    a.SetBlock: ("CAP-420", "a block is set in the own combat phase, instead of attacking"),
    a.PassCombat: ("CAP-206", "it is not your combat phase"),
    a.FollowUp: ("CAP-410", "you have no combo to go on with"),
    a.EndCombo: ("CAP-418", "you have no combo to end"),
    a.TakeHit: ("CAP-405", "there is no attack for you to answer"),
    a.Dodge: ("CAP-405", "there is no attack for you to answer"),
    a.Counter: ("CAP-407", "there is no attack for you to answer; follow-ups and counters can't be answered"),
    a.Avoid: ("CAP-407", "there is no attack for you to answer; follow-ups and counters can't be answered"),
    a.TechHit: ("CAP-471", "there is no throw for you to answer"),
    a.VariableCounter: ("CAP-910", "a variable counter answers an initial attack"),
    a.Reply: ("CAP-445", "you have not dodged an attack"),
    a.Absorb: ("CAP-509", "there is no damage for you to prevent"),
    a.Use: ("CAP-503", "there is no ability that you are asked about"),
    a.Decline: ("CAP-405", "nothing is offered to you"),
    **dict.fromkeys(CLEANUP, ("CAP-210", "it is not your clean-up phase")),
    a.RecoverAce: ("CAP-311", "it is not your clean-up phase"),
    a.Tag: ("CAP-905", "characters are tagged in the own clean-up phase"),
    a.Discard: ("CAP-212", "you are not asked to discard"),
    a.Cut: ("CAP-R10", "you are not asked to cut"),
    a.UseAbility: ("CAP-502", "you have no ability to use now: it isn't ready, or your character isn't active"),
}
"""The rule that says who may do it and when."""


def _popped(batch: Batch, kind: type[F]) -> F:
    """The frame that asked, which goes."""
    frame = top(batch.frames, kind)
    batch.frames.pop()
    return frame


def _techable(state: State) -> Attack:
    """The throw that a tech hit would answer."""
    return _thrown(state.board, state.frames[-1])


def _thrown(board: Board, frame: Frame) -> Attack:
    return board.fight.attacks[frame.attack] if isinstance(frame, Tech) else board.fight.initial


def _defend_options(state: State, seat: int) -> Iterable[Template]:
    board = state.board
    yield Template("take_hit", {}, (), "Take the hit", ("CAP-406",))
    if defending.refuse_dodge(board, seat) is None:
        yield Template("dodge", {}, (), "Dodge", ("CAP-440",))
    yield from attacks.templates(board, seat, "counter", defending.refuse_answer, "CAP-450")
    yield from attacks.templates(board, seat, "avoid", defending.refuse_avoid, "CAP-456")
    yield from defending.tech_templates(board, seat, board.fight.initial)
    yield from defending.variable_counter_templates(board, seat)


DECLINE = Template("decline", {}, (), "Decline", ("CAP-404",))
OPTIONS: Mapping[str, Callable[[State, int], Iterable[Template]]] = {
    "mulligan_choice": lambda state, seat: (
        Template("keep", {}, (), "Keep", ("CAP-107",)),
        Template("mulligan", {}, (), "Mulligan", ("CAP-108",)),
    ),
    "draw": lambda state, seat: turns.draw_templates(state.board, seat),
    "combat": lambda state, seat: turns.combat_templates(state.board, seat),
    "variable_counter": lambda state, seat: (*defending.variable_counter_templates(state.board, seat), DECLINE),
    "defend": _defend_options,
    "tech_hit": lambda state, seat: (*defending.tech_templates(state.board, seat, _techable(state)), DECLINE),
    "ranged_reply": lambda state, seat: (
        *attacks.templates(state.board, seat, "reply", attacks.refuse_reply, "CAP-445"),
        DECLINE,
    ),
    "combo": lambda state, seat: (
        *attacks.templates(state.board, seat, "follow_up", attacks.refuse_follow_up, "CAP-410"),
        Template("end_combo", {}, (), "End the combo", ("CAP-418",)),
    ),
    "damage_response": lambda state, seat: (*abilities.absorb_templates(state.board, state.board.own(seat)), DECLINE),
    "ability_choice": lambda state, seat: (Template("use", {}, (), "Use the ability", ("CAP-507",)), DECLINE),
    "cleanup": lambda state, seat: cleanup.templates(state.board, seat),
    "discard_to_endurance": lambda state, seat: effects.discard_templates(state.board, seat, "CAP-211"),
    "discard": lambda state, seat: effects.discard_templates(state.board, seat, "CAP-R87"),
    "cut_deck": lambda state, seat: cleanup.cut_templates(state.board, top(state.frames, CutDeck)),
    "ability": lambda state, seat: abilities.templates(state.board, seat),
}


def options(state: State, prompt: Prompt) -> list[Template]:
    """The legal answers, computed from the board as it is now (CAP-502)."""
    return list(OPTIONS[prompt.kind](state, prompt.seat))


def _legal(state: State, prompt: Prompt, action: Action) -> None:
    """Always legal where a prompt asks for it."""


_Move = a.DeclareAttack | a.FollowUp | a.Counter | a.Avoid | a.Reply


def _refuse_move(test: attacks.Test) -> Callable[[State, Prompt, _Move], Refusal | None]:
    return lambda state, prompt, action: attacks.refuse(
        state.board, prompt.seat, action.move, action.cards, action.extra_cards, test
    )


REFUSE: ByType[State, Prompt, Refusal | None] = by_type(
    on(a.DrawCards, lambda state, prompt, action: turns.refuse_draw(state.board, prompt.seat, action)),
    on(a.DeclareAttack, _refuse_move(attacks.refuse_opener)),
    on(a.SetBlock, lambda state, prompt, action: turns.refuse_block(state.board, prompt.seat, action.card)),
    on(a.FollowUp, _refuse_move(attacks.refuse_follow_up)),
    on(a.Dodge, lambda state, prompt, action: defending.refuse_dodge(state.board, prompt.seat)),
    on(a.Counter, _refuse_move(defending.refuse_answer)),
    on(a.Avoid, _refuse_move(defending.refuse_avoid)),
    on(
        a.TechHit,
        lambda state, prompt, action: defending.refuse_tech(state.board, prompt.seat, _techable(state), action),
    ),
    on(
        a.VariableCounter,
        lambda state, prompt, action: defending.refuse_variable_counter(state.board, prompt.seat, action),
    ),
    on(a.Reply, _refuse_move(attacks.refuse_reply)),
    on(
        a.Absorb,
        lambda state, prompt, action: abilities.refuse_absorb(state.board, state.board.own(prompt.seat), action),
    ),
    on(a.PlaceInMeter, lambda state, prompt, action: cleanup.refuse_place(state.board, prompt.seat, action.card)),
    on(a.RecoverAce, lambda state, prompt, action: cleanup.refuse_ace(state.board, prompt.seat, action)),
    on(a.RecoverJoker, lambda state, prompt, action: cleanup.refuse_joker(state.board, prompt.seat, action)),
    on(a.Tag, lambda state, prompt, action: cleanup.refuse_tag(state.board, prompt.seat, action)),
    on(a.RecoverHp, lambda state, prompt, action: cleanup.refuse_recover_hp(state.board, prompt.seat, action.card)),
    on(a.Discard, lambda state, prompt, action: effects.refuse_discard(state.board, prompt.seat, action, prompt.rule)),
    on(a.Cut, lambda state, prompt, action: cleanup.refuse_cut(state.board, top(state.frames, CutDeck), action)),
    on(a.UseAbility, lambda state, prompt, action: abilities.refuse(state.board, prompt.seat, action)),
)


def refuse(state: State, prompt: Prompt, action: Action) -> Refusal | None:
    """Why an answer is not legal, or None."""
    return REFUSE.get(type(action), _legal)(state, prompt, action)


def refuse_unasked(state: State, seat: int, action: Action) -> Refusal:
    """CAP-405 Nobody acts without a prompt; the rule says who may do this and when."""
    return illegal(*UNASKED[type(action)])


DEFAULTS: Mapping[str, Action] = {
    "mulligan_choice": a.Keep(),
    "draw": a.DrawCards(1),
    "combat": a.PassCombat(),
    "defend": a.TakeHit(),
    "combo": a.EndCombo(),
    "cleanup": a.EndTurn(),
    "cut_deck": a.Cut(0),
    **dict.fromkeys(("variable_counter", "tech_hit", "ranged_reply", "damage_response", "ability_choice"), a.Decline()),
}


def default(state: State, prompt: Prompt) -> Action | None:
    """CAP-R51 The default of the table of prompts; an ability that stands open is not used."""
    if prompt.kind in ("discard_to_endurance", "discard"):
        return effects.default_discard(state.board, prompt.seat)
    return DEFAULTS.get(prompt.kind)


def _decline(batch: Batch, seat: int, kind: str) -> None:
    match kind:
        case "variable_counter":
            defending.decline_variable_counter(batch)
        case "tech_hit":
            defending.decline_tech(batch, _thrown(batch.board, batch.frames[-1]))
        case "ranged_reply":
            defending.decline_reply(batch, seat)
        case "damage_response":
            damage.decline(batch, _popped(batch, Damage))
        case _:
            batch.frames.pop()


def _use(batch: Batch, seat: int) -> None:
    abilities.use(batch, _popped(batch, May))


def _discard(batch: Batch, seat: int, action: a.Discard, kind: str) -> None:
    if kind == "discard":
        effects.discard(batch, top(batch.frames, Discards), action)
    else:
        turns.discard(batch, seat, action)


def _tech(batch: Batch, seat: int, action: a.TechHit) -> None:
    defending.tech_hit(batch, seat, _thrown(batch.board, batch.frames[-1]), action)


def _follow(batch: Batch, seat: int, action: a.FollowUp) -> None:
    combos.follow(batch, attacks.declare(batch, seat, action.move, action.cards, action.extra_cards, "follow_up"))


PERFORM: ByType[Batch, Prompt, None] = by_type(
    on(a.Keep, lambda batch, prompt, action: setup.keep(batch, prompt.seat)),
    on(a.Mulligan, lambda batch, prompt, action: setup.mulligan(batch, prompt.seat)),
    on(a.DrawCards, lambda batch, prompt, action: turns.draw(batch, prompt.seat, action)),
    on(a.DeclareAttack, lambda batch, prompt, action: turns.declare_attack(batch, prompt.seat, action)),
    on(a.SetBlock, lambda batch, prompt, action: turns.set_block(batch, prompt.seat, action)),
    on(a.PassCombat, lambda batch, prompt, action: turns.pass_combat(batch, prompt.seat)),
    on(a.FollowUp, lambda batch, prompt, action: _follow(batch, prompt.seat, action)),
    on(a.EndCombo, lambda batch, prompt, action: combos.end_combo(batch)),
    on(a.TakeHit, lambda batch, prompt, action: defending.take_hit(batch)),
    on(a.Dodge, lambda batch, prompt, action: defending.dodge(batch)),
    on(a.Counter, lambda batch, prompt, action: defending.counter(batch, prompt.seat, action)),
    on(a.Avoid, lambda batch, prompt, action: defending.avoid(batch, prompt.seat, action)),
    on(a.TechHit, lambda batch, prompt, action: _tech(batch, prompt.seat, action)),
    on(a.VariableCounter, lambda batch, prompt, action: defending.variable_counter(batch, prompt.seat, action)),
    on(a.Reply, lambda batch, prompt, action: defending.reply(batch, prompt.seat, action)),
    on(a.Absorb, lambda batch, prompt, action: damage.absorb(batch, _popped(batch, Damage), action)),
    on(a.Use, lambda batch, prompt, action: _use(batch, prompt.seat)),
    on(a.Decline, lambda batch, prompt, action: _decline(batch, prompt.seat, prompt.kind)),
    on(a.PlaceInMeter, lambda batch, prompt, action: cleanup.place(batch, prompt.seat, action)),
    on(a.RecoverAce, lambda batch, prompt, action: cleanup.recover_ace(batch, prompt.seat, action)),
    on(a.RecoverJoker, lambda batch, prompt, action: cleanup.recover_joker(batch, prompt.seat, action)),
    on(a.Tag, lambda batch, prompt, action: cleanup.tag(batch, prompt.seat, action)),
    on(a.RecoverHp, lambda batch, prompt, action: cleanup.recover_hp(batch, prompt.seat, action)),
    on(a.EndTurn, lambda batch, prompt, action: turns.end_turn(batch)),
    on(a.Discard, lambda batch, prompt, action: _discard(batch, prompt.seat, action, prompt.kind)),
    on(a.Cut, lambda batch, prompt, action: cleanup.cut(batch, prompt.seat, _popped(batch, CutDeck), action)),
    on(a.UseAbility, lambda batch, prompt, action: abilities.perform(batch, prompt.seat, action)),
)


def perform(batch: Batch, prompt: Prompt, action: Action) -> None:
    """Carry out an answer."""
    PERFORM[type(action)](batch, prompt, action)
