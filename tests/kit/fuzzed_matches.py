"""Matches with card sets by chance, looked at after every batch: `python -m tests.kit.fuzzed_matches GAME [--seed N]`.

Without a seed it plays many, tells every fault with its seed, and sums up. With one it plays that match again and
shows its set.
"""

from __future__ import annotations

import argparse
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from importlib import import_module
from itertools import islice
from random import Random
from typing import Any

import msgspec

from domain.games import discover
from domain.kernel import decide, snapshots
from domain.kernel.actions import Action
from domain.kernel.audience import FULL, SPECTATOR, seat
from domain.kernel.cardsets import Library, OwnSet
from domain.kernel.codec import Codec
from domain.kernel.decide import Decision
from domain.kernel.facts import as_seen
from domain.kernel.game import CardGame
from domain.kernel.match import State
from domain.kernel.prompts import Prompt, expand, size
from eventstore.chain import canonical
from service.bots.sampling import typed
from service.matches.texts import describe
from tests.kit.fuzzed_sets import Sets
from tests.kit.fuzzed_texts import unused
from tests.kit.play import accepted, anybody, chosen, moves, opening, server_seed
from tests.kit.scenario import Scenario
from tests.kit.stored import stored_row

MOST = 50
"""Decisions of a match; then everybody concedes."""
EXPANDED = 2
"""Answers of a template that are looked at."""
WORDS = 200_000
"""Words that may be asked for a batch and for all who look at it: with more others would wait."""
GREEDY = (0.0, 0.0, 0.5)
"""The shares of the greedy bot: chance alone seldom gets far."""
WAITING = 0.9
"""How often whoever is waited for answers next."""
SHARED = 4
"""Matches that are played with the same set."""
ONE_LOOKS, ALL_LOOK = 3, 20
"""At one batch in so many somebody looks, and everybody, and all of it is folded again."""
Table = tuple[Any, int]
"""Options as data, and seats."""


class Fuzzed:
    """Matches of a game with sets by chance."""

    def __init__(self, game: CardGame) -> None:
        self.game, self.sets, self.codec = game, Sets(game), Codec(game)
        given = import_module(f"tests.games.{game.slug}.fuzz")
        self._tables: Sequence[Table] = given.TABLES
        self._loadout: Callable[[OwnSet, int, Any, Random], Any] = given.loadout
        self._given: Callable[[OwnSet, int, Mapping[str, Any], Random], Scenario] = given.given
        self.matches = self.actions = self.largest = self.busiest = 0
        self.endings: Counter[str] = Counter()
        self.own = lru_cache(1)(self._own)

    def _own(self, number: int) -> OwnSet:
        return self.sets.drawn(Random(f"{self.game.slug} set {number}"))

    def play(self, seed: int) -> None:
        """A match from its seed, with the same set as those beside it. Raises whatever is wrong with it."""
        random = Random(f"{self.game.slug} {seed}")
        own = self.own(seed // SHARED)
        data, seats = random.choice(self._tables)
        options = msgspec.convert({**data, "card_sets": [own.hash]}, self.game.options_type)
        library = Library(self.game.core(), own=(own,))
        if seed % 2:
            state = self._given(own, seats, data, random).state
            looking = _Looking(self, state.copy(), random)
            steps = self._moves(seed, state, random)
        else:
            looking = _Looking(self, State().use(library), random)
            steps = self._steps(seed, seats, options, library, own, random)
        step = None
        before = self.sets.ran.total()
        for step in steps:
            looking.at(step)
            self.actions += 1
            before, words = self.sets.ran.total(), self.sets.ran.total() - before
            self.busiest = max(self.busiest, words)
            assert words <= WORDS, f"{words} words were asked for one batch"
        assert step is not None
        looking.end(step.state)
        self.matches += 1
        self.largest = max(self.largest, looking.largest)
        result = step.state.result
        self.endings[f"{result.rule} {result.reason}" if result else "none"] += 1

    def told(self, seed: int) -> str:
        """How a match is played again, and the text of its set."""
        return f"python -m tests.kit.fuzzed_matches {self.game.slug} --seed {seed}\n{self.own(seed // SHARED).text}"

    def _steps(
        self, seed: int, seats: int, options: Any, library: Library, own: OwnSet, random: Random
    ) -> Iterator[Decision]:
        def bring(number: int) -> Any:
            return self._loadout(own, number, options, random)

        for step in opening(self.game, seed, seats, options, library=library, bring=bring):
            yield step
        yield from self._moves(seed, step.state, random)

    def _moves(self, seed: int, state: State, random: Random) -> Iterator[Decision]:
        playing = partial(_chosen, greedy=random.choice(GREEDY))
        for step in islice(moves(self.game, state, seed, concede=0.004, asked=_asked, bot=playing), MOST):
            state = step.state
            yield step
        for number in range(len(state.seats)):
            if state.status == "running" and not state.seats[number].conceded:
                step = accepted(decide.concede(self.game, state, number, state.at, server_seed(seed)))
                state = step.state
                yield step


def _asked(state: State, random: Random) -> Prompt:
    """Mostly whom the match waits for: standing prompts are open all the time."""
    waiting = [prompt for prompt in state.prompts.values() if prompt.mode != "standing"]
    return random.choice(waiting) if waiting and random.random() < WAITING else anybody(state, random)


def _chosen(game: CardGame, state: State, prompt: Prompt, random: Random, greedy: float) -> Action:
    """An answer; what happens by default, mostly a pass, is thought over once more."""
    action = chosen(game, state, prompt, random, greedy)
    return chosen(game, state, prompt, random, greedy) if action == game.default(state, prompt) else action


class _Looking:
    """What everybody sees of a match, step by step."""

    def __init__(self, fuzzed: Fuzzed, begun: State, random: Random) -> None:
        self._game, self._codec, self._begun, self._random = fuzzed.game, fuzzed.codec, begun, random
        self._whole = begun.version == 0
        self._broken = self._game.invariants(begun)
        self._rows: list[Any] = []
        self._steps = self.largest = 0

    def at(self, step: Decision) -> None:
        """After a batch: nothing is broken, everybody can look, and whoever is asked can answer."""
        state, self._steps = step.state, self._steps + 1
        self._rows += [stored_row(fact, step.at) for fact in step.facts]
        assert self._broken or self._game.invariants(state) == []
        if state.status == "running":
            assert any(prompt.mode != "standing" for prompt in state.prompts.values())
            self._answers(state)
        viewers = [SPECTATOR, FULL, *(seat(number) for number in range(len(state.seats)))]
        looking = self._random.sample(viewers, self._steps % ONE_LOOKS == 0)
        for viewer in viewers if self._steps % ALL_LOOK == 0 else looking:
            for fact in step.facts:
                assert describe(self._game, as_seen(fact, viewer), state.cards).strip()
            if state.board_or_none is not None:
                view = self._game.view(state, viewer)
                assert canonical(view)
                assert canonical(self._game.table(view, state.cards))
        if self._steps % ALL_LOOK == 0:
            self._folded(state, self._random.choice(viewers))

    def _answers(self, state: State) -> None:
        for prompt in state.prompts.values():
            templates = self._game.options(state, prompt)
            assert templates
            for template in templates:
                many = size(template)
                assert many > 0, template
                self.largest = max(self.largest, many)
                for data in islice(expand(template), EXPANDED):
                    action = typed(self._game, {"type": template.type, **data})
                    assert self._game.refuse(state, prompt, action) is None, (prompt, action)
            default = self._game.default(state, prompt)
            assert default is None or self._game.refuse(state, prompt, default) is None, (prompt, default)

    def end(self, state: State) -> None:
        """It has a result for every seat, and its stored bytes give the same state."""
        assert state.result is not None
        placed = [number for group in state.result.placings for number in group]
        assert sorted(placed) == list(range(len(state.seats)))
        assert not state.prompts
        assert not state.frames
        self._folded(state, seat(self._random.randrange(len(state.seats))))

    def _folded(self, state: State, viewer: str) -> None:
        """Stored bytes give the same state, and those that a viewer was shown the same view."""
        assert self._codec.fold(self._begun.copy(), self._rows) == state
        restored = snapshots.load(self._codec.typing, snapshots.dump(state))
        assert restored == state
        if self._whole and state.board_or_none is not None:
            seen = self._codec.fold(self._begun.copy(), self._rows, viewer)
            assert canonical(self._game.view(seen, viewer)) == canonical(self._game.view(state, viewer)), viewer


def _told(fuzzed: Fuzzed, faults: Counter[str]) -> str:
    sets, ran = fuzzed.sets, fuzzed.sets.ran
    missed = unused(sets.vocabulary, ran)
    return (
        f"{sets.game.slug}: {sets.tried} sets tried, {sets.legal} legal ({100 * sets.legal // max(1, sets.tried)}%), "
        f"{sets.texts} texts, {sets.legal_texts} legal; {fuzzed.matches} matches, {fuzzed.actions} actions, "
        f"largest prompt {fuzzed.largest}, most words {fuzzed.busiest}, "
        f"{sum(faults.values())} faults of {len(faults)} kinds\n"
        f"endings: {dict(fuzzed.endings.most_common(12))}\nnever ran: {missed}\n"
        f"refused: {sets.refused.most_common(12)}\n"
    )


def main() -> None:
    """Play, tell, and exit with 1 if anything is wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(discover()))
    parser.add_argument("--seed", type=int, help="only this match")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--matches", type=int, default=1_000)
    asked = parser.parse_args()
    fuzzed = Fuzzed(discover()[asked.game])
    if asked.seed is not None:
        sys.stdout.write(fuzzed.told(asked.seed) + "\n")
        fuzzed.play(asked.seed)
        return
    faults: Counter[str] = Counter()
    for number in range(asked.first, asked.first + asked.matches):
        try:
            fuzzed.play(number)
        except Exception as error:
            place = traceback.extract_tb(error.__traceback__)[-1]
            brief = f"{type(error).__name__} {place.filename.rpartition('/')[2]}:{place.lineno} {str(error)[:60]}"
            faults[brief] += 1
            if faults[brief] <= 3:
                sys.stdout.write(f"seed {number}: {brief} {str(error)[60:300]}\n")
                sys.stdout.flush()
    sys.stdout.write(_told(fuzzed, faults))
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
