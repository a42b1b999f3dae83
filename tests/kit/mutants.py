"""Cards changed in one place, which their scenarios must notice: `python -m tests.kit.mutants GAME [--card ID ...]`.

For each card and each change of its data (see `mutations.py`) that the game accepts as a card, the scenarios marked
with the card (`@pytest.mark.card`) run on the changed card. One of them has to fail; else the change survives: nothing
proves what the card says there. The game's `tests/games/<slug>/mutants.py` says which words may stand for one another
(`SWAPS`), which names cards choose from by the kind of name (`NAMES`), and how a changed card is `compiled`; where that
is not enough, which keys are `PRINTED` and do nothing by themselves, which `more` changes there are, and what else is
`looked_up` by id of a changed card. Survivors that there is a reason for, mostly that the changed card does the
same, stand in `mutants_allowed.toml` beside the scenarios.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import pytest
from _pytest.runner import runtestprotocol

from domain.games import discover
from domain.kernel.cardfile import CardFault
from domain.kernel.effects.vocabulary import Vocabulary
from domain.kernel.game import CardGame
from service.catalogue.scenario_index import ROOT, folder_of
from tests.kit.forked import together
from tests.kit.mutations import Change, Table, Words, changes
from tests.kit.scenario import CHANGED

Scenarios = Mapping[str, Sequence[pytest.Item]]


class Allowed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An allowed survivor. `mutant` stands at the key instead; nothing: the key was dropped."""

    card: str
    key: str
    mutant: str
    reason: str

    @property
    def name(self) -> tuple[str, str, str]:
        return self.card, self.key, self.mutant


class _AllowedFile(msgspec.Struct, forbid_unknown_fields=True):
    allowed: list[Allowed] = []


class Cards:
    """The cards of a game, and how one is changed."""

    def __init__(self, game: CardGame) -> None:
        self._game = game
        self.definitions: dict[str, Any] = {card.cid: card for card_set in game.core().sets for card in card_set.cards}
        given = import_module(f"tests.games.{folder_of(game).name}.mutants")
        self._compiled = given.compiled
        self._more: Callable[[Table], Iterator[Change]] = getattr(given, "more", lambda table: iter(()))
        self._looked_up: Callable[[Any], Mapping[str, Any]] = getattr(given, "looked_up", lambda made: {})
        printed: frozenset[str] = getattr(given, "PRINTED", frozenset())
        self._words = Words(game.vocabulary or Vocabulary(), given.SWAPS, given.NAMES, printed)

    def changes(self, card: str) -> Iterator[Change]:
        """Every change of a card, legal or not."""
        source = self.definitions[card].source
        yield from changes(source, self._words)
        yield from self._more(source)

    def put(self, card: str, made: Any) -> None:
        """From now on the card is this one."""
        CHANGED[self._game.slug] = {card: made, **self._looked_up(made)}

    def compiled(self, card: str, table: Table) -> Any | None:
        """The definition of a card with another table; None if there can't be such a card."""
        try:
            return self._compiled(self.definitions[card], table)
        except CardFault:
            return None

    def name(self, card: str) -> str:
        """Its id and printed name."""
        return f"{card} {self.definitions[card].name}"


class Prover:
    """Runs scenarios on changed cards and keeps count."""

    def __init__(self, cards: Cards, allowed: Sequence[Allowed], at_once: int, patience: int) -> None:
        self._cards = cards
        self._allowed = {one.name for one in allowed}
        self._at_once = at_once
        self._patience = patience
        self._unused = set(self._allowed)
        self.faults: list[str] = []
        self.counts: Counter[str] = Counter()

    def prove(self, card: str, chosen: Sequence[Change], scenarios: Sequence[pytest.Item]) -> None:
        """Try the changes of one card and say what came of it."""
        legal = [(change, made) for change in chosen if (made := self._cards.compiled(card, change.table)) is not None]
        survivors = self._survivors(card, legal, scenarios)
        self.counts.update(cards=1, mutants=len(legal), survive=len(survivors))
        sys.stdout.write(f"{self._cards.name(card)}: {len(legal)} mutants, {len(survivors)} survive\n")
        for change in survivors:
            self._fault(f"{card} {change.key}: {change.before} -> {change.after or '(dropped)'}")
        sys.stdout.flush()

    def close(self, whole: Collection[str]) -> None:
        """The allowed ones that don't survive, of the cards that were tried whole."""
        for card, key, mutant in sorted(self._unused):
            if card in whole:
                self._fault(f"{card} {key}: {mutant or '(dropped)'} is allowed to survive, but doesn't")

    def told(self) -> str:
        """The summary of a run, in one line."""
        counts = self.counts
        tried = f"{counts['cards']} cards, {counts['mutants']} mutants, {counts['allowed']} allowed to survive"
        return f"{tried}, {counts['survive']} survive, {len(self.faults)} faults"

    def _survivors(
        self, card: str, legal: Sequence[tuple[Change, Any]], scenarios: Sequence[pytest.Item]
    ) -> list[Change]:
        as_printed = self._cards.compiled(card, self._cards.definitions[card].source)
        assert as_printed is not None, f"{card} can't be written as a card file"
        tasks = [partial(self._try, card, made, scenarios) for made in (as_printed, *(made for _, made in legal))]
        sound, *passed = together(tasks, self._at_once, self._patience)
        if not sound:
            self._fault(f"{card}: its scenarios fail on the card as it is printed")
            return []
        survivors = [change for (change, _), survives in zip(legal, passed, strict=True) if survives]
        names = {(card, change.key, change.after) for change in survivors} & self._allowed
        self._unused -= names
        self.counts.update(allowed=len(names))
        return [change for change in survivors if (card, change.key, change.after) not in names]

    def _try(self, card: str, made: Any, scenarios: Sequence[pytest.Item]) -> bool:
        """Whether all scenarios pass with this definition of the card. It runs in a process of its own, so it puts
        nothing back.
        """
        self._cards.put(card, made)
        reports = (report for item in scenarios for report in runtestprotocol(item, log=False, nextitem=None))
        return not any(report.failed for report in reports)

    def _fault(self, message: str) -> None:
        self.faults.append(message)
        sys.stdout.write(f"    {message}\n")


class _Collected:
    """Has pytest collect the scenarios, and does something else with them than running each once."""

    def __init__(self, then: Callable[[Scenarios], None]) -> None:
        self._then = then

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            raise session.Failed("the scenarios can't be collected")
        found: dict[str, list[pytest.Item]] = {}
        for item in session.items:
            for mark in item.iter_markers("card"):
                for card in mark.args:
                    found.setdefault(card, []).append(item)
        self._then(found)
        return True


def run(game: CardGame, folder: Path, only: Sequence[str], sample: int, at_once: int, patience: int) -> int:
    """Prove these cards (none: all), or a sample of so many changes of them; 1 if any unexpected change survives."""
    cards = Cards(game)
    prover = Prover(cards, allowed(folder), at_once, patience)
    chosen = _chosen(cards, only or list(cards.definitions), sample)

    def prove(scenarios: Scenarios) -> None:
        gc.freeze()
        for card, some in chosen.items():
            prover.prove(card, some, scenarios.get(card, ()))
        if not sample:
            prover.close(chosen)

    # failures are counted, not shown: the plainest traceback is the fastest; scenarios are plain functions
    options = ["-qq", "-s", "-m", "card", "--tb=native", "--disable-plugin-autoload"]
    place = ["--rootdir", str(ROOT), "-c", str(ROOT / "pyproject.toml"), str(folder)]
    code = pytest.main([*options, *place], [_Collected(prove)])
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        prover.faults.append("the scenarios can't be collected")
    sys.stdout.write(f"{game.slug}: {prover.told()}\n")
    return 1 if prover.faults else 0


def _chosen(cards: Cards, names: Sequence[str], sample: int) -> Mapping[str, Sequence[Change]]:
    """The changes to try by card: all, or about so many, as far from each other as can be."""
    every = [(name, change) for name in names for change in cards.changes(name)]
    chosen: dict[str, list[Change]] = {}
    for name, change in every[:: max(1, len(every) // sample) if sample else 1]:
        chosen.setdefault(name, []).append(change)
    return chosen


def allowed(folder: Path) -> list[Allowed]:
    """The allowed survivors, with their reasons."""
    file = folder / "mutants_allowed.toml"
    return msgspec.toml.decode(file.read_bytes(), type=_AllowedFile).allowed if file.is_file() else []


def main() -> None:
    """Prove and tell; exit 1 if anything survives that isn't allowed to."""
    games = discover()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(games))
    parser.add_argument("--card", action="append", default=[], help="only this one; may be repeated")
    parser.add_argument("--sample", type=int, default=0, help="so many changes, spread over the cards; 0: all")
    parser.add_argument("--scenarios", type=Path, help="the folder of the scenarios, if not that of the game's tests")
    parser.add_argument("--at-once", type=int, default=os.cpu_count() or 1, help="processes side by side")
    parser.add_argument("--patience", type=int, default=20, help="seconds until a changed card goes round in circles")
    asked = parser.parse_args()
    game = games[asked.game]
    unknown = sorted({*asked.card} - {card.id for card in game.cards()})
    if unknown:
        parser.error(f"{game.slug} has no card {', '.join(unknown)}")
    folder = asked.scenarios or folder_of(game)
    sys.exit(run(game, folder, asked.card, asked.sample, asked.at_once, asked.patience))


if __name__ == "__main__":
    main()
