"""Uploading a card set of the caller's own."""

from __future__ import annotations

from api_schema.changes import UPLOAD_CARD_SET
from api_schema.graphql import shapes
from api_schema.graphql.mutation_rows import Mutation, payload_with
from api_schema.graphql.outputs import Shape
from api_schema.graphql.request_inputs import PLAIN

MUTATIONS = (
    Mutation(
        UPLOAD_CARD_SET,
        payload_with(
            "CardSetPayload",
            "card_set",
            Shape(shapes.OwnCardSet),
            "The set under its hash; or every fault of the text, in `faults` of the error.",
        ),
        PLAIN.input(
            "CardSetInput", description="The text of a card file for that game.", first={"game": str, "text": str}
        ),
        "Checked, stored once under the hash of its text, never changed. A match names it in `cardSets`.",
    ),
)
