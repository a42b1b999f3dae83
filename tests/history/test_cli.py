"""`export`, `import`, `verify`, `audit` in a shell: exit codes, JSON, one line for each fault of the input."""

from __future__ import annotations

import gzip
import json
import os
import pty
import select
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from service.application.ids import MATCH_IDS
from tests import services
from tests.history.files import LIMIT, REDACTED, levels
from tests.history.stories import VAULT
from tests.kit.process import ROOT
from tests.kit.recorded import SIGNER, Recorded, Scribe
from tests.kit.refusals import failed
from tests.kit.served import SECRET, serve, sqlite_url
from tests.kit.waiting import PATIENCE
from tests.service.test_cli import data, ran

MATCH_LEVELS = ["L0", "L1", "L2", "L3", "L4"]


@pytest.fixture(autouse=True)
def secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLAYLEDGER_SECRET_KEY", SECRET)


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    folder = tmp_path_factory.mktemp("filled")
    services.run(_filled(sqlite_url(folder), OVER, RUNNING))
    return (folder / "test.db").read_bytes()


@pytest.fixture
def store(tmp_path: Path, filled: bytes) -> str:
    """A store with a match that is over and one that goes on."""
    (tmp_path / "store").mkdir()
    (tmp_path / "store/test.db").write_bytes(filled)
    return sqlite_url(tmp_path / "store")


async def _filled(url: str, *matches: Recorded) -> None:
    async with (await serve(url)).app as app:
        for recorded in matches:
            await recorded.put_into(app.store, VAULT)


OVER = Scribe("c4", "on the command line", 2).join_all().play(12).concede(0).play().recorded
RUNNING = Scribe("c4", "still running", 3).join_all().play(7).recorded


def written(folder: Path, name: str, content: bytes) -> str:
    file = folder / name
    file.write_bytes(content)
    return str(file)


def test_export_verify_import_and_audit_follow_each_other(store: str, tmp_path: Path) -> None:
    out, match = tmp_path / "files", OVER.match
    ran("export", match, "--store", store, "--as", "all", "--out", str(out))
    names = sorted(file.name for file in out.iterdir())
    assert names == [f"{match}.{name}.playledger.ndjson" for name in ("full", "seat-0", "seat-1", "spectator")]
    full = out / names[0]
    assert levels(full.read_bytes())["L2"] == "ok"
    for name in names[1:]:
        (report,) = data("verify", str(out / name), "--against", str(full), code=4)
        assert {level["level"]: level["status"] for level in report["levels"]} == REDACTED
    empty = f"sqlite:///{tmp_path}/empty.db"
    assert ran("import", str(full), "--store", empty) == f"{full}: imported\n"
    assert ran("import", str(full), "--store", empty) == f"{full}: known\n"
    assert "full, finished: ok, signed by" in ran("audit", match, "--store", empty)
    again = tmp_path / "again.playledger.ndjson.gz"
    ran("export", match, "--store", empty, "--out", str(again))
    assert gzip.decompress(again.read_bytes()) == full.read_bytes()


def test_all_matches_are_exported_each_as_far_as_it_may_be_seen(store: str, tmp_path: Path) -> None:
    out = tmp_path / "files"
    ran("export", "--all", "--gzip", "--store", store, "--out", str(out), "--tag", "event=Open day")
    files = {match: out / f"{match}.playledger.ndjson.gz" for match in (OVER.match, RUNNING.match)}
    assert sorted(out.iterdir()) == sorted(files.values())
    heads = {match: json.loads(gzip.decompress(file.read_bytes()).splitlines()[0]) for match, file in files.items()}
    assert {match: head["perspective"] for match, head in heads.items()} == {
        OVER.match: "full",
        RUNNING.match: "spectator",
    }
    assert {head["tags"]["event"] for head in heads.values()} == {"Open day"}
    reports = data("verify", *map(str, files.values()), code=4)
    assert [report["verdict"] for report in reports] == ["not vouched", "not signed"]
    assert [report["status"] for report in reports] == ["finished", "running"]


def test_json_of_verify_and_audit_has_one_shape(store: str, tmp_path: Path) -> None:
    file = written(tmp_path, "over.ndjson", OVER.file())
    (verified,) = data("verify", file, code=4)
    (audited,) = data("audit", OVER.match, "--store", store)
    assert (verified["file"], audited["file"]) == (file, OVER.match)
    assert list(verified) == list(audited)
    assert [level["level"] for level in verified["levels"]] == MATCH_LEVELS
    assert [level["level"] for level in audited["levels"]] == ["store", *MATCH_LEVELS]
    for report in (verified, audited):
        assert (report["ok"], report["match"], report["game"], report["head"]) == (
            True,
            OVER.match,
            "c4",
            OVER.head.hex(),
        )
        assert {frozenset(level) for level in report["levels"]} == {
            frozenset({"level", "status", "message", "line", "version"})
        }
    assert len(data("audit", "--all", "--store", store)) == 2


def test_a_file_that_fails_exits_1_and_the_others_are_told_too(tmp_path: Path) -> None:
    good = written(tmp_path, "good.ndjson", OVER.file())
    lines = OVER.file().splitlines(keepends=True)
    bad = written(tmp_path, "bad.ndjson", b"".join(lines[:20] + lines[21:]))
    first, second = data("verify", good, bad, code=1)
    assert (first["ok"], second["ok"]) == (True, False)
    broken = next(level for level in second["levels"] if level["status"] == "failed")
    assert (broken["level"], broken["line"], broken["version"]) == ("L0", 21, 21)
    assert "line 21, version 21" in ran("verify", bad, code=1)


def test_only_the_trusted_keys_will_do(tmp_path: Path) -> None:
    file = written(tmp_path, "over.ndjson", OVER.file())
    known = {"kty": "OKP", "crv": "Ed25519", "x": SIGNER.current.x}
    keys = written(tmp_path, "keys.json", json.dumps({"keys": [known]}).encode())
    (report,) = data("verify", file, "--keys", keys)
    assert (report["pinned"], report["signedBy"], report["verdict"]) == (True, SIGNER.current.id, "ok")
    told = ran("verify", file, "--keys", keys)
    assert f"finished: ok, signed by {SIGNER.current.id}\n" in told
    other = known | {"x": "A" * 43}
    keys = written(tmp_path, "other.json", json.dumps({"keys": [other]}).encode())
    (report,) = data("verify", file, "--keys", keys, code=1)
    assert ("none of the" in report["levels"][0]["message"], report["verdict"]) == (True, "failed")


def test_a_file_that_no_trusted_key_has_signed_is_never_plainly_ok(tmp_path: Path) -> None:
    """Without keys nothing says whose a signature is; with keys a file that nobody has signed is none that they vouch
    for, also that of a match which goes on.
    """
    over, running = written(tmp_path, "over.ndjson", OVER.file()), written(tmp_path, "running.ndjson", RUNNING.file())
    key = SIGNER.current
    assert f"ok, signed by {key.id}, a key that nobody has vouched for" in ran("verify", over, code=4)
    assert "running: ok, not signed\n" in ran("verify", running, code=4)
    keys = written(tmp_path, "keys.json", json.dumps({"keys": [{"kty": "OKP", "crv": "Ed25519", "x": key.x}]}).encode())
    assert "nobody has signed it: the match is not over" in ran("verify", over, running, "--keys", keys, code=1)


MISSING = MATCH_IDS.id_of(OVER.stream.__class__(int=7))
JUNK: dict[str, tuple[Callable[[], bytes], str]] = {
    "empty": (lambda: b"", "it is empty"),
    "binary": (lambda: bytes(range(256)) * 9, "no replay file"),
    "text": (lambda: b"Dear diary,\n", "no replay file"),
    "other JSON": (lambda: b'{"a":1}\n', "no replay file"),
    "half a gzip": (lambda: gzip.compress(OVER.file())[:-200], "gzip data is broken"),
    "a gzip of nothing": (lambda: gzip.compress(b""), "it is empty"),
    "one endless line": (lambda: b"x" * (5 << 20), "longer than"),
}


@pytest.mark.parametrize("command", ["verify", "import"])
@pytest.mark.parametrize("case", JUNK)
def test_what_is_no_replay_file_is_told_in_a_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: str, case: str
) -> None:
    make, words = JUNK[case]
    content = make()
    assert len(content) < LIMIT
    file = written(tmp_path, "some.file", content)
    place = ["--store", sqlite_url(tmp_path)] if command == "import" else []
    said = failed(capsys, monkeypatch, command, file, *place)
    assert said.startswith("playledger: ")
    assert words in said
    assert file in said


STORED = ("--store", "{store}")
FAULTS: list[tuple[tuple[str, ...], str]] = [
    (("verify", "{tmp}/none"), "{tmp}/none: No such file or directory"),
    (("verify", "{tmp}"), "{tmp}: Is a directory"),
    (("verify", "{full}", "--keys", "{tmp}/none"), "--keys {tmp}/none: No such file"),
    (("verify", "{full}", "--keys", "{full}"), "--keys {full}: "),
    (("verify", "{spectator}", "--against", "{tmp}/none"), "none: No such file"),
    (("verify", "{spectator}", "--against", "{junk}"), "{spectator}: what it is compared with: line 1"),
    (("import", "{tmp}/none", *STORED), "{tmp}/none: No such file or directory"),
    (("import", "{tmp}", *STORED), "{tmp}: Is a directory"),
    (("import", "{spectator}", *STORED), "only a full record can be imported"),
    (("import", "{other}", *STORED), "with another history"),
    (("audit", *STORED), "name a match, or --all"),
    (("audit", OVER.match, "--all", *STORED), "name a match, or --all"),
    (("audit", MISSING, *STORED), "there is no match"),
    (("audit", "nonsense", *STORED), "there is no match"),
    (("audit", OVER.match, "--keys", "{junk}", *STORED), "--keys {junk}: "),
    (("audit", "--all", "--store", "mysql://x"), "store URL"),
    (("export", *STORED, "--out", "{tmp}/x"), "name a match, or --all"),
    (("export", OVER.match, "--all", *STORED, "--out", "{tmp}/x"), "name a match, or --all"),
    (("export", MISSING, *STORED, "--out", "{tmp}/x"), "there is no match"),
    (("export", "nonsense", *STORED, "--out", "{tmp}/x"), "there is no match"),
    (
        ("export", OVER.match, *STORED, "--as", "judge", "--out", "{tmp}/x"),
        "--as: full, spectator, or seat:0 to seat:1",
    ),
    (("export", OVER.match, *STORED, "--as", "seat:2", "--out", "{tmp}/x"), "--as: "),
    (("export", OVER.match, *STORED, "--as", "seat:01", "--out", "{tmp}/x"), "--as: "),
    (("export", OVER.match, *STORED, "--as", "seat:١", "--out", "{tmp}/x"), "--as: "),
    (("export", OVER.match, *STORED, "--out", "{tmp}/none/x"), "--out {tmp}/none/x: No such file or directory"),
    (("export", OVER.match, *STORED, "--out", "{tmp}"), "--out {tmp}: Is a directory"),
    (("export", "--all", *STORED, "--out", "{full}"), "--out {full}: "),
    (("export", OVER.match, *STORED, "--tag", "nothing", "--out", "{tmp}/x"), "--tag nothing: a tag is name=text"),
]


@pytest.mark.parametrize(
    ("arguments", "words"), FAULTS, ids=lambda value: " ".join(value) if isinstance(value, tuple) else ""
)
def test_a_fault_of_the_input_is_one_line_and_exit_2(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    store: str,
    arguments: tuple[str, ...],
    words: str,
) -> None:
    given = {
        "tmp": str(tmp_path),
        "store": store,
        "full": written(tmp_path, "full.ndjson", OVER.file()),
        "spectator": written(tmp_path, "spectator.ndjson", OVER.file("spectator")),
        "junk": written(tmp_path, "junk", b"junk\n"),
        "other": written(tmp_path, "other.ndjson", other_history()),
    }
    said = failed(capsys, monkeypatch, *(argument.format(**given) for argument in arguments))
    assert words.format(**given) in said
    assert not (tmp_path / "x").exists()


@cache
def other_history() -> bytes:
    """The match that is over, as it never was: just as true, and with another end."""
    scribe = Scribe("c4", "on the command line", 2).join_all().play(12).concede(1).play()
    assert scribe.recorded.head != OVER.head
    return scribe.recorded.file()


def test_redacted_files_are_compared_with_a_full_one_only(tmp_path: Path) -> None:
    spectator = written(tmp_path, "spectator.ndjson", OVER.file("spectator"))
    seat = written(tmp_path, "seat.ndjson", OVER.file("seat:0"))
    (report,) = data("verify", spectator, "--against", seat, code=1)
    assert report["levels"][-1]["status"] == "failed"
    assert "no full record" in report["levels"][-1]["message"]
    another = written(tmp_path, "another.ndjson", RUNNING.file())
    (report,) = data("verify", spectator, "--against", another, code=1)
    assert (report["levels"][-1]["level"], report["levels"][-1]["line"]) == ("L4", 1)


def verifying(file: str, stderr: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "service", "verify", file]
    environment = os.environ | {"TERM": "xterm", "COLUMNS": "100"}
    return subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=stderr)


@pytest.mark.programs
def test_progress_shows_on_a_terminal_and_nowhere_else(tmp_path: Path) -> None:
    file = written(tmp_path, "over.ndjson", OVER.file())
    with verifying(file, subprocess.PIPE) as piped:
        said, silence = piped.communicate(timeout=PATIENCE)
    assert (piped.returncode, silence) == (4, b"")
    ours, theirs = pty.openpty()
    with verifying(file, theirs) as watched:
        os.close(theirs)
        shown = _read(ours)
        assert watched.stdout is not None
        assert watched.stdout.read() == said
    assert b"verifying over.ndjson" in shown


def _read(terminal: int) -> bytes:
    """Everything that is written to a terminal until its other side is closed."""
    shown = b""
    while select.select([terminal], [], [], PATIENCE)[0]:
        try:
            shown += os.read(terminal, 65_536)
        except OSError:  # Linux says so when nobody has the other side any more
            break
    os.close(terminal)
    return shown


def test_no_command_leaves_a_word_of_what_is_secret(store: str, tmp_path: Path) -> None:
    out = tmp_path / "running.ndjson"
    told: list[Any] = [
        ran("export", RUNNING.match, "--store", store, "--as", "full", "--out", str(out)),
        ran("audit", RUNNING.match, "--store", store),
        ran("verify", str(out), code=4),
    ]
    assert RUNNING.seed.hex() not in "".join(told) + out.read_text()
