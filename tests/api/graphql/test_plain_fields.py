"""PlainFields that are read directly answer what graphql-core would answer, errors too."""

from __future__ import annotations

from typing import Annotated, Any

import pytest
import strawberry
from graphql import Undefined

from api_schema.graphql.plain_fields import read_fields
from api_schema.graphql.render import shared_execution
from api_schema.graphql.schema import Schema
from tests.api.graphql.playing import Ask, table

pytestmark = pytest.mark.anyio
EVERYTHING = """query($id: ID!, $brief: Boolean = false) { match(id: $id) {
  __typename id version status visibility headHash createdAt endsAt practice options
  seats { number taken player name } clock { decision turn bank } pins { rulesVersion }
  state { __typename version resolving phase hash json prompts { id kind mode deadline } table {
    __typename phase active
    pending { kind text seat card } stats { name count } players { ...shown marks zones { ...zone } } zones { ...zone }
  } }
  legalActions { seat prompts {
    prompt { id } actions { token action ruleIds }
    templates { type fixed ruleIds parameters { name kind options @skip(if: $brief) worth } } default
  } }
  events { nodes { __typename id version type at actor causedBy redacted batchEnd text json } }
} }
fragment zone on TableZone { name count cards { id card name counters { name count } } }
fragment shown on TablePlayer { seat inMatch stats { name count } }"""


@strawberry.type
class Part:
    """One of several, of which some may be wrong."""

    name: str | None = "a part"
    size: int = 1


@strawberry.interface
class Named:
    """What has a name, if all is well."""

    name: str = strawberry.field(default_factory=lambda: None)


@strawberry.type
class Cat(Named):
    """One that has one."""

    lives: int = 9


@strawberry.type
class Ship(Named):
    """Another one."""

    tons: int = 1 << 40


@strawberry.type
class Things:
    """One field of each kind, of which some hold what they may not."""

    number: int = 7
    large: int = 1 << 40
    text: str = "words"
    missing: str | None = None
    wrong: str | None = strawberry.UNSET
    words: list[str] = strawberry.field(default_factory=lambda: ["one", "two"])
    gaps: list[str | None] | None = strawberry.field(default_factory=lambda: ["one", None])
    holes: list[str] | None = strawberry.field(default_factory=lambda: ["one", None])
    part: Part = strawberry.field(default_factory=Part)
    no_part: Part | None = None
    parts: list[Part] = strawberry.field(default_factory=lambda: [Part(), Part(name=None)])
    large_parts: list[Part | None] = strawberry.field(default_factory=lambda: [Part(), Part(size=1 << 40)])
    strange: list[Part | None] = strawberry.field(default_factory=lambda: [Part(), object()])

    named: list[Named | None] = strawberry.field(default_factory=lambda: [Cat(name="Tom"), Ship(name="Ann"), None])
    misnamed: list[Named | None] = strawberry.field(default_factory=lambda: [Cat(), Part(), object()])
    either: list[Annotated[Cat | Part, strawberry.union("Either")] | None] = strawberry.field(
        default_factory=lambda: [Cat(name="Tom"), Part(), Ship(name="Ann"), "Tom"]
    )
    cast: Named = strawberry.field(default_factory=lambda: strawberry.cast(Cat, Ship(name="Ann")))
    letters: list[str] | None = strawberry.field(default_factory=lambda: "one")
    error: str | None = strawberry.field(default_factory=lambda: ValueError("no"))
    undefined: str | None = strawberry.field(default_factory=lambda: Undefined)

    @strawberry.field
    def read(self) -> str:
        return self.text

    @strawberry.field
    def fails(self) -> str | None:
        raise ValueError("no")


@strawberry.type
class Query:
    """The root."""

    @strawberry.field
    def things(self) -> Things:
        return Things(wrong=None)


def asked(query: str, *, direct: bool) -> tuple[Any, list[Any]]:
    """Data and errors, with plain fields read directly or not."""
    schema = strawberry.Schema(query=Query)
    schema.execution_context_class = shared_execution(read_fields(schema._schema) if direct else {})
    result = schema.execute_sync(query)
    return result.data, [error.formatted for error in result.errors or ()]


NESTED = (
    "words gaps",
    "holes number",
    "part { name } noPart { name } parts { n: name size }",
    "largeParts { name size }",
    "strange { __typename }",
    "strange { name }",
    "parts { name @include(if: false) ... on Part { size } }",
    "named { name __typename ... on Cat { lives } ... on Named { n: name } }",
    "named { ... on Ship { tons } }",
    "misnamed { __typename }",
    "misnamed { name }",
    "either { __typename ... on Cat { name } ... on Part { size } }",
    "cast { __typename name }",
    "letters number",
    "error text",
    "undefined text",
)


@pytest.mark.parametrize(
    "fields", ["number text missing read wrong", "fails text", "large", "a: number b: read", *NESTED]
)
async def test_leaves_answer_as_resolvers_do(fields: str) -> None:
    query = f"{{ things {{ {fields} }} }}"
    assert asked(query, direct=True) == asked(query, direct=False)


async def test_what_takes_arguments_or_awaits_is_no_plain_field(schema: Schema) -> None:
    assert {("Match", "id"), ("Match", "status"), ("Seat", "name")} <= schema.read_fields.keys()
    assert (
        not {("Match", "state"), ("Match", "game"), ("Query", "match"), ("Mutation", "act")} & schema.read_fields.keys()
    )


async def test_a_match_is_the_same_with_and_without_leaves(schema: Schema, ask: Ask) -> None:
    match, (token, _) = await table(ask)
    with_leaves = await ask(EVERYTHING, token, id=match)
    kept = schema.execution_context_class
    schema.execution_context_class = shared_execution({})
    without = await ask(EVERYTHING, token, id=match)
    schema.execution_context_class = kept
    assert with_leaves == without
    assert with_leaves["match"]["events"]["nodes"]
