"""What the archive has lost for ever is named, and keeps nobody from all else; on both stores."""

from __future__ import annotations

import pytest

from service.cli.database import rebuilt
from service.cli.output import BadInput
from service.cli.reports import exit_code, tell
from service.cli.store_checks import audited
from service.history.archive.files import REPLAY
from service.history.verify.report import VerifyReport
from tests.kit.archived import Services, archive_all, drop_rows, finished
from tests.kit.kept import held
from tests.kit.served import ALICE, Served

pytestmark = [pytest.mark.anyio, pytest.mark.each_store]
LOST = 3


@pytest.fixture
async def served(archived: Services) -> Served:
    """A match goes on, and five have left: of these one file is gone, one is cut, and one is another match's.

    The sixth has lost its file and not its rows.
    """
    served = await archived.begin(archive_cache_mb=0)
    await served.started()
    for _ in range(LOST + 2):
        await finished(served)
    await archive_all(served)
    await drop_rows(served.app.store)
    gone, cut, another, whole, _ = sorted(path for path in archived.files() if path.name.endswith(REPLAY))
    gone.unlink()
    cut.write_bytes(cut.read_bytes()[:-100])
    another.write_bytes(whole.read_bytes())
    match = await finished(served)
    there = set(archived.files())
    await archive_all(served)
    for path in set(archived.files()) - there:
        path.unlink()
    await served.app.projector.catch_up()
    assert (await served.app.use_cases.matches.get(ALICE, match)).status == "FINISHED"
    return served


async def test_an_audit_of_all_names_what_is_lost_and_goes_on(
    served: Served, capsys: pytest.CaptureFixture[str]
) -> None:
    reports, positions = await audited(served.app, None, None)
    assert (len(reports), exit_code(reports), positions) == (LOST + 4, 1, 0)
    tell(reports, as_json=False, brief=True)
    told = capsys.readouterr().out
    assert f"{LOST + 4} matches, {LOST} with a fault" in told
    lost, *others = [name for name, report in reports.items() if not report.ok]
    assert all(f"{name}:" in told for name in (lost, *others))
    faulty = [report for report in reports.values() if isinstance(report, VerifyReport) and not report.ok]
    why = [level.message for report in faulty for level in report.bad]
    assert [sum(part in each for each in why) for part in ("lacks an object", "is damaged")] == [1, 2]
    (report,) = (await audited(served.app, lost, None))[0].values()
    assert report == reports[lost]


async def test_a_rebuild_changes_nothing_before_who_runs_it_has_given_up_what_is_lost(
    served: Served, capsys: pytest.CaptureFixture[str]
) -> None:
    tables = [table for book in served.app.projector.projections for table in book.tables]
    before = await held(served.app.store, tables)
    for permitted in (0, LOST - 1):
        with pytest.raises(BadInput, match=rf"lost {LOST} matches.*--leave-out {LOST}"):
            await rebuilt(served.app, None, permitted)
        assert await held(served.app.store, tables) == before
    await rebuilt(served.app, None, LOST)
    told = capsys.readouterr()
    assert "match_list: rebuilt" in told.out
    assert len(set(told.err.splitlines())) == LOST
    after = await held(served.app.store, tables)
    assert (len(before["match_list"]), len(after["match_list"])) == (LOST + 4, 4)
