"""Programs that FIDE endorses read our reports, and come to the same values.

They are no part of the repository: `PLAYLEDGER_TIE_BREAK_SERVER` names the folder of a copy of TieBreakServer (written
for release 1.9.57), `PLAYLEDGER_BBP_PAIRINGS` the program of bbpPairings (for release 6). Without them these tests are
skipped.
"""

import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import get_args

import msgspec
import pytest

from domain.tournament.course import Course, standings_now
from domain.tournament.fide import Header, Person, report
from domain.tournament.policy import REGULATED, LateEntry, Points, Policy, Regulations
from domain.tournament.standings import Standing
from tests.kit.lanes import by_lane
from tests.tournament.play import swiss_tournament

TIE_BREAK_SERVER = os.environ.get("PLAYLEDGER_TIE_BREAK_SERVER")
BBP_PAIRINGS = os.environ.get("PLAYLEDGER_BBP_PAIRINGS")
EVENTS = range(by_lane(commit=12, nightly=200))
CODES = ("WIN", *sorted(REGULATED))
STARTS: dict[Regulations, str] = {"fide_2023": "2025/05/01", "fide_2026": "2026/05/01"}
"""TieBreakServer takes the edition that was in force when an event started."""
NO_VALID_PAIRING = 1
LIMIT = 60


def event(number: int, regulations: Regulations) -> Course:
    """A Swiss with byes, halves, absences, late entries, single and double forfeits."""
    random = Random(f"event {number}")
    late = LateEntry(random.randint(1, 3), random.choice(["loss", "draw"]))
    chess = Points(win=2, draw=1, loss=0, bye=2, units=2)
    rounds = random.randint(max(3, late.until), 9)
    policy = Policy("swiss", rounds, points=chess, tie_breaks=CODES, late_entry=late, regulations=regulations)
    _, entrants, played = swiss_tournament(random, policy, random.randint(6, 40), forfeits=0.12)
    return Course("reference", policy, rounds, tuple(entrants), tuple(played))


def written(folder: Path, course: Course, rows: tuple[Standing, ...]) -> Path:
    path = folder / "report.trf"
    order = [row.entrant for row in rows]
    header = Header("Reference", start=STARTS[course.policy.regulations])
    path.write_text("".join(report(header, course, order, Person)), newline="")
    return path


def run(*command: str | Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(command, capture_output=True, text=True, timeout=LIMIT, check=False)


@pytest.mark.programs
@pytest.mark.skipif(TIE_BREAK_SERVER is None, reason="PLAYLEDGER_TIE_BREAK_SERVER names no folder")
@pytest.mark.parametrize("regulations", get_args(Regulations))
@pytest.mark.parametrize("number", EVENTS)
def test_tie_break_server_reads_the_report_and_has_the_same_values(
    number: int, regulations: Regulations, tmp_path: Path
) -> None:
    course = event(number, regulations)
    rows = standings_now(course)
    path = written(tmp_path, course, rows)
    program = Path(str(TIE_BREAK_SERVER)) / "tiebreakchecker.py"
    ran = run(sys.executable, program, "--swiss", "-i", path, "-t", "PTS", *CODES)
    told = msgspec.json.decode(ran.stdout)
    assert told["status"] == {"code": 0, "info": [], "error": []}, ran.stderr
    numbers = {entrant.id: place for place, entrant in enumerate(course.entrants, 1)}
    ours = {numbers[row.entrant]: [Fraction(one.exact) for one in (row.points, *row.tie_breaks)] for row in rows}
    theirs = {
        one["cid"]: [Fraction(value) for value in one["tiebreakScore"]] for one in told["tiebreakResult"]["competitors"]
    }
    assert ours == theirs


@pytest.mark.programs
@pytest.mark.skipif(BBP_PAIRINGS is None, reason="PLAYLEDGER_BBP_PAIRINGS names no program")
@pytest.mark.parametrize("number", EVENTS)
def test_bbp_pairings_reads_the_report_and_pairs_the_next_round(number: int, tmp_path: Path) -> None:
    """Its system of pairing is another one, which may know no way to pair few entrants again."""
    course = event(number, "fide_2026")
    goes_on = msgspec.structs.replace(course, due=course.due + 1)
    ran = run(str(BBP_PAIRINGS), "--dutch", written(tmp_path, goes_on, standings_now(course)), "-p")
    pairs = ran.stdout.split("\n")
    if ran.returncode == NO_VALID_PAIRING:
        assert "no valid pairing" in (ran.stdout + ran.stderr).lower()
    else:
        assert (ran.returncode, ran.stderr, pairs[0]) == (0, "", str(len(pairs) - 2))
