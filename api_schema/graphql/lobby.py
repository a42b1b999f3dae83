"""The mutations of matches before they start, and of practice after them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from operator import attrgetter
from typing import Any

import strawberry
from msgspec.structs import replace

from api_schema.changes import CREATE_MATCH, FORK_MATCH, JOIN_MATCH, LEAVE_MATCH
from api_schema.errors import ApiError
from api_schema.graphql import shapes
from api_schema.graphql.attributes import holding
from api_schema.graphql.context import Info
from api_schema.graphql.match import Match
from api_schema.graphql.mutation_rows import Mutation, asked_by, payload, payload_with
from api_schema.graphql.request_inputs import KEY, PLAIN, RequestInputs
from api_schema.ports.matches import CreateMatch, CreateOut, ForkMatch, ForkOut, JoinMatch, JoinOut

WHERE = {**KEY, "match_id": strawberry.ID}
JOIN = RequestInputs({"deck": strawberry.ID, "deckId": strawberry.ID, "bot": bool}, nullable=False).input(
    "JoinMatchInput",
    JoinMatch,
    "A seat to take (the lowest free one if none is named), with a deck, saved or not, or a loadout.",
    first=WHERE,
    last={"house_bot": shapes.HouseBot | None},
    texts={
        "deck": "A preconstructed deck's id.",
        "deck_id": "The id of a deck that you saved.",
        "loadout": "As the game's loadoutSchema says.",
        "seed": "Mixed into every draw, so nobody chose them alone.",
        "bot": "A program of yours plays.",
        "house_bot": "Give the seat of your own match to the house's bot, with a deck that fits if you name none.",
    },
)


async def _join(info: Info, request: Any) -> JoinOut:
    """A seat taken, by the bot of the house too, which is a member of its own here."""
    asked = asked_by(JOIN, "match_id", request)
    if request.house_bot is not None:
        asked = asked._replace(request=replace(asked.request, bot=request.house_bot.value))
    caller = await info.context.caller()
    with _named_here(request):
        joined: JoinOut = await JOIN_MATCH.do(info.context.use_cases, caller, asked)
    return joined


@contextmanager
def _named_here(request: Any) -> Iterator[None]:
    """A fault of the bot of the house has the place where it stands in this input."""
    try:
        yield
    except ApiError as error:
        if request.house_bot is not None and error.path == ("bot",):
            error.path = ("houseBot",)
        raise


MUTATIONS = (
    Mutation(
        CREATE_MATCH,
        payload("CreateMatchPayload", CreateOut),
        PLAIN.input(
            "CreateMatchInput",
            CreateMatch,
            "A new match. `options` are the game's own; times in ms, 0: no limit.",
            texts={
                "spectator_delay_ms": (
                    "Up to an hour: once the match runs, strangers learn what happens so much later."
                )
            },
        ),
    ),
    Mutation(JOIN_MATCH, payload("JoinMatchPayload", JoinOut, empty=("seat_token",)), JOIN, ask=_join),
    Mutation(
        LEAVE_MATCH,
        payload_with("MatchPayload", "match", holding(Match)),
        PLAIN.input(
            "LeaveMatchInput",
            description="A seat to free again, before the match has started.",
            first={**WHERE, "seat": int},
            reads=attrgetter("seat"),
        ),
        target="match_id",
    ),
    Mutation(
        FORK_MATCH,
        payload("ForkMatchPayload", ForkOut),
        PLAIN.input(
            "ForkMatchInput",
            ForkMatch,
            "A match that is over and hides nothing any more, and the version to go on from.",
            first=WHERE,
        ),
        "Go on from any past version of a match that is over, for practice.",
        "match_id",
    ),
)
