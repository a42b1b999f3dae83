"""A tournament over GraphQL, on the real service: made, entered, played by legal actions, ended, read."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from api_schema import tournament_files
from api_schema.operations.table import OPERATIONS
from api_schema.ports.base import ANONYMOUS
from api_schema.ports.tournaments import ExportName, TournamentPolicy
from tests.api.graphql.arena import STAFF, SWISS, Arena, arena

pytestmark = pytest.mark.anyio

ROUND = """round { number status startedAt tables openTables byes half bracket
  proof { algorithm inputHash seed commitment fileUrl }
  pairings(first: 10) { version totalCount pageInfo { hasNextPage endCursor } nodes {
    round table status confirmed disputes { entrant reason } seats { entrant name }
    games { number matchId seats status places ruleId match { id status game { slug } } } result { places } } } }"""
STANDINGS = """query($id: ID!, $first: Int!, $after: String, $round: Int) { tournament(id: $id) {
  standings(first: $first, after: $after, afterRound: $round) {
    afterRound bracket version totalCount pageInfo { hasNextPage endCursor }
    nodes { rank entrant name points { code exact display } record tieBreaks { code exact display } decidedBy } } } }"""
RANKS = """query($id: ID!, $first: Int!, $after: String) { tournament(id: $id) {
  ranks(first: $first, after: $after) { final version totalCount pageInfo { hasNextPage endCursor }
    nodes { rank entrant name stage } }
  bracket { version seeds nodes { id side round number winner pairing { round table }
    players { entrant name bye source { kind seed node } } } } } }"""
ENTRANTS = """query($id: ID!, $first: Int!, $after: String) { tournament(id: $id) {
  entrants(first: $first, after: $after) { version totalCount pageInfo { hasNextPage endCursor } nodes {
    id name status checkedIn entered dropped deck { deck loadout } deckCommitment } } } }"""
RECORD = """query($id: ID!, $entrant: ID) { tournament(id: $id) { entrantRecord(entrant: $entrant) {
  version entrant { id name status checkedIn entered dropped deck { deck loadout } deckCommitment }
  rounds { number bracket part points { code exact display } total { code exact display } pairing {
    round table node status confirmed disputes { entrant reason } seats { entrant name }
    games { number matchId seats status places ruleId } result { places games drawn absent source } } } } } }"""
EVENTS = """query($id: ID!, $after: Int!) { tournament(id: $id) { version headHash
  events(afterVersion: $after, first: 3) {
  pageInfo { hasNextPage endCursor } nodes { id version type at data redacted hash } } } }"""
WHOLE = """query($id: ID!) { tournament(id: $id) {
  __typename id name status paused version decks entry checkIn mostEntrants options rated season startsAt
  spectatorDelayMs entrantCount round roundsDue roundOver seedCommitment headHash createdAt updatedAt you yourRole
  game { slug } clock { decision turn bank } staff { id name role } exports { name url }
  policy { format rounds bestOf points { win draw loss bye units } pods { size } tieBreaks
    floor { numerator denominator } ownBye lateEntry { until missed } drops cut { size format bestOf }
    cycles seeding thirdPlace bracketReset replays regulations }
} }"""


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Arena]:
    async with arena(tmp_path) as found:
        yield found


async def test_a_swiss_tournament_of_four_from_its_making_to_its_end(hall: Arena) -> None:
    organiser = await hall.token("Olga", STAFF)
    tokens = [await hall.token(name) for name in ("Ada", "Ben", "Cem", "Dea")]
    tournament = await hall.opened(organiser)
    entrants = await hall.entered(tournament, tokens)
    players = dict(zip(entrants, tokens, strict=True))
    for number in (1, 2):
        begun = await hall.done("startRound", organiser, ROUND, tournamentId=tournament, round=number)
        one = begun["round"]
        assert (one["number"], one["status"], one["tables"], one["openTables"]) == (number, "RUNNING", 2, 2)
        assert one["proof"]["fileUrl"] == f"/v1/tournaments/{tournament}/rounds/{number}/file"
        assert [len(one["proof"][name]) for name in ("inputHash", "seed", "commitment")] == [64, 64, 64]
        seated = {seat["entrant"] for pairing in one["pairings"]["nodes"] for seat in pairing["seats"]}
        assert seated == set(entrants)
        for pairing in one["pairings"]["nodes"]:
            (game,) = pairing["games"]
            assert game["match"] == {"id": game["matchId"], "status": "RUNNING", "game": {"slug": "c4"}}
        for pairing in await hall.play_round(tournament, players):
            assert (pairing["status"], pairing["result"]["source"]) == ("DECIDED", "PLAYED")
    ended = await hall.done("finishTournament", organiser, tournamentId=tournament)
    assert ended["tournament"]["status"] == "FINISHED"
    final = (await hall.ask(STANDINGS, id=tournament, first=10))["tournament"]["standings"]
    assert (final["afterRound"], final["bracket"], final["totalCount"]) == (2, False, 4)
    assert {row["entrant"] for row in final["nodes"]} == set(entrants)
    assert {row["name"] for row in final["nodes"]} == {"Ada", "Ben", "Cem", "Dea"}
    ranks = [row["rank"] for row in final["nodes"]]
    assert ranks == sorted(ranks)
    assert ranks[0] == 1
    best = final["nodes"][0]
    assert (best["record"], best["points"]) == ([2, 0, 0], {"code": "POINTS", "exact": "6", "display": "6"})
    assert [value["code"] for value in best["tieBreaks"]] == ["OMW", "GW", "OGW"]
    assert sum(sum(row["record"]) for row in final["nodes"]) == 8
    told = (await hall.ask(RANKS, id=tournament, first=10))["tournament"]
    assert (told["ranks"]["final"], told["bracket"]["nodes"]) == (True, [])
    assert [(row["rank"], row["entrant"], row["name"]) for row in told["ranks"]["nodes"]] == [
        (row["rank"], row["entrant"], row["name"]) for row in final["nodes"]
    ]
    page = (await hall.ask(STANDINGS, id=tournament, first=3))["tournament"]["standings"]
    assert page["pageInfo"]["hasNextPage"]
    after = page["pageInfo"]["endCursor"]
    rest = (await hall.ask(STANDINGS, id=tournament, first=3, after=after))["tournament"]["standings"]
    assert page["nodes"] + rest["nodes"] == final["nodes"]
    assert not rest["pageInfo"]["hasNextPage"]
    first = (await hall.ask(STANDINGS, id=tournament, first=10, round=1))["tournament"]["standings"]
    assert first["afterRound"] == 1
    assert sum(sum(row["record"]) for row in first["nodes"]) == 4


async def test_what_a_tournament_says_of_itself(hall: Arena) -> None:
    organiser = await hall.token("Olga", STAFF)
    policy = {**SWISS, "points": {"win": 2, "draw": 1, "bye": 2, "units": 2}, "tieBreaks": ["BH"], "cut": {"size": 2}}
    tournament = await hall.opened(organiser, policy=policy, decks="AFTER_ROUND", mostEntrants=8, turnMs=60000)
    found = (await hall.ask(WHOLE, organiser, id=tournament))["tournament"]
    assert (found["__typename"], found["name"], found["status"]) == ("Tournament", "Friday at eight", "REGISTRATION")
    assert (found["decks"], found["entry"], found["mostEntrants"]) == ("AFTER_ROUND", "OPEN", 8)
    assert (found["game"]["slug"], found["clock"]["turn"], found["rated"]) == ("c4", 60000, False)
    assert (found["yourRole"], found["you"]) == ("ORGANISER", None)
    assert [(one["name"], one["role"]) for one in found["staff"]] == [("Olga", "ORGANISER")]
    assert found["policy"]["points"] == {"win": 2, "draw": 1, "loss": 0, "bye": 2, "units": 2}
    assert found["policy"]["cut"] == {"size": 2, "format": "SINGLE_ELIMINATION", "bestOf": 1}
    assert (found["policy"]["tieBreaks"], found["policy"]["ownBye"]) == (["BH"], "EXCLUDED")
    assert found["exports"][0] == {"name": "export.json", "url": f"/v1/tournaments/{tournament}/export.json"}
    assert "report.fide-trf" in [file["name"] for file in found["exports"]]
    strangers = (await hall.ask(WHOLE, id=tournament))["tournament"]
    assert strangers == {**found, "yourRole": None}


async def test_a_bracket_is_a_graph(hall: Arena) -> None:
    organiser = await hall.token("Olga", STAFF)
    tournament = await hall.opened(organiser, policy={"format": "SINGLE_ELIMINATION"})
    await hall.entered(tournament, [await hall.token(name) for name in ("Ada", "Ben", "Cem")])
    await hall.done("startRound", organiser, tournamentId=tournament, round=1)
    told = (await hall.ask(RANKS, id=tournament, first=10))["tournament"]["bracket"]
    bracket = await hall.served.app.use_cases.tournaments.bracket(ANONYMOUS, tournament)
    assert told == msgspec.json.decode(msgspec.json.encode(bracket))
    assert {node["id"]: node["winner"] for node in told["nodes"]}["W1.1"] == told["seeds"][0]
    nodes = "query($id: ID!) { tournament(id: $id) { rounds { pairings(first: 5) { nodes { node } } } } }"
    (begun,) = (await hall.ask(nodes, id=tournament))["tournament"]["rounds"]
    assert begun["pairings"]["nodes"] == [{"node": "W1.2"}]


async def test_the_record_of_an_entrant(hall: Arena) -> None:
    organiser, player = await hall.token("Olga", STAFF), await hall.token("Ada")
    tournament = await hall.opened(organiser)
    ada, ben, _ = await hall.entered(tournament, [player, await hall.token("Ben"), await hall.token("Cem")])
    await hall.done("startRound", organiser, tournamentId=tournament, round=1)
    for entrant in (ada, ben):
        told = (await hall.ask(RECORD, id=tournament, entrant=entrant))["tournament"]["entrantRecord"]
        record = await hall.served.app.use_cases.tournaments.entrant_record(ANONYMOUS, tournament, entrant=entrant)
        assert told == msgspec.json.decode(msgspec.json.encode(record))
    own = (await hall.ask(RECORD, player, id=tournament))["tournament"]["entrantRecord"]
    assert own["entrant"]["id"] == ada
    found = await hall.answer(RECORD, id=tournament, entrant="en_none")
    assert found["data"]["tournament"]["entrantRecord"] is None
    assert [error["extensions"]["code"] for error in found["errors"]] == ["NOT_FOUND"]


async def test_a_tournament_of_pods_has_no_report_of_duels(hall: Arena) -> None:
    organiser = await hall.token("Olga", STAFF)
    pods = {"size": 3, "least": 3, "most": 3, "byPlace": [3, 1, 0]}
    policy = {"format": "PODS", "rounds": 1, "pods": pods, "tieBreaks": ["WIN"]}
    tournament = await hall.opened(organiser, game="envoys", policy=policy)
    query = "query($id: ID!) { tournament(id: $id) { policy { pods { byPlace bye } } exports { name } } }"
    found = (await hall.ask(query, id=tournament))["tournament"]
    assert found["policy"]["pods"] == {"byPlace": [3, 1, 0], "bye": 3}
    assert [file["name"] for file in found["exports"]] == [
        *get_args(ExportName)[:-1],
        "matches.ndjson",
        "replays.tar",
    ]


async def test_lists_are_read_page_by_page(hall: Arena) -> None:
    organiser = await hall.token("Olga", STAFF)
    tournament = await hall.opened(organiser, decks="CLOSED")
    tokens = [await hall.token(name) for name in ("Ada", "Ben", "Cem")]
    entrants = await hall.entered(tournament, tokens)
    rows: list[Any] = []
    after = None
    while after is None or rows[-1]["more"]:
        page = (await hall.ask(ENTRANTS, tokens[0], id=tournament, first=2, after=after))["tournament"]["entrants"]
        after = page["pageInfo"]["endCursor"]
        rows += [{**row, "more": page["pageInfo"]["hasNextPage"]} for row in page["nodes"]]
        assert page["totalCount"] == 3
    assert [row["id"] for row in rows] == entrants
    chosen = """query($id: ID!) { tournament(id: $id) {
      entrants(first: 5, name: "E", sort: NAME) { totalCount nodes { name } } } }"""
    page = (await hall.ask(chosen, id=tournament))["tournament"]["entrants"]
    assert page == {"totalCount": 2, "nodes": [{"name": "Ben"}, {"name": "Cem"}]}
    assert [row["deck"] for row in rows] == [{"deck": "front_desk", "loadout": None}, None, None]
    assert [len(row["deckCommitment"]) for row in rows] == [64, 64, 64]
    versions: list[int] = []
    while True:
        read = (await hall.ask(EVENTS, id=tournament, after=versions[-1] if versions else 0))["tournament"]
        versions += [event["version"] for event in read["events"]["nodes"]]
        if not read["events"]["pageInfo"]["hasNextPage"]:
            break
        assert read["events"]["pageInfo"]["endCursor"] == str(versions[-1])
    assert versions == list(range(1, read["version"] + 1))
    assert read["events"]["nodes"][-1]["hash"] == read["headHash"]
    wrong = await hall.answer(ENTRANTS, id=tournament, first=2, after="nonsense")
    assert wrong["errors"][0]["extensions"]["code"] == "INVALID_INPUT"


async def test_tournaments_are_found_by_filter_and_by_id(hall: Arena) -> None:
    organiser, ada = await hall.token("Olga", STAFF), await hall.token("Ada")
    ids = [await hall.opened(organiser, name=f"Number {number}") for number in range(3)]
    await hall.entered(ids[0], [ada])
    await hall.done("cancelTournament", organiser, tournamentId=ids[2], reason="nobody came")
    await hall.served.app.projector.catch_up()
    query = """query($first: Int!, $after: String, $filter: TournamentFilter) {
      tournaments(first: $first, after: $after, filter: $filter) {
        nodes { id name } pageInfo { hasNextPage endCursor } } }"""

    async def found(token: str | None = None, **wanted: Any) -> list[str]:
        page = (await hall.ask(query, token, first=10, filter=wanted))["tournaments"]
        return [node["id"] for node in page["nodes"]]

    assert await found() == ids[::-1]
    assert await found(ada, mine=True) == [ids[0]]
    assert await found(organiser, mine=True) == ids[::-1]
    assert await found(status=["CANCELLED"]) == [ids[2]]
    assert await found(name="NUMBER 1") == [ids[1]]
    assert await found(status=["REGISTRATION", "FINISHED"], game="c4") == [ids[1], ids[0]]
    first = (await hall.ask(query, first=2))["tournaments"]
    assert first["pageInfo"]["hasNextPage"]
    rest = (await hall.ask(query, first=2, after=first["pageInfo"]["endCursor"]))["tournaments"]
    assert [node["id"] for node in first["nodes"] + rest["nodes"]] == ids[::-1]
    node = "query($id: ID!) { node(id: $id) { id ... on Tournament { name } } tournament(id: $id) { id } }"
    assert (await hall.ask(node, id=ids[1]))["node"] == {"id": ids[1], "name": "Number 1"}
    nothing = await hall.answer(node, id="tn_nothing")
    assert nothing["data"] == {"node": None, "tournament": None}
    assert [(error["path"], error["extensions"]["code"]) for error in nothing["errors"]] == [
        (["tournament"], "NOT_FOUND")
    ]


async def test_a_retry_is_answered_as_the_first_time(hall: Arena) -> None:
    organiser = await hall.token("Olga", STAFF)
    order = {"game": "c4", "name": "Once", "policy": SWISS, "idempotencyKey": "the-one-and-only-key"}
    made = await hall.done("createTournament", organiser, **order)
    again = await hall.done("createTournament", organiser, **order)
    assert (made["replayed"], again["replayed"]) == (False, True)
    assert (again["tournament"]["id"], again["version"]) == (made["tournament"]["id"], made["version"])
    tokens = [await hall.token(name) for name in ("Ada", "Ben")]
    await hall.entered(made["tournament"]["id"], tokens)
    start = {"tournamentId": made["tournament"]["id"], "round": 1, "idempotencyKey": "start-the-first-round"}
    begun = await hall.done("startRound", organiser, "round { number startedAt }", **start)
    after = await hall.done("startRound", organiser, "round { number startedAt }", **start)
    assert (begun["replayed"], after["replayed"]) == (False, True)
    assert (after["version"], after["round"]) == (begun["version"], begun["round"])


def test_each_file_that_is_named_is_one_that_rest_has() -> None:
    served = {operation.path for operation in OPERATIONS}
    named = [url for _, url in tournament_files.exports("{id}", TournamentPolicy("SWISS"))]
    assert len(named) == len(get_args(ExportName)) + len(tournament_files.ARCHIVES)
    assert {*named, tournament_files.round_path("{id}", 7).replace("7", "{n}")} <= served
