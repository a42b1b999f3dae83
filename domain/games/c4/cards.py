"""C4 cards as data: read from card files, compiled once, found by card id."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, partial
from typing import Any, Literal

import msgspec

from domain.kernel.cardfile import CardFault, CardFile, Entry, Faults, Flaw, package_files, read_card_file
from domain.kernel.cardsets import CardSets, Reading, card_id
from domain.kernel.effects.compiler import Block, Call, Compiler, Expression
from domain.kernel.effects.grammar import EffectFault
from domain.kernel.game import CardInfo

Kind = Literal["regular", "stay_in_play", "reaction"]
Symbol = Literal["rock", "paper", "scissors"]
LARGEST_X = 99
"""C4-R78 The most that an X can be: each of its values is offered."""
KIND_NAMES: Mapping[str, str] = {"regular": "Regular", "stay_in_play": "Stay In Play", "reaction": "Reaction"}


FITS: Mapping[str, tuple[str, ...]] = {
    "would_gain": ("would_gain", "would_take"),
    "would_lose": ("would_lose", "would_take"),
    "gained": ("gained", "taken"),
    "lost": ("lost", "taken"),
    "attack_won": ("attack_decided",),
    "attack_failed": ("attack_decided",),
    "any_time": ("turn_started", "card_being_played", "turn_ending", "idle"),
}
"""C4-453 C4-458 The moments that a trigger word fits, where it is not the one of its own name."""


def moments_of(word: str) -> tuple[str, ...]:
    """The moments that a trigger word can fit at all."""
    return FITS.get(word, (word,))


class Cost(msgspec.Struct, frozen=True):
    """A card's or ability's own cost (C4-311): tokens paid from the supply or spilled from the card."""

    way: Literal["pay", "spill"]
    n: Expression


class Needs(msgspec.Struct, frozen=True):
    """What is declared with a card or ability (C4-440): a player (`opp` another, `any` one's own seat too), who passes
    these tests; a card to Icebox; a symbol. `attack` and `attack_each` need a legal defender (C4-403)."""

    player: Literal["opp", "any"] | None = None
    tests: tuple[Expression, ...] = ()
    attack: bool = False
    attack_each: bool = False
    icebox: str | None = None
    icebox_kind: str = "any"
    named: bool = False
    puts_x: bool = False


class Trigger(msgspec.Struct, frozen=True):
    """A triggered ability, or the condition of a Reaction: which moments it fits, and what then happens."""

    pattern: Call
    test: Expression | None
    block: int
    needs: Needs = Needs()


class Ability(msgspec.Struct, frozen=True):
    """An `act` ability: its cost, its bracketed condition, the values of its X, what it does (C4-330)."""

    cost: Cost | None
    test: Expression | None
    xs: tuple[int, ...]
    block: int
    needs: Needs


class Definition(msgspec.Struct, frozen=True):
    """A card as printed and compiled. Blocks are numbered effects; frames name them.

    C4-452 `fits` are the moments that its condition as a Reaction can fit at all.
    """

    cid: str
    name: str
    number: int
    set: str
    kind: Kind
    symbol: Symbol
    text: str
    cost: Cost | None
    xs: tuple[int, ...]
    play: int | None
    flipped: int | None
    flipped_needs: Needs
    reaction: Trigger | None
    continuous: tuple[Call, ...]
    triggers: tuple[Trigger, ...]
    acts: tuple[Ability, ...]
    patterns: tuple[Call, ...]
    blocks: tuple[Block, ...]
    needs: Needs
    claims: tuple[str, ...]
    listens: frozenset[str]
    fits: frozenset[str]
    source: Mapping[str, Any]


class _On(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"test": "if"}):
    when: str
    do: str
    test: str | None = None


class _Act(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"test": "if"}):
    do: str
    cost: str | None = None
    test: str | None = None
    x: tuple[int, int] | None = None


class _Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One `[[card]]` of a card file."""

    number: int
    name: str
    kind: Kind
    symbol: Symbol
    text: str
    reaction: str | None = None
    reaction_if: str | None = None
    cost: str | None = None
    x: tuple[int, int] | None = None
    play: str | None = None
    flipped: str | None = None
    continuous: tuple[str, ...] = ()
    on: tuple[_On, ...] = ()
    act: tuple[_Act, ...] = ()


class CardSet(msgspec.Struct, frozen=True):
    """A set of cards, identified by its Set Number (C4-605)."""

    number: str
    name: str
    cards: tuple[Definition, ...]


def load(file: str, text: str, own: str | None = None) -> CardSet:
    """C4-601 C4-804 C4-R78 Read a card file; `own` is the hash of a set that a player has written. Raises CardFault
    with every fault: file, line, card, key, column.
    """
    card_file = read_card_file(file, text, _Card)
    faults = check_set_number(card_file)
    cards: list[Definition] = []
    number = str(card_file.head.get("set", ""))
    for entry in card_file.entries:
        cid = card_id(own, entry.card.number) if own else f"{number[2:5]}-{entry.card.number:02d}"
        card, found = _compile(entry, cid, own or number)
        faults.extend(found)
        if card is not None:
            cards.append(card)
    faults.extend(check_collector_numbers(card_file))
    if faults:
        raise CardFault(faults)
    return CardSet(number, card_file.head["name"], tuple(cards))


def check_set_number(card_file: CardFile) -> list[Flaw]:
    """C4-605 C4-606 C4-607 C4-R46 A Set Number is T-ABC-YYMM: type C, L, S or P, three letters, year, month 00 to
    12.
    """
    number = str(card_file.head.get("set", ""))
    if re.fullmatch(r"[CLSP]-[A-Z]{3}-\d{2}(0\d|1[0-2])", number):
        return []
    message = (
        f"{number!r} is no Set Number; write T-ABC-YYMM with T one of C, L, S, P and MM from 00 to 12, "
        "for example S-COR-1701 (C4-605, C4-607)"
    )
    return [Flaw(card_file.name, message, key="set")]


def check_collector_numbers(card_file: CardFile) -> list[Flaw]:
    """C4-608 C4-R46 A Collector Number is a whole number from 1, unique within its set."""
    seen: set[int] = set()
    faults = []
    for entry in card_file.entries:
        number = entry.card.number
        if number < 1 or number in seen:
            faults.append(entry.fault("number", f"{number} is taken or below 1; Collector Numbers are unique (C4-608)"))
        seen.add(number)
    return faults


def _compile(entry: Entry[_Card], cid: str, of_set: str) -> tuple[Definition | None, list[Flaw]]:
    """One card, or what is wrong with it."""
    from domain.games.c4.words import VOCABULARY  # words speak of cards in play, cards are compiled with words

    card, compiler, faults = entry.card, Compiler(VOCABULARY), Faults(entry)
    part = faults.part
    reaction = part("reaction", partial(_pattern, compiler, card.reaction)) if card.reaction else None
    reaction_test = part("reaction_if", partial(compiler.condition, card.reaction_if)) if card.reaction_if else None
    cost = part("cost", lambda: _cost(compiler, card.cost))
    compiler.begin()
    play = part("play", partial(compiler.effects, card.play)) if card.play else None
    needs = part("play", lambda: _needs(compiler))
    compiler.begin()
    flipped = part("flipped", partial(compiler.effects, card.flipped)) if card.flipped else None
    flipped_needs = part("flipped", lambda: _undeclared(compiler))
    continuous = [part("continuous", partial(compiler.call, "modifier", text)) for text in card.continuous]
    triggers = [part("on", partial(_trigger, compiler, on)) for on in card.on]
    acts = [part("act", partial(_ability, compiler, act)) for act in card.act]
    _check_kind(card, entry, faults.found)
    if faults.found:
        return None, faults.found
    return Definition(
        cid=cid,
        name=card.name,
        number=card.number,
        set=of_set,
        kind=card.kind,
        symbol=card.symbol,
        text=card.text,
        cost=cost,
        xs=_xs(card.x),
        play=play,
        flipped=flipped,
        flipped_needs=flipped_needs,
        reaction=None if reaction is None else Trigger(reaction, reaction_test, play or 0),
        continuous=tuple(continuous),
        triggers=tuple(triggers),
        acts=tuple(acts),
        patterns=tuple(compiler.patterns),
        blocks=tuple(compiler.blocks),
        needs=needs,
        claims=tuple(
            call.arguments["kind"](None) for call in (t.pattern for t in triggers) if call.word == "claim_upheld"
        ),
        listens=frozenset(moment for trigger in triggers for moment in moments_of(trigger.pattern.word)),
        fits=frozenset(() if reaction is None else moments_of(reaction.word)),
        source=entry.source,
    ), []


def _cost(compiler: Compiler, text: str | None) -> Cost | None:
    if text is None:
        return None
    call = compiler.call("cost", text)
    return Cost("pay" if call.word == "pay" else "spill", call.arguments["n"])


def _pattern(compiler: Compiler, text: str) -> Call:
    """What an ability waits for. Nobody has declared a player then, so it can't wait for one."""
    compiler.begin()
    pattern = compiler.call("trigger", text)
    if compiler.declared:
        raise EffectFault("no player is declared yet when this is looked at; write you, other or any")
    return pattern


def _trigger(compiler: Compiler, on: _On) -> Trigger:
    pattern = _pattern(compiler, on.when)
    test = None if on.test is None else compiler.condition(on.test)
    return Trigger(pattern, test, compiler.effects(on.do), _undeclared(compiler))


def _ability(compiler: Compiler, act: _Act) -> Ability:
    compiler.begin()
    cost = _cost(compiler, act.cost)
    test = None if act.test is None else compiler.condition(act.test)
    block, needs = compiler.effects(act.do), _needs(compiler)
    if needs.icebox not in (None, "that") or needs.named:
        raise EffectFault("using an ability declares a player and an X; what needs a target or a symbol is played")
    return Ability(cost, test, _xs(act.x), block, needs)


def _needs(compiler: Compiler) -> Needs:
    """What the ability compiled last has to declare."""
    players = {name for name, _ in compiler.declared}
    if len(players) > 1:
        raise EffectFault("a card declares one player: opp or any, not both")
    used = {call.word: call for call in compiler.used}
    icebox = used.get("icebox")
    what = None if icebox is None else icebox.arguments["what"](None)
    kind = "any" if icebox is None or "kind" not in icebox.arguments else icebox.arguments["kind"](None)
    puts = used.get("put")
    return Needs(
        player="opp" if "opp" in players else "any" if players else None,
        tests=tuple(test for _, test in compiler.declared if test is not None),
        attack="attack" in used,
        attack_each="attack_each" in used,
        icebox=what,
        icebox_kind=kind,
        named="set_symbol" in used and used["set_symbol"].arguments["symbol"](None) == "named",
        puts_x=puts is not None and "x" in used,
    )


def _undeclared(compiler: Compiler) -> Needs:
    """The same for an ability that nobody declares: a player in it is chosen when it happens."""
    needs = _needs(compiler)
    if needs.icebox is not None and needs.icebox != "that":
        raise EffectFault("icebox needs a declared target; it can stand in play only")
    if needs.named:
        raise EffectFault("a named symbol is declared with a card; it can stand in play only")
    return needs


def _xs(bounds: tuple[int, int] | None) -> tuple[int, ...]:
    return () if bounds is None else tuple(range(bounds[0], bounds[1] + 1))


def _check_kind(card: _Card, entry: Entry[_Card], found: list[Flaw]) -> None:
    """C4-602 What a card may have follows from its kind: only Reactions a condition, only Stay In Play what lasts."""
    if (card.kind == "reaction") != (card.reaction is not None):
        found.append(
            entry.fault("reaction", "a Reaction has the condition under which it is played, no other card has")
        )
    if card.kind != "stay_in_play" and (card.continuous or card.on or card.act):
        found.append(entry.fault("kind", "only a Stay In Play card has continuous, on or act"))
    if card.kind != "stay_in_play" and card.play is None:
        found.append(entry.fault("play", f"a {KIND_NAMES[card.kind]} card says what happens when it is played"))
    for key, bounds in (("x", card.x), *(("act", act.x) for act in card.act)):
        if bounds is not None and not 0 <= bounds[0] <= bounds[1] <= LARGEST_X:
            found.append(entry.fault(key, f"x is [lowest, highest], from 0 to {LARGEST_X}"))


@cache
def core_sets() -> tuple[CardSet, ...]:
    """The sets that come with the game, in the order of their Set Numbers' files."""
    return tuple(load(name, text) for name, text in package_files(__package__, "cards"))


@cache
def definitions() -> Mapping[str, Definition]:
    """All cards of the core sets by card id."""
    return {card.cid: card for card_set in core_sets() for card in card_set.cards}


def _read(file: str, text: str, digest: str) -> Reading[Definition]:
    """C4-R78 A set that a player has written."""
    card_set = load(file, text, digest)
    return Reading(card_set.name, [(card, shown(card)) for card in card_set.cards])


def shown(card: Definition) -> CardInfo:
    """C4-601 A card as the catalogue shows it."""
    attributes = {"kind": KIND_NAMES[card.kind], "symbol": card.symbol}
    return CardInfo(card.cid, card.name, card.set, card.number, card.text, attributes)


CARDS = CardSets(definitions, _read)
"""Every card that can be in a match."""


def definition(cid: str) -> Definition:
    """The card with this id."""
    return CARDS[cid]
