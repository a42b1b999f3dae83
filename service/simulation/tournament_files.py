"""The outcome of a simulated tournament, as data, as a summary, and as files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from domain.tournament import course as steps
from domain.tournament import csv, fide
from domain.tournament.course import Course
from domain.tournament.ranks import FinalRank, final_ranks, staged
from service.simulation.tournament import Simulation
from service.tournaments.round_file import text_of

POLICY, ENTRANTS, ROUNDS = "policy.json", "entrants.json", "rounds"
RANKS, STANDINGS, CUT = "ranks.csv", "standings.csv", "cut.csv"
PAIRINGS, RESULTS, FIDE = "pairings.csv", "results.csv", "fide.trf"


def as_data(simulation: Simulation, course: Course) -> dict[str, Any]:
    """As `tournament simulate --json` prints it."""
    asked = simulation.asked
    return {
        "tournament": course.id,
        "game": asked.game.slug,
        "mode": asked.mode,
        "seed": asked.seed,
        "results": "played" if asked.played else "drawn-from-strength",
        "policy": msgspec.to_builtins(course.policy),
        "counts": counts(course),
        "entrants": entrants(simulation, course),
        "rounds": [
            {**msgspec.to_builtins(one), "proof": msgspec.to_builtins(proof)}
            for one, proof in zip(course.rounds, course.proofs, strict=True)
        ],
        "standings": msgspec.to_builtins(steps.standings_now(course)),
        "cut": msgspec.to_builtins(steps.bracket_standings(course)) if course.policy.cut else None,
        "ranks": [row._asdict() for row in ranked(course)],
    }


def ranked(course: Course) -> list[FinalRank]:
    """The winners: the final ranks of everybody."""
    return staged(course, final_ranks(course))


def counts(course: Course) -> dict[str, int]:
    """The counts of a tournament. A forfeit is a table with an absent entrant."""
    results = [result for one in course.rounds for result in one.results]
    return {
        "entrants": len(course.entrants),
        "late": sum(one.entered > 1 for one in course.entrants),
        "left": sum(one.dropped is not None for one in course.entrants),
        "rounds": len(course.rounds),
        "tables": len(results),
        "drawn": sum(len(result.places[0]) > 1 for result in results if result.places),
        "forfeits": sum(bool(result.absent) for result in results),
        "byes": sum(len(one.byes) for one in course.rounds),
        "rematches": sum(proof.result.rematches for proof in course.proofs),
    }


def entrants(simulation: Simulation, course: Course) -> list[dict[str, Any]]:
    """Everybody in the order of entering: deck, bot, strength of drawn results, first and last round."""
    return [
        {
            "id": one.id,
            "deck": simulation.entries[one.id].deck,
            "bot": simulation.entries[one.id].bot if simulation.asked.played else None,
            "strength": None if simulation.asked.played else simulation.entries[one.id].strength,
            "entered": one.entered,
            "dropped": one.dropped,
        }
        for one in course.entrants
    ]


def files(simulation: Simulation, course: Course) -> Mapping[str, bytes]:
    """Every file of a finished tournament by its path in a folder."""
    digits = max(2, len(str(len(course.rounds))))
    rounds = {
        f"{ROUNDS}/round-{number:0{digits}}.json": text_of(proof) for number, proof in enumerate(course.proofs, 1)
    }
    texts = {
        RANKS: "".join(csv.ranks(ranked(course))),
        STANDINGS: csv.standings(course.policy.tie_breaks, steps.standings_now(course)),
        PAIRINGS: csv.pairings(course.rounds),
        RESULTS: csv.results(course.rounds),
    }
    if course.policy.cut is not None:
        texts[CUT] = csv.standings((), steps.bracket_standings(course))
    if course.policy.format in fide.KINDS:
        order = [row.entrant for row in ranked(course)]
        texts[FIDE] = "".join(fide.report(fide.Header(course.id), course, order, fide.Person))
    return {
        POLICY: _json(course.policy),
        ENTRANTS: _json(entrants(simulation, course)),
        **rounds,
        **{name: text.encode() for name, text in texts.items()},
    }


def write(found: Mapping[str, bytes], folder: Path) -> None:
    """Put files into a folder that is made if need be; those of an earlier run that have the same name are replaced."""
    for name, text in found.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text)


def _json(data: object) -> bytes:
    return msgspec.json.format(msgspec.json.encode(data), indent=2) + b"\n"
