"""The values of cards on a TRF table, as the second referee counts them from printed and lasting texts (5xx)."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from tests.games.trf.referee.state import Character, Fight, Mods, Persistent, Planet, Player
from tests.games.trf.referee.texts import Printed
from tests.kit.card_texts import COMPARED, Text, argument, integer, uses, word


@dataclass
class Source:
    """A text that works now: whose it is, and the card in play that bears it, None for an account."""

    text: Text
    owner: int
    name: str
    card: Mods | None


@dataclass
class Table:
    """Everything on the table."""

    cards: Mapping[str, Printed]
    players: list[Player] = field(default_factory=list)
    turn: int = 0
    active: int = -1
    defender: int | None = None
    attackers: list[list[str]] = field(default_factory=list)
    blocked: set[str] = field(default_factory=set)
    confirmed: int = 0
    cancelled: bool = False
    assault: list[tuple[str, str]] = field(default_factory=list)
    fights: dict[str, Fight] = field(default_factory=dict)
    found: dict[str, list[Source]] = field(default_factory=dict)
    """The lasting texts by kind since the last fact."""

    def character(self, iid: str | None) -> Character | None:
        """The character in play with this instance."""
        return next((one.characters[iid] for one in self.players if iid in one.characters), None) if iid else None

    def planet(self, iid: str) -> Planet | None:
        """The planet in play with this instance."""
        return next((one.planets[iid] for one in self.players if iid in one.planets), None)

    def printed(self, card: Mods) -> Printed:
        """What is printed on a card in play."""
        return self.cards[card.cid]

    def unit(self, card: Character) -> list[Character]:
        """TRF-501 TRF-512 The cards of its unit, the anchor first."""
        partner = self.character(card.partner)
        if partner is None:
            return [card]
        return [card, partner] if self.printed(card).fleeter else [partner, card]

    def units(self, seat: int) -> list[list[Character]]:
        """The units of a player."""
        characters = self.players[seat].characters.values()
        return [unit for card in characters if (unit := self.unit(card))[0] is card]

    def sources(self, kind: str) -> list[Source]:
        """TRF-518 TRF-521 TRF-527 The lasting texts of this kind that work now; a blank account has none."""
        if kind not in self.found:
            self.found[kind] = [*self._sources(kind)]
        return self.found[kind]

    def _sources(self, kind: str) -> Iterator[Source]:
        for seat, cid, card, moments in self._bearers():
            for moment, text in self.cards[cid].lasting.get(kind, ()):
                if moment in moments:
                    yield Source(text, seat, self.cards[cid].name, card)

    def _bearers(self) -> Iterator[tuple[int, str, Mods | None, tuple[str, ...]]]:
        for seat, player in enumerate(self.players):
            if player.account and not self.blanked(seat):
                yield seat, player.account, None, ("passive",)
            for planet in player.planets.values():
                yield seat, planet.cid, planet, ("passive", "home_passive") if planet.home else ("passive",)
            for character in player.characters.values():
                yield seat, character.cid, character, ("passive",)
            for persistent in player.persistents.values():
                yield seat, persistent.cid, persistent, ("persist",)

    def once(self, sources: Iterable[Source]) -> list[Source]:
        """TRF-518 The same text of cards with the same name and controller counts once."""
        found: dict[tuple[str, int, str], Source] = {}
        for one in sources:
            found.setdefault((ast.dump(one.text), one.owner, one.name), one)
        return [*found.values()]

    def host(self, source: Source) -> int:
        """The player to whose account a persistent card is attached."""
        assert isinstance(source.card, Persistent)
        assert source.card.host is not None
        return seat_of(source.card.host)

    def blanked(self, seat: int) -> bool:
        """TRF-527 Whether a card blanks the player's account."""
        return any(
            "blank_account" in self.cards[card.cid].lasting and card.host is not None and seat_of(card.host) == seat
            for player in self.players
            for card in player.persistents.values()
        )

    def titles(self, seat: int) -> set[str]:
        """TRF-324 TRF-637 The titles of an account now; losing one beats gaining it."""
        titles = set(self.cards[self.players[seat].account].data.get("titles", ()))
        for one in self.sources("gain_title"):
            if one.owner == seat:
                titles.add(word(argument(one.text, 1)))
        for one in self.sources("lose_title"):
            if self.host(one) == seat:
                names = argument(one.text, 1)
                assert isinstance(names, ast.List)
                titles -= {word(name) for name in names.elts}
        return titles

    def keyword(self, card: Character, name: str) -> int:
        """TRF-542 How much of a keyword a card has: numbers add up, one without a number counts 1."""
        total = sum(max(1, n) for kind, n, named in card.mods if (kind, named) == ("keyword", name))
        for one in self.sources("keyword"):
            assert isinstance(one.text, ast.Call)
            who, what = one.text.args[:2]
            if word(what) == name and self.concerns(who, card, one):
                total += integer(one.text.args[2]) if len(one.text.args) > 2 else 1
        return total

    def fight_of(self, card: Character) -> tuple[Fight, int] | None:
        """The fight that a card is in, and on which side: 0 attacks."""
        fight = self.fights.get(card.fight or "")
        if fight is None:
            return None
        return fight, 0 if card.iid in fight.cards[0] else 1

    def others(self, fight: Fight, side: int) -> list[Character]:
        """The cards of the other side."""
        return [card for iid in fight.cards[1 - side] if (card := self.character(iid)) is not None]

    def combat(self, card: Character) -> int:
        """TRF-507 TRF-513 TRF-532 TRF-534 TRF-535 The combat value of a card, where it is now."""
        value = self.printed(card).number("combat") - card.damage + card.turn("combat")
        value += self._changed("combat", card)
        partner = self.character(card.partner)
        if partner is not None and self.printed(card).fleeter:
            value += self.keyword(partner, "commander")
        fought = self.fight_of(card)
        if fought is not None:
            fight, side = fought
            value += self.keyword(card, ("raider", "interceptor")[side])
            if any(not self.printed(one).fleeter for one in self.others(fight, side)):
                value += self.keyword(card, "duelist")
        return max(0, value)

    def _changed(self, kind: str, card: Mods) -> int:
        texts = self.once(one for one in self.sources(kind) if self.concerns(argument(one.text, 0), card, one))
        return sum(integer(argument(one.text, 1)) for one in texts)

    def capture(self, unit: list[Character], goal: Planet | None = None) -> int:
        """TRF-457 TRF-516 TRF-533 TRF-536 The capture value of a unit, sent to a planet or not."""
        anchor = unit[0]
        if not self.printed(anchor).fleeter:
            return 0
        value = self.printed(anchor).number("capture") + anchor.turn("capture") + self._changed("capture", anchor)
        value += sum(self.keyword(one, "conqueror") for one in unit[1:])
        return max(0, value + (self.keyword(anchor, "siege") if goal is not None and goal.home else 0))

    def value(self, planet: Planet) -> int:
        """TRF-456 TRF-516 TRF-603 What it takes to capture a planet."""
        key = "homeworld_value" if planet.home else "capture_value"
        value = self.printed(planet).number(key) + planet.turn("defense") + self._changed("defense", planet)
        return max(1, value)

    def threshold(self, fight: Fight) -> int:
        """TRF-423 TRF-424 TRF-540 The bickering threshold of a fight."""
        cards = [card for side in (0, 1) for card in self.others(fight, side)]
        total = 2 - any(self.keyword(card, "diplomat") for card in cards)
        total += any(self.keyword(card, "quarrelsome") for card in cards)
        for one in self.once(source for source in self.sources("threshold") if self._in_scope(source, fight)):
            total += integer(argument(one.text, 0))
        return min(5, max(0, total))

    def _in_scope(self, source: Source, fight: Fight) -> bool:
        if says_where := [word(one) for one in getattr(source.text, "args", ())[1:]]:
            if says_where == ["with_host"]:
                assert isinstance(source.card, Persistent)
                return source.card.host in (*fight.cards[0], *fight.cards[1])
            return fight.seats[1] == source.owner
        return True

    def total(self, fight: Fight, side: int) -> int:
        """TRF-432 Combat values, what is added to the side, its die."""
        combat = sum(map(self.combat, self.others(fight, 1 - side)))
        return combat + fight.mods[side] + fight.dice.get(side, 0) + (fight.added[side] if side in fight.dice else 0)

    def spent(self, card: Character) -> bool:
        """TRF-437 TRF-538 TRF-642 A battle on the last turn."""
        return card.battle == self.turn - 1 > 0 and not card.refreshed and not self.keyword(card, "vigilant")

    def concerns(self, text: Text, card: Mods, source: Source) -> bool:
        """Whether the filter of a lasting text fits a card in play."""
        if isinstance(text, ast.Subscript):
            return self.concerns(text.value, card, source) and self._fits(text.slice, card, source)
        kind, mine = self.printed(card).kind, card.owner == source.owner
        name = word(text)
        if name == "self":
            return card is source.card
        if name == "my_planet":
            return mine and kind == "planet"
        is_anchor = isinstance(card, Character) and self.unit(card)[0] is card
        return mine and kind == "character" and (name == "my_char" or is_anchor)

    def _fits(self, text: Text, card: Mods, source: Source) -> bool:
        if isinstance(text, ast.BoolOp):
            return all(self._fits(one, card, source) for one in text.values)
        if isinstance(text, ast.Compare):
            left = self.confirmed if word(text.left) == "attack_size" else self.printed(card).number(word(text.left))
            return COMPARED[type(text.ops[0])](left, integer(text.comparators[0]))
        name = word(text)
        if isinstance(text, ast.Call):
            key = {"tied": "ties", "titled": "titles"}[word(text.func)]
            return word(text.args[0]) in self.printed(card).data.get(key, ())
        facts = {
            "attacking": any(card.iid in unit for unit in self.attackers),
            "i_attack": self.active == source.owner,
            "other": card is not source.card,
            "shield": isinstance(card, Planet) and not card.home,
            "against_chosen": self._against_chosen(card, source),
        }
        return facts[name] if name in facts else describes(self.printed(card), name)

    def _against_chosen(self, card: Mods, source: Source) -> bool:
        fought = self.fight_of(card) if isinstance(card, Character) else None
        chosen = source.card.chosen if isinstance(source.card, Persistent) else None
        return fought is not None and any(self.printed(one).faction == chosen for one in self.others(*fought))


def seat_of(account: str) -> int:
    """Whose account is named."""
    return int(account.rpartition(":")[2])


def describes(card: Printed, name: str) -> bool:
    """Whether a word fits what is printed on a card."""
    if name == "unique":
        return card.unique
    if name in ("fleeter", "individual"):
        return card.kind == "character" and card.fleeter == (name == "fleeter")
    return name in (card.kind, card.faction)


def parts_that(card: Printed, name: str) -> list[ast.Call]:
    """Everything that a card says with this word."""
    return [part for text in card.every for part in uses(text, name)]
