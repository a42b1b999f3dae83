"""Records of a match: the place of its replay file, and its audit."""

from __future__ import annotations

import strawberry

from api_schema import replays
from api_schema.graphql.attributes import attribute, reads
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
@reads(history.AuditReport)
class AuditReport:
    """An audit as it goes out."""

    out: strawberry.Private[history.AuditReport]

    ok = attribute("No level failed or diverged.")
    verdict = attribute(
        "FAILED: there is a fault. DIVERGED: there is none, and another release decided the match. NOT_SIGNED,"
        " NOT_VOUCHED: nothing is wrong, and no key of the service has signed it."
    )
    match = attribute()

    @strawberry.field(description="Whose record was checked.")
    def perspective(self) -> Perspective:
        return Perspective.of(self.out.perspective)

    version = attribute("The last version; null unless the chain (L0) holds.")
    head = attribute("The hash chain's head there, hex; null unless the chain (L0) holds.")
    signed_by = attribute("The id of the key that it is signed by.")
    pinned = attribute("That key is one of this service's own.")
    levels = attribute("`store`, then L0 to L4.")
