"""The documents that were asked before: parsed, validated and priced once, and kept within bounds.

The library's caches count documents, and one of 2,000 tokens is some 6,000 objects when parsed, at all of which a full
collection of the garbage looks while everybody waits. These are bounded by their tokens as well.
"""

from __future__ import annotations

import asyncio
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
    Token,
    TokenKind,
    specified_rules,
    validate,
)
from graphql.language import Location
from graphql.language.parser import Parser
from graphql.validation import ASTValidationRule

from api_schema.errors import ApiError, ErrorCode
from api_schema.graphql import document_limits
from api_schema.graphql.costs import CostEstimator, OperationCost
from api_schema.graphql.document_text import normal
from api_schema.graphql.errors import ByPost
from api_schema.graphql.render import INTROSPECTIONS, asks_of_schema

DOCUMENTS = 512
TOKENS = 1 << 15
"""Of all documents that are kept; each is three objects."""
LONG = 8
"""Characters that are kept at the price of a token."""
_NOWHERE = Token(TokenKind.SOF, 0, 0, 0, 0)

ABOUT_SCHEMA = "__"
"""Fields about the schema have names that begin so."""
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
    tokens: int = 0

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
        self._kept: LRUCache[str, tuple[int, ParsedDocument]] = LRUCache(TOKENS, itemgetter(0))
        self._of_schema: LRUCache[str, ParsedDocument] = LRUCache(INTROSPECTIONS)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._turn = asyncio.Lock()

    @property
    def turn(self) -> asyncio.Lock:
        """Held by who does what takes long, so that several of them take several turns of the loop."""
        loop = asyncio.get_running_loop()
        if self._loop is not loop:
            self._loop, self._turn = loop, asyncio.Lock()
        return self._turn

    def kept(self, text: str) -> ParsedDocument | None:
        """The document of a text that was asked before."""
        kept = self._kept.get(text)
        return None if kept is None else kept[1]

    def known(self, text: str) -> ParsedDocument | None:
        """The document of a text that need not be parsed: it was asked before, or is too long.

        Comments and blanks make no other introspection of one that was answered before.
        """
        kept = self.kept(text)
        if kept is not None:
            return kept
        if len(text) > self._longest:
            message = f"the document has {len(text)} characters; {self._longest} are allowed. Send data in variables"
            return _refused(document_limits.too_complex(message))
        return self._of_schema.get(normal(text)) if ABOUT_SCHEMA in text else None

    def find(self, schema: GraphQLSchema, text: str) -> ParsedDocument:
        """The document of a text."""
        return self.known(text) or self._keep(text, self._read(schema, text))

    def _keep(self, text: str, found: ParsedDocument) -> ParsedDocument:
        self._kept[text] = max(found.tokens, len(text) // LONG), found
        if len(self._kept) > DOCUMENTS:
            self._kept.popitem()
        if found.operations and all(map(asks_of_schema, found.operations.values())):
            self._of_schema[normal(text)] = found
        return found

    def _read(self, schema: GraphQLSchema, text: str) -> ParsedDocument:
        try:
            document, tokens = _parsed(text, self._tokens)
            document_limits.check(document)
        except (GraphQLError, ApiError) as error:
            return _refused(error)
        errors = _told_once(self._validate(schema, document, self._rules))
        if errors:
            return ParsedDocument(None, errors, {}, {})
        return self._priced(schema, document, tokens)

    def _priced(self, schema: GraphQLSchema, document: DocumentNode, tokens: int) -> ParsedDocument:
        fragments = {node.name.value: node for node in document.definitions if isinstance(node, FragmentDefinitionNode)}
        nodes = [node for node in document.definitions if isinstance(node, OperationDefinitionNode)]
        operations = {node.name.value if node.name else None: node for node in nodes}
        if len(nodes) == 1:
            operations[None] = nodes[0]
        costs = {name: CostEstimator(schema, fragments).operation(node) for name, node in operations.items()}
        return ParsedDocument(document, (), costs, operations, tokens)


class _Parser(Parser):
    """Its locations say where a node is, and hold no tokens."""

    begin: Token | None = None
    """The first token of the node that was parsed last: at the end, of the whole document."""

    def loc(self, start_token: Token) -> Location | None:
        """Where the node is that begins with a token."""
        self.begin, found = start_token, super().loc(start_token)
        if found is not None:
            found.start_token = found.end_token = _NOWHERE
        return found


def _parsed(text: str, most: int) -> tuple[DocumentNode, int]:
    """The document, and the number of its tokens. The ties between them go: each circle of them would wait for a full
    collection.
    """
    parser = _Parser(text, max_tokens=most)
    try:
        document = parser.parse_document()
    except RecursionError:
        raise document_limits.too_complex("the document is nested too deep to be read") from None
    token, count = parser.begin, 0
    while token:
        token.prev, token.next, token, count = None, None, token.next, count + 1
    return document, count


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
    """The record of a refusal. Its traceback would keep the parser with all that it has read."""
    known = error if isinstance(error, GraphQLError) else GraphQLError(error.message, original_error=error)
    for one in (error, known):
        one.__traceback__ = one.__context__ = one.__cause__ = None
    return ParsedDocument(None, (known,), {}, {})
