"""Why nobody may do now what nobody is asked for: the rule that forbids it as things stand (CAP-405, CAP-R103)."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.capcom_crossovers import actions as a
from domain.games.capcom_crossovers.board import Attack, Board, Combat, Outcome, Phase
from domain.games.capcom_crossovers.match import State
from domain.games.capcom_crossovers.rules import abilities, continuous, defending
from domain.kernel.actions import Action
from domain.kernel.dispatch import ByType, by_type, on
from domain.kernel.refusal import Refusal, illegal

NOTHING: Mapping[Outcome, Refusal] = {
    "blocked": illegal("CAP-426", "your attack was blocked: no follow-up is allowed"),
    "dodged": illegal("CAP-442", "your attack was dodged: no follow-up is allowed"),
    "countered": illegal("CAP-451", "your attack was countered: no follow-up is allowed"),
    "avoided": illegal("CAP-456", "your attack was avoided: no follow-up is allowed"),
    "negated": illegal("CAP-460", "your attack and the other were negated: no follow-up is allowed"),
    "teched": illegal("CAP-472", "your throw was tech hit: no follow-up is allowed"),
}
"""CAP-208 Why an attack that came to nothing begins no combo."""
KOED = illegal("CAP-930", "a character was KOed: the combo and the combat phase have ended")
ENDED: Mapping[str, Refusal] = {
    "points": illegal("CAP-414", "all combo points were used: the combo has ended"),
    "declined": illegal("CAP-418", "you have ended your combo"),
    "tag_super": illegal("CAP-922", "a tag super ends the combat phase"),
    "ko": KOED,
    "conceded": KOED,
}
"""Why a combo is over, by the reason that it ended for; a last attack that ends it is looked at."""
ANSWERED = illegal("CAP-405", "this attack has been answered: it gets one answer")
NOT_YOURS = illegal("CAP-405", "the player of the active character answers")


def waits(state: State) -> Refusal | None:
    """CAP-R94 CAP-R103 The decision that the match waits for, by its own rule."""
    for prompt in state.prompts.values():
        if prompt.mode != "standing":
            message = f"the match waits for another decision now: {prompt.kind.replace('_', ' ')}"
            return illegal(prompt.rule, message)
    return None


# Turns


def _in_phase(phase: Phase, state: State, seat: int) -> Refusal | None:
    """CAP-959 Why a turn player isn't asked in the own phase; None where it isn't that."""
    board = state.board
    if board.players[seat].out:
        return illegal("CAP-959", "your character is KOed: you take no more turns")
    return waits(state) if (board.turn_player, board.phase) == (seat, phase) else None


def _draw(state: State, seat: int, action: a.DrawCards) -> Refusal | None:
    """CAP-111 CAP-203 Why no cards are drawn."""
    if state.board.turn == 1 and state.board.turn_player == seat:
        return illegal("CAP-111", "there is no draw phase in the first turn of the match")
    return _in_phase("draw", state, seat)


def _combat(rule: str, state: State, seat: int) -> Refusal | None:
    """CAP-206 CAP-207 CAP-954 Why there is neither attack nor block nor pass."""
    board = state.board
    if board.turn_player == seat and not board.players[seat].out:
        if _attacks(board, seat):
            return illegal(rule, "you have attacked in your combat phase")
        if not board.plays(seat):
            return illegal("CAP-954", "your character is inactive: there is no combat phase for you")
    return _in_phase("combat", state, seat)


def _clean_up(state: State, seat: int, action: Action) -> Refusal | None:
    """CAP-210 Why nothing is cleaned up."""
    return _in_phase("cleanup", state, seat)


# Combos


def _fought(board: Board) -> Combat:
    """The combat of this turn, also when it is over."""
    return board.combat or board.fought or Combat()


def _attacks(board: Board, seat: int) -> list[Attack]:
    return [attack for attack in _fought(board).attacks if attack.seat == seat]


def _follow(state: State, seat: int, action: Action) -> Refusal | None:
    """CAP-410 CAP-412 CAP-413 CAP-414 CAP-446 CAP-R103 Why this seat's last attack is not followed, if any."""
    board = state.board
    made = _attacks(board, seat)
    if not made:
        return None
    last = made[-1]
    if last.outcome in NOTHING:
        return NOTHING[last.outcome]
    if board.combat is not None:
        return illegal("CAP-410", "your attack is not resolved yet")
    if last.role == "variable_counter":
        return illegal("CAP-916", "a variable counter has no follow-ups")
    return ENDED.get(_fought(board).ended) or _ended_by(board, last)


def _ended_by(board: Board, last: Attack) -> Refusal:
    """CAP-208 CAP-412 CAP-413 CAP-414 CAP-446 Why no attack was allowed after this one."""
    move = continuous.used(board, last).move
    if last.role == "reply" and "S" not in move.attrs:
        return illegal("CAP-446", "a ranged reply without the attribute S has no follow-up")
    if move.type == "B":
        return illegal("CAP-412", "an attack of type B has ended the combo")
    if move.type == "D":
        return illegal("CAP-413", "after an attack of type D no follow-up is allowed")
    if continuous.points_left(board, board.character(last.character)) <= 0:
        return ENDED["points"]
    return illegal("CAP-208", "the combat phase is over")


# Answers


def _against(board: Board, seat: int) -> list[Attack]:
    """The attacks of this turn against the seat's side."""
    return [attack for attack in _fought(board).attacks if board.side_of(attack.seat) != board.side_of(seat)]


def _answer(state: State, seat: int, action: Action) -> Refusal | None:
    """CAP-407 CAP-429 CAP-R103 Why the last attack against this side is not answered; None where there is none."""
    board = state.board
    theirs = _against(board, seat)
    if theirs and theirs[-1].role == "initial" and _fought(board).answer == "block":
        return _behind_block(action)
    if not theirs or board.combat is None:
        return None
    return _unanswerable(board, theirs) if theirs[-1].role != "initial" else _answered(state, seat, action)


def _answered(state: State, seat: int, action: Action) -> Refusal | None:
    """CAP-405 CAP-R20 An attack gets one answer, of one player."""
    board = state.board
    if board.fight.answer is not None:
        return ANSWERED
    if isinstance(action, a.VariableCounter):
        return _variable_counter(state, seat, action)
    if defending.defender(board) != seat:
        return NOT_YOURS
    return waits(state)


def _behind_block(action: Action) -> Refusal:
    """CAP-404 CAP-429 CAP-R21 The answers that a block card that met the attack leaves."""
    if isinstance(action, a.TakeHit):
        return illegal("CAP-404", "a block card has met the attack: there is nothing to choose")
    message = "a block card has met the attack: it is not dodged, countered, negated or avoided"
    return illegal("CAP-429", message)


def _unanswerable(board: Board, theirs: list[Attack]) -> Refusal:
    """CAP-407 CAP-408 CAP-448 Attacks that are no initial ones can't be answered."""
    if board.side_of(theirs[-1].seat) == board.side_of(board.turn_player):
        return illegal("CAP-407", "a follow-up can't be answered, but a throw by a tech hit")
    if any(attack.role == "reply" for attack in theirs):
        return illegal("CAP-448", "a ranged reply and what follows it can't be answered")
    return illegal("CAP-408", "a counter and what follows it can't be answered")


def _variable_counter(state: State, seat: int, action: a.VariableCounter) -> Refusal | None:
    """CAP-910 CAP-917 CAP-956 Why the attack that waits is not answered with a variable counter."""
    wrong = defending.refuse_variable_counter(state.board, seat, action)
    if wrong is None and defending.defender(state.board) != seat:
        return illegal("CAP-956", "the inactive partner is asked for it once, before the defender")
    return wrong or waits(state)


def _tech(state: State, seat: int, action: a.TechHit) -> Refusal | None:
    """CAP-405 CAP-471 CAP-474 CAP-R37 Why a throw is not tech hit; None where there is none."""
    board = state.board
    theirs = _against(board, seat)
    if board.combat is None or not theirs or continuous.used(board, theirs[-1]).move.kind != "throw":
        return None
    if board.side_of(seat) == board.side_of(board.turn_player):
        return _unanswerable(board, theirs)
    if theirs[-1].outcome or (theirs[-1].role == "initial" and board.combat.answer not in (None, "block")):
        return ANSWERED
    return waits(state) if defending.defender(board) == seat else NOT_YOURS


# All together


WHY: ByType[State, int, Refusal | None] = by_type(
    on(a.DrawCards, _draw),
    on(a.DeclareAttack, lambda state, seat, action: _combat("CAP-207", state, seat)),
    on(a.SetBlock, lambda state, seat, action: _combat("CAP-420", state, seat)),
    on(a.PassCombat, lambda state, seat, action: _combat("CAP-206", state, seat)),
    on(a.FollowUp, _follow),
    on(a.EndCombo, _follow),
    on(a.TakeHit, _answer),
    on(a.Dodge, _answer),
    on(a.Counter, _answer),
    on(a.Avoid, _answer),
    on(a.VariableCounter, _answer),
    on(a.TechHit, _tech),
    *(on(kind, _clean_up) for kind in (a.PlaceInMeter, a.RecoverAce, a.RecoverJoker, a.Tag, a.RecoverHp, a.EndTurn)),
    on(a.UseAbility, lambda state, seat, action: abilities.refuse(state.board, seat, action)),
)
"""CAP-R103 By the type of the action: what the table says against it, None where nothing more is to say."""
