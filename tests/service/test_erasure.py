"""Names are beside the chain: a player can be erased, and every match stays what it was, byte for byte."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest
from sqlalchemy import select

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.base import ANONYMOUS, Caller
from api_schema.ports.matches import JoinMatch
from eventstore import chain
from eventstore.envelope import StoredEvent
from service.accounts.directory import FRESH, Directory
from service.application.ids import MATCH_IDS, new_match
from service.application.pseudonyms import CommandNames, player_of
from service.keys import Keys
from service.projections.match_list.table import players
from tests.kit.served import ALICE, BOB, EVE, SECRET, Served

pytestmark = pytest.mark.anyio


async def stored(served: Served, match: str) -> list[StoredEvent]:
    return await served.app.store.read(MATCH_IDS.stream_of(match))


async def names(served: Served, match: str, caller: Caller = EVE) -> list[str | None]:
    return [seat.name for seat in (await served.app.use_cases.matches.get(caller, match)).seats]


async def finished(served: Served, one: Caller, other: Caller) -> str:
    match = await served.open()
    await served.sit(one, match)
    await served.sit(other, match)
    await served.act(one, match, action={"type": "concede"})
    return match


async def test_a_whole_chain_is_the_same_before_and_after_an_erasure(served: Served) -> None:
    ada, token = await served.account("Ada")
    bert, _ = await served.account("Bert")
    match = await finished(served, ada, bert)
    await served.app.projector.catch_up()
    before, seen = await stored(served, match), await served.app.use_cases.matches.events(EVE, match)
    assert await names(served, match) == ["Ada", "Bert"]
    await served.app.use_cases.accounts.erase(ada, "ERASE")
    after = await stored(served, match)
    assert after == before
    assert chain.first_broken(after) is None
    assert await served.app.use_cases.matches.events(EVE, match) == seen
    assert await names(served, match) == [None, "Bert"]
    listed = await served.app.use_cases.matches.find(EVE, first=5)
    assert [seat.name for seat in listed.matches[0].seats] == [None, "Bert"]
    with pytest.raises(ApiError) as refusal:
        await served.app.use_cases.accounts.authenticate(token)
    assert refusal.value.code == ErrorCode.UNAUTHENTICATED


async def test_nothing_in_the_store_says_who_an_erased_player_was(served: Served) -> None:
    ada, _ = await served.account("Ada Lovelace")
    bert, _ = await served.account()
    assert ada.account is not None
    played = [await finished(served, ada, bert) for _ in range(3)]
    await served.app.projector.catch_up()
    assert len({player_of(ada, match) for match in played}) == 3
    await served.app.use_cases.accounts.erase(ada, "ERASE")
    for projection in served.app.projector.projections:
        await served.app.projector.rebuild(projection)
    rows = await all_rows(served)
    tombstone = rows.pop("accounts")
    assert "Ada" not in tombstone
    assert ada.alias_key.hex() not in tombstone
    for table, text in rows.items():
        for trace in ("Ada", "Lovelace", ada.account, ada.alias_key.hex()):
            assert trace not in text, table
    pseudonyms = await served.app.store.sql.read(lambda c: c.execute(select(players.c.player)).scalars().all())
    assert {player_of(ada, match) for match in played} < set(pseudonyms)


async def all_rows(served: Served) -> dict[str, str]:
    """Every row of every table of the database as text, bytes in hex."""

    def work(connection: Any) -> dict[str, str]:
        tables = connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'table'").scalars().all()
        found = {}
        for table in tables:
            rows = connection.exec_driver_sql(f'SELECT * FROM "{table}"').all()
            found[table] = repr([[cell.hex() if isinstance(cell, bytes) else cell for cell in row] for row in rows])
        return found

    return await served.app.store.sql.read(work)


async def test_an_account_is_called_something_else_in_every_match(served: Served) -> None:
    ada, _ = await served.account()
    first, second = await finished(served, ada, BOB), await finished(served, ada, BOB)
    references = [
        (await served.app.use_cases.matches.get(EVE, match)).seats[0].player or "" for match in (first, second)
    ]
    assert references[0] != references[1]
    assert all(re.fullmatch("pl:[0-9a-f]{32}", reference) for reference in references)
    assert ada.account is not None
    for match in (first, second):
        for event in await stored(served, match):
            assert ada.account.encode() not in event.body + (event.private or b"")


async def test_who_knows_account_and_key_computes_neither_pseudonym_nor_match(served: Served) -> None:
    """What is derived for an account is derived with a secret of that account, which nothing shows."""
    ada, _ = await served.account()
    match = await served.open()
    guesser = Caller(ada.ref, ada.scopes, ada.account, alias_key=b"\0" * 32)
    assert player_of(guesser, match) != player_of(ada, match)
    assert new_match(guesser, "1") != new_match(ada, "1")
    with pytest.raises(ValueError, match="without its key"):
        player_of(Caller(ada.ref, ada.scopes, ada.account), match)
    for shown in (repr(ada), f"{ada}", repr(ada.__rich_repr__())):
        assert ada.ref in shown
        assert "key" not in shown


async def test_the_name_of_a_command_can_not_be_tried_against_guesses(served: Served) -> None:
    """It depends on the caller and the key, and on a secret of the service."""
    match, key = await served.open(), "1"
    names = [
        CommandNames(Keys([secret])).digest(caller, match, guess)
        for secret, caller, guess in ((SECRET, BOB, key), ("x" * 16, BOB, key), (SECRET, BOB, "2"), (SECRET, EVE, key))
    ]
    assert len(set(names)) == len(names)
    joined = await served.app.use_cases.matches.join(BOB, match, key, JoinMatch(deck="fox"))
    (event, *_) = (await stored(served, match))[joined.match.version - 2 :]
    assert msgspec.json.decode(event.body)["command"] == names[0]


async def test_a_key_of_somebody_else_tells_nothing(served: Served) -> None:
    """The same key of another caller, or in another match, is a key of its own."""
    match, other = await served.open(seats=3), await served.open()
    join = served.app.use_cases.matches.join
    first = await join(ALICE, match, "the-same-key", JoinMatch(deck="fox"))
    second = await join(BOB, match, "the-same-key", JoinMatch(deck="owl"))
    third = await join(ALICE, other, "the-same-key", JoinMatch(deck="owl"))
    assert [joined.replayed for joined in (first, second, third)] == [False] * 3
    assert len({joined.seat_token for joined in (first, second, third)}) == 3


async def test_a_running_match_goes_on_without_the_erased_player(served: Served) -> None:
    ada, _ = await served.account("Ada")
    match = await served.open(decision_ms=60_000, turn_ms=60_000)
    await served.sit(ada, match)
    await served.sit(BOB, match)
    await served.app.use_cases.accounts.erase(ada, "ERASE")
    served.app.matches.repository.cache.drop(match)
    prompts = list((await served.app.matches.repository.current(match)).state.prompts.values())
    asked = next(prompt for prompt in prompts if prompt.seat == 0 and prompt.deadline is not None)
    served.clock.now += 120_000
    done = await served.app.matches.play.time_out(match, asked.id, asked.revision)
    assert done.aggregate.state.status in ("running", "finished")
    await served.act(BOB, match, action={"type": "concede"})
    assert chain.first_broken(await stored(served, match)) is None


async def test_an_erased_account_does_not_come_back(served: Served) -> None:
    """Neither by a join that was under way, nor by a new token, nor by a second erasure."""
    ada, _ = await served.account("Ada")
    match, account = await served.open(), str(ada.account)
    await served.app.use_cases.accounts.erase(ada, "ERASE")
    for again in (
        served.sit(ada, match),
        served.app.accounts.create_for(account, "again", []),
        served.app.directory.key_of(account),
        served.app.directory.rename(account, "Ada"),
        served.app.directory.erase(account),
    ):
        with pytest.raises(ApiError) as refusal:
            await again
        assert refusal.value.code == ErrorCode.NOT_FOUND
    assert (await served.app.use_cases.matches.get(EVE, match)).version == 1


@pytest.mark.parametrize(
    ("confirm", "scopes", "code"),
    [
        ("erase", {"account:write"}, ErrorCode.INVALID_INPUT),
        ("", {"account:write"}, ErrorCode.INVALID_INPUT),
        ("ERASE", {"match:play"}, ErrorCode.FORBIDDEN),
    ],
)
async def test_an_erasure_is_confirmed_and_needs_its_scope(
    served: Served, confirm: str, scopes: set[str], code: ErrorCode
) -> None:
    ada, _ = await served.account("Ada")
    asking = Caller(ada.ref, frozenset(scopes), ada.account, alias_key=ada.alias_key)
    with pytest.raises(ApiError) as refusal:
        await served.app.use_cases.accounts.erase(asking, confirm)
    assert refusal.value.code == code
    assert (await served.app.use_cases.accounts.profile(ada)).name == "Ada"


async def test_another_replica_shows_an_erased_name_no_longer_than_it_believes_what_it_read(served: Served) -> None:
    now = 0.0
    replica = Directory(served.app.store, served.clock, timer=lambda: now)
    ada, _ = await served.account("Ada")
    match = await finished(served, ada, BOB)
    player = player_of(ada, match)
    assert await replica.names([player]) == {player: "Ada"}
    await served.app.use_cases.accounts.erase(ada, "ERASE")
    now = FRESH - 1
    assert await replica.names([player]) == {player: "Ada"}
    now = FRESH + 1
    assert await replica.names([player]) == {}


async def test_what_is_made_of_names_is_good_no_longer_than_they_are(served: Served) -> None:
    """Names that are read late are not believed any longer than what was made of them early."""
    now = FRESH / 2
    replica = Directory(served.app.store, served.clock, timer=lambda: now)
    ada, _ = await served.account("Ada")
    player = player_of(ada, await finished(served, ada, BOB))
    edition = replica.edition()
    assert await replica.names([player]) == {player: "Ada"}
    await served.app.use_cases.accounts.erase(ada, "ERASE")
    while replica.edition() == edition:
        now += 0.5
    assert await replica.names([player]) == {}
    edition = replica.edition()
    bert, _ = await served.account("Bert")
    await replica.rename(bert.account or "", "Bertram")
    assert replica.edition() != edition


async def test_a_store_that_is_away_leaves_players_without_names_and_nothing_else(served: Served) -> None:
    await served.app.store.close()
    assert await Directory(served.app.store, served.clock).names(["pl:" + "0" * 32]) == {}


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("Ada", "Ada"),
        ("  Ada ", "Ada"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("\u674e\u96f7", "\u674e\u96f7"),
        ("Ada \U0001f98a", "Ada \U0001f98a"),
        ("x" * 40, "x" * 40),
    ],
)
@pytest.mark.answers("getAccount")
async def test_a_name_is_normalised(served: Served, given: str, kept: str) -> None:
    ada, _ = await served.account()
    assert (await served.app.use_cases.accounts.rename(ada, given)).name == kept
    assert (await served.app.use_cases.accounts.profile(ada)).name == kept
    assert (await served.app.use_cases.accounts.rename(ada, None)).name is None


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "x" * 41,
        "a\nb",
        "a\tb",
        "a\x00b",
        "\u202eadA",
        "a\u200bb",
        "\u3164",
        "a\u00a0b",
        "a  b",
        "\u0308a",
        "\ue000",
        "\ud800",
    ],
)
async def test_a_name_is_visible_and_short(served: Served, name: str) -> None:
    ada, _ = await served.account("Ada")
    with pytest.raises(ApiError) as refusal:
        await served.app.use_cases.accounts.rename(ada, name)
    assert (refusal.value.code, refusal.value.path) == (ErrorCode.INVALID_INPUT, ("name",))
    assert (await served.app.use_cases.accounts.profile(ada)).name == "Ada"


async def test_guests_have_no_account_to_name_or_erase(served: Served) -> None:
    cases = served.app.use_cases.accounts
    for asked in (cases.profile(ANONYMOUS), cases.rename(ANONYMOUS, "Ada"), cases.erase(ANONYMOUS, "ERASE")):
        with pytest.raises(ApiError) as refusal:
            await asked
        assert refusal.value.code == ErrorCode.UNAUTHENTICATED
