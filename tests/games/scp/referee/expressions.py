"""The expressions of the card files, read once more: effects, conditions, filters and numbers as plain Python."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from tests.games.scp.referee.board import CARDS, Asset, Board, Scp

InPlay = Asset | Scp


@dataclass(frozen=True)
class Source:
    """Whose text it is, and what it names."""

    you: int
    iid: str | None = None
    host: str | None = None
    target: str | None = None
    player: int | None = None


@dataclass(frozen=True)
class Call:
    """A word of a text with its arguments."""

    word: str
    args: tuple[ast.expr, ...]
    source: Source
    lasts: bool = False


@cache
def words(text: str) -> tuple[tuple[str, tuple[ast.expr, ...]], ...]:
    """The words of an effect with their arguments."""
    body = ast.parse(text, mode="eval").body
    parts = body.elts if isinstance(body, ast.Tuple) else [body]
    return tuple(map(call, parts))


@cache
def parsed(text: str) -> ast.expr:
    """A condition or a number."""
    return ast.parse(text, mode="eval").body


def name(node: ast.expr) -> str:
    """A name of the vocabulary."""
    assert isinstance(node, ast.Name), ast.dump(node)
    return node.id


def abilities(cid: str) -> Sequence[dict[str, Any]]:
    """The printed texts of a card."""
    found: Sequence[dict[str, Any]] = CARDS[cid].get("abilities", ())
    return found


@cache
def statics(cid: str, wanted: tuple[str, ...]) -> list[dict[str, Any]]:
    """The static texts of a card that have one of these words."""
    there = (one for one in abilities(cid) if one["when"] == "static")
    return [one for one in there if any(word in wanted for word, _ in words(one["do"]))]


def blocks(cid: str) -> list[str]:
    """The effects of a card that happen, in their order: those by whose number a lasting effect is named."""
    return [one["do"] for one in abilities(cid) if one["when"] not in ("static", "restrict", "mission")]


class Expressions(ABC):
    """What an expression comes to on a board."""

    def __init__(self, board: Board) -> None:
        self.board = board

    @abstractmethod
    def icons(self, card: Asset) -> set[str]:
        """The Icons of a card."""

    @abstractmethod
    def skills(self, card: Asset) -> Counter[str]:
        """The copies of its Skills."""

    @abstractmethod
    def value(self, card: Asset) -> int:
        """Its Skill Value."""

    @abstractmethod
    def count_icon(self, seat: int, icon: str) -> int:
        """How many cards in play of a player have an Icon."""

    def players(self, node: ast.expr, source: Source) -> list[int]:
        """The players that a text names, clockwise from the active one."""
        there = self.board.around(self.board.active)
        word = name(node)
        if word in ("each", "each_other"):
            return [seat for seat in there if word == "each" or seat != source.you]
        target = self.board.asset(source.target)
        own = self.board.scps.get(source.iid or "")
        named = {
            "you": source.you,
            "active": self.board.active,
            "tgt_player": source.player,
            "tgt_controller": None if target is None else target.owner,
            "controller": None if own is None else own.controller,
        }
        return [seat for seat in there if seat == named[word]]

    def select(self, node: ast.expr, source: Source) -> list[InPlay]:
        """The cards in play that a text names."""
        if isinstance(node, ast.Subscript):
            return [card for card in self.select(node.value, source) if self.fits(node.slice, card, source)]
        if isinstance(node, ast.Call):
            return self.select(node.args[0], source)
        attempt, word = self.board.attempt, name(node)
        if word in ("members", "involved"):
            return [*self.board.members(), *(self.board.defenders() if word == "involved" else ())]
        everything: list[InPlay] = [*self.board.assets(), *self.board.scps.values()]
        if word in ("mine", "theirs"):
            return [card for card in everything if side(card, source.you) == word]
        on = None if attempt is None else attempt.scp
        one = {"self": source.iid, "host": source.host, "tgt": source.target, "scp": on}
        return [card for card in everything if word == "any" or card.iid == one[word]]

    def fits(self, node: ast.expr, card: InPlay, source: Source) -> bool:
        """Whether a card passes a filter."""
        if isinstance(node, ast.BoolOp):
            return combined(node, lambda part: self.fits(part, card, source))
        if isinstance(node, ast.UnaryOp):
            return not self.fits(node.operand, card, source)
        if isinstance(node, ast.Compare):
            bound = self.number(node.comparators[0], source)
            counters = card.counters if isinstance(card, Scp) else 0
            is_about_counters = name(node.left) == "counters"
            return counters >= bound if is_about_counters else int(CARDS[card.cid].get(name(node.left), 0)) <= bound
        if isinstance(node, ast.Name):
            return card.iid != source.iid if node.id == "other" else node.id in card.marks or card.is_(node.id)
        word, (asked,) = call(node)
        if isinstance(card, Asset) and word in ("icon", "skill"):
            return name(asked) in (self.icons(card) if word == "icon" else +self.skills(card))
        return card.is_(name(asked)) or CARDS[card.cid].get("class") == name(asked)

    def number(self, node: ast.expr, source: Source) -> int:
        """A number of a text."""
        if isinstance(node, ast.Constant):
            assert isinstance(node.value, int)
            return node.value
        if isinstance(node, ast.UnaryOp):
            return -self.number(node.operand, source)
        word, args = call(node)
        board, you = self.board, source.you
        counts: dict[str, Callable[[], int]] = {
            "unsecured_total": lambda: sum(scp.counters for scp in board.unsecured()),
            "hand": lambda: sum(len(board.players[seat].hand) for seat in self.players(args[0], source)),
            "scps_left": lambda: len(board.scp_deck),
            "count": lambda: len(self.select(args[0], source)),
            "icons": lambda: self.count_icon(you, name(args[0])),
            "destroyed_count": lambda: sum(by == you for _, by in board.scp_discard.values()),
            "secured_count": lambda: len(board.secured),
            "untapped_total": lambda: self._untapped(you, name(args[0])),
        }
        return counts[word]()

    def _untapped(self, seat: int, skill: str) -> int:
        there = (card for card in self.board.players[seat].play.values() if not card.tapped)
        return sum(self.value(card) for card in there if self.skills(card)[skill])

    def true(self, node: ast.expr, source: Source) -> bool:
        """A condition of a text."""
        if isinstance(node, ast.BoolOp):
            return combined(node, lambda part: self.true(part, source))
        if isinstance(node, ast.Compare):
            left, right = self.number(node.left, source), self.number(node.comparators[0], source)
            return {ast.GtE: left >= right, ast.LtE: left <= right, ast.Eq: left == right}[type(node.ops[0])]
        word, args = call(node)
        board, attempt, target = self.board, self.board.attempt, source.target or ""
        icons, complicated = board.secured.get(target, (frozenset(), True))
        tests: dict[str, Callable[[], bool]] = {
            "some": lambda: bool(self.select(args[0], source)),
            "in_phase": lambda: board.phase == name(args[0]),
            "attempt": lambda: attempt is not None and attempt.kind in (part.id for part in named(args[0])),
            "attempt_by": lambda: attempt is not None and attempt.seat == source.you,
            "in_attempt": lambda: any(card.iid == source.iid for card in board.members()),
            "secured_this_turn": lambda: target in board.secured,
            "contained_this_turn": lambda: target in board.contained,
            "destroyed_this_turn": lambda: target in board.destroyed,
            "no_complication": lambda: not complicated,
            "members_had": lambda: name(args[1]) in icons,
        }
        return tests[word]()


def call(node: ast.expr) -> tuple[str, tuple[ast.expr, ...]]:
    """A word with its arguments."""
    return (name(node.func), tuple(node.args)) if isinstance(node, ast.Call) else (name(node), ())


def named(node: ast.expr) -> Iterator[ast.Name]:
    """The names in a list."""
    return (part for part in ast.walk(node) if isinstance(part, ast.Name))


def combined(node: ast.BoolOp, ask: Callable[[ast.expr], bool]) -> bool:
    """What `and` and `or` make of it."""
    answers = map(ask, node.values)
    return all(answers) if isinstance(node.op, ast.And) else any(answers)


def side(card: InPlay, you: int) -> str:
    """Whose card it is."""
    owner = card.owner if isinstance(card, Asset) else card.controller
    return "nobody's" if owner is None else "mine" if owner == you else "theirs"
