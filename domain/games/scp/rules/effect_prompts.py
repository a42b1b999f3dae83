"""Questions in the middle of a text: for a card, a player, a discard, the bottom of the deck."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from domain.games.scp import actions as a
from domain.games.scp.board import Board
from domain.games.scp.frames import CardChoice, CostChoice, Discard, Env, Peek, PlayerChoice
from domain.games.scp.match import Batch, State
from domain.games.scp.rules import costs, piles
from domain.kernel.choices import Choice
from domain.kernel.frames import top
from domain.kernel.prompts import Parameter, Template
from domain.kernel.sentences import p

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
        batch.ask_for(replace(frame, seats=seats), seats[0], "choose")
    else:
        batch.push(replace(frame, seats=seats[1:], chosen=(*frame.chosen, *offered)))


def _offered(board: Board, frame: CardChoice, seat: int) -> tuple[str, ...]:
    """The choices of this player: among all that are still there, or among those that the player controls."""
    if frame.own:
        cards = ((iid, board.card(iid)) for iid in frame.candidates)
        return tuple(iid for iid, card in cards if card is not None and card.controller == seat)
    return tuple(iid for iid in frame.candidates if board.card(iid) or board.face_down(iid) or board.discarded(iid))


def card_templates(state: State, seat: int) -> Iterator[Template]:
    """SCP-316 The possible choices."""
    frame = top(state.frames, CardChoice)
    yield _card(state.board, frame, _offered(state.board, frame, seat))
    if frame.decline:
        yield Template("pass", {}, (), "Choose none", ("SCP-316",))


def _card(board: Board, frame: CardChoice | CostChoice, offered: tuple[str, ...]) -> Template:
    cards = Parameter("card", "card", offered)
    return Template(
        "choose_card", {}, (cards,), f"Choose a card for {board.cards[frame.then.env.cid].name}", ("SCP-316",)
    )


def first_card(state: State, seat: int) -> a.ChooseCard:
    """SCP-808 The oldest."""
    return a.ChooseCard(_offered(state.board, top(state.frames, CardChoice), seat)[0])


def choose_card(batch: Batch, seat: int, action: a.ChooseCard | a.Pass) -> None:
    """SCP-316 It goes on with the card, or without one where that is possible."""
    frame, cards = top(batch.frames, CardChoice), (action.card,) if isinstance(action, a.ChooseCard) else ()
    batch.frames.pop()
    batch.push(replace(frame, seats=frame.seats[1:], chosen=(*frame.chosen, *cards)))


def step_cost(batch: Batch, frame: CostChoice) -> None:
    """SCP-301 Choose the card to destroy as cost."""
    batch.ask_for(frame, frame.then.env.you, "choose")


def cost_templates(state: State, seat: int) -> list[Template]:
    """SCP-301 The cards that can be destroyed."""
    frame = top(state.frames, CostChoice)
    return [_card(state.board, frame, frame.candidates)]


def first_cost(state: State, seat: int) -> a.ChooseCard:
    """SCP-808 The oldest."""
    return a.ChooseCard(top(state.frames, CostChoice).candidates[0])


def choose_cost(batch: Batch, seat: int, action: a.ChooseCard) -> None:
    """SCP-301 The cost is paid with it."""
    frame = batch.answered(CostChoice)
    costs.destroyed(batch, frame.then, action.card)


# Players


def step_player(batch: Batch, frame: PlayerChoice) -> None:
    """Choose the other player that a text is about, if there are several; with none it goes on without."""
    if batch.board.others(frame.seat):
        PLAYER.step(batch, frame)
    else:
        batch.push(frame.then)


def _others(board: Board, frame: PlayerChoice) -> Parameter:
    return Parameter("player", "seat", board.others(frame.seat))


def _with_player(batch: Batch, frame: PlayerChoice, action: a.ChoosePlayer) -> None:
    batch.push(replace(frame.then, env=replace(frame.then.env, opponent=action.player)))


# Hands


def step_discard(batch: Batch, frame: Discard) -> None:
    """SCP-319 SCP-523 SCP-R101 A card of the hand, one by one; all of them without a question if none would stay.

    They go by id then: the order in which they came would tell which is which to a player who saw one come.
    """
    board = batch.board
    hand = board.players[frame.seat].hand
    if not frame.n or not hand.size:
        return
    if hand.size <= frame.n:
        for iid in sorted(hand.known):
            piles.discard(batch, frame.seat, iid, frame.cause)
        return
    if frame.by != frame.seat and (batch.state.goes_by("1.1") or not _as_shown(board, frame)):
        # also if nothing has changed since the last look: else all would learn whether it has
        piles.reveal_hand(batch, frame.seat, (frame.by,), frame.cause)
    batch.ask_for(frame, frame.by, "discard_choice")


def _as_shown(board: Board, frame: Discard) -> bool:
    """Whether the player who chooses has seen the hand as it is."""
    player = board.players[frame.seat]
    return frame.by in player.shown_to and player.shown == tuple(sorted(player.hand.known.values()))


def discard_options(board: Board, frame: Discard) -> tuple[str, ...]:
    """SCP-523 SCP-R83 The cards to choose from: own ones by instance, those of another by what was shown."""
    player = board.players[frame.seat]
    return tuple(player.hand.known) if frame.by == frame.seat else tuple(dict.fromkeys(player.shown))


def discard_templates(state: State, seat: int) -> Iterator[Template]:
    """SCP-319 SCP-523 An own card; those of another lie on no table, so each is named."""
    frame = top(state.frames, Discard)
    cards = discard_options(state.board, frame)
    if frame.by == frame.seat:
        yield Template("discard_card", {}, (Parameter("card", "card", cards),), "Discard", ("SCP-319",))
        return
    for cid in cards:
        label = f"Discard {state.board.cards[cid].name} of {p(frame.seat)}"
        yield Template("discard_card", {"card": cid}, (), label, ("SCP-319",))


def first_discard(state: State, seat: int) -> a.DiscardCard:
    """SCP-808 The first that came, or that is shown."""
    return a.DiscardCard(discard_options(state.board, top(state.frames, Discard))[0])


def discard(batch: Batch, seat: int, action: a.DiscardCard) -> None:
    """SCP-319 The card goes to its owner's discard pile."""
    frame = batch.answered(Discard)
    known = batch.board.players[frame.seat].hand.known
    own = frame.by == frame.seat
    iid = action.card if own else next(iid for iid, cid in known.items() if cid == action.card)
    batch.push(replace(frame, n=frame.n - 1))
    piles.discard(batch, frame.seat, iid, frame.cause)


# The SCP deck


def _seen(board: Board, frame: Peek) -> Parameter:
    """SCP-524 Any of them, also none."""
    looks = board.players[frame.seat].looks
    return Parameter("places", "cards", tuple(range(1, looks + 1)), 0, looks)


# What is asked


def text_asking(board: Board, env: Env) -> str | None:
    """The card in play whose text asks, by id."""
    return None if board.card(env.iid) is None else env.iid


def asks_card(state: State, seat: int) -> str:
    """SCP-316 The text that asks for a card."""
    return f"Choose a card for {state.board.cards[top(state.frames, CardChoice).then.env.cid].name}"


def asks_cost(state: State, seat: int) -> str:
    """SCP-301 The text that has to be paid for."""
    name = state.board.cards[top(state.frames, CostChoice).then.env.cid].name
    return f"Choose a card to be destroyed as a cost of {name}"


def asks_discard(state: State, seat: int) -> str:
    """SCP-319 The owner of the hand, and why it loses a card."""
    frame = top(state.frames, Discard)
    whose = "your hand" if frame.seat == seat else f"the hand of {p(frame.seat)}"
    return f"Choose a card of {whose} to be discarded for {state.board.cards[frame.cause].name}"


# Rows


PLAYER = Choice(
    kind="choose",
    rule="SCP-316",
    frame=PlayerChoice,
    answer=a.ChoosePlayer,
    who=lambda board, frame: frame.seat,
    offer=_others,
    chosen=_with_player,
    sentence=lambda board, frame: f"Choose a player for {board.cards[frame.then.env.cid].name}",
    text="Choose another player for a text",
    about=lambda board, frame: text_asking(board, frame.then.env),
    default=lambda board, frame: a.ChoosePlayer(min(board.others(frame.seat))),
)
PEEK = Choice(
    kind="peek_choice",
    rule="SCP-524",
    frame=Peek,
    answer=a.PutUnder,
    who=lambda board, frame: frame.seat,
    offer=_seen,
    chosen=lambda batch, frame, action: piles.put_under(batch, frame.seat, tuple(one - 1 for one in action.places)),
    sentence=lambda board, frame: "Put SCPs on the bottom, by their places from the top",
    text="Put any of the SCPs that are looked at on the bottom",
)
CHOICES = (PLAYER, PEEK)
"""SCP-316 SCP-524 SCP-808 The questions that a text may ask at once of one player."""
