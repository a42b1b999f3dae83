"""The inputs of mutations, made from the ports' requests: what these take, and their defaults, stand in the schema."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
import msgspec.inspect as kinds
import strawberry

from api_schema.graphql.enums import ENUMS
from api_schema.graphql.inputs import Inputs
from api_schema.graphql.outputs import Shape
from api_schema.ports.tournaments import (
    CreateTournament,
    DeckOrder,
    RegisterEntrant,
    ReportResult,
    RulePairing,
    StartRound,
    TableResultIn,
)
from api_schema.validation import invalid

IDS = frozenset({"deck", "deckId", "entrant", "excused"})
"""Texts that are ids."""
ID_TYPES: Mapping[Any, Any] = {
    str: strawberry.ID,
    str | None: strawberry.ID | None,
    list[str]: list[strawberry.ID],
}
KEY = {"idempotency_key": str}
WHERE = {"tournament_id": strawberry.ID, **KEY}


class TournamentInputs(Inputs):
    """Inputs that are named as their Structs, with the enums of the answers. A null counts as left out."""

    def __init__(self) -> None:
        super().__init__("")
        self.made: dict[type, Shape] = {}

    def field(self, name: str, field: kinds.Field) -> Shape:
        """The shape of a field, which may hold ids."""
        found = super().field(name, field)
        annotation = ID_TYPES.get(found.annotation) if field.encode_name in IDS else None
        return found if annotation is None else Shape(annotation)

    def shape(self, name: str, kind: kinds.Type) -> Shape:
        """The shape of a type."""
        if isinstance(kind, kinds.LiteralType):
            return Shape(ENUMS[frozenset(kind.values)], lambda member: member.value)
        if isinstance(kind, kinds.StructType):
            if kind.cls not in self.made:
                self.made[kind.cls] = self.of(NAMES.get(kind.cls, f"{kind.cls.__name__}Input"), kind.cls)
            return self.made[kind.cls]
        return super().shape(name, kind)

    def of(self, name: str, struct: type[msgspec.Struct], **first: Any) -> Shape:
        """The input of a Struct; its data are without what is null, so that the Struct's default counts."""
        made, convert = super().of(name, struct, **first)
        assert convert is not None
        return Shape(made, lambda value: {key: part for key, part in convert(value).items() if part is not None})

    def default(self, field: kinds.Field, found: Shape) -> dict[str, Any]:
        """The default as the schema can say it."""
        value = field.default
        if isinstance(value, tuple) and value:
            return {"default_factory": lambda: list(value)}
        if isinstance(value, str):
            return {"default": found.annotation(value)}
        return {"default": value} if isinstance(value, int) else super().default(field, found)


Read = Callable[[Any], Any]


def input_of(name: str, struct: type[msgspec.Struct], first: Mapping[str, Any] = WHERE) -> tuple[Any, Read]:
    """The input of a request, with the fields that say where it goes; and what reads the port's request from a value.

    The latter raises INVALID_INPUT where that can't be.
    """
    shape = INPUTS.of(name, struct, **first)

    def read(value: Any) -> Any:
        assert shape.convert is not None
        try:
            return msgspec.convert(shape.convert(value), struct)
        except msgspec.ValidationError as error:
            raise invalid(error, struct) from error

    return shape.annotation, read


NAMES: Mapping[type, str] = {TableResultIn: "PairingResultInput"}
INPUTS = TournamentInputs()
CreateTournamentInput, read_create = input_of("CreateTournamentInput", CreateTournament, KEY)
RegisterEntrantInput, read_register = input_of("RegisterEntrantInput", RegisterEntrant)
ChangeEntrantDeckInput, read_change_deck = input_of("ChangeEntrantDeckInput", DeckOrder)
StartRoundInput, read_start_round = input_of("StartRoundInput", StartRound)
ReportResultInput, read_report = input_of("ReportResultInput", ReportResult)
RulePairingInput, read_rule = input_of("RulePairingInput", RulePairing)


@strawberry.input(description="The code that an organiser has handed out for a role.")
class JoinTournamentStaffInput:
    """A request for a role."""

    tournament_id: strawberry.ID
    idempotency_key: str
    code: str


@strawberry.input(description="The reference whose role ends; a referee's own, or anybody's by an organiser.")
class DismissTournamentStaffInput:
    """A request for an end."""

    tournament_id: strawberry.ID
    idempotency_key: str
    staff: strawberry.ID


@strawberry.input(description="Who is there: the caller, or anybody by an organiser.")
class CheckInEntrantInput:
    """A request for a presence."""

    tournament_id: strawberry.ID
    idempotency_key: str
    entrant: strawberry.ID | None = None


@strawberry.input(description="Who leaves: the caller, or anybody by an organiser.")
class DropEntrantInput:
    """A request for a drop."""

    tournament_id: strawberry.ID
    idempotency_key: str
    entrant: strawberry.ID | None = None


@strawberry.input(description="Why no round begins for now.")
class PauseTournamentInput:
    """A request for a pause."""

    tournament_id: strawberry.ID
    idempotency_key: str
    reason: str = ""


@strawberry.input(description="The tournament that goes on after a pause.")
class ResumeTournamentInput:
    """A request for its end."""

    tournament_id: strawberry.ID
    idempotency_key: str


@strawberry.input(description="Why it ends without a result. The reason is public and stays.")
class CancelTournamentInput:
    """A request for such an end."""

    tournament_id: strawberry.ID
    idempotency_key: str
    reason: str


@strawberry.input(description="The tournament that ends with the ranks as they are.")
class FinishTournamentInput:
    """A request for the end."""

    tournament_id: strawberry.ID
    idempotency_key: str
