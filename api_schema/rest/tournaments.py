"""The parts of tournaments that REST alone has: the proof of a round, and an entrant that is `me`."""

from __future__ import annotations

from collections.abc import Mapping

from api_schema.operations.http import FILE_NAME
from api_schema.operations.operation import Operation
from api_schema.operations.tournament_entrants import GET_ENTRANT_RECORD
from api_schema.operations.tournament_rounds import GET_ROUND_FILE
from api_schema.rest.caching import as_of
from api_schema.rest.call import ApiCall, Handler
from api_schema.rest.changing import own_or_named
from api_schema.rest.replies import FOR_EVER, Reply, cached


async def file(call: ApiCall) -> Reply:
    """The proof of a round, which never changes."""
    text = await call.use_cases.tournaments.round_file(call.caller, call.path.id, call.path.n)
    name = f"{call.path.id}-round-{call.path.n}.json"
    headers = cached(call, FOR_EVER)
    return Reply(text, headers={**headers, FILE_NAME: f'attachment; filename="{name}"'})


async def record(call: ApiCall) -> Reply:
    """What an entrant did in each round."""
    found = await call.use_cases.tournaments.entrant_record(call.caller, call.path.id, entrant=own_or_named(call))
    return Reply(found, headers=as_of(call, found))


HANDLERS: Mapping[Operation, Handler] = {GET_ROUND_FILE: file, GET_ENTRANT_RECORD: record}
