"""Operations that were asked before, answered without graphql-core's execution.

An operation is prepared if it has one field, and if below each value that a resolver gives everything only reads (see
compiled) but for further resolvers outside of lists. The library's own resolvers run, with their arguments. All that is
unusual is left to graphql-core, with the outcome of the one field: nothing is done twice.
"""

from __future__ import annotations

from asyncio import gather
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from inspect import isawaitable
from types import SimpleNamespace
from typing import Any, NamedTuple

from graphql import (
    GraphQLObjectType,
    get_argument_values,
    get_named_type,
    is_abstract_type,
    is_leaf_type,
    is_list_type,
    is_non_null_type,
)
from graphql.execution.values import VariableValues
from strawberry.extensions import SchemaExtension

from api_schema.graphql.compiled import Details, NotPlainError, Selections
from api_schema.graphql.plain_fields import Read


class Running(NamedTuple):
    """An operation as its resolvers see it: a context behind `info`, and the variables."""

    info: Any
    variables: VariableValues

    @classmethod
    def of(cls, context: object, variables: VariableValues) -> Running:
        """An operation with this context."""
        return cls(SimpleNamespace(context=context), variables)


Step = Callable[[Any, Running], Awaitable[Any]]


@dataclass
class Outcome(SchemaExtension):
    """The value that the resolver of the one field has given, or its error. As an extension it tells graphql-core."""

    value: Any = None
    error: Exception | None = None

    def resolve(self, _next: Any, root: Any, info: Any, *args: Any, **kwargs: Any) -> Any:
        """Called for each field: the value of the one at the root, without asking its resolver again."""
        if info.path.prev is not None:
            return _next(root, info, *args, **kwargs)
        if self.error is not None:
            raise self.error
        return self.value


class Prepared(NamedTuple):
    """One operation: how its field is resolved, and how the value is completed."""

    response: str
    resolve: Step
    complete: Step

    async def outcome(self, running: Running) -> Outcome:
        """Resolve the one field."""
        try:
            return Outcome(await self.resolve(None, running))
        except Exception as error:
            return Outcome(error=error)

    async def data(self, outcome: Outcome, running: Running) -> dict[str, Any]:
        """The data of the answer. Raises where graphql-core has to say something."""
        if outcome.error is not None:
            raise outcome.error
        return {self.response: await self.complete(outcome.value, running)}


def prepare(selections: Selections) -> Prepared:
    """Prepare an operation. Raises NotPlainError for one that needs more."""
    root = selections.schema.get_root_type(selections.operation.operation)
    fields = {} if root is None else selections.root(root)
    if root is None or len(fields) != 1:
        raise NotPlainError(selections.operation.operation)
    ((response, details),) = fields.items()
    return Prepared(response, *_parts(selections, root, details))


def _parts(selections: Selections, parent: GraphQLObjectType, details: Details) -> tuple[Step, Step]:
    """How a field is resolved and its value completed."""
    node = details[0].node
    definition = selections.schema.get_field(parent, node.name.value)
    resolve = None if definition is None else definition.resolve
    by_fragment = any(one.defer_usage is not None or one.fragment_variable_values is not None for one in details)
    if definition is None or resolve is None or by_fragment or node.name.value.startswith("__"):
        raise NotPlainError(node.name.value)

    async def resolved(source: Any, running: Running) -> Any:
        found = resolve(source, running.info, **get_argument_values(definition, node, running.variables))
        return await found if isawaitable(found) else found

    return resolved, _completed(selections, definition.type, details)


def _completed(selections: Selections, kind: Any, details: Details) -> Step:
    """How a value is completed: by reading, or, where it is an object, with what its resolvers give."""
    plain = selections.value(kind, details)
    if plain is not None:
        return _reading(plain)
    named, needed = get_named_type(kind), is_non_null_type(kind)
    if is_leaf_type(named) or is_abstract_type(named) or is_list_type(kind.of_type if needed else kind):
        raise NotPlainError(named.name)
    assert isinstance(named, GraphQLObjectType)
    one = _object(selections, named, details)

    async def complete(value: Any, running: Running) -> Any:
        if value is None:
            if needed:
                raise TypeError("null where none may be")
            return None
        return await one(value, running)

    return complete


def _reading(read: Read) -> Step:
    async def complete(value: Any, _: Running) -> Any:
        return read(value)

    return complete


def _object(selections: Selections, kind: GraphQLObjectType, details: Details) -> Step:
    plain: list[tuple[str, Read]] = []
    resolved: list[tuple[str, Step, Step]] = []
    fields = selections.inside(kind, details)
    for response, inner in fields.items():
        read = selections.field(kind, inner)
        if read is None:
            resolved.append((response, *_parts(selections, kind, inner)))
        else:
            plain.append((response, read))
    is_one = selections.check(kind)

    async def one(part: tuple[str, Step, Step], source: Any, running: Running) -> Any:
        return await part[2](await part[1](source, running), running)

    async def complete(source: Any, running: Running) -> dict[str, Any]:
        if not is_one(source):
            raise TypeError("not an object of this type")
        data: dict[str, Any] = dict.fromkeys(fields)
        data.update((response, read(source)) for response, read in plain)
        if len(resolved) == 1:
            data[resolved[0][0]] = await one(resolved[0], source, running)
        else:
            found = await gather(*(one(part, source, running) for part in resolved))
            data.update(zip((part[0] for part in resolved), found, strict=True))
        return data

    return complete
