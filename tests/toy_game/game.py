"""Envoys as the kernel asks for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256

import msgspec

from domain.kernel import game as contract
from domain.kernel.audience import FULL, seat_number
from domain.kernel.cardsets import CardSets
from domain.kernel.catalogue import CardInfo, CardSetInfo, DeckInfo
from domain.kernel.facts import Event
from domain.kernel.frames import Frame
from domain.kernel.game import Action, LoadoutContext, Pick
from domain.kernel.prompts import Prompt, Template, expand
from domain.kernel.refusal import Refusal, Violation, illegal
from domain.kernel.seating import Sides, each_alone
from domain.kernel.table import Table
from tests.toy_game import actions as act
from tests.toy_game import play
from tests.toy_game.board import CARDS, COLOURS, FOLDERS, Place, ToyBoard
from tests.toy_game.events import EVENTS
from tests.toy_game.match import Batch, State
from tests.toy_game.view import SeatView, ToyView, describe, table

STAGES = {act.Ballots: "preparing", act.Reveal: "choosing", act.Refill: "paying"}


class Envoys:
    """The game. It holds nothing of any match."""

    slug = "envoys"
    title = "Envoys"
    prefix = "TOY"
    rules_version = "1"
    min_seats = 2
    max_seats = 3
    events: Sequence[type[Event]] = EVENTS
    actions: Sequence[type[Action]] = act.ACTIONS
    frames: Sequence[type[Frame]] = act.FRAMES
    board_type = ToyBoard
    view_type = ToyView
    options_type: type[act.Options] = act.Options
    loadout_type = act.Loadout
    progress_type = act.Progress
    answers: Mapping[str, Sequence[type[Action]]] = act.ANSWERS
    own_sets: CardSets | None = None

    def card_set_hash(self) -> str:
        return sha256(" ".join(CARDS).encode()).hexdigest()

    def vocabulary(self) -> None:
        return None

    def card_sets(self) -> Sequence[CardSetInfo]:
        return [CardSetInfo("core", "Core", len(CARDS))]

    def cards(self) -> Sequence[CardInfo]:
        return [CardInfo(card, card.title(), "core", n, "", {"value": card[-2:]}) for n, card in enumerate(CARDS, 1)]

    def decks(self) -> Sequence[DeckInfo]:
        return [DeckInfo("owl", "Owl", {}), DeckInfo("fox", "Fox", {})]

    def precon(self, deck: str, seat: int, options: act.Options) -> act.Loadout | None:
        return act.Loadout(charm=deck) if deck in ("owl", "fox") else None

    def sides(self, options: act.Options, seats: int) -> Sides:
        return each_alone(seats)

    def check_options(self, options: act.Options, seats: int) -> list[Violation]:
        faults = []
        if not 1 <= options.rounds <= 4:
            faults.append(Violation("TOY-201", "a match has 1 to 4 rounds", ("options", "rounds")))
        if options.time_limit_s is not None and not 60 <= options.time_limit_s <= 86_400:
            faults.append(Violation("TOY-303", "a minute to a day", ("options", "time_limit_s")))
        if not self.min_seats <= seats <= self.max_seats:
            faults.append(Violation("TOY-201", "two or three seats play", ("seats",)))
        return faults

    def check_loadout(self, context: LoadoutContext[act.Options, act.Loadout], loadout: act.Loadout) -> list[Violation]:
        if loadout.charm in ("owl", "fox"):
            return []
        return [Violation("TOY-103", "the charm is the owl or the fox", ("charm",))]

    def default_clock(self, options: act.Options) -> tuple[int | None, int | None]:
        return None, None

    def time_limit(self, options: act.Options) -> int | None:
        return None if options.time_limit_s is None else options.time_limit_s * 1000

    def time_up(self, batch: Batch) -> None:
        play.time_up(batch)

    def new_board(self, state: State) -> ToyBoard:
        return ToyBoard(places=[Place(tokens=dict.fromkeys(COLOURS, 2)) for _ in state.seats])

    def setup(self, batch: Batch) -> None:
        play.setup(batch)

    def options(self, state: State, prompt: Prompt) -> list[Template]:
        return play.options(state, prompt)

    def refuse(self, state: State, prompt: Prompt, action: Action) -> Refusal | None:
        wanted = {key: value for key, value in msgspec.to_builtins(action).items() if key != "type"}
        if any(wanted == legal for template in self.options(state, prompt) for legal in expand(template)):
            return None
        return illegal(prompt.rule, f"this {prompt.kind} is not open to you", "action")

    def refuse_unasked(self, state: State, seat: int, action: Action) -> Refusal:
        return illegal("TOY-201", "it is not the time for this", "action")

    def default(self, state: State, prompt: Prompt) -> Action | None:
        if prompt.kind == "ban":
            return None
        template = self.options(state, prompt)[0]
        return msgspec.convert({"type": template.type, **next(expand(template))}, act.Send | act.Peek | act.Pay)

    def perform(self, batch: Batch, prompt: Prompt, action: Action) -> None:
        play.perform(batch, prompt, action)

    def step(self, batch: Batch, frame: Frame) -> None:
        play.step(batch, frame)

    def checkpoint(self, batch: Batch) -> bool:
        """Nothing: it ends at a step."""
        return False

    def standing(self, state: State) -> Sequence[tuple[int, str, str]]:
        if state.time_up:
            return []
        places = state.board.places
        return [(n, "ban", "TOY-207") for n in play.remaining(state.board) if not places[n].has_banned]

    def leave(self, batch: Batch, seat: int) -> None:
        play.leave(batch, seat)

    def evolve(self, board: ToyBoard, event: Event) -> None:
        FOLDERS[type(event)](board, event)

    def progress(self, state: State) -> act.Progress | None:
        return act.Progress(STAGES[type(state.frames[-1])]) if state.frames else None

    def view(self, state: State, viewer: str) -> ToyView:
        own = seat_number(viewer)
        seats = tuple(
            SeatView.of(place, state.seats[number].loadout, open_hand=viewer == FULL or own == number)
            for number, place in enumerate(state.board.places)
        )
        board = state.board
        deck = tuple(board.deck.cards) if viewer == FULL else None
        return ToyView(board.round, self.phase(state), board.deck.size, deck, seats, board.banned, board.revealed)

    def table(self, view: ToyView) -> Table:
        return table(view)

    def phase(self, state: State) -> str:
        return state.progress.stage if state.progress else "over"

    def describe(self, event: Event) -> str:
        return describe(event)

    def seat_name(self, seat: int) -> str:
        return f"envoy {seat}"

    def greedy(self, state: State, prompt: Prompt, pick: Pick) -> None:
        return None

    def invariants(self, state: State) -> list[str]:
        if state.board_or_none is None:
            return []
        board = state.board
        known = [*board.deck.cards, *(card for place in board.places for card in place.hand)]
        return [] if len(known) == len(set(known)) else ["a card is in two places"]


GAME: contract.Game[ToyBoard, act.Options, act.Loadout, act.Progress, ToyView] = Envoys()
