"""Forged files of matches, tournaments and ladders: both verifiers refuse every one, where the keys are pinned.

The night forges 220 files of matches, as many of tournaments, and 110 of ladders.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from service.cli.file_checks import verified
from service.history.verify.report import VerifyReport
from service.history.verify.rounds import RoundReport
from tests import services
from tests.history.damage import first_difference
from tests.history.forging import (
    FORGINGS,
    PLAIN,
    Forging,
    Form,
    Ladder,
    Match,
    Tournament,
    forged,
    state_hash_changed,
)
from tests.history.verifiers import run_node
from tests.kit.chance import CHANCE
from tests.kit.lanes import by_lane
from tests.kit.rated import Tournament as Rated
from tests.kit.recorded import SIGNER, Scribe
from tests.kit.served import serve, sqlite_url
from tests.kit.tournament_record import SIGNER as OF_SERVICE
from tests.kit.tournament_record import played
from tests.ratings.given import file_of, rate

pytestmark = pytest.mark.programs
GAMES = {"c4": 12, "cape_and_cowl": 40, "capcom_crossovers": 40, "trf": 40, "scp": 40}
"""The games whose matches are forged, and after how many moves somebody gives them up."""
IN_SIGHT = frozenset(forging.__name__ for forging in PLAIN)
"""What leaves a break where it is."""


class Case(NamedTuple):
    """A forged file of a sound one."""

    kind: str
    number: int
    sound: bytes
    data: bytes

    @property
    def changed(self) -> int:
        """The first line that is another one or missing."""
        found = first_difference(self.sound, self.data)
        assert found is not None
        return found


class Said(NamedTuple):
    """What both verifiers say of a file: whether it was refused, and at which line; None: as a whole."""

    python: tuple[bool, int | None]
    node: tuple[bool, int | None]


def cases(form: Form, sound: list[bytes], each: int, more: Mapping[str, Forging] = {}) -> list[Case]:
    """So many of each kind, each of another of the sound files where there are several."""
    return [
        Case(name, number, own, forged(form, own, forging, Random(f"{name} {number}")))
        for name, forging in {**FORGINGS, **more}.items()
        for number in range(each)
        for own in [sound[(number + len(name)) % len(sound)]]
    ]


def told(folder: Path, made: list[Case], keys: Mapping[str, str]) -> list[Said]:
    """What both say, each in one process. `keys`: the public keys that are pinned, by their ids."""
    paths = [folder / f"{number}.ndjson" for number in range(len(made))]
    for path, case in zip(paths, made, strict=True):
        path.write_bytes(case.data)
    pinned = folder / "keys.json"
    pinned.write_text(json.dumps({"keys": [{"kty": "OKP", "crv": "Ed25519", "x": x} for x in keys.values()]}))
    reports, _ = verified(paths, frozenset(keys), None)
    lines = run_node(paths, "--json", "--keys", str(pinned)).stdout.splitlines()
    by_node = [json.loads(line) for line in lines]
    return [Said(_ours(reports.get(str(path))), _theirs(one)) for path, one in zip(paths, by_node, strict=True)]


def _ours(report: Any) -> tuple[bool, int | None]:
    if report is None:
        return True, None
    assert not isinstance(report, RoundReport)
    line = next((level.line for level in report.bad), None) if isinstance(report, VerifyReport) else report.line
    return report.verdict == "failed", line


def _theirs(report: dict[str, Any]) -> tuple[bool, int | None]:
    if "error" in report:
        return True, None
    return report["verdict"] == "failed", next(
        (one["line"] for one in report["levels"] if one["status"] == "failed"), None
    )


def refuse(made: list[Case], said: list[Said]) -> None:
    """Both refuse every file, never at a line before the first that was changed; what stands in sight at the same line.

    Of a chain that was made anew the one may find a broken rule before the other finds the signature.
    """
    for case, (python, node) in zip(made, said, strict=True):
        name = f"{case.kind} {case.number}: {python} and {node}, changed is {case.changed}"
        assert python[0], f"{name}: passed by Python"
        assert node[0], f"{name}: passed by JavaScript"
        lines = [line for _, line in (python, node) if line is not None]
        assert all(line >= case.changed for line in lines), name
        assert lines == sorted(lines), name
        assert len({*lines}) <= 1 or case.kind not in IN_SIGHT, name


@pytest.fixture(scope="module")
def matches() -> list[bytes]:
    """Full files of matches of all games."""
    found = []
    for slug, moves in GAMES.items():
        found.append(Scribe(slug, "forged", 2).join_all().play(moves).concede(0).play().recorded.file())
    return found


def test_a_forged_match_is_refused_by_both(matches: list[bytes], tmp_path: Path) -> None:
    made = cases(Match(), matches, by_lane(1, 10))
    refuse(made, told(tmp_path, made, {SIGNER.current.id: SIGNER.current.x}))


def test_a_forged_state_hash_is_refused_by_whoever_has_the_game(matches: list[bytes], tmp_path: Path) -> None:
    """No signature is over state hashes: the verifier that knows no game says that it has not checked them."""
    made = cases(Match(), matches, by_lane(1, 10), {"state_hash_changed": state_hash_changed})
    made = [case for case in made if case.kind == "state_hash_changed"]
    for case, (python, node) in zip(made, told(tmp_path, made, {SIGNER.current.id: SIGNER.current.x}), strict=True):
        assert python == (True, case.changed)
        assert node == (False, None)


def test_a_forged_tournament_is_refused_by_both(tmp_path: Path) -> None:
    CHANCE.seed("a tournament to forge")
    sound = b"".join(services.run(played(tmp_path)))
    made = cases(Tournament(), [sound], by_lane(1, 10))
    refuse(made, told(tmp_path, made, {OF_SERVICE.current.id: OF_SERVICE.current.x}))


def test_a_forged_ladder_is_refused_by_both(tmp_path: Path) -> None:
    CHANCE.seed("a ladder to forge")
    sound = services.run(_ladder(tmp_path))
    made = cases(Ladder(), [sound], by_lane(1, 5))
    refuse(made, told(tmp_path, made, {OF_SERVICE.current.id: OF_SERVICE.current.x}))


async def _ladder(folder: Path) -> bytes:
    """The file of a ladder of two tournaments."""
    served = await serve(sqlite_url(folder))
    await Rated(served.app.store, "first").held("ana", "ben", "cem", "dea")
    await Rated(served.app.store, "second").held("ben", "cem", "dea", "eli")
    await rate(served)
    found = await file_of(served.app)
    await served.app.stop()
    return found
