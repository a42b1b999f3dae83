"""The run beside peers, with sizes that tell nothing. A test that is skipped names the peer that is not installed."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from bench.fanout import Fanout
from bench.peers import actions, appending, in_node, installed, page, playing, watching
from bench.peers.__main__ import PARTS
from bench.peers.rows import Absent, NotHere, Pair, Part, Row, Timed, tables
from bench.peers.talk import talking
from bench.servers import Running
from scripts import node

ACTS = actions.Scale(matches=2, rounds=1, at_once=2, moves=1)
NO_NODE = dict.fromkeys(in_node.WHO, "no Node")
HINT = "is not installed here: `make bench-peers` does that"


def needs(peer: str, *, here: bool) -> pytest.MarkDecorator:
    """Skips a test where its peer is not installed."""
    return pytest.mark.skipif(not here, reason=f"{peer} {HINT}")


@pytest.fixture
def no_peers(monkeypatch: pytest.MonkeyPatch) -> None:
    """No package of a peer can be had."""

    def refuse(peer: str) -> None:
        raise NotHere(f"no {peer} today")

    monkeypatch.setattr(installed, "python_packages", refuse)
    monkeypatch.setattr(node, "available", lambda: False)


def whole(part: Part) -> list[str]:
    """Who has a row of figures, all of them above nothing."""
    rows = [row for row in part.rows if isinstance(row, Row)]
    assert all(row.rate > 0 and row.server > 0 for row in rows), rows
    return [row.who for row in rows]


def test_actions_go_every_way_of_ours_beside_a_bare_route(servers: Running) -> None:
    found = asyncio.run(actions.measure(servers, ACTS, {}))
    assert {name: (timed.units, len(timed.latencies)) for name, timed in found.items()} == dict.fromkeys(
        ["bare", *actions.OURS], (2, 2)
    )
    part = actions.part(found, NO_NODE)
    assert whole(part) == [*actions.OURS.values(), actions.BARE]
    assert part.rows[-2:] == [Absent(actions.WORK, who, "no Node") for who in in_node.WHO.values()]
    assert part.pairs[0].best
    assert len(part.pairs) == len(actions.OURS) * len(in_node.WHO) + 1


def test_a_watcher_is_held_against_one_of_the_peer() -> None:
    ours = Fanout(rates={"ours": [10.0], "frames": [20.0]}, work={"ours": [2e-5], "frames": [1e-5]})
    peer = Timed()
    peer.add(100, 2.0, 0.001)
    pairs = watching.part(ours, dict.fromkeys(in_node.WHO, peer), watching.Scale(watchers=3)).pairs
    assert [pair.cells for pair in pairs] == [
        ["delivery to one of 3 watchers: ours over a socket", who, "0.2", "2"] for who in in_node.WHO.values()
    ]
    assert whole(watching.part(ours, NO_NODE, watching.Scale())) == ["ours over a socket", "bare WebSocket handler"]


@pytest.mark.usefixtures("no_peers")
def test_appends_of_ours_are_measured_where_the_peer_is_absent(url: str) -> None:
    part = appending.part(appending.measure(url, seconds=0.05, rounds=1))
    assert whole(part) == ["our store", "our store"]
    assert [row.reason for row in part.rows if isinstance(row, Absent)] == ["no eventsourcing today"] * 2


@pytest.mark.usefixtures("no_peers")
def test_random_play_of_ours_is_measured_where_the_peer_is_absent() -> None:
    part = playing.part(*playing.measure(seconds=0.01, rounds=1))
    assert whole(part) == ["ours, c4"]
    assert "not measured: no open-spiel today" in tables([part])


@pytest.mark.usefixtures("no_peers")
def test_a_machine_without_node_is_told_as_such() -> None:
    with pytest.raises(NotHere, match=r"^this machine has no Node \d+\.\d+ or newer$"), in_node.started("colyseus"):
        pass


def test_what_pip_refuses_is_told_without_an_address(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    failed = subprocess.CompletedProcess([], 1, None, "no wheel at that address")
    monkeypatch.setattr(installed, "HOME", tmp_path)
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: failed)
    with pytest.raises(NotHere, match=r"^pip can't install its packages on this machine$"):
        installed.python_packages("open-spiel")
    assert "no wheel at that address" in capsys.readouterr().err


@pytest.mark.programs
def test_a_peer_that_does_not_run_is_absent() -> None:
    with pytest.raises(NotHere, match="does not run"), talking(sys.executable, "-c", "pass", first={"seconds": 0}):
        pass


@pytest.mark.programs
@needs("a peer in Node", here=installed.has_npm_packages())
@pytest.mark.parametrize("name", in_node.WHO)
def test_a_peer_in_node_plays_and_is_watched(name: str) -> None:
    moves = Timed()
    with in_node.started(name) as peer:
        peer.open(2)
        peer.play(moves, bursts=2, at_once=2)
        seen = watching.theirs(peer, watching.Scale(watchers=2, rounds=1, actions=2))
    assert (moves.units, len(moves.latencies), seen.units) == (4, 4, 4)
    assert min(moves.server, seen.server) > 0


@needs("eventsourcing", here=installed.has("eventsourcing"))
def test_eventsourcing_appends(url: str) -> None:
    part = appending.part(appending.measure(url, seconds=0.05, rounds=1))
    assert whole(part) == ["our store", appending.NAME] * 2


@pytest.mark.programs
@needs("OpenSpiel", here=installed.has("open-spiel"))
def test_openspiel_plays() -> None:
    part = playing.part(*playing.measure(seconds=0.01, rounds=1))
    assert len(whole(part)) == 1 + len(playing.THEIRS)


def test_both_tables_say_how_much_and_how_many_times() -> None:
    ours = Row("act", "ours", 50.0, 1.5, 20.0, 1_600.0, 400.0)
    theirs = Row("act", "theirs", 5_000.0, None, None, 10.0)
    assert tables([Part([ours, theirs], [Pair(ours, theirs, best=True)])]).splitlines()[2::2] == [
        "| act, our best way: ours | theirs | 0.01 | 160 |",
        "| work | who | a second | half within | 99 of 100 within | CPU of the process, each | CPU of Postgres, each |",
        "| act | ours | 50 | 1.5 ms | 20 ms | 1,600 us | 400 us |",
    ]


def test_the_page_keeps_what_people_wrote() -> None:
    before = f"above\n\n{page.BEGIN}\nold\n\n{page.END}\n\nbelow\n"
    assert page.replaced(before, "new") == f"above\n\n{page.BEGIN}\nnew\n\n{page.END}\n\nbelow\n"
    written = page.PAGE.read_text()
    assert page.replaced(page.replaced(written, "new"), "newer") == page.replaced(written, "newer")
    with pytest.raises(ValueError, match="no place"):
        page.replaced("above\nbelow\n", "new")


def test_the_locks_hold_what_each_peer_needs() -> None:
    assert list(PARTS) == ["actions", "appends", "play"]
    for needed in installed.NEEDED.values():
        assert all(installed.version(package) for package in needed)
