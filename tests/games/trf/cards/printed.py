"""Rows for what is printed as a figure or a mark: prices, strength, income, values, titles, factions, windows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from domain.games.trf import GAME
from domain.games.trf import actions as a
from domain.games.trf import events as e
from domain.games.trf.board import Modifier
from domain.games.trf.definitions import Window
from domain.games.trf.rules import continuous
from domain.kernel import catalogue
from tests.games.trf.cards.rows import Fact, Facts, MakeTable, changed, dealt, facts, finish, p1, p2
from tests.games.trf.custom import fight_dice
from tests.games.trf.seating import brings, set_up
from tests.games.trf.table import P1, P2, Table
from tests.kit.scenario import cards_of

Measures = Mapping[str, int | bool | str | None]


class Account(NamedTuple):
    """What a price depends on: faction, alignment, titles, the faction that it opens."""

    faction: str
    alignment: str
    titles: str = ""
    opens: str = ""


ALIGNMENTS = {
    "coalition": "light",
    "jedi": "light",
    "iron_regency": "dark",
    "umbral_circle": "dark",
    "freeport_league": "neutral",
    "drift_clans": "neutral",
    "universal": "none",
}
ACCOUNTS = {
    "A01": Account("coalition", "light", "Veteran Mod"),
    "A03": Account("jedi", "light", "Veteran", "coalition"),
    "A04": Account("coalition", "light", "Newbie"),
    "A05": Account("umbral_circle", "dark", "Troublemaker"),
    "A06": Account("freeport_league", "neutral", "Mod", "drift_clans"),
    "A07": Account("drift_clans", "neutral", "Troublemaker"),
    "A08": Account("universal", "none", "Veteran"),
    "A09": Account("umbral_circle", "dark", "Admin", "iron_regency"),
    "A10": Account("iron_regency", "dark", "Veteran Troublemaker"),
    "A11": Account("jedi", "light", "Newbie"),
}
"""Accounts of every faction and title; the opponent is a Newbie."""
REFERENCES = {"C14": "coalition", "J08": "jedi", "R08": "iron_regency", "U06": "umbral_circle"} | {
    "F07": "freeport_league",
    "D06": "drift_clans",
    "X03": "universal",
}
"""A character of each faction; with J01, R12 and OOC cards it says what an account may play at which price."""


def times(account: Account, faction: str, alignment: str) -> int | None:
    """By what the price of a card is multiplied for its faction; None: it can't be played (TRF-310 to TRF-316)."""
    if "universal" in (faction, account.faction) or faction == account.faction:
        return 1
    if alignment != ALIGNMENTS[faction]:
        return None
    if faction == account.opens:
        return 1
    return 2 if alignment == account.alignment else None


def _shown(cid: str, **printed: object) -> None:
    """Whoever reads the card reads this, and no figure more."""
    assert catalogue.printed(cards_of(GAME)[cid]).attributes == {
        name: str(value) for name, value in printed.items() if value not in ("", None)
    }


def _account(make: MakeTable, cid: str) -> Table:
    return make().player(P1, account=cid).player(P2, account="A11").start()


class CharacterRow(msgspec.Struct, frozen=True, kw_only=True):
    """A character as printed; `keyword`: the one it has, `then`: what is other by its text when it is measured."""

    card: str
    class_: str
    faction: str
    cost: int
    combat: int
    capture: int = 0
    alignment: str = ""
    unique: bool = False
    titles: str = ""
    ties: str = ""
    keyword: str = ""
    enters: Facts = {}
    then: Measures = {}

    @property
    def is_fleeter(self) -> bool:
        return self.class_ == "fleeter"

    def prove(self, table: MakeTable) -> None:
        """Everything that is printed on it, each by a match of its own."""
        self.read()
        for proof in (self.buy, self.prices, self.destroy, self.measure):
            proof(table)

    def read(self) -> None:
        """Whoever reads it reads what is printed."""
        _shown(
            self.card,
            kind="character",
            **{"class": self.class_},
            unique="yes" if self.unique else "",
            faction=self.faction,
            alignment=self.alignment or ALIGNMENTS[self.faction],
            titles=self.titles,
            ties=self.ties,
            cost=self.cost,
            combat=self.combat,
            capture=self.capture,
        )

    def buy(self, make: MakeTable) -> None:
        """Its cost is paid, it is there with its figures, and nothing else is changed but by its text."""
        table = dealt(make(), (p1(account="A08", meters=self.cost, hand=[self.card]), p2())).start("deployment")
        before = facts(table)
        table.buy(P1, self.card)
        strength = f"{self.combat}/{self.capture}" if self.is_fleeter else f"{self.combat}"
        bought: dict[str, Fact] = {
            "p1.meters": f"0/{self.cost}",
            "p1.hand": "",
            f"p1.{self.card}": " ".join(filter(None, (strength, self.keyword, "new"))),
        }
        assert changed(before, facts(table)) == {**bought, **self.enters}
        short = dealt(make(), (p1(account="A08", meters=self.cost - 1, hand=[self.card]), p2())).start("deployment")
        assert short.refused(P1, a.PlayCharacter(short.held(P1, self.card))).rule == "TRF-302"

    def prices(self, make: MakeTable) -> None:
        """What each account pays by its own faction and alignment; with the planet Azguard there."""
        table = make().player(P1, account="A08", planets=["P01"]).start()
        assert table.price(P1, self.card) == self.cost - (50 if self.ties == "azguard" else 0)
        alignment = self.alignment or ALIGNMENTS[self.faction]
        for cid, account in ACCOUNTS.items():
            n = times(account, self.faction, alignment)
            assert _account(make, cid).price(P1, self.card) == (None if n is None else n * self.cost), cid

    def destroy(self, make: MakeTable) -> None:
        """Damage of its combat value destroys it, 1 less does not; then a Unique one can be revived for double."""
        table = make().player(P1, account="A08", meters=2 * self.cost + 300, planets=["P07"])
        left, fallen = (table.character(P1, self.card, damage=self.combat - 1) for _ in range(2))
        table.start("deployment")
        table.use(P1, "P07", fallen)
        assert ([card.iid for card in table.board.players[P1].characters], table.discard(P1)) == ([left], [self.card])
        assert (table.board.players[P1].pending, table.hand(P1)) == ((), []), "it was not defeated"
        if self.unique:
            table.do(P1, a.Revive(fallen))
            assert table.meters(P1) == 0
        else:
            assert table.refused(P1, a.Revive(fallen)).rule == "TRF-339"

    def measure(self, make: MakeTable) -> None:
        """What it is worth where: in fights, combined, at a homeworld; what it may do, and what may be done to it."""
        expected: dict[str, int | bool | str | None] = {
            "attacking": self.combat,
            "defending": self.combat,
            "against an Individual": self.combat,
            "threshold": 2,
            "combined": f"{self.combat}/{self.capture}" if self.is_fleeter else "1/1",
            "at a homeworld": self.capture if self.is_fleeter else None,
            "blocked by": 2,
            "attacks when new": False,
            "attacks when spent": False,
            "a target": True,
        }
        assert self._measured(make) == {**expected, **self.then}

    def _measured(self, make: MakeTable) -> Measures:
        return {
            **self._in_fights(make),
            "combined": self._combined(make()),
            "at a homeworld": self._sent(make()),
            "blocked by": self._blocked(make()),
            "attacks when new": self._attacks(make(), bought=5),
            "attacks when spent": self._attacks(make(), battle_turn=4),
            "a target": self._is_target(make()),
        }

    def _in_fights(self, make: MakeTable) -> Measures:
        found: dict[str, int | bool | str | None] = {}
        for name, other, seat in (
            ("attacking", "X03", P1),
            ("defending", "X03", P2),
            ("against an Individual", "C14", P1),
        ):
            table = make()
            mine, theirs = [table.character(P1, self.card)], [table.character(P2, other)]
            sides = (mine, theirs) if seat == P1 else (theirs, mine)
            fight = table.fight(*sides, attacker=seat, defender=1 - seat)
            found[name] = table.start().combat(P1, self.card)
            found["threshold"] = continuous.threshold(table.board, table.board.fight(fight))
        return found

    def _combined(self, table: Table) -> str:
        """Combat and capture of its Fleeter: with another Individual, or of another Fleeter with it."""
        pair = (self.card, "C14") if self.is_fleeter else ("X03", self.card)
        fleeter = table.unit(P1, *pair)
        table.start()
        return f"{table.combat(P1, fleeter)}/{table.capture(P1, fleeter)}"

    def _sent(self, table: Table) -> int | None:
        """What it is worth against a homeworld; None: it can't be sent to a planet."""
        table.character(P1, self.card)
        table.start()
        table.attack(P1, self.card)
        if not table.asks(P1, "prompt_assault"):
            assert table.asks(P1, "prompt_post")
            return None
        table.assault(P1, (self.card, "P02"))
        (checked,) = table.ever(e.PlanetCaptureChecked)
        return checked.sum

    def _blocked(self, table: Table) -> int:
        """By how many of three units it is blocked if all try."""
        table.character(P1, self.card)
        blockers = [table.character(P2, "X03") for _ in range(3)][:2]
        table.start()
        table.attack(P1, self.card)
        for blocker in blockers:
            if table.asks(P2, "prompt_blocks"):
                table.do(P2, a.AssignBlock(blocker, table.seen(P1, self.card)))
        found = len(table.board.blocks) or len(table.ever(e.BlocksConfirmed)[0].blocks)
        finish(table)
        return found

    def _attacks(self, table: Table, **facts: Any) -> bool:
        iid = table.character(P1, self.card, **facts)
        return any(one["unit"] == iid for one in table.start().legal(P1, "add_attacker"))

    def _is_target(self, table: Table) -> bool:
        """Whether an opponent can name it with a card that may name any character."""
        iid = table.character(P1, self.card)
        table.player(P2, hand=["O09"]).turn(P2).start()
        return any(iid in one["targets"] for one in table.legal(P2, "play_ooc"))


class PlanetRow(msgspec.Struct, frozen=True, kw_only=True):
    """A planet as printed."""

    card: str
    meters: int
    words: int
    capture_value: int
    homeworld_value: int
    idle: int = 0

    def read(self) -> None:
        """Whoever reads it reads what is printed."""
        _shown(
            self.card,
            kind="planet",
            meters=self.meters,
            words=self.words,
            capture_value=self.capture_value,
            homeworld_value=self.homeworld_value,
        )

    def lay(self, make: MakeTable) -> None:
        """It gives meters and words at once and at each refill, `idle` words more after a turn without an attack."""
        table = dealt(make(), (p1(account="A05", home=self._home, meters=500, words=100, hand=[self.card]), p2()))
        table.start("planet")
        before = facts(table)
        table.lay(P1, self.card)
        meters, words = 500 + self.meters, 100 + self.words
        laid: dict[str, Fact] = {
            "p1.meters": f"{meters}/{meters}",
            "p1.words": f"{words}/{words}",
            "p1.hand": "",
            f"p1.{self.card}": f"{self.capture_value}",
        }
        assert changed(before, facts(table)) == laid
        table.next_turn(P1)
        table.next_turn(P2, "planet")
        given = (400, 20) if self._home == "P14" else (500, 40)
        assert (table.meters(P1), table.words(P1)) == (given[0] + self.meters, given[1] + self.words + self.idle)

    def capture(self, make: MakeTable) -> None:
        """As many capture points as its value take it, 1 less does not."""
        for given, captured in ((self.capture_value, True), (self.capture_value - 1, False)):
            table = make().player(P2, home=self._home, planets=[self.card])
            self._assault(table, given)
            assert (self.card in table.planets(P2)) is not captured
        for given, captured in ((self.homeworld_value, True), (self.homeworld_value - 1, False)):
            table = make().player(P2, home=self.card)
            self._assault(table, given)
            assert (table.state.result is not None) is captured

    @property
    def _home(self) -> str:
        """Another planet as the homeworld."""
        return "P02" if self.card == "P14" else "P14"

    def _assault(self, table: Table, points: int) -> None:
        """A Fleeter whose capture value is that much attacks it."""
        fleeter = table.character(P1, "X03")
        table.modified(fleeter, Modifier("capture", "O30", points - 1)).start()
        table.attack(P1, fleeter)
        table.assault(P1, (fleeter, self.card))


class AccountRow(msgspec.Struct, frozen=True, kw_only=True):
    """An account as printed; `opens`: a faction that it may play at single price."""

    card: str
    faction: str
    titles: str
    opens: str = ""
    second_meters: int = 250
    dearer: int = 0

    def read(self) -> None:
        """Whoever reads it reads what is printed."""
        alignment = ALIGNMENTS[self.faction]
        titles = ", ".join(self.titles.split())
        _shown(
            self.card,
            kind="account",
            faction=self.faction,
            alignment=alignment,
            titles=titles,
            second_meters=self.second_meters,
        )

    def moves_second(self) -> None:
        """It has more meters in the first turn of a player who moves second."""
        game = set_up(brings(account=self.card), brings(account=self.card))
        first = game.board.active
        promised = [(one.seat, one.meters, one.words, one.cause) for one in game.ever(e.IncomePromised)]
        assert promised == [(1 - first, self.second_meters, 0, self.card)]

    def pays(self, make: MakeTable) -> None:
        """By its faction it pays for characters, by its titles for OOC cards."""
        table = _account(make, self.card)
        account = Account(self.faction, ALIGNMENTS[self.faction], self.titles, self.opens)
        costs = {"C14": 100, "J08": 100, "R08": 150, "U06": 100, "F07": 100, "D06": 200, "X03": 100}
        for cid, faction in REFERENCES.items():
            n = times(account, faction, ALIGNMENTS[faction])
            assert table.price(P1, cid) == (None if n is None else n * costs[cid]), cid
        assert table.price(P1, "J01") == (400 if self.faction in ("jedi", "universal") else None)
        assert table.price(P1, "R12") == (200 if self.faction in ("iron_regency", "universal") else None)
        for title, (cid, cost) in TITLED.items():
            single = title in self.titles.split() or (title == "Mod" and "Admin" in self.titles.split())
            assert table.price(P1, cid, "pre") == cost * (1 if single else 2), title


TITLED = {
    "Admin": ("O15", 60),
    "Mod": ("O07", 80),
    "Troublemaker": ("O09", 60),
    "Veteran": ("O11", 120),
    "Newbie": ("O45", 20),
}
"""An OOC card of each title."""
WINDOWS: Sequence[Window] = ("pre", "attack", "block", "bicker", "dice", "assault", "post", "response")


class OocRow(msgspec.Struct, frozen=True, kw_only=True):
    """An OOC card as printed."""

    card: str
    cost: int
    windows: str
    title: str = ""
    faction: str = "universal"
    ties: str = ""
    staff_ruling: bool = False
    persistent: bool = False

    def read(self) -> None:
        """Whoever reads it reads what is printed."""
        _shown(
            self.card,
            kind="ooc",
            faction=self.faction,
            alignment=ALIGNMENTS[self.faction],
            ties=self.ties,
            title=self.title,
            subtype="staff_ruling" if self.staff_ruling else "",
            persistent="yes" if self.persistent else "",
            windows=", ".join(self.windows.split()),
            cost=self.cost,
        )

    def prices(self, make: MakeTable) -> None:
        """What each account pays by its faction, alignment and titles; with the planet Azguard there."""
        window = self.windows.split()[0]
        table = make().player(P1, account="A08", planets=["P01"]).start()
        doubled = self.cost * (1 if self.title in ("", "Veteran") else 2)
        assert table.price(P1, self.card, window) == doubled - (10 if self.ties == "azguard" else 0)
        for cid, account in ACCOUNTS.items():
            n = times(account, self.faction, ALIGNMENTS[self.faction])
            titles = account.titles.split()
            single = self.title in ("", *titles) or (self.title == "Mod" and "Admin" in titles)
            price = None if n is None else n * self.cost * (1 if single else 2)
            assert _account(make, cid).price(P1, self.card, window) == price, cid

    def played(self, make: MakeTable) -> None:
        """In these windows of a turn it is played, and in no others."""
        assert {name for name, table in _through(make, self.card) if self._listed(table)} == {*self.windows.split()}

    def _listed(self, table: Table) -> bool:
        if any(one["card"] == table.held(P1, self.card) for one in table.legal(P1, "play_ooc")):
            return True
        return table.refused(P1, table.playing(P1, self.card)).rule != "TRF-326"


def _through(make: MakeTable, cid: str) -> Any:
    """Each window, in a turn in which P1 has the card in the hand all the time and does not play it."""
    table = make().player(P1, account="A08", hand=[cid], characters=["C15", "C04"])
    table.player(P2, characters=["X03"], planets=["P20"])
    fight_dice(table, 6, 6, 1)
    table.start()
    yield "pre", table
    table.attack(P1, "C15", "C04")
    yield "attack", table
    table.let_pass(P1)
    table.block(P2, ("X03", "C15"))
    for name in ("block", "bicker", "dice"):
        yield name, table
        table.let_pass(P1)
    table.assault(P1, ("C04", "P20"))
    yield "assault", table
    table.let_pass(P1)
    yield "post", table
    other = make().player(P1, account="A08", hand=[cid]).player(P2, hand=["O01"]).turn(P2).start()
    other.play(P2, "O01")
    yield "response", other
    finish(other)
