"""Continuous effects: what holds now, folded from the cards in play on demand and never stored (CNC-515).

In strata: what is enabled (Silence, Flood, disabled), then Classes, then numbers. A stratum reads only lower ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec

from domain.games.cape_and_cowl.board import CITY, STATUSES, Board, Character, CityCard, InPlay, opponent
from domain.games.cape_and_cowl.definitions import PORTER, TOP, Definition
from domain.games.cape_and_cowl.frames import Env
from domain.kernel.effects.compiler import Block, Call

HAND_LIMIT = 10
"""CNC-307 CNC-615 CNC-R10 CNC-R42 No text changes it."""
LIMITS = {"characters": 3, "events_per_turn": 1, "cities_per_turn": 1, "attrition": 25}
"""CNC-213 CNC-214 CNC-309 CNC-704 The limits before modifiers."""
STORM_TYPES = ("Ice", "Air", "Water", "Electric")
"""CNC-441."""


class EvalContext(msgspec.Struct):
    """The context of words: the board, what they refer to, and the card that a filter is asked about.

    `held` is how many cards the player's hand will hold by then, where names are asked for an action to come.
    """

    board: Board
    env: Env
    card: InPlay | None = None
    printed: Definition | None = None
    chosen: tuple[str, ...] = ()
    held: int | None = None

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The effects of the text: of a card, or of a type."""
        return self.board.cards[self.env.cid].blocks

    def hand(self, seat: int) -> int:
        """CNC-321 How many cards a hand holds by then: an Event being played is no longer in it."""
        if self.held is not None and seat == self.env.you:
            return self.held
        return len(self.board.players[seat].hand)

    def in_turn_order(self, seats: set[int]) -> tuple[int, ...]:
        """CNC-530 These players, the active one first."""
        return tuple(seat for seat in self.board.order() if seat in seats)

    def about(self, iid: str) -> EvalContext:
        """The context of a filter: about a card in play."""
        card = self.board.card(iid)
        return EvalContext(self.board, self.env, card, None if card is None else self.board.cards[card.cid])

    def about_card(self, cid: str) -> EvalContext:
        """The context of a filter: about a card that is not in play."""
        return EvalContext(self.board, self.env, None, self.board.cards[cid])


def enabled(board: Board, seat: int, card: InPlay) -> bool:
    """CNC-507 CNC-515 CNC-516 CNC-517 CNC-617 CNC-R28 CNC-R34 CNC-R44 Whether the text of a card in play works now."""
    if isinstance(card, Character):
        return "silenced" not in card.statuses
    return card.cid == PORTER or (card.disabled is None and board.players[seat].flooded is None)


def passives(board: Board, word: str) -> Iterator[tuple[EvalContext, Call]]:
    """CNC-503 CNC-614 Every enabled passive text with this word.

    Every look at the table asks this many times over, and mostly finds none.
    """
    for seat, card, call in board.cached(_passives).get(word, ()):
        yield EvalContext(board, Env(seat, card.cid, card.iid), card, board.cards[card.cid]), call


def _passives(board: Board) -> dict[str, list[tuple[int, InPlay, Call]]]:
    """The enabled passive texts by their words, with the cards that have them and whose these are."""
    found: dict[str, list[tuple[int, InPlay, Call]]] = {}
    for seat, player in enumerate(board.players):
        for card in player.in_play():
            calls = board.cards[card.cid].passives
            if calls and enabled(board, seat, card):
                for call in calls:
                    found.setdefault(call.word, []).append((seat, card, call))
    return found


class Given(msgspec.Struct, frozen=True):
    """The arguments of a passive word as they are now, with defaults for those that the word doesn't have."""

    cards: tuple[str, ...] = ()
    who: tuple[int, ...] = ()
    n: int = 0
    types: tuple[str, ...] | None = None
    vs: str | None = None
    what: tuple[str, ...] = ()
    but: tuple[str, ...] | None = None
    action: str = ""
    only: bool = True
    limit: str = ""


def holding(board: Board, word: str) -> list[tuple[Env, Given]]:
    """The things that these texts refer to, with their arguments as they are now."""
    return board.cached(_holding, word)


def _holding(board: Board, word: str) -> list[tuple[Env, Given]]:
    return [(context.env, _given(call, context)) for context, call in passives(board, word)]


def _given(call: Call, context: EvalContext) -> Given:
    return Given(**{name: value(context) for name, value in call.arguments.items()})


def own(board: Board, character: Character, word: str) -> list[Given]:
    """The passive texts with this word that name this Character."""
    return [given for _, given in holding(board, word) if character.iid in given.cards]


def having(board: Board, word: str) -> set[str]:
    """CNC-403 CNC-404 CNC-406 The cards in play that a keyword holds for."""
    return {iid for _, given in holding(board, word) for iid in given.cards}


def _sum(printed: Definition, changes: Iterable[int]) -> int:
    """CNC-410 CNC-R19 Modifiers added up; a top-tier Character ignores every one that raises."""
    return sum(change for change in changes if change < 0 or not printed.top_tier)


def strength(board: Board, seat: int, attacker: Character, attack: int, target: str | None) -> int:
    """CNC-409 CNC-410 CNC-R42 Printed strength and modifiers, cut to 0 to 50. Without a target: against anything."""
    card = board.cards[attacker.cid]
    printed = card.attacks[attack - 1]
    changes = _attack_changes(board, seat, attacker, printed.type, target)
    return max(0, min(TOP, printed.strength + _sum(card, changes)))


def _is_about(given: Given, kind: str) -> bool:
    """Whether a text is about attacks of this type: of some types, or of all."""
    return given.types is None or kind in given.types


def _attack_changes(board: Board, seat: int, attacker: Character, kind: str, target: str | None) -> Iterator[int]:
    """CNC-409 CNC-441 Each modifier of this Attack: of cards in play, of the Character, of Perfect Storms."""
    damaged = is_damaged(board.character(target))
    for given in own(board, attacker, "attack_mod"):
        if _is_about(given, kind) and (damaged or given.vs is None):
            yield given.n
    for modifier in attacker.modifiers:
        if (not modifier.types or kind in modifier.types) and (damaged or not modifier.damaged):
            yield modifier.value
    if kind in STORM_TYPES:
        yield from (effect.value for effect in board.players[seat].effects if effect.kind == "storm")


def deck_contents(board: Board, seat: int) -> Counter[str]:
    """CNC-110 The cards of the own deck, in no order: those of the loadout less those that lie elsewhere."""
    player = board.players[seat]
    elsewhere = [card.cid for zone in (player.hand, player.discard, player.in_play()) for card in zone]
    if board.playing is not None and board.playing.seat == seat:
        elsewhere.append(board.playing.cid)
    return Counter(player.deck_list or ()) - Counter(cid for cid in elsewhere if cid is not None)


def is_damaged(character: Character | None) -> bool:
    """A Character with HP below max HP; never the City."""
    return character is not None and character.hp < character.max_hp


def max_hp(board: Board, character: Character) -> int:
    """CNC-410 CNC-512 CNC-R59 Printed HP and all modifiers, from 1 to 50."""
    return _max_hp(board, character, holding(board, "hp_mod"))


def _max_hp(board: Board, character: Character, modifiers: list[tuple[Env, Given]]) -> int:
    printed = board.cards[character.cid]
    changes = [given.n for _, given in modifiers if character.iid in given.cards]
    return max(1, min(TOP, printed.hp + _sum(printed, changes))) if changes else printed.hp


def other_max_hp(board: Board) -> list[tuple[Character, int]]:
    """CNC-512 The Characters whose maximum is no longer what their HP were reckoned with, and what it is now."""
    modifiers = holding(board, "hp_mod")
    now = [
        (character, _max_hp(board, character, modifiers)) for player in board.players for character in player.characters
    ]
    return [(character, hp) for character, hp in now if hp != character.max_hp]


def limit(board: Board, seat: int, name: str) -> int:
    """CNC-213 CNC-214 CNC-309 CNC-615 CNC-705 CNC-R42 A limit with its modifiers, at least 0."""
    total = LIMITS[name]
    for _, given in holding(board, "limit_mod"):
        if given.limit == name and seat in given.who:
            total += given.n
    for effect in board.players[seat].effects:
        if effect.kind == "limit_mod" and effect.limit == name:
            total += effect.value
    return max(0, total)


def cost(board: Board, seat: int, action: str, base: int, about: str | None = None) -> int:
    """CNC-327 CNC-R15 The cost of an action for a player: modifiers added up, never below 0.

    `about` is a card in play by instance, or a card of the hand by card id, for modifiers that look at it.
    """
    for context, call in passives(board, "cost_mod"):
        given = _given(call, context)
        if given.action == action and seat in given.who and _concerns(context, call, about):
            base += given.n
    return max(0, base)


def _concerns(context: EvalContext, call: Call, about: str | None) -> bool:
    """Whether a cost modifier counts for this card."""
    test = call.arguments.get("only")
    if test is None or about is None:
        return test is None
    return bool(test(context.about(about) if context.board.card(about) is not None else context.about_card(about)))


def acts(board: Board, character: Character) -> int:
    """CNC-326 CNC-615 How often a Character may Act this turn."""
    printed = max((given.n for given in own(board, character, "acts")), default=1)
    return printed + character.extra_acts


def can_act(board: Board, character: Character) -> bool:
    """CNC-326 CNC-504 Whether a Character may Act once more; no text takes the first Act away."""
    return "frozen" not in character.statuses and (
        not character.acts_used or character.acts_used < acts(board, character)
    )


def immune(board: Board, character: Character, what: str) -> bool:
    """CNC-411 CNC-524 Whether attacks of a type do nothing to a Character, or whether it can't get a status."""
    for given in own(board, character, "immune"):
        if what in given.what or (given.but is not None and what not in (*given.but, *STATUSES)):
            return True
    return False


def reduction(board: Board, character: Character, kind: str) -> int:
    """CNC-411 How much less attacks of a type do to a Character."""
    changes = (given.n for given in own(board, character, "damage_taken") if _is_about(given, kind))
    return -sum(changes)


def city_reduction(board: Board, seat: int) -> int:
    """CNC-415 How much less attacks do to a City."""
    total = sum(given.n for _, given in holding(board, "cp_damage_mod") if seat in given.who)
    total += sum(effect.value for effect in board.players[seat].effects if effect.kind == "cp_damage_mod")
    return -total


def no_attrition(board: Board, seat: int) -> bool:
    """CNC-706 Whether a player can't lose by Attrition now."""
    if any(effect.kind == "no_attrition" for effect in board.players[seat].effects):
        return True
    return any(seat in given.who for _, given in holding(board, "no_attrition"))


def porter_income(board: Board, seat: int) -> int:
    """CNC-206 CNC-207 The AP that the Porter generates for a player."""
    if not any(seat in given.who for _, given in holding(board, "porter")):
        return 0
    return 5 if board.players[seat].overdrive else 3


def extra_income(board: Board, seat: int, iid: str | None = None) -> int:
    """CNC-205 CNC-535 The gain of the enabled income texts now: all of a player, or those of one card."""
    return sum(given.n for env, given in holding(board, "income") if env.you == seat and iid in (None, env.iid))


def replacement(board: Board, character: Character) -> int | None:
    """CNC-522 CNC-523 The HP that a Character keeps instead of being destroyed, the first time in its stay, or None."""
    if character.replaced:
        return None
    return next((given.n for given in own(board, character, "replace_destroy")), None)


def guards(board: Board, seat: int, host: CityCard) -> CityCard | None:
    """CNC-520 The enabled guard of a City card, or None."""
    guard = board.guard_of(host.iid)
    return guard if guard is not None and enabled(board, seat, guard) else None


def screened(board: Board, seat: int) -> bool:
    """CNC-402 A City is screened while its player has a Character in play."""
    return bool(board.players[seat].characters)


def attackable(board: Board, seat: int, attacker: Character) -> tuple[str, ...]:
    """CNC-216 CNC-402 CNC-403 CNC-404 CNC-406 CNC-407 The legal targets of an Attack."""
    other = opponent(seat)
    targets = _attackable_characters(board, other)
    if not is_first_turn(board) and (not screened(board, other) or attacker.iid in having(board, "through")):
        targets = (*targets, CITY)
    return targets


def is_first_turn(board: Board) -> bool:
    """CNC-216 CNC-R07 The very first turn of the match: no Attack may target the City."""
    return board.turn == 1


def _attackable_characters(board: Board, seat: int) -> tuple[str, ...]:
    """CNC-403 CNC-404 CNC-405 CNC-R17 For Attacks: Protectors first; the Hidden only if all are."""
    there = tuple(character.iid for character in board.players[seat].characters)
    protectors, hidden = having(board, "protector"), having(board, "hidden")
    return tuple(iid for iid in there if iid in protectors) or tuple(iid for iid in there if iid not in hidden) or there
