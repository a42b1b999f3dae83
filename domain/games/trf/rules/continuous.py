"""Continuous effects: what holds now, folded from the cards in play on demand and never stored (TRF-518).

In strata: which accounts are blank, then titles, then keywords and what is forbidden, then numbers. A stratum reads
only lower ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import msgspec

from domain.games.trf.board import (
    Account,
    Board,
    Character,
    Fight,
    InPlay,
    Modifier,
    Pending,
    Persistent,
    Planet,
    account_id,
    account_seat,
)
from domain.games.trf.definitions import NUMBERED, Definition, Passive, Window
from domain.games.trf.frames import Env
from domain.games.trf.rules.units import Unit, is_fleeter
from domain.kernel.dispatch import always

RANKS = {"Mod": 1, "Admin": 2}
"""Terms, Staff rank."""
THRESHOLD = 2
"""TRF-423."""
MOST_ACTS = 100
"""TRF-R90."""


class EvalContext:
    """The context of words: the board, what they refer to, and what a filter is asked about.

    `card` is a card in play, `printed` what is printed on it, `owner` whose it is; `fight` a fight; `window` the one
    that an OOC card would be played in. `chosen` is the target of an effect.
    """

    __slots__ = ("board", "card", "chosen", "env", "fight", "owner", "printed", "subject", "window")

    def __init__(self, board: Board, env: Env, chosen: tuple[str, ...] = ()) -> None:
        self.board = board
        self.env = env
        self.chosen = chosen
        self.subject: str | None = None
        self.card: InPlay | None = None
        self.printed: Definition | None = None
        self.owner: int | None = None
        self.fight: Fight | None = None
        self.window: Window | None = env.window

    def in_turn_order(self, seats: set[int]) -> tuple[int, ...]:
        """These players, the active one first."""
        return tuple(seat for seat in self.board.around(self.board.active) if seat in seats)

    def about(self, name: str | int) -> EvalContext:
        """The context of a filter: about whatever this names; about a player, it is about their account."""
        name = account_id(name) if isinstance(name, int) else name
        context = EvalContext(self.board, self.env)
        context.subject = name
        context.fight = self.board.fight(name)
        seat = account_seat(name)
        if seat is not None:
            account = self.board.players[seat].account
            context.owner, context.printed = seat, None if account is None else self.board.cards[account.cid]
            return context
        found = in_play(self.board, name) or self.board.discarded(name)
        if found is not None:
            context.card = None if not isinstance(found, InPlay) else found
            context.owner, context.printed = found.owner, self.board.cards[found.cid]
        else:
            pending = self.board.pending(name)
            if pending is not None:
                context.owner, context.window = pending.seat, pending.window
                context.printed = self.board.cards[pending.cid]
        return context


def about_card(board: Board, env: Env, printed: Definition, window: Window | None = None) -> EvalContext:
    """The context of a filter: about a card that is in no zone of the table, as it would be played."""
    context = EvalContext(board, env)
    context.printed, context.window, context.owner = printed, window, env.you
    return context


def about_fight(board: Board, env: Env, fight: Fight) -> EvalContext:
    """The context of a filter: about a fight."""
    context = EvalContext(board, env)
    context.fight, context.subject = fight, fight.id
    return context


def in_play(board: Board, name: str | None) -> InPlay | None:
    """The card in play with this instance id, or None."""
    return board.character(name) or board.planet(name) or board.persistent(name)


# Working texts


def blanked(board: Board, seat: int) -> bool:
    """TRF-527 TRF-639 TRF-R46 Whether the abilities and the weakness of an account are blank."""
    return seat in board.cached(_blank)


def _blank(board: Board) -> frozenset[int]:
    """The cards that persistent cards alone blank: they decide what else works."""
    found: set[int] = set()
    for player in board.players:
        for card in player.persistents:
            printed, context = board.cards[card.cid], EvalContext(board, Env(card.owner, card.cid, card.iid))
            for passive in printed.passives if "blank_account" in printed.uses else ():
                if passive.call.word == "blank_account":
                    found.update(passive.call.arguments["who"](context))
    return frozenset(found)


def passives(board: Board, word: str) -> list[tuple[Env, Passive]]:
    """TRF-331 TRF-518 TRF-605 TRF-617 Every text in play with this word that works now, with what it refers to."""
    return board.cached(_passives, word) if word in board.cached(_users) else []


def _passives(board: Board, word: str) -> list[tuple[Env, Passive]]:
    found: list[tuple[Env, Passive]] = []
    for seat, card in board.cached(_users)[word]:
        if isinstance(card, Account):
            iid, home = account_id(seat), False
            if blanked(board, seat):
                continue
        else:
            iid, home = card.iid, isinstance(card, Planet) and card.home
        env, texts = Env(seat, card.cid, iid), board.cards[card.cid].passives
        found += [(env, text) for text in texts if text.call.word == word and (home or not text.home)]
    return found


def _users(board: Board) -> dict[str, list[tuple[int, Account | InPlay]]]:
    """The players with cards whose texts have a word, whether these work or not: most words none has."""
    found: dict[str, list[tuple[int, Account | InPlay]]] = {}
    cards = board.cards
    for seat, player in enumerate(board.players):
        if not player.lost:
            accounts = () if player.account is None else (player.account,)
            for card in (*accounts, *player.in_play()):
                for word in cards[card.cid].uses:
                    found.setdefault(word, []).append((seat, card))
    return found


class Given(msgspec.Struct, frozen=True):
    """The arguments of a passive word as they are now; its condition stays a function, for one thing after another."""

    cards: tuple[str, ...] = ()
    who: tuple[int, ...] = ()
    n: int = 1
    meters: int = 0
    words: int = 0
    title: str = ""
    titles: tuple[str, ...] = ()
    name: str = ""
    what: str = ""
    condition: Callable[[EvalContext], bool] = always(True)


class Text(NamedTuple):
    """A text in play that works now, with its arguments. It is kept with the board, so it does not hold it."""

    env: Env
    passive: Passive
    given: Given


def once(texts: Iterable[Text]) -> Iterator[Given]:
    """TRF-518 TRF-R41 The same text of two cards with one name and one controller counts once for one object."""
    seen: set[tuple[int, tuple[str, int, int]]] = set()
    for text in texts:
        key = (text.env.you, text.passive.key)
        if key not in seen:
            seen.add(key)
            yield text.given


def _holding(board: Board, word: str) -> list[Text]:
    """Every text with this word that works now, with its arguments as they are now; conditions stay unasked."""
    return board.cached(_texts_now, word) if word in board.cached(_users) else []


def _texts_now(board: Board, word: str) -> list[Text]:
    return [_text(board, *one) for one in passives(board, word)]


def _text(board: Board, env: Env, passive: Passive) -> Text:
    arguments, context = passive.call.arguments, EvalContext(board, env)
    said = {name: value(context) for name, value in arguments.items() if name != "condition"}
    return Text(env, passive, Given(**said, condition=arguments.get("condition", always(True))))


def on_card(board: Board, word: str, iid: str) -> list[Given]:
    """The texts with this word that name this card now, each counted once."""
    return board.cached(_named, word).get(iid, []) if word in board.cached(_users) else []


def _named(board: Board, word: str) -> dict[str, list[Given]]:
    return _by_card(board, passives(board, word))


def saying(board: Board, word: str, iid: str, name: str, value: str) -> list[Given]:
    """Those of them alone that say this value.

    It looks at a text's value before the cards that it names, which takes longer.
    """
    said = value in board.cached(_by_value, word, name)
    return board.cached(_named_saying, word, name, value).get(iid, []) if said else []


def _named_saying(board: Board, word: str, name: str, value: str) -> dict[str, list[Given]]:
    return _by_card(board, board.cached(_by_value, word, name)[value])


def _by_value(board: Board, word: str, name: str) -> dict[str, list[tuple[Env, Passive]]]:
    """The texts with this word by what they say under a name."""
    found: dict[str, list[tuple[Env, Passive]]] = {}
    for env, passive in passives(board, word):
        value = passive.call.arguments[name](EvalContext(board, env))
        found.setdefault(value, []).append((env, passive))
    return found


def _by_card(board: Board, texts: Iterable[tuple[Env, Passive]]) -> dict[str, list[Given]]:
    """The values of texts for each card that they name."""
    found: dict[str, list[Text]] = {}
    for env, passive in texts:
        text = _text(board, env, passive)
        for iid in dict.fromkeys(text.given.cards):
            found.setdefault(iid, []).append(text)
    return {iid: list(once(given)) for iid, given in found.items()}


def for_player(board: Board, word: str, seat: int) -> list[Given]:
    """The texts with this word that name this player now, each counted once."""
    return list(once(text for text in _holding(board, word) if seat in text.given.who))


def done_for_turn(board: Board, seat: int) -> bool:
    """TRF-R90 Whether as many cards of a player were played, revived, used or came back this turn as may be."""
    return board.players[seat].acts >= MOST_ACTS


# Accounts


def titles(board: Board, seat: int) -> frozenset[str]:
    """TRF-324 TRF-637 The titles of an account now: losing one beats gaining it."""
    return board.cached(_titles, seat)


def _titles(board: Board, seat: int) -> frozenset[str]:
    account = board.players[seat].account
    if account is None:
        return frozenset()
    gained = {given.title for given in for_player(board, "gain_title", seat)}
    lost = {title for given in for_player(board, "lose_title", seat) for title in given.titles}
    return frozenset({*board.cards[account.cid].titles, *gained} - lost)


def staff_rank(board: Board, seat: int) -> int:
    """TRF-623 Admin 2, Mod 1, anyone else 0."""
    return max((RANKS.get(title, 0) for title in titles(board, seat)), default=0)


def title_multiplier(board: Board, seat: int, card: Definition) -> int:
    """TRF-319 TRF-320 TRF-321 TRF-322 TRF-323 TRF-621 TRF-R16 TRF-R17 Of OOC cards alone: 1 with the title, else 2."""
    if card.title is None:
        return 1
    having = titles(board, seat)
    return 1 if card.title in having or (card.title == "Mod" and "Admin" in having) else 2


def access(board: Board, seat: int, card: Definition) -> int | None:
    """TRF-310 TRF-311 TRF-312 TRF-313 TRF-314 TRF-315 TRF-316 TRF-317 TRF-318 TRF-530 TRF-614 TRF-R14 TRF-R15 TRF-R47
    TRF-R57 The faction multiplier of a card for a player, or None: it can't be played.
    """
    account = board.players[seat].account
    assert account is not None
    own = board.cards[account.cid]
    if "universal" in (card.faction, own.faction) or card.faction == own.faction:
        return 1
    if card.deviant:
        return None
    opening = (text for text in _holding(board, "opens") if text.env.you == seat)
    if any(text.given.condition(about_card(board, text.env, card)) for text in opening):
        return 1
    return 2 if card.alignment == own.alignment else None


def price(board: Board, seat: int, card: Definition, window: Window | None = None) -> int:
    """TRF-308 TRF-309 TRF-606 TRF-645 TRF-R12 TRF-R13 The cost of a card for a player with access to it."""
    printed = card.cost * (access(board, seat, card) or 1) * title_multiplier(board, seat, card)
    in_words = card.kind == "ooc"
    changes = once(
        text
        for text in _holding(board, "cost")
        if text.env.you == seat
        and (text.given.words if in_words else text.given.meters)
        and text.given.condition(about_card(board, text.env, card, window))
    )
    return max(0, printed + sum(given.words if in_words else given.meters for given in changes))


def barred(board: Board, seat: int, card: Definition, window: Window) -> bool:
    """TRF-328 Whether an effect forbids everybody to play such a card."""
    return any(
        text.given.condition(about_card(board, text.env, card, window)) for text in _holding(board, "nobody_plays")
    )


def income(board: Board, seat: int) -> tuple[int, int]:
    """TRF-203 TRF-531 Meters and words that texts and promises add at a refill."""
    given = for_player(board, "income", seat)
    player = board.players[seat]
    meters = sum(one.meters for one in given) + sum(more for more, _ in player.pending)
    words = sum(one.words for one in given) + sum(more for _, more in player.pending)
    return meters, words


# Keywords, what is forbidden


def keyword(board: Board, card: Character, name: str) -> int:
    """TRF-542 TRF-R64 The number of a keyword that a card has, added up; 1 for one without a number; 0: not at all."""
    given = [one.n for one in saying(board, "keyword", card.iid, "name", name)]
    given += [one.n if name in NUMBERED else 1 for one in modifiers(card, "keyword") if one.name == name]
    return int(sum(given))


def modifiers(card: Character | Planet, what: str) -> Iterator[Modifier]:
    """The effects of this turn on a card."""
    return (one for one in card.modifiers if one.what == what)


def cannot(board: Board, card: Character, what: str) -> bool:
    """Whether an effect forbids a card to attack, to block or to be blocked."""
    if any(one.name == what for one in modifiers(card, "cannot")):
        return True
    return bool(saying(board, "cannot", card.iid, "what", what))


def spent(board: Board, card: Character) -> bool:
    """TRF-437 TRF-438 TRF-439 TRF-538 TRF-642 TRF-907 TRF-R29 Battle-marked on the turn before, and nothing helps."""
    if card.battle_turn == 0 or card.battle_turn != board.turn - 1 or card.refreshed:
        return False
    return not keyword(board, card, "vigilant")


def marked(board: Board, card: Character) -> bool:
    """TRF-436 In a battle this turn: it can do nothing more."""
    return card.battle_turn == board.turn


def attacking(board: Board, card: Character) -> bool:
    """TRF-649 TRF-R65 Named in this turn's attack, also once blocked; not by a stuck fight of an earlier turn."""
    return board.attacker_of(card.iid) is not None


def blocking(board: Board, card: Character) -> bool:
    """TRF-411 Named as a blocker and confirmed, in a fight of this turn."""
    fight = board.fight(card.fight)
    return fight is not None and fight.started_turn == board.turn and card.iid in fight.defenders


def can_attack(board: Board, unit: Unit) -> bool:
    """TRF-402 TRF-436 TRF-505 TRF-508 TRF-R33 Every card of it is bought earlier or Swift, fresh, free and allowed."""
    return bool(unit) and all(_may_attack(board, card) for card in unit)


def _may_attack(board: Board, card: Character) -> bool:
    """TRF-402 TRF-537."""
    if card.fight is not None or marked(board, card) or card.ability_turn == board.turn or spent(board, card):
        return False
    fresh = card.bought_turn == board.turn and not keyword(board, card, "swift")
    return not fresh and not cannot(board, card, "attack")


def can_block(board: Board, unit: Unit) -> bool:
    """TRF-407 TRF-427 TRF-436 TRF-509 Every card of it is not spent, not committed, and allowed to."""
    return bool(unit) and all(
        card.fight is None and not marked(board, card) and not spent(board, card) and not cannot(board, card, "block")
        for card in unit
    )


def free_to_join(board: Board, unit: Unit) -> bool:
    """TRF-633 In no attack and no block, and it could have attacked (own turn) or blocked (other turn)."""
    if not unit or any(attacking(board, card) or card.fight is not None for card in unit):
        return False
    return (can_attack if unit[0].owner == board.active else can_block)(board, unit)


# Numbers


def sides(board: Board, card: Character) -> tuple[Fight, tuple[str, ...]] | None:
    """The fight of a card and the cards of its other side, or None."""
    fight = board.fight(card.fight)
    if fight is None:
        return None
    return fight, fight.defenders if card.iid in fight.attackers else fight.attackers


def combat(board: Board, card: Character) -> int:
    """TRF-507 TRF-513 TRF-532 TRF-534 TRF-535 The combat value of a card where it is, at least 0."""
    total = board.cards[card.cid].combat - card.damage
    total += sum(given.n for given in on_card(board, "combat", card.iid))
    total += sum(one.n for one in modifiers(card, "combat"))
    partner = board.character(card.partner)
    if partner is not None and is_fleeter(board, card):
        total += keyword(board, partner, "commander")
    return max(0, int(total) + _in_fight(board, card))


def _in_fight(board: Board, card: Character) -> int:
    """TRF-534 TRF-535 TRF-649 The sum of keywords in the fight that a card is in."""
    where = sides(board, card)
    if where is None:
        return 0
    fight, others = where
    role = "raider" if card.iid in fight.attackers else "interceptor"
    total = keyword(board, card, role)
    if any(not is_fleeter(board, other) for iid in others if (other := board.character(iid)) is not None):
        total += keyword(board, card, "duelist")
    return total


def capture(board: Board, unit: Unit, planet: Planet | None = None) -> int:
    """TRF-457 TRF-516 TRF-533 TRF-536 The capture value of a unit, sent to a planet or not; 0 without a Fleeter."""
    if not unit or not is_fleeter(board, unit[0]):
        return 0
    fleeter = unit[0]
    total = board.cards[fleeter.cid].capture
    total += sum(given.n for given in on_card(board, "capture", fleeter.iid))
    total += sum(one.n for one in modifiers(fleeter, "capture"))
    total += sum(keyword(board, card, "conqueror") for card in unit[1:])
    if planet is not None and planet.home:
        total += keyword(board, fleeter, "siege")
    return max(0, int(total))


def defense(board: Board, planet: Planet) -> int:
    """TRF-456 TRF-516 TRF-603 TRF-604 The capture value that a planet needs as it is now: at least 1."""
    printed = board.cards[planet.cid]
    total = printed.homeworld_value if planet.home else printed.capture_value
    total += sum(given.n for given in on_card(board, "defense", planet.iid))
    return max(1, int(total) + sum(one.n for one in modifiers(planet, "defense")))


def threshold(board: Board, fight: Fight) -> int:
    """TRF-423 TRF-424 TRF-540 TRF-R48 The bickering threshold of a fight, held between 0 and 5."""
    texts = (text for text in _holding(board, "threshold") if text.given.condition(about_fight(board, text.env, fight)))
    total = THRESHOLD + sum(given.n for given in once(texts))
    cards = [card for iid in fight.cards() if (card := board.character(iid)) is not None]
    total -= any(keyword(board, card, "diplomat") for card in cards)
    total += any(keyword(board, card, "quarrelsome") for card in cards)
    return max(0, min(5, int(total)))


def total(board: Board, fight: Fight, side: str) -> int:
    """TRF-432 TRF-640 The combat values of a side, what effects add to it, and its die."""
    names = fight.attackers if side == "attacker" else fight.defenders
    place = 0 if side == "attacker" else 1
    values = sum(combat(board, card) for iid in names if (card := board.character(iid)) is not None)
    die = 0 if fight.dice is None else fight.dice[place] + fight.added[place]
    return values + die + sum(mod.n for mod in fight.mods if mod.side == side)


# Targets


def untouchable(board: Board, name: str, seat: int) -> bool:
    """TRF-541 Thick Skin: no target of an opponent's cards and abilities."""
    card = board.character(name)
    return card is not None and card.owner != seat and bool(keyword(board, card, "thick_skin"))


def may_overrule(board: Board, env: Env, name: str) -> bool:
    """TRF-622 TRF-R45 Between staff rulings only the higher staff rank beats the recorded one; others beat any."""
    pending, persistent = board.pending(name), board.persistent(name)
    target: Pending | Persistent | None = pending or persistent
    if target is None or not board.cards[env.cid].staff_ruling or not board.cards[target.cid].staff_ruling:
        return True
    mine = board.pending(env.iid) or board.persistent(env.iid)
    rank = staff_rank(board, env.you) if mine is None else mine.rank or 0
    return rank > (target.rank or 0)


def replaces_capture(board: Board, planet: Planet) -> bool:
    """TRF-635 Whether a planet goes to its owner's hand when it is captured."""
    if planet.home:
        return False
    return any(modifiers(planet, "capture_to_hand")) or bool(on_card(board, "capture_to_hand", planet.iid))
