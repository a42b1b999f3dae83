"""Refusals of the domain and of the store as the errors of the contract."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from api_schema.errors import ApiError, ErrorCode, Fault
from api_schema.ports.matches import LegalActionSet
from domain.kernel.refusal import Refusal, Violation
from eventstore.store import KeyReused, StoreError, StoreUnavailable, StreamClosed
from service.times import rfc3339

WITH_OPTIONS = (ErrorCode.PROMPT_CLOSED, ErrorCode.ILLEGAL_ACTION)
"""Refusals that say what would be legal instead."""


def refused(refusal: Refusal, legal: LegalActionSet | None = None) -> ApiError:
    """A refusal of the domain; its codes are those of the contract."""
    code = ErrorCode(refusal.code)
    details: dict[str, object] = {"legal": legal} if legal is not None and code in WITH_OPTIONS else {}
    return ApiError(code, refusal.message, rule_id=refusal.rule, path=refusal.path, details=details)


def illegal_loadout(faults: Sequence[Violation]) -> ApiError:
    """Every rule that a loadout breaks."""
    return _illegal(ErrorCode.DECK_ILLEGAL, "loadout", faults)


def illegal_options(faults: Sequence[Violation]) -> ApiError:
    """Every rule that the options of a match break."""
    return _illegal(ErrorCode.INVALID_INPUT, "options", faults)


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
        return ApiError(ErrorCode.UNAVAILABLE, "the store can't be reached now; try again with the same key")
    return ApiError(ErrorCode.INTERNAL, "the store refused this")


@contextmanager
def store_errors() -> Iterator[None]:
    """Inside, what the store refuses is raised as the contract's error."""
    try:
        yield
    except StoreError as error:
        raise of_store(error) from error


def _illegal(code: ErrorCode, what: str, violations: Sequence[Violation]) -> ApiError:
    """The first violation speaks for all; every one is listed."""
    first = violations[0]
    return ApiError(
        code, f"illegal {what}: {first.message}", rule_id=first.rule, path=(what,), faults=_faults(violations)
    )


def _faults(violations: Sequence[Violation]) -> tuple[Fault, ...]:
    return tuple(Fault(fault.message, fault.rule, fault.path) for fault in violations)
