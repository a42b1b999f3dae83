"""What a tournament refuses over GraphQL: a code in `userErrors`, typed, with the place in the input."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from api_schema.scopes import PLAYER
from tests.api.graphql.arena import STAFF, SWISS, Arena, arena

pytestmark = pytest.mark.anyio


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Arena]:
    async with arena(tmp_path) as found:
        yield found


async def test_a_policy_that_cant_be_is_refused_with_all_its_faults(hall: Arena) -> None:
    organiser = await hall.token("Olga", STAFF)
    order: dict[str, Any] = {"game": "c4", "name": "Wrong"}
    wrong = {"format": "SWISS", "rounds": 2, "tieBreaks": ["OMW", "OMW", "BEST"]}
    payload = await hall.order("createTournament", organiser, **order, policy=wrong)
    (error,) = payload["userErrors"]
    assert (error["__typename"], error["code"]) == ("InputError", "POLICY_INVALID")
    assert [(fault["code"], fault["ruleId"], fault["path"]) for fault in error["faults"]] == [
        ("TIE_BREAK_TWICE", None, ["policy", "tieBreaks", "1"]),
        ("TIE_BREAK_UNKNOWN", None, ["policy", "tieBreaks", "2"]),
    ]
    mixed = {**wrong, "rounds": 99, "bestOf": 2, "cut": {"size": 1, "bestOf": 4}}
    (error,) = (await hall.order("createTournament", organiser, **order, policy=mixed))["userErrors"]
    assert error["code"] == "INVALID_INPUT"
    assert [(fault["code"], ".".join(fault["path"][1:])) for fault in error["faults"]] == [
        ("VALUE_INVALID", "rounds"),
        ("VALUE_INVALID", "cut.size"),
        ("BEST_OF", "bestOf"),
        ("TIE_BREAK_TWICE", "tieBreaks.1"),
        ("TIE_BREAK_UNKNOWN", "tieBreaks.2"),
    ]
    outside = await hall.refused("createTournament", organiser, **order, policy={**SWISS, "cut": {"size": 1}})
    assert outside == ("InputError", "INVALID_INPUT", ["policy", "cut", "size"])
    listed = await hall.refused("createTournament", organiser, **order, policy=SWISS, options=[1])
    assert listed == ("InputError", "INVALID_INPUT", ["options"])


async def test_what_is_null_counts_as_left_out(hall: Arena) -> None:
    organiser = await hall.token("Olga", STAFF)
    policy = {**SWISS, "bestOf": None, "points": None, "cut": None, "tieBreaks": None}
    tournament = await hall.opened(organiser, policy=policy, options=None, decks=None, bankMs=None)
    query = "query($id: ID!) { tournament(id: $id) { decks policy { bestOf tieBreaks points { win } cut { size } } } }"
    found = (await hall.ask(query, id=tournament))["tournament"]
    assert found["policy"] == {"bestOf": 1, "tieBreaks": ["OMW", "GW", "OGW"], "points": {"win": 3}, "cut": None}
    assert found["decks"] == "OPEN"


async def test_who_may_not_is_told_so(hall: Arena) -> None:
    organiser, ada = await hall.token("Olga", STAFF), await hall.token("Ada")
    tournament = await hall.opened(organiser)
    made = {"game": "c4", "name": "Mine", "policy": SWISS}
    assert await hall.refused("createTournament", ada, **made) == ("AccessError", "FORBIDDEN", [])
    assert await hall.refused("createTournament", None, **made) == ("AccessError", "UNAUTHENTICATED", [])
    assert await hall.refused("createTournament", "pl_nonsense", **made) == ("AccessError", "UNAUTHENTICATED", [])
    other = await hall.token("Otto", STAFF)
    start = {"tournamentId": tournament, "round": 1}
    assert (await hall.refused("startRound", other, **start))[1] == "FORBIDDEN"
    assert (await hall.refused("finishTournament", other, tournamentId=tournament))[1] == "FORBIDDEN"
    call = {"tournamentId": tournament, "kind": "WARNING", "reason": "late", "round": 1, "table": 1}
    assert (await hall.refused("rulePairing", other, **call))[1] == "FORBIDDEN"
    codes = "query($id: ID!) { tournamentCodes(tournamentId: $id) { entry referee organiser } }"
    told = await hall.answer(codes, other, id=tournament)
    assert told["errors"][0]["extensions"]["code"] == "FORBIDDEN"
    assert told["data"] == {"tournamentCodes": None}


async def test_what_comes_too_early_or_twice_is_refused(hall: Arena) -> None:
    organiser = await hall.token("Olga", STAFF)
    tournament = await hall.opened(organiser)
    tokens = [await hall.token(name) for name in ("Ada", "Ben")]
    here = {"tournamentId": tournament}
    assert (await hall.refused("startRound", organiser, **here, round=1))[1] == "TOURNAMENT_STATUS"
    await hall.entered(tournament, tokens)
    twice = await hall.refused("registerEntrant", tokens[0], **here, deck={"deck": "front_desk"})
    assert twice[:2] == ("InputError", "ENTRY_REFUSED")
    none = await hall.refused("changeEntrantDeck", tokens[0], **here, deck="front_desk", loadout={})
    assert none == ("InputError", "INVALID_INPUT", ["deck"])
    empty = {"deck": [], "tokenKind": "coin"}
    illegal = await hall.order("changeEntrantDeck", tokens[0], **here, loadout=empty)
    assert [error["code"] for error in illegal["userErrors"]] == ["DECK_ILLEGAL"]
    assert {fault["ruleId"][:3] for fault in illegal["userErrors"][0]["faults"]} == {"C4-"}
    await hall.done("startRound", organiser, **here, round=1)
    assert (await hall.refused("startRound", organiser, **here, round=1))[1] == "ROUND_STARTED"
    assert (await hall.refused("startRound", organiser, **here, round=2))[1] == "ROUND_OPEN"
    assert (await hall.refused("cancelTournament", organiser, **here, reason=""))[1] == "REASON_REQUIRED"
    assert (await hall.refused("finishTournament", organiser, **here))[1] == "ROUND_OPEN"
    unknown = await hall.refused("startRound", organiser, tournamentId="tn_nothing", round=1)
    assert unknown == ("OtherError", "NOT_FOUND", ["tournamentId"])


async def test_a_key_is_good_for_one_order(hall: Arena) -> None:
    organiser = await hall.token("Olga", STAFF)
    tournament = await hall.opened(organiser)
    order = {"tournamentId": tournament, "idempotencyKey": "a-key-that-is-long-enough"}
    await hall.done("pauseTournament", organiser, **order, reason="lunch")
    assert (await hall.done("pauseTournament", organiser, **order, reason="lunch"))["replayed"]
    reused = await hall.refused("pauseTournament", organiser, **order, reason="dinner")
    assert reused[:2] == ("KeyReused", "KEY_REUSED")


async def test_staff_comes_by_code_rules_and_goes(hall: Arena) -> None:
    organiser, ruth = await hall.token("Olga", STAFF), await hall.token("Ruth", (*PLAYER, "tournament:referee"))
    tournament = await hall.opened(organiser, entry="INVITE", checkIn=True)
    here = {"tournamentId": tournament}
    query = "query($id: ID!) { tournamentCodes(tournamentId: $id) { entry referee organiser } }"
    codes = (await hall.ask(query, organiser, id=tournament))["tournamentCodes"]
    assert (await hall.refused("joinTournamentStaff", ruth, **here, code="nonsense"))[1] == "FORBIDDEN"
    joined = await hall.done("joinTournamentStaff", ruth, "tournament { staff { id } }", **here, code=codes["referee"])
    assert joined["tournament"]["yourRole"] == "REFEREE"
    tokens = [await hall.token(name) for name in ("Ada", "Ben", "Cem")]
    uninvited = await hall.refused("registerEntrant", tokens[0], **here, deck={"deck": "front_desk"})
    assert uninvited[1:] == ("FORBIDDEN", ["invite"])
    for token in tokens:
        invited = {"deck": {"deck": "front_desk"}, "invite": codes["entry"]}
        entered = await hall.done("registerEntrant", token, **here, **invited)
        await hall.done("checkInEntrant", token if token != tokens[2] else organiser, **here, entrant=_you(entered))
    await hall.done("dropEntrant", tokens[2], **here)
    await hall.done("startRound", organiser, **here, round=1)
    table = {**here, "round": 1, "table": 1}
    call = {"kind": "OVERRIDE", "reason": "did not come", "result": {"places": [[0], [1]], "games": [1, 0]}}
    assert (await hall.refused("rulePairing", ruth, **table, **{**call, "reason": ""}))[1] == "REASON_REQUIRED"
    await hall.done("rulePairing", ruth, **table, **call)
    (pairing,) = await hall.pairings(tournament)
    assert (pairing["status"], pairing["result"]) == ("DECIDED", {"places": [[0], [1]], "source": "RULING"})
    late = {**table, "kind": "DISPUTE", "reason": "I was there"}
    assert (await hall.refused("reportResult", tokens[0], **late))[1] == "RULING_REFUSED"
    await hall.done("reportResult", tokens[0], **table, kind="CONFIRM")
    staff = "tournament { staff { id name } }"
    both = await hall.done("pauseTournament", organiser, staff, **here, reason="lunch")
    (own,) = [one["id"] for one in both["tournament"]["staff"] if one["name"] == "Ruth"]
    left = await hall.done("dismissTournamentStaff", ruth, staff, **here, staff=own)
    assert [one["name"] for one in left["tournament"]["staff"]] == ["Olga"]


async def test_a_result_is_disputed_and_upheld(hall: Arena) -> None:
    organiser = await hall.token("Olga", STAFF)
    tournament = await hall.opened(organiser)
    tokens = [await hall.token(name) for name in ("Ada", "Ben")]
    entrants = await hall.entered(tournament, tokens)
    await hall.done("startRound", organiser, tournamentId=tournament, round=1)
    await hall.play_round(tournament, dict(zip(entrants, tokens, strict=True)))
    table = {"tournamentId": tournament, "round": 1, "table": 1}
    stranger = await hall.token("Eve")
    assert (await hall.refused("reportResult", stranger, **table, kind="CONFIRM"))[:2] == ("AccessError", "FORBIDDEN")
    disputed = await hall.done("reportResult", tokens[0], **table, kind="DISPUTE", reason="I was asleep")
    assert not disputed["tournament"]["roundOver"]
    query = """query($id: ID!) { tournament(id: $id) { rounds { openTables pairings(first: 1) { nodes {
      status confirmed disputes { entrant reason } } } } } }"""

    async def table_now() -> Any:
        (found,) = (await hall.ask(query, id=tournament))["tournament"]["rounds"]
        return found["pairings"]["nodes"][0]

    dispute = {"entrant": entrants[0], "reason": "I was asleep"}
    assert await table_now() == {"status": "DISPUTED", "confirmed": [], "disputes": [dispute]}
    upheld = await hall.done("rulePairing", organiser, **table, kind="UPHOLD", reason="nobody was asleep")
    assert upheld["tournament"]["roundOver"]
    assert await table_now() == {"status": "DECIDED", "confirmed": [], "disputes": []}


async def test_a_pause_ends_when_it_is_resumed(hall: Arena) -> None:
    organiser = await hall.token("Olga", STAFF)
    tournament = await hall.opened(organiser)
    here = {"tournamentId": tournament}
    paused = await hall.done("pauseTournament", organiser, **here, reason="lunch")
    assert paused["tournament"]["paused"]
    ada = await hall.token("Ada")
    assert (await hall.refused("registerEntrant", ada, **here, deck={"deck": "front_desk"}))[1] == "TOURNAMENT_STATUS"
    assert not (await hall.done("resumeTournament", organiser, **here))["tournament"]["paused"]
    await hall.entered(tournament, [ada])
    over = await hall.done("cancelTournament", organiser, **here, reason="nobody else came")
    assert over["tournament"]["status"] == "CANCELLED"
    assert (await hall.refused("resumeTournament", organiser, **here))[1] == "TOURNAMENT_STATUS"


def _you(payload: Any) -> Any:
    return payload["tournament"]["you"]
