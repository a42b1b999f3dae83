"""The cost of an operation, from its document and variables alone, before anything runs.

A point is an object, ten plain fields, or 25 us of one core. A list counts as long as `first` says, other lists as
SIZE; of fragments on several types the dearest counts, for a thing has one type. A list that the rules of a game keep
small counts as one object with all that is in it. Fields that take longer have a price here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from graphql import (
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLField,
    GraphQLList,
    GraphQLNonNull,
    GraphQLObjectType,
    GraphQLSchema,
    InlineFragmentNode,
    IntValueNode,
    OperationDefinitionNode,
    OperationType,
    SelectionSetNode,
    VariableNode,
    get_named_type,
    is_composite_type,
)
from graphql.type import SchemaMetaFieldDef, TypeMetaFieldDef, TypeNameMetaFieldDef

from api_schema.operations.catalogue import GET_CARDS
from api_schema.operations.lobby import GET_MATCH
from api_schema.operations.operation import Keeps
from api_schema.operations.table import CHANGES, READS
from api_schema.operations.tournament_rounds import GET_ROUNDS
from api_schema.ports.history import AUDIT
from api_schema.ports.matches import EVENT

SIZE = 5
"""The assumed length of a list without `first`."""
TENTHS = 10
"""Everything is counted in tenths of a point."""

PRICES: Mapping[tuple[str, str], int] = {
    **{(said.on, said.name): row.price for row in READS if (said := row.graphql)},
    ("Query", "node"): 10,
    ("Query", "cards"): GET_CARDS.points,
    ("Query", "viewer"): 10,
    ("Game", "cards"): GET_CARDS.points,
    ("Game", "matchCounts"): 20,
    ("Match", "state"): 4,
    ("Match", "legalActions"): 8,
    ("Match", "events"): 10,
    ("Match", "replay"): 50,
    ("Match", "audit"): AUDIT,
    ("EventsAppended", "yourMove"): 8,
    ("Subscription", "matchUpdates"): 50,
    ("Tournament", "rounds"): GET_ROUNDS.points,
    ("PairingGame", "match"): GET_MATCH.points,
    ("Subscription", "tournamentUpdates"): 50,
    ("Subscription", "pairingsUpdates"): 300,
    ("Subscription", "standingsUpdates"): 300,
}
"""Points of a field by type, beside those of its selection."""
EACH: Mapping[tuple[str, str], int] = {("Match", "events"): EVENT}
"""Points of a field for each row that its `first` lets it have, whatever is asked of them."""
SECRET = frozenset(row.graphql.name for row in READS if row.keeps is Keeps.SECRET and row.graphql)
"""Queries whose answer may hold a code. So may that of every mutation but `act`."""
BOUNDED = frozenset({"Table", "Prompt", "LegalActionSet"})
"""Types that a game bounds, not the query: one of them, or a list of them, is one object. An alias inside can ask for
the same again, so what has one is counted like everything else.
"""
WRITES: Mapping[str, int] = {row.id: row.cost(None) for row in CHANGES}
"""Units of the budget for writing, by mutation."""
PAST = 40
"""Points of `atVersion`: a past version is folded."""
META = {"__schema": SchemaMetaFieldDef, "__type": TypeMetaFieldDef, "__typename": TypeNameMetaFieldDef}

Variables = Mapping[str, Any]
Amount = int | Callable[[Variables], int]
"""A number, or what gives it when the variables are known."""


class OperationCost(NamedTuple):
    """The cost of one operation: of its data, and of what it asks of the schema itself, in tenths of a point.

    `acts` and `writes` are units of these budgets, before the size of the payload is added. `secret`: the answer may
    hold a token, a code or a secret.
    """

    data: Amount
    schema: Amount
    acts: int = 0
    writes: int = 0
    secret: bool = False

    def points(self, variables: Variables) -> int:
        """The cost of the data in points."""
        return -(-_value(self.data, variables) // TENTHS)


class CostEstimator:
    """Estimates the operations of one valid document."""

    def __init__(self, schema: GraphQLSchema, fragments: Mapping[str, FragmentDefinitionNode]) -> None:
        self._schema = schema
        self._fragments = fragments
        self._defaults: dict[str, int] = {}

    def operation(self, operation: OperationDefinitionNode) -> OperationCost:
        """The cost of an operation."""
        root = self._schema.get_root_type(operation.operation)
        for variable in operation.variable_definitions or ():
            if isinstance(variable.default_value, IntValueNode):
                self._defaults[variable.variable.name.value] = int(variable.default_value.value)
        parts = _split(self._flat(operation.selection_set))
        if root is None:
            return OperationCost(0, 0)
        data = _sum([self._field(node, root, None) for node in parts[0]])
        schema = _sum([self._field(node, root, None) for node in parts[1]])
        names = [node.name.value for node in parts[0] if node.name.value != "__typename"]
        if operation.operation is not OperationType.MUTATION:
            return OperationCost(data, schema, secret=not SECRET.isdisjoint(names))
        writes = sum(WRITES[name] for name in names if name != "act")
        return OperationCost(data, schema, names.count("act"), writes, secret=writes > 0)

    def _flat(self, selections: SelectionSetNode) -> list[FieldNode]:
        """The fields of a root: its fragments can only be on its own type."""
        found: list[FieldNode] = []
        for node in selections.selections:
            if isinstance(node, FieldNode):
                found.append(node)
            else:
                found += self._flat(self._inside(node)[1])
        return found

    def _inside(self, node: Any) -> tuple[str | None, SelectionSetNode]:
        """(type condition, selections) of a fragment."""
        if isinstance(node, FragmentSpreadNode):
            node = self._fragments[node.name.value]
        assert isinstance(node, (InlineFragmentNode, FragmentDefinitionNode))
        return (node.type_condition.name.value if node.type_condition else None), node.selection_set

    def _selections(self, selections: SelectionSetNode, parent: Any, first: Amount | None) -> Amount:
        """The cost of one object's selection."""
        always: list[Amount] = []
        by_type: dict[str, list[Amount]] = {}
        for node in selections.selections:
            if isinstance(node, FieldNode):
                always.append(self._field(node, parent, first))
                continue
            name, inner = self._inside(node)
            kind = parent if name is None else self._schema.get_type(name)
            cost = self._selections(inner, kind, first)
            if isinstance(kind, GraphQLObjectType) and kind is not parent:
                by_type.setdefault(kind.name, []).append(cost)
            else:
                always.append(cost)
        return _sum([*always, _most([_sum(costs) for costs in by_type.values()])])

    def _field(self, node: FieldNode, parent: Any, first: Amount | None) -> Amount:
        name = node.name.value
        definition: GraphQLField = META[name] if name in META else parent.fields[name]
        price = PRICES.get((parent.name, name), 0)
        arguments = {argument.name.value: argument.value for argument in node.arguments or ()}
        if "atVersion" in arguments:
            price += PAST
        kind: Any = get_named_type(definition.type)
        if not is_composite_type(kind):
            return price * TENTHS + 1
        if kind.name in BOUNDED and node.selection_set is not None and not self._has_alias(node.selection_set):
            return (price + 1) * TENTHS
        size = self._first(arguments, definition)
        inner = (
            TENTHS if node.selection_set is None else _sum([TENTHS, self._selections(node.selection_set, kind, size)])
        )
        if _is_list(definition.type):
            inner = _product(self._length(name, kind, first), inner)
        rows = _product(size or 0, EACH.get((parent.name, name), 0) * TENTHS)
        return _sum([price * TENTHS, rows, inner])

    def _has_alias(self, selections: SelectionSetNode) -> bool:
        """Whether anything of a selection is renamed, fragments written out."""
        for node in selections.selections:
            if isinstance(node, FieldNode):
                if node.alias is not None or (node.selection_set is not None and self._has_alias(node.selection_set)):
                    return True
            elif self._has_alias(self._inside(node)[1]):
                return True
        return False

    def _length(self, name: str, kind: Any, first: Amount | None) -> Amount:
        """The assumed length of a list: `nodes` as the `first` of their connection says; the schema's own types have
        known lengths.
        """
        if name in ("nodes", "edges") and first is not None:
            return first
        return len(self._schema.type_map) if name == "types" and kind.name == "__Type" else SIZE

    def _first(self, arguments: Mapping[str, Any], definition: GraphQLField) -> Amount | None:
        """The value of `first`, if the field has one."""
        if "first" not in definition.args:
            return None
        given = arguments.get("first")
        if isinstance(given, IntValueNode):
            return max(int(given.value), 0)
        if isinstance(given, VariableNode):
            return _variable(given.name.value, self._defaults.get(given.name.value, 0))
        default = definition.args["first"].default_value
        return default if isinstance(default, int) else 0


def _split(fields: list[FieldNode]) -> tuple[list[FieldNode], list[FieldNode]]:
    """(fields of the data, fields of the schema)."""
    schema = [node for node in fields if node.name.value in ("__schema", "__type")]
    return [node for node in fields if node not in schema], schema


def _is_list(kind: Any) -> bool:
    return isinstance(kind.of_type if isinstance(kind, GraphQLNonNull) else kind, GraphQLList)


def _value(amount: Amount, variables: Variables) -> int:
    return amount if isinstance(amount, int) else amount(variables)


def _variable(name: str, default: int) -> Amount:
    def found(variables: Variables) -> int:
        value = variables.get(name, default)
        return max(value, 0) if isinstance(value, int) else 0

    return found


def _sum(amounts: list[Amount]) -> Amount:
    """Added up as far as it can be now."""
    known = sum(amount for amount in amounts if isinstance(amount, int))
    open_ = [amount for amount in amounts if not isinstance(amount, int)]
    if not open_:
        return known
    return lambda variables: known + sum(amount(variables) for amount in open_)


def _most(amounts: list[Amount]) -> Amount:
    if all(isinstance(amount, int) for amount in amounts):
        return max((amount for amount in amounts if isinstance(amount, int)), default=0)
    return lambda variables: max(_value(amount, variables) for amount in amounts)


def _product(times: Amount, amount: Amount) -> Amount:
    if isinstance(times, int) and isinstance(amount, int):
        return times * amount
    return lambda variables: _value(times, variables) * _value(amount, variables)
