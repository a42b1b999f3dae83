"""Scenarios of C4 with named zones: players are P1, P2 ..., cards go by their printed names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from domain.games.c4 import GAME
from domain.games.c4 import actions as a
from domain.games.c4.board import Board, InPlay, Player, Tokens, add, plus
from domain.games.c4.frames import Turn
from domain.games.c4.loadouts import Options
from domain.kernel.match import ClockPolicy, Seat, State
from domain.kernel.zones import Card, DrawPile, Hand
from tests.kit.scenario import Scenario, cards_of

P1, P2, P3, P4, P5, P6, P7, P8 = range(8)
KINDS = ("coin", "bead", "gem", "shell", "button", "die", "marble", "pebble")
FILLER = "Snack Break"
"""What lies in a deck that a scenario does not care about: a rock without When Flipped."""
ROCK, PAPER, SCISSORS = "Early Bird", "Badge Check", "Light Fingers"
"""To be flipped: cards without When Flipped."""
BY_NAME = {card.name: card.cid for card in cards_of(GAME).values()}


def cid(name: str) -> str:
    """The id of the core card with this name."""
    return BY_NAME[name]


class Table(Scenario):
    """Given, when, then for C4. Until `start` the given is built; the active player is then idle in step 2.

    Unless said otherwise a player has 10 tokens of the own kind, an empty hand and discard and a deck of fillers,
    and the pot holds 2 tokens of each kind.
    """

    def __init__(self, players: int = 2, **options: Any) -> None:
        board = Board(players=[_player(seat) for seat in range(players)], turn_cap=1000, turn=players, active=P1)
        board.free_actions = 1
        board.pot = dict.fromkeys(KINDS[:players], 2)
        state = State(
            match="mt_scenario",
            game="c4",
            version=100,
            status="running",
            options=Options(**options),
            clock=ClockPolicy(decision=60_000, turn=300_000),
            seats=[Seat(player=f"player-{seat}", sealed=True) for seat in range(players)],
            board_or_none=board,
        )
        super().__init__(GAME, state)
        self._iids = 0
        self._started = False

    def cid(self, name: str) -> str:
        """The id of the card with this name, one that the test has added too."""
        return next(card.cid for card in self.cards.values() if card.name == name)

    # Given

    def player(
        self,
        seat: int,
        *,
        tokens: int | Tokens | None = None,
        kind: str | None = None,
        hand: Sequence[str] = (),
        deck: Sequence[str] | None = None,
        discard: Sequence[str] = (),
        in_play: Sequence[str | tuple[str, Tokens]] = (),
        wears: Sequence[str] = (),
        faction: str = "none",
        skip: int = 0,
    ) -> Table:
        """What one player has. `deck` from the top; `in_play` names, or (name, tokens on it); `wears` attributes."""
        player: Player = self.board.players[seat]
        player.token_kind = kind or player.token_kind
        if tokens is not None:
            player.supply = _own(player.token_kind, tokens)
        elif kind is not None:
            player.supply = {kind: 10}
        for name in hand:
            player.hand.add(self._iid(), self.cid(name))
        if deck is not None:
            player.deck = DrawPile([self.cid(name) for name in deck], len(deck))
        player.discard = [Card(self._iid(), self.cid(name), seat) for name in discard]
        for item in in_play:
            name, on_it = item if isinstance(item, tuple) else (item, {})
            self.in_play(name, seat, tokens=on_it)
        player.attributes, player.faction, player.skip_turns = tuple(wears), faction, skip
        return self

    def in_play(self, name: str, controller: int, *, owner: int | None = None, tokens: Tokens | None = None) -> Table:
        """A Stay In Play card in front of a player."""
        board: Board = self.board
        owner = controller if owner is None else owner
        board.in_play.append(InPlay(self._iid(), self.cid(name), owner, controller, board.entered, tokens or {}))
        board.entered += 1
        return self

    def pot(self, tokens: int | Mapping[str, int]) -> Table:
        """What the pot holds; a number means that many of P1's kind."""
        self.board.pot = _own(KINDS[0], tokens)
        return self

    def turn(self, active: int, **counters: Any) -> Table:
        """Whose turn it is; counters such as free_actions, paid_actions, actions_taken, turn, turn_cap, direction."""
        self.board.active = active
        for name, value in counters.items():
            assert hasattr(self.board, name), name
            setattr(self.board, name, value)
        return self

    def start(self) -> Table:
        """The given is complete."""
        self.state.frames = (Turn("main", self.board.active),)
        self.begin()
        self._brought = self._all_tokens()
        self._given = [self._about(seat) for seat in range(len(self.board.players))]
        self._started = True
        return self

    # When

    def play(
        self,
        seat: int,
        name: str,
        on: int | None = None,
        *,
        target: str | None = None,
        x: int | None = None,
        mode: str | None = None,
    ) -> None:
        """Play a card of the hand, as an action or as a Reaction, whichever it is."""
        self.do(seat, self.playing(seat, name, on, target=target, x=x, mode=mode))

    def playing(
        self,
        seat: int,
        name: str,
        on: int | None = None,
        *,
        target: str | None = None,
        x: int | None = None,
        mode: str | None = None,
    ) -> a.PlayCard | a.PlayReaction:
        """The action of playing a card of the hand; `target` is the name of a card in play or being played."""
        action = a.PlayReaction if self.cards[self.cid(name)].kind == "reaction" else a.PlayCard
        return action(self.held(seat, name), on, None if target is None else self.seen(target), x, mode)

    def use(self, seat: int, name: str, ability: int = 1, *, on: int | None = None, x: int | None = None) -> None:
        """Use an ability of a card in play."""
        self.do(seat, a.UseAbility(self.seen(name), ability, on, x))

    def end_turn(self, seat: int) -> None:
        self.do(seat, a.EndTurn())

    def pass_(self, seat: int) -> None:
        self.do(seat, a.Pass())

    def choose(self, seat: int, **tokens: int) -> None:
        """Answer `choose_tokens`: how many of which kinds."""
        self.do(seat, a.ChooseTokens(tokens))

    def option(self, seat: int, option: str) -> None:
        """Answer `choose_option`; a beginning of the option is enough."""
        offered = [str(action["option"]) for action in self.legal(seat, "choose_option")]
        self.do(seat, a.ChooseOption(next(text for text in offered if text.startswith(option))))

    def choose_cards(self, seat: int, *names: str) -> None:
        """Answer `choose_cards` by names."""
        offered = self.legal(seat, "choose_cards")[0]["cards"] if len(names) == 0 else self._offered(seat)
        chosen: list[str] = []
        for name in names:
            chosen.append(next(iid for iid in offered if iid not in chosen and self._name(iid) == name))
        self.do(seat, a.ChooseCards(tuple(chosen)))

    # Then

    def tokens(self, seat: int) -> int:
        """Tokens in a supply."""
        return int(self.board.players[seat].token_count)

    def everyone(self) -> tuple[int, ...]:
        """Tokens of every seat: what a card did, and that it did nothing to the bystanders."""
        return tuple(int(player.token_count) for player in self.board.players)

    def untouched(self, seat: int) -> bool:
        """The player's tokens, zones and cards in play are still those of the given."""
        return self._about(seat) == self._given[seat]

    def supply(self, seat: int) -> Tokens:
        return dict(self.board.players[seat].supply)

    def in_pot(self) -> int:
        return sum(self.board.pot.values())

    def hand(self, seat: int) -> list[str]:
        """Names of the cards held, in order of arrival."""
        return [self._printed(card) for card in self.board.players[seat].hand.known.values()]

    def deck(self, seat: int) -> list[str]:
        """Names from the top."""
        return [self._printed(card) for card in self.board.players[seat].deck.cards]

    def discard(self, seat: int) -> list[str]:
        """Names in order of arrival."""
        return [self._printed(card.cid) for card in self.board.players[seat].discard]

    def controlled(self, seat: int) -> list[str]:
        """Names of the cards in play that a player controls."""
        return [self._printed(card.cid) for card in self.board.in_play if card.controller == seat]

    def on_card(self, name: str) -> int:
        """Tokens on a card in play."""
        return sum(next(card for card in self.board.in_play if card.cid == self.cid(name)).tokens.values())

    def held(self, seat: int, name: str) -> str:
        """The instance id of the first card of that name in a hand."""
        held: dict[str, str] = self.board.players[seat].hand.known
        return next(iid for iid, card in held.items() if card == self.cid(name))

    def seen(self, name: str) -> str:
        """The instance id of a card in play or being played, the latest first."""
        played = [item.card.iid for item in self.board.being_played if item.card.cid == self.cid(name)]
        in_play = [card.iid for card in self.board.in_play if card.cid == self.cid(name)]
        return str((in_play + played)[-1])

    def is_idle(self) -> bool:
        """Nobody is asked but the active player in step 2 (and who may make a claim)."""
        return {kind for _, kind in self.asked()} <= {"main", "claim"}

    def check(self) -> None:
        """What must hold at the end of every scenario: nobody is still asked, and no token came or went."""
        assert self._started, "the scenario was never started"
        assert self.state.result is not None or self.is_idle(), f"still asked: {self.asked()}"
        assert self._all_tokens() == self._brought, "tokens came or went (C4-107)"

    def _about(self, seat: int) -> tuple[Player, list[InPlay]]:
        player: Player = self.board.players[seat]
        return player.copy(), [card for card in self.board.in_play if card.controller == seat]

    def _all_tokens(self) -> Tokens:
        there = plus(self.board.pot, self.board.along)
        for player in self.board.players:
            add(there, player.supply)
        for card in self.board.in_play:
            add(there, card.tokens)
        return {kind: n for kind, n in there.items() if n}

    def _offered(self, seat: int) -> list[str]:
        return [*dict.fromkeys(iid for action in self.legal(seat, "choose_cards") for iid in action["cards"])]

    def _name(self, iid: str) -> str:
        for player in self.board.players:
            known = {**player.hand.known, **{card.iid: card.cid for card in player.discard}}
            if iid in known:
                return self._printed(known[iid])
        raise AssertionError(f"no card {iid}")

    def _printed(self, card: str) -> str:
        return str(self.cards[card].name)

    def _iid(self) -> str:
        self._iids += 1
        return f"given{self._iids}"


def _player(seat: int) -> Player:
    return Player(token_kind=KINDS[seat], supply={KINDS[seat]: 10}, deck=DrawPile([cid(FILLER)] * 20, 20), hand=Hand())


def _own(kind: str, tokens: int | Mapping[str, int]) -> Tokens:
    if isinstance(tokens, int):
        return {kind: tokens} if tokens else {}
    return {name: n for name, n in tokens.items() if n}
