"""The fields of reads, made of what their rows say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from inspect import Parameter, Signature
from operator import attrgetter
from typing import Annotated, Any

import msgspec.inspect as kinds
import strawberry
from msgspec.structs import replace
from strawberry.parent import StrawberryParent

from api_schema.graphql.context import Info, page_size
from api_schema.graphql.outputs import Shape, retyped
from api_schema.graphql.paging import version_of
from api_schema.graphql.payloads import or_none
from api_schema.graphql.request_inputs import APART, input_of
from api_schema.graphql.shapes import TYPES
from api_schema.operations.fields import Field, Missing
from api_schema.operations.operation import Operation, Read
from api_schema.ports.base import ANONYMOUS

NAMES = {"wanted": "filter"}
"""Arguments that a use case calls otherwise."""
CURSOR = "cursor"
"""The argument of a cursor that is a version, as it is called here."""


def query_fields(rows: Iterable[Operation]) -> dict[str, Any]:
    """The fields of the root that are reads of these rows, by their names."""
    reads = [(row, row.graphql) for row in rows if isinstance(row, Read)]
    return {said.name: query_field(row) for row, said in reads if said and said.on == "Query"}


def query_field(read: Read, said: Field | None = None, shape: Shape | None = None) -> Any:
    """The field of a read, as its row says it, or as is `said` here. `shape` is the type, where it doesn't follow from
    the answer.
    """
    row = said or read.graphql
    assert row is not None, f"{read.id}: GraphQL has no field of it"
    found = shape or _shape(read, row)
    convert = found.convert or _as_it_is
    answer = found.annotation if row.missing is None else found.annotation | None
    known = {name: attrgetter(at) for name, at in row.of.items()}

    async def resolve(root: Any, info: Any, **given: Any) -> Any:
        asked = _found(read, row, info, given | {name: of(root) for name, of in known.items()})
        found = await (or_none(asked) if row.missing is Missing.NULL else asked)
        return None if found is None else convert(found)

    taken = [_taken("root", Annotated[Any, StrawberryParent()]), _taken("info", Info), *_arguments(read, row)]
    resolve.__signature__ = Signature(taken, return_annotation=answer)  # type: ignore[attr-defined]
    resolve.__annotations__ = {one.name: one.annotation for one in taken} | {"return": answer}
    return strawberry.field(resolver=resolve, name=row.name, description=row.description)


async def _found(read: Read, row: Field, info: Info, given: dict[str, Any]) -> Any:
    """The answer. The caller is settled before the question."""
    caller = await info.context.caller() if read.by_caller else ANONYMOUS
    for name, kind in read.structs.items():
        given[name] = _request(row, kind, given.get(name), given)
    if row.by_version and (cursor := given.pop(CURSOR)) is not None:
        given["after"] = version_of(cursor)
    if row.most is not None:
        page_size(given["first"], row.most)
    found = await read.do(info.context.use_cases, caller, given)
    return found if row.member is None else getattr(found, row.member)


def _request(row: Field, kind: kinds.StructType, value: Any, given: dict[str, Any]) -> Any:
    """The use case's Struct: of the input, if there is one, and of the arguments beside it."""
    request = kind.cls() if value is None or row.input is None else input_of(row.input).read(value)
    apart = {name: given.pop(name) for name in row.apart}
    return replace(request, **{name: getattr(member, "value", member) for name, member in apart.items()})


def _arguments(read: Read, row: Field) -> Iterator[Parameter]:
    for name, parameter in read.parameters.items():
        if name in read.structs:
            yield from _members(row, name, read.structs[name])
        elif name not in row.of:
            known = name.endswith("_id") or name in row.ids
            kind = retyped(parameter.annotation, strawberry.ID) if known else parameter.annotation
            default = parameter.default if name != "first" or row.usual is None else row.usual
            yield _argument(row, name, kind, default)
    if row.by_version:
        yield _taken(CURSOR, Annotated[str | None, strawberry.argument(name="after")], None)


def _members(row: Field, name: str, kind: kinds.StructType) -> Iterator[Parameter]:
    """The input, which may be left out if all of it may be, and the members that are arguments of their own."""
    if row.input is not None:
        needed = any(field.required for field in kind.fields)
        made = input_of(row.input).type
        what = made if needed else made | None
        yield _argument(row, name, what, Parameter.empty if needed else None)
    for field in kind.fields:
        if field.name in row.apart:
            found = APART.field(field.name, field)
            default = APART.default(field, found)["default"]
            yield _argument(row, field.name, APART.annotation(field, found), default)


def _argument(row: Field, name: str, kind: Any, default: Any) -> Parameter:
    said = strawberry.argument(name=row.names.get(name, NAMES.get(name)), description=row.texts.get(name))
    return _taken(name, Annotated[kind, said], default)


def _taken(name: str, kind: Any, default: Any = Parameter.empty) -> Parameter:
    return Parameter(name, Parameter.KEYWORD_ONLY, annotation=kind, default=default)


def _shape(read: Read, row: Field) -> Shape:
    """The type of the answer, or of its member."""
    kind = kinds.type_info(read.answer)
    if row.member is not None:
        assert isinstance(kind, kinds.StructType)
        kind = next(field.type for field in kind.fields if field.name == row.member)
    return TYPES.shape(row.name, kind)


def _as_it_is(found: Any) -> Any:
    return found
