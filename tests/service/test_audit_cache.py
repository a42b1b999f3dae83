"""Audits are shared, remembered and bounded; files are checked apart; reports are told by allow-list."""

from __future__ import annotations

import asyncio
import gzip
import itertools
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import pytest

from api_schema.errors import ApiError, ErrorCode
from service.history.audit_cache import AuditCache
from service.history.disclosure import guarded, whole
from service.history.uploads import Uploads
from service.history.verify.report import Level, Status, TooLarge, VerifyReport
from service.history.verify.sources import BytesSource
from tests.kit.served import ALICE, BOB, PAYER, Served
from tests.kit.waiting import until
from tests.toy_game import GAME

pytestmark = pytest.mark.anyio


def report(*levels: Level) -> VerifyReport:
    return VerifyReport("mt_a", "envoys", "full", 7, "ab", "running", None, False, levels)


class Examiner:
    """Counts; finishes when it is let."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.open = asyncio.Event()
        self.fails = False

    async def __call__(self, match: str, upto: int | None) -> VerifyReport:
        self.asked.append(match)
        await self.open.wait()
        if self.fails:
            raise ApiError(ErrorCode.UNAVAILABLE, "the store is away")
        return report()


async def test_who_asks_for_the_same_audit_shares_it_and_later_ones_find_it() -> None:
    examine = Examiner()
    audits = AuditCache(examine)
    asked = [asyncio.create_task(audits.of("mt_a", 7, PAYER)) for _ in range(3)]
    await asyncio.sleep(0)
    asked[0].cancel()
    examine.open.set()
    with pytest.raises(asyncio.CancelledError):
        await asked[0]
    assert await asked[1] is await asked[2] is await audits.of("mt_a", 7, PAYER)
    assert examine.asked == ["mt_a"]
    await audits.of("mt_a", 8, PAYER)
    assert examine.asked == ["mt_a", "mt_a"]


async def test_no_more_audits_wait_than_may() -> None:
    examine = Examiner()
    audits = AuditCache(examine, most=2)
    waiting = [asyncio.create_task(audits.of(match, 1, PAYER)) for match in ("mt_a", "mt_b", "mt_a")]
    await asyncio.sleep(0)
    with pytest.raises(ApiError, match="too many audits are waiting") as refused:
        await audits.of("mt_c", 1, PAYER)
    assert refused.value.code is ErrorCode.UNAVAILABLE
    examine.open.set()
    await asyncio.gather(*waiting)
    await audits.of("mt_c", 1, PAYER)
    assert examine.asked == ["mt_a", "mt_b", "mt_c"]


@dataclass
class Client:
    """A client with so many points."""

    name: str = "alice"
    points: int = 1_000_000
    paid: list[int] = field(default_factory=list)

    def pay(self, points: int) -> None:
        if points > self.points:
            raise ApiError(ErrorCode.RATE_LIMITED, "too few are left")
        self.paid.append(points)


async def test_no_more_audits_of_one_client_wait_than_may() -> None:
    examine = Examiner()
    audits = AuditCache(examine, each=2)
    alice, bob = Client("alice"), Client("bob")
    waiting = [asyncio.create_task(audits.of(match, 1, alice)) for match in ("mt_a", "mt_b")]
    await asyncio.sleep(0)
    with pytest.raises(ApiError, match="that you have asked for") as refused:
        await audits.of("mt_c", 1, alice)
    assert refused.value.code is ErrorCode.UNAVAILABLE
    waiting += [asyncio.create_task(audits.of("mt_a", 1, alice)), asyncio.create_task(audits.of("mt_c", 1, bob))]
    await asyncio.sleep(0)
    examine.open.set()
    await asyncio.gather(*waiting)
    await audits.of("mt_d", 1, alice)
    assert examine.asked == ["mt_a", "mt_b", "mt_c", "mt_d"]


async def test_the_first_who_asks_pays_by_the_length_of_the_match() -> None:
    examine = Examiner()
    audits = AuditCache(examine)
    alice, bob, poor = Client("alice"), Client("bob"), Client("poor", points=9_999)
    with pytest.raises(ApiError) as refused:
        await audits.of("mt_a", 1_200, poor)
    assert (refused.value.code, examine.asked) == (ErrorCode.RATE_LIMITED, [])
    waiting = [asyncio.create_task(audits.of("mt_a", 1_200, who)) for who in (alice, bob, poor)]
    await asyncio.sleep(0)
    examine.open.set()
    await asyncio.gather(*waiting)
    await audits.of("mt_a", 1_200, bob)
    assert (alice.paid, bob.paid, poor.paid) == ([10_000], [], [])
    await audits.of("mt_a", 1_201, bob)
    await audits.of("mt_b", 200, bob)
    assert bob.paid == [10_010, 0]


async def test_a_report_that_was_not_made_is_not_remembered_and_the_oldest_are_forgotten() -> None:
    examine = Examiner()
    examine.open.set()
    audits = AuditCache(examine, kept=2)
    examine.fails = True
    with pytest.raises(ApiError, match="the store is away"):
        await audits.of("mt_a", 1, PAYER)
    examine.fails = False
    for match in ("mt_a", "mt_b", "mt_a", "mt_c", "mt_a", "mt_b"):
        await audits.of(match, 1, PAYER)
    assert examine.asked == ["mt_a", "mt_a", "mt_b", "mt_c", "mt_b"]


async def test_a_stop_lets_go_of_who_waits() -> None:
    audits = AuditCache(Examiner())
    waiting = asyncio.create_task(audits.of("mt_a", 1, PAYER))
    await asyncio.sleep(0)
    await audits.stop()
    with pytest.raises(asyncio.CancelledError):
        await waiting


def test_what_is_guarded_says_the_same_whatever_the_hidden_facts_are() -> None:
    """Two records that differ in hidden facts alone differ in these: texts, places, and whether L2 diverges."""
    texts = ("47 draws and 131 salts", "card_drawn would be another event; you have no Reaction")
    places: tuple[tuple[int | None, int | None], ...] = ((None, None), (31, 28))
    seen = set()
    statuses: tuple[Status, ...] = ("ok", "skipped", "diverged")
    for text, (line, version), status in itertools.product(texts, places, statuses):
        levels = [Level("store", "ok", text), Level("L0", "ok", text)]
        levels += [Level(name, "ok", text, line, version) for name in ("L1", "L3", "L4")]
        told = guarded(report(*levels, Level("L2", status, text, line, version)))
        assert (told.ok, told.verdict) == (True, "NOT_SIGNED")
        seen.add(told)
    assert len(seen) == 1


def test_what_is_guarded_still_says_that_something_fails_and_of_public_levels_where() -> None:
    for name, placed in (("store", True), ("L0", True), ("L1", False), ("L2", False), ("L3", False), ("L4", False)):
        (level,) = guarded(report(Level(name, "failed", "seat 1 holds an owl", 31, 28))).levels
        assert (level.level, level.status) == (name, "FAILED")
        assert "owl" not in level.message
        assert (level.line, level.version) == ((31, 28) if placed else (None, None))


def test_a_level_that_nobody_has_decided_on_stays_closed() -> None:
    (level,) = guarded(report(Level("L9", "ok", "seat 1 holds an owl", 31, 28))).levels
    assert (level.status, level.line) == ("SKIPPED", None)
    assert "owl" not in level.message


def test_numbers_that_a_file_claims_are_told_only_if_every_reader_holds_them() -> None:
    (level,) = whole(report(Level("L0", "failed", "no", 3, 2**60))).levels
    assert (level.line, level.version) == (3, None)


def test_a_file_is_unpacked_as_far_as_the_limits_go() -> None:
    text = b"line\n" * 100
    for data in (text, gzip.compress(text)):
        assert b"".join(BytesSource(data, len(text), 100).lines()) == text
        for limit, most, said in ((len(text) - 1, 100, "larger than 499 bytes"), (len(text), 99, "more than 99 lines")):
            with pytest.raises(TooLarge, match=said) as refused:
                list(BytesSource(data, limit, most).lines())
            assert refused.value.line == 100


async def sent(*chunks: bytes) -> AsyncIterator[bytes]:
    for chunk in chunks:
        yield chunk


async def begun(uploads: Uploads) -> None:
    """A file has come to its check."""
    await until(lambda: uploads._children, "nothing is being checked")


async def never() -> AsyncIterator[bytes]:
    yield b"{"
    await asyncio.Event().wait()


async def test_a_file_that_takes_too_long_is_stopped(served: Served) -> None:
    match = await served.started()
    await served.play_out(match, ALICE, BOB)
    file = await served.app.use_cases.history.replay(ALICE, match, perspective="full")
    lines = [line async for line in file.lines]
    uploads = Uploads([GAME], seconds=0)
    with pytest.raises(ApiError, match="longer than 0 seconds") as refused:
        await uploads.verify(sent(*lines), ())
    assert "limit" in refused.value.details
    with pytest.raises(ApiError, match="did not arrive within 0 seconds"):
        await Uploads([GAME], arrival=0).verify(never(), ())
    patient = Uploads([GAME])
    assert (await patient.verify(sent(*lines), ())).ok
    await patient.stop()
    with pytest.raises(ApiError, match="too many files"):
        await patient.verify(sent(*lines), ())


async def test_a_file_takes_a_place_when_it_is_there(served: Served) -> None:
    """Those that never end keep nobody out, but the bytes that have come of them count."""
    match = await served.started()
    file = await served.app.use_cases.history.replay(ALICE, match)
    whole = b"".join([line async for line in file.lines])
    uploads = Uploads([GAME], waiting=1, room=len(whole) + 3)
    slow = [asyncio.create_task(uploads.verify(never(), ())) for _ in range(3)]
    await until(lambda: uploads._room == len(whole), "the files don't arrive")
    assert (await uploads.verify(sent(whole), ())).ok
    with pytest.raises(ApiError, match="on their way") as refused:
        await uploads.verify(sent(whole, b"\n"), ())
    assert refused.value.code is ErrorCode.UNAVAILABLE
    assert uploads._room == len(whole)
    for one in slow:
        one.cancel()
    await asyncio.gather(*slow, return_exceptions=True)
    assert uploads._room == len(whole) + 3


async def test_a_caller_who_is_cancelled_takes_the_work_along(served: Served) -> None:
    match = await served.started()
    file = await served.app.use_cases.history.replay(ALICE, match)
    lines = [line async for line in file.lines]
    uploads = Uploads([GAME], waiting=1)
    asked = asyncio.create_task(uploads.verify(sent(*lines), ()))
    await begun(uploads)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    assert not uploads._children
    assert (await uploads.verify(sent(*lines), ())).ok


async def test_a_stop_ends_what_is_being_checked(served: Served) -> None:
    match = await served.started()
    file = await served.app.use_cases.history.replay(ALICE, match)
    lines = [line async for line in file.lines]
    uploads = Uploads([GAME])
    asked = asyncio.create_task(uploads.verify(sent(*lines), ()))
    await begun(uploads)
    await uploads.stop()
    with pytest.raises(ApiError, match=r"bytes of memory|nobody waits"):
        await asked
