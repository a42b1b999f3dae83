"""The published Python client against a service: a match, its board and its past; a tournament; an inbox."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, aclosing
from typing import NamedTuple

import pytest

from domain.games import discover
from playledger_client import (
    Client,
    Match,
    NotAllowed,
    Tournament,
    boards,
    patched,
)
from playledger_client.board import shown
from playledger_client.models import (
    CreateMatch,
    CreateTournament,
    DeckOrder,
    EventsAppended,
    JoinMatch,
    MatchClosed,
    MatchOver,
    PairingPosted,
    PairingsChanged,
    PairingStatus,
    RulePairing,
    RulePairingKind,
    StandingsChanged,
    TournamentChanged,
    TournamentClosed,
    TournamentOver,
    TournamentPolicy,
    TournamentPolicyFormat,
    TournamentStatus,
)
from tests.e2e.chance import play_out
from tests.e2e.newcomer import Plain
from tests.kit.lanes import sampled
from tests.kit.process import token_of
from tests.kit.waiting import PATIENCE, until

pytestmark = [pytest.mark.programs, pytest.mark.anyio]
SCOPES = (
    "tournament:manage",
    "tournament:referee",
    "tournament:enter",
    "tournament:read",
    "match:create",
    "match:read",
    "match:play",
)
ENOUGH = 12
"""Answers of a seat before it gives up."""


class Running(NamedTuple):
    """A service, and the tokens of three of its accounts."""

    address: str
    tokens: tuple[str, str, str]


@pytest.fixture(scope="module")
def running(plain: Plain) -> Running:
    folder = plain.folder
    return Running(plain.address, (token_of(folder, SCOPES), token_of(folder, SCOPES), token_of(folder, SCOPES)))


@pytest.fixture
async def accounts(running: Running) -> AsyncIterator[list[Client]]:
    async with AsyncExitStack() as stack:
        yield [
            await stack.enter_async_context(Client(running.address, token, timeout=PATIENCE))
            for token in running.tokens
        ]


@pytest.mark.smoke
@pytest.mark.parametrize("game", sampled(sorted(discover()), keep=1))
async def test_the_board_of_a_follower_is_the_state_at_every_version(running: Running, game: str) -> None:
    async with Client(running.address, timeout=PATIENCE) as client:
        assert game in [found.slug for found in await client.games()]
        decks = await client.decks(game)
        match = client.match((await client.create_match(CreateMatch(game=game, seats=2))).match.id)
        seats = [await match.join(JoinMatch(deck=deck.id)) for deck in decks[:2]]
        playing = asyncio.create_task(play_out(seats, ENOUGH))
        seen = [each async for each in boards(seats[0])]
        await playing
        for each in seen:
            state = await seats[0].state(at=each.version, perspective="seat:0")
            board = each.board
            assert (board.status, board.phase, board.prompts) == (state.status, state.phase, state.prompts)
            assert (board.table, board.result) == (state.table, state.result)
        assert len(seen) > 1
        await its_past_is_there(match, seen[-1].version)


async def its_past_is_there(match: Match, last: int) -> None:
    """Frames, events, file, practice from an earlier version."""
    now = None
    frames = await match.frames()
    for frame in frames:
        now = frame.state if frame.patch is None else patched(now, frame.patch)
    assert now == shown(await match.state())
    assert frames[-1].version == last == (await match.info()).version
    page = await match.events(last - 2, perspective="full")
    assert [event.version for event in page.events] == [last - 1, last]
    assert (await match.replay(perspective="full")).count(b"\n") > last
    updates = [update async for update in match.updates(last - 1, after_hash=page.events[0].hash)]
    assert [type(update) for update in updates] == [EventsAppended, MatchClosed]


async def test_a_seat_can_be_given_back_or_to_the_house(accounts: list[Client]) -> None:
    client = accounts[0]
    match = client.match((await client.create_match(CreateMatch(game="c4", seats=2))).match.id)
    order = JoinMatch(deck=(await client.decks("c4"))[0].id)
    left = await match.join(order)
    assert not (await left.leave()).seats[0].taken
    with pytest.raises(NotAllowed):
        await left.legal()
    seat = await match.join(order)
    joined = await match.give_to_house("greedy")
    assert (joined.seat, joined.seat_token, joined.match.seats[1].house_bot) == (1, "", "greedy")
    assert all(card.rule_id for card in (await seat.unplayable()).cards)
    before = (await seat.info()).version
    done = await seat.act({"type": "concede"}, if_version=before)
    assert done.match.seats[0].conceded
    await until(lambda: finished(match))
    fork = await client.match(match.id).fork(before)
    assert fork.match.practice


async def finished(match: Match) -> bool:
    return (await match.info()).closed


async def test_a_tournament_from_its_making_to_its_end(accounts: list[Client]) -> None:
    """Two entrants, one table: they play, one disputes, the organiser rules, and all of them hear of it."""
    organiser, *players = accounts
    policy = TournamentPolicy(format=TournamentPolicyFormat.SWISS, rounds=1)
    made = await organiser.create_tournament(CreateTournament(game="c4", name="Cup", policy=policy, check_in=True))
    event = organiser.tournament(made.tournament.id)
    entered = [player.tournament(event.id) for player in players]
    decks = await organiser.decks("c4")
    for entrant in entered:
        await entrant.register(DeckOrder(deck=decks[0].id))
        await entrant.change_deck(DeckOrder(deck=decks[1].id))
        await entrant.check_in()
    assert [entrant.checked_in for entrant in (await event.entrants(limit=64)).entrants] == [True, True]
    await event.pause("the hall is locked")
    assert (await event.resume()).tournament.status == TournamentStatus.REGISTRATION
    begun = await event.start_round(1, key="round-one")
    again = await event.start_round(1, key="round-one")
    assert (again.version, begun.replayed, again.replayed) == (begun.version, False, True)
    await until(lambda: conceded(players))
    await until(lambda: decided(event))
    (pairing,) = (await event.pairings(1)).pairings
    await entered[0].confirm(pairing.round, pairing.table)
    await entered[1].dispute(pairing.round, pairing.table, "the clock stood still")
    await event.rule(RulePairing(kind=RulePairingKind.UPHOLD, reason="it did not", round=1, table=pairing.table))
    assert [one.number for one in (await event.rounds()).rounds] == [1]
    assert [one.pairing for one in (await entered[0].entrant_record()).rounds] == list(
        (await event.pairings(1)).pairings
    )
    assert (await event.bracket()).nodes == []
    await event.finish()
    assert len((await event.ranks()).ranks) == len((await event.standings(limit=8)).standings) == 2
    assert (await event.file("results.csv")).startswith(b"round,")
    await everybody_has_heard(event, players[0])


async def conceded(players: list[Client]) -> bool:
    """Whoever is asked first at the table of these accounts gives up."""
    for player in players:
        for seat in await player.inbox.seats_to_act():
            await player.match(seat.match_id, seat=seat.seat).concede()
            return True
    return False


async def decided(event: Tournament) -> bool:
    pairings = (await event.pairings()).pairings
    return all(one.status == PairingStatus.DECIDED for one in pairings)


async def everybody_has_heard(event: Tournament, player: Client) -> None:
    """Over the streams of the tournament, which end with it, and in the inbox."""
    told = [update async for update in event.updates()]
    assert isinstance(told[0], TournamentChanged)
    assert told[0].events[0].version == 1
    pairings = [update async for update in event.watch_pairings()]
    standings = [update async for update in event.watch_standings()]
    assert (type(pairings[0]), type(standings[0])) == (PairingsChanged, StandingsChanged)
    assert {type(told[-1]), type(pairings[-1]), type(standings[-1])} == {TournamentClosed}
    kinds = {PairingPosted, MatchOver, TournamentOver}
    heard = set()
    async with aclosing(player.inbox.updates()) as items:
        async for item in items:
            heard.add(type(item))
            if heard >= kinds:
                break
    assert kinds <= {type(item) async for item in player.inbox.items()}
