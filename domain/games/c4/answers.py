"""Prompts and actions of C4: for each what may be answered, why not, what by default, and who carries it out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domain.games.c4 import actions as a
from domain.games.c4 import choosing, claims, declarations, ending, playing, reactions, tokens, turns, votes
from domain.games.c4.board import Board
from domain.games.c4.frames import Env, LookTop, Moment
from domain.kernel.batch import Batch
from domain.kernel.game import Action
from domain.kernel.match import State
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


def _top(state: State) -> Any:
    """The frame that waits for the answer."""
    return state.frames[-1]


def _main_options(state: State, prompt: Prompt) -> list[Template]:
    """C4-204 Cards, Reactions for any time, abilities, claims, and always the end of the turn."""
    board: Board = state.board
    return [
        *declarations.card_templates(board, prompt.seat),
        *reactions.templates(board, prompt.seat, reactions.IDLE),
        *declarations.ability_templates(board, prompt.seat),
        *claims.templates(board, prompt.seat),
        Template("end_turn", {}, (), "End the turn", ("C4-205",)),
    ]


def _react_options(state: State, prompt: Prompt) -> list[Template]:
    """C4-454 Every legal Reaction, or a pass."""
    found = reactions.templates(state.board, prompt.seat, _top(state).moment)
    return [*found, Template("pass", {}, (), "Pass", ("C4-454",))]


def _yes_no(kind: str, name: str, label: str, rule: str) -> list[Template]:
    return [Template(kind, {}, (Parameter(name, "flag", (0, 1)),), label, (rule,))]


def _ballot(kind: str, seats: tuple[int, ...], rule: str) -> list[Template]:
    return [Template(kind, {}, (Parameter("player", "seat", seats),), "Vote for a player", (rule,))]


def _choosing_options(state: State, prompt: Prompt) -> list[Template]:
    return choosing.options(state.board, _top(state))


OPTIONS: Mapping[str, Callable[[State, Prompt], list[Template]]] = {
    "main": _main_options,
    "claim": lambda state, prompt: claims.templates(state.board, prompt.seat),
    "react": _react_options,
    "choose_tokens": lambda state, prompt: tokens.options(state.board, _top(state)),
    "choose_option": _choosing_options,
    "choose_cards": _choosing_options,
    "choose_player": _choosing_options,
    "answer_claim": lambda state, prompt: _yes_no("answer_claim", "admit", "Admit the claim?", "C4-553"),
    "vote_claim": lambda state, prompt: _yes_no("vote_claim", "confirm", "Confirm the claim?", "C4-554"),
    "vote_card": lambda state, prompt: _ballot("vote_card", votes.candidates(state.board, prompt.seat), "C4-560"),
    "vote_winner": lambda state, prompt: _ballot("vote_winner", ending.electable(state.board, _top(state)), "C4-707"),
}


def _moment(state: State, prompt: Prompt) -> Moment:
    """The moment that a Reaction answers: that of the window, or being idle (C4-458)."""
    moment: Moment = reactions.IDLE if prompt.kind == "main" else _top(state).moment
    return moment


def _refuse_option(state: State, prompt: Prompt, action: a.ChooseOption) -> Refusal | None:
    top = _top(state)
    offered = choosing.YES_NO if isinstance(top, LookTop) else choosing.choice_options(top)
    return choosing.refuse_option(offered, action)


def _refuse_ballot(player: int, seats: tuple[int, ...], rule: str) -> Refusal | None:
    if player in seats:
        return None
    return illegal(rule, f"vote for one of the seats {', '.join(map(str, seats))}, not {player}", "player")


def _fine(state: State, prompt: Prompt, action: Any) -> None:
    """Always a legal answer to its prompt."""


REFUSE: Mapping[type[Action], Callable[[State, Prompt, Any], Refusal | None]] = {
    a.PlayCard: lambda state, prompt, action: declarations.refuse_play_card(state.board, prompt.seat, action),
    a.PlayReaction: lambda state, prompt, action: reactions.refuse(
        state.board, prompt.seat, action, _moment(state, prompt)
    ),
    a.Pass: _fine,
    a.UseAbility: lambda state, prompt, action: declarations.refuse_use(state.board, prompt.seat, action),
    a.EndTurn: _fine,
    a.MakeClaim: lambda state, prompt, action: claims.refuse(state.board, prompt.seat, action),
    a.ChooseTokens: lambda state, prompt, action: tokens.refuse(state.board, _top(state), action),
    a.ChooseOption: _refuse_option,
    a.ChooseCards: lambda state, prompt, action: choosing.refuse_cards(state.board, _top(state), action),
    a.ChoosePlayer: lambda state, prompt, action: choosing.refuse_player(_top(state), action),
    a.AnswerClaim: _fine,
    a.VoteClaim: _fine,
    a.VoteCard: lambda state, prompt, action: _refuse_ballot(
        action.player, votes.candidates(state.board, prompt.seat), "C4-560"
    ),
    a.VoteWinner: lambda state, prompt, action: _refuse_ballot(
        action.player, ending.electable(state.board, _top(state)), "C4-707"
    ),
}


def _default_option(state: State, prompt: Prompt) -> a.ChooseOption:
    top = _top(state)
    if isinstance(top, LookTop) or top.may:
        return a.ChooseOption("no")
    return a.ChooseOption(choosing.choice_options(top)[0])


def _no_ballot(state: State, prompt: Prompt) -> None:
    """C4-708 Who does not vote in time casts no ballot."""


DEFAULT: Mapping[str, Callable[[State, Prompt], Any]] = {
    "main": lambda state, prompt: a.EndTurn(),
    "claim": _no_ballot,
    "react": lambda state, prompt: a.Pass(),
    "choose_tokens": lambda state, prompt: tokens.default(state.board, _top(state)),
    "choose_option": _default_option,
    "choose_cards": lambda state, prompt: a.ChooseCards(
        choosing.card_options(state.board, _top(state))[: _top(state).n]
    ),
    "choose_player": lambda state, prompt: a.ChoosePlayer(_top(state).seats[0]),
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
    top: Any = batch.frames[-1]
    if isinstance(top, LookTop):
        choosing.answer_look_top(batch, top, action)
    else:
        choosing.answer_choice(batch, top, action)


def _choose_cards(batch: Batch, prompt: Prompt, action: a.ChooseCards) -> None:
    top: Any = batch.frames[-1]
    choosing.answer_card_choice(batch, top, action)


def _choose_player(batch: Batch, prompt: Prompt, action: a.ChoosePlayer) -> None:
    top: Any = batch.frames[-1]
    choosing.answer_player_choice(batch, top, action)


def _answer_claim(batch: Batch, prompt: Prompt, action: a.AnswerClaim) -> None:
    top: Any = batch.frames[-1]
    claims.answer(batch, top, action)


def _cast(vote: votes.Kind) -> Callable[[Batch, Prompt, Any], None]:
    return lambda batch, prompt, action: votes.cast(batch, vote, prompt.seat, claims.choice_of(action))


PERFORM: Mapping[type[Action], Callable[[Batch, Prompt, Any], None]] = {
    a.PlayCard: _play_card,
    a.PlayReaction: _play_reaction,
    a.Pass: lambda batch, prompt, action: reactions.answer(batch, prompt.seat, None),
    a.UseAbility: lambda batch, prompt, action: playing.use(batch, prompt.seat, action),
    a.EndTurn: lambda batch, prompt, action: turns.end_turn(batch),
    a.MakeClaim: lambda batch, prompt, action: claims.make(batch, prompt.seat, action),
    a.ChooseTokens: lambda batch, prompt, action: tokens.answer(batch, action),
    a.ChooseOption: _choose_option,
    a.ChooseCards: _choose_cards,
    a.ChoosePlayer: _choose_player,
    a.AnswerClaim: _answer_claim,
    a.VoteClaim: _cast("claim"),
    a.VoteCard: _cast("card"),
    a.VoteWinner: _cast("winner"),
}
