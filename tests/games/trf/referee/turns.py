"""The second referee of TRF: set-up, turns, pools, and cards from zone to zone (1xx to 3xx)."""

from __future__ import annotations

from collections.abc import Mapping

from tests.games.trf.referee.state import Planet, Player
from tests.games.trf.referee.table import Source, Table
from tests.games.trf.referee.texts import Printed
from tests.kit.card_texts import amount, argument, word
from tests.kit.referee import Data, Referee

HAND = 6
"""TRF-108"""


class TurnReferee(Referee):
    """Whose turn it is, what pools hold, where cards are."""

    def __init__(self, cards: Mapping[str, Printed]) -> None:
        super().__init__()
        self.table = Table(cards)
        self.loadouts: dict[int, Data] = {}
        self.rolls: list[dict[int, int]] = [{}]
        self.out: list[int] = []
        self.last_payment: tuple[int, str, int] | None = None
        self.debts: list[tuple[int, str, int]] = []
        self.stack: list[Data] = []
        self.drawn_for: dict[str, int] = {}
        self.busy = False
        self.idle = 0
        self.looking: list[str] = []
        self.draw_step = False
        self.begun: set[int] = set()
        """The players who have begun a turn."""
        self.over: str | None = None
        """The rule by which the end of this turn ends the match."""

    def goes_by(self, *version: int) -> bool:
        """Whether the match was made under these rules or later ones."""
        return tuple(map(int, self.created["pins"]["rules_version"].split("."))) >= version

    def player(self, seat: int) -> Player:
        """A player."""
        return self.table.players[seat]

    def printed(self, cid: str) -> Printed:
        """A printed card."""
        return self.table.cards[cid]

    def on_loadout_sealed(self, data: Data) -> None:
        """TRF-102 What a player brings."""
        self.loadouts[data["seat"]] = data["loadout"]

    def on_match_started(self, data: Data) -> None:
        """TRF-101 All players sit."""
        super().on_match_started(data)
        self.table.players = [Player() for _ in range(self.seats)]

    def on_player_registered(self, data: Data) -> None:
        """TRF-102 TRF-104 The deck and the reserve account as brought."""
        player, brought = self.player(data["seat"]), self.loadouts[data["seat"]]
        self.same("TRF-102", "the deck", brought["deck"], data["deck"])
        self.same("TRF-804", "size of the deck", len(brought["deck"]), data["deck_size"])
        player.deck, player.reserve = list(data["deck"]), data.get("reserve")

    def on_cards_revealed(self, data: Data) -> None:
        """TRF-105 TRF-107 TRF-113 Accounts and homeworlds lie face up."""
        for seat, (account, (iid, cid)) in enumerate(zip(data["accounts"], data["homeworlds"], strict=True)):
            brought = self.loadouts[seat]
            self.same("TRF-105", "account and homeworld", (brought["account"], brought["homeworld"]), (account, cid))
            self.player(seat).account = account
            self.player(seat).planets[iid] = Planet(iid, cid, seat, home=True)

    def on_deck_shuffled(self, data: Data) -> None:
        """TRF-107 Another order of the whole deck."""
        player = self.player(data["seat"])
        self.same("TRF-107", "places of the deck", list(range(len(player.deck))), sorted(data["order"]))
        player.deck = [player.deck[place] for place in data["order"]]

    def on_first_player_set(self, data: Data) -> None:
        """TRF-108 TRF-110 Six cards each; the highest roll begins, those who tie roll again."""
        self.same("TRF-108", "hands", [HAND] * self.seats, [len(player.hand) for player in self.table.players])
        rolling = list(range(self.seats))
        for roll in self.rolls:
            self.same("TRF-110", "who rolls", rolling, sorted(roll))
            rolling = [seat for seat in rolling if roll[seat] == max(roll.values())]
        self.same("TRF-110", "the first player", rolling, [data["seat"]])
        self.next = data["seat"]
        self.busy = False

    next = -1

    def on_die_rolled(self, data: Data) -> None:
        """TRF-111 One to six."""
        self.holds("TRF-111", "a die", 1 <= data["value"] <= 6, data["value"])
        self.busy = True
        if data["purpose"] == "first_player":
            if data["seat"] in self.rolls[-1]:
                self.rolls.append({})
            self.rolls[-1][data["seat"]] = data["value"]

    def on_turn_started(self, data: Data) -> None:
        """TRF-201 TRF-902 The next player's who has not lost."""
        table = self.table
        self.same("TRF-707 TRF-708", "what ends the match", None, self.over)
        self.same("TRF-201", "player and number of the turn", (self.next, table.turn + 1), (data["seat"], data["turn"]))
        table.turn, table.active, table.defender, table.attackers = data["turn"], data["seat"], None, []
        table.blocked, table.confirmed, table.cancelled, table.assault = set(), 0, False, []
        self.busy, self.draw_step = False, True
        self.begun.add(data["seat"])
        for player in table.players:
            player.captured = player.defeated = 0
        if table.turn == 1:
            promised = [sum(meters for meters, _ in player.pending) for player in table.players]
            self.same("TRF-115", "what the second player gets", self._second_meters(), promised)

    def _second_meters(self) -> list[int]:
        """TRF-115 With two players, what the account of the second one says."""
        more = [self.printed(player.account).number("second_meters") for player in self.table.players]
        return [n if self.seats == 2 and seat != self.table.active else 0 for seat, n in enumerate(more)]

    def on_pools_refilled(self, data: Data) -> None:
        """TRF-203 TRF-204 TRF-531 TRF-636 What the planets give, with income modifiers, each at least 0."""
        seat = data["seat"]
        player = self.player(seat)
        gave: list[Planet] = []
        exhausted: list[Planet] = []
        for planet in player.planets.values():
            card = self.printed(planet.cid)
            planet.gave = (0, 0) if planet.skipped else (card.number("meters"), card.number("words"))
            planet.exhausted = planet.skipped
            (exhausted if planet.skipped else gave).append(planet)
            planet.skipped = False
        self.same("TRF-203", "what planets give", [[p.iid, *p.gave] for p in gave], data.get("gave", []))
        self.same("TRF-636", "planets that give nothing", [p.iid for p in exhausted], data.get("exhausted", []))
        meters, words = self._income(seat)
        pool = max(0, meters + sum(p.gave[0] for p in gave)), max(0, words + sum(p.gave[1] for p in gave))
        self.same("TRF-203", "the pools", pool, (data["pool_m"], data["pool_w"]))
        player.pool = player.cap = pool
        player.pending = []

    def _income(self, seat: int) -> tuple[int, int]:
        texts = self.table.once(one for one in self.table.sources("income") if self._gets(one) == seat)
        pending = self.player(seat).pending
        meters = sum(amount(one.text, "meters") for one in texts) + sum(one for one, _ in pending)
        return meters, sum(amount(one.text, "words") for one in texts) + sum(one for _, one in pending)

    def _gets(self, source: Source) -> int:
        return source.owner if word(argument(source.text, 0)) == "me" else self.table.host(source)

    def on_turn_ended(self, data: Data) -> None:
        """TRF-221 TRF-707 TRF-708 The cap and idle turns may end the match."""
        table, options = self.table, self.created["options"]
        self.idle = 0 if self.busy else self.idle + 1
        self.same("TRF-201", "the turn that ends", (table.active, table.turn), (data["seat"], data["turn"]))
        self.same("TRF-708", "idle turns", self.idle, data["idle_turns"])
        cap = options.get("turn_cap", 0) or 50 * self.seats
        stale = self.idle >= options.get("stalemate_turns", 12)
        self.over = "TRF-707" if table.turn >= cap else "TRF-708" if stale else None
        seats = [(table.active + step) % self.seats for step in range(1, self.seats + 1)]
        self.next = next(seat for seat in seats if not self.player(seat).lost)
        for fight in table.fights.values():
            fight.bicker, fight.dice, fight.added = None, {}, [0, 0]

    def on_modifiers_ended(self, data: Data) -> None:
        """TRF-525 What lasted for the turn is over."""
        for player in self.table.players:
            for card in (*player.characters.values(), *player.planets.values()):
                card.mods = []
        for fight in self.table.fights.values():
            fight.mods = [0, 0]

    def on_meters_paid(self, data: Data) -> None:
        """TRF-301 TRF-302 Out of the pool."""
        self._pay(data, 0)

    def on_words_paid(self, data: Data) -> None:
        """TRF-301 TRF-302 Out of the pool."""
        self._pay(data, 1)

    def _pay(self, data: Data, place: int) -> None:
        player = self.player(data["seat"])
        self.holds("TRF-302", f"the pool {player.pool} has enough", player.pool[place] >= data["amount"] > 0)
        less = (data["amount"], 0) if place == 0 else (0, data["amount"])
        player.pool = player.pool[0] - less[0], player.pool[1] - less[1]
        self.last_payment = data["seat"], data["cause"], data["amount"]
        if self.debts:
            self.same("TRF-301", "the payment that is due", self.debts.pop(), self.last_payment)
            self.last_payment = None

    def paid(self, seat: int, cid: str, cost: int | None, told: int) -> None:
        """TRF-302 TRF-308 A price, and that it has just been paid."""
        self.same("TRF-308", "price", cost, told)
        self.same("TRF-302", "what was paid", (seat, cid, told) if told else None, self.last_payment)
        self.last_payment = None

    def from_hand(self, data: Data) -> None:
        """A card leaves the hand that it is in."""
        hand = self.player(data["seat"]).hand
        self.same("TRF-306", "the card in the hand", data["card"], hand.pop(data["iid"], None))

    def into_hand(self, data: Data) -> None:
        """A card comes to a hand as a new instance."""
        hand = self.player(data["seat"]).hand
        self.holds("TRF-626", "the instance is new in the hand", data["iid"] not in hand, data["iid"])
        hand[data["iid"]] = data["card"]

    def from_discard(self, data: Data, key: str = "iid") -> int | None:
        """A card leaves its owner's discard pile; what was paid for it."""
        discard = self.player(data["seat"]).discard
        found = [one for one in discard if one[:2] == (data[key], data["card"])]
        self.same("TRF-626", "cards in the discard pile that this is", 1, len(found))
        discard.remove(found[0])
        return found[0][2]

    def on_card_drawn(self, data: Data) -> None:
        """TRF-207 TRF-208 The top card; one in the draw step."""
        player = self.player(data["seat"])
        self.same("TRF-207", "the top card", player.deck[:1], [data["card"]])
        del player.deck[0]
        self.into_hand(data)
        told = data["hand_count"], data["deck_count"]
        self.same("TRF-207", "cards in hand and deck", (len(player.hand), len(player.deck)), told)
        self.busy = True
        if data["cause"] == "draw_step":
            self.same(
                "TRF-207", "who draws, in the draw step", (self.table.active, True), (data["seat"], self.draw_step)
            )
            self.draw_step = False
        self.drawn_for[data["cause"]] = self.drawn_for.get(data["cause"], 0) + 1

    def on_draw_declined(self, data: Data) -> None:
        """TRF-207 The active player may decline."""
        self._draw_step(data)

    def _draw_step(self, data: Data) -> None:
        self.same("TRF-207", "whose draw step it is", (self.table.active, True), (data["seat"], self.draw_step))
        self.draw_step = False

    planet_step = 0
    """The last turn in which a planet was played."""

    def on_planet_played(self, data: Data) -> None:
        """TRF-209 TRF-211 One in a turn; pools and caps rise by what it gives."""
        seat, card, player = data["seat"], self.printed(data["card"]), self.player(data["seat"])
        self.same("TRF-209", "who plays a planet", self.table.active, seat)
        self.holds("TRF-209", "the first of this turn", self.planet_step < self.table.turn)
        gives = card.number("meters"), card.number("words")
        self.same("TRF-211", "what it gives", gives, (data["meters"], data["words"]))
        self.from_hand(data)
        player.planets[data["iid"]] = Planet(data["iid"], card.cid, seat, gave=gives)
        player.pool = player.pool[0] + gives[0], player.pool[1] + gives[1]
        player.cap = player.cap[0] + gives[0], player.cap[1] + gives[1]
        self.planet_step, self.busy = self.table.turn, True

    def on_planet_entered(self, data: Data) -> None:
        """TRF-212 Out of the discard pile, exhausted."""
        self.from_discard(data)
        self.player(data["seat"]).planets[data["iid"]] = Planet(data["iid"], data["card"], data["seat"], exhausted=True)
        self.busy = True

    def on_planet_exhausted(self, data: Data) -> None:
        """TRF-329 TRF-330 Not exhausted before; pools and caps go down by what it gave."""
        player, planet = self.player(data["seat"]), self.table.planet(data["iid"])
        assert planet is not None
        self.same(
            "TRF-329",
            "exhausted, what it gave",
            (False, planet.gave),
            (planet.exhausted, (data["meters"], data["words"])),
        )
        self.holds(
            "TRF-329",
            f"the pool {player.pool} has it",
            all(a >= b for a, b in zip(player.pool, planet.gave, strict=True)),
        )
        player.pool = player.pool[0] - planet.gave[0], player.pool[1] - planet.gave[1]
        player.cap = max(0, player.cap[0] - planet.gave[0]), max(0, player.cap[1] - planet.gave[1])
        planet.exhausted, planet.gave = True, (0, 0)

    def on_pool_cut(self, data: Data) -> None:
        """TRF-305 TRF-461 Caps by what the lost planets gave, pools to the caps."""
        player = self.player(data["seat"])
        planet = self.table.planet(self.to_be_captured[0]) if self.to_be_captured else None
        self.same("TRF-461", "whose planet is captured", planet and planet.owner, data["seat"])
        told = (data["pool_m"], data["pool_w"]), (data["max_m"], data["max_w"])
        self.same("TRF-305", "pools and caps", self.without(planet), told)
        player.pool, player.cap = told
        if planet is not None:
            planet.gave = (0, 0)

    to_be_captured: list[str]
    """The planets that have been compared and are to leave play, in that order."""

    def without(self, planet: Planet | None) -> tuple[tuple[int, int], tuple[int, int]]:
        """TRF-305 Pools and caps of its owner without what a planet gave."""
        assert planet is not None
        player = self.player(planet.owner)
        cap = max(0, player.cap[0] - planet.gave[0]), max(0, player.cap[1] - planet.gave[1])
        return (min(player.pool[0], cap[0]), min(player.pool[1], cap[1])), cap
