"""The way of an operation in: its document among those that are known, and its price paid before anything runs."""

from __future__ import annotations

import asyncio
from collections.abc import Container, Mapping
from contextlib import ExitStack
from typing import Any

from graphql import GraphQLError, OperationDefinitionNode, OperationType
from msgspec.structs import replace

from api_schema.errors import ApiError
from api_schema.graphql.context import Context
from api_schema.graphql.costs import OperationCost
from api_schema.graphql.document_cache import DocumentCache, ParsedDocument
from api_schema.graphql.document_limits import too_complex
from api_schema.graphql.render import SharedExecution, asks_of_schema
from api_schema.input.faults import refuse_nul
from api_schema.limiting.budgets import Bucket
from api_schema.limiting.client import NOBODY
from api_schema.limiting.meter import BudgetState

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


class Admission:
    """Lets one operation in, or says why not.

    A document that is not known is parsed once its client has paid for that, out of the budget for reading.
    """

    def __init__(self, schema: Any, context: object, name: str | None) -> None:
        self.name = name or None
        self.parsed: ParsedDocument | None = None
        self.told: dict[str, Any] = {}
        """The members of `extensions`."""
        self.held = ExitStack()
        """The stream or the turn of the operation, to be given back at its end."""
        self._schema = schema
        self._context = context
        self._errors: list[GraphQLError] | None = None
        self._client = NOBODY
        self._paid: tuple[Bucket, int, int] | None = None
        """Out of which budget the client has paid for parsing, how much, and how much of it is for what runs."""

    async def find(self, text: str, kinds: Container[str]) -> None:
        """Find the document of a text, for an operation of one of these kinds."""
        try:
            self.parsed = (await self._document(text)).for_request(self.name, kinds)
        except ApiError as error:
            self._errors = [_refused(error)]

    async def admit(self, variables: Mapping[str, Any] | None) -> list[GraphQLError]:
        """Take the price, once. Returns the faults of the document, or that it is too dear: then nothing runs."""
        if self._errors is None:
            assert self.parsed is not None
            self._errors = [*self.parsed.errors]
            try:
                if self._pay(self.parsed, variables or {}):
                    await self._schema.documents.turn.acquire()
                    self.held.callback(self._schema.documents.turn.release)
                refuse_nul(variables)
            except ApiError as error:
                self._errors = [_refused(error)]
        return self._errors

    async def _document(self, text: str) -> ParsedDocument:
        """The document of a text. RATE_LIMITED before it is parsed."""
        documents: DocumentCache = self._schema.documents
        paying = self._context if isinstance(self._context, Context) and self._context.meter.counts else None
        if paying is not None:
            self._client = await paying.client()
        known = documents.known(text)
        if known is not None:
            return known
        if paying is not None:
            self._pay_for_parsing(paying, text)
        async with documents.turn:
            found = documents.find(self._schema._schema, text)
            await asyncio.sleep(0)
        return found

    def _pay_for_parsing(self, context: Context, text: str) -> None:
        """Take the price of a new document. A caller with too little left for reading may still change something."""
        price = REQUEST + len(text) // UNKNOWN
        try:
            self._charge(context, Bucket.READS, price)
            self._paid = Bucket.READS, price, REQUEST
        except ApiError:
            if OperationType.MUTATION.value not in text:
                raise
            bucket = Bucket.WRITES if self._client.anonymous else Bucket.ACTS
            units = max(1, price // PAYLOAD)
            self._charge(context, bucket, units)
            self._paid = bucket, units, units

    def _pay(self, parsed: ParsedDocument, variables: Mapping[str, Any]) -> bool:
        """Take the price of what runs. True if the schema has to be read for it: that takes as long as hundreds of
        other answers.
        """
        context = self._context
        if not isinstance(context, Context):
            return False
        cost = parsed.costs.get(self.name)
        if parsed.errors or cost is None:
            if self._paid is None:
                self._charge(context, Bucket.READS, REQUEST)
            return False
        operation = parsed.operations[self.name]
        context.note(operation.operation.value)
        context.secret = cost.secret
        data = cost.points(variables)
        if data > context.meter.budgets.operation:
            most = context.meter.budgets.operation
            raise too_complex(f"this operation costs {data} points; {most} are allowed at once. Ask for less of a list")
        introspection, introspects = self._introspection(cost, operation)
        points = max(REQUEST, data) + introspection
        if operation.operation is OperationType.MUTATION:
            self._charge_mutation(context, cost, points // PAYLOAD)
            return introspects
        self._settle(context, Bucket.READS, points)
        if operation.operation is OperationType.SUBSCRIPTION:
            self.held.enter_context(context.meter.stream(self._client))
        return introspects

    def _charge_mutation(self, context: Context, cost: OperationCost, payload: int) -> None:
        """Acting and other writing have budgets of their own, and reading none of it."""
        if cost.writes:
            self._settle(context, Bucket.WRITES, cost.writes + (0 if cost.acts else payload))
        if cost.acts:
            self._settle(context, Bucket.ACTS, cost.acts + payload)

    def _settle(self, context: Context, bucket: Bucket, cost: int) -> None:
        """Take what is not paid yet; the client is told of both together."""
        paid = self._paid
        if paid is None or paid[0] is not bucket:
            self._charge(context, bucket, cost)
            return
        self._charge(context, bucket, max(0, cost - paid[2]))
        if context.budget is not None:
            context.budget = replace(context.budget, cost=context.budget.cost + paid[1])
            self.told = {"cost": _budget_extension(context.budget)}

    def _charge(self, context: Context, bucket: Bucket, cost: int) -> None:
        try:
            context.budget = context.meter.charge(self._client, bucket, cost)
        except ApiError:
            context.budget = context.meter.budget_state(self._client, bucket)
            raise
        finally:
            self.told = {} if context.budget is None else {"cost": _budget_extension(context.budget)}

    def _introspection(self, cost: OperationCost, operation: OperationDefinitionNode) -> tuple[int, bool]:
        """The points of introspection, and whether there is any that is not remembered."""
        asked = cost.schema if isinstance(cost.schema, int) else cost.schema({})
        if not asked:
            return 0, False
        usual = self._schema.usual_introspection
        if asked > usual * MOST_INTROSPECTION:
            raise too_complex("this asks more of the schema than all of it: read /v1/schema.graphql")
        executor: type[SharedExecution] = self._schema.execution_context_class
        remembered = asks_of_schema(operation) and id(operation) in executor.introspected
        return (0, False) if remembered else (-(-INTROSPECTION * asked // usual), True)


def _refused(error: ApiError) -> GraphQLError:
    """The refusal, which names the place among the variables, if it has one."""
    return GraphQLError(": ".join(filter(None, (".".join(error.path), error.message))), original_error=error)


def _budget_extension(budget: BudgetState) -> dict[str, Any]:
    """A budget as `extensions.cost` tells it."""
    return {
        "requested": budget.cost,
        "bucket": budget.bucket.value,
        "limit": budget.limit,
        "remaining": budget.remaining,
        "resetMs": budget.reset_ms,
    }
