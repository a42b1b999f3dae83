"""Queries as rows: a read, and what GraphQL says of it that the use case doesn't."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import Enum
from inspect import Parameter, Signature
from operator import attrgetter
from typing import Annotated, Any, NamedTuple

import msgspec.inspect as kinds
import strawberry
from msgspec.structs import replace
from strawberry.parent import StrawberryParent

from api_schema.graphql.context import Info, page_size
from api_schema.graphql.outputs import Shape, retyped
from api_schema.graphql.paging import version_of
from api_schema.graphql.payloads import or_none
from api_schema.graphql.request_inputs import PLAIN, Input
from api_schema.graphql.shapes import TYPES
from api_schema.ports.base import ANONYMOUS
from api_schema.reads import Read

NAMES = {"wanted": "filter"}
"""Arguments that a use case calls otherwise."""
CURSOR = "cursor"
"""The argument of a cursor that is a version, as it is called here."""


class Missing(Enum):
    """The answer where there is no such thing."""

    REFUSED = "null, and the error NOT_FOUND"
    NULL = "null alone"


class Query(NamedTuple):
    """A field that answers a read: a row of the root, or of another type.

    `input` is that of the use case's Struct, as the argument `filter`; the members of it that are `apart` are arguments
    of their own. `names` are those of parameters that the use case calls otherwise, `ids` are ids beside those that are
    called so, `texts` describe arguments. `usual` is how many rows come if `first` is left out, `most` how many may
    come, where the use case doesn't say it.

    `of`: parameters that the field's object knows, by where it has them. `member`: what the answer has for the field.
    `shape`: the type, where it doesn't follow from the answer. `points`, where they aren't those of the read.
    `by_version`: the rows are events, so that a cursor is a version; the argument `after` takes it too.
    """

    read: Read
    name: str
    description: str | None = None
    input: Input | None = None
    apart: Collection[str] = ()
    names: Mapping[str, str] = {}
    ids: Collection[str] = ()
    texts: Mapping[str, str] = {}
    usual: int | None = None
    most: int | None = None
    of: Mapping[str, str] = {}
    missing: Missing | None = None
    member: str | None = None
    shape: Shape | None = None
    points: int | None = None
    by_version: bool = False

    @property
    def price(self) -> int:
        """Points of the field, beside those of its selection."""
        return self.read.points if self.points is None else self.points


def query_fields(rows: Sequence[Query]) -> dict[str, Any]:
    """The fields of a type, by their names."""
    return {row.name: query_field(row) for row in rows}


def query_field(row: Query) -> Any:
    """The field of a row."""
    shape = row.shape or _shape(row)
    convert = shape.convert or _as_it_is
    answer = shape.annotation if row.missing is None else shape.annotation | None
    known = {name: attrgetter(at) for name, at in row.of.items()}

    async def resolve(root: Any, info: Any, **given: Any) -> Any:
        asked = _found(row, info, given | {name: of(root) for name, of in known.items()})
        found = await (or_none(asked) if row.missing is Missing.NULL else asked)
        return None if found is None else convert(found)

    taken = [_taken("root", Annotated[Any, StrawberryParent()]), _taken("info", Info), *_arguments(row)]
    resolve.__signature__ = Signature(taken, return_annotation=answer)  # type: ignore[attr-defined]
    resolve.__annotations__ = {one.name: one.annotation for one in taken} | {"return": answer}
    return strawberry.field(resolver=resolve, name=row.name, description=row.description)


async def _found(row: Query, info: Info, given: dict[str, Any]) -> Any:
    """The answer. The caller is settled before the question."""
    caller = await info.context.caller() if row.read.by_caller else ANONYMOUS
    for name, kind in row.read.structs.items():
        given[name] = _request(row, kind, given.get(name), given)
    if row.by_version and (cursor := given.pop(CURSOR)) is not None:
        given["after"] = version_of(cursor)
    if row.most is not None:
        page_size(given["first"], row.most)
    found = await row.read.do(info.context.use_cases, caller, given)
    return found if row.member is None else getattr(found, row.member)


def _request(row: Query, kind: kinds.StructType, value: Any, given: dict[str, Any]) -> Any:
    """The use case's Struct: of the input, if there is one, and of the arguments beside it."""
    request = kind.cls() if value is None or row.input is None else row.input.read(value)
    apart = {name: given.pop(name) for name in row.apart}
    return replace(request, **{name: getattr(member, "value", member) for name, member in apart.items()})


def _arguments(row: Query) -> Iterator[Parameter]:
    for name, parameter in row.read.parameters.items():
        if name in row.read.structs:
            yield from _members(row, name, row.read.structs[name])
        elif name not in row.of:
            known = name.endswith("_id") or name in row.ids
            kind = retyped(parameter.annotation, strawberry.ID) if known else parameter.annotation
            default = parameter.default if name != "first" or row.usual is None else row.usual
            yield _argument(row, name, kind, default)
    if row.by_version:
        yield _taken(CURSOR, Annotated[str | None, strawberry.argument(name="after")], None)


def _members(row: Query, name: str, kind: kinds.StructType) -> Iterator[Parameter]:
    """The input, which may be left out if all of it may be, and the members that are arguments of their own."""
    if row.input is not None:
        needed = any(field.required for field in kind.fields)
        what = row.input.type if needed else row.input.type | None
        yield _argument(row, name, what, Parameter.empty if needed else None)
    for field in kind.fields:
        if field.name in row.apart:
            found = PLAIN.field(field.name, field)
            default = PLAIN.default(field, found)["default"]
            yield _argument(row, field.name, PLAIN.annotation(field, found), default)


def _argument(row: Query, name: str, kind: Any, default: Any) -> Parameter:
    said = strawberry.argument(name=row.names.get(name, NAMES.get(name)), description=row.texts.get(name))
    return _taken(name, Annotated[kind, said], default)


def _taken(name: str, kind: Any, default: Any = Parameter.empty) -> Parameter:
    return Parameter(name, Parameter.KEYWORD_ONLY, annotation=kind, default=default)


def _shape(row: Query) -> Shape:
    """The type of the answer, or of its member."""
    kind = kinds.type_info(row.read.answer)
    if row.member is not None:
        assert isinstance(kind, kinds.StructType)
        kind = next(field.type for field in kind.fields if field.name == row.member)
    return TYPES.shape(row.name, kind)


def _as_it_is(found: Any) -> Any:
    return found
