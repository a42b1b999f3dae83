"""Limits of a document before anything runs: form, depth, aliases, tokens, points; and the texts of failures."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from typing import Any

from graphql import FragmentDefinitionNode, GraphQLError, OperationDefinitionNode, parse, validate
from graphql import get_introspection_query as introspection
from strawberry.exceptions import MissingQueryError
from strawberry.extensions import MaskErrors, MaxAliasesLimiter, QueryDepthLimiter, SchemaExtension

from api_schema.errors import ApiError, ErrorCode
from api_schema.graphql.admission import Admission
from api_schema.graphql.costs import CostEstimator
from api_schema.graphql.document_cache import DocumentCache, Validate
from api_schema.graphql.persisted import CHARACTERS

DEPTH = 14
ALIASES = 30
TOKENS = 2000
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
    """Refuses what costs too much before it runs. `admission`: of an operation that was let in before."""

    def __init__(self, admission: Admission | None = None) -> None:
        self._admission = admission

    def on_operation(self) -> Iterator[None]:
        """An operation gives back at its end all that it holds."""
        try:
            yield
        finally:
            if self._admission is not None:
                self._admission.held.close()

    async def on_parse(self) -> AsyncIterator[None]:
        """The document; another one that does nothing stands for one that is refused."""
        running = self.execution_context
        if running.query:
            if self._admission is None:
                self._admission = Admission(running.schema, running.context, running._provided_operation_name)
                await self._admission.find(running.query, {kind.value for kind in running.allowed_operations})
            admission = self._admission
            running.graphql_document = None if admission.parsed is None else admission.parsed.document
            running._provided_operation_name = admission.name
            if running.graphql_document is None:
                running.graphql_document, running._provided_operation_name = _NOTHING, None
        yield

    async def on_validate(self) -> AsyncIterator[None]:
        """Its faults, or that it is too dear."""
        assert self._admission is not None
        self.execution_context.pre_execution_errors = await self._admission.admit(self.execution_context.variables)
        yield

    def get_results(self) -> dict[str, Any]:
        """The members of `extensions`."""
        return {} if self._admission is None else self._admission.told


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


def documents(validation: Validate = validate) -> DocumentCache:
    """The memory of the documents that are sent to one schema."""
    return DocumentCache(_RULES, tokens=TOKENS, longest=CHARACTERS, validation=validation)


def extensions(admission: Admission | None = None) -> list[Callable[[], SchemaExtension]]:
    """The schema's extensions, as factories. `admission`: of an operation that was let in before."""
    return [
        partial(Guarded, admission),
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
