"""The schema, built from the installed games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from copy import copy
from functools import cached_property, lru_cache
from typing import Any

import strawberry
from graphql import GraphQLError
from graphql.execution.values import VariableValues, get_variable_values
from strawberry.extensions import SchemaExtension
from strawberry.extensions.runner import SchemaExtensionsRunner
from strawberry.types import ExecutionContext, ExecutionResult
from strawberry.types.execution import PreExecutionError
from strawberry.types.graphql import OperationType

from api_schema.graphql import errors, limits
from api_schema.graphql.admission import Admission
from api_schema.graphql.document_cache import DocumentCache
from api_schema.graphql.games import GameTypes, kernel_event_types
from api_schema.graphql.hooks import StreamRunner
from api_schema.graphql.input_objects import prepare_inputs
from api_schema.graphql.match import PlainEvent
from api_schema.graphql.mutations import mutation_type
from api_schema.graphql.plain_fields import ReadFields, read_fields
from api_schema.graphql.prepared import Prepared, Running, prepare
from api_schema.graphql.queries import ROOT
from api_schema.graphql.render import Rendered, SharedExecution, shared_execution
from api_schema.graphql.scalars import config
from api_schema.graphql.subscriptions import Subscription
from domain.kernel.game import CardGame


class Schema(strawberry.Schema):
    """A schema that knows the generated types of its games and logs only unexpected errors."""

    games: Mapping[str, GameTypes]
    documents: DocumentCache
    execution_context_class: type[SharedExecution]
    read_fields: ReadFields

    @cached_property
    def usual_introspection(self) -> int:
        """The cost of introspecting all of the schema."""
        return limits.usual_introspection(self._schema)

    def knows(self, query: str) -> bool:
        """Whether a document was asked before, and no operation of it needs a stream."""
        kept = self.documents.kept(query)
        return kept is not None and not any(
            node.operation.value == OperationType.SUBSCRIPTION.value for node in kept.operations.values()
        )

    async def execute(self, query: str | None, *args: Any, **kwargs: Any) -> ExecutionResult:
        """The one result of an operation; a subscription has many, and needs a stream."""
        allowed = set(kwargs.pop("allowed_operation_types", None) or OperationType) - {OperationType.SUBSCRIPTION}
        kwargs["allowed_operation_types"] = allowed
        if args or not isinstance(query, str) or not self.knows(query):
            return await super().execute(query, *args, **kwargs)
        context, given = kwargs.get("context_value"), kwargs.get("variable_values")
        admission = Admission(self, context, kwargs.get("operation_name"))
        with admission.held:
            await admission.find(query, {kind.value for kind in allowed})
            outcome = None
            if not await admission.admit(given):
                prepared = self._prepared(admission, given)
                if prepared is not None:
                    operation, running = prepared[0], Running.of(context, prepared[1])
                    outcome = await operation.outcome(running)
                    with suppress(Exception):  # graphql-core tells it
                        return ExecutionResult(await operation.data(outcome, running), None, admission.told)
            whole = copy(self)
            whole.extensions = (*limits.extensions(admission), *([lambda: outcome] if outcome else []))
            return await super(Schema, whole).execute(query, **kwargs)

    def _prepared(
        self, admission: Admission, given: Mapping[str, Any] | None
    ) -> tuple[Prepared, VariableValues] | None:
        """The operation as it was prepared, with its variables; None where graphql-core has more to do."""
        parsed = admission.parsed
        if parsed is None or parsed.document is None:
            return None
        operation = parsed.operations[admission.name]
        variables = get_variable_values(self._schema, operation.variable_definitions or (), dict(given or {}), 1)
        if isinstance(variables, list):
            return None
        selections = self.execution_context_class.compiled.known(parsed.document, operation, variables)
        prepared = None if selections is None else selections.made(prepare)
        return None if prepared is None else (prepared, variables)

    def process_errors(self, errors: list[GraphQLError], execution_context: ExecutionContext | None = None) -> None:
        """Called with the errors before they are masked."""
        limits.log_unexpected(errors)

    def create_extensions_runner(
        self, execution_context: ExecutionContext, extensions: list[SchemaExtension]
    ) -> SchemaExtensionsRunner:
        """Called for each operation."""
        return StreamRunner(execution_context, extensions)

    async def _handle_execution_result(self, context: Any, result: Any, *args: Any, **kwargs: Any) -> ExecutionResult:
        """A shared result as it is: it has no errors, and nothing is added to it for one subscriber. A request that
        failed before any field was executed, as by variables that can't be coerced, has no data at all.
        """
        data = getattr(result, "data", None)
        if type(data) is Rendered:
            return ExecutionResult(data=data, errors=None)
        if _was_not_run(context, result):
            result = PreExecutionError(data=None, errors=result.errors)
        return await super()._handle_execution_result(context, result, *args, **kwargs)


def _was_not_run(context: ExecutionContext, result: Any) -> bool:
    """Whether an operation with one result failed before any of its fields was executed."""
    if isinstance(result, PreExecutionError) or getattr(result, "data", None) is not None or not result.errors:
        return False
    return context.operation_type is not OperationType.SUBSCRIPTION and all(
        error.path is None for error in result.errors
    )


def build_schema(games: Mapping[str, CardGame]) -> Schema:
    """The schema for these games, by slug. Adding a game changes nothing but this mapping.

    Making the types takes more than a second, so one process makes them once; what a schema remembers of requests is
    its own.
    """
    schema = copy(_made(tuple(sorted(games.items(), key=lambda item: item[0]))))
    schema.documents = limits.documents()
    schema.execution_context_class = shared_execution(schema.read_fields)
    return schema


def sdl_of(games: Iterable[CardGame]) -> str:
    """The schema of some games as a text. Nothing else of it is kept."""
    return _fresh(tuple(sorted(((game.slug, game) for game in games), key=lambda item: item[0]))).as_str() + "\n"


def _fresh(games: tuple[tuple[str, CardGame], ...]) -> Schema:
    kernel_events = kernel_event_types()
    typed = {slug: GameTypes(game, kernel_events) for slug, game in games}
    types: list[Any] = [*errors.IMPLEMENTATIONS, PlainEvent]
    for game in typed.values():
        types += [game.state_type, *game.events.values()]
    schema = Schema(
        query=ROOT,
        mutation=mutation_type(typed),
        subscription=Subscription,
        types=list(dict.fromkeys(types)),
        config=config(),
        extensions=limits.extensions(),
    )
    schema.games = typed
    schema.read_fields = read_fields(schema._schema)
    prepare_inputs(schema._schema, schema.config)
    return schema


_made = lru_cache(maxsize=4)(_fresh)
