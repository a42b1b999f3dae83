"""`tournament simulate`: whole events of bots, from the command line; and `verify` on the rounds that it writes."""

import csv
import gzip
import json
import re
from importlib import import_module
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from typer.testing import CliRunner

from domain.games import discover
from domain.tournament import course as steps
from domain.tournament.course import Course
from domain.tournament.entrants import Pairing
from domain.tournament.policy import Format, Policy
from domain.tournament.proof import verify
from service.cli import app
from service.simulation.table import SimulationRefused
from service.simulation.tournament import Simulation, SimulationRequest
from service.simulation.tournament_files import files
from service.simulation.tournament_tables import SimulatedEntrant, by_strength, result
from service.tournaments.round_file import RoundFile, faults
from service.tournaments.seating import seating
from tests.kit.lanes import by_lane
from tests.kit.modes import InMode, in_each_mode, name_of
from tests.kit.refusals import failed

runner = CliRunner()
GAMES = discover()
QUICK = ("tournament", "simulate", "--game", "c4", "--results", "drawn-from-strength", "--seed", "7")
FITTING = [
    (variant, format_)
    for variant in in_each_mode(GAMES.values())
    for format_ in get_args(Format)
    if seating(variant.game, variant.options, format_)
]


def ran(*arguments: str, code: int = 0) -> str:
    done = runner.invoke(app, list(arguments), catch_exceptions=False)
    assert done.exit_code == code, done.output
    assert done.stderr == ""
    return done.stdout


def data(*arguments: str, code: int = 0) -> Any:
    return json.loads(ran(*arguments, "--json", code=code))


def options_of(variant: InMode) -> dict[str, Any]:
    short = import_module(f"tests.games.{variant.game.slug}.short").OPTIONS
    return {**short, **({} if variant.mode is None else {"mode": variant.mode})}


def finished(simulation: Simulation) -> Course:
    *_, course = simulation.run()
    return course


def test_every_game_has_a_format_and_every_format_a_game() -> None:
    fitting = [(variant.game.slug, format_) for variant, format_ in FITTING]
    assert {game for game, _ in fitting} == set(GAMES)
    assert {format_ for _, format_ in fitting} == set(get_args(Format))


@pytest.mark.parametrize(
    ("variant", "format_"), FITTING, ids=lambda one: name_of(one) if isinstance(one, InMode) else one
)
def test_bots_play_every_format_in_every_mode_that_fits(variant: InMode, format_: str) -> None:
    asked = SimulationRequest(
        variant.game, format_, 5 if format_ == "pods" else 3, "s", variant.mode, options_of(variant), bots=("random",)
    )
    simulation = Simulation(asked)
    course = finished(simulation)
    assert course.finished
    assert {row.entrant for row in steps.standings_now(course)} == set(simulation.entries)
    assert [verify(proof) for proof in course.proofs] == [()] * len(course.rounds)
    tables = [pairing for one in course.rounds for pairing in one.pairings]
    assert {len(pairing.seats) for pairing in tables} <= set(simulation.seating.sides)
    assert len(tables) == sum(len(one.results) for one in course.rounds) > 0
    assert finished(Simulation(asked)) == course


def test_a_side_of_several_seats_is_one_entrant() -> None:
    team = next(one for one in in_each_mode(GAMES.values()) if one.mode == "team")
    found = seating(team.game, team.options, "swiss")
    assert found is not None
    assert found.sides == {2: ((0, 2), (1, 3))}


def test_two_sit_at_a_pod_where_the_game_has_such_tables() -> None:
    """A policy may ask for that; what a simulation asks for is three and more."""
    free = next(one for one in in_each_mode(GAMES.values()) if one.mode == "free_for_all")
    for game, options, sizes in (
        (GAMES["c4"], GAMES["c4"].options_type(), list(range(2, 9))),
        (free.game, free.options, [3, 4]),
    ):
        found = seating(game, options, "pods")
        assert found is not None
        assert (sorted(found.sides), found.pods.least) == (sizes, 3)
    assert seating(GAMES["cape_and_cowl"], GAMES["cape_and_cowl"].options_type(), "pods") is None


def test_the_same_command_prints_the_same_bytes() -> None:
    arguments = (
        *("tournament", "simulate", "--format", "swiss", "--game", "c4", "--entrants", "5", "--seed", "x"),
        *("--bots", "random,greedy", "--drops", "20", "--late", "20"),
    )
    assert ran(*arguments) == ran(*arguments)
    assert ran(*arguments, "--json") == ran(*arguments, "--json")
    assert ran(*arguments[:-6], "--json") != ran(*arguments[:-7], "y", "--json")


def test_the_json_says_everything() -> None:
    found = data(*QUICK, "--format", "swiss", "--entrants", "9", "--cut", "4", "--best-of", "3", "--drops", "20")
    assert set(found) == {
        *(
            "tournament",
            "game",
            "mode",
            "seed",
            "results",
            "policy",
            "counts",
            "entrants",
            "rounds",
            "standings",
            "cut",
            "ranks",
        )
    }
    assert (found["game"], found["mode"], found["seed"], found["results"]) == ("c4", None, "7", "drawn-from-strength")
    assert found["tournament"].startswith("tn_")
    assert found["policy"]["cut"] == {"size": 4, "best_of": 3}
    counts = found["counts"]
    assert (counts["entrants"], counts["late"], counts["left"], counts["rounds"]) == (9, 0, 2, 6)
    assert counts["tables"] == sum(len(one["results"]) for one in found["rounds"])
    assert counts["byes"] == sum(len(one.get("byes", ())) for one in found["rounds"]) > 0
    assert sorted(one["id"] for one in found["entrants"]) == [f"e{number}" for number in range(1, 10)]
    assert {one["dropped"] is not None for one in found["entrants"]} == {True, False}
    assert all(isinstance(one["strength"], float) and one["bot"] is None for one in found["entrants"])
    for one in found["rounds"]:
        assert set(one["proof"]) == {"algorithm", "input", "input_hash", "seed", "result"}
    rows = found["standings"]
    assert [row["rank"] for row in rows] == sorted(row["rank"] for row in rows)
    assert set(rows[0]) == {
        *("rank", "entrant", "points", "record", "tie_breaks", "decided_above", "decided_below"),
    }
    assert [set(value) for value in rows[0]["tie_breaks"]] == [{"code", "exact", "display"}] * 3
    assert [row["rank"] for row in found["cut"]] == [1, 2, 3, 3]
    assert [row["entrant"] for row in found["ranks"][:4]] == [row["entrant"] for row in found["cut"]]
    assert [row["stage"] for row in found["ranks"]] == ["bracket"] * 4 + ["rounds"] * 5


def test_the_table_says_who_came_where_and_what_decided() -> None:
    told = ran(*QUICK, "--format", "swiss", "--entrants", "6", "--cut", "2").splitlines()
    assert "swiss, c4, seed 7" in told[0]
    heads = next(line.split() for line in told if line.startswith("rank"))
    assert heads == ["rank", "entrant", "deck", "points", "w-d-l", "OMW", "GW", "OGW", "decided", "by"]
    assert "after the cut to 2" in told
    _, head, *ranks = told[told.index("final ranks") :]
    assert head.split() == ["rank", "entrant", "deck", "stage"]
    assert [row.split()[-1] for row in ranks] == ["bracket"] * 2 + ["rounds"] * 4
    assert sum("swiss-blocks/1" in line for line in told) == 3


def test_another_field_is_another_tournament_under_the_same_seed() -> None:
    of = [data(*QUICK, "--format", "swiss", "--entrants", count)["tournament"] for count in ("4", "5", "4")]
    assert of[0] == of[2] != of[1]


def test_bots_are_named_where_they_played() -> None:
    found = data(
        *("tournament", "simulate", "--format", "single_elimination", "--game", "c4", "--entrants", "3"),
        *("--seed", "1", "--bots", "random,greedy"),
    )
    assert [(one["bot"], one["strength"]) for one in found["entrants"]] == [
        *(("random", None), ("greedy", None), ("random", None))
    ]
    assert found["cut"] is None
    assert found["standings"][0]["decided_below"] == "BRACKET"


def test_a_seed_is_drawn_where_none_is_given() -> None:
    arguments = ("tournament", "simulate", "--format", "swiss", "--game", "c4", "--entrants", "4", "--results")
    first, second = (data(*arguments, "drawn-from-strength") for _ in range(2))
    assert first["seed"] != second["seed"]
    assert data(*arguments, "drawn-from-strength", "--seed", first["seed"]) == first


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("--game c4 --format x", "--format: there is no 'x'; there are swiss, round_robin"),
        ("--game nope --format swiss", "there is no game 'nope'"),
        ("--game c4 --format swiss --mode x", "--mode: c4 has no modes"),
        ("--game c4 --format swiss --bots clever", "--bots: there is no 'clever'; there are random, greedy"),
        ("--game c4 --format swiss --results guessed", "--results: there is no 'guessed'; there are played, "),
        ("--game c4 --format swiss --entrants 1", "--entrants: between 2 and 4096"),
        ("--game c4 --format swiss --drops 101", "--drops: between 0 and 100"),
        ("--game c4 --format swiss --late -1", "--late: between 0 and 100"),
        ("--game c4 --format swiss --best-of 2", "best_of: a match is best of 1, 3 or 5"),
        ("--game c4 --format pods --best-of 3", "best_of: a table of three and more plays one game"),
        ("--game c4 --format swiss --rounds 65", "rounds: between 1 and 64"),
        ("--game c4 --format round_robin --rounds 3", "rounds: the number of rounds follows from the entrants"),
        ("--game c4 --format double_elimination --cut 2", "cut: an elimination has no cut"),
        ("--game c4 --format swiss --cut 7", "cut.size: no more than the 6 entrants"),
        ("--game c4 --format round_robin --late 20", "nobody enters a round robin or a bracket late"),
        ("--game c4 --format swiss --rounds 1 --late 20", "no later than the last round"),
        ("--game c4 --format swiss --late 100", "entrants: between 2 and 4096"),
        ("--game c4 --format pods --entrants 2", "entrants: a table needs 3"),
        ("--game cape_and_cowl --format pods", "no tables for pods; what fits: swiss, round_robin,"),
        ("--game trf --format pods", "what fits: swiss, round_robin, single_elimination, double_elimination with --mode"
         " duel; pods with --mode free_for_all"),
        ("--game trf --format swiss --mode free_for_all", "trf in the mode free_for_all has no tables for swiss"),
        ("--game trf --format pods --mode free_for_all --cut 2", "has no tables for single_elimination"),
        ("--game capcom_crossovers --format swiss --mode boss", "with --mode one_on_one or tag or team"),
        ("--game c4 --format swiss --out README.md", "--out README.md: "),
    ],
)  # fmt: skip
def test_bad_input_is_told_in_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, arguments: str, told: str
) -> None:
    entrants = () if "--entrants" in arguments else ("--entrants", "6")
    assert told in failed(capsys, monkeypatch, "tournament", "simulate", *arguments.split(), *entrants)


@pytest.mark.parametrize("format_", get_args(Format))
def test_the_files_of_a_tournament_are_read_and_verify(tmp_path: Path, format_: str) -> None:
    cut = () if "elimination" in format_ else ("--cut", "3")
    ran(*QUICK, "--format", format_, "--entrants", "7", "--drops", "30", *cut, "--out", str(tmp_path))
    found = data(*QUICK, "--format", format_, "--entrants", "7", "--drops", "30", *cut)
    rounds = sorted((tmp_path / "rounds").iterdir())
    assert len(rounds) == len(found["rounds"])
    reports = data("verify", *map(str, rounds), code=4)
    assert [(report["ok"], report["kind"], report["round"]) for report in reports] == [
        (True, "round", number) for number in range(1, len(rounds) + 1)
    ]
    assert {report["tournament"] for report in reports} == {found["tournament"]}
    policy = msgspec.json.decode((tmp_path / "policy.json").read_bytes(), type=Policy)
    assert policy.format == format_
    assert json.loads((tmp_path / "entrants.json").read_text()) == found["entrants"]
    standings = rows_of(tmp_path / "standings.csv")
    assert [(row["rank"], row["entrant"]) for row in standings] == [
        (str(row["rank"]), row["entrant"]) for row in found["standings"]
    ]
    assert {row["entrant"] for row in rows_of(tmp_path / "pairings.csv")} <= {row["entrant"] for row in standings}
    assert len(rows_of(tmp_path / "results.csv")) == sum(
        len(one.get("byes", ())) + sum(len(table["seats"]) for table in one["pairings"]) for one in found["rounds"]
    )
    assert (tmp_path / "cut.csv").exists() == bool(cut)
    assert (tmp_path / "fide.trf").exists() == (format_ != "pods")
    ranked = rows_of(tmp_path / "ranks.csv")
    assert [(row["rank"], row["entrant"], row["stage"]) for row in ranked] == [
        (str(row["rank"]), row["entrant"], row["stage"].upper()) for row in found["ranks"]
    ]
    if format_ != "pods":
        lines = (tmp_path / "fide.trf").read_text().splitlines()
        ranks = {line[14:47].strip(): int(line[85:89]) for line in lines if line.startswith("001")}
        assert sorted(ranks, key=ranks.__getitem__) == [row["entrant"] for row in ranked]


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def a_round(tmp_path: Path, number: int = 2) -> Path:
    ran(*QUICK, "--format", "swiss", "--entrants", "4", "--out", str(tmp_path))
    return tmp_path / f"rounds/round-0{number}.json"


@pytest.mark.parametrize("bit", [1, 32])
def test_a_proof_with_one_changed_byte_fails(tmp_path: Path, bit: int) -> None:
    """Of every byte the lowest bit, and the one that makes a letter small or large: none of them may go unseen."""
    text = a_round(tmp_path).read_bytes().rstrip(b"\n")
    sound = msgspec.json.decode(text, type=RoundFile)
    assert faults(sound) == ()
    for place in range(len(text)):
        changed = text[:place] + bytes([text[place] ^ bit]) + text[place + 1 :]
        try:
            read = msgspec.json.decode(changed, type=RoundFile)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            continue
        assert faults(read) or (read.format, read.version) != (sound.format, sound.version), changed


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        (("proof", "seed"), "00" * 32, "failed"),
        (("proof", "input_hash"), "00" * 32, "input_hash: the input has another hash (INPUT_HASH)"),
        (("proof", "algorithm"), "swiss-blocks/9", "'swiss-blocks/9' is not known; known: swiss-blocks/1"),
        (("proof", "result", "byes"), ["e1"], "result.byes: at place 1 of the list: computed nothing, not \"e1\""),
        (("commitment",), "00" * 32, "proof.seed: another seed was committed to (SEED_DIFFERS)"),
    ],
)  # fmt: skip
def test_what_differs_is_named_with_exit_1(tmp_path: Path, path: tuple[str, ...], value: object, told: str) -> None:
    file = a_round(tmp_path)
    found = json.loads(file.read_text())
    part = found
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    file.write_text(json.dumps(found))
    assert told in ran("verify", str(file), code=1)
    (report,) = data("verify", str(file), code=1)
    assert not report["ok"]
    assert set(report) == {
        "file",
        "ok",
        "verdict",
        "kind",
        "tournament",
        "round",
        "algorithm",
        "inputHash",
        "seed",
        "faults",
    }
    assert set(report["faults"][0]) == {"code", "message", "path"}


def test_rounds_are_verified_beside_replay_files_and_packed_ones_too(tmp_path: Path) -> None:
    plain = a_round(tmp_path)
    packed = tmp_path / "round.json.gz"
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    replay = next(Path("docs/replay/samples").rglob("*.ndjson"))
    told = ran("verify", str(plain), str(replay), str(packed), code=4)
    assert told.count(": ok, not signed") == 2
    assert told.count("lead to this round") == 2
    assert "L0" in told


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda text: text.replace('"version":1', '"version":2'), "this release reads version 1"),
        (lambda text: text.replace('"seed"', '"sead"'), "line 1: "),
        (lambda text: text + text, "line 2: the file of a round has one line"),
        (lambda text: text.replace("playledger-round", "playledger-r"), "this is no replay file"),
        (lambda text: "[]", "this is no replay file"),
        (lambda text: "", "it is empty"),
    ],
)
def test_a_file_that_is_no_round_is_bad_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, change: Any, told: str
) -> None:
    file = a_round(tmp_path)
    file.write_text(change(file.read_text()))
    assert told in failed(capsys, monkeypatch, "verify", str(file))


def test_many_entrants_play_ten_rounds_by_strength() -> None:
    entrants = by_lane(commit=256, nightly=1024)
    found = data(*QUICK, "--format", "swiss", "--entrants", str(entrants), "--rounds", "10")
    assert (found["counts"]["tables"], found["counts"]["rematches"]) == (5 * entrants, 0)
    strengths = {one["id"]: one["strength"] for one in found["entrants"]}
    best = [strengths[row["entrant"]] for row in found["standings"][: entrants // 32]]
    assert sum(best) / len(best) > 1


def test_strength_decides_as_often_as_it_says() -> None:
    entries = {who: SimulatedEntrant(who, "", "", strength) for who, strength in (("a", 1.0), ("b", 0.0), ("c", -1.0))}
    playing = by_strength(entries)
    duels = [playing(f"{number}", Pairing(1, ("b", "a")), (0, 1)) for number in range(2000)]
    decided = [places for places in duels if len(places) == 2]
    assert 0.85 < len(decided) / 2000 < 0.95
    assert 0.68 < sum(places[0] == (1,) for places in decided) / len(decided) < 0.78
    pods = [playing(f"{number}", Pairing(1, ("a", "b", "c")), (0, 1, 2)) for number in range(2000)]
    assert 0.68 < sum(places.index((0,)) < places.index((1,)) for places in pods) / 2000 < 0.78


def test_seats_change_from_game_to_game_and_draws_count() -> None:
    seen: list[tuple[int, ...]] = []

    def second(_: str, pairing: Pairing, order: Any) -> tuple[tuple[int, ...], ...]:
        seen.append(tuple(order))
        return ((0, 1),) if len(seen) == 2 else ((1,), (0,))

    found = result(Policy("swiss", best_of=3), "s", Pairing(4, ("a", "b")), second)
    assert seen == [(0, 1), (1, 0), (0, 1)]
    assert (found.table, found.places, found.games, found.drawn) == (4, ((1,), (0,)), (0, 2), 1)
    lost = result(Policy("swiss"), "s", Pairing(1, ("a", "b")), lambda *_: ())
    assert (lost.places, lost.games) == ((), ())


def test_a_match_that_never_ends_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.simulation.table.LIMIT", 1)
    with pytest.raises(SimulationRefused, match="never ends"):
        finished(Simulation(SimulationRequest(GAMES["c4"], "swiss", 2, "s")))


def test_the_files_of_the_same_tournament_have_the_same_bytes() -> None:
    both = [Simulation(SimulationRequest(GAMES["c4"], "pods", 9, "s", played=False, late=20)) for _ in range(2)]
    first, second = (files(one, finished(one)) for one in both)
    assert first == second
    assert {"policy.json", "entrants.json", "rounds/round-01.json", "standings.csv"} <= first.keys()


def test_the_page_for_organisers_shows_what_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = Path("docs/tournament-simulate.md").read_text()
    found = re.search(r"below it:\n\n```sh\nplayledger (.*?)\n```\n\n```text\n(.*?)```", page, re.DOTALL)
    assert found is not None
    commands, shown = found.groups()
    monkeypatch.chdir(tmp_path)
    assert [line.rstrip() for line in ran(*commands.split()).splitlines()] == shown.splitlines()
    assert {path.name for path in (tmp_path / "cup").iterdir()} == {
        *(
            "policy.json",
            "entrants.json",
            "rounds",
            "ranks.csv",
            "standings.csv",
            "pairings.csv",
            "results.csv",
            "cut.csv",
            "fide.trf",
        )
    }
