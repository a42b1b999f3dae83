"""`tournament`: whole events of bots."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Annotated, get_args

import typer

from domain.tournament.policy import ELIMINATIONS, MOST_ENTRANTS, Format
from service.cli.games import Mode, game_named, options_in
from service.cli.output import AsJson, BadInput, echo, print_json, print_table, tracked

if TYPE_CHECKING:
    from domain.tournament.course import Course
    from domain.tournament.ranks import FinalRank
    from domain.tournament.standings import Exact, Standing
    from service.simulation.tournament import Simulation

PLAYED, DRAWN = RESULTS = ("played", "drawn-from-strength")
HASH_SHOWN = 12
app = typer.Typer(help="Run whole tournaments of bots.", no_args_is_help=True)


@app.callback()
def before() -> None:
    """Run whole tournaments of bots."""


@app.command()
def simulate(
    format_: Annotated[str, typer.Option("--format", help=f"{', '.join(get_args(Format))}.")],
    game: Annotated[str, typer.Option(help="The game.")],
    entrants: Annotated[int, typer.Option(help=f"How many, 2 to {MOST_ENTRANTS}.")],
    seed: Annotated[str | None, typer.Option(help="The same seed gives the same tournament.")] = None,
    mode: Mode = None,
    rounds: Annotated[int | None, typer.Option(help="Of Swiss and pods; else as many as leave one unbeaten.")] = None,
    best_of: Annotated[int, typer.Option(help="Games of a duel: best of 1, 3 or 5.")] = 1,
    cut: Annotated[int | None, typer.Option(help="How many play on in a single elimination.")] = None,
    bots: Annotated[str, typer.Option(help="random, greedy or both, separated by commas.")] = "greedy",
    results: Annotated[str, typer.Option(help="played by bots, or drawn-from-strength: no match is played.")] = PLAYED,
    drops: Annotated[int, typer.Option(help="Percent of the entrants who leave before the end.")] = 0,
    late: Annotated[int, typer.Option(help="Percent of the entrants who come late.")] = 0,
    as_json: AsJson = False,
    out: Annotated[Path | None, typer.Option(help="A folder for policy, entrants, proofs, standings, results.")] = None,
) -> None:
    """Run a tournament of bots and print who won. Their decks are preconstructed, its pairings have proofs."""
    from service.simulation.tournament import Simulation, SimulationRequest
    from service.simulation.tournament_files import as_data

    found = game_named(game)
    _require(format_ in get_args(Format), "--format", f"there is no {format_!r}; there are", get_args(Format))
    _require(results in RESULTS, "--results", f"there is no {results!r}; there are", RESULTS)
    _require(2 <= entrants <= MOST_ENTRANTS, "--entrants", f"between 2 and {MOST_ENTRANTS}")
    _require(0 <= drops <= 100, "--drops", "between 0 and 100 percent")
    _require(0 <= late <= 100, "--late", "between 0 and 100 percent")
    simulation = Simulation(
        SimulationRequest(
            found,
            format_,
            entrants,
            token_hex(8) if seed is None else seed,
            mode,
            options_in(found, mode),
            rounds,
            best_of,
            cut,
            _bots(bots),
            results == PLAYED,
            drops,
            late,
        )
    )
    if out is not None:
        _make(out)
    course = _last(tracked(simulation.run(), f"{format_} of {entrants}", simulation.tables + 1))
    if out is not None:
        _written(simulation, course, out)
    if as_json:
        print_json(as_data(simulation, course))
    else:
        _tell(simulation, course)


def _require(good: bool, option: str, told: str, known: Sequence[str] = ()) -> None:
    if not good:
        raise BadInput(f"{option}: {' '.join((told, ', '.join(known))).strip()}")


def _bots(given: str) -> list[str]:
    from service.bots.bots import BOTS

    names = [name.strip() for name in given.split(",")]
    for name in names:
        _require(name in BOTS, "--bots", f"there is no {name!r}; there are", list(BOTS))
    return names


def _last(courses: Iterable[Course]) -> Course:
    return deque(courses, maxlen=1)[0]


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"--out {folder}: {error.strerror}") from None


def _written(simulation: Simulation, course: Course, folder: Path) -> None:
    from service.simulation.tournament_files import files, write

    try:
        write(files(simulation, course), folder)
    except OSError as error:
        raise BadInput(f"--out {folder}: {error.strerror}") from None


def _tell(simulation: Simulation, course: Course) -> None:
    from domain.tournament import course as steps
    from service.simulation.tournament_files import counts, ranked

    asked = simulation.asked
    echo(f"{course.id}: {course.policy.format}, {asked.game.slug}{_in(asked.mode)}, seed {asked.seed}")
    echo(", ".join(f"{name} {count}" for name, count in counts(course).items()))
    echo()
    _tell_rounds(course)
    echo()
    _tell_table(simulation, steps.standings_now(course), course.policy.tie_breaks)
    if course.policy.cut is not None:
        echo()
        echo(f"after the cut to {course.policy.cut.size}")
        _tell_table(simulation, steps.bracket_standings(course), ())
        echo()
        echo("final ranks")
        _tell_ranks(simulation, ranked(course))


def _in(mode: str | None) -> str:
    return "" if mode is None else f" in the mode {mode}"


def _tell_rounds(course: Course) -> None:
    print_table(
        ("round", "tables", "byes", "rematches", "steps", "algorithm", "input"),
        (
            (
                one.number,
                len(one.pairings),
                len(one.byes),
                proof.result.rematches,
                proof.result.steps,
                proof.algorithm,
                proof.input_hash[:HASH_SHOWN],
            )
            for one, proof in zip(course.rounds, course.proofs, strict=True)
        ),
    )


def _tell_table(simulation: Simulation, rows: Sequence[Standing], tie_breaks: Sequence[str]) -> None:
    points = "won" if not tie_breaks or simulation.policy.format in ELIMINATIONS else "points"
    print_table(
        ("rank", "entrant", "deck", points, "w-d-l", *tie_breaks, "decided by"),
        (
            (
                row.rank,
                row.entrant,
                simulation.entries[row.entrant].deck,
                _value(row.points),
                "-".join(map(str, row.record)),
                *map(_value, row.tie_breaks),
                row.decided_below or "",
            )
            for row in rows
        ),
    )


def _tell_ranks(simulation: Simulation, rows: Iterable[FinalRank]) -> None:
    told = ((row.rank, row.entrant, simulation.entries[row.entrant].deck, row.stage) for row in rows)
    print_table(("rank", "entrant", "deck", "stage"), told)


def _value(value: Exact) -> str:
    """As people read it, and exactly where that is something else."""
    return value.display if value.display == value.exact else f"{value.display} ({value.exact})"
