"""An audit finds what was changed in a store behind its back, says where, and is honest about what it can't find.

docs/event-store.md has the list of what no audit of a store alone can find; the cases are `UNSEEN` here.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID, uuid4

import pytest

from eventstore import chain
from eventstore.open import open_store
from eventstore.store import EventStore
from eventstore.tables import commands, events, match_secrets, shard_log, streams
from service.catalogue.card_sets import CardSetBook
from service.catalogue.catalogue import GameCatalogue
from service.cli import app
from service.cli.output import BadInput
from service.history.audit import Auditor, Caused
from service.history.verify.report import VerifyReport
from service.projections.match_signatures.queries import Signatures
from service.projections.match_signatures.table import match_signatures
from tests import services
from tests.history.stories import VAULT
from tests.history.tampering import Edit, Tamper, without_triggers
from tests.kit import stores
from tests.kit.recorded import CATALOGUE, GAMES, SIGNER, Recorded, Scribe
from tests.kit.served import SECRET, serve
from tests.kit.waiting import PATIENT
from tests.service.test_cli import runner
from tests.toy_game import GAME as TOY

pytestmark = [pytest.mark.anyio, pytest.mark.long]
SOUND = "0 with a fault, 0 decided by another release\n"
INTACT = {"store": "ok", "L0": "ok", "L1": "ok", "L2": "ok", "L3": "ok", "L4": "ok"}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    stores.parametrize(metafunc, "store_url")


@pytest.fixture(scope="module")
def store_url(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """One store of each kind for all cases: every case has matches of its own."""
    with ExitStack() as databases:
        if request.param == "sqlite":
            url = f"sqlite:///{tmp_path_factory.mktemp('audit')}/test.db"
        else:
            server, template = request.getfixturevalue("postgres_server"), request.getfixturevalue("service_template")
            url = databases.enter_context(services.database(server, template))
        services.run(_prepared(url))
        yield url


async def _prepared(url: str) -> None:
    """A service that was here once has made its tables."""
    await (await serve(url)).app.stop()


@pytest.fixture(scope="module")
async def store(store_url: str) -> AsyncIterator[EventStore]:
    opened = await open_store(store_url, PATIENT)
    await without_triggers(opened)
    yield opened
    await opened.close()


def played(*, running: bool) -> Recorded:
    """A match that nobody else has."""
    whole = Scribe(TOY.slug, f"audit {uuid4()}", 2).join(0, "account:a", "owl", "5eed").join(1, "account:b", "fox")
    recorded = whole.play().recorded
    return recorded.until(len(recorded.batches) - 4) if running else recorded


async def put(store: EventStore, recorded: Recorded) -> None:
    """As a service leaves it: with positions, and signed if it is over."""
    await recorded.put_into(store, VAULT)
    while await store.sequence():
        pass
    signature = recorded.signature
    if signature is not None:
        await Signatures(store).keep(recorded.stream, recorded.state.version, recorded.head, signature)


def auditor(store: EventStore) -> Auditor:
    return Auditor(store, CATALOGUE, VAULT, Signatures(store), CardSetBook(store, CATALOGUE, lambda: 0), none_archived)


async def none_archived(stream: UUID) -> Sequence[Caused]:
    return []


async def tampered(store: EventStore, recorded: Recorded, change: Callable[[Tamper], None]) -> VerifyReport:
    """The audit of a match after a change behind the back of the store."""
    await put(store, recorded)
    assert statuses(await auditor(store).audit(recorded.match)) == INTACT
    await store.sql.write(lambda connection: change(Tamper(connection, recorded)))
    return await auditor(store).audit(recorded.match)


def statuses(report: VerifyReport) -> dict[str, str]:
    return {level.level: level.status for level in report.levels}


def of(recorded: Recorded, kind: str, nth: int = 0) -> int:
    """The version of the nth event of a type."""
    return [event.version for event in recorded.events if event.type == kind][nth]


class Case(NamedTuple):
    """A change, the first level that finds it, and at which version (relative to what `at` gives)."""

    change: Callable[[Tamper, int], None]
    level: str
    kind: str = "point_scored"
    offset: int | None = 0


def body_of(tamper: Tamper, at: int, old: str, new: str) -> str:
    body: str = tamper.row(events, at)["body"]
    assert old in body
    return body.replace(old, new, 1)


def swapped(tamper: Tamper, at: int) -> None:
    tamper.change(events, at, version=0)
    tamper.change(events, at + 1, version=at)
    tamper.change(events, 0, version=at + 1)


def inserted(tamper: Tamper, at: int) -> None:
    last = tamper.recorded.state.version
    tamper.insert(events, **tamper.row(events, last) | {"version": last + 1})


def moved_in_the_log(tamper: Tamper, at: int) -> None:
    """Two appends have changed their places in the order that read models follow."""
    one = tamper.row(shard_log, at)
    other = tamper.row(shard_log, one["last_version"] + 1)
    tamper.change(shard_log, at, stamp=0)
    tamper.change(shard_log, other["first_version"], stamp=one["stamp"])
    tamper.change(shard_log, at, stamp=other["stamp"])


def hash_alone(tamper: Tamper, at: int) -> None:
    """Body and hash of one event fit each other, and nothing follows from them."""
    body = body_of(tamper, at, '"seat":', '"seat" :').encode()
    before = tamper.row(events, at - 1)["hash"]
    tamper.change(events, at, body=body.decode(), hash=chain.link(before, body))


OTHER_CARD = '{"seat:0":{"card":"envoy-16"}}'
FOUND = {
    "type": Case(lambda t, at: t.change(events, at, type="card_banned"), "store"),
    "schema": Case(lambda t, at: t.change(events, at, schema=2), "store"),
    "body": Case(lambda t, at: t.change(events, at, body=body_of(t, at, '"seat":', '"seat" :')), "store"),
    "body and its hash": Case(hash_alone, "store", offset=1),
    "private data": Case(lambda t, at: t.change(events, at, private=OTHER_CARD), "store", "card_drawn"),
    "private data gone": Case(lambda t, at: t.change(events, at, private=None), "store", "card_drawn"),
    "private data for another": Case(
        lambda t, at: t.change(events, at, private=t.row(events, at)["private"].replace("seat:0", "seat:1")),
        "store",
        "card_drawn",
    ),
    "private data that is no JSON": Case(lambda t, at: t.change(events, at, private="{"), "store", "card_drawn"),
    "no end of a batch": Case(lambda t, at: t.change(events, at, batch_end=False), "store", "resolution", None),
    "an end inside a batch": Case(lambda t, at: t.change(events, at, batch_end=True), "L2"),
    "time": Case(lambda t, at: t.change(events, at, recorded_at=t.instant(1_600_000_000_000)), "store"),
    "hash": Case(lambda t, at: t.change(events, at, hash=bytes(32)), "store"),
    "a row less": Case(lambda t, at: t.delete(events, at), "store"),
    "the first row less": Case(lambda t, at: t.delete(events, 1), "store", "match_created"),
    "the last row less": Case(lambda t, at: t.delete(events, t.recorded.state.version), "store", offset=None),
    "no rows": Case(lambda t, at: t.delete(events), "store", offset=None),
    "a row more": Case(inserted, "store", offset=None),
    "rows swapped": Case(swapped, "store"),
    "head hash": Case(lambda t, at: t.change(streams, head_hash=bytes(32)), "store", offset=None),
    "head version": Case(lambda t, at: t.change(streams, version=at), "store", offset=None),
    "kind of the stream": Case(lambda t, at: t.change(streams, kind="table"), "store", offset=None),
    "closed": Case(lambda t, at: t.change(streams, closed=not t.row(streams)["closed"]), "store", offset=None),
    "no stream": Case(lambda t, at: t.delete(streams), "store", offset=None),
    "versions of a command": Case(lambda t, at: t.change(commands, at, last_version=at), "store", "action_taken"),
    "beginning of a command": Case(lambda t, at: t.change(commands, at, first_version=at + 1), "store", "action_taken"),
    "no command": Case(lambda t, at: t.delete(commands, at), "store", "action_taken"),
    "no position": Case(lambda t, at: t.delete(shard_log, at), "store", "action_taken"),
    "the position of none": Case(lambda t, at: t.change(shard_log, at, first_version=10_000), "store", "action_taken"),
    "order of the log": Case(moved_in_the_log, "store", "action_taken"),
    "secret": Case(lambda t, at: t.change(match_secrets, secret=b"junk"), "L1", offset=None),
    "another seed": Case(lambda t, at: t.change(match_secrets, secret=VAULT.close(bytes(32))), "store", "seed_added"),
}


@pytest.mark.parametrize("running", [False, True], ids=["over", "running"])
@pytest.mark.parametrize("case", FOUND)
async def test_a_change_of_any_row_is_found(store: EventStore, case: str, running: bool) -> None:
    change, level, kind, offset = FOUND[case]
    recorded = played(running=running)
    at = of(recorded, kind)
    report = await tampered(store, recorded, lambda tamper: change(tamper, at))
    found = report.bad[0]
    assert (found.level, found.status) == (level, "failed"), report.levels
    if offset is not None:
        assert found.version == at + offset, found
    assert not report.ok


def edit_public(body: dict[str, Any], private: dict[str, Any]) -> None:
    body["pub"]["seat"] = 1 - body["pub"]["seat"]


def edit_private(body: dict[str, Any], private: dict[str, Any]) -> None:
    (part,) = private.values()
    part["loadout"]["charm"] = "fox"


def edit_player(body: dict[str, Any], private: dict[str, Any]) -> None:
    body["pub"]["player"] = "account:mallory"


def later(body: dict[str, Any], private: dict[str, Any]) -> None:
    body["at"] += 1


REWRITTEN: dict[str, tuple[str, Edit, str]] = {
    "a public fact": ("point_scored", edit_public, "point_scored"),
    "a secret choice": ("loadout_sealed", edit_private, "sealed"),
}
"""The event that is changed, and the one that no longer follows."""


@pytest.mark.each_store
@pytest.mark.parametrize("case", REWRITTEN)
async def test_rewritten_hashes_do_not_save_a_changed_fact(store: EventStore, case: str) -> None:
    """Every hash from there on is made anew, with the seed itself; the rules, the draws and the signature remain."""
    kind, edit, shows = REWRITTEN[case]

    def rewritten(tamper: Tamper) -> None:
        tamper.rewrite({of(tamper.recorded, kind): edit}, tamper.recorded.seed)

    def unsigned(tamper: Tamper) -> None:
        rewritten(tamper)
        tamper.delete(match_signatures)

    over, going_on, third = played(running=False), played(running=True), played(running=False)
    signed = (await tampered(store, over, rewritten)).bad[0]
    assert (signed.level, signed.status) == ("L0", "failed")
    assert "signature" in signed.message
    for recorded, change in ((going_on, rewritten), (third, unsigned)):
        found = (await tampered(store, recorded, change)).bad
        assert [(level.level, level.version) for level in found] == [("L2", of(recorded, shows))]


async def test_without_the_seed_no_private_part_can_be_rewritten(store: EventStore) -> None:
    recorded = played(running=True)
    at = of(recorded, "loadout_sealed")
    found = (await tampered(store, recorded, lambda tamper: tamper.rewrite({at: edit_private}))).bad
    assert [(level.level, level.version) for level in found] == [("store", at), ("L0", at)]


@pytest.mark.each_store
async def test_a_signature_that_was_changed_is_found(store: EventStore) -> None:
    other = played(running=False).signature
    assert other is not None
    recorded = played(running=False)
    found = (await tampered(store, recorded, lambda t: t.change(match_signatures, value=other.value))).bad
    assert [(level.level, level.status) for level in found] == [("L0", "failed")]


def reopened(tamper: Tamper) -> None:
    tamper.cut(tamper.recorded.batches[-3].events[-1].version)


async def test_a_match_that_was_over_cannot_go_on_under_its_signature(store: EventStore) -> None:
    found = (await tampered(store, played(running=False), reopened)).bad
    assert "signature" in found[0].message


def forgotten(tamper: Tamper) -> None:
    reopened(tamper)
    tamper.delete(match_signatures)


def renamed(tamper: Tamper) -> None:
    tamper.rewrite({of(tamper.recorded, "seat_taken"): edit_player})


def postponed(tamper: Tamper) -> None:
    tamper.rewrite({event.version: later for event in tamper.recorded.batches[-1].events})


def other_keys(tamper: Tamper) -> None:
    at = of(tamper.recorded, "action_taken")
    tamper.change(commands, at, caller="account:mallory", command_id="other", fingerprint=b"other")


UNSEEN = {
    "the tail of a running match": (True, reopened),
    "the tail of a match that is over, with its signature": (False, forgotten),
    "the signature": (False, lambda tamper: tamper.delete(match_signatures)),
    "the secret of a match that is over": (False, lambda tamper: tamper.delete(match_secrets)),
    "who sat down in a running match": (True, renamed),
    "when something happened in a running match": (True, postponed),
    "caller, key and fingerprint of a command": (True, other_keys),
}


@pytest.mark.parametrize("case", UNSEEN)
async def test_what_no_audit_of_the_store_alone_can_find(store: EventStore, case: str) -> None:
    """If one of these is found one day, docs/event-store.md says too much."""
    running, change = UNSEEN[case]
    assert statuses(await tampered(store, played(running=running), change)) == INTACT


async def test_another_true_history_is_found_by_nothing_but_the_signature(store: EventStore) -> None:
    """The seed of a match that is over is known to all: anybody can play it again otherwise, and as true."""
    name = f"audit {uuid4()}"
    one, other = (Scribe(TOY.slug, name, 2).join_all() for _ in range(2))
    other.random.seed("otherwise")
    forged = other.play().recorded
    recorded = one.play().recorded
    await put(store, recorded)
    signature = recorded.signature
    assert signature is not None
    await store.sql.write(lambda connection: _emptied(Tamper(connection, recorded)))
    await forged.put_into(store, VAULT)
    assert statuses(await auditor(store).audit(recorded.match)) == INTACT
    await Signatures(store).keep(recorded.stream, recorded.state.version, recorded.head, signature)
    assert [level.level for level in (await auditor(store).audit(recorded.match)).bad] == ["L0"]


def _emptied(tamper: Tamper) -> None:
    for table in (events, commands, shard_log, streams, match_secrets, match_signatures):
        tamper.delete(table)


async def test_the_keys_that_are_trusted_tell_a_missing_signature(store: EventStore) -> None:
    recorded = played(running=False)
    await tampered(store, recorded, lambda tamper: tamper.delete(match_signatures))
    trusted = [SIGNER.current.id]
    found = (await auditor(store).audit(recorded.match, trusted)).bad
    assert [(level.level, level.message) for level in found] == [("L0", "nobody has signed it")]
    whole = played(running=False)
    await put(store, whole)
    report = await auditor(store).audit(whole.match, trusted)
    assert (report.ok, report.pinned, report.signed_by) == (True, True, trusted[0])


def commanded(*arguments: str) -> tuple[int, str]:
    result = runner.invoke(app, list(arguments), catch_exceptions=False)
    return result.exit_code, result.stdout


async def _c4(url: str) -> list[Recorded]:
    made = [Scribe("c4", f"audited {number}", 2).join_all() for number in range(3)]
    matches = [made[0].play().recorded, made[1].play(9).recorded, made[2].play(9).abort().recorded]
    await _put(url, *matches)
    return matches


async def _put(url: str, *matches: Recorded) -> None:
    store = await open_store(url, PATIENT)
    try:
        for recorded in matches:
            await put(store, recorded)
    finally:
        await store.close()


async def _change(url: str, recorded: Recorded, change: Callable[[Tamper], None]) -> None:
    store = await open_store(url, PATIENT)
    try:
        await without_triggers(store)
        await store.sql.write(lambda connection: change(Tamper(connection, recorded)))
    finally:
        await store.close()


def test_the_command_audits_all_and_names_match_and_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLAYLEDGER_SECRET_KEY", SECRET)
    url = f"sqlite:///{tmp_path}/c4.db"
    services.run(_prepared(url))
    assert commanded("audit", "--all", "--store", url) == (0, f"0 matches, {SOUND}")
    one, running, gone = services.run(_c4(url))
    assert commanded("audit", "--all", "--store", url) == (0, f"3 matches, {SOUND}")
    at = of(running, "card_drawn")
    services.run(_change(url, running, lambda tamper: tamper.change(events, at, hash=bytes(32))))
    services.run(_change(url, gone, lambda tamper: tamper.delete(events)))
    code, said = commanded("audit", "--all", "--store", url)
    assert code == 1
    assert "3 matches, 2 with a fault, 0 decided by another release\n" in said
    assert f"{running.match}: " in said
    assert f"version {at}" in said
    assert f"{gone.match}: " in said
    assert f"{one.match}: " not in said
    assert commanded("audit", one.match, "--store", url)[0] == 0
    assert commanded("audit", running.match, "--store", url)[0] == 1
    code, said = commanded("audit", "--all", "--store", url, "--json")
    told = {report["file"]: report for report in json.loads(said)}
    assert (code, {match for match, report in told.items() if report["ok"]}) == (1, {one.match})
    assert told[running.match]["levels"][0] | {"message": ""} == {
        "level": "store",
        "status": "failed",
        "message": "",
        "line": None,
        "version": at,
    }


VERDICTS = ["diverged", "failed", "not signed", "not vouched"]
EARLIER = replace(GAMES["c4"], rules_version="4.0", progress=lambda state: None)
"""An earlier release of C4, which told nothing of what is being resolved."""


def test_the_command_tells_another_release_from_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLAYLEDGER_SECRET_KEY", SECRET)
    url = f"sqlite:///{tmp_path}/c4.db"
    services.run(_prepared(url))
    catalogue = GameCatalogue({"c4": EARLIER})
    earlier = Scribe("c4", "of an earlier release", 2, catalogue=catalogue).join_all().play(6).concede(0).recorded
    services.run(_put(url, earlier))
    told = "1 matches, 0 with a fault, 1 decided by another release\n"
    assert commanded("audit", "--all", "--store", url) == (3, told)
    code, said = commanded("audit", earlier.match, "--store", url)
    assert (code, "played by rules 4.0, decided again by 4.23" in said) == (3, True)
    code, said = commanded("audit", "--all", "--store", url, "--json")
    (report,) = json.loads(said)
    assert (code, report["ok"], report["verdict"]) == (3, False, "diverged")
    one, *_ = services.run(_c4(url))
    assert commanded("audit", "--all", "--store", url)[0] == 3
    services.run(_change(url, one, lambda tamper: tamper.change(events, of(one, "card_drawn"), hash=bytes(32))))
    code, said = commanded("audit", "--all", "--store", url)
    assert (code, said.splitlines()[-1]) == (1, "4 matches, 1 with a fault, 1 decided by another release")
    assert earlier.match not in said
    code, said = commanded("audit", "--all", "--store", url, "--json")
    assert (code, sorted(report["verdict"] for report in json.loads(said))) == (1, VERDICTS)


def gone_for_good(tamper: Tamper) -> None:
    for table in (shard_log, commands, events, streams, match_secrets):
        tamper.delete(table)


def test_a_match_that_is_gone_in_all_tables_has_left_its_positions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLAYLEDGER_SECRET_KEY", SECRET)
    url = f"sqlite:///{tmp_path}/c4.db"
    services.run(_prepared(url))
    gone, *_ = services.run(_c4(url))
    services.run(_change(url, gone, gone_for_good))
    result = runner.invoke(app, ["audit", "--all", "--store", url], catch_exceptions=False)
    assert (result.exit_code, result.stdout) == (1, f"2 matches, {SOUND}")
    assert f"the log lacks {len(gone.events)} positions" in result.stderr


def test_a_store_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    file = tmp_path / "mistyped.db"
    for command in (["audit", "--all"], ["export", "--all", "--out", str(tmp_path / "out")]):
        with pytest.raises(BadInput, match="there is no store at"):
            runner.invoke(app, [*command, "--store", f"sqlite:///{file}"], catch_exceptions=False)
    assert not file.exists()


@pytest.mark.each_store
async def test_a_match_that_goes_on_while_it_is_audited_has_nothing_wrong(store: EventStore) -> None:
    """Events are appended and move from the queue into the log meanwhile; an audit sees one moment of all that."""
    recorded = played(running=False)
    await recorded.until(1).put_into(store, VAULT)
    reports = [await auditor(store).audit(recorded.match)]
    playing = asyncio.create_task(recorded.put_into(store, VAULT))
    while not playing.done():
        _, report = await asyncio.gather(store.sequence(), auditor(store).audit(recorded.match))
        reports.append(report)
    await playing
    assert [report.bad for report in reports if not report.ok] == []
    assert reports[0].version == 1
