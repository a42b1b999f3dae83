"""Decide and append, once: on fresh knowledge only where the old one was not good enough."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from api_schema.errors import ApiError
from domain.kernel.decide import Decision
from eventstore.envelope import Command
from eventstore.store import WrongExpectedVersion
from service.matches.aggregate import Aggregate
from service.matches.refusals import store_errors
from service.matches.repository import Committed, Repository
from service.matches.sealing import Origin


@dataclass(frozen=True)
class Proposal:
    """A decision and who caused it."""

    decision: Decision
    origin: Origin


Decide = Callable[[Aggregate], Proposal]
"""Decides on a match as it stands; raises ApiError to refuse."""


async def transact(repository: Repository, match: str, command: Command, decide: Decide) -> Committed:
    """Append what `decide` says to the match, or answer a repeated command as the first time.

    A hot match costs one append. A refusal on old knowledge is looked at again with the tail of the stream, and so
    is a lost race; what the caller meant is never changed, because `decide` holds its guards against each state.
    """
    with store_errors():
        async with repository.cache.lock(match):
            return await _transact(repository, await repository.known(match), command, decide)


async def _transact(repository: Repository, known: Aggregate, command: Command, decide: Decide) -> Committed:
    while True:
        try:
            proposal = decide(known)
        except ApiError:
            fresh = await repository.refreshed(known)
            if fresh is not known:
                known = fresh
                continue
            first = await repository.store.find_command(known.stream, command)
            if first is not None:
                return await repository.replayed(known, first)
            raise
        try:
            return await repository.commit(known, proposal.decision, proposal.origin, command)
        except WrongExpectedVersion:
            known = await repository.overtaken(known)
