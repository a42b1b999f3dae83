"""Questions: for each kind of prompt what may be answered, why not, what by default, and who carries it out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from domain.games.trf import actions as a
from domain.games.trf.board import Board
from domain.games.trf.frames import Announced, InWindow
from domain.games.trf.match import Batch, State
from domain.games.trf.rules import (
    abilities,
    assault,
    attacks,
    combining,
    deploying,
    effect_prompts,
    playing,
    turns,
    windows,
)
from domain.kernel.actions import Action
from domain.kernel.dispatch import ByType, always, by_type, on
from domain.kernel.frames import top
from domain.kernel.prompts import Template
from domain.kernel.questions import Question, of_board, questions_of
from domain.kernel.refusal import Refusal, illegal
from domain.kernel.sentences import p

UNASKED: Mapping[type[Action], tuple[str, str]] = {
    a.DrawCard: ("TRF-207", "it is not your draw step"),
    a.SkipDraw: ("TRF-207", "it is not your draw step"),
    a.PlayPlanet: ("TRF-209", "it is not your planet step"),
    a.SkipPlanet: ("TRF-209", "it is not your planet step"),
    a.PlayCharacter: ("TRF-213", "characters are played in your own Deployment"),
    a.Revive: ("TRF-334", "characters are revived in your own Deployment"),
    a.ActivatePlanet: ("TRF-329", "planets are activated in your own Deployment, pre-combat or post-combat step"),
    a.EndDeployment: ("TRF-214", "it is not your Deployment"),
    a.JoinFleet: ("TRF-501", "units are combined in your own pre-combat step"),
    a.LeaveFleet: ("TRF-501", "units are parted in your own pre-combat step"),
    a.ActivateAccount: ("TRF-332", "an account is activated in your own pre-combat or post-combat step"),
    a.ActivateCharacter: ("TRF-333", "characters are activated in your own pre-combat step"),
    a.PlayOoc: ("TRF-326", "no window is open to you in which an OOC card could be played"),
    a.DeclineAttack: ("TRF-216", "it is not your attack decision"),
    a.AddAttacker: ("TRF-401", "attackers are named once, at the end of your own pre-combat step"),
    a.ConfirmAttack: ("TRF-403", "you have named no attack"),
    a.AssignBlock: ("TRF-407", "you are not asked for blocks"),
    a.ConfirmBlocks: ("TRF-407", "you are not asked for blocks"),
    a.AssignAssault: ("TRF-450", "you are not asked for an assault"),
    a.ConfirmAssault: ("TRF-450", "you are not asked for an assault"),
    a.Pass: ("TRF-223", "no window is open to you"),
    a.SetStandingPass: ("TRF-225", "you are no longer in the match"),
    a.EndTurn: ("TRF-220", "it is not your post-combat step"),
    a.ChooseCards: ("TRF-526", "you are not asked to choose cards"),
    a.ChooseOption: ("TRF-526", "you are not asked to choose"),
}
"""The rule that says who may do it and when."""


def _window(state: State, seat: int) -> list[Template]:
    now = playing.moment(seat, state.frames[-1])
    rule = "TRF-340" if now.window == "response" else "TRF-223"
    return [*playing.templates(state, now), Template("pass", {}, (), "Pass", (rule,))]


ACT_OR_ATTACK = "Act before combat, then attack or not"
NOBODY_YET = "Act before combat; nobody can be attacked yet"


def _before_combat(state: State, seat: int) -> str:
    if attack := state.board.attack:
        return f"Name more attackers against {p(attack.defender)}, or attack"
    return ACT_OR_ATTACK if attacks.attackable(state, seat) else NOBODY_YET


def _respond(state: State, seat: int) -> str:
    return f"Respond to {state.board.cards[top(state.frames, Announced).env.cid].name} or pass"


def _assault(state: State, seat: int) -> str:
    defender = state.board.defender()
    return "Send unblocked units" if defender is None else f"Send unblocked units to planets of {p(defender)}"


def _part_done(batch: Batch, seat: int, action: Action) -> None:
    turns.done(batch)


def _attack_or_not(state: State, seat: int) -> Action:
    return a.DeclineAttack() if state.board.attack is None else a.ConfirmAttack()


def _none_named(state: State, seat: int, action: a.ConfirmAttack) -> Refusal:
    """TRF-401 An attack has at least one unit."""
    return illegal("TRF-401", "name at least one attacker first")


WHY: ByType[State, int, Refusal | None] = by_type(
    on(a.PlayPlanet, of_board(deploying.refuse_planet)),
    on(a.PlayCharacter, of_board(deploying.refuse_character)),
    on(a.Revive, of_board(deploying.refuse_revive)),
    on(a.ActivatePlanet, of_board(abilities.refuse)),
    on(a.ActivateAccount, of_board(abilities.refuse)),
    on(a.ActivateCharacter, of_board(abilities.refuse)),
    on(a.JoinFleet, of_board(combining.refuse_join)),
    on(a.LeaveFleet, of_board(combining.refuse_leave)),
    on(a.AddAttacker, attacks.refuse_attacker),
    on(a.ConfirmAttack, _none_named),
    on(a.AssignBlock, of_board(attacks.refuse_block)),
    on(a.AssignAssault, of_board(assault.refuse)),
    on(a.PlayOoc, playing.refuse),
)


def _why_before_attack(state: State, seat: int, action: Action) -> Refusal | None:
    """TRF-217 Once an attacker is named, nothing else can be done before combat."""
    if state.board.attack is not None:
        return illegal("TRF-217", "an attacker is named: name more, or confirm the attack")
    why = WHY.get(type(action))
    return None if why is None else why(state, seat, action)


PLAY_OOC = on(a.PlayOoc, playing.play)
DEPLOYMENT = by_type(
    on(a.PlayCharacter, deploying.play_character),
    on(a.Revive, deploying.revive),
    on(a.ActivatePlanet, abilities.activate),
    on(a.EndDeployment, _part_done),
)
BEFORE_ATTACK = by_type(
    PLAY_OOC,
    on(a.ActivatePlanet, abilities.activate),
    on(a.ActivateAccount, abilities.activate),
    on(a.ActivateCharacter, abilities.activate),
    on(a.JoinFleet, combining.join),
    on(a.LeaveFleet, combining.leave),
    on(a.DeclineAttack, turns.decline_attack),
)
QUESTIONS = questions_of(
    Question(
        kind="prompt_draw",
        rule="TRF-207",
        text="Draw a card or none",
        options=turns.draw_templates,
        answers=by_type(on(a.DrawCard, turns.draw_card), on(a.SkipDraw, turns.skip_draw)),
        default=always(a.DrawCard()),
    ),
    Question(
        kind="prompt_planet",
        rule="TRF-209",
        text="Play a planet or none",
        options=of_board(deploying.planet_templates),
        answers=by_type(on(a.PlayPlanet, turns.play_planet), on(a.SkipPlanet, _part_done)),
        why=WHY,
        default=always(a.SkipPlanet()),
    ),
    Question(
        kind="prompt_deployment",
        rule="TRF-213",
        text="Buy characters and use planets, then go on",
        options=of_board(turns.deployment_templates),
        answers=DEPLOYMENT,
        why=WHY,
        default=always(a.EndDeployment()),
    ),
    Question(
        kind="prompt_roleplay",
        rule="TRF-215",
        text=ACT_OR_ATTACK,
        asks=_before_combat,
        options=turns.roleplay_templates,
        answers={
            **BEFORE_ATTACK,
            **by_type(on(a.AddAttacker, attacks.name_attacker), on(a.ConfirmAttack, turns.confirm_attack)),
        },
        why={**WHY, **dict.fromkeys(BEFORE_ATTACK, _why_before_attack)},
        meant=by_type(on(a.AddAttacker, attacks.meant)),
        default=_attack_or_not,
    ),
    Question(
        kind="prompt_blocks",
        rule="TRF-407",
        text="Name blockers for the attack",
        asks=lambda state, seat: f"Name blockers for the attack of {p(state.board.active)}",
        options=of_board(attacks.block_templates),
        answers=by_type(on(a.AssignBlock, attacks.assign_block), on(a.ConfirmBlocks, turns.confirm_blocks)),
        why=WHY,
        default=always(a.ConfirmBlocks()),
    ),
    Question(
        kind="prompt_window",
        rule="TRF-223",
        text="Play a card in this window or pass",
        asks=lambda state, seat: f"Play a card {playing.NAMES[top(state.frames, InWindow).window]} or pass",
        about=lambda state, seat: top(state.frames, InWindow).fight,
        options=_window,
        answers=by_type(PLAY_OOC, on(a.Pass, windows.pass_window)),
        why=WHY,
        default=always(a.Pass()),
    ),
    Question(
        kind="prompt_response",
        rule="TRF-340",
        text="Respond to the card or pass",
        asks=_respond,
        about=lambda state, seat: top(state.frames, Announced).env.iid,
        options=_window,
        answers=by_type(PLAY_OOC, on(a.Pass, playing.pass_response)),
        why=WHY,
        default=always(a.Pass()),
    ),
    Question(
        kind="prompt_assault",
        rule="TRF-450",
        text="Send unblocked units to planets",
        asks=_assault,
        options=of_board(assault.templates),
        answers=by_type(on(a.AssignAssault, assault.assign), on(a.ConfirmAssault, turns.confirm_assault)),
        why=WHY,
        default=always(a.ConfirmAssault()),
    ),
    Question(
        kind="prompt_post",
        rule="TRF-220",
        text="Act after combat or end the turn",
        options=turns.post_templates,
        answers=by_type(
            PLAY_OOC,
            on(a.ActivatePlanet, abilities.activate),
            on(a.ActivateAccount, abilities.activate),
            on(a.EndTurn, _part_done),
        ),
        why=WHY,
        default=always(a.EndTurn()),
    ),
    Question(
        kind="standing_pass",
        rule="TRF-225",
        text="Name windows that pass by themselves this turn",
        mode="standing",
        clock="none",
        options=windows.standing_templates,
        answers=by_type(on(a.SetStandingPass, windows.set_standing)),
        default=always(None),
    ),
    *(choice.question for choice in effect_prompts.CHOICES),
)
"""TRF-326 TRF-709 TRF-710 Every prompt of the catalogue; `standing_pass` stands open for every player (TRF-225)."""


def refuse_unasked(state: State, seat: int, action: Action) -> Refusal:
    """TRF-326 TRF-710 TRF-R93 Nobody acts without a prompt; the rule says who may do this and when."""
    refused = windows.refuse_more(state, seat) if isinstance(action, a.SetStandingPass) else None
    return refused or illegal(*UNASKED[type(action)])


def standing(state: State) -> Sequence[tuple[int, str]]:
    """TRF-225 TRF-R93 Every player who is still in may pass beforehand at any time."""
    board: Board | None = state.board_or_none
    if board is None or not board.turn:
        return ()
    return [(seat, "standing_pass") for seat in windows.may_set(board)]


def plays(state: State, seat: int) -> Iterator[tuple[str, Action]]:
    """TRF-209 TRF-213 TRF-326 Each card of the hand, by its kind: an OOC card in the window that is open."""
    window = playing.moment(seat, state.frames[-1]).window if state.frames else None
    for iid, cid in state.board.players[seat].hand.known.items():
        match state.board.cards[cid].kind:
            case "planet":
                yield iid, a.PlayPlanet(iid)
            case "character":
                yield iid, a.PlayCharacter(iid)
            case _:
                yield iid, a.PlayOoc(iid, window or "pre")
