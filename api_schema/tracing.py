"""The trace that a request belongs to, as W3C Trace Context and W3C Baggage write it.

A caller that sends none has none: nothing is made up here. `traceparent` goes into log lines, problems and webhooks;
`baggage` into log lines alone, since it says what the sender chose, and a webhook belongs to somebody else.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextvars import ContextVar, Token
from typing import NamedTuple

NAMES = frozenset({b"traceparent", b"baggage"})
_PARENT = re.compile(rb"(?!ff)([0-9a-f]{2})-((?!0{32})[0-9a-f]{32})-((?!0{16})[0-9a-f]{16})-([0-9a-f]{2})(-[!-~]*)?")
_BAGGAGE = re.compile(rb"[ -~]{1,1024}")
"""The part that is taken of it: each line of the log of a request has it."""


class Trace(NamedTuple):
    """`trace_id` in 32 hex digits, `parent` the `traceparent` in version 00, `baggage` as it was sent or empty."""

    trace_id: str
    parent: str
    baggage: str = ""

    @property
    def logged(self) -> dict[str, str]:
        """The trace in a line of the log."""
        return {"trace_id": self.trace_id, **({"baggage": self.baggage} if self.baggage else {})}


_current: ContextVar[Trace | None] = ContextVar("trace", default=None)


def current() -> Trace | None:
    """That of the request in which this runs."""
    return _current.get()


def enter(trace: Trace) -> Token[Trace | None]:
    """Run under this trace, until `leave`."""
    return _current.set(trace)


def leave(token: Token[Trace | None]) -> None:
    """Run as before."""
    _current.reset(token)


def trace_id() -> str | None:
    """The trace in an error."""
    trace = current()
    return None if trace is None else trace.trace_id


def taken(headers: Sequence[tuple[bytes, bytes]]) -> Trace | None:
    """That of a request with these headers; None for no `traceparent`, several, or one that the standard refuses."""
    given = [pair for pair in headers if pair[0] in NAMES]
    return _read(given) if given else None


def _read(given: list[tuple[bytes, bytes]]) -> Trace | None:
    parents = [value for name, value in given if name == b"traceparent"]
    found = _PARENT.fullmatch(parents[0].strip()) if len(parents) == 1 else None
    # version 00 has four parts; a later one may have more, and is read as 00
    if found is None or (found[1] == b"00" and found[5] is not None):
        return None
    baggage = b",".join(value for name, value in given if name == b"baggage")
    parent = b"-".join((b"00", found[2], found[3], found[4])).decode()
    return Trace(found[2].decode(), parent, baggage.decode() if _BAGGAGE.fullmatch(baggage) else "")
