"""Tables of scenarios for cards: what is given, what is done, and all that has changed.

A row is written as in play. What is given: `p1("C01 with C02", "C04 spent", hand=["O01"])`. What is done:
`play("O09", "p2.C01")`, by P1 unless a seat is named. Then: `{"p1.words": "440/500", "p2.C01": "5/4 damage 1"}`, each
fact that is another one than before, and nothing else may be: the whole table is compared. Every figure stands in the
row; none is read from the card. At the end `targets` are all that may be named with the card, `prices` what cards cost,
`now` facts whether changed or not.

The facts, by name: `turn`, `result`; of each player `account`, `reserve`, `meters`, `words` (pool/cap), `hand`,
`deck`, `discard` (card ids), `promised` (meters/words of the next refill); of each fight what stands in `_fight`, of
each card in play what stands in `_character`, `_planet` and `_persistent`, under its card id (`p1.X03#2` for the second
one of a player); None: it is not in play any more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, get_args

import msgspec

from domain.games.trf import actions as a
from domain.games.trf import events as e
from domain.games.trf.board import Board, Character, Fight, InPlay, Persistent, Planet, Player
from domain.games.trf.rules import continuous
from domain.games.trf.rules.units import is_fleeter, unit_of
from domain.games.trf.words.vocabulary import Keyword
from domain.kernel.result import Result
from tests.games.trf.custom import dice as given_dice
from tests.games.trf.table import P1, P2, Table

Fact = str | None
Facts = Mapping[str, Fact]
MakeTable = Callable[..., Table]
Step = Callable[[Table], None]
DECK = ("X03", "C14", "J08", "R08", "U06")
"""What a deck holds from the top, if a row does not say it."""


# Given


class Side(msgspec.Struct, frozen=True):
    """What one player has."""

    given: Mapping[str, Any]
    characters: Sequence[str]
    planets: Sequence[str]
    persistents: Sequence[str]


def side(*characters: str, planets: Sequence[str] = (), persistents: Sequence[str] = (), **given: Any) -> Side:
    """Characters as `C01 with C02 spent damage 2`, planets as `P02 exhausted`, cards that stay as `O40 on p2.C01`."""
    return Side({"deck": DECK, **given}, characters, planets, persistents)


p1 = p2 = side


def dealt(table: Table, sides: Sequence[Side]) -> Table:
    """The table with both sides on it."""
    for seat, given in enumerate(sides):
        table.player(seat, **given.given)
        for text in given.planets:
            cid, *words = text.split()
            table.planet(seat, cid, exhausted="exhausted" in words)
        for text in given.characters:
            _enter(table, seat, *text.split())
    for seat, given in enumerate(sides):
        for text in given.persistents:
            _stay(table, seat, *text.split())
    return table


def _enter(table: Table, seat: int, cid: str, *words: str) -> None:
    """A character: `new`, `spent`, `battled`, `used`, `damage` and how much, `with` an Individual."""
    facts: dict[str, Any] = {"bought": 5} if "new" in words else {}
    facts |= {"battle_turn": 4} if "spent" in words else {"battle_turn": 5} if "battled" in words else {}
    facts |= {"ability_turn": 5} if "used" in words else {}
    facts |= {"damage": int(words[words.index("damage") + 1])} if "damage" in words else {}
    if "with" in words:
        table.unit(seat, cid, words[words.index("with") + 1], **facts)
    else:
        table.character(seat, cid, **facts)


def _stay(table: Table, seat: int, cid: str, *words: str) -> None:
    """A card that stays: `on` its host, `tokens` and how many, counted by its player, the staff `rank` on it."""
    host = iid_of(table, words[words.index("on") + 1]) if "on" in words else None
    numbers = {name: int(words[words.index(name) + 1]) for name in ("tokens", "rank") if name in words}
    table.persistent(seat, cid, host=host, counted=seat if "tokens" in words else None, **numbers)


# When


def _doing(seat: int, action: Callable[[Table], Any], rule: str) -> Step:
    """An action, or one that is refused by a rule."""

    def step(table: Table) -> None:
        if rule:
            assert table.refused(seat, action(table)).rule == rule
        else:
            table.do(seat, action(table))

    return step


def play(cid: str, *targets: str, seat: int = P1, rule: str = "") -> Step:
    """Play an OOC card of the hand in the window that is open."""
    return _doing(seat, lambda table: table.playing(seat, cid, *(iid_of(table, one) for one in targets)), rule)


def use(
    cid: str, *targets: str, cards: Sequence[str] = (), ability: int | None = None, seat: int = P1, rule: str = ""
) -> Step:
    """Use an ability: the first one, or the one with this number; `cards` of the hand are discarded."""

    def action(table: Table) -> Any:
        return table.using(seat, cid, *(iid_of(table, one) for one in targets), cards=cards, ability=ability)

    return _doing(seat, action, rule)


def buy(cid: str, seat: int = P1, rule: str = "") -> Step:
    return _doing(seat, lambda table: a.PlayCharacter(table.held(seat, cid)), rule)


def attack(*units: str, seat: int = P1) -> Step:
    """Attack with these units, and nobody else."""
    return lambda table: table.attack(seat, *units)


def may_attack(*units: str, seat: int = P1) -> Step:
    """These units, and no others, could attack now."""

    def step(table: Table) -> None:
        assert _named(table, [one["unit"] for one in table.legal(seat, "add_attacker")]) == sorted(units)

    return step


def block(*blocks: tuple[str, str], seat: int = P2) -> Step:
    """(own unit, attacking unit), and nobody else blocks."""
    return lambda table: table.block(seat, *blocks)


def no_block(blocker: str, attacker: str, rule: str, seat: int = P2) -> Step:
    """This unit can't block that one, by a rule."""
    return _doing(seat, lambda table: a.AssignBlock(iid_of(table, blocker), iid_of(table, attacker)), rule)


def assault(*assignments: tuple[str, str], seat: int = P1) -> Step:
    """(own unit, planet), and nobody else is sent."""

    def step(table: Table) -> None:
        table.assault(seat, *((unit, iid_of(table, planet)) for unit, planet in assignments))

    return step


def let_pass(seat: int = P1) -> Step:
    return lambda table: table.let_pass(seat)


def all_pass() -> Step:
    """Whoever is asked in a window or about an OOC card passes."""
    return lambda table: table.all_pass()


def choose(*cards: str, seat: int = P1) -> Step:
    """Answer with cards of the hand, or positions."""
    return lambda table: table.choose(seat, *cards)


def option(name: str, seat: int = P1) -> Step:
    return lambda table: table.option(seat, name)


def offered(*options: str, seat: int = P1) -> Step:
    """These are the answers to choose from."""

    def step(table: Table) -> None:
        assert [one["option"] for one in table.legal(seat, "choose_option")] == list(options)

    return step


def end(seat: int = P1) -> Step:
    """End the turn from the post-combat step; the next one goes on to its draw."""
    return lambda table: table.end_turn(seat)


def decline(seat: int = P1) -> Step:
    return lambda table: table.decline(seat)


def to(stage: Any) -> Step:
    """Nobody does anything more until this part of a turn."""
    return lambda table: table.to(stage)


def next_turn(seat: int = P1, stage: Any = "draw") -> Step:
    """The active player does nothing more, and the next turn goes on to this part."""
    return lambda table: table.next_turn(seat, stage)


def saw(seat: int, owner: int, *cards: str) -> Step:
    """A player has just seen these cards of a hand."""

    def step(table: Table) -> None:
        (looked,) = table.happened(e.CardsLookedAt)
        assert (looked.seat, looked.owner, looked.zone, looked.cards) == (seat, owner, "hand", cards)

    return step


def at_random(*cards: str) -> Step:
    """These cards have just been picked at random."""

    def step(table: Table) -> None:
        assert tuple(picked.card for picked in table.happened(e.RandomCardPicked)) == cards

    return step


def threshold(number: int, fight: str = "f1") -> Step:
    """The bickering threshold of a fight is this."""

    def step(table: Table) -> None:
        assert continuous.threshold(table.board, table.board.fight(fight)) == number

    return step


# Names


def names(table: Table) -> dict[str, str]:
    """What stands for what: accounts, cards in play, cards of discard piles, fights, cards that are being played."""
    board: Board = table.board
    found = {f"p{seat + 1}": table.account(seat) for seat, _ in enumerate(board.players)}
    found |= {name: card.iid for name, card in in_play(table)}
    for seat, player in enumerate(board.players):
        found |= {f"p{seat + 1}.discard.{card.cid}": card.iid for card in reversed(player.discard)}
    found |= {fight.id: fight.id for fight in board.fights}
    return found | {f"stack.{card.cid}": card.iid for card in board.stack}


def iid_of(table: Table, name: str) -> str:
    """The instance id of what a name means; a side may be left out where only one has such a card there."""
    known = names(table)
    if name in known:
        return known[name]
    found = [iid for label, iid in known.items() if label[0] == "p" and label.partition(".")[2] == name]
    assert len(found) == 1, f"{name}: there are {len(found)} of them"
    return found[0]


def _named(table: Table, iids: Sequence[str]) -> list[str]:
    """The names of what these instance ids mean, of own cards in play without the side."""
    known = {iid: name for name, iid in names(table).items()}
    return sorted(known[iid].removeprefix("p1.") for iid in iids)


def in_play(table: Table) -> Iterator[tuple[str, InPlay]]:
    """Every card in play with its name."""
    for seat, player in enumerate(table.board.players):
        seen: dict[str, int] = {}
        for card in player.in_play():
            seen[card.cid] = seen.get(card.cid, 0) + 1
            yield f"p{seat + 1}.{card.cid}" + (f"#{seen[card.cid]}" if seen[card.cid] > 1 else ""), card


# Then


def facts(table: Table) -> dict[str, Fact]:
    """Everything on the table by name."""
    board: Board = table.board
    result = table.state.result
    found: dict[str, Fact] = {
        "turn": f"p{board.active + 1} {board.turn}",
        "result": None if result is None else _result(result),
    }
    for seat, player in enumerate(board.players):
        found |= {f"p{seat + 1}.{name}": value for name, value in _player(player)}
    found |= {fight.id: _fight(board, fight) for fight in board.fights}
    return found | {name: " ".join(_card(board, card)) for name, card in in_play(table)}


def _result(result: Result) -> str:
    who = f"p{result.placings[0][0] + 1}" if result.kind == "win" else result.kind
    return f"{who} by {result.reason}"


def _player(player: Player) -> Iterator[tuple[str, Fact]]:
    yield "account", None if player.account is None else player.account.cid
    yield "reserve", player.reserve
    yield "meters", f"{player.pool_m}/{player.max_m}"
    yield "words", f"{player.pool_w}/{player.max_w}"
    yield "hand", " ".join(player.hand.known.values())
    yield "deck", " ".join(player.deck.cards)
    yield "discard", " ".join(card.cid for card in player.discard)
    meters, words = sum(m for m, _ in player.pending), sum(w for _, w in player.pending)
    yield "promised", f"{meters}/{words}" if player.pending else None


def _fight(board: Board, fight: Fight) -> str:
    """Who is in it, whether it is stuck, what is added to the sides, its dice."""
    sides = [[_cid(board, iid) for iid in cards] for cards in (fight.attackers, fight.defenders)]
    added = [sum(mod.n for mod in fight.mods if mod.side == side) for side in ("attacker", "defender")]
    words = [*sides[0], "v", *sides[1], *["stuck"] * fight.stuck]
    words += [f"{added[0]:+} {added[1]:+}"] if fight.mods else []
    words += [f"bicker {fight.bicker}"] if fight.bicker else []
    if fight.dice:
        words += [f"dice {fight.dice[0]}{fight.added[0]:+} {fight.dice[1]}{fight.added[1]:+}"]
    return " ".join(words)


def _cid(board: Board, iid: str) -> str:
    card = board.character(iid)
    return "" if card is None else card.cid


def _card(board: Board, card: InPlay) -> Iterator[str]:
    match card:
        case Character():
            return _character(board, card)
        case Planet():
            return _planet(board, card)
    return _persistent(card)


def _character(board: Board, card: Character) -> Iterator[str]:
    """`combat/capture`, then only what is so: keywords, `with` its Individual, `damage`, `new`, and so on."""
    capture = f"/{continuous.capture(board, unit_of(board, card.iid))}" if is_fleeter(board, card) else ""
    yield f"{continuous.combat(board, card)}{capture}"
    for name in get_args(Keyword):
        number = continuous.keyword(board, card, name)
        yield from [f"{name} {number}"] if number else []
    partner = board.character(card.partner)
    yield from [] if partner is None or not is_fleeter(board, card) else [f"with {partner.cid}"]
    yield from [f"damage {card.damage}"] if card.damage else []
    yield from ["new"] * (card.bought_turn == board.turn) + ["used"] * (card.ability_turn == board.turn)
    yield from ["battled"] * continuous.marked(board, card) + ["spent"] * continuous.spent(board, card)
    yield from sorted(one.name or one.what for one in card.modifiers if one.what in ("save", "cannot"))


def _planet(board: Board, card: Planet) -> Iterator[str]:
    """What it takes to capture it, then only what is so."""
    yield str(continuous.defense(board, card))
    yield from ["home"] * card.home + ["exhausted"] * card.exhausted + ["skipped"] * card.skipped
    yield from ["to hand"] * any(continuous.modifiers(card, "capture_to_hand"))


def _persistent(card: Persistent) -> Iterator[str]:
    """`in play`, then only what is so: tokens, the faction chosen, the staff rank on it."""
    yield "in play" if card.host is None else f"on {'an account' if card.host.startswith('account') else 'a card'}"
    yield from [] if card.tokens is None else [f"tokens {card.tokens}"]
    yield from [] if card.chosen is None else [card.chosen]
    yield from [] if card.rank is None else [f"rank {card.rank}"]


def changed(before: Facts, after: Facts) -> dict[str, Fact]:
    """The facts that are not as they were, None for what is gone."""
    return {name: after.get(name) for name in {**before, **after} if after.get(name) != before.get(name)}


def targets(table: Table, seat: int, cid: str) -> list[str]:
    """All that may be named now with a card of the hand or an ability of a card in play; two targets as `a > b`."""
    mine = {one for one, held in table.board.players[seat].hand.known.items() if held == cid}
    mine |= {iid for name, iid in names(table).items() if name.partition(".")[2] == cid}
    acts = ("play_ooc", "activate_planet", "activate_character", "activate_account")
    known = {iid: name for name, iid in names(table).items()}
    found = set()
    for one in table.legal(seat):
        card = one.get("card") or one.get("planet") or one.get("character") or table.board.players[seat].account.cid
        if one["type"] in acts and (card in mine or card == cid):
            found.add(" > ".join(known[iid] for iid in one.get("targets", ())))
    return sorted(found)


def finish(table: Table) -> None:
    """Nobody but the active player is asked anything any more."""
    for _ in range(20):
        waiting = [seat for seat, _ in table.asked() if seat != table.board.active]
        if table.state.result is not None or not waiting:
            return
        table.do(waiting[0], table.game.default(table.state, table.prompt(waiting[0])))
    raise AssertionError("somebody is asked for ever")


# Rows


class Row(msgspec.Struct, frozen=True):
    """A scenario of a card. `prices` by player, card and window: `{"p1 O01 pre": 60, "p2 C01": None}`.

    `fights`: `["p1.C01 v p2.R01 p2.R02"]`, stuck from the turn before. `dice`: `["bicker p1 3", "combat p1 2 5"]`;
    for each of the `effect` dice the same happens.
    """

    card: str
    shows: str
    when: Sequence[Step] = ()
    then: Facts = {}
    p1: Side = side()
    p2: Side = side()
    fights: Sequence[str] = ()
    dice: Sequence[str] = ()
    effect: Sequence[int] = ()
    targets: Sequence[str] | None = None
    prices: Mapping[str, int | None] = {}
    stage: Any = "pre_combat"
    active: int = P1
    seat: int = P1
    now: Facts = {}

    def run(self, make: MakeTable) -> None:
        """Deal, act, compare the whole table; in a match of its own for each die that shall do the same."""
        for die in self.effect or (0,):
            table = dealt(make(), (self.p1, self.p2))
            for text in self.fights:
                _stuck(table, text)
            for text in (*self.dice, *([f"effect p1 {die}"] if die else [])):
                purpose, seat, *values = text.split()
                given_dice(table, purpose, int(seat[1:]) - 1, *map(int, values))
            table.turn(self.active).start(self.stage)
            self._play(table)

    def _play(self, table: Table) -> None:
        before = facts(table)
        for step in self.when:
            step(table)
        if self.targets is not None:
            named = targets(table, self.seat, self.card)
            assert named == sorted(self.targets), named
        assert {name: _price(table, name) for name in self.prices} == self.prices
        found = facts(table)
        assert {name: found[name] for name in self.now} == self.now
        finish(table)
        after = changed(before, facts(table))
        assert after == self.then, after


def _stuck(table: Table, text: str) -> None:
    """A fight stuck from the turn before; the attacker side is that of the first name, `p1` if it is empty."""
    sides = [[iid_of(table, name) for name in one.split() if "." in name] for one in text.split(" v ")]
    attacker = int(text[1]) - 1
    table.fight(sides[0], sides[1], attacker=attacker, defender=1 - attacker)


def _price(table: Table, name: str) -> int | None:
    """What a card costs a player now, an OOC card in a window."""
    seat, cid, *window = name.split()
    return table.price(int(seat[1:]) - 1, cid, window[0] if window else None)
