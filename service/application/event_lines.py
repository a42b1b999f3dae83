"""The line of a stored event in files of records and ratings: all that its hash is made from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Self

import msgspec
from msgspec import Meta, Raw

from eventstore import StoredEvent, chain

Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}\\Z")]
Count = Annotated[int, Meta(ge=0)]


class EventBody(msgspec.Struct):
    """The hashed members of an event beside its place."""

    actor: str
    command: str
    pub: Raw


body_of = msgspec.json.Decoder(EventBody).decode
"""The body of a stored event."""


class EventLine(msgspec.Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True, tag_field="k"):
    """An event, and the hash of the chain there."""

    v: Count
    type: str
    schema: Count
    actor: str
    command: str
    at: Count
    pub: Raw
    hash: Hash

    @classmethod
    def of(cls, event: StoredEvent, **more: Any) -> Self:
        """The line of a stored event, with what else this kind of line holds."""
        body = body_of(event.body)
        return cls(
            v=event.version,
            type=event.type,
            schema=event.schema,
            actor=body.actor,
            command=body.command,
            at=event.at,
            pub=body.pub,
            hash=event.hash.hex(),
            **more,
        )

    def hashed(self, owner: str, commits: Mapping[str, str]) -> bytes:
        """The canonical bytes that are hashed, of an event of this match or ladder with these commitments."""
        return chain.body(
            match=owner,
            v=self.v,
            type=self.type,
            schema=self.schema,
            actor=self.actor,
            command=self.command,
            at=self.at,
            pub=self.pub,
            commits=dict(commits),
        )
