"""The end of a match, and the leaving of players (SCP-701 to SCP-711, SCP-923)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from typing import NoReturn

from domain.games.scp import events as e
from domain.games.scp.board import Board
from domain.games.scp.frames import CardChoice, InAttempt, Resolved, Turn, whose
from domain.games.scp.loadouts import Options
from domain.games.scp.match import Batch
from domain.games.scp.rules import continuous, leaving
from domain.kernel.frames import Frame
from domain.kernel.result import Result

SOLITAIRE_TURNS = 10
"""SCP-923."""


def rounds(options: Options) -> int:
    """SCP-706 SCP-923 SCP-R55 After so many rounds the match is scored."""
    return SOLITAIRE_TURNS if options.mode == "solitaire" else options.round_limit


def next_player(board: Board) -> int:
    """SCP-102 SCP-241 The next player clockwise; alone it is oneself."""
    return next(iter(board.around((board.active + 1) % len(board.players))))


def wraps(board: Board, seat: int) -> bool:
    """Terms, Round: whether the turn of this player begins a round, which starts with the seat of Player 1."""
    n = len(board.players)
    if not board.turn:
        return True
    return (seat - board.player1) % n <= (board.active - board.player1) % n


def last_of_match(batch: Batch) -> bool:
    """SCP-706 SCP-708 SCP-923 Whether no turn is left after this one."""
    board = batch.board
    following = next_player(board)
    return wraps(board, following) and board.round >= rounds(batch.state.options)


def all_lose(batch: Batch) -> NoReturn:
    """SCP-236 SCP-703 Nothing is scored."""
    everybody = tuple(range(len(batch.board.players)))
    batch.end(Result("all_lose", (everybody,), "SCP-703", reason="thirty_counters"))


def check_end(batch: Batch, *, last: bool) -> None:
    """SCP-702 SCP-706 SCP-707 SCP-923 SCP-R21 The end of a match in Outcome step e."""
    board = batch.board
    if not board.scp_deck.size and not board.unsecured():
        score(batch, "SCP-702", "nothing_unsecured")
    if any(not board.players[seat].deck.size for seat in board.around(0)):
        score(batch, "SCP-702", "empty_deck")
    if last:
        score(batch, "SCP-923" if len(board.players) == 1 else "SCP-706", "round_limit")


def score_of(board: Board, seat: int) -> e.Score:
    """SCP-704 SCP-705 SCP-711 SCP-R54 Contained SCPs, bonuses; then Skill of SCPs held or destroyed; then cards."""
    skill = sum(board.cards[card.cid].skill for card in board.controlled(seat))
    skill += sum(board.cards[card.cid].skill for card in board.scp_discard if card.by == seat)
    player = board.players[seat]
    return e.Score(
        seat, continuous.contained(board, seat), continuous.score_bonus(board, seat), skill, player.deck.size
    )


def _gone(board: Board) -> tuple[int, ...]:
    """SCP-708 The players who have left: behind all others, together."""
    return tuple(seat for seat, player in enumerate(board.players) if player.left)


def rank(one: e.Score) -> tuple[int, int, int]:
    """SCP-701 SCP-704 SCP-705."""
    return one.contained + one.bonus, one.skill, one.deck


def score(batch: Batch, rule: str, reason: str) -> NoReturn:
    """SCP-701 SCP-705 The most Contained SCPs win."""
    board = batch.board
    scores = tuple(score_of(board, seat) for seat in board.around(board.player1))
    batch.emit(e.MatchScored(scores=scores))
    if len(board.players) == 1:
        _score_alone(batch, scores[0], rule, reason)
    ordered = sorted(scores, key=rank, reverse=True)
    groups = [tuple(sorted(one.seat for one in group)) for _, group in groupby(ordered, key=rank)]
    placings = tuple(group for group in (*groups, _gone(board)) if group)
    tied = len(ordered) > 1 and rank(ordered[0])[0] == rank(ordered[1])[0]
    drawn = len(groups[0]) > 1
    batch.end(Result("draw" if drawn else "win", placings, rule, "SCP-705" if tied else None, reason))


def _score_alone(batch: Batch, one: e.Score, rule: str, reason: str) -> NoReturn:
    """SCP-923."""
    won = one.contained + one.bonus >= batch.state.options.solitaire_target
    batch.end(Result("win" if won else "all_lose", ((0,),), rule, "SCP-923", reason))


def win(batch: Batch, seat: int, cause: str) -> NoReturn:
    """SCP-710 A card says that its player has won: nothing is scored, the others are behind together."""
    board = batch.board
    placings = tuple(group for group in ((seat,), board.others(seat), _gone(board)) if group)
    batch.end(Result("win", placings, "SCP-710", reason=cause))


# Leaving


def concede(batch: Batch, seat: int) -> None:
    """SCP-708 SCP-709 SCP-R56 SCP-R87 A player leaves; the last one left wins, alone one loses."""
    board = batch.board
    if board.players[seat].left:
        return
    own_turn = board.turn > 0 and board.active == seat
    last = own_turn and last_of_match(batch)
    batch.close([prompt for prompt in batch.state.prompts.values() if own_turn or prompt.seat == seat])
    attempt = board.attempt
    void = attempt is not None and (own_turn or (seat == attempt.defender and attempt.outcome is None))
    _leave(batch, seat)
    others = board.others(seat)
    if len(board.players) == 1:
        batch.end(Result("all_lose", ((0,),), "SCP-708", reason="concede"))
    if len(others) == 1:
        batch.end(Result("win", (others, _gone(board)), "SCP-709", reason="concede"))
    if void:
        _end_attempt(batch)
    if own_turn:
        _turn_over(batch, last=last)
    else:
        _ask_again(batch)


def unless_left(step: Callable[[Batch, Frame], None]) -> Callable[[Batch, Frame], None]:
    """SCP-708 SCP-R103 A frame of a player who has left comes to nothing, whatever it was about to do."""

    def stepped(batch: Batch, frame: Frame) -> None:
        player = whose(frame)
        if player is None or not batch.board.players[player].left:
            step(batch, frame)

    return stepped


def _leave(batch: Batch, seat: int) -> None:
    """SCP-708 SCP-R103 SCPs go back to the centre, other cards are removed; what these left behind is over."""
    batch.emit(e.PlayerLeft(seat=seat))
    over = tuple(effect.number for effect in batch.board.lasting if effect.you == seat)
    if over:
        batch.emit(e.EffectsEnded(numbers=over, reason="left"))
    # while others are still asked nothing is resolved, and so nothing checked
    while leaving.checkpoint(batch):
        pass


def _end_attempt(batch: Batch) -> None:
    """SCP-708 The attempt ends without result, with all that is being resolved in it."""
    attempt = batch.board.attempt
    assert attempt is not None
    batch.close([prompt for prompt in batch.state.prompts.values() if prompt.mode != "standing"])
    place = next(n for n, frame in enumerate(batch.frames) if isinstance(frame, InAttempt))
    dropped = batch.frames[place + 1 :]
    if attempt.outcome is None:
        batch.emit(e.AttemptVoid(seat=attempt.active, scp=attempt.scp, card=attempt.card))
    batch.frames[place:] = [InAttempt("end"), *(frame for frame in dropped if isinstance(frame, Resolved))]


def _turn_over(batch: Batch, *, last: bool) -> None:
    """SCP-708 The next player's turn starts at once, or the match is scored."""
    kept = [frame for frame in batch.frames if isinstance(frame, InAttempt | Resolved)]
    batch.frames[:] = [Turn("scored" if last else "close"), *kept]


def _ask_again(batch: Batch) -> None:
    """SCP-708 Mend open prompts about cards or players that are gone."""
    batch.overtake()
    if batch.frames and isinstance(batch.frames[-1], CardChoice) and not batch.frames[-1].chosen:
        batch.frames[-1] = batch.frames[-1].then
