"""Records of a match: the place of its replay file, and its audit."""

from __future__ import annotations

from typing import Any

import strawberry

from api_schema import replays
from api_schema.graphql import shapes
from api_schema.graphql.perspectives import Perspective
from api_schema.ports import history


@strawberry.type(description="A replay file: one match as one perspective may keep it, checkable without this service.")
class ReplayLink:
    """The place of a file; fetch it over HTTP with the same token."""

    file: strawberry.Private[history.ReplayFile]

    @strawberry.field(description="Its address on this service; asked for with the same token.")
    def url(self) -> str:
        return replays.path_of(self.file.match_id, self.file.perspective)

    @strawberry.field
    def perspective(self) -> Perspective:
        return Perspective.of(self.file.perspective)

    @strawberry.field(description="The version that it ends at now.")
    def version(self) -> int:
        return self.file.version

    @strawberry.field(description="The match is over and revealed: the file never changes.")
    def complete(self) -> bool:
        return self.file.complete

    @strawberry.field
    def media_type(self) -> str:
        return replays.MEDIA


@strawberry.type(
    description="Whether the stored record of a match holds. What is hidden from the caller is not told by it: while"
    " the whole record isn't open to them, levels say whether they hold, and L2 only if it failed."
)
class AuditReport:
    """An audit as it goes out."""

    out: strawberry.Private[history.AuditReport]

    @strawberry.field(description="No level failed or diverged.")
    def ok(self) -> bool:
        return self.out.ok

    @strawberry.field
    def match(self) -> strawberry.ID:
        return strawberry.ID(self.out.match)

    @strawberry.field(description="Whose record was checked.")
    def perspective(self) -> Perspective:
        return Perspective.of(self.out.perspective)

    @strawberry.field(description="The last version; null unless the chain (L0) holds.")
    def version(self) -> int | None:
        return self.out.version

    @strawberry.field(description="The hash chain's head there, hex; null unless the chain (L0) holds.")
    def head(self) -> str | None:
        return self.out.head

    @strawberry.field(description="The id of the key that it is signed by.")
    def signed_by(self) -> str | None:
        return self.out.signed_by

    @strawberry.field(description="That key is one of this service's own.")
    def pinned(self) -> bool:
        return self.out.pinned

    @strawberry.field(graphql_type=list[shapes.AuditLevel], description="`store`, then L0 to L4.")
    def levels(self) -> Any:
        return self.out.levels
