"""The typed parameters of the paths and queries of tournaments."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from api_schema.input.patterns import one_or_several
from api_schema.operations.parameters import LAST_VERSION, PAGE, Cursor, Slug
from api_schema.ports.tournaments import EntrantSort

TournamentId = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,80}$", description="The ID of a tournament.")]
Version = Annotated[
    int, Meta(ge=0, le=LAST_VERSION, description="A version of the tournament: 0 is before its first event.")
]
_REFERENCE = "[A-Za-z0-9:._-]{1,64}"
StaffReference = Annotated[
    str, Meta(pattern=f"^{_REFERENCE}$", description="A reference from `staff` of the tournament.")
]
EntrantReference = Annotated[
    str, Meta(pattern=f"^{_REFERENCE}$", description="The reference of an entrant, or `me` for your own.")
]
Round = Annotated[int, Meta(ge=1, le=10_000, description="The number of a round, from 1.")]
Rows = Annotated[int, Meta(ge=1, le=PAGE, description="At most this many rows. A CSV is always whole.")]
NamePart = Annotated[
    str,
    Meta(
        pattern="^[^\\u0000-\\u001f\\u007f-\\u009f]{1,40}$",
        description="A part of the name; neither case nor accents matter.",
        examples=["ada"],
        extra={"words": "has to be 1 to 40 visible characters"},
    ),
]
_STATUS = "(REGISTRATION|RUNNING|FINISHED|CANCELLED)"


class TournamentsQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which page of which tournaments."""

    after: Cursor | UnsetType = UNSET
    limit: Annotated[int, Meta(ge=1, le=50, description="At most this many tournaments.")] = 20
    game: Slug | UnsetType = UNSET
    name: NamePart | UnsetType = UNSET
    status: (
        Annotated[
            str,
            Meta(
                pattern=f"^{_STATUS}(,{_STATUS}){{0,3}}$",
                description="One of these, commas between.",
                extra=one_or_several(_STATUS),
            ),
        ]
        | UnsetType
    ) = UNSET
    mine: (
        Annotated[Literal["true"], Meta(description="Only those that your account has entered, or has a role in.")]
        | UnsetType
    ) = UNSET


class EntrantsQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which page of which entrants."""

    after: Cursor | UnsetType = UNSET
    limit: Rows = PAGE
    name: NamePart | UnsetType = UNSET
    sort: Annotated[EntrantSort, Meta(description="In the order of entering, or of names.")] = "ENTERED"


class PairingsQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which page of the tables of a round. Default: of the round that began last."""

    round: Round | UnsetType = UNSET
    after: Cursor | UnsetType = UNSET
    limit: Rows = PAGE


class StandingsQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="camel"):
    """Which page of which standings. Default: after the last round that is over."""

    after_round: (
        Annotated[int, Meta(ge=0, le=10_000, description="As they were after this round; 0: before the first.")]
        | UnsetType
    ) = UNSET
    bracket: (
        Annotated[Literal["true"], Meta(description="Those of the bracket, whose players stand before everybody else.")]
        | UnsetType
    ) = UNSET
    after: Cursor | UnsetType = UNSET
    limit: Rows = PAGE


class RanksQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which page of the ranks."""

    after: Cursor | UnsetType = UNSET
    limit: Rows = PAGE


class TournamentEventsQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which events."""

    after: Version = 0
    limit: Annotated[int, Meta(ge=1, le=PAGE, description="At most this many events.")] = PAGE


class TournamentStreamQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """From where. The header Last-Event-ID goes before `after`."""

    after: Version = 0


class PairingsStreamQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Of which round, and from where. Default: the round that began last, and the next one when it begins."""

    round: Round | UnsetType = UNSET
    after: Version = 0


class StandingsStreamQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """From where, and how many rows."""

    after: Version = 0
    limit: Annotated[int, Meta(ge=1, le=PAGE, description="At most this many rows.")] = PAGE
