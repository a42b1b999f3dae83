"""Limits of a document before anything runs: form, depth, aliases, tokens, points; and the texts of failures."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack
from functools import partial
from typing import Any

from graphql import FragmentDefinitionNode, GraphQLError, OperationDefinitionNode, OperationType, parse, validate
from graphql import get_introspection_query as introspection
from msgspec.structs import replace
from strawberry.exceptions import MissingQueryError
from strawberry.extensions import MaskErrors, MaxAliasesLimiter, QueryDepthLimiter, SchemaExtension

from api_schema.errors import ApiError, ErrorCode
from api_schema.graphql.context import Context
from api_schema.graphql.costs import CostEstimator, OperationCost
from api_schema.graphql.document_cache import DocumentCache, ParsedDocument, Validate
from api_schema.graphql.document_limits import too_complex
from api_schema.graphql.persisted import CHARACTERS
from api_schema.graphql.render import SharedExecution, asks_of_schema
from api_schema.limiting.budgets import Bucket
from api_schema.limiting.client import NOBODY, Client
from api_schema.limiting.meter import BudgetState

DEPTH = 14
ALIASES = 30
TOKENS = 2000
REQUEST = 10
"""Points that any operation costs at least, as any request over REST does."""
UNKNOWN = 2
"""Characters of a document that was not seen lately that cost a point: it has to be parsed and validated."""
INTROSPECTION = 20_000
"""Points of all that the schema says of itself, unless the answer is remembered."""
MOST_INTROSPECTION = 1.5
"""The limit of introspection, as a multiple of the query that every tool sends."""
PAYLOAD = 200
"""Points of a mutation's payload that cost another unit of its budget."""

log = logging.getLogger("playledger.graphql")

_RULES = [
    *QueryDepthLimiter(max_depth=DEPTH).validation_rules,
    *MaxAliasesLimiter(max_alias_count=ALIASES).validation_rules,
]
_NOTHING = parse("{ __typename }")
"""Stands for a document that is not run."""


class Masked(MaskErrors):
    """Hides unexpected errors; their code still says that the fault is not the client's."""

    def _process_result(self, result: object) -> None:
        if getattr(result, "errors", None):
            super()._process_result(result)

    def anonymise_error(self, error: GraphQLError) -> GraphQLError:
        """The error as the client sees it."""
        masked = super().anonymise_error(error)
        masked.extensions = {"code": ErrorCode.INTERNAL.value}
        return masked


class Guarded(SchemaExtension):
    """Finds the document among those that are known, refuses what costs too much, and has the client pay.

    A document that is not known is parsed once its client has paid for that, out of the budget for reading.
    """

    def __init__(self, documents: DocumentCache) -> None:
        self._documents = documents
        self._parsed: ParsedDocument | None = None
        self._refusal: ApiError | None = None
        self._client = NOBODY
        self._paid: tuple[Bucket, int, int] | None = None
        """Out of which budget the client has paid for parsing, how much, and how much of it is for what runs."""
        self._introspects = False
        """Whether the schema has to be read for an answer, which takes as long as hundreds of others."""
        self._held = ExitStack()
        self._told: dict[str, Any] = {}

    def on_operation(self) -> Iterator[None]:
        """A subscription's stream is held as long as the operation goes on."""
        with self._held:
            yield

    async def on_parse(self) -> AsyncIterator[None]:
        """The document; another one that does nothing stands for one that is refused."""
        running = self.execution_context
        if running.query:
            name = running._provided_operation_name or None
            try:
                found = await self._document(running.query)
                self._parsed = found.for_request(name, {kind.value for kind in running.allowed_operations})
            except ApiError as error:
                self._refusal = error
            running.graphql_document = None if self._parsed is None else self._parsed.document
            running._provided_operation_name = name
            if running.graphql_document is None:
                running.graphql_document, running._provided_operation_name = _NOTHING, None
        yield

    async def on_validate(self) -> AsyncIterator[None]:
        """Its faults, or that it is too dear."""
        errors: list[GraphQLError] = []
        try:
            if self._refusal is not None:
                raise self._refusal
            assert self._parsed is not None
            errors += self._parsed.errors
            self._pay(self._parsed)
            if self._introspects:
                await self._documents.turn.acquire()
                self._held.callback(self._documents.turn.release)
        except ApiError as error:
            errors = [GraphQLError(error.message, original_error=error)]
        self.execution_context.pre_execution_errors = errors
        yield

    def get_results(self) -> dict[str, Any]:
        """The members of `extensions`."""
        return self._told

    async def _document(self, text: str) -> ParsedDocument:
        """The document of a text. RATE_LIMITED before it is parsed."""
        running, context = self.execution_context, self.execution_context.context
        counted = isinstance(context, Context) and context.meter.counts
        if counted:
            self._client = await context.client()
        known = self._documents.known(text)
        if known is not None:
            return known
        if counted:
            self._pay_for_parsing(context, text)
        async with self._documents.turn:
            found = self._documents.find(running.schema._schema, text)
            await asyncio.sleep(0)
        return found

    def _pay_for_parsing(self, context: Context, text: str) -> None:
        """Take the price of a new document. A caller with too little left for reading may still change something."""
        price = REQUEST + len(text) // UNKNOWN
        try:
            self._charge(context, self._client, Bucket.READS, price)
            self._paid = Bucket.READS, price, REQUEST
        except ApiError:
            if OperationType.MUTATION.value not in text:
                raise
            bucket = Bucket.WRITES if self._client.anonymous else Bucket.ACTS
            units = max(1, price // PAYLOAD)
            self._charge(context, self._client, bucket, units)
            self._paid = bucket, units, units

    def _pay(self, parsed: ParsedDocument) -> None:
        running, context = self.execution_context, self.execution_context.context
        if not isinstance(context, Context):
            return
        cost = parsed.costs.get(running.operation_name)
        client = self._client
        if parsed.errors or cost is None:
            if self._paid is None:
                self._charge(context, client, Bucket.READS, REQUEST)
            return
        operation = parsed.operations[running.operation_name]
        context.note(operation.operation.value)
        context.secret = cost.secret
        data = cost.points(running.variables or {})
        if data > context.meter.budgets.operation:
            most = context.meter.budgets.operation
            raise too_complex(f"this operation costs {data} points; {most} are allowed at once. Ask for less of a list")
        points = max(REQUEST, data) + self._introspection(cost, operation)
        if operation.operation is OperationType.MUTATION:
            self._charge_mutation(context, client, cost, points // PAYLOAD)
            return
        self._settle(context, client, Bucket.READS, points)
        if operation.operation is OperationType.SUBSCRIPTION:
            self._held.enter_context(context.meter.stream(client))

    def _charge_mutation(self, context: Context, client: Client, cost: OperationCost, payload: int) -> None:
        """Acting and other writing have budgets of their own, and reading none of it."""
        if cost.writes:
            self._settle(context, client, Bucket.WRITES, cost.writes + (0 if cost.acts else payload))
        if cost.acts:
            self._settle(context, client, Bucket.ACTS, cost.acts + payload)

    def _settle(self, context: Context, client: Client, bucket: Bucket, cost: int) -> None:
        """Take what is not paid yet; the client is told of both together."""
        paid = self._paid
        if paid is None or paid[0] is not bucket:
            self._charge(context, client, bucket, cost)
            return
        self._charge(context, client, bucket, max(0, cost - paid[2]))
        if context.budget is not None:
            context.budget = replace(context.budget, cost=context.budget.cost + paid[1])
            self._told = {"cost": budget_extension(context.budget)}

    def _charge(self, context: Context, client: Client, bucket: Bucket, cost: int) -> None:
        try:
            context.budget = context.meter.charge(client, bucket, cost)
        except ApiError:
            context.budget = context.meter.budget_state(client, bucket)
            raise
        finally:
            self._told = {} if context.budget is None else {"cost": budget_extension(context.budget)}

    def _introspection(self, cost: OperationCost, operation: OperationDefinitionNode) -> int:
        """The points of introspection."""
        schema: Any = self.execution_context.schema
        asked = cost.schema
        if not isinstance(asked, int):
            asked = asked({})
        if not asked:
            return 0
        usual = schema.usual_introspection
        if asked > usual * MOST_INTROSPECTION:
            raise too_complex("this asks more of the schema than all of it: read /v1/schema.graphql")
        executor: type[SharedExecution] = schema.execution_context_class
        remembered = asks_of_schema(operation) and id(operation) in executor.introspected
        self._introspects = not remembered
        return 0 if remembered else -(-INTROSPECTION * asked // usual)


def budget_extension(budget: BudgetState) -> dict[str, Any]:
    """A budget as `extensions.cost` tells it."""
    return {
        "requested": budget.cost,
        "bucket": budget.bucket.value,
        "limit": budget.limit,
        "remaining": budget.remaining,
        "resetMs": budget.reset_ms,
    }


def usual_introspection(schema: Any) -> int:
    """The cost of the introspection that every tool sends, in the tenths of points of costs.OperationCost."""
    text = introspection(
        specified_by_url=True,
        directive_is_repeatable=True,
        schema_description=True,
        input_value_deprecation=True,
    )
    document = parse(text)
    fragments = {node.name.value: node for node in document.definitions if isinstance(node, FragmentDefinitionNode)}
    (operation,) = [node for node in document.definitions if isinstance(node, OperationDefinitionNode)]
    asked = CostEstimator(schema, fragments).operation(operation).schema
    return asked if isinstance(asked, int) else asked({})


def extensions(validation: Validate = validate) -> list[Callable[[], SchemaExtension]]:
    """The schema's extensions, as factories. The documents that they know are those of one schema."""
    documents = DocumentCache(_RULES, tokens=TOKENS, longest=CHARACTERS, validation=validation)
    return [
        partial(Guarded, documents),
        lambda: Masked(should_mask_error=is_unexpected, error_message="internal error"),
    ]


def is_unexpected(error: GraphQLError) -> bool:
    """Whether an error is the server's fault: neither the document's nor a refusal."""
    known = (ApiError, GraphQLError, MissingQueryError)
    return error.original_error is not None and not isinstance(error.original_error, known)


def log_unexpected(errors: list[GraphQLError]) -> None:
    """Log what the client does not get to see."""
    for error in errors:
        if is_unexpected(error):
            log.error("unexpected error at %s", error.path, exc_info=error.original_error)
