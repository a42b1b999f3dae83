"""Questions in the middle of a text: cards, a faction, an opponent, yes or no (Prompts of the catalogue)."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.trf import actions as a
from domain.games.trf import events as e
from domain.games.trf.board import Board, account_seat
from domain.games.trf.frames import DiscardChoice, FactionChoice, LookTop, MayChoice, OpponentChoice, TargetChoice
from domain.games.trf.match import Batch
from domain.games.trf.rules import continuous, piles
from domain.kernel.choices import Choice
from domain.kernel.prompts import Parameter
from domain.kernel.sentences import count

YES, NO = "yes", "no"


def _cards(offered: tuple[str, ...], n: int) -> Parameter | None:
    """TRF-526 So many of the cards, or all if there are fewer."""
    n = min(n, len(offered))
    return Parameter("cards", "cards", offered, n, n) if n else None


def _option(board: Board, seat: int, options: tuple[str, ...]) -> Parameter | None:
    """TRF-526 Nobody asks a player who has lost."""
    return None if board.players[seat].lost or not options else Parameter("option", "option", options)


# Cards


def _held(board: Board, frame: DiscardChoice) -> Parameter | None:
    held = tuple(board.players[frame.seat].hand.known)
    # all of them go in an order that doesn't tell when they came
    return _cards(held if len(held) > frame.n else tuple(sorted(held)), frame.n)


def _discard(batch: Batch, frame: DiscardChoice, action: a.ChooseCards) -> None:
    for iid in action.cards:
        piles.discard(batch, frame.seat, iid, frame.cause)


def _looked_at(board: Board, frame: LookTop) -> Parameter | None:
    """TRF-646 A player who takes none answers too: the cards looked at go under the deck."""
    places = tuple(str(place) for place, _ in enumerate(board.players[frame.seat].looking, 1))
    n = min(frame.n, len(places))
    return Parameter("cards", "cards", places, n, n) if places else None


def _target(batch: Batch, frame: TargetChoice, action: a.ChooseCards) -> None:
    env = frame.then.env
    batch.push(replace(frame.then, env=replace(env, bound=(*env.bound, (frame.pick, action.cards[0])))))


# Options


def _faction(batch: Batch, frame: FactionChoice, action: a.ChooseOption) -> None:
    """TRF-644 The card counts as one of that faction."""
    card = batch.board.pending(frame.iid)
    chosen = next((name for name in frame.options if name == action.option), None)
    if card is not None and chosen is not None:
        batch.emit(e.FactionChosen(seat=frame.seat, iid=card.iid, card=card.cid, faction=chosen))


def _opponents(board: Board, frame: OpponentChoice) -> Parameter | None:
    seat = frame.then.env.you
    return _option(board, seat, tuple(str(other) for other in board.others(seat)))


def _opponent(batch: Batch, frame: OpponentChoice, action: a.ChooseOption) -> None:
    batch.push(replace(frame.then, env=replace(frame.then.env, opponent=int(action.option))))


def _may(batch: Batch, frame: MayChoice, action: a.ChooseOption) -> None:
    if action.option == YES:
        batch.push(frame.then)


def _source(board: Board, frame: OpponentChoice | TargetChoice | MayChoice) -> str | None:
    """The card in play whose text asks, or None if it has left."""
    name = frame.then.env.iid
    card = continuous.in_play(board, name)
    return name if card is not None or account_seat(name) is not None else None


DISCARD = Choice(
    kind="choose_cards",
    rule="TRF-526",
    secrecy="options",
    text="Discard cards of the hand",
    frame=DiscardChoice,
    answer=a.ChooseCards,
    who=lambda board, frame: frame.seat,
    offer=_held,
    chosen=_discard,
    sentence=lambda board, frame: f"Discard {count(frame.n, 'card')}",
)
LOOK = Choice(
    kind="choose_cards",
    rule="TRF-526",
    secrecy="options",
    text="Take cards of those looked at",
    frame=LookTop,
    answer=a.ChooseCards,
    who=lambda board, frame: frame.seat,
    offer=_looked_at,
    chosen=lambda batch, frame, action: piles.take(batch, frame.seat, tuple(int(one) - 1 for one in action.cards)),
    sentence=lambda board, frame: f"Take {count(frame.n, 'card')}",
)
TARGET = Choice(
    kind="choose_cards",
    rule="TRF-526",
    text="Choose a target",
    frame=TargetChoice,
    answer=a.ChooseCards,
    who=lambda board, frame: frame.then.env.you,
    offer=lambda board, frame: None if board.players[frame.then.env.you].lost else _cards(frame.candidates, 1),
    chosen=_target,
    sentence=lambda board, frame: f"Choose a target of {board.cards[frame.then.env.cid].name}",
    about=_source,
)
FACTION = Choice(
    kind="choose_option",
    rule="TRF-526",
    text="Choose a faction",
    frame=FactionChoice,
    answer=a.ChooseOption,
    who=lambda board, frame: frame.seat,
    offer=lambda board, frame: _option(board, frame.seat, frame.options),
    chosen=_faction,
    sentence=lambda board, frame: "Choose a faction",
    about=lambda board, frame: frame.iid,
)
OPPONENT = Choice(
    kind="choose_option",
    rule="TRF-526",
    text="Choose an opponent",
    frame=OpponentChoice,
    answer=a.ChooseOption,
    who=lambda board, frame: frame.then.env.you,
    offer=_opponents,
    chosen=_opponent,
    sentence=lambda board, frame: f"Choose the opponent that {board.cards[frame.then.env.cid].name} is about, by seat",
    about=_source,
)
MAY = Choice(
    kind="choose_option",
    rule="TRF-526",
    text="Use the card or not",
    frame=MayChoice,
    answer=a.ChooseOption,
    who=lambda board, frame: frame.then.env.you,
    offer=lambda board, frame: _option(board, frame.then.env.you, (YES, NO)),
    chosen=_may,
    sentence=lambda board, frame: f"Use {board.cards[frame.then.env.cid].name}?",
    about=_source,
)
CHOICES = (DISCARD, LOOK, TARGET, FACTION, OPPONENT, MAY)
"""TRF-526 TRF-644 TRF-646 TRF-906 The questions that a text may ask."""
