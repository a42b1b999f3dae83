"""Decide and append, once: on fresh knowledge only where the old one was not good enough."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from api_schema.errors import ApiError, ErrorCode
from domain.kernel.decide import Decision
from domain.kernel.length import is_outgrown, outgrow
from eventstore import Command, WrongExpectedVersion
from service.application.refusals import store_errors
from service.application.sealing import Cause
from service.matches import releases
from service.matches.aggregate import Aggregate
from service.matches.repository import Committed, Repository


@dataclass(frozen=True)
class Proposal:
    """A decision, and who caused it."""

    decision: Decision
    cause: Cause


Decide = Callable[[Aggregate], Proposal]
"""Decides on a match as it stands; raises ApiError to refuse."""
LENGTH = "length"
_LENGTH = Command(releases.SYSTEM, LENGTH, LENGTH.encode())
"""One command for each match, so that replicas make it once."""
TRIES = 50
"""The most tries of a decision that others overtake."""


async def transact(
    repository: Repository, match: str, command: Command, decide: Decide, *, by_rules: bool = True
) -> Committed:
    """Append what `decide` says to the match, or answer a repeated command as the first time.

    A hot match costs one append. A refusal on old knowledge is looked at again with the tail of the stream, and so
    is a lost race; what the caller meant is never changed, because `decide` holds its guards against each state.
    UNAVAILABLE if all of them are lost.
    A match is pinned to this release first, in a batch of its own, unless the decision asks nothing of the rules.
    One that comes to its version limit is ended at once, in a batch of its own too.
    """
    with store_errors():
        async with repository.cache.lock(match):
            return await _transact(repository, await repository.likely(match), command, decide, by_rules)


async def _transact(
    repository: Repository, known: Aggregate, command: Command, decide: Decide, by_rules: bool
) -> Committed:
    for _ in range(TRIES):
        if is_outgrown(known.state):  # the process that was to end it has died
            known = await _outgrown(repository, known)
        change = releases.repinning(known, known.state.at) if by_rules else None
        try:
            proposal = decide(known if change is None else releases.after(known, change))
        except ApiError:
            fresh = await repository.refreshed(known)
            if fresh is not known:
                repository.cache.share(known.match)
                known = fresh
                continue
            first = await repository.store.find_command(known.stream, command)
            if first is not None:
                return await repository.replayed(known, first)
            raise
        try:
            if change is None:
                done = await repository.commit(known, proposal.decision, proposal.cause, command)
                return replace(done, aggregate=await _outgrown(repository, done.aggregate))
            known = await _repinned(repository, known, proposal.decision.at)
        except WrongExpectedVersion:
            known = await repository.overtaken(known)
    raise _overtaken()


async def _repinned(repository: Repository, known: Aggregate, now: int) -> Aggregate:
    """The match after its pins were changed to this release, by us or by another replica of the same release."""
    change, command = releases.repinning(known, now), releases.command_of(known)
    assert change is not None
    done = await repository.commit(known, change, Cause(releases.SYSTEM, command.command_id), command)
    return replace(done.aggregate, repinned=done.aggregate.version == known.version + 1)


async def _outgrown(repository: Repository, known: Aggregate) -> Aggregate:
    """The match, ended if it has come to its version limit, by us or by another replica."""
    for _ in range(TRIES):
        if not is_outgrown(known.state):
            return known
        end = outgrow(known.game, known.state, known.state.at, repository.seed(known))
        assert isinstance(end, Decision)
        try:
            return (await repository.commit(known, end, Cause(releases.SYSTEM, LENGTH), _LENGTH)).aggregate
        except WrongExpectedVersion:
            known = await repository.overtaken(known)
    raise _overtaken()


def _overtaken() -> ApiError:
    message = f"others changed this match first, {TRIES} times in a row; try again with the same key"
    return ApiError(ErrorCode.UNAVAILABLE, message)
