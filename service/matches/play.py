"""Acting in a match, and what the clock does in it. Each is counted."""

from __future__ import annotations

from collections.abc import Callable

from api_schema.errors import ApiError, ErrorCode
from api_schema.idempotency import require_key
from api_schema.ports.base import Caller
from api_schema.ports.matches import ActInput
from domain.kernel import decide
from domain.kernel.actions import Action
from domain.kernel.audience import seat as seat_name
from domain.kernel.decide import Decision
from domain.kernel.game import CardGame
from domain.kernel.match import State
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
from service.matches.releases import SYSTEM
from service.matches.repository import Committed, Repository
from service.matches.transaction import Proposal, transact
from service.meters import NO_GAME, Meters
from service.times import Clock

CLOCK = "clock"
BOT = "bot"
TIME_LIMIT = "time_limit"
REVEAL = "reveal"


Decided = Callable[[CardGame, State, int, bytes], Decision | Refusal]


class Play:
    """Answers to prompts, concessions, time-outs and time limits."""

    def __init__(
        self,
        repository: Repository,
        command_names: CommandNames,
        tokens: Tokens,
        legal: LegalActions,
        clock: Clock,
        meters: Meters,
    ) -> None:
        self._repository = repository
        self._command_names = command_names
        self._tokens = tokens
        self._legal = legal
        self._clock = clock
        self._meters = meters

    async def act(self, caller: Caller, match: str, request: ActInput) -> Committed:
        """Carry out a request under its guard."""
        try:
            require_token(caller)
            require_scope(caller, "match:play")
            require_key(caller, request.idempotency_key)
            digest = self._command_names.digest(caller, match, request.idempotency_key)
            command = self._command_names.stored(caller, match, request.idempotency_key, intents.fingerprint(request))

            def propose(known: Aggregate) -> Proposal:
                number = acting_seat(caller, known.state, request.seat)
                intent = intents.read(self._tokens, known.game, match, request)
                return Proposal(self._decide(known, number, intent), Cause(seat_name(number), digest))

            done = await transact(self._repository, match, command, propose)
        except Exception as error:
            code = error.code if isinstance(error, ApiError) else ErrorCode.INTERNAL
            self._meters.refusals.labels(self._repository.cache.game_of(match) or NO_GAME, code.value).inc()
            raise
        outcome = "replayed" if done.appended.replayed else "accepted"
        self._meters.actions.labels(done.aggregate.game.slug, outcome).inc()
        return done

    async def time_out(self, match: str, prompt: int, revision: int) -> Committed:
        """Take the default of a prompt whose time is up. Any replica may; only one succeeds, the others repeat it."""

        def decided(game: CardGame, state: State, now: int, seed: bytes) -> Decision | Refusal:
            return decide.time_out(game, state, prompt, revision, now, seed)

        return self._raised(await self._once(match, CLOCK, f"timeout:{prompt}:{revision}", CLOCK, decided))

    async def answer(self, match: str, number: int, prompt: int, revision: int, action: Action) -> Committed:
        """Answer a prompt for the bot of the house in a seat. Any replica may; the first one's answer stands."""

        def decided(game: CardGame, state: State, now: int, seed: bytes) -> Decision | Refusal:
            return decide.act(game, state, number, action, now, seed, prompt=prompt, revision=revision)

        return await self._once(match, BOT, f"bot:{prompt}:{revision}", seat_name(number), decided)

    async def give_up(self, match: str, number: int) -> Committed:
        """Concede for a seat that its tournament has taken out of the match. Any replica may; only one succeeds.

        It is the seat that concedes, as it was the one that joined when the tournament took it.
        """

        def decided(game: CardGame, state: State, now: int, seed: bytes) -> Decision | Refusal:
            return decide.concede(game, state, number, now, seed)

        return await self._once(match, SYSTEM, f"concede:{number}", seat_name(number), decided)

    async def time_up(self, match: str) -> Committed:
        """Report that the time of a match is up. Any replica may; only one succeeds, the others repeat it."""
        return self._raised(await self._once(match, CLOCK, TIME_LIMIT, CLOCK, decide.time_up))

    async def abort(self, match: str, reason: str, before: int) -> Committed:
        """End a match in which nothing has happened since `before`, in ms. `reason` is a word of ours, no free text.

        The caller found it in a read model, which may be far behind; the match itself counts.
        """

        def decided(game: CardGame, state: State, now: int, seed: bytes) -> Decision | Refusal:
            if state.at >= before:
                raise ApiError(ErrorCode.VERSION_CONFLICT, "this match is being played")
            return decide.abort(game, state, reason, now, seed)

        return await self._once(match, SYSTEM, "abort", SYSTEM, decided, by_rules=False)

    async def reveal(self, match: str) -> Committed:
        """Open the secrets of a match that is over and has kept them, to all, and close its stream.

        Only one replica's succeeds, the others repeat it. ILLEGAL_ACTION for any other match.
        """
        return await self._once(match, SYSTEM, REVEAL, SYSTEM, decide.reveal, by_rules=False)

    async def _once(
        self, match: str, sender: str, name: str, actor: str, decided: Decided, *, by_rules: bool = True
    ) -> Committed:
        """Carry out a command of the service itself, which has the same name in each replica."""

        def propose(known: Aggregate) -> Proposal:
            outcome = decided(known.game, known.state, self._clock(), self._repository.seed(known))
            return Proposal(_accepted(outcome), Cause(actor, name))

        command = Command(sender, name, name.encode())
        return await transact(self._repository, match, command, propose, by_rules=by_rules)

    def _raised(self, done: Committed) -> Committed:
        if not done.appended.replayed:
            self._meters.time_outs.labels(done.aggregate.game.slug).inc()
        return done

    def _decide(self, known: Aggregate, number: int, intent: Intent) -> Decision:
        now = self._clock()
        if intent.action is not None and intent.expected_version not in (None, known.seen):
            raise conflict(int(intent.expected_version or 0), known.seen)
        seed = self._repository.seed(known)
        if intent.action is None:
            return _accepted(decide.concede(known.game, known.state, number, now, seed))
        prompt, revision = intent.prompt, intent.revision
        outcome = decide.act(
            known.game, known.state, number, intent.action, now, seed, prompt=prompt, revision=revision
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
