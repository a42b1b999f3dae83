"""Prompts and actions: for each what may be answered, why not, what by default, and who carries it out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from domain.games.trf import abilities, assault, attacks, combining, deploying, effect_prompts, playing, turns, windows
from domain.games.trf import actions as a
from domain.games.trf.board import Board
from domain.games.trf.match import Batch, State
from domain.kernel.audience import seat as seat_audience
from domain.kernel.dispatch import ByType, by_type, on
from domain.kernel.game import Action
from domain.kernel.prompts import Prompt, Template
from domain.kernel.refusal import Refusal, illegal

ACTIVATIONS: tuple[type[Action], ...] = (a.ActivatePlanet, a.ActivateAccount, a.ActivateCharacter)
ANSWERS: Mapping[str, Sequence[type[Action]]] = {
    "prompt_draw": (a.DrawCard, a.SkipDraw),
    "prompt_planet": (a.PlayPlanet, a.SkipPlanet),
    "prompt_deployment": (a.PlayCharacter, a.Revive, a.ActivatePlanet, a.EndDeployment),
    "prompt_roleplay": (
        a.PlayOoc,
        *ACTIVATIONS,
        a.JoinFleet,
        a.LeaveFleet,
        a.DeclineAttack,
        a.AddAttacker,
        a.ConfirmAttack,
    ),
    "prompt_blocks": (a.AssignBlock, a.ConfirmBlocks),
    "prompt_window": (a.PlayOoc, a.Pass),
    "prompt_response": (a.PlayOoc, a.Pass),
    "prompt_assault": (a.AssignAssault, a.ConfirmAssault),
    "prompt_post": (a.PlayOoc, a.ActivatePlanet, a.ActivateAccount, a.EndTurn),
    "choose_cards": (a.ChooseCards,),
    "choose_option": (a.ChooseOption,),
    "standing_pass": (a.SetStandingPass,),
}
"""Prompts of the catalogue; `standing_pass` stands open for every player (TRF-225)."""
UNASKED: Mapping[type[Action], tuple[str, str]] = {
    a.DrawCard: ("TRF-207", "it is not your draw step"),
    a.SkipDraw: ("TRF-207", "it is not your draw step"),
    a.PlayPlanet: ("TRF-209", "it is not your planet step"),
    a.SkipPlanet: ("TRF-209", "it is not your planet step"),
    a.PlayCharacter: ("TRF-213", "characters are played in your own Deployment"),
    a.Revive: ("TRF-334", "characters are revived in your own Deployment"),
    a.EndDeployment: ("TRF-214", "it is not your Deployment"),
    a.ActivatePlanet: ("TRF-329", "planets are activated in your own Deployment, pre-combat or post-combat step"),
    a.ActivateAccount: ("TRF-332", "an account is activated in your own pre-combat or post-combat step"),
    a.ActivateCharacter: ("TRF-333", "characters are activated in your own pre-combat step"),
    a.JoinFleet: ("TRF-501", "units are combined in your own pre-combat step"),
    a.LeaveFleet: ("TRF-501", "units are parted in your own pre-combat step"),
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


def _window_options(state: State, seat: int) -> list[Template]:
    now = playing.moment(seat, state.frames[-1])
    rule = "TRF-340" if now.window == "response" else "TRF-223"
    return [*playing.templates(state.board, now), Template("pass", {}, (), "Pass", (rule,))]


OPTIONS: Mapping[str, Callable[[State, int], Sequence[Template]]] = {
    "prompt_draw": lambda state, seat: turns.draw_templates(),
    "prompt_planet": lambda state, seat: list(deploying.planet_templates(state.board, seat)),
    "prompt_deployment": lambda state, seat: list(turns.deployment_templates(state.board, seat)),
    "prompt_roleplay": lambda state, seat: list(turns.roleplay_templates(state.board, seat)),
    "prompt_blocks": lambda state, seat: list(attacks.block_templates(state.board, seat)),
    "prompt_window": _window_options,
    "prompt_response": _window_options,
    "prompt_assault": lambda state, seat: list(assault.templates(state.board)),
    "prompt_post": lambda state, seat: list(turns.post_templates(state.board, seat)),
    "choose_cards": lambda state, seat: effect_prompts.templates(state.board, state.frames[-1]),
    "choose_option": lambda state, seat: effect_prompts.templates(state.board, state.frames[-1]),
    "standing_pass": lambda state, seat: windows.standing_templates(),
}


def options(state: State, prompt: Prompt) -> list[Template]:
    """TRF-709 The legal answers."""
    return list(OPTIONS[prompt.kind](state, prompt.seat))


def _attacking(board: Board) -> Refusal | None:
    """TRF-217 Once an attacker is named, nothing else can be done before combat."""
    if board.attack is not None:
        return illegal("TRF-217", "an attacker is named: name more, or confirm the attack")
    return None


def _confirming(board: Board) -> Refusal | None:
    """TRF-401 An attack has at least one unit."""
    return None if board.attack is not None else illegal("TRF-401", "name at least one attacker first")


REFUSE: ByType[Board, int, Refusal | None] = by_type(
    on(a.PlayPlanet, deploying.refuse_planet),
    on(a.PlayCharacter, deploying.refuse_character),
    on(a.Revive, deploying.refuse_revive),
    on(a.ActivatePlanet, abilities.refuse),
    on(a.ActivateAccount, abilities.refuse),
    on(a.ActivateCharacter, abilities.refuse),
    on(a.JoinFleet, combining.refuse_join),
    on(a.LeaveFleet, combining.refuse_leave),
    on(a.AddAttacker, attacks.refuse_attacker),
    on(a.ConfirmAttack, lambda board, seat, action: _confirming(board)),
    on(a.AssignBlock, attacks.refuse_block),
    on(a.AssignAssault, lambda board, seat, action: assault.refuse(board, action)),
)
BEFORE_ATTACK: tuple[type[Action], ...] = (a.PlayOoc, *ACTIVATIONS, a.JoinFleet, a.LeaveFleet, a.DeclineAttack)


def refuse(state: State, prompt: Prompt, action: Action) -> Refusal | None:
    """Why an answer is not legal, or None."""
    board = state.board
    if prompt.kind == "prompt_roleplay" and isinstance(action, BEFORE_ATTACK):
        refused = _attacking(board)
        if refused is not None:
            return refused
    match action:
        case a.PlayOoc():
            return playing.refuse(board, playing.moment(prompt.seat, state.frames[-1]), action)
        case a.ChooseCards():
            return effect_prompts.refuse_cards(board, state.frames[-1], action)
        case a.ChooseOption():
            return effect_prompts.refuse_option(board, state.frames[-1], action)
        case a.SetStandingPass():
            return windows.refuse_standing(action.windows)
    test = REFUSE.get(type(action))
    return None if test is None else test(board, prompt.seat, action)


def refuse_unasked(state: State, seat: int, action: Action) -> Refusal:
    """TRF-326 TRF-710 Nobody acts without a prompt; the rule says who may do this and when."""
    return illegal(*UNASKED[type(action)])


DEFAULTS: Mapping[str, Action] = {
    "prompt_draw": a.DrawCard(),
    "prompt_planet": a.SkipPlanet(),
    "prompt_deployment": a.EndDeployment(),
    "prompt_blocks": a.ConfirmBlocks(),
    "prompt_window": a.Pass(),
    "prompt_response": a.Pass(),
    "prompt_assault": a.ConfirmAssault(),
    "prompt_post": a.EndTurn(),
}


def default(state: State, prompt: Prompt) -> Action | None:
    """TRF-706 TRF-R51 The default of the table of prompts."""
    board = state.board
    match prompt.kind:
        case "prompt_roleplay":
            return a.DeclineAttack() if board.attack is None else a.ConfirmAttack()
        case "choose_cards":
            cards, n = effect_prompts.offered(board, state.frames[-1])
            return a.ChooseCards(cards[:n])
        case "choose_option":
            return a.ChooseOption(effect_prompts.choices(board, state.frames[-1])[0])
    return DEFAULTS.get(prompt.kind)


def _pass(batch: Batch, seat: int, kind: str) -> None:
    if kind == "prompt_window":
        windows.pass_window(batch, seat)
    else:
        playing.pass_response(batch, seat)


def _play_planet(batch: Batch, seat: int, action: a.PlayPlanet) -> None:
    turns.done(batch)
    deploying.play_planet(batch, seat, action)


PERFORM: ByType[Batch, Prompt, None] = by_type(
    on(a.DrawCard, lambda batch, prompt, action: turns.draw_card(batch, prompt.seat)),
    on(a.SkipDraw, lambda batch, prompt, action: turns.skip_draw(batch, prompt.seat)),
    on(a.PlayPlanet, lambda batch, prompt, action: _play_planet(batch, prompt.seat, action)),
    on(a.SkipPlanet, lambda batch, prompt, action: turns.done(batch)),
    on(a.PlayCharacter, lambda batch, prompt, action: deploying.play_character(batch, prompt.seat, action)),
    on(a.Revive, lambda batch, prompt, action: deploying.revive(batch, prompt.seat, action)),
    on(a.ActivatePlanet, lambda batch, prompt, action: abilities.activate(batch, prompt.seat, action)),
    on(a.ActivateAccount, lambda batch, prompt, action: abilities.activate(batch, prompt.seat, action)),
    on(a.ActivateCharacter, lambda batch, prompt, action: abilities.activate(batch, prompt.seat, action)),
    on(a.EndDeployment, lambda batch, prompt, action: turns.done(batch)),
    on(a.JoinFleet, lambda batch, prompt, action: combining.join(batch, prompt.seat, action)),
    on(a.LeaveFleet, lambda batch, prompt, action: combining.leave(batch, prompt.seat, action)),
    on(
        a.PlayOoc,
        lambda batch, prompt, action: playing.play(batch, playing.moment(prompt.seat, batch.frames[-1]), action),
    ),
    on(a.DeclineAttack, lambda batch, prompt, action: turns.decline_attack(batch, prompt.seat)),
    on(a.AddAttacker, lambda batch, prompt, action: attacks.name_attacker(batch, prompt.seat, action)),
    on(a.ConfirmAttack, lambda batch, prompt, action: turns.confirm_attack(batch)),
    on(a.AssignBlock, lambda batch, prompt, action: attacks.assign_block(batch, prompt.seat, action)),
    on(a.ConfirmBlocks, lambda batch, prompt, action: turns.confirm_blocks(batch, prompt.seat)),
    on(a.AssignAssault, lambda batch, prompt, action: assault.assign(batch, prompt.seat, action)),
    on(a.ConfirmAssault, lambda batch, prompt, action: turns.confirm_assault(batch)),
    on(a.Pass, lambda batch, prompt, action: _pass(batch, prompt.seat, prompt.kind)),
    on(
        a.SetStandingPass,
        lambda batch, prompt, action: windows.set_standing(
            batch, prompt.seat, action.windows, seat_audience(prompt.seat)
        ),
    ),
    on(a.EndTurn, lambda batch, prompt, action: turns.done(batch)),
    on(a.ChooseCards, lambda batch, prompt, action: effect_prompts.choose_cards(batch, action)),
    on(a.ChooseOption, lambda batch, prompt, action: effect_prompts.choose_option(batch, action)),
)


def perform(batch: Batch, prompt: Prompt, action: Action) -> None:
    """Carry out an answer."""
    PERFORM[type(action)](batch, prompt, action)


def standing(state: State) -> Sequence[tuple[int, str, str]]:
    """TRF-225 Every player who is still in may pass beforehand at any time."""
    board: Board | None = state.board_or_none
    if board is None or not board.turn:
        return ()
    return [(seat, "standing_pass", "TRF-225") for seat, player in enumerate(board.players) if not player.lost]
