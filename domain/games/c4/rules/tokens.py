"""Tokens of a movement: those that it may use, who chooses them, and the default (C4-390, C4-391)."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.c4.actions import ChooseTokens
from domain.games.c4.board import Board, Tokens, minus
from domain.games.c4.frames import Movement, Pay, Put, TokenChoice, Use
from domain.games.c4.match import Batch
from domain.kernel.choices import Choice
from domain.kernel.prompts import Parameter


def pile(board: Board, source: str) -> Tokens:
    """The tokens of a source: `pot`, `seat:<n>` or `card:<iid>`."""
    place, _, name = source.partition(":")
    if place == "pot":
        return board.pot
    if place == "seat":
        return board.players[int(name)].supply
    card = board.card_in_play(name)
    return {} if card is None else card.tokens


def allowed(board: Board, choice: TokenChoice) -> Tokens:
    """C4-341 The tokens that may be chosen: of any kinds, unless the text restricts them; none that others picked."""
    return usable(board, choice.source, choice.foreign_to, choice.reserved)


def usable(board: Board, source: str, foreign_to: int | None, reserved: Tokens | None = None) -> Tokens:
    """C4-358 C4-359 The tokens of a source: all, or those Non Matching for a player, less those reserved."""
    tokens = minus(pile(board, source), reserved or {})
    if foreign_to is None:
        return tokens
    own = board.players[foreign_to].token_kind
    return {kind: n for kind, n in tokens.items() if kind != own}


def count(tokens: Tokens) -> int:
    """How many tokens."""
    return sum(tokens.values())


def pick(batch: Batch, waiting: Movement | Pay | Put | Use, choice: TokenChoice) -> Tokens | None:
    """C4-390 C4-R26 EX-24 The tokens that were chosen, or all that there is no choice about; else None, and the answer
    will stand in `waiting.picked`.
    """
    if waiting.picked is not None:
        return waiting.picked
    tokens = allowed(batch.board, choice)
    if choice.n >= count(tokens):
        return dict(tokens)
    if len(tokens) == 1:
        return dict.fromkeys(tokens, choice.n)
    batch.frames.append(waiting)
    TOKENS.step(batch, choice)
    return None


def _offered(board: Board, frame: TokenChoice) -> Parameter:
    """One answer for all tokens of the movement, a number for each kind."""
    tokens = allowed(board, frame)
    kinds = sorted(tokens)
    return Parameter("tokens", "counts", tuple(kinds), frame.n, frame.n, tuple(tokens[kind] for kind in kinds))


def _picked(batch: Batch, frame: TokenChoice, action: ChooseTokens) -> None:
    """The chosen tokens go to the frame that waits for them."""
    batch.frames[-1] = replace(batch.frames[-1], picked=dict(action.tokens))


def _default(board: Board, frame: TokenChoice) -> ChooseTokens:
    """C4-391 C4-R76 Token after token: who gains takes the most numerous Non Matching kind, else the matching one."""
    left = dict(allowed(board, frame))
    chosen: Tokens = {}
    for _ in range(frame.n):
        kind = _default_kind(left, board.players[frame.seat].token_kind, frame.gaining)
        chosen[kind] = chosen.get(kind, 0) + 1
        left[kind] -= 1
        if not left[kind]:
            del left[kind]
    return ChooseTokens(chosen)


def _default_kind(left: Tokens, own: str, gaining: bool) -> str:
    foreign = sorted((kind for kind in left if kind != own), key=lambda kind: (-left[kind], kind))
    if own in left and (not gaining or not foreign):
        return own
    return foreign[0]


TOKENS = Choice(
    kind="choose_tokens",
    rule="C4-390",
    text="Choose tokens",
    frame=TokenChoice,
    answer=ChooseTokens,
    who=lambda board, frame: frame.seat,
    offer=_offered,
    chosen=_picked,
    sentence=lambda board, frame: f"{'Take' if frame.gaining else 'Part with'} {frame.n} of these tokens",
    default=_default,
)
