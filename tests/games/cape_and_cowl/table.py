"""Scenarios of C&C with named zones: players are P1 and P2, cards go by their ids in the core set.

P1 is the active player unless said otherwise, idle in the main step of turn 3 (round 2); AP 10 each, CP 100, empty
hands and discard piles, decks of fillers, the Porter in play.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from domain.games.cape_and_cowl import GAME
from domain.games.cape_and_cowl import actions as a
from domain.games.cape_and_cowl.board import (
    CITY,
    Board,
    Character,
    CityCard,
    Combo,
    HandCard,
    Modifier,
    Player,
    PlayerEffect,
    Status,
)
from domain.games.cape_and_cowl.definitions import PORTER, Class
from domain.games.cape_and_cowl.frames import Turn
from domain.games.cape_and_cowl.loadouts import Options
from domain.games.cape_and_cowl.rules import continuous
from domain.kernel.match import ClockPolicy, Seat, State
from domain.kernel.zones import Card, DrawPile
from tests.kit.scenario import Scenario

P1, P2 = 0, 1
FILLER = "corner_diner"
"""What lies in a deck or hand that a scenario does not care about."""
MADE_BY = {"frozen": P2, "silenced": P2, "confused": P2, "poisoned": P2, "shielded": P1}


class Table(Scenario):
    """Given, when, then. Until `start` the given is built; then only actions change the table."""

    def __init__(self, **options: Any) -> None:
        board = Board(players=[_player(seat) for seat in (P1, P2)], first=P1, active=P1, round=2, turn=3)
        state = State(
            match="mt_scenario",
            game=GAME.slug,
            version=100,
            status="running",
            options=Options(**options),
            clock=ClockPolicy(decision=60_000),
            seats=[Seat(player=f"player-{seat}", sealed=True) for seat in (P1, P2)],
            board_or_none=board,
        )
        super().__init__(GAME, state)
        self._iids = 0
        self._started = False
        for seat in (P1, P2):
            self.city(seat, PORTER)

    # Given

    def player(
        self,
        seat: int,
        *,
        cp: int | None = None,
        ap: int | None = None,
        hand: Sequence[str] = (),
        deck: Sequence[str] | None = None,
        discard: Sequence[str] | int = (),
        characters: Sequence[str] = (),
        cities: Sequence[str] = (),
        overdrive: bool | None = None,
        shortage: int = 0,
    ) -> Table:
        """What one player has; `deck` from the top; `discard` cards, or how many fillers."""
        player: Player = self.board.players[seat]
        player.cp = player.cp if cp is None else cp
        player.ap = player.ap if ap is None else ap
        player.overdrive = player.cp < 50 if overdrive is None else overdrive
        player.shortage = shortage
        player.hand += [HandCard(self._iid(), self._cid(cid)) for cid in hand]
        if deck is not None:
            player.deck = DrawPile([self._cid(cid) for cid in deck], len(deck))
        thrown = [FILLER] * discard if isinstance(discard, int) else discard
        player.discard += [Card(self._iid(), self._cid(cid), seat) for cid in thrown]
        for cid in characters:
            self.character(seat, cid)
        for cid in cities:
            self.city(seat, cid)
        return self

    def character(
        self,
        seat: int,
        cid: str,
        *,
        hp: int | None = None,
        combo: tuple[int, int] | None = None,
        statuses: Sequence[Status] = (),
        made_by: int | None = None,
        modifiers: Sequence[Modifier] = (),
        class_: Class | None = None,
        played_now: bool = False,
        acts_used: int = 0,
        attacked: bool = False,
    ) -> str:
        """A Character in play, since an earlier turn unless `played_now`; its iid. `combo`: (attack, level)."""
        printed, board = self.cards[cid], self.board
        assert printed.class_ is not None, f"{cid} is no Character"
        character = Character(
            iid=self._iid(),
            cid=cid,
            owner=seat,
            entered=board.entered,
            class_=class_ or printed.class_,
            hp=printed.hp if hp is None else hp,
            max_hp=printed.hp,
            played_now=played_now,
            acts_used=acts_used,
            attacked=attacked,
            combo=None if combo is None else Combo(*combo),
            statuses={name: MADE_BY[name] if made_by is None else made_by for name in statuses},
            modifiers=tuple(modifiers),
        )
        board.players[seat].characters.append(character)
        board.entered += 1
        return character.iid

    def city(
        self, seat: int, cid: str, *, host: str | None = None, disabled: int | None = None, iid: str | None = None
    ) -> str:
        """A City card in play; its instance id. `host` is the card id of the own City card that a guard is on."""
        board: Board = self.board
        on = None if host is None else self.seen(seat, host)
        card = CityCard(iid or self._iid(), self._cid(cid), seat, board.entered, on, disabled)
        board.players[seat].cities.append(card)
        board.entered += 1
        return card.iid

    def lasting(self, seat: int, *effects: PlayerEffect) -> Table:
        """Effects that go on for a player."""
        self.board.players[seat].effects += effects
        return self

    def turn(
        self, active: int = P1, *, first: int = P1, number: int = 2, time_up: bool = False, **counters: Any
    ) -> Table:
        """Whose turn it is, in which round, and whether the time is up; counters of the active player."""
        self.state.time_up = time_up
        board: Board = self.board
        board.active, board.first, board.round = active, first, number
        board.turn = 2 * number - (1 if active == first else 0)
        for name, value in counters.items():
            assert hasattr(board.players[active], name), name
            setattr(board.players[active], name, value)
        return self

    def start(self, stage: Any = "main") -> Table:
        """The given is complete; maximum HP follow what is in play. `stage`: the part of the turn that comes next."""
        board: Board = self.board
        for player in board.players:
            for place, card in enumerate(player.characters):
                now = continuous.max_hp(board, card)
                player.characters[place] = replace(card, max_hp=now, hp=card.hp + max(0, now - card.max_hp))
            if player.deck_list is None:
                player.deck_list = tuple(_all_cards(player))
        self.state.frames = (Turn(stage),)
        self._cards = [len(_all_cards(player)) for player in board.players]
        self._started = True
        self.begin()
        return self

    # When

    def play(self, seat: int, cid: str, *targets: str, cards: Sequence[str] = (), class_: str | None = None) -> None:
        """Play a card of the hand, whatever its kind; targets as `seen`, a guard's host as its one target."""
        self.do(seat, self.playing(seat, cid, *targets, cards=cards, class_=class_))

    def playing(self, seat: int, cid: str, *targets: str, cards: Sequence[str] = (), class_: str | None = None) -> Any:
        """The action of playing a card of the hand."""
        iid, kind = self.held(seat, cid), self.cards[cid].kind
        if kind == "character":
            return a.PlayCharacter(iid)
        if kind == "city":
            return a.PlayCity(iid, targets[0] if targets else None)
        return a.PlayEvent(iid, tuple(targets), tuple(cards), class_)

    def attack(self, seat: int, cid: str, target: str = CITY, *, attack: int = 1) -> None:
        """Attack with the first own Character of this card; `target` is a card id of the other side, an instance or
        `city`.
        """
        self.do(seat, self.attacking(seat, cid, target, attack=attack))

    def attacking(self, seat: int, cid: str, target: str = CITY, *, attack: int = 1) -> a.Attack:
        """The action of an attack."""
        return a.Attack(self.seen(seat, cid), attack, target if target == CITY else self._target(1 - seat, target))

    def use(
        self,
        seat: int,
        cid: str,
        *targets: str,
        ability: int | None = None,
        cards: Sequence[str] = (),
        class_: str | None = None,
    ) -> None:
        """Use an active Ability, the first one unless its number is given."""
        self.do(seat, self.using(seat, cid, *targets, ability=ability, cards=cards, class_=class_))

    def using(
        self,
        seat: int,
        cid: str,
        *targets: str,
        ability: int | None = None,
        cards: Sequence[str] = (),
        class_: str | None = None,
    ) -> a.UseAbility:
        """The action of using an Ability."""
        number = ability or self.cards[cid].having("act")[0].number
        return a.UseAbility(self.seen(seat, cid), number, tuple(targets), tuple(cards), class_)

    def end_turn(self, seat: int) -> None:
        self.do(seat, a.EndTurn())

    def pass_round(self, seat: int = P1) -> None:
        """The active player and then the other one end their turns, declining whatever they are asked."""
        self.end_turn(seat)
        self.end_turn(1 - seat)

    def target(self, seat: int, iid: str | None) -> None:
        """Answer `type_effect_target` or `trigger_target`; None: none."""
        self.do(seat, a.ChooseTarget(iid))

    def choose(self, seat: int, *iids: str) -> None:
        """Answer with cards of the hand or of the discard pile."""
        self.do(seat, a.ChooseCards(iids))

    # Then

    def cp(self, seat: int) -> int:
        return int(self.board.players[seat].cp)

    def ap(self, seat: int) -> int:
        return int(self.board.players[seat].ap)

    def hand(self, seat: int) -> list[str]:
        """Card ids by position."""
        return [card.cid for card in self.board.players[seat].hand]

    def deck(self, seat: int) -> list[str]:
        """Card ids from the top."""
        return list(self.board.players[seat].deck.cards)

    def discard(self, seat: int) -> list[str]:
        """Card ids by arrival."""
        return [card.cid for card in self.board.players[seat].discard]

    def characters(self, seat: int) -> list[str]:
        return [card.cid for card in self.board.players[seat].characters]

    def cities(self, seat: int) -> list[str]:
        """Card ids of the City cards, the Porter left out."""
        return [card.cid for card in self.board.players[seat].cities if card.cid != PORTER]

    def card(self, seat: int, cid: str) -> Any:
        """The first card of that id that a player has in play."""
        found = [card for card in self.board.players[seat].in_play() if card.cid == cid]
        assert found, f"{cid} is not in play"
        return found[0]

    def hp(self, seat: int, cid: str) -> int:
        return int(self.card(seat, cid).hp)

    def combo(self, seat: int, cid: str) -> int:
        """The level of a Character's Combo, 0 without one."""
        combo = self.card(seat, cid).combo
        return 0 if combo is None else int(combo.level)

    def statuses(self, seat: int, cid: str) -> list[str]:
        return sorted(self.card(seat, cid).statuses)

    def strength(self, seat: int, cid: str, attack: int = 1, target: str | None = None) -> int:
        """What an Attack of the Character has now."""
        return continuous.strength(self.board, seat, self.card(seat, cid), attack, target)

    def seen(self, seat: int, cid: str) -> str:
        """The instance id of the first card of that id that a player has in play."""
        return str(self.card(seat, cid).iid)

    def held(self, seat: int, cid: str) -> str:
        """The instance id of the first card of that id in a hand."""
        return str(next(card.iid for card in self.board.players[seat].hand if card.cid == cid))

    def thrown(self, seat: int, cid: str) -> str:
        """The instance id of the first card of that id in a discard pile."""
        return str(next(card.iid for card in self.board.players[seat].discard if card.cid == cid))

    def is_idle(self) -> bool:
        """Nobody is asked but the active player in the main step."""
        return self.asked() == [(self.board.active, "main")]

    def check(self) -> None:
        """What must hold at the end of every scenario: nobody is still asked, no card came or went."""
        assert self._started, "the scenario was never started"
        assert self.state.result is not None or self.is_idle(), f"still asked: {self.asked()}"
        playing = self.board.playing
        for seat, player in enumerate(self.board.players):
            there = len(_all_cards(player)) + (playing is not None and playing.seat == seat)
            assert there == self._cards[seat], "cards came or went"

    def _target(self, seat: int, target: str) -> str:
        known = [card for card in self.board.players[seat].in_play() if card.cid == target]
        return str(known[0].iid) if known else target

    def _cid(self, cid: str) -> str:
        """A card id that there is."""
        return str(self.cards[cid].cid)

    def _iid(self) -> str:
        self._iids += 1
        return f"given{self._iids}"


def _player(seat: int) -> Player:
    return Player(ap=10, deck=DrawPile([FILLER] * 20, 20))


def _all_cards(player: Player) -> list[str]:
    zones = (player.hand, player.discard, player.in_play())
    return [*player.deck.cards, *(str(card.cid) for zone in zones for card in zone)]
