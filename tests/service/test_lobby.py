"""Opening matches, taking seats, giving them back."""

from __future__ import annotations

import asyncio
from base64 import urlsafe_b64encode
from pathlib import Path

import pytest

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.base import ANONYMOUS, Caller
from api_schema.ports.matches import CreateMatch, JoinMatch, JoinOut, MatchFilter
from service.application import inputs
from service.application.pseudonyms import player_of
from service.projections.match_list.fold import LobbyList
from tests.kit.served import ALICE, BOB, EVE, Served, serve, sqlite_url
from tests.toy_game import GAME

pytestmark = pytest.mark.anyio


async def test_a_retried_creation_finds_the_first_match(served: Served) -> None:
    matches = served.app.use_cases.matches
    order = CreateMatch(GAME.slug, 2, visibility="INVITE")
    first, replayed, invite = await matches.create(ALICE, "key", order)
    again, replayed_again, invite_again = await matches.create(ALICE, "key", order)
    assert (first, replayed) == (again, False)
    assert (replayed_again, invite_again) == (True, invite)
    with pytest.raises(ApiError) as refusal:
        await matches.create(ALICE, "key", CreateMatch(GAME.slug, 3))
    assert refusal.value.code == ErrorCode.KEY_REUSED
    other, *_ = await matches.create(BOB, "key", order)
    assert other.id != first.id


@pytest.mark.parametrize(
    ("order", "path"),
    [
        (CreateMatch(GAME.slug, 9), ("seats",)),
        (CreateMatch(GAME.slug, 2, {"rounds": "three"}), ("options", "rounds")),
        (CreateMatch(GAME.slug, 2, {"rounds": 9}), ("options",)),
        (CreateMatch(GAME.slug, 2, {"rounds": "3" * inputs.LONGEST_OPTIONS}), ("options",)),
        (CreateMatch(GAME.slug, 2, {"rounds": "\ud800"}), ("options",)),
        (CreateMatch(GAME.slug, 2, decision_ms=-1), ("decisionMs",)),
    ],
)
async def test_faults_of_a_creation_are_named(served: Served, order: CreateMatch, path: tuple[str, ...]) -> None:
    with pytest.raises(ApiError) as refusal:
        await served.app.use_cases.matches.create(ALICE, "key", order)
    assert (refusal.value.code, refusal.value.path) == (ErrorCode.INVALID_INPUT, path)


async def test_an_unknown_game_is_not_found_and_the_nearest_named(served: Served) -> None:
    with pytest.raises(ApiError, match="did you mean 'envoys'") as refusal:
        await served.app.use_cases.matches.create(ALICE, "key", CreateMatch("envoy", 2))
    assert refusal.value.code == ErrorCode.NOT_FOUND


async def test_the_match_starts_when_the_last_seat_is_ready(served: Served) -> None:
    match = await served.open()
    first = await served.sit(ALICE, match)
    assert (first.seat, first.match.status) == (0, "OPEN")
    second = await served.sit(BOB, match)
    assert (second.seat, second.match.status) == (1, "RUNNING")
    with pytest.raises(ApiError) as refusal:
        await served.sit(EVE, match)
    assert refusal.value.code == ErrorCode.MATCH_STARTED


@pytest.mark.parametrize("seat", [0, None])
async def test_two_replicas_never_give_one_seat_to_two_players(
    served: Served, tmp_path: Path, seat: int | None
) -> None:
    match = await served.open(seats=3)
    other = await serve(sqlite_url(tmp_path))
    async with other.app:
        for replica in (served, other):
            await replica.app.matches.repository.current(match)
        joins = (replica.sit(caller, match, seat=seat) for replica, caller in ((served, ALICE), (other, BOB)))
        done = await asyncio.gather(*joins, return_exceptions=True)
    seats = [one.seat for one in done if isinstance(one, JoinOut)]
    codes = [one.code for one in done if isinstance(one, ApiError)]
    assert (sorted(seats), codes) == (([0, 1], []) if seat is None else ([0], [ErrorCode.SEAT_TAKEN]))


async def test_a_retried_join_shows_the_same_token(served: Served) -> None:
    match = await served.open()
    matches = served.app.use_cases.matches
    key = "11111111-2222-3333-4444-555555555555"
    first = await matches.join(ANONYMOUS, match, key, JoinMatch(deck="owl"))
    await served.sit(BOB, match)
    again = await matches.join(ANONYMOUS, match, key, JoinMatch(deck="owl"))
    assert (again.seat, again.seat_token, again.replayed) == (first.seat, first.seat_token, True)
    with pytest.raises(ApiError) as refusal:
        await matches.join(ANONYMOUS, match, key, JoinMatch(deck="fox"))
    assert refusal.value.code == ErrorCode.KEY_REUSED


async def test_a_guest_needs_a_key_that_nobody_guesses(served: Served) -> None:
    match = await served.open()
    with pytest.raises(ApiError) as refusal:
        await served.app.use_cases.matches.join(ANONYMOUS, match, "1", JoinMatch(deck="owl"))
    assert refusal.value.path == ("idempotencyKey",)


async def test_a_seat_token_dies_when_the_seat_is_left(served: Served) -> None:
    match = await served.open()
    matches, accounts = served.app.use_cases.matches, served.app.use_cases.accounts
    joined = await matches.join(ANONYMOUS, match, served.key(), JoinMatch(deck="owl"))
    guest = await accounts.authenticate(joined.seat_token)
    assert (await matches.state(guest, match)).perspective == "seat:0"
    await matches.leave(guest, match, 0, served.key())
    for caller in (guest, await accounts.authenticate(joined.seat_token)):
        with pytest.raises(ApiError) as refusal:
            await matches.state(caller, match)
        assert refusal.value.code == ErrorCode.UNAUTHENTICATED
    await served.sit(BOB, match, seat=0)
    with pytest.raises(ApiError):
        await matches.state(guest, match)


async def test_a_retried_leave_is_answered_as_the_first(served: Served) -> None:
    match = await served.open()
    matches = served.app.use_cases.matches
    joined = await matches.join(ANONYMOUS, match, served.key(), JoinMatch(deck="owl"))
    guest = await served.app.use_cases.accounts.authenticate(joined.seat_token)
    first = await matches.leave(guest, match, 0, "leaving")
    assert await matches.leave(guest, match, 0, "leaving") == first


async def test_a_token_that_may_only_read_gives_no_seat_back(served: Served) -> None:
    match = await served.open()
    await served.sit(ALICE, match)
    reader = Caller(ALICE.ref, frozenset(), ALICE.account)
    with pytest.raises(ApiError) as refusal:
        await served.app.use_cases.matches.leave(reader, match, 0, "leaving")
    assert refusal.value.code == ErrorCode.FORBIDDEN


async def test_who_takes_a_seat_over_sees_nothing_of_the_one_before(served: Served) -> None:
    match = await served.open()
    matches = served.app.use_cases.matches
    await served.sit(ALICE, match, deck="owl", seed="abc")
    await matches.leave(ALICE, match, 0, served.key())
    await served.sit(BOB, match, seat=0, deck="fox")
    page = await matches.events(BOB, match, perspective="seat:0")
    loadouts = [event.data.get("loadout") for event in page.events if event.type == "loadout_sealed"]
    seeds = [event.data.get("seed") for event in page.events if event.type == "seed_added"]
    assert (loadouts, seeds) == ([None, {"charm": "fox"}], [None])


async def test_an_invite_only_match_needs_the_code(served: Served) -> None:
    matches = served.app.use_cases.matches
    order = CreateMatch(GAME.slug, 2, visibility="INVITE")
    match, _, invite = await matches.create(ALICE, "key", order)
    assert invite is not None
    for code in (None, "x" + invite, "ä"):
        with pytest.raises(ApiError) as refusal:
            await served.sit(BOB, match.id, invite=code)
        assert refusal.value.code == ErrorCode.FORBIDDEN
    joined = await served.sit(BOB, match.id, invite=invite)
    assert joined.match.seats[0].player == player_of(BOB, match.id)
    seen = await matches.get(EVE, match.id)
    assert (seen.seats[0].taken, seen.seats[0].player) == (True, None)
    with pytest.raises(ApiError) as refusal:
        await matches.state(EVE, match.id)
    assert refusal.value.code == ErrorCode.FORBIDDEN


@pytest.mark.parametrize(
    ("order", "code"),
    [
        (JoinMatch(), ErrorCode.INVALID_INPUT),
        (JoinMatch(deck="bear"), ErrorCode.INVALID_INPUT),
        (JoinMatch(loadout={"charm": 3}), ErrorCode.INVALID_INPUT),
        (JoinMatch(loadout={"charm": "bear"}), ErrorCode.DECK_ILLEGAL),
        (JoinMatch(deck="owl", seat=7), ErrorCode.NOT_FOUND),
        (JoinMatch(deck="owl", seed="my name is Eve"), ErrorCode.INVALID_INPUT),
    ],
)
async def test_faults_of_a_join_are_named(served: Served, order: JoinMatch, code: ErrorCode) -> None:
    match = await served.open()
    with pytest.raises(ApiError) as refusal:
        await served.app.use_cases.matches.join(BOB, match, "key", order)
    assert refusal.value.code == code
    assert (await served.app.use_cases.matches.get(BOB, match)).version == 1


async def test_the_list_shows_open_matches_and_ones_own(served: Served) -> None:
    matches = served.app.use_cases.matches
    first = await served.started()
    second = await served.open()
    hidden, _, invite = await matches.create(ALICE, "hidden", CreateMatch(GAME.slug, 2, visibility="INVITE"))
    await served.sit(BOB, hidden.id, invite=invite)
    await served.app.projector.catch_up()
    page = await matches.find(EVE, first=1)
    assert [match.id for match in page.matches] == [second]
    assert page.has_next
    rest = await matches.find(EVE, first=5, after=page.end_cursor)
    assert [match.id for match in rest.matches] == [first]
    assert rest.matches[0] == await matches.get(EVE, first)
    assert [match.id for match in (await matches.find(BOB, first=5)).matches] == [hidden.id, second, first]
    assert [
        match.id for match in (await matches.find(EVE, first=5, wanted=MatchFilter(status=("RUNNING",)))).matches
    ] == [first]
    assert not (await matches.find(EVE, first=5, wanted=MatchFilter(game="c4"))).matches


@pytest.mark.parametrize("place", ["", "soon|" + "0" * 32, "1|none", f"{2**63}|" + "0" * 32, "9" * 5000 + "|1"])
async def test_a_cursor_of_another_list_is_refused(served: Served, place: str) -> None:
    with pytest.raises(ApiError) as refusal:
        await served.app.use_cases.matches.find(EVE, first=5, after=urlsafe_b64encode(place.encode()).decode())
    assert (refusal.value.code, refusal.value.path) == (ErrorCode.INVALID_INPUT, ("after",))


async def test_the_list_can_be_rebuilt(served: Served) -> None:
    matches = served.app.use_cases.matches
    await served.started()
    await served.app.projector.catch_up()
    before = await matches.find(EVE, first=5)
    await served.app.projector.rebuild(LobbyList())
    assert await matches.find(EVE, first=5) == before


async def test_a_match_that_is_none_is_not_found(served: Served) -> None:
    for match in (
        "mt_",
        "mt_aaaaaaaaaaaaaaaaaaaaaaaaaa",
        "nonsense",
        "mt_" + "ä" * 26,
        "mt_AAAAAAAAAAAAAAAAAAAAAAAAAA",
    ):
        with pytest.raises(ApiError) as refusal:
            await served.app.use_cases.matches.get(ALICE, match)
        assert refusal.value.code == ErrorCode.NOT_FOUND
