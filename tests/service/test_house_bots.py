"""Bots of the house in running matches: who moves them, how often, and what is done where one fails."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa
from structlog.testing import capture_logs

from api_schema.ports.matches import ForkMatch, JoinMatch
from domain.kernel.codec import SEALED
from domain.kernel.game import CardGame
from domain.kernel.match import State
from service.application.ids import MATCH_IDS
from service.application.pseudonyms import strength_of
from service.bots.sampling import answer
from service.matches.house_bots import asked
from service.projections.house_turns.fold import HouseTurns
from service.projections.house_turns.table import house_seats, house_turns
from tests.kit.served import ALICE, PAYER, Served, serve
from tests.kit.waiting import until
from tests.toy_game import GAME
from tests.toy_game.actions import Send
from tests.toy_game.loadouts import Loadout

pytestmark = [pytest.mark.anyio, pytest.mark.each_store]
FOR_EVER = 2**52


def dealt(state: State, seat: int, shuffled: object) -> State:
    """Everybody else has brought the fox; else nothing is dealt anew."""
    made = state.copy()
    for place in made.seats:
        place.loadout = place.loadout or Loadout("fox")
    return made


def game(bot: Callable[..., Any]) -> CardGame:
    """The toy game with a greedy bot."""
    return replace(GAME, bot=bot, dealt=dealt)


def default(*_: object) -> None:
    """The default of the prompt."""


@pytest.fixture
async def served(url: str) -> AsyncIterator[Served]:
    """A service on each store that moves its bots."""
    service = await serve(url, {GAME.slug: game(default)}, house_bots=True)
    async with service.app:
        yield service


async def begun(
    served: Served, bot: Any = "random", seats: int = 2, deck: str = "fox", seed: str | None = None, **order: Any
) -> str:
    """A match of Alice, who brings this deck, with bots on all other seats."""
    match = await served.open(seats=seats, **order)
    for seat in range(1, seats):
        await served.app.use_cases.matches.join(ALICE, match, served.key(), JoinMatch(seat=seat, bot=bot))
    await served.sit(ALICE, match, deck=deck, seed=seed)
    return match


async def state_of(served: Served, match: str) -> State:
    return (await served.app.matches.repository.current(match)).state


async def waits(served: Served, match: str) -> None:
    """Until no bot is asked in the match any more."""

    async def rests() -> bool:
        return asked(await state_of(served, match)) is None

    await until(rests)


async def step(served: Served, match: str, random: Random) -> None:
    """A random legal action of Alice, where she is asked, while no bot is."""
    legal = await served.app.use_cases.matches.legal_actions(ALICE, match, 0)
    tokens = [action.token for prompt in legal.prompts for action in prompt.actions]
    if tokens:
        await served.act(ALICE, match, seat=0, token=random.choice(tokens))


async def played_out(served: Served, match: str, seed: int = 1) -> State:
    random = Random(seed)
    await waits(served, match)
    while (state := await state_of(served, match)).status == "running":
        await step(served, match, random)
        await waits(served, match)
    return state


async def answers(served: Served, match: str) -> Counter[int]:
    """How often each prompt of the match was answered, hidden ones too."""
    page = await served.app.use_cases.matches.events(ALICE, match, perspective="full")
    assert page.complete
    assert not any(event.type == SEALED for event in page.events)
    return Counter(int(event.data["prompt"]) for event in page.events if event.type == "action_taken")


@pytest.mark.parametrize(("bot", "seats"), [("random", 3), ("greedy", 2), ("searching", 2)])
async def test_bots_play_a_whole_match(served: Served, bot: str, seats: int) -> None:
    match = await begun(served, bot, seats)
    assert (await played_out(served, match)).status == "finished"
    assert set((await answers(served, match)).values()) == {1}
    audit = await served.app.use_cases.history.audit(ALICE, match, PAYER)
    assert [level.status for level in audit.levels] == ["OK"] * 6


async def test_what_was_asked_while_nobody_moved_is_answered_by_who_comes(url: str) -> None:
    resting = await serve(url)
    match = await begun(resting)
    assert asked(await state_of(resting, match)) is not None
    await resting.app.projector.catch_up()
    await resting.app.stop()
    other = await serve(url, house_bots=True)
    other.clock.now = resting.clock.now + 60_000
    async with other.app:
        await waits(other, match)
        assert (await played_out(other, match)).status == "finished"


async def test_two_replicas_that_think_about_the_same_prompt_answer_it_once(url: str) -> None:
    async with AsyncExitStack() as stack:
        replicas = [await serve(url) for _ in range(2)]
        for replica in replicas:
            await stack.enter_async_context(replica.app)
        one, random = replicas[0], Random(3)
        match = await begun(one, seats=3)
        while (await state_of(one, match)).status == "running":
            await one.app.projector.catch_up()
            later = max(replica.clock.now for replica in replicas) + 60_000
            for replica in replicas:
                replica.clock.now = later
                await replica.app.house_bots.sweep()
            await waits(one, match)
            await step(random.choice(replicas), match, random)
        assert set((await answers(one, match)).values()) == {1}


def failing(*_: object) -> None:
    raise ValueError("this bot is broken")


def against_the_rules(*_: object) -> Any:
    return Send("a card that nobody holds")


@pytest.mark.parametrize("bot", [failing, against_the_rules])
async def test_a_bot_that_fails_takes_the_default_and_the_log_tells(url: str, bot: Callable[..., Any]) -> None:
    service = await serve(url, {GAME.slug: game(bot)}, house_bots=True)
    with capture_logs() as logs:
        async with service.app:
            match = await begun(service, "greedy")
            assert (await played_out(service, match)).status == "finished"
    told = [log for log in logs if log["event"] == "a bot of the house takes the default"]
    assert {log["match"] for log in told} == {match}


async def test_a_bot_thinks_in_a_thread_about_a_copy_from_which_what_others_brought_is_gone(url: str) -> None:
    seen: list[State] = []

    def thinking(game: CardGame, state: State, *_: object) -> None:
        assert threading.current_thread() is not threading.main_thread()
        seen.append(state)

    service = await serve(url, {GAME.slug: game(thinking)}, house_bots=True)
    async with service.app:
        for _ in range(20):
            match = await begun(service, "greedy", deck="owl", seed="0123")
            await waits(service, match)
            if seen:
                # it was the bot who began
                break
        real = await state_of(service, match)
    assert seen
    assert (real.seats[0].loadout, real.seats[0].seed) == (Loadout("owl"), "0123")
    assert all((state.seats[0].loadout, state.seats[0].seed) == (Loadout("fox"), None) for state in seen)
    assert all(state.seats[1] == real.seats[1] for state in seen)


async def test_clocks_run_for_bots_too(url: str) -> None:
    service = await serve(url)
    async with service.app:
        match = await begun(service, decision_ms=1_000, turn_ms=1_000)
        prompt = asked(await state_of(service, match))
        assert prompt is not None
        assert prompt.deadline is not None
        service.clock.now = prompt.deadline
        await service.app.matches.play.time_out(match, prompt.id, prompt.revision)
        assert prompt.id not in (await state_of(service, match)).prompts


async def test_a_match_that_is_given_up_or_aborted_asks_no_bot(served: Served) -> None:
    given_up, aborted = await begun(served), await begun(served)
    await waits(served, given_up)
    await served.act(ALICE, given_up, seat=0, action={"type": "concede"})
    await waits(served, aborted)
    await served.app.matches.play.abort(aborted, "abandoned", FOR_EVER)
    await served.app.projector.catch_up()
    assert await rows(served, house_seats) == await rows(served, house_turns) == set()


async def rows(served: Served, table: sa.Table) -> set[tuple[str, int]]:
    """(match, seat or prompt) of every row."""
    await served.app.projector.catch_up()
    found = await served.app.store.sql.read(lambda connection: connection.execute(sa.select(table)).all())
    return {(MATCH_IDS.id_of(row[0]), row[1]) for row in found}


async def truth(served: Served, *matches: str) -> set[tuple[str, int]]:
    """What bots are asked in these matches, by the matches themselves."""
    states = [(match, await state_of(served, match)) for match in matches]
    return {
        (match, prompt.id)
        for match, state in states
        for prompt in state.prompts.values()
        if prompt.mode != "standing" and strength_of(state.seats[prompt.seat].player)
    }


@pytest.mark.parametrize("seed", [1, 2])
async def test_the_list_is_what_the_matches_say_hidden_prompts_included(url: str, seed: int) -> None:
    service = await serve(url)
    random, hidden = Random(seed), 0
    matches = [await begun(service, seats=seats) for seats in (2, 3)]
    matches.append(await service.started("owl"))
    for _ in range(60):
        match = random.choice(matches)
        state = await state_of(service, match)
        hidden += any(prompt.secrecy == "hidden" for prompt in state.prompts.values())
        prompts = list(state.prompts.values())
        if state.status == "running" and prompts:
            await answered_by_chance(service, match, state, random)
        if random.random() < 0.3:
            assert await rows(service, house_turns) == await truth(service, *matches)
    before = await rows(service, house_turns), await rows(service, house_seats)
    assert before[0] == await truth(service, *matches)
    assert hidden
    await service.app.projector.rebuild(HouseTurns())
    assert (await rows(service, house_turns), await rows(service, house_seats)) == before
    await service.app.stop()


async def answered_by_chance(served: Served, match: str, state: State, random: Random) -> None:
    prompt = random.choice(list(state.prompts.values()))
    action = answer(GAME, state, prompt, random)
    await served.app.matches.play.answer(match, prompt.seat, prompt.id, prompt.revision, action)


async def test_no_bot_sits_in_a_fork(served: Served) -> None:
    match = await begun(served)
    await played_out(served, match)
    await served.app.projector.catch_up()
    events = (await served.app.use_cases.matches.events(ALICE, match, perspective="full")).events
    ends = [event.version for event in events if event.batch_end and event.type != "match_ended"]
    started = next(event.version for event in events if event.type == "match_started")
    version = next(end for end in ends if end > started)
    fork, _ = await served.app.use_cases.matches.fork(ALICE, match, served.key(), ForkMatch(version))
    assert [seat.house_bot for seat in fork.seats] == [None, None]
    assert await rows(served, house_seats) == set()
    assert asked(await state_of(served, fork.id)) is None
