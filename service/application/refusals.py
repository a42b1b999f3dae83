"""Refusals of the domain and of the store as the errors of the contract."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from api_schema.errors import ApiError, ErrorCode, Fault
from api_schema.input.member_names import camel_path, camel_text
from api_schema.ports.matches import LegalActionSet
from domain.kernel.actions import Action
from domain.kernel.game import CardGame
from domain.kernel.refusal import Refusal, Violation
from eventstore import KeyReused, StoreError, StoreUnavailable, StreamClosed
from service.times import rfc3339

WITH_OPTIONS = (ErrorCode.PROMPT_CLOSED, ErrorCode.ILLEGAL_ACTION)
"""Refusals that say what would be legal instead."""


def refused(refusal: Refusal, legal: LegalActionSet | None = None, action: Action | None = None) -> ApiError:
    """A refusal of the domain; its codes are those of the contract. `action` is the one that was refused."""
    code = ErrorCode(refusal.code)
    details: dict[str, object] = {"legal": legal} if legal is not None and code in WITH_OPTIONS else {}
    message, path = camel_text(refusal.message, type(action)), camel_path(refusal.path, type(action))
    return ApiError(code, message, rule_id=refusal.rule, path=path, details=details)


def illegal_loadout(game: CardGame, faults: Sequence[Violation]) -> ApiError:
    """Every rule that a loadout breaks."""
    return _illegal(ErrorCode.DECK_ILLEGAL, "loadout", game, faults)


def illegal_options(game: CardGame, faults: Sequence[Violation]) -> ApiError:
    """Every rule that the options of a match break."""
    return _illegal(ErrorCode.INVALID_INPUT, "options", game, faults)


def conflict(expected: int, actual: int) -> ApiError:
    """The match is no longer where the caller thinks."""
    return ApiError(
        ErrorCode.VERSION_CONFLICT,
        f"you expected version {expected}, the match is at {actual}",
        path=("expectedVersion",),
        details={"expected": expected, "actual": actual},
    )


def match_over() -> ApiError:
    """Nothing can be done in it any more."""
    return ApiError(ErrorCode.MATCH_OVER, "the match is over")


def of_store(error: StoreError) -> ApiError:
    """A refusal of the store as an error of the contract."""
    if isinstance(error, KeyReused):
        details: dict[str, object] = {"firstUsedAt": rfc3339(error.first_used_at)}
        message = "this idempotency key was used before with other content"
        return ApiError(ErrorCode.KEY_REUSED, message, path=("idempotencyKey",), details=details)
    if isinstance(error, StreamClosed):
        return match_over()
    if isinstance(error, StoreUnavailable):
        return ApiError(ErrorCode.UNAVAILABLE, "the store does not take this now; try again with the same key")
    return ApiError(ErrorCode.INTERNAL, "the store refused this")


@contextmanager
def store_errors() -> Iterator[None]:
    """Inside, what the store refuses is raised as the contract's error."""
    try:
        yield
    except StoreError as error:
        raise of_store(error) from error


def _illegal(code: ErrorCode, what: str, game: CardGame, violations: Sequence[Violation]) -> ApiError:
    """The first violation speaks for all; every one is listed."""
    kinds = game.options_type, game.loadout_type
    faults = tuple(Fault(camel_text(one.message, *kinds), one.rule, camel_path(one.path, *kinds)) for one in violations)
    return ApiError(
        code, f"illegal {what}: {faults[0].message}", rule_id=faults[0].rule_id, path=(what,), faults=faults
    )
