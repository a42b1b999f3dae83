"""The caller's own limits, and exports that go out no faster than they allow."""

from __future__ import annotations

from asyncio import sleep
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing

from api_schema.limiting.budgets import Bucket
from api_schema.limiting.report import limits_of
from api_schema.operations import service
from api_schema.operations.operation import Operation
from api_schema.rest.call import ApiCall, Handler
from api_schema.rest.replies import Reply

ROWS = 64
"""Rows of an export that are charged at once."""


async def limits(call: ApiCall) -> Reply:
    """What is left of the caller's budgets."""
    return Reply(limits_of(call.meter, call.client), headers={"Cache-Control": "no-store"})


def _one(line: bytes) -> int:
    return 1


async def paced(
    call: ApiCall, lines: AsyncGenerator[bytes, None], rows: Callable[[bytes], int] = _one
) -> AsyncGenerator[bytes, None]:
    """The lines, as fast as the client's budget of rows refills: a file is slow rather than cut off.

    `rows`: how many rows a piece of the file is.
    """
    left = 0
    async with aclosing(lines):
        async for line in lines:
            left -= rows(line)
            while left < 0:
                wait = call.meter.wait_ms(call.client, Bucket.EXPORT_ROWS, ROWS)
                left += 0 if wait else ROWS
                await sleep(wait / 1000)
            yield line


HANDLERS: Mapping[Operation, Handler] = {service.GET_LIMITS: limits}
