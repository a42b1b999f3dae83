"""What a document may cost before anything runs: depth, aliases, tokens; and what the client sees of a failure."""

from __future__ import annotations

import logging
from collections.abc import Callable

from graphql import GraphQLError
from strawberry.extensions import (
    AddValidationRules,
    MaskErrors,
    MaxAliasesLimiter,
    MaxTokensLimiter,
    ParserCache,
    QueryDepthLimiter,
    SchemaExtension,
    ValidationCache,
)

from api_schema.errors import ApiError, ErrorCode

DEPTH = 14
ALIASES = 30
TOKENS = 2000
CACHED_DOCUMENTS = 512

log = logging.getLogger("playledger.graphql")

# Built once: rules that are made anew for every request would miss the validation cache every time.
_RULES = [
    *QueryDepthLimiter(max_depth=DEPTH).validation_rules,
    *MaxAliasesLimiter(max_alias_count=ALIASES).validation_rules,
]


class Masked(MaskErrors):
    """Hides what is unexpected; its code still says that it is not the client's fault."""

    def anonymise_error(self, error: GraphQLError) -> GraphQLError:
        """The error as the client sees it."""
        masked = super().anonymise_error(error)
        masked.extensions = {"code": ErrorCode.INTERNAL.value}
        return masked


def extensions() -> list[Callable[[], SchemaExtension]]:
    """The schema's extensions, as factories."""
    return [
        lambda: MaxTokensLimiter(max_token_count=TOKENS),
        lambda: AddValidationRules(_RULES),
        lambda: ParserCache(maxsize=CACHED_DOCUMENTS),
        lambda: ValidationCache(maxsize=CACHED_DOCUMENTS),
        lambda: Masked(should_mask_error=is_unexpected, error_message="internal error"),
    ]


def is_unexpected(error: GraphQLError) -> bool:
    """Whether an error is the server's fault: neither the document's nor a refusal."""
    return error.original_error is not None and not isinstance(error.original_error, (ApiError, GraphQLError))


def log_unexpected(errors: list[GraphQLError]) -> None:
    """Log what the client does not get to see."""
    for error in errors:
        if is_unexpected(error):
            log.error("unexpected error at %s", error.path, exc_info=error.original_error)
