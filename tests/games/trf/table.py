"""Scenarios of TRF with named zones: players are P1 to P4, cards go by their ids in the core set.

P1 is the active player unless said otherwise, in the pre-combat step of turn 5; accounts A03 (Jedi, Veteran) and for
all others A02 (Iron Regency, Veteran, Admin), homeworlds P02 (value 9), 2000 meters and 500 words each, empty hands
(so no window is opened to anybody), decks of fillers. Characters in play were bought on turn 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from domain.games.trf import GAME
from domain.games.trf import actions as a
from domain.games.trf.board import (
    Account,
    Board,
    Character,
    Discarded,
    Fight,
    Modifier,
    Persistent,
    Planet,
    Player,
    account_id,
)
from domain.games.trf.definitions import Definition
from domain.games.trf.frames import Announced, InWindow, Stage, Turn
from domain.games.trf.loadouts import Options
from domain.games.trf.rules import continuous, deploying
from domain.games.trf.rules.units import unit_of
from domain.kernel.match import ClockPolicy, Seat, State
from domain.kernel.zones import DrawPile
from tests.kit.scenario import Scenario

P1, P2, P3, P4 = range(4)
FILLER = "X03"
"""What lies in a deck or hand that a scenario does not care about: a Fleeter of 100 meters."""


class Table(Scenario):
    """Given, when, then. Until `start` the given is built; then only actions change the table."""

    def __init__(self, seats: int = 2, **options: Any) -> None:
        board = Board(players=[Player() for _ in range(seats)], first=P1, active=P1, turn=5)
        if seats > 2:
            options = {"mode": "free_for_all", **options}
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
        for seat, player in enumerate(board.players):
            player.account = Account("A03" if seat == P1 else "A02")
            player.deck = DrawPile([FILLER] * 20, 20)
            player.pool_m = player.max_m = 2000
            player.pool_w = player.max_w = 500
            self.planet(seat, "P02", home=True)

    # Given

    def promised(self, seat: int, *, meters: int) -> Table:
        """What one player has more at the next refill."""
        self.board.players[seat].pending = ((meters, 0),)
        return self

    def player(
        self,
        seat: int,
        *,
        account: str | None = None,
        reserve: str | None = None,
        home: str | None = None,
        meters: int | None = None,
        words: int | None = None,
        hand: Sequence[str] = (),
        deck: Sequence[str] | None = None,
        discard: Sequence[str] = (),
        planets: Sequence[str] = (),
        characters: Sequence[str] = (),
    ) -> Table:
        """What one player has; `deck` from the top. Pools are at their caps."""
        player: Player = self.board.players[seat]
        if account is not None:
            player.account = Account(account)
        if home is not None:
            player.planets = [planet for planet in player.planets if not planet.home]
            self.planet(seat, home, home=True)
        player.reserve = reserve or player.reserve
        if meters is not None:
            player.pool_m = player.max_m = meters
        if words is not None:
            player.pool_w = player.max_w = words
        for cid in hand:
            player.hand.add(self._iid(), cid)
        if deck is not None:
            player.deck = DrawPile(list(deck), len(deck))
        for cid in discard:
            self.discarded(seat, cid)
        for cid in planets:
            self.planet(seat, cid)
        for cid in characters:
            self.character(seat, cid)
        return self

    def pools(self, seat: int, meters: int, words: int, *, caps: tuple[int, int]) -> Table:
        """Pools below their caps."""
        player: Player = self.board.players[seat]
        player.pool_m, player.pool_w = meters, words
        player.max_m, player.max_w = caps
        return self

    def planet(self, seat: int, cid: str, *, home: bool = False, exhausted: bool = False, skipped: bool = False) -> str:
        """A planet in play that gave what is printed, or nothing if it is exhausted; its instance id."""
        printed: Definition = self.cards[cid]
        assert printed.kind == "planet", f"{cid} is no planet"
        gave = (0, 0) if exhausted else (printed.meters, printed.words)
        planet = Planet(self._iid(), cid, seat, self._enter(), home, exhausted, *gave, skipped)
        self.board.players[seat].planets.append(planet)
        return planet.iid

    def character(self, seat: int, cid: str, *, bought: int = 1, paid: int | None = None, **facts: Any) -> str:
        """A character in play, bought on that turn; its instance id. `facts`: damage, battle_turn ..."""
        printed = self.cards[cid]
        assert printed.kind == "character", f"{cid} is no character"
        meters = printed.cost if paid is None else paid
        card = Character(self._iid(), cid, seat, self._enter(), bought, meters, **facts)
        self.board.players[seat].characters.append(card)
        return card.iid

    def unit(self, seat: int, fleeter: str, individual: str, **facts: Any) -> str:
        """A combined unit; the instance id of its Fleeter."""
        anchor = self.character(seat, fleeter, **facts)
        self.combined(anchor, self.character(seat, individual, **facts))
        return anchor

    def combined(self, fleeter: str, individual: str) -> Table:
        """Two characters in play as one unit."""
        self._change(fleeter, partner=individual)
        self._change(individual, partner=fleeter)
        return self

    def modified(self, iid: str, *modifiers: Modifier) -> Table:
        """Effects of this turn on a character in play."""
        self._change(iid, modifiers=modifiers)
        return self

    def persistent(self, seat: int, cid: str, *, host: str | None = None, **facts: Any) -> str:
        """A persistent OOC card in play; its instance id. `host` is an instance id or `account:<seat>`."""
        card = Persistent(self._iid(), cid, seat, self._enter(), host, **facts)
        self.board.players[seat].persistents.append(card)
        return card.iid

    def discarded(self, seat: int, cid: str, *, paid: int | None = None) -> str:
        """A card of a discard pile, `paid` for if it was a character in play; its instance id."""
        card = Discarded(self._iid(), cid, seat, paid)
        self.board.players[seat].discard.append(card)
        return card.iid

    def fight(
        self,
        attackers: Sequence[str],
        defenders: Sequence[str],
        *,
        attacker: int = P1,
        defender: int = P2,
        turn: int = 4,
        stuck: bool = True,
    ) -> str:
        """A fight stuck from an earlier turn, by instance ids of characters in play; its id."""
        board: Board = self.board
        board.fought += 1
        name = f"f{board.fought}"
        board.fights.append(Fight(name, turn, attacker, defender, tuple(attackers), tuple(defenders), stuck))
        for iid in (*attackers, *defenders):
            self._change(iid, fight=name)
        return name

    def turn(self, active: int = P1, *, number: int = 5, idle: int = 0) -> Table:
        """Whose turn it is, its number, and how many idle turns came before."""
        board: Board = self.board
        board.active, board.turn, board.idle_turns = active, number, idle
        return self

    def start(self, stage: Stage = "pre_combat") -> Table:
        """The given is complete. `stage`: the part of the turn that comes next."""
        for player in self.board.players:
            player.deck_list = tuple(_all_cards(player))[1:]
        self.state.frames = (Turn(stage),)
        self._started = True
        self.begin()
        return self

    # When

    def buy(self, seat: int, cid: str) -> str:
        """Play a character of the hand; its instance id."""
        iid = self.held(seat, cid)
        self.do(seat, a.PlayCharacter(iid))
        return iid

    def lay(self, seat: int, cid: str) -> None:
        """Play a planet of the hand."""
        self.do(seat, a.PlayPlanet(self.held(seat, cid)))

    def play(self, seat: int, cid: str, *targets: str, opponent: int | None = None) -> None:
        """Play an OOC card of the hand in the window that is open; targets as card ids in play, instances or names."""
        self.do(seat, self.playing(seat, cid, *targets, opponent=opponent))

    def playing(self, seat: int, cid: str, *targets: str, opponent: int | None = None) -> a.PlayOoc:
        """The action of playing an OOC card."""
        return a.PlayOoc(self.held(seat, cid), self.window(), tuple(map(self.id, targets)), opponent)

    def window(self) -> Any:
        """The window that is open now."""
        asking = self.state.frames[-1]
        if isinstance(asking, Announced):
            return "response"
        if isinstance(asking, InWindow):
            return asking.window
        assert isinstance(asking, Turn), asking
        return "pre" if asking.stage == "pre_combat" else "post"

    def use(
        self,
        seat: int,
        cid: str,
        *targets: str,
        ability: int | None = None,
        cards: Sequence[str] = (),
        opponent: int | None = None,
    ) -> None:
        """Use an ability of a planet, a character or the account, the first one unless its number is given."""
        self.do(seat, self.using(seat, cid, *targets, ability=ability, cards=cards, opponent=opponent))

    def using(
        self,
        seat: int,
        cid: str,
        *targets: str,
        ability: int | None = None,
        cards: Sequence[str] = (),
        opponent: int | None = None,
    ) -> Any:
        """The action of using an ability; `cards` of the hand by card id."""
        printed = self.cards[cid]
        acts = [one.number for one in printed.abilities if one.when in ("act", "home_act")]
        given = (
            ability or acts[0],
            tuple(map(self.id, targets)),
            tuple(self.held(seat, one) for one in cards),
            opponent,
        )
        if printed.kind == "account":
            return a.ActivateAccount(*given)
        kind = a.ActivatePlanet if printed.kind == "planet" else a.ActivateCharacter
        return kind(self.seen(seat, cid), *given)

    def join(self, seat: int, individual: str, fleeter: str) -> None:
        """Combine two own characters."""
        self.do(seat, a.JoinFleet(self.seen(seat, individual), self.seen(seat, fleeter)))

    def leave(self, seat: int, individual: str) -> None:
        """Take an Individual off its Fleeter."""
        self.do(seat, a.LeaveFleet(self.seen(seat, individual)))

    def attack(self, seat: int, *units: str, defender: int | None = None) -> None:
        """Name these units, and confirm unless that was done because nothing else was left."""
        self.name(seat, *units, defender=defender)
        if self.asks(seat, "prompt_roleplay"):
            self.do(seat, a.ConfirmAttack())

    def name(self, seat: int, *units: str, defender: int | None = None) -> None:
        """Name these units as attackers; all that were bought of one card if it is named as often."""
        for unit in units:
            self.do(seat, a.AddAttacker(self.free(seat, unit), defender))
            defender = None

    def free(self, seat: int, cid: str) -> str:
        """The instance id of the first own character of this card that doesn't attack yet."""
        board: Board = self.board
        if board.character(cid) is not None:
            return cid
        cards = [card for card in board.players[seat].characters if card.cid == cid]
        return next(card.iid for card in cards if board.attacker_of(card.iid) is None)

    def decline(self, seat: int) -> None:
        self.do(seat, a.DeclineAttack())

    def block(self, seat: int, *blocks: tuple[str, str]) -> None:
        """(own unit, attacking unit) by card ids or instances; confirmed unless that was done already."""
        for blocker, attacker in blocks:
            self.do(seat, a.AssignBlock(self.unblocking(seat, blocker), self.id(attacker)))
        if self.asks(seat, "prompt_blocks"):
            self.do(seat, a.ConfirmBlocks())

    def unblocking(self, seat: int, cid: str) -> str:
        """The instance id of the first own character of this card that doesn't block yet."""
        board: Board = self.board
        if board.character(cid) is not None:
            return cid
        busy = {blocker for blocker, _ in board.blocks}
        return next(card.iid for card in board.players[seat].characters if card.cid == cid and card.iid not in busy)

    def assault(self, seat: int, *assignments: tuple[str, str]) -> None:
        """(own unit, planet) by card ids or instances; confirmed unless that was done already."""
        board: Board = self.board
        for unit, planet in assignments:
            sent = {one for one, _ in self.board.assault}
            attacking = [one for one in self.board.players[seat].characters if self.board.attacker_of(one.iid)]
            iid = next(one.iid for one in attacking if unit in (one.iid, one.cid) and one.iid not in sent)
            defender = board.attack.defender if board.attack is not None else 1 - seat
            target = planet if board.planet(planet) is not None else self.seen(defender, planet)
            self.do(seat, a.AssignAssault(iid, target))
        if self.asks(seat, "prompt_assault"):
            self.do(seat, a.ConfirmAssault())

    def let_pass(self, seat: int) -> None:
        """Pass in a window or on an OOC card."""
        self.do(seat, a.Pass())

    def all_pass(self) -> None:
        """Whoever is asked in a window or about an OOC card passes, until nobody is."""
        while waiting := [seat for seat, kind in self.asked() if kind in ("prompt_window", "prompt_response")]:
            self.let_pass(waiting[0])

    def choose(self, seat: int, *cards: str) -> None:
        """Answer `choose_cards`: by instance, by card id of the hand, or by position."""
        held = self.board.players[seat].hand.known
        named = [card if card in held or card not in held.values() else self.held(seat, card) for card in cards]
        self.do(seat, a.ChooseCards(tuple(named)))

    def option(self, seat: int, option: str) -> None:
        """Answer `choose_option`."""
        self.do(seat, a.ChooseOption(option))

    def end_turn(self, seat: int) -> None:
        """End the turn from the post-combat step."""
        self.do(seat, a.EndTurn())

    def to(self, stage: Stage) -> None:
        """The active player goes on by doing nothing, until this part of a turn; the others pass."""
        for _ in range(40):
            bottom = self.state.frames[0]
            assert isinstance(bottom, Turn)
            if bottom.stage == stage and len(self.state.frames) == 1:
                return
            seat, _ = next(one for one in self.asked() if one[1] != "standing_pass")
            prompt = self.prompt(seat)
            skip = a.SkipDraw() if prompt.kind == "prompt_draw" else self.game.default(self.state, prompt)
            self.do(seat, skip)
        raise AssertionError(f"{stage} never came")

    def next_turn(self, seat: int, stage: Stage = "deployment") -> None:
        """The active player does nothing more, and the next turn goes on to this part."""
        self.to("post_combat")
        self.end_turn(seat)
        self.to(stage)

    # Then

    def asks(self, seat: int, kind: str) -> bool:
        """Whether a player is asked this."""
        return (seat, kind) in self.asked()

    def asked(self) -> list[tuple[int, str]]:
        """Who is asked what; the standing pass that is open to everybody is left out."""
        return [one for one in super().asked() if one[1] != "standing_pass"]

    def meters(self, seat: int) -> int:
        return int(self.board.players[seat].pool_m)

    def words(self, seat: int) -> int:
        return int(self.board.players[seat].pool_w)

    def hand(self, seat: int) -> list[str]:
        """Card ids in order of arrival."""
        return list(self.board.players[seat].hand.known.values())

    def discard(self, seat: int) -> list[str]:
        """Card ids by arrival."""
        return [card.cid for card in self.board.players[seat].discard]

    def revivable(self, card: Discarded) -> bool:
        """Whether a card of a discard pile can be revived at all."""
        return deploying.revivable(self.board, card)

    def characters(self, seat: int) -> list[str]:
        """Card ids of the Battlegrounds, by age."""
        return [card.cid for card in self.board.players[seat].characters]

    def planets(self, seat: int) -> list[str]:
        """Card ids of the planets in play but the homeworld."""
        return [card.cid for card in self.board.players[seat].planets if not card.home]

    def persistents(self, seat: int) -> list[str]:
        return [card.cid for card in self.board.players[seat].persistents]

    def card(self, seat: int, cid: str) -> Any:
        """The first card of that id, or that instance, that a player has in play."""
        found = [card for card in self.board.players[seat].in_play() if cid in (card.cid, card.iid)]
        assert found, f"{cid} is not in play"
        return found[0]

    def combat(self, seat: int, cid: str) -> int:
        """The combat value of a character where it is."""
        return continuous.combat(self.board, self.card(seat, cid))

    def capture(self, seat: int, cid: str, planet: str | None = None) -> int:
        """The capture value of a unit, sent to a planet (by instance) or not."""
        return continuous.capture(self.board, unit_of(self.board, self.seen(seat, cid)), self.board.planet(planet))

    def value(self, seat: int, cid: str) -> int:
        """What it takes to capture a planet."""
        return continuous.defense(self.board, self.card(seat, cid))

    def price(self, seat: int, cid: str, window: Any = None) -> int | None:
        """What a card costs a player now; None without access."""
        card = self.cards[cid]
        if continuous.access(self.board, seat, card) is None:
            return None
        return continuous.price(self.board, seat, card, window)

    def seen(self, seat: int, cid: str) -> str:
        """The instance id of the first card of that id that a player has in play."""
        return str(self.card(seat, cid).iid)

    def id(self, name: str) -> str:
        """What names a target: an instance, a fight or account as it is, or the first card in play of that card id."""
        board: Board = self.board
        attackers = [iid for unit in (board.attack.attackers if board.attack else ()) for iid in unit.cards]
        in_play = sorted(board.in_play(), key=lambda card: card.iid not in attackers)
        found = [card.iid for card in (*in_play, *board.stack) if card.cid == name]
        found += [card.iid for player in board.players for card in player.discard if card.cid == name]
        return found[0] if found else name

    def held(self, seat: int, cid: str) -> str:
        """The instance id of the first card of that id in a hand."""
        known = self.board.players[seat].hand.known
        return cid if cid in known else next(iid for iid, held in known.items() if held == cid)

    def thrown(self, seat: int, cid: str) -> str:
        """The instance id of the first card of that id in a discard pile."""
        return str(next(card.iid for card in self.board.players[seat].discard if card.cid == cid))

    def account(self, seat: int) -> str:
        """What names the account of a player as a target."""
        return account_id(seat)

    def check(self) -> None:
        """What must hold at the end of every scenario: only the active player is asked, nothing is broken."""
        assert self._started, "the scenario was never started"
        assert self.game.invariants(self.state) == []
        others = [one for one in self.asked() if one[0] != self.board.active]
        assert self.state.result is not None or not others, f"still asked: {self.asked()}"

    def _change(self, iid: str, **facts: Any) -> None:
        for player in self.board.players:
            player.characters = [replace(card, **facts) if card.iid == iid else card for card in player.characters]

    def _enter(self) -> int:
        self.board.entered += 1
        return int(self.board.entered)

    def _iid(self) -> str:
        self._iids += 1
        return f"given{self._iids}"


def _all_cards(player: Player) -> list[str]:
    """Every card of a player but account and reserve."""
    zones = (player.in_play(), player.discard)
    return [*(card.cid for zone in zones for card in zone), *player.hand.known.values(), *player.deck.cards]
