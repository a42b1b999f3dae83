"""The rules that each version has stood for: `python -m tests.kit.rules` notes those of today.

A line of the file is a game, a version of its rules, their hash, and the first release that has given them out, `-`
for none. What a release has given out stays as it is; rules that no release has yet may be noted anew.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from domain.games import discover
from domain.kernel.versions import is_older
from service.catalogue.catalogue import GameCatalogue

FILE = Path(__file__).parents[1] / "fixtures/rules.txt"
NONE = "-"


class Rules(NamedTuple):
    """A version of a game's rules, the hash of what they say, and the first release with them."""

    game: str
    version: str
    hash: str
    release: str = NONE


def noted() -> list[Rules]:
    """What is committed, the oldest version of each game first."""
    return [Rules(*line.split()) for line in FILE.read_text(encoding="utf-8").splitlines()]


def today() -> list[Rules]:
    """The rules of all games as they are."""
    games = GameCatalogue(discover())
    return [Rules(game.slug, game.rules_version, games.rules_hash(game.slug)) for game in games.games()]


def faults(known: Sequence[Rules], now: Iterable[Rules]) -> list[str]:
    """What is wrong with today's rules beside those that are noted, each with what to do."""
    return [fault for rules in now if (fault := _fault([one for one in known if one.game == rules.game], rules))]


def _fault(known: Sequence[Rules], rules: Rules) -> str:
    named = {one.version: one for one in known}.get(rules.version)
    where = f"rules_version in domain/games/{rules.game}/game.py"
    if named is None:
        newer = next((one.version for one in known if not is_older(one.version, rules.version)), None)
        if newer is None:
            return f"{rules.game}: rules {rules.version} are not noted yet: run `make rules`"
        return f"{rules.game}: rules {rules.version} come after {newer}: take a higher {where}"
    if named.hash == rules.hash:
        return ""
    changed = f"{rules.game}: the rules say something else than rules {rules.version}"
    if named.release == NONE:
        return f"{changed} did when they were noted, and no release has them: run `make rules`"
    raised = f"raise {where}, let what happens otherwise ask `goes_by` for the new version, and run `make rules`"
    return f"{changed} of release {named.release}: {raised}"


def note(known: Sequence[Rules], now: Sequence[Rules]) -> list[Rules]:
    """All that is to be noted. Raises ValueError with the faults that noting doesn't heal."""
    kept = [one for one in known if one.release != NONE]
    made = sorted([*kept, *(rules for rules in now if rules[:2] not in {one[:2] for one in kept})], key=_game)
    if left := faults(made, now):
        raise ValueError("\n".join(left))
    return made


def given_out(known: Iterable[Rules], release: str) -> list[Rules]:
    """What is noted, once a release has given it out."""
    return [one if one.release != NONE else one._replace(release=release) for one in known]


def write(rules: Iterable[Rules]) -> None:
    """Write the file."""
    FILE.write_text("".join(f"{' '.join(one)}\n" for one in rules), encoding="utf-8")


def _game(rules: Rules) -> str:
    return rules.game


def main() -> int:
    """Exit code 1 if a version has to be raised first."""
    try:
        write(note(noted(), today()))
    except ValueError as fault:
        sys.stderr.write(f"{fault}\n")
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
