"""The documents that were asked before: parsed, validated and reckoned once, and kept within bounds.

The library's caches count documents, not bytes, and one of 2,000 tokens takes close to a megabyte when parsed. These
are bounded by the length of their texts as well.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from graphql import (
    DocumentNode,
    FragmentDefinitionNode,
    GraphQLError,
    GraphQLSchema,
    OperationDefinitionNode,
    parse,
    specified_rules,
    validate,
)
from graphql.validation import ASTValidationRule

from api_schema.errors import ApiError
from api_schema.graphql import forms
from api_schema.graphql.costs import Reckoner, Reckoning

DOCUMENTS = 512
CHARACTERS = 1 << 18
"""Of all texts that are kept; parsed they take about a hundred times as many bytes."""

Validate = Callable[..., list[GraphQLError]]


@dataclass(frozen=True)
class Known:
    """One document: `errors` is why it is not run; `document` then is None or was refused."""

    document: DocumentNode | None
    errors: Sequence[GraphQLError]
    reckonings: dict[str | None, Reckoning]
    operations: dict[str | None, OperationDefinitionNode]


class Documents:
    """Parses, validates and reckons; the documents used longest ago are forgotten first."""

    def __init__(
        self, rules: Sequence[type[ASTValidationRule]], *, tokens: int, longest: int, validation: Validate = validate
    ) -> None:
        self._rules = (*specified_rules, *rules)
        self._tokens = tokens
        self._longest = longest
        self._validate = validation
        self._kept: OrderedDict[str, Known] = OrderedDict()
        self._characters = 0

    def __contains__(self, text: str) -> bool:
        return text in self._kept

    def find(self, schema: GraphQLSchema, text: str) -> Known:
        """The document of a text."""
        found = self._kept.get(text)
        if found is not None:
            self._kept.move_to_end(text)
            return found
        if len(text) > self._longest:
            message = f"the document has {len(text)} characters; {self._longest} are allowed. Send data in variables"
            return _refused(forms.too_complex(message))
        found = self._kept[text] = self._read(schema, text)
        self._characters += len(text)
        while len(self._kept) > DOCUMENTS or self._characters > CHARACTERS:
            self._characters -= len(self._kept.popitem(last=False)[0])
        return found

    def _read(self, schema: GraphQLSchema, text: str) -> Known:
        try:
            document = parse(text, max_tokens=self._tokens)
            forms.check(document)
        except (GraphQLError, ApiError) as error:
            return _refused(error)
        errors = self._validate(schema, document, self._rules)
        if errors:
            return Known(document, errors, {}, {})
        return self._reckoned(schema, document)

    def _reckoned(self, schema: GraphQLSchema, document: DocumentNode) -> Known:
        fragments = {node.name.value: node for node in document.definitions if isinstance(node, FragmentDefinitionNode)}
        operations: dict[str | None, OperationDefinitionNode] = {}
        for node in document.definitions:
            if isinstance(node, OperationDefinitionNode):
                operations.setdefault(None, node)
                operations[node.name.value if node.name else None] = node
        reckonings = {name: Reckoner(schema, fragments).operation(node) for name, node in operations.items()}
        return Known(document, (), reckonings, operations)


def _refused(error: GraphQLError | ApiError) -> Known:
    known = error if isinstance(error, GraphQLError) else GraphQLError(error.message, original_error=error)
    return Known(None, (known,), {}, {})
