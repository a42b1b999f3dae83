"""Questions: for each kind of prompt what may be answered, why not, what by default, and who carries it out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from domain.games.c4 import actions as a
from domain.games.c4.board import Board
from domain.games.c4.frames import Claim, Ending, LookTop
from domain.games.c4.match import State
from domain.games.c4.rules import (
    claims,
    effect_prompts,
    ending,
    playing,
    prices,
    reactions,
    targeting,
    tokens,
    turns,
    votes,
)
from domain.games.c4.sentences import CLAIMS
from domain.kernel.actions import Action, name_of
from domain.kernel.dispatch import ByType, always, by_type, on
from domain.kernel.frames import top
from domain.kernel.prompts import Parameter, Template
from domain.kernel.questions import Question, of_board, questions_of
from domain.kernel.refusal import Refusal, illegal
from domain.kernel.sentences import count, p

Asked = Callable[[State, int], Parameter]
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


def _main(board: Board, seat: int) -> list[Template]:
    """C4-204 Cards, Reactions for any time, abilities, claims, and always the end of the turn."""
    return [
        *targeting.card_templates(board, seat),
        *reactions.templates(board, seat, reactions.IDLE),
        *targeting.ability_templates(board, seat),
        *claims.templates(board, seat),
        Template("end_turn", {}, (), "End the turn", ("C4-205",)),
    ]


def _react(state: State, seat: int) -> list[Template]:
    """C4-454 Every legal Reaction, or a pass."""
    found = reactions.templates(state.board, seat, reactions.answered(state))
    return [*found, Template("pass", {}, (), "Pass", ("C4-454",))]


def _main_asks(state: State, seat: int) -> str:
    """C4-302 C4-303 The price of the next action is said to who would pay it."""
    price = prices.action_price(state.board, seat)
    costs = f"costs {count(price, 'token')}" if price else "is free"
    return f"Act, or end the turn; the next action {costs}"


def _react_asks(state: State, seat: int) -> str:
    played = state.board.card_being_played(reactions.answered(state).iid)
    if played is None:
        return "Play a Reaction or pass"
    return f"Answer {state.board.cards[played.card.cid].name} of {p(played.seat)} with a Reaction, or pass"


def _react_about(state: State, seat: int) -> str | None:
    played = state.board.card_being_played(reactions.answered(state).iid)
    return None if played is None else played.card.iid


def _claim_asks(state: State, seat: int) -> str:
    claim = top(state.frames, Claim)
    return f"Admit or deny what {p(claim.claimant)} claims: you {CLAIMS[claim.kind]}"


def _yes_no(name: str) -> Asked:
    return lambda state, seat: Parameter(name, "flag", (0, 1))


def _candidates(state: State, seat: int) -> Parameter:
    return Parameter("player", "seat", votes.candidates(state.board, seat))


def _electable(state: State, seat: int) -> Parameter:
    return Parameter("player", "seat", ending.electable(state.board, top(state.frames, Ending)))


def _only(answer: type[Action], rule: str, label: str, asked: Asked) -> Callable[[State, int], list[Template]]:
    """All that is asked is one parameter."""
    return lambda state, seat: [Template(name_of(answer), {}, (asked(state, seat),), label, (rule,))]


def _vote(ballot: type[votes.Ballot], rule: str, label: str, asked: Asked, *, text: str) -> Question[Board]:
    """A hidden ballot; a player who does not vote in time casts none."""
    return Question(
        kind=name_of(ballot),
        rule=rule,
        text=text,
        mode="simultaneous",
        secrecy="ballot",
        options=_only(ballot, rule, label, asked),
        answers=by_type(on(ballot, votes.cast)),
        default=always(None),
    )


CLAIM = on(a.MakeClaim, claims.make)
REACTION = on(a.PlayReaction, reactions.play)
WHY: ByType[State, int, Refusal | None] = by_type(
    on(a.PlayCard, of_board(targeting.refuse_play_card)),
    on(a.PlayReaction, reactions.refuse),
    on(a.UseAbility, of_board(targeting.refuse_use)),
    on(a.MakeClaim, of_board(claims.refuse)),
)
QUESTIONS = questions_of(
    Question(
        kind="main",
        rule="C4-204",
        text="Play cards, use abilities, or end the turn",
        asks=_main_asks,
        clock="turn",
        options=of_board(_main),
        answers=by_type(
            on(a.PlayCard, playing.play), REACTION, on(a.UseAbility, playing.use), CLAIM, on(a.EndTurn, turns.end_turn)
        ),
        why=WHY,
        default=always(a.EndTurn()),
    ),
    Question(
        kind="claim",
        rule="C4-551",
        text="Claim that somebody swore, used a phone or made a pun",
        mode="standing",
        clock="none",
        options=of_board(claims.templates),
        answers=by_type(CLAIM),
        why=WHY,
        default=always(None),
    ),
    Question(
        kind="react",
        rule="C4-454",
        text="Play a Reaction or pass",
        asks=_react_asks,
        about=_react_about,
        secrecy="hidden",
        options=_react,
        answers=by_type(REACTION, on(a.Pass, reactions.let_pass)),
        why=WHY,
        default=always(a.Pass()),
    ),
    tokens.TOKENS.question,
    effect_prompts.OPTION.question,
    Question(
        kind="choose_option",
        rule="C4-216",
        text="Keep the top card of the deck, or put it at the bottom",
        frame=LookTop,
        options=of_board(effect_prompts.look_top_templates),
        answers=by_type(on(a.ChooseOption, effect_prompts.answer_look_top)),
        why=by_type(on(a.ChooseOption, effect_prompts.refuse_look_top)),
        default=always(a.ChooseOption("no")),
    ),
    Question(
        kind="choose_cards",
        rule="C4-610",
        text="Choose cards",
        asks=effect_prompts.asks_cards,
        options=effect_prompts.card_templates,
        answers=by_type(on(a.ChooseCards, effect_prompts.choose_cards)),
        default=effect_prompts.first_cards,
    ),
    Question(
        kind="choose_player",
        rule="C4-903",
        text="Choose a player",
        options=effect_prompts.player_templates,
        answers=by_type(on(a.ChoosePlayer, effect_prompts.choose_player)),
        default=effect_prompts.first_player,
    ),
    Question(
        kind="answer_claim",
        rule="C4-553",
        text="Admit the claim or deny it",
        asks=_claim_asks,
        options=_only(a.AnswerClaim, "C4-553", "Admit the claim?", _yes_no("admit")),
        answers=by_type(on(a.AnswerClaim, claims.answer)),
        default=always(a.AnswerClaim(admit=False)),
    ),
    _vote(a.VoteClaim, "C4-554", "Confirm the claim?", _yes_no("confirm"), text="Confirm the claim or reject it"),
    _vote(a.VoteCard, "C4-560", "Vote for a player", _candidates, text="Vote for a player"),
    _vote(a.VoteWinner, "C4-707", "Vote for a player", _electable, text="Vote for the winner"),
)
"""C4-708 C4-809 C4-R54 Every prompt of the catalogue. A player who does not vote in time casts no ballot."""


def refuse_unasked(state: State, seat: int, action: Action) -> Refusal:
    """C4-551 C4-552 Nobody acts without a prompt; the rule says who may do this and when."""
    if isinstance(action, a.MakeClaim) and claims.is_idle(state):
        refusal = claims.refuse(state.board, seat, action)
        if refusal is not None:
            return refusal
    return illegal(*UNASKED[type(action)])


def plays(state: State, seat: int) -> Iterator[tuple[str, Action]]:
    """C4-301 C4-440 Each card of the hand: a Reaction is played in a window, all else as an action."""
    for iid, cid in state.board.players[seat].hand.known.items():
        reaction = state.board.cards[cid].kind == "reaction"
        yield iid, a.PlayReaction(iid) if reaction else a.PlayCard(iid)
