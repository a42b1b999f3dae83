"""Execution: plain fields without ceremony, and rendering once for all who see the same.

A subscription's events reach many sockets with the same document. The payload of an update is already the one of its
audience, so two subscribers with the same selection and the same payload get the same bytes.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import cached_property
from typing import Any, NamedTuple

import msgspec
from cachetools import LRUCache
from graphql import (
    ExecutionResult,
    FieldNode,
    FragmentDefinitionNode,
    GraphQLObjectType,
    Node,
    OperationDefinitionNode,
    VariableNode,
    Visitor,
    get_named_type,
    is_leaf_type,
    print_ast,
    visit,
)
from strawberry.schema.schema import StrawberryGraphQLCoreExecutionContext

from api_schema.graphql.context import Info
from api_schema.graphql.plain_fields import PlainFields, Read, ReadFields, completed

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
    """An answer to introspection. Each client learns its own cost, so clients don't share the answer."""


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
    """Executes an update that was rendered before by looking it up, and plain fields by reading them."""

    rendered: LRUCache[object, Rendered]
    introspected: LRUCache[int, tuple[OperationDefinitionNode, Introspected]]
    plain_fields: PlainFields
    read_fields: ReadFields

    def execute_fields(
        self, parent_type: GraphQLObjectType, source_value: Any, path: Any, grouped_field_set: Any, context: Any
    ) -> Any:
        """The fields of an object that has plain fields alone; everything else, and every error, is graphql-core's."""
        name, plain_fields = parent_type.name, self.plain_fields
        if not getattr(self.middleware_manager, "middlewares", ()):
            with suppress(Exception):
                return {
                    response: plain_fields[name, details[0].node.name.value].of(source_value)
                    for response, details in grouped_field_set.items()
                }
        return super().execute_fields(parent_type, source_value, path, grouped_field_set, context)

    def execute_field(
        self, parent_type: GraphQLObjectType, source: Any, field_details_list: Any, path: Any, position_context: Any
    ) -> Any:
        """The value of a plain field, or of one with nothing but plain fields inside; all others, and every error, are
        graphql-core's.
        """
        key = parent_type.name, field_details_list[0].node.name.value
        known = key in self.plain_fields or key in self.read_fields
        if known and not getattr(self.middleware_manager, "middlewares", ()):
            with suppress(Exception):
                return self._reader(parent_type, field_details_list)(source)
        return super().execute_field(parent_type, source, field_details_list, path, position_context)

    def _reader(self, parent_type: GraphQLObjectType, details: Any) -> Read:
        """What reads a field with all that is selected in it. Raises KeyError where that takes more than reading."""
        name = details[0].node.name.value
        plain = self.plain_fields.get((parent_type.name, name))
        if plain is not None:
            return plain.of
        read, kind = self.read_fields[parent_type.name, name], parent_type.fields[name].type
        inner = get_named_type(kind)
        part = inner.coerce_output_value if is_leaf_type(inner) else self._object_reader(inner, details)
        complete = completed(kind, part)
        return lambda source: complete(read(source))

    def _object_reader(self, kind: Any, details: Any) -> Read:
        """The same for an object: its selection is looked at once, however many of them a list has."""
        selected = self.collect_subfields(kind, details).grouped_field_set
        parts = [(response, self._reader(kind, inner)) for response, inner in selected.items()]
        is_type_of = kind.is_type_of

        def read_all(source: Any) -> dict[str, Any]:
            if is_type_of is not None and is_type_of(source, None) is not True:
                raise TypeError("not an object of this type")
            return {response: read(source) for response, read in parts}

        return read_all

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
        if known is not None:
            return ExecutionResult(known[1], None)
        result = super().execute_operation(serially)
        if isinstance(result, ExecutionResult) and not result.errors and result.data is not None:
            # the operation is kept too, so that nothing else gets its identity
            self.introspected[id(self.operation)] = (self.operation, Introspected(result.data))
        return result

    def _render(self, key: object, result: Any) -> Any:
        """Keeps a result without errors; one that must be awaited is nobody else's."""
        if not isinstance(result, ExecutionResult) or result.errors or result.data is None:
            return result
        shared = self.rendered[key] = Rendered(result.data)
        return ExecutionResult(shared, None)


def shared_execution(plain_fields: PlainFields, read_fields: ReadFields) -> type[SharedExecution]:
    """An executor with a memory of its own, for one schema."""
    own = {
        "rendered": LRUCache(KEPT),
        "introspected": LRUCache(INTROSPECTIONS),
        "plain_fields": plain_fields,
        "read_fields": read_fields,
    }
    return type("SchemaExecution", (SharedExecution,), own)
