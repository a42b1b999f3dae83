"""Prompts and actions of C4: for each what may be answered, why not, what by default, and who carries it out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from domain.games.c4 import actions as a
from domain.games.c4 import claims, effect_prompts, ending, playing, reactions, targeting, tokens, turns, votes
from domain.games.c4.frames import (
    CardChoice,
    Choice,
    Claim,
    Ending,
    Env,
    LookTop,
    Moment,
    PlayerChoice,
    TokenChoice,
    Window,
)
from domain.games.c4.match import Batch, State
from domain.kernel.dispatch import ByType, by_type, on
from domain.kernel.frames import top
from domain.kernel.game import Action
from domain.kernel.prompts import Parameter, Prompt, Template
from domain.kernel.refusal import Refusal, illegal

ANSWERS: Mapping[str, Sequence[type[Action]]] = {
    "main": (a.PlayCard, a.PlayReaction, a.UseAbility, a.MakeClaim, a.EndTurn),
    "claim": (a.MakeClaim,),
    "react": (a.PlayReaction, a.Pass),
    "choose_tokens": (a.ChooseTokens,),
    "choose_option": (a.ChooseOption,),
    "choose_cards": (a.ChooseCards,),
    "choose_player": (a.ChoosePlayer,),
    "answer_claim": (a.AnswerClaim,),
    "vote_claim": (a.VoteClaim,),
    "vote_card": (a.VoteCard,),
    "vote_winner": (a.VoteWinner,),
}

UNASKED: Mapping[type[Action], tuple[str, str]] = {
    a.PlayCard: ("C4-301", "cards are played by the active player, while nothing is resolving"),
    a.PlayReaction: ("C4-450", "there is no window open for you that a Reaction could answer"),
    a.Pass: ("C4-454", "there is no window open for you"),
    a.UseAbility: ("C4-330", "abilities are used by the active player, while nothing is resolving"),
    a.EndTurn: ("C4-204", "only the active player ends the turn, while nothing is resolving"),
    a.MakeClaim: ("C4-551", "claims are made while nothing is resolving, by who has not made one this turn"),
    a.ChooseTokens: ("C4-390", "you are not asked to choose tokens"),
    a.ChooseOption: ("C4-443", "you are not asked to choose an option"),
    a.ChooseCards: ("C4-610", "you are not asked to choose cards"),
    a.ChoosePlayer: ("C4-903", "you are not asked to choose a player"),
    a.AnswerClaim: ("C4-553", "you are not accused"),
    a.VoteClaim: ("C4-554", "you are not asked to vote on a claim"),
    a.VoteCard: ("C4-560", "you are not asked to vote"),
    a.VoteWinner: ("C4-707", "you are not asked to vote for the winner"),
}


def _main_options(state: State, prompt: Prompt) -> list[Template]:
    """C4-204 Cards, Reactions for any time, abilities, claims, and always the end of the turn."""
    board = state.board
    return [
        *targeting.card_templates(board, prompt.seat),
        *reactions.templates(board, prompt.seat, reactions.IDLE),
        *targeting.ability_templates(board, prompt.seat),
        *claims.templates(board, prompt.seat),
        Template("end_turn", {}, (), "End the turn", ("C4-205",)),
    ]


def _react_options(state: State, prompt: Prompt) -> list[Template]:
    """C4-454 Every legal Reaction, or a pass."""
    found = reactions.templates(state.board, prompt.seat, top(state.frames, Window).moment)
    return [*found, Template("pass", {}, (), "Pass", ("C4-454",))]


def _yes_no(kind: str, name: str, label: str, rule: str) -> list[Template]:
    return [Template(kind, {}, (Parameter(name, "flag", (0, 1)),), label, (rule,))]


def _ballot(kind: str, seats: tuple[int, ...], rule: str) -> list[Template]:
    return [Template(kind, {}, (Parameter("player", "seat", seats),), "Vote for a player", (rule,))]


def _electable(state: State) -> tuple[int, ...]:
    return ending.electable(state.board, top(state.frames, Ending))


def _choosing_options(state: State, prompt: Prompt) -> list[Template]:
    frame = state.frames[-1]
    assert isinstance(frame, Choice | LookTop | PlayerChoice | CardChoice)
    return effect_prompts.options(state.board, frame)


OPTIONS: Mapping[str, Callable[[State, Prompt], list[Template]]] = {
    "main": _main_options,
    "claim": lambda state, prompt: claims.templates(state.board, prompt.seat),
    "react": _react_options,
    "choose_tokens": lambda state, prompt: tokens.options(state.board, top(state.frames, TokenChoice)),
    "choose_option": _choosing_options,
    "choose_cards": _choosing_options,
    "choose_player": _choosing_options,
    "answer_claim": lambda state, prompt: _yes_no("answer_claim", "admit", "Admit the claim?", "C4-553"),
    "vote_claim": lambda state, prompt: _yes_no("vote_claim", "confirm", "Confirm the claim?", "C4-554"),
    "vote_card": lambda state, prompt: _ballot("vote_card", votes.candidates(state.board, prompt.seat), "C4-560"),
    "vote_winner": lambda state, prompt: _ballot("vote_winner", _electable(state), "C4-707"),
}


def _moment(state: State, prompt: Prompt) -> Moment:
    """The moment that a Reaction answers: that of the window, or being idle (C4-458)."""
    return reactions.IDLE if prompt.kind == "main" else top(state.frames, Window).moment


def _refuse_option(state: State, prompt: Prompt, action: a.ChooseOption) -> Refusal | None:
    looks = isinstance(state.frames[-1], LookTop)
    offered = effect_prompts.YES_NO if looks else effect_prompts.choice_options(top(state.frames, Choice))
    return effect_prompts.refuse_option(offered, action)


def _refuse_ballot(player: int, seats: tuple[int, ...], rule: str) -> Refusal | None:
    if player in seats:
        return None
    return illegal(rule, f"vote for one of the seats {', '.join(map(str, seats))}, not {player}", "player")


def _cards(state: State) -> CardChoice:
    return top(state.frames, CardChoice)


def _fine(state: State, prompt: Prompt, action: Action) -> None:
    """Always a legal answer to its prompt."""


REFUSE: ByType[State, Prompt, Refusal | None] = by_type(
    on(a.PlayCard, lambda state, prompt, action: targeting.refuse_play_card(state.board, prompt.seat, action)),
    on(
        a.PlayReaction,
        lambda state, prompt, action: reactions.refuse(state.board, prompt.seat, action, _moment(state, prompt)),
    ),
    on(a.Pass, _fine),
    on(a.UseAbility, lambda state, prompt, action: targeting.refuse_use(state.board, prompt.seat, action)),
    on(a.EndTurn, _fine),
    on(a.MakeClaim, lambda state, prompt, action: claims.refuse(state.board, prompt.seat, action)),
    on(
        a.ChooseTokens, lambda state, prompt, action: tokens.refuse(state.board, top(state.frames, TokenChoice), action)
    ),
    on(a.ChooseOption, _refuse_option),
    on(a.ChooseCards, lambda state, prompt, action: effect_prompts.refuse_cards(state.board, _cards(state), action)),
    on(
        a.ChoosePlayer,
        lambda state, prompt, action: effect_prompts.refuse_player(top(state.frames, PlayerChoice), action),
    ),
    on(a.AnswerClaim, _fine),
    on(a.VoteClaim, _fine),
    on(
        a.VoteCard,
        lambda state, prompt, action: _refuse_ballot(
            action.player, votes.candidates(state.board, prompt.seat), "C4-560"
        ),
    ),
    on(
        a.VoteWinner,
        lambda state, prompt, action: _refuse_ballot(action.player, _electable(state), "C4-707"),
    ),
)


def _default_option(state: State, prompt: Prompt) -> a.ChooseOption:
    if isinstance(state.frames[-1], LookTop):
        return a.ChooseOption("no")
    choice = top(state.frames, Choice)
    return a.ChooseOption("no" if choice.may else effect_prompts.choice_options(choice)[0])


def _no_ballot(state: State, prompt: Prompt) -> None:
    """C4-708 A player who does not vote in time casts no ballot."""


DEFAULT: Mapping[str, Callable[[State, Prompt], Action | None]] = {
    "main": lambda state, prompt: a.EndTurn(),
    "claim": _no_ballot,
    "react": lambda state, prompt: a.Pass(),
    "choose_tokens": lambda state, prompt: tokens.default(state.board, top(state.frames, TokenChoice)),
    "choose_option": _default_option,
    "choose_cards": lambda state, prompt: a.ChooseCards(
        effect_prompts.card_options(state.board, _cards(state))[: _cards(state).n]
    ),
    "choose_player": lambda state, prompt: a.ChoosePlayer(top(state.frames, PlayerChoice).seats[0]),
    "answer_claim": lambda state, prompt: a.AnswerClaim(admit=False),
    "vote_claim": _no_ballot,
    "vote_card": _no_ballot,
    "vote_winner": _no_ballot,
}


def _play_card(batch: Batch, prompt: Prompt, action: a.PlayCard) -> None:
    cid = batch.board.players[prompt.seat].hand.known[action.card]
    playing.declare(batch, prompt.seat, action, Env(prompt.seat, cid, action.card))


def _play_reaction(batch: Batch, prompt: Prompt, action: a.PlayReaction) -> None:
    if prompt.kind == "main":
        reactions.play(batch, prompt.seat, action, reactions.IDLE)
    else:
        reactions.answer(batch, prompt.seat, action)


def _choose_option(batch: Batch, prompt: Prompt, action: a.ChooseOption) -> None:
    frame = batch.frames[-1]
    if isinstance(frame, LookTop):
        effect_prompts.answer_look_top(batch, frame, action)
    else:
        effect_prompts.answer_choice(batch, top(batch.frames, Choice), action)


def _choose_cards(batch: Batch, prompt: Prompt, action: a.ChooseCards) -> None:
    effect_prompts.answer_card_choice(batch, top(batch.frames, CardChoice), action)


def _choose_player(batch: Batch, prompt: Prompt, action: a.ChoosePlayer) -> None:
    effect_prompts.answer_player_choice(batch, top(batch.frames, PlayerChoice), action)


def _answer_claim(batch: Batch, prompt: Prompt, action: a.AnswerClaim) -> None:
    claims.answer(batch, top(batch.frames, Claim), action)


def _cast(vote: votes.Kind) -> Callable[[Batch, Prompt, claims.Ballot], None]:
    return lambda batch, prompt, action: votes.cast(batch, vote, prompt.seat, claims.choice_of(action))


PERFORM: ByType[Batch, Prompt, None] = by_type(
    on(a.PlayCard, _play_card),
    on(a.PlayReaction, _play_reaction),
    on(a.Pass, lambda batch, prompt, action: reactions.answer(batch, prompt.seat, None)),
    on(a.UseAbility, lambda batch, prompt, action: playing.use(batch, prompt.seat, action)),
    on(a.EndTurn, lambda batch, prompt, action: turns.end_turn(batch)),
    on(a.MakeClaim, lambda batch, prompt, action: claims.make(batch, prompt.seat, action)),
    on(a.ChooseTokens, lambda batch, prompt, action: tokens.answer(batch, action)),
    on(a.ChooseOption, _choose_option),
    on(a.ChooseCards, _choose_cards),
    on(a.ChoosePlayer, _choose_player),
    on(a.AnswerClaim, _answer_claim),
    on(a.VoteClaim, _cast("claim")),
    on(a.VoteCard, _cast("card")),
    on(a.VoteWinner, _cast("winner")),
)
