"""A greedy bot: it weighs what a text would do now, as far as its own seat can know, and takes the best."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from domain.games.c4 import actions as a
from domain.games.c4.board import Board
from domain.games.c4.frames import Choice, Env, PlayerChoice, Vote
from domain.games.c4.match import State
from domain.games.c4.prompts import UNASKED
from domain.games.c4.rules.effect_prompts import choice_options
from domain.games.c4.rules.prices import action_price, own_cost
from domain.games.c4.rules.reactions import answered, check
from domain.games.c4.thought import Thought
from domain.games.c4.weighing import of_block, of_card, run
from domain.kernel.actions import Action
from domain.kernel.bots import answers, best, named
from domain.kernel.game import CardGame, Pick
from domain.kernel.prompts import Prompt
from domain.kernel.refusal import Refusal

Play = a.PlayCard | a.PlayReaction | a.UseAbility
PLAYS: Mapping[str, type[Play]] = named(a.PlayCard, a.PlayReaction, a.UseAbility)
PLAYERS: Mapping[str, type[Action]] = named(a.VoteCard, a.VoteWinner, a.ChoosePlayer)
"""The answers that name any player; their prompts are called as they are."""
ALL = named(*UNASKED)
WORTHWHILE = 0.05
"""The least that a play must bring."""


def choose(game: CardGame, state: State, prompt: Prompt, pick: Pick) -> Action | None:
    """The answer, or None for the prompt's default; `pick` breaks ties."""
    if prompt.kind in ("main", "react"):
        plays = answers(PLAYS, game.options(state, prompt))
        return best(((_value(state, prompt.seat, play), play) for play in plays), pick, over=WORTHWHILE)
    if prompt.kind == "choose_option" and isinstance(state.frames[-1], Choice):
        return _option(state, state.frames[-1])
    if prompt.kind in PLAYERS:
        (template,) = game.options(state, prompt)
        seats = [int(seat) for seat in template.parameters[0].options]
        found = best(((_of_player(state, prompt.seat, seat), seat) for seat in seats), pick)
        return msgspec.convert({"player": found}, PLAYERS[prompt.kind])
    if prompt.kind == "vote_claim":
        return a.VoteClaim(confirm=False)  # it has heard nothing
    return pick(list(answers(ALL, game.options(state, prompt)))) if game.default(state, prompt) is None else None


def _value(state: State, seat: int, play: Play) -> float:
    """By how much a play changes the worth of the table, its costs included; of equal players the richest."""
    board, thought = state.board, Thought(state.board, seat, state.frames)
    before = thought.value()
    if isinstance(play, a.UseAbility):
        _use(board, thought, play)
        return thought.value() - before
    env = replace(_env(state, seat, play), opp=play.player, target=play.target, x=play.x or 0, mode=play.mode)
    price = action_price(board, seat) if isinstance(play, a.PlayCard) else 0
    thought.move(seat, -price - own_cost(board, board.cards[env.cid].cost, env))
    richest = 0.0 if play.player is None else board.players[play.player].token_count / 100
    return thought.value() + of_card(thought, env) - before + richest


def _use(board: Board, thought: Thought, play: a.UseAbility) -> None:
    card = board.card_in_play(play.card)
    assert card is not None
    env = Env(thought.me, card.cid, play.card, play.player, x=play.x or 0)
    act = board.cards[card.cid].acts[play.ability - 1]
    if act.cost is not None and act.cost.way == "pay":
        thought.move(thought.me, -own_cost(board, act.cost, env))
    run(thought, env, act.block)


def _env(state: State, seat: int, play: a.PlayCard | a.PlayReaction) -> Env:
    """The things that a card's words refer to; those of a Reaction refer to what it answers."""
    if isinstance(play, a.PlayReaction):
        checked = check(state.board, seat, play.card, answered(state))
        assert not isinstance(checked, Refusal)
        return checked[1]
    return Env(seat, state.board.players[seat].hand.known[play.card], play.card)


def _of_player(state: State, seat: int, player: int) -> float:
    """The effect on this player of the text that asks for a player."""
    frame, thought = state.frames[-1], Thought(state.board, seat)
    if isinstance(frame, PlayerChoice):
        return of_block(thought, replace(frame.then.env, opp=player), frame.then.block)
    if isinstance(frame, Vote):
        return of_block(thought, replace(frame.env, top=player), frame.block)
    return 0.0


def _option(state: State, frame: Choice) -> a.ChooseOption:
    """Of offered blocks the better one for oneself; what may happen does if it is worth it."""
    thought = Thought(state.board, frame.seat)
    values = [of_block(thought, frame.env, block) for block in frame.blocks]
    if frame.may:
        return a.ChooseOption("yes" if values[0] > 0 else "no")
    return a.ChooseOption(choice_options(state.board, frame)[values.index(max(values))])
