"""The ratings file: recomputed by the library alone, and refused by `playledger verify` wherever it was touched."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from openskill.models import PlackettLuce
from typer.testing import CliRunner

from api_schema.ports.ratings import LeaderboardPage
from eventstore.chain import GENESIS, canonical, link
from service.application.signing import Signer
from service.cli import app as cli
from service.history.verify.ratings import RatingsReport, verify_ratings
from service.history.verify.report import Unreadable
from service.keys import Keys
from tests import services
from tests.kit.chance import CHANCE
from tests.kit.rated import Tournament
from tests.kit.served import SECRET, Served, serve, sqlite_url
from tests.ratings.given import board, file_of, games, rate, written
from tests.toy_game import GAME

pytestmark = [pytest.mark.anyio, pytest.mark.long]
Lines = list[dict[str, Any]]
KEY = Signer(Keys([SECRET]).derived("signing")).current.id
"""The id of the key that the service of the tests signs with."""


async def rated(served: Served) -> bytes:
    """The file of a ladder of two tournaments."""
    await Tournament(served.app.store, "first").held("ana", "ben", "cem", "dea")
    await Tournament(served.app.store, "second").held("ben", "cem", "dea", "eli")
    await rate(served)
    return await file_of(served.app)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, LeaderboardPage]:
    """The file that tests read and forge, and its leaderboard."""
    CHANCE.seed("a ladder of two tournaments")
    return services.run(_kept(tmp_path_factory.mktemp("rated")))


async def _kept(folder: Path) -> tuple[bytes, LeaderboardPage]:
    served = await serve(sqlite_url(folder))
    file, page = await rated(served), await board(served.app)
    await served.app.stop()
    return file, page


@pytest.fixture
def file(kept: tuple[bytes, LeaderboardPage]) -> bytes:
    return kept[0]


@pytest.fixture
def leaderboard(kept: tuple[bytes, LeaderboardPage]) -> LeaderboardPage:
    return kept[1]


def recomputed(text: bytes) -> dict[str, tuple[int, int, int]]:
    """Everybody's rating from the places alone, by the library, in no more lines than this."""
    model = PlackettLuce()
    found: dict[str, tuple[int, int, int]] = {}
    for game in games(text):
        players = [player for group in game["places"] for player in group]
        ranks = [float(place) for place, group in enumerate(game["places"]) for _ in group]
        old = [found.get(player, (25_000_000, 8_333_333, 0)) for player in players]
        teams = [[model.rating(mu=mu / 1e6, sigma=sigma / 1e6)] for mu, sigma, _ in old]
        for player, (_, _, count), [new] in zip(players, old, model.rate(teams, ranks=ranks), strict=True):
            found[player] = round(new.mu * 1e6), round(new.sigma * 1e6), count + 1
    return found


def test_the_library_alone_comes_to_every_number(leaderboard: LeaderboardPage, file: bytes) -> None:
    found = recomputed(file)
    said: dict[str, tuple[int, int, int]] = {}
    for game in games(file):
        for change in game["changes"]:
            before, after = change["before"], change["after"]
            known = said.get(change["player"], (25_000_000, 8_333_333, 0))
            assert (before["mu"], before["sigma"], before["games"]) == known
            said[change["player"]] = after["mu"], after["sigma"], after["games"]
    assert said == found
    rows = leaderboard.rows
    assert {row.player: (_millionths(row.mu), _millionths(row.sigma), row.games) for row in rows} == found
    assert [_millionths(row.ordinal) for row in rows] == sorted(
        (mu - 3 * s for mu, s, _ in found.values()), reverse=True
    )


def _millionths(text: str) -> int:
    return round(float(text) * 1e6)


def test_a_file_as_it_was_written_holds(leaderboard: LeaderboardPage, file: bytes, tmp_path: Path) -> None:
    ladder = leaderboard.ladder
    assert ladder is not None
    for name, text in {"plain": file, "packed": gzip.compress(file)}.items():
        report = verify_ratings(written(tmp_path / name, text))
        assert report == RatingsReport(
            "ratings",
            ladder.id,
            GAME.slug,
            "2026",
            "openskill-plackett-luce/1",
            ladder.version,
            ladder.head_hash,
            ladder.games,
            2,
            5,
            signed_by=KEY,
        )
        assert (report.ok, report.verdict) == (True, "not vouched")
        pinned = verify_ratings(written(tmp_path / name, text), {KEY})
        assert pinned is not None
        assert (pinned.pinned, pinned.verdict) == (True, "ok")


def _aged(lines: Lines) -> None:
    for line in lines:
        if line["k"] == "e":
            line["at"] += 1


def _stripped(lines: Lines) -> None:
    lines[-1]["signature"] = None


def _of_0_1_0(lines: Lines) -> None:
    lines[0]["formatVersion"] = 1
    del lines[-1]["signature"]


def test_what_only_a_signature_can_tell_is_found_where_keys_are_pinned(file: bytes, tmp_path: Path) -> None:
    """A ladder that was made anew as a whole follows from itself."""
    forgeries = {
        "aged": (_edited(file, _aged, chained=True), "SIGNATURE_BAD"),
        "stripped": (_edited(file, _stripped, chained=False), "NOT_SIGNED"),
        "old": (_edited(file, _of_0_1_0, chained=False), "NOT_SIGNED"),
    }
    for name, (text, code) in forgeries.items():
        report = verify_ratings(written(tmp_path / name, text), {KEY})
        assert report is not None
        assert ([fault.code for fault in report.faults], report.line) == ([code], text.count(b"\n")), name
    other = verify_ratings(written(tmp_path / "other", file), {"A" * 43})
    assert other is not None
    assert [fault.code for fault in other.faults] == ["SIGNATURE_BAD"]


def test_a_file_of_0_1_0_holds_and_is_not_signed(file: bytes, tmp_path: Path) -> None:
    report = verify_ratings(written(tmp_path / "old", _edited(file, _of_0_1_0, chained=False)))
    assert report is not None
    assert (report.faults, report.signed_by, report.verdict) == ((), None, "not signed")
    for edit in (lambda lines: lines[0].update(formatVersion=1), lambda lines: lines[-1].pop("signature")):
        mixed = verify_ratings(written(tmp_path / "mixed", _edited(file, edit, chained=False)))
        assert mixed is not None
        assert [fault.code for fault in mixed.faults] == ["UNREADABLE"]


async def test_the_file_is_the_same_whenever_it_is_read(served: Served) -> None:
    file = await rated(served)
    assert await file_of(served.app) == file
    assert all(line == canonical(json.loads(line)) for line in file.splitlines())


def _edited(file: bytes, edit: Callable[[Lines], None], *, chained: bool) -> bytes:
    """The file after an edit; `chained`: with all its hashes computed again, as a forger would."""
    lines = [json.loads(line) for line in file.splitlines()]
    edit(lines)
    head = GENESIS
    for line in lines if chained else []:
        if line["k"] == "e":
            named = {name: line[name] for name in ("v", "type", "schema", "actor", "command", "at", "pub")}
            head = link(head, canonical({"match": lines[0]["ladder"], "commits": {}, **named}))
            line["hash"] = head.hex()
        if line["k"] == "f":
            line["chainHead"] = head.hex()
    return b"".join(canonical(line) + b"\n" for line in lines)


def _richer(lines: Lines) -> None:
    lines[4]["pub"]["changes"][0]["after"]["mu"] += 1


def _won(lines: Lines) -> None:
    lines[4]["pub"]["places"] = lines[4]["pub"]["places"][::-1]


def _older(lines: Lines) -> None:
    lines[5]["pub"]["changes"][0]["before"]["sigma"] -= 1


def _more(lines: Lines) -> None:
    lines[4]["pub"]["changes"].append(lines[4]["pub"]["changes"][0])


def _alone(lines: Lines) -> None:
    lines[4]["pub"]["places"] = lines[4]["pub"]["places"][:1]


def _swapped(lines: Lines) -> None:
    lines[2]["pub"], lines[4]["pub"] = lines[4]["pub"], lines[2]["pub"]


def _model(lines: Lines) -> None:
    lines[1]["pub"]["model"] = "elo/1"


def _start(lines: Lines) -> None:
    lines[1]["pub"]["start"]["mu"] = 1


def _other(lines: Lines) -> None:
    lines[1]["pub"]["season"] = "1999"


def _end(lines: Lines) -> None:
    next(line for line in lines if line.get("type") == "tournament_rated")["pub"]["games"] += 1


def _again(lines: Lines) -> None:
    last = [line for line in lines if line.get("type") == "game_rated"][-1]
    last["pub"]["tournament"] = lines[2]["pub"]["tournament"]


def _unknown(lines: Lines) -> None:
    lines[3]["type"] = "gift"


def _opened(lines: Lines) -> None:
    lines[3]["type"], lines[3]["pub"] = "ladder_opened", lines[1]["pub"]


def _unopened(lines: Lines) -> None:
    lines[1]["type"], lines[1]["pub"] = "game_rated", lines[2]["pub"]


@pytest.mark.parametrize(
    ("edit", "code"),
    [
        (_richer, "CHANGE_DIFFERS"),
        (_won, "CHANGE_DIFFERS"),
        (_older, "CHANGE_DIFFERS"),
        (_more, "CHANGES_COUNT"),
        (_alone, "RATED_ALONE"),
        (_swapped, "GAMES_ORDER"),
        (_model, "MODEL_UNKNOWN"),
        (_start, "START_DIFFERS"),
        (_other, "LADDER_DIFFERS"),
        (_end, "GAMES_COUNT"),
        (_again, "TOURNAMENT_TWICE"),
        (_unknown, "UNREADABLE"),
        (_opened, "OPENED_TWICE"),
        (_unopened, "NOT_OPENED"),
    ],
)
def test_what_was_changed_is_found_also_when_all_hashes_were_made_anew(
    file: bytes, tmp_path: Path, edit: Callable[[Lines], None], code: str
) -> None:
    plain = verify_ratings(written(tmp_path / "plain", _edited(file, edit, chained=False)))
    assert plain is not None
    assert [fault.code for fault in plain.faults] == ["HASH_DIFFERS"]
    forged = verify_ratings(written(tmp_path / "forged", _edited(file, edit, chained=True)))
    assert forged is not None
    assert forged.faults[0].code == code
    assert forged.line is not None


@pytest.mark.parametrize(
    ("edit", "code"),
    [
        (lambda lines: lines[0].update(season="1999"), "LADDER_DIFFERS"),
        (lambda lines: lines[0].update(unit=1000), "MODEL_UNKNOWN"),
        (lambda lines: lines.pop(3), "VERSION_GAP"),
        (lambda lines: lines.pop(), "CUT_OFF"),
        (lambda lines: lines.append(lines[-1]), "LINE_EXTRA"),
        (lambda lines: lines.insert(1, lines[0]), "LINE_EXTRA"),
        (lambda lines: lines[-1].update(lastVersion=1), "END_DIFFERS"),
        (lambda lines: lines[3].update(more=1), "UNREADABLE"),
    ],
)
def test_lines_that_are_missing_doubled_or_strange(
    file: bytes, tmp_path: Path, edit: Callable[[Lines], None], code: str
) -> None:
    report = verify_ratings(written(tmp_path / "file", _edited(file, edit, chained=False)))
    assert report is not None
    assert [fault.code for fault in report.faults] == [code]


def test_a_line_without_its_end_and_what_is_no_text(file: bytes, tmp_path: Path) -> None:
    cut = verify_ratings(written(tmp_path / "cut", file[:-1]))
    assert cut is not None
    assert [fault.code for fault in cut.faults] == ["CUT_OFF"]
    head = file.splitlines()[0]
    broken = verify_ratings(written(tmp_path / "broken", head + b"\n\xff\n"))
    assert broken is not None
    assert [(fault.code, broken.line) for fault in broken.faults] == [("UNREADABLE", 2)]


def test_another_version_and_no_header_are_refused_and_other_files_left_alone(file: bytes, tmp_path: Path) -> None:
    newer = _edited(file, lambda lines: lines[0].update(formatVersion=3), chained=False)
    with pytest.raises(Unreadable, match="reads the versions 1 and 2"):
        verify_ratings(written(tmp_path / "newer", newer))
    with pytest.raises(Unreadable, match="line 1"):
        verify_ratings(written(tmp_path / "bare", b'{"format":"playledger-ratings"}\n'))
    for other in (b"", b"{}\n", b"\xff\n", b'{"format":"playledger-replay"}\n', b"[]\n"):
        assert verify_ratings(written(tmp_path / "other", other)) is None


def test_the_command_says_what_holds_and_what_does_not(file: bytes, tmp_path: Path) -> None:
    good, bad = written(tmp_path / "good.ndjson", file), tmp_path / "bad.ndjson"
    written(bad, _edited(file, _won, chained=True))
    run = CliRunner().invoke(cli, ["verify", str(good)])
    assert run.exit_code == 4, run.output
    assert "of 2 tournaments, 5 players: every rating follows" in run.output
    run = CliRunner().invoke(cli, ["verify", str(good), str(bad)])
    assert run.exit_code == 1
    assert "failed   line 5, changes.0" in run.output
    run = CliRunner().invoke(cli, ["verify", str(bad), "--json"])
    [said] = json.loads(run.output)
    assert (said["ok"], said["kind"], said["line"]) == (False, "ratings", 5)
