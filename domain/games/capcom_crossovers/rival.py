"""How likely an attack is answered: from the cards that its defender may hold, as far as the attacker can know."""

from __future__ import annotations

from collections import Counter
from math import comb, prod

from domain.games.capcom_crossovers.board import Board, Character, Player
from domain.games.capcom_crossovers.definitions import Move as Entry
from domain.games.capcom_crossovers.faces import dodge_value, rank, value
from domain.games.capcom_crossovers.rules import continuous
from domain.games.capcom_crossovers.rules.defending import refuse_negation
from domain.games.capcom_crossovers.rules.moves import Move, basic, listed

PAIR = 2


class Hand:
    """The hand of another player as far as it can be guessed.

    Of the number cards that are seen about half were let go, and all other cards were kept until they were played: so
    of those the hand has more.
    """

    def __init__(self, player: Player) -> None:
        shown = {*player.discard, *player.meter, *(face for zone in player.zone for face in zone.cards)}
        self.unseen = [face for face in player.deck_list if face not in shown]
        self.ranks = Counter(map(rank, self.unseen))
        self.size = min(player.hand.size, len(self.unseen))
        numbers, gone = (sum(value(face) is not None for face in faces) for faces in (self.unseen, shown))
        drawn, pool = self.size + gone // 2, len(self.unseen) + gone // 2
        kept = min(self.size, round((len(self.unseen) - numbers) * drawn / max(1, pool)))
        self._pools = {True: (min(numbers, self.size - kept), numbers), False: (drawn, pool)}
        self._chances: dict[tuple[int, int, bool], float] = {}

    def has(self, n: int, fitting: int, *, numbers: bool = False) -> float:
        """The chance of n or more of so many unseen cards, which are number cards or none of them is."""
        if (n, fitting, numbers) not in self._chances:
            held, pool = self._pools[numbers]
            fewer = sum(comb(fitting, k) * comb(pool - fitting, held - k) for k in range(min(n, held + 1)))
            self._chances[n, fitting, numbers] = 1 - fewer / comb(pool, held)
        return self._chances[n, fitting, numbers]

    def pays(self, n: int, of_rank: str) -> float:
        """The chance of n or more cards of a rank."""
        return self.has(n, self.ranks[of_rank], numbers=of_rank.isdecimal())


class Rival:
    """The defender of an attack of a seat: the active character of the other side and the cards of its player."""

    def __init__(self, board: Board, side: int) -> None:
        self.board = board
        self.character: Character = board.opposing(side)
        player = board.players[self.character.seat]
        self.hand = Hand(player)
        self.blocks = player.block is not None
        self.strength = continuous.stat(board, self.character, "strength")

    def hit_by(self, move: Move, priority: int) -> tuple[float, float]:
        """CAP-404 CAP-405 The chances that an attack hits, and that it is countered; else it comes to nothing."""
        if self.blocks:
            return 1 - (self.techs(move) if move.kind == "throw" else 0), 0
        countered, undone = self._listed(move, priority)
        bap = continuous.stat(self.board, self.character, "bap")
        numbers = [face for face in self.hand.unseen if 0 < (value(face) or 0) <= self.strength]
        if bap > priority:
            countered.append(self.hand.has(1, len(numbers), numbers=True))
        elif bap == priority and move.kind == "basic":
            fitting = sum(refuse_negation(move, basic(face)) is None for face in numbers)
            undone.append(self.hand.has(1, fitting, numbers=True))
        undone += [self.techs(move) if move.kind == "throw" else 0, 0 if "H" in move.attrs else self.dodges()]
        safe = prod(1 - chance for chance in countered)
        return safe * prod(1 - chance for chance in undone), 1 - safe

    def _listed(self, move: Move, priority: int) -> tuple[list[float], list[float]]:
        """CAP-450 CAP-456 CAP-910 The chances of each special, super, throw and variable counter."""
        countered: list[float] = []
        undone: list[float] = []
        for entry in self.board.definition(self.character.cid).moves:
            higher = self._over(entry, move, priority)
            if higher is not None:
                (countered if higher else undone).append(self._paid(entry))
        waits = self.board.inactive(self.character.side)
        comes = None if waits is None else self.board.definition(waits.cid).marked("VC")
        over = -1 if comes is None else (comes.priority or 0) - priority
        if waits is not None and over >= 0:
            (countered if over else undone).append(self._pays_joker(waits))
        return countered, undone

    def _pays_joker(self, waits: Character) -> float:
        """CAP-910 CAP-956 The chance that the player of the inactive character holds a Joker."""
        hand = self.hand if waits.seat == self.character.seat else Hand(self.board.players[waits.seat])
        return hand.pays(1, "JK")

    def _over(self, entry: Entry, move: Move, priority: int) -> bool | None:
        """Whether an entry of the moves list counters the attack; False if it negates or avoids it; None if neither."""
        if entry.avoid:
            return False if set(entry.avoid) & move.kinds else None
        answer = listed(entry)
        over = continuous.priority(self.board, self.character, answer, answers=True) - priority
        return True if over > 0 else False if over == 0 and refuse_negation(move, answer) is None else None

    def _paid(self, entry: Entry) -> float:
        """The chance that the hand pays for a move."""
        return self.pairs(self.strength + 1) if entry.rank is None else self.hand.pays(entry.n, entry.rank)

    def pairs(self, least: int) -> float:
        """CAP-307 CAP-471 The chance of a pair of a number that is this or more."""
        return 1 - prod(1 - self.hand.pays(PAIR, str(number)) for number in range(least, 11))

    def techs(self, throw: Move) -> float:
        """CAP-471 The chance of a tech hit."""
        return self.pairs(max(self.strength + 1, throw.number))

    def dodges(self) -> float:
        """CAP-441 The chance that the top card lets a dodge succeed."""
        agility = continuous.stat(self.board, self.character, "agility")
        return sum((dodge_value(face) or 99) <= agility for face in self.hand.unseen) / max(1, len(self.hand.unseen))
