"""The typed parameters of paths and queries. Unknown query parameters are refused, so that a typing error is seen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType

from api_schema.input.patterns import MOMENT, TIME, WORDS, one_or_several
from api_schema.ports.matches import EXPANDED, MatchFilter
from api_schema.ports.results import StatisticsFilter

LARGEST = 2**53 - 1
"""The largest integer that goes in: every JSON reader holds it exactly."""
PAGE = 256
"""Events of a full page."""

LAST_VERSION = 1_000_000_000
"""No match has more events."""

CURSOR = "^[A-Za-z0-9_-]{1,400}$"
VERSION_TAG = '^(W/)?"[0-9]{1,9}(-[!#-~]{1,80})?"$'
"""A version, or an entity tag that begins with one."""

Version = Annotated[
    int, Meta(ge=0, le=LAST_VERSION, description="A version of the match: 0 is before its first event.")
]
Hash = Annotated[
    str,
    Meta(
        pattern="^[0-9a-f]{64}$",
        description="The hash of the event `after`, as you know it: if the service has lost that event, in a failover "
        "or by a restore, you are told to begin anew.",
    ),
]
PastVersion = Annotated[int, Meta(ge=1, le=LAST_VERSION, description="The version of an event of the match.")]
SeatNumber = Annotated[int, Meta(ge=0, le=63, description="The number of a seat, from 0.")]
PerspectiveName = Annotated[
    str,
    Meta(
        pattern="^(seat:[0-9]{1,2}|spectator|full)$",
        extra={"words": "has to be `seat:0`, `seat:1` and so on, `spectator` or `full`"},
        description="Perspective: `seat:<n>`, `spectator` or `full`. Default: the caller's seat, else the spectator's.",
    ),
]
MatchId = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,80}$", description="The ID of a match, `mt_...`.")]
DeckId = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,80}$", description="The ID of a saved deck, `dk_...`.")]
WebhookId = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,80}$", description="The ID of a webhook, `wh_...`.")]
CardSetHash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", description="The SHA-256 of its text, hex.")]
RatedPlayer = Annotated[str, Meta(pattern="^[!-~]{1,80}$", description="A reference that stands on the leaderboard.")]
ErrorName = Annotated[str, Meta(pattern="^[a-z-]{1,40}$", description="The code in lower case with hyphens.")]
TokenId = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,80}$", description="The ID of a token.")]
Slug = Annotated[str, Meta(pattern="^[a-z0-9_-]{1,64}$", description="The short name of a game.", examples=["c4"])]
IdempotencyKey = Annotated[
    str,
    Meta(
        pattern="^[!-~]{1,128}$",
        description="Names this intent: a repeated request with the same key gives the first result.",
        examples=["an-example-of-a-key"],
    ),
]
Cursor = Annotated[
    str, Meta(pattern=CURSOR, description="Continue after this cursor: the `endCursor` of the page before.")
]


T = TypeVar("T")


def value_or_none(value: T | UnsetType) -> T | None:
    """The value of an optional parameter, or None."""
    return None if isinstance(value, UnsetType) else value


def page_of(
    name: str, *more: tuple[str, Any, Any], filtered: tuple[type[msgspec.Struct], Mapping[str, Any]]
) -> type[msgspec.Struct]:
    """The parameters of a page of what a filter of a port chooses: its members as an address has them. Left out, they
    are at the filter's defaults, of which a text is told.
    """
    port, forms = filtered
    assert forms.keys() == {*port.__struct_fields__}
    told = {field.name: field.default for field in msgspec.structs.fields(port) if isinstance(field.default, str)}
    chosen = [(at, forms[at], told[at]) if at in told else (at, forms[at] | UnsetType, UNSET) for at in forms]
    members = [("after", Cursor | UnsetType, UNSET), *more, *chosen]
    return msgspec.defstruct(name, members, frozen=True, forbid_unknown_fields=True, rename="camel")


class Empty(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """No parameters."""


class DocumentQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which games a document describes."""

    games: (
        Annotated[
            str,
            Meta(
                pattern="^([a-z0-9_-]{1,64}(,[a-z0-9_-]{1,64}){0,31})?$",
                extra={"words": "has to be slugs of games, commas between"},
                description="The slugs of games, commas between: the document has the types of these alone, and of none"
                " where it is empty. What other games show and take are open objects. Left out: all games.",
            ),
        ]
        | UnsetType
    ) = UNSET


class ErasureQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The confirmation of an erasure."""

    confirm: Annotated[str, Meta(pattern="^[!-~]{1,40}$", description="The word `ERASE`: it can't be undone.")]


class CardsQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which cards."""

    card_set: Annotated[str, Meta(pattern="^[!-~]{1,80}$", description="Only the cards of this set.")] | UnsetType = (
        msgspec.field(default=UNSET, name="set")
    )


class LanguageQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """In which language."""

    language: Annotated[
        str, Meta(pattern="^[a-z]{2,3}$", extra={"words": "has to be a language such as `en`"}, description="BCP 47.")
    ] = "en"


LARGEST_ROUND = 1_000_000
TournamentId = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,80}$", description="The ID of a tournament, `tn_...`.")]
DeckLabel = Annotated[
    str,
    Meta(
        pattern="^[!-~]{1,80}$",
        description="A deck: the ID of a preconstructed one, or `own:` and 12 hex digits. Of matches that are over, and"
        " whose decks everybody may know.",
    ),
]
CardId = Annotated[str, Meta(pattern="^[!-~]{1,80}$", description="The ID of a card that somebody brought; as `deck`.")]
_STATUS = "(OPEN|RUNNING|FINISHED|ABORTED)"
Instant = Annotated[
    str,
    Meta(
        pattern=TIME,
        extra=WORDS,
        description="A time, RFC 3339, exclusive.",
        extra_json_schema=MOMENT,
    ),
]
Flag = Annotated[Literal["true", "false"], Meta(description="`true` or `false`; left out: both.")]


OF_MATCHES: Mapping[str, Any] = {
    "game": Slug,
    "status": Annotated[
        str,
        Meta(
            pattern=f"^{_STATUS}(,{_STATUS}){{0,3}}$",
            description="One of these, commas between.",
            extra=one_or_several(_STATUS),
        ),
    ],
    "visibility": Annotated[Literal["OPEN", "INVITE"], Meta(description="As far as the caller may see.")],
    "mine": Annotated[Literal["true"], Meta(description="Only matches that your account sits in.")],
    "joinable": Flag,
    "practice": Flag,
    "player": Annotated[
        str,
        Meta(
            pattern="^(pl|guest):[0-9a-f]{1,64}$",
            extra={"words": "has to be `pl:` or `guest:` and hex digits"},
            description="A player's reference in a match.",
        ),
    ],
    "entrant": Annotated[
        str,
        Meta(
            pattern="^(en|ld)_[0-9a-z]{1,64}$",
            extra={"words": "has to be a reference `en_...` or `ld_...`"},
            description="An entrant (`en_...`), or a player of leaderboards (`ld_...`) in all rated tournaments.",
        ),
    ],
    "ended_by": Annotated[str, Meta(pattern="^[!-~]{1,40}$", description="The ID of the rule that ended it.")],
    "tournament": TournamentId,
    "round": Annotated[int, Meta(ge=1, le=LARGEST_ROUND, description="A round; needs `tournament`.")],
    "deck": DeckLabel,
    "card": CardId,
    **dict.fromkeys(("created_after", "created_before", "finished_after", "finished_before"), Instant),
    "order": Annotated[
        Literal["NEWEST", "OLDEST", "RECENTLY_UPDATED"],
        Meta(description="RECENTLY_UPDATED: a match comes to the front whenever something happens in it."),
    ],
}
"""How an address has the members of a filter of matches."""

MatchesQuery = page_of(
    "MatchesQuery",
    ("limit", Annotated[int, Meta(ge=1, le=100, description="At most this many matches.")], 20),
    filtered=(MatchFilter, OF_MATCHES),
)
"""Which page of which matches."""

Entrant = Annotated[
    str,
    Meta(
        pattern="^[!-~]{1,80}$",
        description="The reference of an entrant, which lasts through a tournament, or of a player on leaderboards.",
    ),
]
OtherEntrant = Annotated[Entrant, Meta(description="The reference of another one, not the same as `one`.")]
Rows = Annotated[int, Meta(ge=1, le=100, description="At most this many rows.")]
Mode = Annotated[str, Meta(pattern="^[!-~]{1,80}$", description="The value of the game's option `mode`.")]
Since = Annotated[
    str,
    Meta(
        pattern=TIME,
        extra=WORDS,
        description="A time, RFC 3339: matches that were over then, or later.",
        extra_json_schema=MOMENT,
    ),
]
Until = Annotated[
    str,
    Meta(
        pattern=TIME,
        extra=WORDS,
        description="A time, RFC 3339: matches that were over before.",
        extra_json_schema=MOMENT,
    ),
]


OF_RESULTS: Mapping[str, Any] = {"tournament": TournamentId, "mode": Mode, "since": Since, "until": Until}
"""How an address has the members of a filter of results."""
StatisticsQuery = page_of("StatisticsQuery", ("limit", Rows, 20), filtered=(StatisticsFilter, OF_RESULTS))
"""Which page, of which matches."""
MatchupsQuery = page_of(
    "MatchupsQuery",
    ("limit", Rows, 20),
    ("deck", DeckLabel | UnsetType, UNSET),
    filtered=(StatisticsFilter, OF_RESULTS),
)
"""Which page, of which deck, of which matches."""


class HeadToHeadQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which two, in which game, and which page of their matches. They have to be two: not the same one twice."""

    one: Entrant
    other: OtherEntrant
    game: Slug | UnsetType = UNSET
    after: Cursor | UnsetType = UNSET
    limit: Rows = 20


class SavedDecksQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which page of the caller's decks."""

    after: Cursor | UnsetType = UNSET
    limit: Annotated[int, Meta(ge=1, le=50, description="At most this many decks.")] = 20
    game: Slug | UnsetType = UNSET


Season = Annotated[
    str,
    Meta(
        pattern="^[ -~]{1,40}$",
        description="The name of a season. Default: the one that was rated last.",
        examples=["2026"],
    ),
]


class LeaderboardQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which page, of which season."""

    season: Season | UnsetType = UNSET
    after: Cursor | UnsetType = UNSET
    limit: Annotated[int, Meta(ge=1, le=100, description="At most this many rows.")] = 50


class RatingsQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Of which season."""

    season: Season | UnsetType = UNSET


class StateQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which version, as whom."""

    at: PastVersion | UnsetType = UNSET
    perspective: PerspectiveName | UnsetType = msgspec.field(default=UNSET, name="as")


class LegalQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The seat of the actions, and their version. Default: the caller's seat, now."""

    seat: SeatNumber | UnsetType = UNSET
    at: PastVersion | UnsetType = UNSET
    expand: Annotated[
        int, Meta(ge=0, le=EXPANDED, description="At most so many answers to a prompt one by one; 0: all as templates.")
    ] = EXPANDED


class SeatQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which seat. Default: the caller's only one."""

    seat: SeatNumber | UnsetType = UNSET


class EventsQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which events, as whom."""

    after: Version = 0
    limit: Annotated[int, Meta(ge=1, le=PAGE, description="At most this many events.")] = PAGE
    perspective: PerspectiveName | UnsetType = msgspec.field(default=UNSET, name="as")


class ReplayQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """From where, as whom. After a version: only the lines that follow it, without header."""

    after: Version = 0
    perspective: PerspectiveName | UnsetType = msgspec.field(default=UNSET, name="as")


class FramesQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """From which version to which, as whom. Default: from the beginning as far as the match has come."""

    first: PastVersion = msgspec.field(default=1, name="from")
    last: PastVersion | UnsetType = msgspec.field(default=UNSET, name="to")
    perspective: PerspectiveName | UnsetType = msgspec.field(default=UNSET, name="as")
    brief: Annotated[bool, Meta(description="Only the first line has `state` and the hashes.")] = False


class StreamQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """From where, as whom. The header Last-Event-ID goes before `after`."""

    after: Version = 0
    after_hash: Hash | UnsetType = msgspec.field(default=UNSET, name="afterHash")
    perspective: PerspectiveName | UnsetType = msgspec.field(default=UNSET, name="as")
    frames: Annotated[bool, Meta(description="Say with new events what has changed of the frame.")] = False


class InboxQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which page of the inbox."""

    after: Cursor | UnsetType = UNSET
    limit: Annotated[int, Meta(ge=1, le=100, description="At most this many items.")] = 50


class InboxStreamQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """From where. The header Last-Event-ID goes before `after`."""

    after: Cursor | UnsetType = UNSET
