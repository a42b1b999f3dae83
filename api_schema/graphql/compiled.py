"""Plain data of a document, compiled: from the selection of a field to a function of its value.

A selection is compiled if every field in it only reads its source (see plain_fields), whatever its fragments, aliases
and merged fields: graphql-core collects the fields, once for each type and each choice of `@include` and `@skip`. The
function gives what graphql-core would, or raises; then graphql-core completes the value again, and tells what is wrong.

A compiled selection lives as long as its document, and has at most as many fields as the text of that has characters:
so the bounds of document_cache hold for it too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import cache
from typing import Any, TypeVar
from weakref import finalize

from graphql import (
    DirectiveNode,
    DocumentNode,
    Executor,
    GraphQLObjectType,
    GraphQLSchema,
    OperationDefinitionNode,
    VariableNode,
    Visitor,
    get_named_type,
    is_abstract_type,
    is_interface_type,
    is_introspection_type,
    is_leaf_type,
    visit,
)
from graphql.execution.collect_fields import FieldDetails, collect_fields, collect_subfields
from graphql.execution.values import VariableValues
from strawberry.schema.schema_converter import GraphQLCoreConverter
from strawberry.types.cast import get_strawberry_type_cast

from api_schema.graphql.plain_fields import Read, ReadFields, completed, introspective, leaf

SMALL = 256
"""Characters that every document has at least, for the count of what may be compiled of it."""

T = TypeVar("T")
Details = list[FieldDetails]
Switches = tuple[bool | None, ...]
Parts = tuple[tuple[str, Read, Read], ...]
"""Of an object: the names in the answer, how each is read and completed."""


class NotPlainError(Exception):
    """A selection takes more than reading."""


class Compiled:
    """The compiled selections of each document that lives, for one schema. `fields` are those that only read."""

    def __init__(self, fields: ReadFields) -> None:
        self._types = _Types(fields)
        self._documents: dict[int, _Document] = {}

    def __len__(self) -> int:
        return len(self._documents)

    def fields(self, document: DocumentNode) -> int:
        """How many fields of a document are kept compiled."""
        found = self._documents.get(id(document))
        return 0 if found is None else found.room.taken

    def known(
        self, document: DocumentNode, operation: OperationDefinitionNode, variables: VariableValues
    ) -> Selections | None:
        """The selections of an operation that ran before, with variables that include the same."""
        found = self._documents.get(id(document))
        return None if found is None else found.known(operation, variables)

    def selections(self, document: DocumentNode, executor: Executor[Any]) -> Selections:
        """The selections of an operation that is about to run, with its variables."""
        found = self._documents.get(id(document))
        if found is None:
            found = self._documents[id(document)] = _Document(document)
            finalize(document, self._documents.pop, id(document), None)
        return found.selections(executor, self._types)


class _Types:
    """The part that is the same for all documents of one schema."""

    def __init__(self, fields: ReadFields) -> None:
        self.fields = fields
        self.check, self.finder = cache(type_check), cache(type_finder)
        self._leaves: dict[str, Read] = {}

    def leaf(self, kind: Any) -> Read:
        """How to complete a value that has no fields: the same function for all fields of a type."""
        name = str(kind)
        if name not in self._leaves:
            self._leaves[name] = completed(kind, leaf(get_named_type(kind)))
        return self._leaves[name]


class _Document:
    """The operations of one document, by what their variables include."""

    def __init__(self, document: DocumentNode) -> None:
        uses = _Switches()
        visit(document, uses)
        self._switches = tuple(sorted(uses.names))
        self.room = _Room(max(SMALL, len(document.loc.source.body) if document.loc else 0))
        self.operations: dict[tuple[int, Switches], Selections] = {}

    def known(self, operation: OperationDefinitionNode, variables: VariableValues) -> Selections | None:
        return None if self.room.full else self.operations.get(self._key(operation, variables))

    def selections(self, executor: Executor[Any], types: _Types) -> Selections:
        found = self.known(executor.operation, executor.variable_values)
        if found is None:
            if self.room.full:
                self.operations.clear()
                self.room = _Room(self.room.most)
            self.room.take(1)
            key = self._key(executor.operation, executor.variable_values)
            found = self.operations[key] = Selections(executor, types, self._switches, self.room)
        return found

    def _key(self, operation: OperationDefinitionNode, variables: VariableValues) -> tuple[int, Switches]:
        given = variables.coerced
        return id(operation), tuple(
            value if isinstance(value := given.get(name), bool) else None for name in self._switches
        )


class _Switches(Visitor):
    """The names of the variables that directives ask."""

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()

    def enter_directive(self, node: DirectiveNode, *_: Any) -> None:
        values = [argument.value for argument in node.arguments or ()]
        self.names |= {value.name.value for value in values if isinstance(value, VariableNode)}


class _Room:
    """Room for what is compiled of one document, in fields."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.taken = 0

    @property
    def full(self) -> bool:
        return self.taken > self.most

    def take(self, fields: int) -> None:
        self.taken += fields


class Selections:
    """The selections of one operation, for one choice of what it includes."""

    def __init__(self, executor: Executor[Any], types: _Types, switches: Iterable[str], room: _Room) -> None:
        self.schema = executor.schema
        self._fragments = executor.fragments
        self.operation = executor.operation
        self._variables = _only(executor.variable_values, switches)
        self._types = types
        self._room = room
        self._known: dict[tuple[object, ...], Read | None] = {}
        self._made: list[Any] = []
        self._parts: dict[Parts, Parts] = {}
        """Those of the many types of an interface are the same, mostly."""

    def made(self, make: Callable[[Selections], T]) -> T | None:
        """The operation as `make` makes it of this, once; None if it raises NotPlainError."""
        if not self._made:
            self._room.take(1)
            found = None
            with suppress(NotPlainError):
                found = make(self)
            self._made.append(found)
        made: T | None = self._made[0]
        return made

    def root(self, kind: GraphQLObjectType) -> Mapping[str, Details]:
        """The fields of the operation, by their names in the answer."""
        return collect_fields(self.schema, self._fragments, self._variables, kind, self.operation).grouped_field_set

    def inside(self, kind: GraphQLObjectType, details: Details) -> Mapping[str, Details]:
        """The same of what is selected in a field, whose value is an object of a type."""
        found = collect_subfields(self.schema, self._fragments, self._variables, self.operation, kind, details)
        return found.grouped_field_set

    def check(self, kind: GraphQLObjectType) -> Callable[[Any], bool]:
        """Whether an object is of a type."""
        return self._types.check(kind)

    def field(self, parent: GraphQLObjectType, details: Details) -> Read | None:
        """How to read a field's value in the answer from its source; None if that takes more than reading."""
        name = details[0].node.name.value
        if (parent.name, name) not in self._types.fields:
            return None
        return self._kept((parent, name), details, lambda: self._field(parent, details))

    def value(self, kind: Any, details: Details) -> Read | None:
        """How to complete the value of a field of a type; None if that takes more than reading."""
        return self._kept((kind,), details, lambda: self._complete(kind, details))

    def _kept(self, of: tuple[object, ...], details: Details, make: Callable[[], Read]) -> Read | None:
        key = (*of, *(id(detail.node) for detail in details))
        if key in self._known:
            return self._known[key]
        found: Read | None = None
        with suppress(Exception):  # whatever is wrong with a selection, graphql-core tells it
            found = make()
        if not self._room.full:
            self._room.take(1)
            self._known[key] = found
        return found

    def _field(self, parent: GraphQLObjectType, details: Details) -> Read:
        read, complete = self._part(parent, details)
        return lambda source: complete(read(source))

    def _part(self, parent: GraphQLObjectType, details: Details) -> tuple[Read, Read]:
        """How a field reads its source, and what completes that. Raises NotPlainError where it takes more."""
        name = details[0].node.name.value
        read, definition = self._types.fields.get((parent.name, name)), self.schema.get_field(parent, name)
        if definition is not None and is_introspection_type(parent):
            read = introspective(self.schema, definition, details[0].node)
        if read is None or definition is None or any(detail.defer_usage is not None for detail in details):
            raise NotPlainError(name)
        return read, self._complete(definition.type, details)

    def _complete(self, kind: Any, details: Details) -> Read:
        named: Any = get_named_type(kind)
        if is_leaf_type(named):
            return self._types.leaf(kind)
        one = self._abstract(named, details) if is_abstract_type(named) else self._object(named, details)
        return completed(kind, one)

    def _object(self, kind: GraphQLObjectType, details: Details) -> Read:
        """The same for an object, with all that is selected in it."""
        found = self._kept((kind, "object"), details, lambda: self._read_object(kind, details))
        if found is None:
            raise NotPlainError(kind.name)
        return found

    def _read_object(self, kind: GraphQLObjectType, details: Details) -> Read:
        made = tuple((response, *self._part(kind, inner)) for response, inner in self.inside(kind, details).items())
        parts = self._parts.get(made, made)
        if not self._room.full:
            self._room.take(1 if parts is not made else len(made))
            self._parts[parts] = parts
        is_one = self.check(kind)

        def read_all(source: Any) -> dict[str, Any]:
            if not is_one(source):
                raise TypeError("not an object of this type")
            return {response: complete(read(source)) for response, read, complete in parts}

        return read_all

    def _abstract(self, kind: Any, details: Details) -> Read:
        """The same for an object of any type of an interface or a union; those that come are compiled when they do."""
        type_of = self._types.finder(self.schema, kind)
        by_type: dict[GraphQLObjectType, Read] = {}

        def read_one(source: Any) -> Any:
            found = type_of(source)
            read = by_type.get(found)
            if read is None:
                read = self._object(found, details)
                if not self._room.full:
                    by_type[found] = read
            return read(source)

        return read_one


def _only(given: VariableValues, names: Iterable[str]) -> VariableValues:
    """Some of the variables: what is kept holds on to no others."""
    return VariableValues(*({name: values[name] for name in names if name in values} for values in given))


def type_check(kind: GraphQLObjectType) -> Callable[[Any], bool]:
    """Whether an object is of a type, as its own predicate says; one without any has its class's objects alone."""
    if is_introspection_type(kind):
        return lambda source: True
    predicate: Any = kind.is_type_of
    if predicate is not None:
        return lambda source: predicate(source, None) is True
    origin = _definition(kind).origin
    return lambda source: type(source) is origin


def type_finder(schema: GraphQLSchema, kind: Any) -> Callable[[Any], GraphQLObjectType]:
    """Finds the type of an object that an interface or a union has. Raises where that takes more."""
    possible: list[Any] = list(schema.get_possible_types(kind))
    by_class = {_definition(one).origin: one for one in possible if _is_simple(one)}
    predicates = [] if is_interface_type(kind) else [(one, one.is_type_of) for one in possible if one.is_type_of]

    def find(source: Any) -> GraphQLObjectType:
        found: GraphQLObjectType | None = by_class.get(type(source))
        if found is None:
            found = next((one for one, is_one in predicates if is_one(source, None) is True), None)
        if found is None or get_strawberry_type_cast(source) is not None:
            raise TypeError("not an object of these types")
        return found

    return find


def _definition(kind: GraphQLObjectType) -> Any:
    return kind.extensions[GraphQLCoreConverter.DEFINITION_BACKREF]


def _is_simple(kind: GraphQLObjectType) -> bool:
    """Whether the objects of a type are known by their class."""
    definition = _definition(kind)
    generic = definition.is_graphql_generic or definition.concrete_of
    return definition.name == kind.name and not generic and not definition.is_type_of
