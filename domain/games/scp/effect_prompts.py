"""Prompts in the middle of a text: for a card, a player, a discard, the bottom of the deck."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from domain.games.scp import actions as a
from domain.games.scp import costs, piles
from domain.games.scp.board import Board
from domain.games.scp.cards import name_of
from domain.games.scp.frames import CardChoice, CostChoice, Discard, Peek, PlayerChoice
from domain.games.scp.match import Batch
from domain.kernel.prompts import Parameter, Template
from domain.kernel.refusal import Refusal, illegal

# Cards


def step_card(batch: Batch, frame: CardChoice) -> None:
    """SCP-316 Ask the next player with several cards for one; take a single one without a prompt."""
    board = batch.board
    seats = tuple(seat for seat in frame.seats if not board.players[seat].left)
    offered = () if not seats else _offered(board, frame, seats[0])
    if not seats:
        env = frame.then.env
        batch.push(replace(frame.then, env=replace(env, bound=(*env.bound, (frame.number, frame.chosen)))))
    elif len(offered) > 1 or (offered and frame.decline):
        batch.frames.append(replace(frame, seats=seats))
        batch.ask(seats[0], "choose", "SCP-316")
    else:
        batch.push(replace(frame, seats=seats[1:], chosen=(*frame.chosen, *offered)))


def _offered(board: Board, frame: CardChoice, seat: int) -> tuple[str, ...]:
    """The choices of this player: among all that are still there, or among those that the player controls."""
    return tuple(
        iid for iid in frame.candidates if (_controlled(board, iid, seat) if frame.own else _there(board, iid))
    )


def _controlled(board: Board, iid: str, seat: int) -> bool:
    card = board.card(iid)
    return card is not None and card.controller == seat


def _there(board: Board, iid: str) -> bool:
    return board.card(iid) is not None or board.face_down(iid) is not None or board.discarded(iid) is not None


def offered(board: Board, frame: CardChoice | CostChoice) -> tuple[str, ...]:
    """The cards to choose from now."""
    if isinstance(frame, CostChoice):
        return frame.candidates
    return _offered(board, frame, frame.seats[0])


def step_cost(batch: Batch, frame: CostChoice) -> None:
    """SCP-301 Choose the card to destroy as cost."""
    batch.frames.append(frame)
    batch.ask(frame.then.env.you, "choose", "SCP-301")


def card_templates(board: Board, frame: CardChoice | CostChoice) -> Iterator[Template]:
    """SCP-316 The possible choices."""
    cards = Parameter("card", "card", offered(board, frame))
    name = name_of(frame.then.env.cid)
    yield Template("choose_card", {}, (cards,), f"Choose a card for {name}", ("SCP-316",))
    if isinstance(frame, CardChoice) and frame.decline:
        yield Template("pass", {}, (), "Choose none", ("SCP-316",))


def refuse_card(board: Board, frame: CardChoice | CostChoice, action: a.ChooseCard) -> Refusal | None:
    """SCP-316 Why this can't be chosen, or None."""
    if action.card in offered(board, frame):
        return None
    return illegal("SCP-316", f"that is no card to choose for {name_of(frame.then.env.cid)}", "card")


def choose_card(batch: Batch, cards: tuple[str, ...]) -> None:
    """SCP-301 SCP-316 It goes on with it; with none where that was possible."""
    frame = batch.frames.pop()
    if isinstance(frame, CostChoice):
        costs.destroyed(batch, frame.then, cards[0])
        return
    assert isinstance(frame, CardChoice)
    batch.push(replace(frame, seats=frame.seats[1:], chosen=(*frame.chosen, *cards)))


# Players


def step_player(batch: Batch, frame: PlayerChoice) -> None:
    """Choose the other player that a text is about, if there are several."""
    others = batch.board.others(frame.seat)
    if batch.board.players[frame.seat].left:
        return
    if len(others) > 1:
        batch.frames.append(frame)
        batch.ask(frame.seat, "choose", "SCP-316")
    else:
        _with_player(batch, frame, others[0] if others else None)


def _with_player(batch: Batch, frame: PlayerChoice, player: int | None) -> None:
    batch.push(replace(frame.then, env=replace(frame.then.env, opponent=player)))


def player_templates(board: Board, frame: PlayerChoice) -> Iterator[Template]:
    """The other players."""
    seats = Parameter("player", "seat", board.others(frame.seat))
    label = f"Choose a player for {name_of(frame.then.env.cid)}"
    yield Template("choose_player", {}, (seats,), label, ("SCP-316",))


def refuse_player(board: Board, frame: PlayerChoice, action: a.ChoosePlayer) -> Refusal | None:
    """Why this player can't be chosen, or None."""
    if action.player in board.others(frame.seat):
        return None
    return illegal("SCP-316", "choose another player who is still in the match", "player")


def choose_player(batch: Batch, action: a.ChoosePlayer) -> None:
    """It goes on with this player."""
    frame = batch.frames.pop()
    assert isinstance(frame, PlayerChoice)
    _with_player(batch, frame, action.player)


# Hands


def step_discard(batch: Batch, frame: Discard) -> None:
    """SCP-319 SCP-R101 A card of the hand, one after another; all of them without a question if none would stay.

    They go by id then: the order in which they came would tell which is which to a player who saw one come.
    """
    board = batch.board
    hand = board.players[frame.seat].hand
    if not frame.n or not hand.size or board.players[frame.by].left:
        return
    if hand.size <= frame.n:
        for iid in sorted(hand.known):
            piles.discard(batch, frame.seat, iid, frame.cause)
        return
    if frame.by != frame.seat:
        _show(batch, frame)
    batch.frames.append(frame)
    batch.ask(frame.by, "discard_choice", "SCP-319", secrecy="options")


def _show(batch: Batch, frame: Discard) -> None:
    """SCP-523 SCP-R101 A player who chooses from another's hand has seen it as it is now."""
    player = batch.board.players[frame.seat]
    if frame.by not in player.shown_to or player.shown != tuple(sorted(player.hand.known.values())):
        piles.reveal_hand(batch, frame.seat, (frame.by,), frame.cause)


def discard_options(board: Board, frame: Discard) -> tuple[str, ...]:
    """SCP-523 SCP-R83 The cards to choose from: own ones by instance, those of another by what was shown."""
    player = board.players[frame.seat]
    return tuple(player.hand.known) if frame.by == frame.seat else tuple(dict.fromkeys(player.shown))


def discard_templates(board: Board, frame: Discard) -> Iterator[Template]:
    """The possible discards."""
    cards = Parameter("card", "card", discard_options(board, frame))
    yield Template("discard_card", {}, (cards,), "Choose a card to be discarded", ("SCP-319",))


def refuse_discard(board: Board, frame: Discard, action: a.DiscardCard) -> Refusal | None:
    """Why this can't be discarded, or None."""
    if action.card in discard_options(board, frame):
        return None
    return illegal("SCP-319", "that card is not in the hand", "card")


def discard(batch: Batch, action: a.DiscardCard) -> None:
    """SCP-319 The card goes to its owner's discard pile."""
    frame = batch.frames.pop()
    assert isinstance(frame, Discard)
    known = batch.board.players[frame.seat].hand.known
    own = frame.by == frame.seat
    iid = action.card if own else next(iid for iid, cid in known.items() if cid == action.card)
    batch.push(replace(frame, n=frame.n - 1))
    piles.discard(batch, frame.seat, iid, frame.cause)


# The SCP deck


def step_peek(batch: Batch, frame: Peek) -> None:
    """SCP-524 Choose the SCPs that go to the bottom."""
    if batch.board.players[frame.seat].left:
        return
    batch.frames.append(frame)
    batch.ask(frame.seat, "peek_choice", "SCP-524")


def peek_templates(board: Board, frame: Peek) -> Iterator[Template]:
    """SCP-524 Any of them, also none."""
    looks = board.players[frame.seat].looks
    places = Parameter("places", "cards", tuple(range(1, looks + 1)), 0, looks)
    yield Template("put_under", {}, (places,), "Put any of them on the bottom", ("SCP-524",))


def refuse_peek(board: Board, frame: Peek, action: a.PutUnder) -> Refusal | None:
    """SCP-524 Why these can't go to the bottom, or None."""
    looks = board.players[frame.seat].looks
    if len(set(action.places)) == len(action.places) and all(1 <= place <= looks for place in action.places):
        return None
    return illegal("SCP-524", f"name different places from 1 to {looks}", "places")


def put_under(batch: Batch, seat: int, action: a.PutUnder) -> None:
    """SCP-524."""
    batch.frames.pop()
    piles.put_under(batch, seat, tuple(place - 1 for place in action.places))
