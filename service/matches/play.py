"""Acting in a match, and what the clock does in it."""

from __future__ import annotations

from api_schema.errors import ApiError, ErrorCode
from api_schema.idempotency import require_key
from api_schema.ports.base import Caller
from api_schema.ports.matches import ActInput
from domain.kernel import decide
from domain.kernel.actions import Action
from domain.kernel.audience import seat as seat_name
from domain.kernel.decide import Decision
from domain.kernel.refusal import Refusal
from eventstore import Command
from service.application.permissions import require_scope, require_token
from service.application.pseudonyms import CommandNames
from service.application.refusals import conflict, refused
from service.application.sealing import Cause
from service.application.tokens import Tokens
from service.matches import intents
from service.matches.access import acting_seat
from service.matches.aggregate import Aggregate
from service.matches.intents import Intent
from service.matches.legal_actions import LegalActions
from service.matches.repository import Committed, Repository
from service.matches.transaction import Proposal, transact
from service.times import Clock

CLOCK = "clock"
BOT = "bot"
TIME_LIMIT = "time_limit"
REVEAL = "reveal"


class Play:
    """Answers to prompts, concessions, time-outs and time limits."""

    def __init__(
        self, repository: Repository, command_names: CommandNames, tokens: Tokens, legal: LegalActions, clock: Clock
    ) -> None:
        self._repository = repository
        self._command_names = command_names
        self._tokens = tokens
        self._legal = legal
        self._clock = clock

    async def act(self, caller: Caller, match: str, request: ActInput) -> Committed:
        """Carry out a request under its guard."""
        require_token(caller)
        require_scope(caller, "match:play")
        require_key(caller, request.idempotency_key)
        digest = self._command_names.digest(caller, match, request.idempotency_key)
        command = self._command_names.stored(caller, match, request.idempotency_key, intents.fingerprint(request))

        def propose(known: Aggregate) -> Proposal:
            number = acting_seat(caller, known.state, request.seat)
            intent = intents.read(self._tokens, known.game, match, request)
            return Proposal(self._decide(known, number, intent), Cause(seat_name(number), digest))

        return await transact(self._repository, match, command, propose)

    async def time_out(self, match: str, prompt: int, revision: int) -> Committed:
        """Take the default of a prompt whose time is up. Any replica may; only one succeeds, the others repeat it."""
        name = f"timeout:{prompt}:{revision}"

        def propose(known: Aggregate) -> Proposal:
            now = self._clock()
            outcome = decide.time_out(known.game, known.state, prompt, revision, now, self._repository.seed(known))
            return Proposal(_accepted(outcome), Cause(CLOCK, name))

        return await transact(self._repository, match, Command(CLOCK, name, name.encode()), propose)

    async def answer(self, match: str, number: int, prompt: int, revision: int, action: Action) -> Committed:
        """Answer a prompt for the bot of the house in a seat. Any replica may; the first one's answer stands."""
        name = f"bot:{prompt}:{revision}"

        def propose(known: Aggregate) -> Proposal:
            seed, now = self._repository.seed(known), self._clock()
            outcome = decide.act(known.game, known.state, number, action, now, seed, prompt=prompt, revision=revision)
            return Proposal(_accepted(outcome), Cause(seat_name(number), name))

        return await transact(self._repository, match, Command(BOT, name, name.encode()), propose)

    async def give_up(self, match: str, number: int) -> Committed:
        """Concede for a seat that its tournament has taken out of the match. Any replica may; only one succeeds.

        It is the seat that concedes, as it was the one that joined when the tournament took it.
        """
        name = f"concede:{number}"

        def propose(known: Aggregate) -> Proposal:
            seed = self._repository.seed(known)
            outcome = decide.concede(known.game, known.state, number, self._clock(), seed)
            return Proposal(_accepted(outcome), Cause(seat_name(number), name))

        return await transact(self._repository, match, Command("system", name, name.encode()), propose)

    async def time_up(self, match: str) -> Committed:
        """Report that the time of a match is up. Any replica may; only one succeeds, the others repeat it."""

        def propose(known: Aggregate) -> Proposal:
            outcome = decide.time_up(known.game, known.state, self._clock(), self._repository.seed(known))
            return Proposal(_accepted(outcome), Cause(CLOCK, TIME_LIMIT))

        return await transact(self._repository, match, Command(CLOCK, TIME_LIMIT, TIME_LIMIT.encode()), propose)

    async def abort(self, match: str, reason: str, before: int) -> Committed:
        """End a match in which nothing has happened since `before`, in ms. `reason` is a word of ours, no free text.

        The caller found it in a read model, which may be far behind; the match itself counts.
        """

        def propose(known: Aggregate) -> Proposal:
            if known.state.at >= before:
                raise ApiError(ErrorCode.VERSION_CONFLICT, "this match is being played")
            outcome = decide.abort(known.game, known.state, reason, self._clock(), self._repository.seed(known))
            return Proposal(_accepted(outcome), Cause("system", "abort"))

        command = Command("system", "abort", b"abort")
        return await transact(self._repository, match, command, propose, by_rules=False)

    async def reveal(self, match: str) -> Committed:
        """Open the secrets of a match that is over and has kept them, to all, and close its stream.

        Only one replica's succeeds, the others repeat it. ILLEGAL_ACTION for any other match.
        """

        def propose(known: Aggregate) -> Proposal:
            seed = self._repository.seed(known)
            decision = _accepted(decide.reveal(known.game, known.state, self._clock(), seed))
            return Proposal(decision, Cause("system", REVEAL))

        command = Command("system", REVEAL, REVEAL.encode())
        return await transact(self._repository, match, command, propose, by_rules=False)

    def _decide(self, known: Aggregate, number: int, intent: Intent) -> Decision:
        now = self._clock()
        if intent.action is not None and intent.expected_version not in (None, known.seen):
            raise conflict(int(intent.expected_version or 0), known.seen)
        seed = self._repository.seed(known)
        if intent.action is None:
            return _accepted(decide.concede(known.game, known.state, number, now, seed))
        outcome = decide.act(
            known.game,
            known.state,
            number,
            intent.action,
            now,
            seed,
            prompt=intent.prompt,
            revision=intent.revision,
        )
        if isinstance(outcome, Refusal):
            raise refused(outcome, self._legal.of(known, number), intent.action)
        return outcome


def _accepted(outcome: Decision | Refusal) -> Decision:
    if not isinstance(outcome, Refusal):
        return outcome
    if outcome.code == "TOO_EARLY":
        raise ApiError(ErrorCode.PROMPT_CLOSED, outcome.message)
    raise refused(outcome)
