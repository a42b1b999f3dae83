"""Records of tournaments, and forgeries of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from api_schema.ports.base import ANONYMOUS
from api_schema.ports.tournaments import RulePairing, TournamentPolicy
from eventstore import chain
from service.application.signing import Signer
from service.keys import Keys
from service.tournaments import record_lines as lines
from tests.kit.chance import key
from tests.kit.served import SECRET, serve, sqlite_url
from tests.kit.tournament_desk import hosted
from tests.kit.tournaments import Desk

Bodies = list[dict[str, Any]]
SIGNER = Signer(Keys([SECRET]).derived("signing"))
"""What the services of the tests sign with."""


def bodies_of(desk: Desk) -> Bodies:
    """The events that a desk keeps, as they stand in a record."""
    return [msgspec.json.decode(event.body) for event in desk.stored]


def record_of(tournament: str, bodies: Bodies) -> list[bytes]:
    """The record of these events, under hashes that follow."""
    made, head = [], chain.GENESIS
    for body in bodies:
        text = chain.canonical(body)
        head = chain.link(head, text)
        made.append(msgspec.json.encode(lines.RecordLine(head.hex(), msgspec.Raw(text))) + b"\n")
    return [lines.header_line(tournament, len(bodies), head), *made]


async def played(folder: Path) -> tuple[bytes, ...]:
    """The record of a tournament with hidden decks, a best of three, a warning and somebody who leaves."""
    served = await serve(sqlite_url(folder))
    held = await hosted(served, 4, decks="CLOSED", policy=TournamentPolicy("SWISS", best_of=3, rounds=3))
    await held.start(1)
    await held.play_round()
    gone = next(iter(held.players))
    await held.use.rule(held.organiser, held.id, key(), RulePairing("WARNING", "late", entrant=gone))
    await held.use.drop(held.players[gone], held.id, key(), None)
    for number in (2, 3):
        await held.start(number)
        await held.play_round()
    await held.use.finish(held.organiser, held.id, key())
    file = await held.use.export(ANONYMOUS, held.id, "record.ndjson")
    text = b"".join([part async for part in file.chunks])
    await served.app.stop()
    return tuple(text.splitlines(keepends=True))
