"""The record of a tournament is checked without anybody's help, and every forgery of it is found."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from itertools import permutations
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from api_schema.errors import ApiError
from api_schema.ports.base import ANONYMOUS
from api_schema.ports.tournaments import CutPolicy, PodsPolicy, RulePairing, TournamentPolicy
from service.application.signing import Signer, tournament_message
from service.cli import app
from service.history.tournament_audit import TournamentAuditor
from service.history.verify.tournaments import report_of
from service.tournaments import record
from service.tournaments.record_lines import RecordHeader, signature_line
from tests import services
from tests.kit.chance import CHANCE, key
from tests.kit.served import SECRET, serve, sqlite_url
from tests.kit.tournament_desk import Hosted, hosted
from tests.kit.tournament_record import SIGNER, Bodies, played, record_of

pytestmark = pytest.mark.anyio
KEY = {"PLAYLEDGER_SECRET_KEY": SECRET}


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, ...]:
    """The record of a tournament with hidden decks, a best of three, a warning and somebody who leaves."""
    CHANCE.seed("the record of a tournament")
    return services.run(played(tmp_path_factory.mktemp("record")))


def test_a_record_holds(lines: tuple[bytes, ...], tmp_path: Path) -> None:
    found = record.check(lines)
    assert found.faults == ()
    signed = [number for number, line in enumerate(lines) if b'"signature":{' in line]
    assert (found.complete, found.rounds, found.version) == (True, 3, len(lines) - 1 - len(signed))
    assert [msgspec.json.decode(lines[number - 1])["body"]["type"] for number in signed] == [
        *["round_finished"] * 3,
        "seed_revealed",
    ]
    path = tmp_path / "record.ndjson"
    path.write_bytes(b"".join(lines))
    told = CliRunner().invoke(app, ["verify", str(path)])
    assert (told.exit_code, "3 rounds" in told.output) == (4, True)
    path.write_bytes(b"".join(lines[:-2]))
    told = CliRunner().invoke(app, ["verify", str(path)])
    assert (told.exit_code, "RECORD_ENDS" in told.output) == (1, True)


CUT = CutPolicy(2)
POLICIES = (
    TournamentPolicy("SWISS", rounds=2, cut=CUT),
    TournamentPolicy("ROUND_ROBIN", cut=CUT),
    TournamentPolicy("SINGLE_ELIMINATION"),
    TournamentPolicy("DOUBLE_ELIMINATION"),
    TournamentPolicy("PODS", rounds=2, pods=PodsPolicy(size=3, most=3)),
)


@pytest.mark.parametrize("policy", POLICIES, ids=lambda policy: policy.format)
async def test_the_record_and_the_rounds_of_every_format_hold(policy: TournamentPolicy, tmp_path: Path) -> None:
    served = await serve(sqlite_url(tmp_path))
    held = await hosted(served, 4 if policy.pods is None else 3, decks="CLOSED", policy=policy)
    number = 0
    while not await finished(held):
        number += 1
        await held.start(number)
        await held.play_round()
    paths = [tmp_path / "record.ndjson", *(tmp_path / f"round-{one}.json" for one in range(1, number + 1))]
    file = await held.use.export(ANONYMOUS, held.id, "record.ndjson")
    paths[0].write_bytes(b"".join([part async for part in file.chunks]))
    for one, path in enumerate(paths[1:], 1):
        path.write_bytes(await held.use.round_file(ANONYMOUS, held.id, one))
    audited = await TournamentAuditor(served.app.store, served.app.vault).audit(held.id)
    await served.app.stop()
    assert (audited.faults, audited.complete, audited.rounds) == ((), True, number)
    told = CliRunner().invoke(app, ["verify", *map(str, paths), "--json"])
    assert [one["faults"] for one in msgspec.json.decode(told.stdout)] == [[]] * (number + 1)


async def finished(held: Hosted) -> bool:
    """End it, unless rounds are left to play."""
    try:
        await held.use.finish(held.organiser, held.id, key())
    except ApiError:
        return False
    return True


async def test_a_record_says_who_did_it_also_where_staff_does_it_for_others(tmp_path: Path) -> None:
    served = await serve(sqlite_url(tmp_path))
    held = await hosted(served, 2, check_in=True)
    own = await held.register(held.organiser)
    (first, player), (second, _), _ = held.players.items()
    staff = (await held.shown()).staff[0].id
    await held.use.check_in(player, held.id, key(), None)
    await held.use.check_in(held.organiser, held.id, key(), second)
    await held.use.check_in(held.organiser, held.id, key(), own)
    await held.use.drop(player, held.id, key(), first)
    await held.use.drop(held.organiser, held.id, key(), second)
    await held.use.drop(held.organiser, held.id, key(), None)
    file = await held.use.export(ANONYMOUS, held.id, "record.ndjson")
    lines = b"".join([part async for part in file.chunks]).splitlines(keepends=True)
    bodies = [msgspec.json.decode(line)["body"] for line in lines[-6:]]
    assert [(one["pub"]["entrant"], one["actor"]) for one in bodies] == [
        (first, first),
        (second, staff),
        (own, own),
    ] * 2
    assert record.check(lines).faults == ()
    await served.app.stop()


async def test_a_stored_tournament_is_audited(tmp_path: Path) -> None:
    served = await serve(sqlite_url(tmp_path))
    held = await hosted(served, 3, decks="CLOSED")
    await held.start(1)
    await held.play_round()
    auditor = TournamentAuditor(served.app.store, served.app.vault)
    assert [one async for one in auditor.tournaments()] == [held.id]
    assert (await auditor.audit(held.id)).faults == ()
    await served.app.stop()
    with closing(sqlite3.connect(tmp_path / "test.db")) as tampered:
        names = [row[0] for row in tampered.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")]
        for name in names:
            tampered.execute(f"DROP TRIGGER {name}")
        tampered.execute("UPDATE events SET private = replace(private, 'fox', 'owl') WHERE private IS NOT NULL")
        tampered.commit()
    again = await serve(sqlite_url(tmp_path))
    report = await TournamentAuditor(again.app.store, again.app.vault).audit(held.id)
    await again.app.stop()
    assert {fault.code for fault in report.faults} == {"PART_DIFFERS"}
    audit = partial(CliRunner().invoke, app, ["audit", held.id, "--store", sqlite_url(tmp_path)], env=KEY)
    told = await asyncio.to_thread(audit)
    assert (told.exit_code, "PART_DIFFERS" in told.output) == (1, True)


@pytest.fixture(scope="module")
def ruled(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, ...]:
    """The record of a final that a game loss decides, and whose winner is told to leave after it."""
    CHANCE.seed("the record of a final")
    return services.run(_ruled(tmp_path_factory.mktemp("ruled")))


async def _ruled(folder: Path) -> tuple[bytes, ...]:
    served = await serve(sqlite_url(folder))
    held = await hosted(served, 2, policy=TournamentPolicy("SINGLE_ELIMINATION", best_of=3))
    await held.start(1)
    (table,) = await held.tables()
    winner, loser = (seat.entrant for seat in table.seats)
    await held.concede(loser)
    for call in (
        RulePairing("GAME_LOSS", "slow play", 1, table.table, loser),
        RulePairing("DISQUALIFICATION", "marked cards", entrant=winner),
    ):
        await held.use.rule(held.organiser, held.id, key(), call)
    await held.use.finish(held.organiser, held.id, key())
    file = await held.use.export(ANONYMOUS, held.id, "record.ndjson")
    text = b"".join([part async for part in file.chunks])
    await served.app.stop()
    return tuple(text.splitlines(keepends=True))


def test_a_record_holds_in_which_calls_have_decided(ruled: tuple[bytes, ...]) -> None:
    found = record.check(ruled)
    assert (found.faults, found.complete) == ((), True)


def test_another_winner_than_the_games_and_a_game_loss_say_is_found(ruled: tuple[bytes, ...]) -> None:
    bodies = bodies_of(ruled)
    recorded = bodies[place(bodies, "result_recorded")]["pub"]
    assert recorded["source"] == "ruling"
    recorded["result"] |= {"places": [[1], [0]], "games": [1, 2]}
    assert [fault.code for fault in record.check(forged(ruled, bodies)).faults] == ["RESULT_DIFFERS"]


def test_a_champion_who_was_told_to_leave_is_found(ruled: tuple[bytes, ...]) -> None:
    bodies = bodies_of(ruled)
    ended = bodies[place(bodies, "tournament_finished")]["pub"]
    (_, champion), (_, out) = ended["ranks"]
    ended["ranks"] = [[1, out], [2, champion]]
    assert [fault.code for fault in record.check(forged(ruled, bodies)).faults] == ["RANKS_DIFFER"]


def bodies_of(lines: tuple[bytes, ...]) -> Bodies:
    read = map(msgspec.json.decode, lines[1:])
    return [line["body"] for line in read if "body" in line]


def forged(lines: tuple[bytes, ...], bodies: Bodies) -> list[bytes]:
    """Other bodies for the tournament of a record."""
    return record_of(msgspec.json.decode(lines[0], type=RecordHeader).tournament, bodies)


def place(bodies: Bodies, kind: str) -> int:
    return next(number for number, body in enumerate(bodies) if body["type"] == kind)


def other_result(bodies: Bodies) -> None:
    bodies[place(bodies, "result_recorded")]["pub"]["result"]["places"] = [[1], [0]]
    bodies[place(bodies, "result_recorded")]["pub"]["result"]["games"] = [1, 2]


def other_seed(bodies: Bodies) -> None:
    bodies[-1]["pub"]["seed"] = "00" * 32


def other_round_seed(bodies: Bodies) -> None:
    bodies[place(bodies, "round_started")]["pub"]["proof"]["seed"] = "00" * 32


def other_pairing(bodies: Bodies) -> None:
    proof = bodies[place(bodies, "round_started")]["pub"]["proof"]
    proof["result"]["pairings"][0]["seats"].reverse()


def other_deck(bodies: Bodies) -> None:
    decks = bodies[place(bodies, "decks_revealed")]["pub"]["decks"]
    decks[next(iter(decks))]["precon"] = "owl"


def other_ranks(bodies: Bodies) -> None:
    bodies[place(bodies, "tournament_finished")]["pub"]["ranks"].reverse()


def made_twice(bodies: Bodies) -> None:
    _again(bodies, "tournament_created")


def started_twice(bodies: Bodies) -> None:
    _again(bodies, "tournament_started")


def _again(bodies: Bodies, kind: str) -> None:
    """Right after the event stands the same once more."""
    at = place(bodies, kind)
    bodies.insert(at, dict(bodies[at]))
    for number, body in enumerate(bodies, 1):
        body["v"] = number


def turned(bodies: Bodies) -> None:
    """The last table of the last round goes to the other player, and all follows from that."""
    own = [body["pub"] for body in bodies if body["type"] in ("game_finished", "result_recorded")]
    last = max(event["round"] for event in own)
    table = [event for event in own if event["round"] == last][-1]["result"]["table"]
    for event in own:
        if (event["round"], event.get("table")) == (last, table):
            event["places"].reverse()
        elif event["round"] == last and event["result"]["table"] == table:
            event["result"]["places"].reverse()
            event["result"]["games"].reverse()


def with_ranks(lines: tuple[bytes, ...], bodies: Bodies) -> list[bytes]:
    """The record of these events with the ranks that follow, as a forger finds them."""
    ended = bodies[place(bodies, "tournament_finished")]["pub"]
    for ranks in permutations(who for _, who in ended["ranks"]):
        ended["ranks"] = [[number, who] for number, who in enumerate(ranks, 1)]
        found = forged(lines, bodies)
        if not record.check(found).faults:
            return found
    raise AssertionError("no ranks follow")


def resigned(lines: list[bytes], signer: Signer) -> list[bytes]:
    """A record, signed at its end."""
    header = msgspec.json.decode(lines[0], type=RecordHeader)
    signed = tournament_message(header.tournament, header.last_version, header.head)
    return [*lines, signature_line(signer.sign(signed))]


def test_a_forgery_from_which_all_follows_is_told_by_its_signature_alone(lines: tuple[bytes, ...]) -> None:
    bodies = bodies_of(lines)
    turned(bodies)
    made = with_ranks(lines, bodies)
    assert record.check(made).faults == ()
    assert report_of(record.check(made)).verdict == "not signed"
    trusted = {SIGNER.current.id}
    for told, code in (
        (made, "NOT_SIGNED"),
        ([*made, lines[-1]], "SIGNATURE_BAD"),
        (resigned(made, Signer([bytes(32)])), "SIGNATURE_BAD"),
    ):
        found = record.check(told, trusted)
        assert code in [fault.code for fault in found.faults]
        assert report_of(found, trusted).verdict == "failed"
    by_another = record.check(resigned(made, Signer([bytes(32)])))
    assert report_of(by_another).verdict == "not vouched"


def test_every_signature_holds_and_the_last_one_covers_all(lines: tuple[bytes, ...]) -> None:
    trusted = {SIGNER.current.id}
    report = report_of(record.check(lines, trusted), trusted)
    assert (report.faults, report.verdict, report.signed_by) == ((), "ok", SIGNER.current.id)
    assert report.signed_version == report.version
    at = next(number for number, line in enumerate(lines) if line.startswith(b'{"signature"'))
    version, head = at - 1, msgspec.json.decode(lines[at - 1])["hash"]
    header = msgspec.json.encode(msgspec.structs.replace(record_header(lines), last_version=version, head=head)) + b"\n"
    assert report_of(record.check([header, *lines[1 : at + 1]], trusted), trusted).verdict == "ok"
    rest = record.check([header, *lines[1:at]], trusted)
    assert ([fault.code for fault in rest.faults], rest.line) == (["NOT_SIGNED"], at + 1)
    twice = record.check([*lines, lines[-1]])
    assert ([fault.code for fault in twice.faults], twice.line) == (["SIGNATURE_MISPLACED"], len(lines) + 1)
    elsewhere = record.check([*lines[:2], lines[at], *lines[2:]])
    assert ([fault.code for fault in elsewhere.faults], elsewhere.line) == (["SIGNATURE_BAD"], 3)


def test_a_record_of_0_1_0_holds_and_is_not_signed(lines: tuple[bytes, ...]) -> None:
    header = msgspec.json.encode(msgspec.structs.replace(record_header(lines), version=1)) + b"\n"
    old = [header, *(line for line in lines[1:] if b'"signature":{' not in line)]
    report = report_of(record.check(old))
    assert (report.faults, report.signed_by, report.verdict) == ((), None, "not signed")
    mixed = record.check([header, *lines[1:]])
    assert [fault.code for fault in mixed.faults] == ["SIGNATURE_MISPLACED"]


def record_header(lines: tuple[bytes, ...]) -> RecordHeader:
    return msgspec.json.decode(lines[0], type=RecordHeader)


@pytest.mark.parametrize(
    "spelled",
    [
        lambda line: line.replace(b'{"hash":', b'{ "hash":'),
        lambda line: line.replace(b'{"hash":', b'{"more":1,"hash":'),
        lambda line: line[:-1] + b"\r\n",
        lambda line: b"\n" + line,
        lambda line: line[:-1],
    ],
)
def test_a_line_has_one_spelling(lines: tuple[bytes, ...], spelled: Callable[[bytes], bytes]) -> None:
    changed = b"".join([*lines[:4], spelled(lines[4]), *lines[5:]]).splitlines(keepends=True)
    found = record.check(changed)
    assert ([fault.code for fault in found.faults], found.line) == (["LINE_UNREADABLE"], 5)


def nobody_left(bodies: Bodies) -> None:
    bodies[place(bodies, "tournament_started")]["pub"]["entrants"].pop()


FORGERIES: dict[Callable[[Bodies], None], str] = {
    other_result: "RESULT_DIFFERS",
    other_seed: "SEED_DIFFERS",
    other_round_seed: "SEED_DIFFERS",
    other_pairing: "ROUND_DIFFERS",
    other_deck: "DECK_DIFFERS",
    other_ranks: "RANKS_DIFFER",
    nobody_left: "ENTRANTS_DIFFER",
    made_twice: "EVENT_UNFIT",
    started_twice: "EVENT_UNFIT",
}


@pytest.mark.parametrize("forge", FORGERIES, ids=lambda forge: forge.__name__)
def test_a_forgery_with_a_chain_of_its_own_is_found(lines: tuple[bytes, ...], forge: Callable[[Bodies], None]) -> None:
    bodies = bodies_of(lines)
    forge(bodies)
    found = record.check(forged(lines, bodies))
    assert FORGERIES[forge] in {fault.code for fault in found.faults}


def test_a_changed_line_breaks_the_chain(lines: tuple[bytes, ...]) -> None:
    changed = [lines[0], lines[1].replace(b'"Cup"', b'"Cap"'), *lines[2:]]
    assert [fault.code for fault in record.check(changed).faults] == ["CHAIN_BROKEN"]
    assert [fault.code for fault in record.check([*lines[:2], *lines[3:]]).faults] == ["CHAIN_BROKEN"]
