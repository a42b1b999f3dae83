"""Execution: what is compiled without ceremony, and rendering once for all who see the same.

A subscription's events reach many sockets with the same document. The payload of an update is already the one of its
audience, so two subscribers with the same selection and the same payload get the same bytes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from functools import cached_property
from typing import Any, NamedTuple

import msgspec
from cachetools import LRUCache
from graphql import (
    DocumentNode,
    ExecutionResult,
    FieldNode,
    FragmentDefinitionNode,
    GraphQLObjectType,
    GraphQLSchema,
    Node,
    OperationDefinitionNode,
    VariableNode,
    Visitor,
    print_ast,
    visit,
)
from strawberry.schema.schema import StrawberryGraphQLCoreExecutionContext

from api_schema.graphql.compiled import Compiled, Selections
from api_schema.graphql.context import Info
from api_schema.graphql.plain_fields import ReadFields

PERSONAL = frozenset({"yourMove"})
"""Fields that depend on the caller, not only on the audience."""
KEPT = 512
INTROSPECTIONS = 8
"""Documents whose answers about the schema are kept: each is close to a megabyte."""


class Rendered(dict[str, Any]):
    """Response data that several subscribers share, with its JSON, encoded at most once."""

    @cached_property
    def encoded(self) -> bytes:
        """The data as JSON."""
        return msgspec.json.encode(dict(self))

    @cached_property
    def text(self) -> str:
        """The same as text, which is what sockets take."""
        return self.encoded.decode()

    @cached_property
    def tail(self) -> bytes:
        """The message of a socket with this, from behind the operation's id to its end."""
        return b',"type":"next","payload":{"data":' + self.encoded + b"}}"


class Introspected(Rendered):
    """An answer to introspection, as JSON alone: a hundred thousand objects would be looked at with all garbage. Each
    client learns its own cost, so clients don't share the answer.
    """

    def __init__(self, data: Mapping[str, Any]) -> None:
        super().__init__()
        self.encoded = msgspec.json.encode(data)


def encoded_once(response: Mapping[str, Any]) -> Any:
    """A response whose shared data, if it has any, goes out as the bytes encoded before."""
    data = response.get("data")
    return {**response, "data": msgspec.Raw(data.encoded)} if isinstance(data, Rendered) else response


class Rendering(NamedTuple):
    """The parts beside the update that decide the bytes: the selection and the variables used inside it."""

    selection: str
    variables: str


class _Uses(Visitor):
    """Collects the names of fields and variables below a node."""

    def __init__(self) -> None:
        super().__init__()
        self.fields: set[str] = set()
        self.variables: set[str] = set()

    def enter_field(self, node: FieldNode, *_: Any) -> None:
        self.fields.add(node.name.value)

    def enter_variable(self, node: VariableNode, *_: Any) -> None:
        self.variables.add(node.name.value)


def rendering(info: Info) -> Rendering | None:
    """The rendering that a subscription asks for; None if its result depends on the caller."""
    raw: Any = info._raw_info
    fields: list[FieldNode] = raw.field_nodes
    operation: OperationDefinitionNode = raw.operation
    fragments: dict[str, FragmentDefinitionNode] = raw.fragments
    parts: list[Node] = [field.selection_set for field in fields if field.selection_set]
    parts += [_definition(fragments[name]) for name in sorted(fragments)]
    uses = _Uses()
    for part in parts:
        visit(part, uses)
    if uses.fields & PERSONAL or operation.directives or any(field.directives for field in fields):
        return None
    name = (fields[0].alias or fields[0].name).value
    variables = {name: raw.variable_values.get(name) for name in sorted(uses.variables)}
    return Rendering("\n".join([name, *map(print_ast, parts)]), repr(variables))


def _definition(fragment: Any) -> FragmentDefinitionNode:
    """graphql-core wraps fragments with their signatures."""
    found: FragmentDefinitionNode = getattr(fragment, "definition", fragment)
    return found


def asks_of_schema(operation: OperationDefinitionNode) -> bool:
    """Whether an operation is introspection and nothing else, whatever its variables."""
    fields = operation.selection_set.selections
    return not operation.variable_definitions and all(
        isinstance(field, FieldNode) and field.name.value in ("__schema", "__type") and not field.directives
        for field in fields
    )


class SharedExecution(StrawberryGraphQLCoreExecutionContext):
    """Executes an update that was rendered before by looking it up, and what is compiled by calling it."""

    rendered: LRUCache[object, Rendered]
    introspected: LRUCache[int, tuple[OperationDefinitionNode, Introspected]]
    compiled: Compiled
    selections: Selections | None = None

    @classmethod
    def build(cls, schema: GraphQLSchema, document: DocumentNode, *args: Any, **kwargs: Any) -> Any:
        """An executor for an operation, or the errors why there is none."""
        executor = super().build(schema, document, *args, **kwargs)
        if isinstance(executor, SharedExecution) and not getattr(executor.middleware_manager, "middlewares", ()):
            executor.selections = cls.compiled.selections(document, executor)
        return executor

    def execute_field(
        self, parent_type: GraphQLObjectType, source: Any, field_details_list: Any, path: Any, position_context: Any
    ) -> Any:
        """The value of a field that only reads, with all that is selected in it; all others, and every error, are
        graphql-core's.
        """
        read = None if self.selections is None else self.selections.field(parent_type, field_details_list)
        if read is not None:
            with suppress(Exception):
                return read(source)
        return super().execute_field(parent_type, source, field_details_list, path, position_context)

    def complete_value(
        self, return_type: Any, field_details_list: Any, info: Any, path: Any, result: Any, position_context: Any
    ) -> Any:
        """The same for the value that a resolver has given."""
        complete = None if self.selections is None else self.selections.value(return_type, field_details_list)
        if complete is not None:
            with suppress(Exception):
                return complete(result)
        return super().complete_value(return_type, field_details_list, info, path, result, position_context)

    def execute_operation(self, serially: bool | None = None) -> Any:
        """The result of the operation, shared where the root value says so."""
        pending = getattr(self.root_value, "pending", None)
        if pending is not None and pending.sink is not None:
            pending.sink.executor = self
        key = pending and pending.render_key
        if key is None:
            return (
                self._introspected(serially) if asks_of_schema(self.operation) else super().execute_operation(serially)
            )
        found = self.rendered.get(key)
        if found is None:
            return self._render(key, super().execute_operation(serially))
        return ExecutionResult(found, None)

    def _introspected(self, serially: bool | None) -> Any:
        """Remember answers to introspection: they are always the same, and take long to build."""
        known = self.introspected.get(id(self.operation))
        return self._introspect(serially) if known is None else ExecutionResult(known[1], None)

    async def _introspect(self, serially: bool | None) -> Any:
        """The answer, made beside the loop: the others have their turns meanwhile."""
        result = await asyncio.to_thread(super().execute_operation, serially)
        if isinstance(result, ExecutionResult) and not result.errors and result.data is not None:
            # the operation is kept too, so that nothing else gets its identity
            kept = await asyncio.to_thread(Introspected, result.data)
            self.introspected[id(self.operation)] = self.operation, kept
        return result

    def _render(self, key: object, result: Any) -> Any:
        """Keeps a result without errors; one that must be awaited is nobody else's."""
        if not isinstance(result, ExecutionResult) or result.errors or result.data is None:
            return result
        shared = self.rendered[key] = Rendered(result.data)
        return ExecutionResult(shared, None)


def shared_execution(fields: ReadFields) -> type[SharedExecution]:
    """An executor with a memory of its own, for one schema; `fields` are those that only read."""
    own = {
        "rendered": LRUCache(KEPT),
        "introspected": LRUCache(INTROSPECTIONS),
        "compiled": Compiled(fields),
    }
    return type("SchemaExecution", (SharedExecution,), own)
