"""The documents that were asked before: parsed, validated and priced once, and kept within bounds.

The library's caches count documents, not bytes, and one of 2,000 tokens takes close to a megabyte when parsed. These
are bounded by the length of their texts as well.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from operator import itemgetter

from cachetools import LRUCache
from graphql import (
    DocumentNode,
    FragmentDefinitionNode,
    GraphQLError,
    GraphQLSchema,
    OperationDefinitionNode,
    OperationType,
    parse,
    specified_rules,
    validate,
)
from graphql.validation import ASTValidationRule

from api_schema.errors import ApiError, ErrorCode
from api_schema.graphql import document_limits
from api_schema.graphql.costs import CostEstimator, OperationCost
from api_schema.graphql.errors import ByPost

DOCUMENTS = 512
CHARACTERS = 1 << 18
"""Of all texts that are kept; parsed they take about a hundred times as many bytes."""

UNKNOWN_DIRECTIVE = "Unknown directive "
SHOWN = 5
"""Unknown directives that are named."""
SHOWN_NAME = 64
"""Characters of a name that is told back."""

Validate = Callable[..., list[GraphQLError]]


@dataclass(frozen=True)
class ParsedDocument:
    """One document; without `document` it is not run, and `errors` say why."""

    document: DocumentNode | None
    errors: Sequence[GraphQLError]
    costs: dict[str | None, OperationCost]
    operations: dict[str | None, OperationDefinitionNode]

    def for_request(self, name: str | None, kinds: Container[str]) -> ParsedDocument:
        """The same, for a request that names an operation or none and may run these kinds; a refusal if that doesn't
        choose exactly one operation (GraphQL, GetOperation), or chooses a mutation and the request may run none.
        """
        if self.document is None:
            return self
        operation = self.operations.get(name)
        if operation is None:
            return _refused(ApiError(ErrorCode.INVALID_INPUT, self._unchosen(name)))
        if operation.operation is OperationType.MUTATION and operation.operation.value not in kinds:
            return _refused(ByPost())
        return self

    def _unchosen(self, name: str | None) -> str:
        names = ", ".join(known for known in self.operations if known) or "none that has a name"
        if name is None:
            return f"the document has several operations: operationName has to say which one, of {names}"
        return f'Unknown operation named "{name[:SHOWN_NAME]}": the document has {names}'


class DocumentCache:
    """Parses, validates and prices; the documents used longest ago are forgotten first."""

    def __init__(
        self, rules: Sequence[type[ASTValidationRule]], *, tokens: int, longest: int, validation: Validate = validate
    ) -> None:
        self._rules = (*specified_rules, *rules)
        self._tokens = tokens
        self._longest = longest
        self._validate = validation
        self._kept: LRUCache[str, tuple[int, ParsedDocument]] = LRUCache(CHARACTERS, itemgetter(0))

    def __contains__(self, text: str) -> bool:
        return text in self._kept

    def find(self, schema: GraphQLSchema, text: str) -> ParsedDocument:
        """The document of a text."""
        kept = self._kept.get(text)
        if kept is not None:
            return kept[1]
        if len(text) > self._longest:
            message = f"the document has {len(text)} characters; {self._longest} are allowed. Send data in variables"
            return _refused(document_limits.too_complex(message))
        found = self._read(schema, text)
        if len(text) <= CHARACTERS:
            self._kept[text] = len(text), found
        if len(self._kept) > DOCUMENTS:
            self._kept.popitem()
        return found

    def _read(self, schema: GraphQLSchema, text: str) -> ParsedDocument:
        try:
            document = parse(text, max_tokens=self._tokens)
            document_limits.check(document)
        except (GraphQLError, ApiError) as error:
            return _refused(error)
        errors = _told_once(self._validate(schema, document, self._rules))
        if errors:
            return ParsedDocument(None, errors, {}, {})
        return self._priced(schema, document)

    def _priced(self, schema: GraphQLSchema, document: DocumentNode) -> ParsedDocument:
        fragments = {node.name.value: node for node in document.definitions if isinstance(node, FragmentDefinitionNode)}
        nodes = [node for node in document.definitions if isinstance(node, OperationDefinitionNode)]
        operations = {node.name.value if node.name else None: node for node in nodes}
        if len(nodes) == 1:
            operations[None] = nodes[0]
        costs = {name: CostEstimator(schema, fragments).operation(node) for name, node in operations.items()}
        return ParsedDocument(document, (), costs, operations)


def _told_once(errors: Sequence[GraphQLError]) -> list[GraphQLError]:
    """The faults of a document, with one for all its unknown directives: a field can have very many."""
    unknown = [error for error in errors if error.message.startswith(UNKNOWN_DIRECTIVE)]
    if len(unknown) < 2:
        return [*errors]
    names = [*dict.fromkeys(error.message.removeprefix(UNKNOWN_DIRECTIVE).rstrip(".") for error in unknown)]
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    nodes = [node for error in unknown[:SHOWN] for node in error.nodes or ()]
    one = GraphQLError(f"Unknown directives: {', '.join(names[:SHOWN])}{more}.", nodes)
    return [one, *(error for error in errors if error not in unknown)]


def _refused(error: GraphQLError | ApiError) -> ParsedDocument:
    known = error if isinstance(error, GraphQLError) else GraphQLError(error.message, original_error=error)
    return ParsedDocument(None, (known,), {}, {})
