"""Errors, as exceptions: a refusal has the code of the service (its page: /problems/<code>)."""

from __future__ import annotations

from collections.abc import Sequence

import httpx
import msgspec

from playledger_client.models import ErrorCode, Fault, Problem


class PlayledgerError(Exception):
    """The errors that this package raises by itself."""


class Unreachable(PlayledgerError):
    """No server has answered, however often it was asked; the last failure is the cause."""


class Diverged(PlayledgerError):
    """The service has lost events that a follower was told, or never had them: read the state, follow from there."""

    def __init__(self, version: int) -> None:
        super().__init__(f"the service is at version {version} and has lost what was told after it")
        self.version = version


class Refused(PlayledgerError):
    """The service's answer to what can't be."""

    def __init__(self, problem: Problem, retry_after: float = 0.0) -> None:
        rule = f" ({problem.rule_id})" if problem.rule_id else ""
        faults = "".join(f"\n  {'.'.join(fault.path)}: {fault.message}" for fault in problem.errors)
        super().__init__(f"{problem.code}{rule}: {problem.detail}{faults}")
        self.problem = problem
        self.retry_after = retry_after
        """Seconds after which the service asks to be asked again."""

    @property
    def code(self) -> ErrorCode:
        """The error's code, for programs."""
        return self.problem.code

    @property
    def rule_id(self) -> str | None:
        """The rule that forbids it, if one does."""
        return self.problem.rule_id

    @property
    def faults(self) -> Sequence[Fault]:
        """Each wrong field, or each violation of a loadout."""
        return self.problem.errors

    @property
    def legal_actions_url(self) -> str | None:
        """Where it stands what is legal instead."""
        return self.problem.legal_actions_url


class Overtaken(Refused):
    """The match no longer asks what was answered: look again."""


class Illegal(Refused):
    """A rule forbids it."""


class NotFound(Refused):
    """There is no such thing, or the caller may not know of it."""


class NotAllowed(Refused):
    """The token is missing, not good any more, or not good for this."""


class RateLimited(Refused):
    """A budget is empty; `retry_after` says how long."""


class Unavailable(Refused):
    """The service can't answer now."""


KINDS: dict[str, type[Refused]] = {
    "PROMPT_CLOSED": Overtaken,
    "VERSION_CONFLICT": Overtaken,
    "MATCH_OVER": Overtaken,
    "ILLEGAL_ACTION": Illegal,
    "DECK_ILLEGAL": Illegal,
    "NOT_FOUND": NotFound,
    "UNAUTHENTICATED": NotAllowed,
    "FORBIDDEN": NotAllowed,
    "NOT_YOUR_SEAT": NotAllowed,
    "RATE_LIMITED": RateLimited,
    "UNAVAILABLE": Unavailable,
    "RELEASE_MISMATCH": Unavailable,
}


def refused(problem: Problem, retry_after: float = 0.0) -> Refused:
    """The exception of a problem."""
    return KINDS.get(problem.code, Refused)(problem, retry_after)


def refusal_of(answer: httpx.Response) -> Refused:
    """The exception of an answer that is no success. The code of a proxy's own page is `HTTP_<status>`."""
    waited = answer.headers.get("Retry-After", "")
    try:
        problem = msgspec.json.decode(answer.content, type=Problem)
    except msgspec.DecodeError:
        problem = Problem(
            type="about:blank", title=answer.reason_phrase, status=answer.status_code, detail=answer.text[:200],
            instance=str(answer.url), code=ErrorCode(f"HTTP_{answer.status_code}"), rule_id=None,
            legal_actions_url=None, errors=[],
        )  # fmt: skip
    return refused(problem, float(waited) if waited.isdecimal() else 0.0)
