"""`make bench-peers`: run peers beside ours on the same work, and write the tables of docs/peers.md.

make bench-peers                everything, about three minutes
make bench-peers ARGS=appends   only this part of actions, appends, play; prints, writes no page
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack

from uvicorn.loops.auto import auto_loop_factory

from bench.__main__ import migrate_all
from bench.peers import actions, appending, in_node, page, playing, watching
from bench.peers.rows import Part, tables
from bench.servers import running
from service import logs
from tests import services


def of_actions(acts: actions.Scale | None = None, watched: watching.Scale | None = None) -> list[Part]:
    """Accepted actions, and watchers: one process of ours on Postgres and Redis, beside one of each peer."""
    acts, watched = acts or actions.Scale(), watched or watching.Scale()
    with ExitStack() as stack:
        url = stack.enter_context(services.database(stack.enter_context(services.postgres())))
        migrate_all(url)
        found = stack.enter_context(running(url, stack.enter_context(services.redis()), processes=1))
        peers, absent = in_node.beside(stack)
        runner = stack.enter_context(asyncio.Runner(loop_factory=auto_loop_factory()))
        acted = runner.run(actions.measure(found, acts, peers))
        seen = runner.run(watching.ours(found, watched))
        theirs = {name: watching.theirs(peer, watched) for name, peer in peers.items()} | absent
    return [actions.part(acted, absent), watching.part(seen, theirs, watched)]


def of_appends() -> list[Part]:
    """Appends."""
    with services.postgres() as server, services.database(server) as url:
        migrate_all(url)
        return [appending.part(appending.measure(url))]


def of_play() -> list[Part]:
    """Random play."""
    return [playing.part(*playing.measure())]


PARTS: Mapping[str, Callable[[], Sequence[Part]]] = {"actions": of_actions, "appends": of_appends, "play": of_play}


def main() -> int:
    """Measure, print, and write the page if everything was measured."""
    parser = argparse.ArgumentParser(prog="python -m bench.peers")
    parser.add_argument("part", nargs="*", help=f"any of {', '.join(PARTS)}; all if none is named")
    chosen = parser.parse_args().part
    if unknown := set(chosen) - set(PARTS):
        parser.error(f"no part {', '.join(sorted(unknown))}: there are {', '.join(PARTS)}")
    logs.configure("console", "error")
    load = os.getloadavg()[0]
    parts: list[Part] = []
    for name, measure in PARTS.items():
        if not chosen or name in chosen:
            print(f"measuring {name} ...", file=sys.stderr, flush=True)
            parts += measure()
    text = f"{page.machine(load)}\n\n{tables(parts)}"
    print(text)
    if not chosen:
        page.PAGE.write_text(page.replaced(page.PAGE.read_text(), text))
    return 0


if __name__ == "__main__":
    sys.exit(main())
