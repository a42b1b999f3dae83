"""Scenarios of SCP-CCG with named zones: players are P1 to P6, cards go by their ids in the core set.

P1 is the active player and Player 1, in round 2, turn 3, unless said otherwise; each has 5 Resources, an empty hand (so
nobody is asked in windows), a deck of fillers; the SCP deck holds fillers; nothing is in play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from domain.games.scp import GAME
from domain.games.scp import actions as a
from domain.games.scp import events as e
from domain.games.scp.board import PHASES, Asset, Assignment, Board, FaceDown, Job, Mission, Phase, Player, Scp
from domain.games.scp.definitions import Status
from domain.games.scp.frames import Turn
from domain.games.scp.loadouts import Options
from domain.games.scp.rules import continuous
from domain.kernel.match import ClockPolicy, Seat, State
from domain.kernel.zones import Card, DrawPile
from tests.kit.scenario import Scenario

P1, P2, P3, P4, P5, P6 = range(6)
FILLER = "P35"
"""What lies in a deck or hand that a scenario does not care about: a Personnel of Cost 2."""
QUIET = "S03"
"""What lies in the SCP deck: an SCP without text."""


class Table(Scenario):
    """Given, when, then. Until `start` the given is built; then only actions change the table."""

    def __init__(self, seats: int = 2, **options: Any) -> None:
        board = Board(players=[Player() for _ in range(seats)], round=2, turn=3, scp_deck=DrawPile([QUIET] * 8, 8))
        if seats == 1:
            options = {"mode": "solitaire", **options}
        state = State(
            match="mt_scenario",
            game=GAME.slug,
            version=100,
            status="running",
            options=Options(**options),
            clock=ClockPolicy(decision=60_000),
            seats=[Seat(player=f"player-{seat}", sealed=True) for seat in range(seats)],
            board_or_none=board,
        )
        super().__init__(GAME, state)
        self._iids = 0
        self._started = False
        for player in board.players:
            player.pool, player.deck = 5, DrawPile([FILLER] * 20, 20)

    # Given

    def player(
        self,
        seat: int,
        *,
        pool: int | None = None,
        hand: Sequence[str] = (),
        deck: Sequence[str] | int | None = None,
        discard: Sequence[str] = (),
        play: Sequence[str] = (),
        queue: Sequence[str | tuple[str, int]] = (),
    ) -> Table:
        """What one player has; `deck` from the top, or how many fillers; a face-down card with Resources is a pair."""
        player: Player = self.board.players[seat]
        player.pool = player.pool if pool is None else pool
        for cid in hand:
            player.hand.add(self._iid(), cid)
        if deck is not None:
            cards = [FILLER] * deck if isinstance(deck, int) else list(deck)
            player.deck = DrawPile(cards, len(cards))
        for cid in discard:
            player.discard.append(Card(self._iid(), cid, seat))
        for cid in play:
            self.asset(seat, cid)
        for given in queue:
            self.face_down(seat, *((given,) if isinstance(given, str) else given))
        return self

    def asset(self, seat: int, cid: str, **facts: Any) -> str:
        """A Personnel, Gear, Finance or Resource in play; its instance id. `facts`: tapped, wounds, tokens, host ..."""
        assert not self.cards[cid].is_("scp"), f"{cid} is an SCP"
        card = Asset(self._iid(), cid, seat, self._enter(), **facts)
        self.board.players[seat].play.append(card)
        return card.iid

    def scp(self, cid: str, seat: int | None = None, *, status: Status | None = None, counters: int = 0) -> str:
        """An SCP in play; its instance id. Without a player it is Unsecured, with one Secured unless said otherwise."""
        assert self.cards[cid].is_("scp"), f"{cid} is no SCP"
        stands: Status = status or ("unsecured" if seat is None else "secured")
        entered = self._enter()
        self.board.scps.append(Scp(self._iid(), cid, entered, entered, stands, seat, counters))
        return str(self.board.scps[-1].iid)

    def face_down(self, seat: int, cid: str, resources: int = 0) -> str:
        """A card of a Build Queue; its instance id."""
        card = FaceDown(self._iid(), cid, resources)
        self.board.players[seat].queue.append(card)
        return card.iid

    def assigned(self, job: Job, scp: str | None, *cards: str) -> Table:
        """Personnel in play (by instance) that have a job; the SCP by instance or card id."""
        for iid in cards:
            self._change(iid, assignment=Assignment(job, None if scp is None else self.id(scp)))
        return self

    def mission(self, seat: int, cid: str, target: str | None = None, player: int | None = None) -> str:
        """A Mission that was played this turn; its instance id."""
        found = Mission(self._iid(), cid, None if target is None else self.id(target), player)
        self.board.players[seat].mission = found
        self.board.facts = replace(self.board.facts, mission_played=True)
        return found.iid

    def scps(self, *cids: str) -> Table:
        """The SCP deck, from the top."""
        self.board.scp_deck = DrawPile(list(cids), len(cids))
        return self

    def turn(self, active: int = P1, *, number: int = 2, player1: int = P1) -> Table:
        """Whose turn it is, the number of the round, and who is Player 1."""
        board: Board = self.board
        board.active, board.round, board.player1 = active, number, player1
        return self

    def start(self, phase: Phase = "draw", *, stage: str | None = None) -> Table:
        """The given is complete, the phase begins; one that the active player ends is waiting for them then.

        `stage`: another part of the turn (turns.STAGES).
        """
        board: Board = self.board
        for seat, player in enumerate(board.players):
            player.deck_list = tuple(_all_cards(board, seat, player))
        board.scps_brought = board.scp_deck.size + len(board.scps) + len(board.scp_discard)
        board.phase = PHASES.index(phase)
        self.state.frames = (Turn(stage or phase),)
        self._started = True
        self.begin()
        return self

    # When

    def attempt(self, scp: str, job: Job = "secure", seat: int = P1) -> None:
        """Begin the attempt of those who are assigned."""
        self.do(seat, a.BeginAttempt(self.id(scp), job))

    def compare(self, seat: int = P1) -> None:
        """Play nothing more in the attempt; the others pass."""
        self.all_pass()
        self.do(seat, a.Compare())

    def whole_attempt(self, scp: str, job: Job = "secure", seat: int = P1) -> e.AttemptCompared:
        """Begin, let all pass, compare, let the defender pass; what was compared."""
        self.attempt(scp, job, seat)
        self.compare(seat)
        self.all_pass()
        return self.ever(e.AttemptCompared)[-1]

    def assign(self, seat: int, personnel: str, job: Job, scp: str | None = None) -> None:
        """Give a job; cards by instance or card id."""
        self.do(seat, a.Assign(self.id(personnel, seat), job, None if scp is None else self.id(scp)))

    def event(self, seat: int, cid: str, target: str | None = None, player: int | None = None) -> None:
        """Play an Event of the hand."""
        self.do(seat, self.playing(seat, cid, target, player))

    def playing(self, seat: int, cid: str, target: str | None = None, player: int | None = None) -> a.PlayEvent:
        """The action of playing an Event."""
        return a.PlayEvent(self.held(seat, cid), None if target is None else self.id(target), player)

    def complicate(self, seat: int, cid: str, target: str) -> None:
        """Play a Complication of the hand."""
        self.do(seat, self.complicating(seat, cid, target))

    def complicating(self, seat: int, cid: str, target: str) -> a.PlayComplication:
        """The action of playing a Complication."""
        return a.PlayComplication(self.held(seat, cid), self.id(target))

    def use(self, seat: int, cid: str, target: str | None = None, *, ability: int | None = None) -> None:
        """Use an activated ability, the first one unless its number is given."""
        self.do(seat, self.using(seat, cid, target, ability=ability))

    def using(self, seat: int, cid: str, target: str | None = None, *, ability: int | None = None) -> a.UseAbility:
        """The action of using an ability."""
        iid = self.id(cid, seat)
        card = self.board.card(iid)
        number = ability or self.cards[card.cid].having("act")[0].number
        return a.UseAbility(iid, number, None if target is None else self.id(target))

    def play_mission(self, seat: int, cid: str, target: str | None = None, player: int | None = None) -> None:
        """Play a Mission of the hand."""
        self.do(seat, a.PlayMission(self.held(seat, cid), None if target is None else self.id(target), player))

    def reveal(self, seat: int, cid: str, host: str | None = None) -> None:
        """Reveal a face-down card, by instance or card id."""
        self.do(seat, a.RevealBuild(self.queued(seat, cid), None if host is None else self.id(host, seat)))

    def choose(self, seat: int, cid: str) -> None:
        """Answer `attrition` or `choose` with a card, by instance or card id."""
        own = self.id(cid, seat) if any(cid == card.cid for card in self.board.players[seat].play) else self.id(cid)
        self.do(seat, a.ChooseCard(own))

    def trigger(self, seat: int, cid: str, ability: int = 1) -> None:
        """Answer `choose_trigger` or `optional_trigger`."""
        self.do(seat, a.ChooseTrigger(self.id(cid), ability))

    def discard(self, seat: int, cid: str) -> None:
        """Answer `discard_choice` with a card of the own hand."""
        self.do(seat, a.DiscardCard(self.held(seat, cid)))

    def let_pass(self, seat: int) -> None:
        self.do(seat, a.Pass())

    def all_pass(self) -> None:
        """Whoever is asked for a Complication, a response or a reply passes, until nobody is."""
        windows = ("complication_window", "response", "defender_reply")
        while waiting := [seat for seat, kind in self.asked() if kind in windows]:
            self.let_pass(waiting[0])

    def end_phase(self, seat: int = P1) -> None:
        self.do(seat, a.EndPhase())

    def to(self, phase: Phase) -> None:
        """Everybody does what happens without them, until the active player is asked in this phase."""
        for _ in range(80):
            seat, kind = self.asked()[0]
            if kind == f"{phase}_phase":
                return
            self.do(seat, self.game.default(self.state, self.prompt(seat)))
        raise AssertionError(f"{phase} never came")

    def end_turn(self, seat: int = P1) -> None:
        """End the turn; prompts on the way get their defaults, until the next player's first phase."""
        turn = self.board.turn
        self.do(seat, a.EndTurn())
        while self.board.turn == turn and self.state.result is None:
            asked, _ = self.asked()[0]
            self.do(asked, self.game.default(self.state, self.prompt(asked)))

    # Then

    def asks(self, seat: int, kind: str) -> bool:
        """Whether a player is asked this."""
        return (seat, kind) in self.asked()

    def pool(self, seat: int) -> int:
        return int(self.board.players[seat].pool)

    def hand(self, seat: int) -> list[str]:
        """Card ids in order of arrival."""
        return list(self.board.players[seat].hand.known.values())

    def deck_size(self, seat: int) -> int:
        return int(self.board.players[seat].deck.size)

    def discards(self, seat: int) -> list[str]:
        """Card ids of the discard pile by arrival."""
        return [card.cid for card in self.board.players[seat].discard]

    def in_play(self, seat: int) -> list[str]:
        """Card ids of Personnel, Gear, Finance and Resources by age."""
        return [card.cid for card in self.board.players[seat].play]

    def queue(self, seat: int) -> list[tuple[str, int]]:
        """The Build Queue: card ids with their Resources."""
        return [(card.cid, card.resources) for card in self.board.players[seat].queue]

    def card(self, cid: str, seat: int | None = None) -> Any:
        """The first card or SCP in play of that id, or that instance; of one player if one is named."""
        found = [
            card
            for card in self.board.in_play()
            if cid in (card.cid, card.iid) and (seat is None or card.controller == seat)
        ]
        assert found, f"{cid} is not in play"
        return found[0]

    def id(self, cid: str, seat: int | None = None) -> str:
        """The instance id of what is in play, face down or discarded; an instance id stays as it is."""
        board: Board = self.board
        if board.card(cid) or board.face_down(cid) or board.discarded(cid):
            return cid
        in_play = [c.iid for c in board.in_play() if c.cid == cid and (seat is None or c.controller == seat)]
        hidden = [card.iid for player in board.players for card in player.queue if card.cid == cid]
        gone = [card.iid for player in board.players for card in player.discard if card.cid == cid]
        return next(iter([*in_play, *hidden, *gone]), cid)

    def held(self, seat: int, cid: str) -> str:
        """The instance id of a card of a hand, by card id or instance."""
        known = self.board.players[seat].hand.known
        return next((iid for iid, held in known.items() if cid in (held, iid)), cid)

    def queued(self, seat: int, cid: str) -> str:
        """The instance id of a face-down card, by card id or instance."""
        cards = self.board.players[seat].queue
        return next((card.iid for card in cards if cid in (card.cid, card.iid)), cid)

    def counters(self, cid: str) -> int:
        """The Escalation Counters on an SCP."""
        return int(self.card(cid).counters)

    def status(self, cid: str) -> tuple[str, int | None]:
        """The status of an SCP and who controls it."""
        card = self.card(cid)
        return card.status, card.controller

    def centre(self) -> list[str]:
        """Card ids of the Unsecured SCPs, in the order in which they came."""
        return [card.cid for card in self.board.unsecured()]

    def skill_value(self, cid: str, seat: int | None = None) -> int:
        return continuous.skill_value(self.board, self.card(cid, seat))

    def skills(self, cid: str, seat: int | None = None) -> dict[str, int]:
        """Skills with their copies."""
        return Counter(map(str, continuous.skills(self.board, self.card(cid, seat))))

    def icons(self, cid: str, seat: int | None = None) -> set[str]:
        return set(map(str, continuous.icons(self.board, self.card(cid, seat))))

    def totals(self) -> tuple[int, int]:
        """The group total and the requirement of the attempt that is on."""
        board: Board = self.board
        assert board.attempt is not None
        return continuous.group_total(board, board.attempt), continuous.requirement(board, board.attempt)

    def check(self) -> None:
        """What a test ends with: nothing broken; before the end of the match somebody is asked."""
        if self._started:
            assert not self.game.invariants(self.state)

    def _change(self, iid: str, **changes: Any) -> None:
        for player in self.board.players:
            player.play = [replace(card, **changes) if card.iid == iid else card for card in player.play]

    def _iid(self) -> str:
        self._iids += 1
        return f"x{self._iids:03}"

    def _enter(self) -> int:
        self.board.entered += 1
        return int(self.board.entered)


def _all_cards(board: Board, seat: int, player: Player) -> list[str]:
    """Every card that a player has, wherever it is."""
    zones = (player.play, player.discard, player.removed)
    found = [*player.deck.cards, *player.hand.known.values()]
    found += [card.cid for zone in zones for card in zone]
    found += [card.cid for card in player.queue if card.cid is not None]
    found += [card.cid for card in board.resolving if card.seat == seat]
    return found if player.mission is None else [*found, player.mission.cid]
