"""A record beside the replays of its games: both verifiers compare match, head and result, and name what differs."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from api_schema.ports.base import ANONYMOUS
from api_schema.ports.tournaments import RulePairing, TournamentPolicy
from service.cli.file_checks import verified
from service.history.verify.tournaments import TournamentReport
from tests import services
from tests.history.verifiers import run_node
from tests.kit.chance import CHANCE, key
from tests.kit.served import serve, sqlite_url
from tests.kit.tournament_desk import hosted
from tests.kit.tournament_record import SIGNER, Bodies, record_of

pytestmark = pytest.mark.programs


class Files(NamedTuple):
    """The record of a tournament, and the replays of its games by their matches."""

    record: bytes
    replays: dict[str, bytes]

    @property
    def bodies(self) -> Bodies:
        read = map(json.loads, self.record.splitlines()[1:])
        return [line["body"] for line in read if "body" in line]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Files:
    """Of an event whose matches open their secrets later, with a game that a referee ended and one that was aborted."""
    CHANCE.seed("a record beside its replays")
    return services.run(_files(tmp_path_factory.mktemp("beside")))


async def _files(folder: Path) -> Files:
    served = await serve(sqlite_url(folder))
    held = await hosted(served, 4, decks="CLOSED", policy=TournamentPolicy("SWISS", best_of=3, rounds=1))
    await held.start(1)
    first, second = await held.tables()
    loser = first.seats[0].entrant
    await held.use.rule(held.organiser, held.id, key(), RulePairing("GAME_LOSS", "late", 1, first.table, loser))
    await held.abort(second.table)
    await held.use.rule(held.organiser, held.id, key(), RulePairing("REPLAY", "a crash", 1, second.table))
    await held.play_round()
    await held.use.finish(held.organiser, held.id, key())
    while await held.look():
        pass
    file = await held.use.export(ANONYMOUS, held.id, "record.ndjson")
    record = b"".join([part async for part in file.chunks])
    replays = {}
    for table in await held.tables():
        for game in table.games:
            lines = (await served.app.use_cases.history.replay(ANONYMOUS, game.match_id)).lines
            replays[game.match_id] = b"".join([line async for line in lines])
    await served.app.stop()
    return Files(record, replays)


def said(folder: Path, record: bytes, replays: dict[str, bytes], *, pinned: bool = False) -> tuple[Any, Any]:
    """The reports on the record by both verifiers, beside these replays."""
    folder.mkdir(exist_ok=True)
    paths = [folder / "record.ndjson", *(folder / f"{match}.ndjson" for match in replays)]
    for path, data in zip(paths, (record, *replays.values()), strict=True):
        path.write_bytes(data)
    keys = folder / "keys.json"
    keys.write_text(json.dumps({"keys": [{"kty": "OKP", "crv": "Ed25519", "x": SIGNER.current.x}]}))
    trusted = frozenset({SIGNER.current.id}) if pinned else None
    ours = verified(paths, trusted, None)[0][str(paths[0])]
    assert isinstance(ours, TournamentReport)
    theirs = run_node(paths, "--json", *(("--keys", str(keys)) if pinned else ())).stdout.splitlines()
    return ours, json.loads(theirs[0])


def test_every_game_is_as_its_replay_says(files: Files, tmp_path: Path) -> None:
    ended = [body["pub"] for body in files.bodies if body["type"] == "game_finished"]
    assert [event["rule"] for event in ended if "head" not in event] == ["GAME_LOSS"]
    assert len([event for event in ended if event.get("aborted")]) == 1
    assert len(files.replays) >= 6
    ours, theirs = said(tmp_path, files.record, files.replays, pinned=True)
    assert (ours.faults, ours.compared, ours.verdict) == ((), len(files.replays), "ok")
    assert (theirs["verdict"], theirs["compared"]) == ("ok", len(files.replays))


def game(bodies: Bodies, *, aborted: bool = False) -> Any:
    """The end of a game that was played, or aborted."""
    ended = [body["pub"] for body in bodies if body["type"] == "game_finished" and "head" in body["pub"]]
    return next(event for event in ended if event.get("aborted", False) == aborted)


def other_head(bodies: Bodies) -> None:
    game(bodies)["head"] = "0" * 64


def other_result(bodies: Bodies) -> None:
    game(bodies)["places"].reverse()


def other_rule(bodies: Bodies) -> None:
    game(bodies)["rule"] = "TOY-999"


def played_after_all(bodies: Bodies) -> None:
    event = game(bodies, aborted=True)
    del event["aborted"]
    event["places"] = [[0], [1]]


FORGERIES: dict[Callable[[Bodies], None], tuple[str, str]] = {
    other_head: ("HEAD_DIFFERS", "the replay has another history"),
    other_result: ("RESULT_DIFFERS", "by the record"),
    other_rule: ("RESULT_DIFFERS", "TOY-999"),
    played_after_all: ("RESULT_DIFFERS", "aborted"),
}


@pytest.mark.parametrize("forge", FORGERIES, ids=lambda forge: forge.__name__)
def test_a_difference_is_named_by_line_table_and_game(
    files: Files, tmp_path: Path, forge: Callable[[Bodies], None]
) -> None:
    """Also where the results of tables don't follow from the forged games, which is another finding."""
    bodies, original = files.bodies, files.bodies
    forge(bodies)
    changed = next(place for place, body in enumerate(bodies) if body != original[place])
    tournament = json.loads(files.record.splitlines()[0])["tournament"]
    ours, theirs = said(tmp_path, b"".join(record_of(tournament, bodies)), files.replays)
    code, words = FORGERIES[forge]
    event, line = bodies[changed]["pub"], changed + 2
    where = f"round {event['round']}, table {event['table']}, game {event['game']}"
    (told,) = [fault for fault in ours.faults if f"line {line}, {where}" in fault.message]
    assert (told.code, words in told.message, ours.verdict) == (code, True, "failed")
    found = theirs["levels"][-1]
    assert (found["level"], found["status"], found["line"]) == ("replays", "failed", line)
    assert found["message"].startswith(where)


def test_a_match_that_the_record_does_not_have_is_named(files: Files, tmp_path: Path) -> None:
    """Of this tournament: a replay of anything else is none of its business."""
    bodies = files.bodies
    started = [body["pub"] for body in bodies if body["type"] == "game_started"]
    match, number = started[-1]["match"], len(bodies)
    started[-1]["match"] = "mt_another"
    tournament = json.loads(files.record.splitlines()[0])["tournament"]
    made = b"".join(record_of(tournament, bodies))
    ours, theirs = said(tmp_path, made, {match: files.replays[match]})
    assert ([fault.code for fault in ours.faults], number) == (["GAME_UNKNOWN"], len(bodies))
    assert f"the record does not have the match {match}" in ours.faults[0].message
    assert f"the record does not have the match {match}" in theirs["levels"][-1]["message"]


def test_a_replay_that_was_forged_too_is_compared_only_where_it_holds(files: Files, tmp_path: Path) -> None:
    match, data = next(iter(files.replays.items()))
    ours, theirs = said(tmp_path, files.record, {match: data.replace(b'"v":3', b'"v":4', 1)})
    assert (ours.compared, theirs.get("compared", 0)) == (0, 0)
