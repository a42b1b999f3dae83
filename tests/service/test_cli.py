"""The command line, as a process would call it."""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, closing
from itertools import takewhile
from operator import methodcaller
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from typer.testing import CliRunner

from domain.games import discover
from domain.kernel.cardsets import hash_of
from eventstore import migrate
from service.application.ids import MATCH_IDS
from service.catalogue import rule_index
from service.cli import app
from tests import services
from tests.games.c4.own_sets import HEAD, KITCHEN, card, loadout
from tests.kit.embedded import migrated
from tests.kit.lanes import sampled
from tests.kit.process import free_port
from tests.kit.refusals import failed
from tests.kit.served import SECRET, sqlite_url
from tests.kit.waiting import PATIENCE
from tests.service.conftest import Furnished
from tests.toy_game.game import GAME as TOY_GAME

runner = CliRunner()


def ran(*arguments: str, code: int = 0) -> str:
    result = runner.invoke(app, list(arguments), catch_exceptions=False)
    assert result.exit_code == code, result.output
    return result.stdout


def data(*arguments: str, code: int = 0) -> Any:
    return json.loads(ran(*arguments, "--json", code=code))


def test_simulated_matches_are_counted() -> None:
    report = data("simulate", "c4", "--matches", "6", "--seed", "7", "--players", "3", "--bots", "greedy,random")
    assert report["matches"] == report["finished"] == 6
    assert sum(report["endings"].values()) == 6
    assert sum(report["played_by_loadout"].values()) == 18
    assert set(report["wins_by_seat"]) <= {"0", "1", "2"}
    assert report["events"] > report["actions"] > 0
    assert report["invariant_violations"] == 0
    assert report["violations"] == []
    assert sum(report["ended_by"].values()) == 6


def test_the_same_seed_plays_the_same_matches() -> None:
    arguments = ("simulate", "c4", "--matches", "3", "--seed", "x", "--loadouts", "front_desk")
    first, second = data(*arguments), data(*arguments)
    assert {**first, "actions_per_second": 0} == {**second, "actions_per_second": 0}
    assert set(first["played_by_loadout"]) == {"front_desk"}


def test_stored_matches_can_be_replayed(tmp_path: Path) -> None:
    store = migrated(tmp_path / "s.db")
    ran("simulate", "c4", "--matches", "1", "--players", "2", "--store", store)
    match = stored_match(tmp_path)
    whole = data("replay", match, "--store", store)
    assert whole["state"]["status"] == "FINISHED"
    assert [event["version"] for event in whole["events"]] == list(range(1, whole["state"]["version"] + 1))
    part = data("replay", match, "--store", store, "--as", "seat:1", "--at", "30")
    assert (part["state"]["version"], part["state"]["perspective"], len(part["events"])) == (30, "seat:1", 30)
    assert part["state"]["headHash"] == whole["events"][29]["hash"]
    assert f"version {whole['state']['version']}, finished" in ran("replay", match, "--store", store)


def stored_match(folder: Path) -> str:
    with closing(sqlite3.connect(folder / "s.db")) as connection:
        return MATCH_IDS.id_of(UUID(connection.execute("SELECT stream_id FROM match_list").fetchone()[0]))


def test_read_models_are_rebuilt(tmp_path: Path) -> None:
    store = f"sqlite:///{tmp_path}/s.db"
    ran("migrate", "--store", store)
    rebuilt = ran("rebuild", "--store", store)
    assert "match_list: rebuilt" in rebuilt
    assert "match_results: rebuilt" in rebuilt


def test_epochs_are_opened_listed_and_retired(tmp_path: Path) -> None:
    store = migrated(tmp_path / "s.db")
    ran("simulate", "c4", "--matches", "1", "--players", "2", "--store", store)
    assert ran("epoch", "open", "--store", store) == "the open epoch is young enough\n"
    assert ran("epoch", "open", "--now", "--store", store) == "epoch 1 is open\n"
    first, second = data("epoch", "list", "--store", store)
    assert (first["number"], first["open"], first["streams"], first["archived"]) == (0, False, 1, 0)
    assert (second["number"], second["open"], second["streams"]) == (1, True, 0)
    assert ran("epoch", "retire", "--store", store) == "no closed epoch keeps so few streams\n"
    assert ran("epoch", "retire", "0", "--store", store) == "epoch 0: 1 streams moved, 0 left; its rows are dropped\n"
    assert "dropped" in ran("epoch", "list", "--store", store)
    replayed = data("replay", stored_match(tmp_path), "--store", store)
    assert replayed["state"]["status"] == "FINISHED"
    with pytest.raises(ValueError, match="epoch 1 is open"):
        runner.invoke(app, ["epoch", "retire", "1", "--store", store], catch_exceptions=False)


def test_accounts_are_shown_named_and_erased(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    store = sqlite_url(tmp_path)
    account = data("token", "create", "--store", store)["account"]
    ran("account", "name", account, "Ada", "--store", store)
    assert data("account", "show", account, "--store", store)["name"] == "Ada"
    assert ran("account", "erase", account, "--store", store).strip() == f"{account} erased"
    assert data("token", "list", "--store", store) == []
    for command in (("show", account), ("erase", account), ("name", account, "Ada")):
        assert "or it was erased" in failed(capsys, monkeypatch, "account", *command, "--store", store)
    assert "40 characters" in failed(capsys, monkeypatch, "account", "name", account, "x" * 41, "--store", store)
    assert "erased" in failed(capsys, monkeypatch, "token", "create", "--account", account, "--store", store)


def test_a_token_is_given_an_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    store = sqlite_url(tmp_path)
    for given in ("90d", "12h", "2099-01-31T12:00:00+01:00"):
        made = data("token", "create", "--store", store, "--expires", given)
        (listed,) = [one for one in data("token", "list", "--store", store) if one["id"] == made["id"]]
        assert listed["expires_at"] == made["expires_at"] is not None
    assert made["expires_at"] == "2099-01-31T11:00:00.000Z"
    for wrong in ("soon", "2099-01-31", "-1d", "1w"):
        told = failed(capsys, monkeypatch, "token", "create", "--store", store, f"--expires={wrong}")
        assert "90d" in told
    past = failed(capsys, monkeypatch, "token", "create", "--store", store, "--expires", "2001-01-01T00:00:00Z")
    assert "still to come" in past
    hidden = failed(capsys, monkeypatch, "token", "create", "--store", store, "--name", "a\u202eb")
    assert "U+202E" in hidden


def test_a_token_is_made_with_the_name_of_its_account(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    store = sqlite_url(tmp_path)
    account = data("token", "create", "--store", store, "--account-name", " A\u0308da ")["account"]
    assert data("account", "show", account, "--store", store)["name"] == "Äda"
    ran("token", "create", "--store", store, "--account", account, "--name", "another")
    assert data("account", "show", account, "--store", store)["name"] == "Äda"
    told = failed(capsys, monkeypatch, "token", "create", "--store", store, "--account-name", "x" * 41)
    assert "40 characters" in told
    assert len(data("token", "list", "--store", store)) == 2, "a name that is refused makes no token"


def test_tokens_are_made_listed_and_revoked(tmp_path: Path) -> None:
    store = sqlite_url(tmp_path)
    made = data("token", "create", "--store", store, "--name", "mine", "--scope", "match:play")
    assert made["token"].startswith("pl_")
    (listed,) = data("token", "list", "--store", store)
    assert (listed["id"], listed["name"], listed["revoked_at"]) == (made["id"], "mine", None)
    ran("token", "revoke", made["id"], "--store", store)
    (listed,) = data("token", "list", "--store", store)
    assert listed["revoked_at"]


def test_every_rule_stands_in_the_code_and_in_a_test() -> None:
    assert [(row["game"], row["missing"], row["untested"]) for row in data("rules")] == [
        (slug, 0, 0) for slug in discover()
    ]


def test_rules_cards_and_decks_are_shown(tmp_path: Path) -> None:
    index_ = data("rules", "c4")
    assert (index_["missing"], index_["untested"]) == ([], [])
    assert index_["catalogue"] == index_["implemented"] == index_["tested"] > 290
    assert index_["examples"] == index_["examples_tested"] == 24
    assert "C4-101" in ran("rules", "c4")
    cards = data("cards", "c4")
    assert {"id", "name", "text", "set"} <= set(cards[0])
    assert "front_desk" in ran("deck", "list", "c4")
    loadout = tmp_path / "loadout.json"
    loadout.write_text(ran("deck", "show", "c4", "front_desk"))
    assert data("deck", "check", "c4", str(loadout))["legal"]
    broken = json.loads(loadout.read_text())
    broken["deck"] = []
    loadout.write_text(json.dumps(broken))
    assert not data("deck", "check", "c4", str(loadout), code=1)["legal"]


def test_a_card_file_is_checked_fault_by_fault(tmp_path: Path) -> None:
    file = tmp_path / "kitchen.toml"
    file.write_text(KITCHEN)
    assert ran("cards", "check", "c4", str(file)) == f"{hash_of(KITCHEN)}\n"
    found = data("cards", "check", "c4", str(file))
    assert found == {"hash": hash_of(KITCHEN), "name": "Kitchen Table", "cards": 5, "faults": []}
    file.write_text(HEAD + card(1, 'play = "gian(you, 1)"') + card(1, 'play = "gain(you, 1)"', "Eve\\u0007"))
    result = runner.invoke(app, ["cards", "check", "c4", str(file)])
    assert (result.exit_code, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    assert (
        line == f"{file}:12: card 'Eve\\x07', key 'name': the character U+0007 can't be seen, so it has no place here"
    )
    file.write_text(HEAD + card(1, 'play = "gian(you, 1)"') + card(1, 'play = "gain(you, 1)"'))
    found = data("cards", "check", "c4", str(file), code=2)["faults"]
    assert [(fault["line"], fault["key"]) for fault in found] == [(12, "number"), (4, "play")]
    file.write_bytes(b"\xff")
    assert "no UTF-8" in runner.invoke(app, ["cards", "check", "c4", str(file)]).stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("simulate", "c44"), "did you mean 'c4'"),
        (("simulate", "c4", "--players", "1"), "played by 2 to 8"),
        (("simulate", "c4", "--matches", "0"), "1 or more"),
        (("simulate", "c4", "--mode", "duel"), "no modes"),
        (("simulate", "c4", "--bots", "clever"), "there are random, greedy, waiting, searching"),
        (("simulate", "c4", "--loadouts", "none"), "front_desk"),
        (("simulate", "c4", "--store", "mysql://x"), "store URL"),
        (("rules", "chess"), "no game 'chess'"),
        (("cards", "c4", "--set", "none"), "no card set"),
        (("cards", "list", "chess"), "no game 'chess'"),
        (("cards", "check", "chess", __file__), "no game 'chess'"),
        (("deck", "show", "c4", "none"), "there are"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], words: str
) -> None:
    assert words in failed(capsys, monkeypatch, *arguments)


def test_a_match_that_is_not_there_is_bad_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PLAYLEDGER_SECRET_KEY", "a secret of the tests")
    store = migrated(tmp_path / "s.db")
    assert "no match" in failed(capsys, monkeypatch, "replay", "mt_" + "a" * 26, "--store", store)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("{nope", "JSON is malformed"),
        ("[1]", "Expected `object`, got `array`"),
        ('{"deck": ["COR-01"], "tokenKind": 5}', "loadout.tokenKind: Expected `str`, got `int`"),
        ('{"deck": ["COR-01"], "tokenKind": "coin", "colour": 1}', "there is no member `colour` here"),
    ],
)
def test_a_file_that_is_no_loadout_is_bad_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, content: str, words: str
) -> None:
    file = tmp_path / "loadout.json"
    file.write_text(content)
    assert words in failed(capsys, monkeypatch, "deck", "check", "c4", str(file))


def test_a_deck_of_cards_of_ones_own_is_checked_with_their_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    cards, deck = tmp_path / "kitchen.toml", tmp_path / "deck.json"
    cards.write_text(KITCHEN)
    deck.write_text(json.dumps(loadout(ran("cards", "check", "c4", str(cards)).strip(), 0)))
    assert data("deck", "check", "c4", str(deck), "--cards", str(cards))["legal"]
    assert not data("deck", "check", "c4", str(deck), code=1)["legal"]
    cards.write_text(KITCHEN.replace("gain(you, 2)", "gain(you, many)"))
    told = failed(capsys, monkeypatch, "deck", "check", "c4", str(deck), "--cards", str(cards))
    assert "kitchen.toml" in told
    assert "many" in told


def test_a_deck_one_card_short_names_its_rule(tmp_path: Path) -> None:
    loadout = json.loads(ran("deck", "show", "c4", "front_desk"))
    file = tmp_path / "loadout.json"
    file.write_text(json.dumps({**loadout, "deck": loadout["deck"][:12]}))
    (fault,) = data("deck", "check", "c4", str(file), code=1)["violations"]
    assert "C4-801" in fault.values()


def test_rules_are_named_in_full_and_a_range_names_its_ends() -> None:
    rules = ["C4-101", "C4-102", "C4-103", "C4-R01", "EX-01", "CNC-E01", "SCP-X01"]
    for text, found in {
        "C4-102 Decks. (EX-01)": ["C4-102", "EX-01"],
        "C4-101 to C4-103 C4-R01": ["C4-101", "C4-103", "C4-R01"],
        "CNC-E01 CNC-E02 SCP-X01": ["CNC-E01", "SCP-X01"],
        "XC4-101 C5-102 C4-1 C4-999": [],
    }.items():
        assert rule_index.named(text, rules) == found


def test_worked_examples_are_told_from_rules_and_rulings() -> None:
    examples = ["EX-01", "CNC-E01", "C4-E27", "SCP-X01"]
    assert [rule for rule in [*examples, "C4-101", "CNC-R01", "CNC-528a"] if rule_index.is_example(rule)] == examples


@pytest.mark.programs
@pytest.mark.parametrize("start", sampled(["second", "first"], keep=1))
def test_serve_makes_demo_data_says_where_to_look_and_stops_when_told(
    tmp_path: Path, furnished: Furnished, monkeypatch: pytest.MonkeyPatch, start: str
) -> None:
    monkeypatch.setenv("PLAYLEDGER_SECRET_KEY", SECRET)
    if start == "second":
        (tmp_path / "s.db").write_bytes(furnished.file.read_bytes())
    port = free_port()
    command = [sys.executable, "-c", "from service.cli import main; main()", "serve", "--demo"]
    command += ["--port", str(port), "--store", f"sqlite:///{tmp_path}/s.db"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            said = list(takewhile(lambda line: not line.startswith("Stop with"), process.stdout))
            assert f"http://127.0.0.1:{port}" in said[0]
            assert len({line.index(line.split()[-1]) for line in said[1:]}) == 1
            for slug in discover():
                address = next(line for line in said if f"{slug}: to play" in line).split()[-1]
                with urllib.request.urlopen(address, timeout=PATIENCE) as response:
                    match = json.load(response)
                assert (match["game"], match["status"]) == (slug, "RUNNING")
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(PATIENCE)
    assert process.returncode == 0


def test_where_no_tests_are_installed_nothing_is_said_about_them() -> None:
    index = rule_index.index_of(TOY_GAME)
    assert index.tested is None
    assert index.as_data().items() >= {"tested": None, "untested": None, "examples_tested": None}.items()


def test_a_tag_has_a_name_that_every_language_sorts_alike(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Else the file could not be verified afterwards."""
    out = str(tmp_path / "out")
    line = failed(capsys, monkeypatch, "export", "--all", "--out", out, "--tag", "\U0001d11e=clef")
    assert (
        line
        == "playledger: --tag '\U0001d11e': the name has a character above U+D7FF, which not all languages sort alike"
    )
    assert not Path(out).exists()
    assert "a tag is name=text" in failed(capsys, monkeypatch, "export", "--all", "--out", out, "--tag", "clef")


@pytest.fixture(params=["sqlite", "postgres"])
def outdated(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A database with a revision of before 0.2.0, and nothing else."""
    with ExitStack() as made:
        url = f"sqlite:///{tmp_path / 'store.db'}"
        if request.param == "postgres":
            url = made.enter_context(services.database(request.getfixturevalue("postgres_server")))
        for statement in (
            "CREATE TABLE event_store_version (version_num text)",
            "INSERT INTO event_store_version VALUES ('0009')",
        ):
            migrate.with_connection(url, methodcaller("exec_driver_sql", statement))
        yield url


@pytest.mark.parametrize("command", ["migrate", "audit --all", "token list", "epoch list"])
def test_a_store_of_before_0_2_0_is_refused_in_one_line(
    outdated: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setenv("PLAYLEDGER_SECRET_KEY", SECRET)
    told = failed(capsys, monkeypatch, *command.split(), "--store", outdated)
    assert "the schema of 0.1.0" in told
    assert "begin a new store" in told
