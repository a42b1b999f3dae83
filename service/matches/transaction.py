"""From a match as it is known to events in its stream: decide, seal and append, once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from api_schema.errors import ApiError, ErrorCode
from domain.kernel.decide import Decision
from domain.kernel.length import is_outgrown, outgrow
from eventstore import Command, WrongExpectedVersion
from service.application.ids import MATCH_IDS
from service.application.refusals import store_errors
from service.application.sealing import Cause, seal
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
_LENGTH = Command(releases.SYSTEM, "length", b"length")
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
            known, done = await repository.likely(match), None
            for _ in range(TRIES):
                try:
                    proposal, caused = _next(repository, known, command, decide, by_rules)
                    decision, seed = proposal.decision, repository.seed(known)
                    events = seal(decision, match, seed, known.head, known.version + 1, proposal.cause)
                    # the stream is closed once the secrets are revealed
                    appended = await repository.store.append(
                        known.stream, MATCH_IDS.kind, known.version, events, caused, close=decision.state.revealed
                    )
                except (ApiError, WrongExpectedVersion) as refusal:
                    found = await _looked_again(repository, known, command, refusal)
                    if isinstance(found, Committed):
                        return found
                    known = found
                else:
                    if appended.replayed:
                        last = await repository.replayed(known, appended)
                    else:
                        last = repository.committed(known, decision, appended, events)
                    before, known = known, last.aggregate
                    if caused is command:
                        done = last
                    elif caused is not _LENGTH:  # by us, or by another replica of the same release
                        known = replace(known, repinned=known.version == before.version + 1)
                if done is not None and not is_outgrown(known.state):
                    return done if known is done.aggregate else replace(done, aggregate=known)
    message = f"others changed this match first, {TRIES} times in a row; try again with the same key"
    raise ApiError(ErrorCode.UNAVAILABLE, message)


def _next(
    repository: Repository, known: Aggregate, command: Command, decide: Decide, by_rules: bool
) -> tuple[Proposal, Command]:
    """The batch that comes next: the end of a match at its version limit, then a change of pins, then the decision."""
    if is_outgrown(known.state):  # by the decision, or the process that was to end it has died
        end = outgrow(known.game, known.state, known.state.at, repository.seed(known))
        assert isinstance(end, Decision)
        return Proposal(end, Cause(releases.SYSTEM, _LENGTH.command_id)), _LENGTH
    change = releases.repinning(known, known.state.at) if by_rules else None
    if change is None:
        return decide(known), command
    # what is refused changes no pins
    decided = decide(releases.after(known, change)).decision
    change, caused = releases.repinning(known, decided.at), releases.command_of(known)
    assert change is not None
    return Proposal(change, Cause(releases.SYSTEM, caused.command_id)), caused


async def _looked_again(
    repository: Repository, known: Aggregate, command: Command, refusal: ApiError | WrongExpectedVersion
) -> Aggregate | Committed:
    """The match to decide on after a refusal, or the first answer to the command. Raises a refusal that stands."""
    if isinstance(refusal, WrongExpectedVersion):
        return await repository.overtaken(known)
    fresh = await repository.refreshed(known)
    if fresh is not known:
        repository.cache.share(known.match)
        return fresh
    first = await repository.store.find_command(known.stream, command)
    if first is None:
        raise refusal
    return await repository.replayed(known, first)
