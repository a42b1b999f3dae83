"""What clients recorded of a run, and what the store holds afterwards. Seconds are those of the machine since it began.

The terms are those of Jepsen: an operation is invoked and completed; one that nobody answered may have happened or not.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

import msgspec


class Act(msgspec.Struct, frozen=True, tag="act"):
    """An action that was acknowledged: after it the match is at `version` with the head `hash` (hex).

    It began with the first request for it; the one that was answered took `took` seconds.
    """

    client: str
    match: str
    key: str
    began: float
    ended: float
    version: int
    hash: str
    replayed: bool = False
    server: int = 0
    took: float = 0.0


class Refused(msgspec.Struct, frozen=True, tag="refused"):
    """An action that was refused by the rules, or as one that came too late: it never happened."""

    client: str
    match: str
    key: str
    began: float
    ended: float
    code: str


class Unanswered(msgspec.Struct, frozen=True, tag="unanswered"):
    """An action of which its client never heard: it may have happened or not."""

    client: str
    match: str
    key: str
    began: float
    ended: float


class Read(msgspec.Struct, frozen=True, tag="read"):
    """A state of a match that a replica showed."""

    client: str
    match: str
    began: float
    ended: float
    version: int
    hash: str
    server: int = 0


class Seen(msgspec.Struct, frozen=True, tag="seen"):
    """Events that a watcher was told in one message: their hashes, the first of them at version `first`."""

    client: str
    match: str
    ended: float
    first: int
    hashes: tuple[str, ...]


class Resync(msgspec.Struct, frozen=True, tag="resync"):
    """A watcher was told to begin anew, and why."""

    client: str
    match: str
    ended: float
    reason: str


class Failure(msgspec.Struct, frozen=True, tag="failure"):
    """A request that was answered by an error of the service, or not at all (`status` 0); it is made again."""

    client: str
    began: float
    ended: float
    status: int
    server: int = 0


Operation: TypeAlias = Act | Refused | Unanswered | Read | Seen | Resync | Failure
_decoder = msgspec.json.Decoder(Operation)


def operations(lines: bytes) -> list[Operation]:
    """The operations in JSON lines, each client's in the order of their ends."""
    return [_decoder.decode(line) for line in lines.splitlines()]


class Event(msgspec.Struct, frozen=True):
    """An event as the store holds it. `command` names the command whose batch it is in, `at` is in ms, UTC.

    `due`: when the time of the prompt that it opens is up (ms). `defaulted`: the prompt whose default a clock took.
    """

    version: int
    hash: str
    command: str
    actor: str
    at: int
    batch_end: bool
    acts: bool = False
    due: int | None = None
    defaulted: int | None = None


Chain: TypeAlias = Sequence[Event]
"""The events of one match."""
Chains: TypeAlias = Mapping[str, Chain]


def chain_of(rows: Iterable[tuple[int, bytes, bytes, bool]]) -> list[Event]:
    """The chain of one stream out of (version, hash, body, batch_end)."""
    conceded = set[object]()
    return [_event(version, digest.hex(), json.loads(body), bool(end), conceded) for version, digest, body, end in rows]


def _event(version: int, digest: str, body: dict[str, object], end: bool, conceded: set[object]) -> Event:
    """`conceded` are the seats that have; they are asked nothing any more, and nobody waits for their defaults."""
    kind, at, public = body["type"], body["at"], body["pub"]
    assert isinstance(at, int)
    assert isinstance(public, dict)
    taken = kind == "action_taken"
    if kind == "conceded":
        conceded.add(public["seat"])
    allowed = public.get("allowed") if kind == "prompt_opened" else None
    return Event(
        version,
        digest,
        str(body["command"]),
        str(body["actor"]),
        at,
        end,
        acts=taken and str(body["actor"]).startswith("seat:") and not str(body["command"]).startswith("bot:"),
        due=None if allowed is None else at + int(allowed),
        defaulted=public["prompt"] if taken and public.get("default") and public.get("seat") not in conceded else None,
    )


Troubles: TypeAlias = Sequence[tuple[float, float]]
"""From when to when something went wrong, in the order of their beginnings."""


def latest_news(history: Sequence[Operation], troubles: Troubles = ()) -> float:
    """The longest, in seconds, from an acknowledgement until a watcher of then knew, or from the end of a trouble."""
    ended = {(one.match, one.version): one.ended for one in history if isinstance(one, Act)}
    since: dict[tuple[str, str], float] = {}
    latest = 0.0
    for one in history:
        if isinstance(one, Seen):
            begun = since.setdefault((one.client, one.match), one.ended)
            told = [ended.get((one.match, one.first + place)) for place in range(len(one.hashes))]
            latest = max([latest, *(waited(at, one.ended, troubles) for at in told if at is not None and at > begun)])
    return latest


def latest_answer(history: Sequence[Operation], troubles: Troubles = ()) -> float:
    """The longest, in seconds, that an answer took, or from the end of a trouble."""
    begun = [
        (one.ended - one.took if isinstance(one, Act) else one.began, one.ended)
        for one in history
        if isinstance(one, Act | Read)
    ]
    return max((waited(*times, troubles) for times in begun), default=0.0)


def waited(since: float, until: float, troubles: Troubles) -> float:
    """How much of a time came after the last trouble in it."""
    for began, ended in troubles:
        if began < until:
            since = max(since, min(ended, until))
    return until - since
