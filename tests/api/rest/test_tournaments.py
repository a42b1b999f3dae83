"""A whole small tournament over REST: four accounts, two rounds of Swiss, played by legal actions."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

from api_schema.errors import ApiError
from api_schema.ports.tournaments import EntrantOut, EntrantPage
from api_schema.rest.tournaments_csv import entrants_text, whole
from domain.games.c4 import GAME
from service.tournaments import round_file
from tests.api.rest.club import DECK, SWISS, Club, club
from tests.kit.short import short_options

pytestmark = pytest.mark.anyio
CSV = {"Accept": "text/csv"}


@pytest.fixture(scope="module")
async def hall(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Club]:
    async with club(tmp_path_factory.mktemp("club")) as found:
        yield found


@pytest.fixture(scope="module")
async def played(hall: Club) -> str:
    """A tournament that is over, by its path."""
    tournament = await hall.running(options=short_options(GAME))
    await hall.play(tournament, whole=1)
    await hall.start(tournament, 2)
    await hall.play(tournament)
    await hall.told("POST", f"{tournament}/finish", hall.organiser)
    return tournament


async def test_a_tournament_is_made_with_its_place_and_once(hall: Club) -> None:
    order = {"game": "c4", "name": "Friday at eight", "policy": SWISS}
    first = await hall.ask("POST", "/tournaments", hall.organiser, order, Idempotency_Key="friday-at-eight")
    again = await hall.ask("POST", "/tournaments", hall.organiser, order, Idempotency_Key="friday-at-eight")
    made = first.json()["tournament"]
    assert (first.status_code, first.headers["location"]) == (201, f"/v1/tournaments/{made['id']}")
    assert first.headers["playledger-version"] == str(first.json()["version"]) == "1"
    assert (made["status"], made["yourRole"], made["policy"]["rounds"]) == ("REGISTRATION", "ORGANISER", 2)
    assert (again.json()["replayed"], again.json()["tournament"]["id"]) == (True, made["id"])
    other = {**order, "name": "Saturday"}
    reused = await hall.ask("POST", "/tournaments", hall.organiser, other, Idempotency_Key="friday-at-eight")
    assert (reused.status_code, reused.json()["code"]) == (422, "KEY_REUSED")


async def test_it_is_played_to_its_end(hall: Club, played: str) -> None:
    over = await hall.told("GET", played)
    assert (over["status"], over["round"], over["entrants"]) == ("FINISHED", 2, 4)
    standings = await hall.told("GET", f"{played}/standings")
    assert [sum(row["record"]) for row in standings["standings"]] == [2, 2, 2, 2]
    assert (standings["totalCount"], standings["afterRound"]) == (4, 2)
    assert 0 < standings["version"] <= over["version"], "the end of a tournament changes no rank"
    assert standings["standings"][0]["points"]["exact"] == "6"
    for number in (1, 2):
        pairings = (await hall.told("GET", f"{played}/pairings?round={number}"))["pairings"]
        assert {(row["status"], row["result"]["source"]) for row in pairings} == {("DECIDED", "PLAYED")}
        assert {seat["entrant"] for row in pairings for seat in row["seats"]} == {
            row["entrant"] for row in standings["standings"]
        }


async def test_its_tag_begins_with_the_version_and_answers_304(hall: Club, played: str) -> None:
    first = await hall.ask("GET", played)
    tag = first.headers["etag"]
    assert tag.startswith(f'W/"{first.json()["version"]}-')
    known = await hall.ask("GET", played, If_None_Match=tag)
    assert (known.status_code, known.content) == (304, b"")
    own = await hall.ask("GET", played, hall.players[0], If_None_Match=tag)
    assert own.status_code == 200, "what the caller is in it belongs to the answer"
    assert own.headers["vary"] == "Authorization, Accept-Encoding"


async def test_each_round_has_its_proof_for_ever(hall: Club, played: str) -> None:
    begun = (await hall.told("GET", f"{played}/rounds"))["rounds"]
    assert [(one["number"], one["status"], one["tables"]) for one in begun] == [(1, "OVER", 2), (2, "OVER", 2)]
    for one in begun:
        answer = await hall.ask("GET", f"{played}/rounds/{one['number']}/file")
        assert answer.headers["content-type"] == "application/json"
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        file = round_file.read(answer.content)
        assert round_file.faults(file) == ()
        assert (file.proof.seed, file.commitment) == (one["proof"]["seed"], one["proof"]["commitment"])


async def test_pages_go_on_from_their_cursor(hall: Club, played: str) -> None:
    for what, name in (("entrants", "entrants"), ("standings", "standings"), ("pairings", "pairings")):
        full = (await hall.told("GET", f"{played}/{what}"))[name]
        found: list[Any] = []
        after = ""
        while True:
            page = await hall.told("GET", f"{played}/{what}?limit=1{after}")
            found += page[name]
            if not page["hasNext"]:
                break
            after = f"&after={page['endCursor']}"
        assert found == full
        assert len(found) == page["totalCount"] > 1


async def test_accept_chooses_a_csv_that_is_whole(hall: Club, played: str) -> None:
    for what, columns in (
        ("standings", "rank,entrant,name,points,points_exact,won,drawn,lost,decided_above,decided_below,omw,omw_exact"),
        ("ranks", "rank,entrant,name,stage"),
        ("pairings", "round,table,seat,entrant,name"),
        ("entrants", "entrant,name,status,checked_in,entered,dropped,deck,deck_commitment"),
    ):
        page = await hall.ask("GET", f"{played}/{what}?limit=1")
        version = str(page.json()["version"])
        answer = await hall.ask("GET", f"{played}/{what}?limit=1", **CSV)
        assert answer.headers["content-type"] == "text/csv; charset=utf-8"
        assert (answer.headers["x-as-of-version"], answer.headers["vary"]) == (
            version,
            "Authorization, Accept, Accept-Encoding",
        )
        assert answer.text.startswith(columns)
        final = {name: answer.headers[name] for name in ("x-round-over", "x-final") if name in answer.headers}
        assert final == {"standings": {"x-round-over": "true"}, "ranks": {"x-final": "true"}}.get(what, {})
        assert len(list(csv.DictReader(io.StringIO(answer.text)))) == 4
        known = await hall.ask("GET", f"{played}/{what}", **CSV, If_None_Match=answer.headers["etag"])
        assert (known.status_code, known.content) == (304, b"")
        assert page.headers["content-type"] == "application/json"
        assert page.headers["x-as-of-version"] == version


async def test_who_won_and_the_bracket(hall: Club, played: str) -> None:
    ranks = await hall.told("GET", f"{played}/ranks")
    standings = (await hall.told("GET", f"{played}/standings"))["standings"]
    assert ranks["final"]
    assert [(row["rank"], row["entrant"]) for row in ranks["ranks"]] == [
        (row["rank"], row["entrant"]) for row in standings
    ]
    assert (await hall.told("GET", f"{played}/bracket"))["nodes"] == []
    tournament = await hall.running(policy={"format": "DOUBLE_ELIMINATION"})
    answer = await hall.ask("GET", f"{tournament}/bracket")
    bracket = answer.json()
    assert answer.headers["x-as-of-version"] == str(bracket["version"])
    assert [node["id"] for node in bracket["nodes"]] == ["W1.1", "W1.2", "W2.1", "L1.1", "L2.1", "F1.1", "F2.1"]
    assert bracket["nodes"][3]["players"][0] == {
        "source": {"kind": "LOSER", "seed": None, "node": "W1.1"},
        "entrant": None,
        "name": None,
        "bye": False,
    }


async def test_the_record_of_an_entrant(hall: Club, played: str) -> None:
    standings = (await hall.told("GET", f"{played}/standings"))["standings"]
    points = {row["entrant"]: row["points"] for row in standings}
    for token in hall.players:
        you = (await hall.told("GET", played, token))["you"]
        answer = await hall.ask("GET", f"{played}/entrants/{you}/record")
        found = answer.json()
        assert found == await hall.told("GET", f"{played}/entrants/me/record", token)
        assert answer.headers["x-as-of-version"] == str(found["version"])
        assert (found["entrant"]["id"], found["rounds"][-1]["total"]) == (you, points[you])
        assert [(one["number"], one["part"]) for one in found["rounds"]] == [(1, "TABLE"), (2, "TABLE")]
    for nobody in ("en_none", "me"):
        refusal = await hall.ask("GET", f"{played}/entrants/{nobody}/record", hall.organiser)
        assert (refusal.status_code, refusal.json()["detail"]) == (404, "is no entrant")


async def test_a_csv_by_accept_is_the_one_that_is_exported(hall: Club, played: str) -> None:
    for name in ("standings", "ranks"):
        now = await hall.ask("GET", f"{played}/{name}", **CSV)
        assert now.content == (await hall.ask("GET", f"{played}/{name}.csv")).content
    tables = [(await hall.ask("GET", f"{played}/pairings?round={number}", **CSV)).text for number in (1, 2)]
    assert tables[0] + tables[1].partition("\r\n")[2] == (await hall.ask("GET", f"{played}/pairings.csv")).text
    before = await hall.ask("GET", f"{played}/standings?afterRound=1", **CSV)
    assert {row["won"] for row in csv.DictReader(io.StringIO(before.text))} == {"0", "1"}


async def test_who_sits_out_is_in_the_csv(hall: Club) -> None:
    tournament = await hall.make()
    for token in hall.players[:3]:
        await hall.told("POST", f"{tournament}/entrants", token, DECK)
    assert (await hall.ask("GET", f"{tournament}/pairings", **CSV)).text == "round,table,seat,entrant,name\r\n"
    await hall.start(tournament, 1)
    (begun,) = (await hall.told("GET", f"{tournament}/rounds"))["rounds"]
    (bye,) = begun["byes"]
    assert (await hall.ask("GET", f"{tournament}/pairings", **CSV)).text.endswith(f"\r\n1,,,{bye},\r\n")
    page = await hall.told("GET", f"{tournament}/pairings")
    assert (page["round"], page["byes"], page["half"]) == (1, [{"entrant": bye, "name": None}], [])


async def test_tournaments_are_found(hall: Club, played: str) -> None:
    await hall.service.app.projector.catch_up()
    own = played.rpartition("/")[2]

    async def ids(query: str, token: str | None = None) -> list[str]:
        page = await hall.told("GET", f"/tournaments?{query}", token)
        return [one["id"] for one in page["tournaments"]]

    assert own in await ids("game=c4&status=FINISHED,CANCELLED")
    assert own not in await ids("status=REGISTRATION,RUNNING")
    assert await ids("game=trf") == []
    assert own in await ids("mine=true", hall.players[0])
    assert (await hall.ask("GET", "/tournaments?mine=true")).status_code == 401
    newest, *_ = await ids("limit=1")
    page = await hall.told("GET", "/tournaments?limit=1")
    following = await ids(f"limit=1&after={page['endCursor']}")
    assert following != [newest]


async def test_events_come_by_page_and_hide_what_is_closed(hall: Club) -> None:
    tournament = await hall.make(decks="CLOSED")
    await hall.enter(tournament)
    open_to_all = await hall.told("GET", f"{tournament}/events?limit=3")
    assert [one["version"] for one in open_to_all["events"]] == [1, 2, 3]
    assert (open_to_all["endVersion"], open_to_all["hasNext"]) == (3, True)
    rest = await hall.told("GET", f"{tournament}/events?after=3")
    assert ([one["version"] for one in rest["events"]], rest["hasNext"]) == ([4, 5], False)
    own = await hall.told("GET", f"{tournament}/events?after=1&limit=2", hall.players[0])
    assert [one["data"].get("deck") is not None for one in own["events"]] == [True, False]
    for seen in (False, True):  # staff sees them once the first round has begun
        staff = await hall.told("GET", f"{tournament}/events?after=1&limit=2", hall.organiser)
        assert [one["data"].get("deck") is not None for one in staff["events"]] == [seen, seen]
        if not seen:
            await hall.told("POST", f"{tournament}/rounds", hall.organiser, {"round": 1})
    assert not any("front_desk" in json.dumps(one) for one in open_to_all["events"])
    entrants = (await hall.told("GET", f"{tournament}/entrants"))["entrants"]
    assert all(one["deck"] is None and len(one["deckCommitment"]) == 64 for one in entrants)


async def test_entrants_check_in_change_their_deck_and_leave(hall: Club) -> None:
    tournament = await hall.make(checkIn=True)
    ada, bea, *_ = await hall.enter(tournament)
    own, others = hall.players[0], hall.players[1]
    await hall.told("POST", f"{tournament}/entrants/me/check-in", own)
    await hall.told("POST", f"{tournament}/entrants/{bea}/check-in", hall.organiser)
    await hall.told("PUT", f"{tournament}/deck", own, {"deck": "cold_case"})
    there = (await hall.told("GET", f"{tournament}/entrants"))["entrants"]
    assert [one["id"] for one in there if one["checkedIn"]] == [ada, bea]
    assert there[0]["deck"]["deck"] == "cold_case"
    gone = await hall.told("DELETE", f"{tournament}/entrants/me", others)
    assert gone["tournament"]["entrants"] == 3
    assert (await hall.told("GET", f"{tournament}/entrants"))["entrants"][1]["status"] == "WITHDRAWN"


async def test_whoever_has_the_code_takes_the_role_and_rules(hall: Club) -> None:
    made = hall.service.app.accounts.create_for
    judge = (await made("ac_judge", "judge", ["tournament:referee"]))[1]
    tournament = await hall.running()
    codes = await hall.told("GET", f"{tournament}/codes", hall.organiser)
    joined = await hall.told("POST", f"{tournament}/staff", judge, {"code": codes["referee"]})
    assert joined["tournament"]["yourRole"] == "REFEREE"
    ruling = {"kind": "NO_SHOW", "reason": "Not there.", "round": 1, "table": 1, "result": None}
    pairing = (await hall.told("GET", f"{tournament}/pairings"))["pairings"][0]
    done = await hall.told(
        "POST", f"{tournament}/rulings", judge, {**ruling, "entrant": pairing["seats"][1]["entrant"]}
    )
    ruled = (await hall.told("GET", f"{tournament}/pairings"))["pairings"][0]
    assert (ruled["status"], ruled["result"]["absent"]) == ("DECIDED", [1])
    (own,) = [one["id"] for one in done["tournament"]["staff"] if one["role"] == "REFEREE"]
    left = await hall.told("DELETE", f"{tournament}/staff/{own}", judge)
    assert left["tournament"]["yourRole"] is None


async def test_results_are_confirmed_and_disputed(hall: Club) -> None:
    tournament = await hall.running()
    await hall.play(tournament)
    pairing = (await hall.told("GET", f"{tournament}/pairings"))["pairings"][0]
    table = {"round": 1, "table": pairing["table"]}
    told = []
    for token in hall.players:
        answer = await hall.ask("POST", f"{tournament}/reports", token, {**table, "kind": "CONFIRM"})
        told.append((answer.status_code, answer.json().get("code")))
    assert sorted(told) == [(200, None), (200, None), (403, "FORBIDDEN"), (403, "FORBIDDEN")]
    at_table = hall.players[told.index((200, None))]
    dispute = {**table, "kind": "DISPUTE", "reason": "I had one more."}
    await hall.told("POST", f"{tournament}/reports", at_table, dispute)
    disputed = (await hall.told("GET", f"{tournament}/pairings"))["pairings"][0]
    assert (disputed["status"], disputed["disputes"][0]["reason"]) == ("DISPUTED", "I had one more.")


async def test_it_is_paused_resumed_and_called_off(hall: Club) -> None:
    tournament = await hall.make()
    paused = await hall.told("POST", f"{tournament}/pause", hall.organiser, {"reason": "Lunch"})
    refused = await hall.ask("POST", f"{tournament}/entrants", hall.players[0], DECK)
    resumed = await hall.told("POST", f"{tournament}/resume", hall.organiser)
    over = await hall.told("POST", f"{tournament}/cancel", hall.organiser, {"reason": "Rain"})
    assert (paused["tournament"]["paused"], resumed["tournament"]["paused"]) == (True, False)
    assert (refused.status_code, refused.json()["code"]) == (409, "TOURNAMENT_STATUS")
    assert over["tournament"]["status"] == "CANCELLED"


def entrant(number: int, name: str | None = None) -> EntrantOut:
    return EntrantOut(f"en_{number}", name, "REGISTERED", False, 1, None, None, None)


async def test_a_table_that_changes_while_it_is_read_is_read_again() -> None:
    versions = iter([7, 8, 8, 8])

    async def ask(after: str | None) -> EntrantPage:
        number = int(after or 0)
        return EntrantPage((entrant(number),), next(versions), str(number + 1), number < 1, 2)

    pages = await whole(ask)
    assert [(page.version, page.entrants[0].id) for page in pages] == [(8, "en_0"), (8, "en_1")]


async def test_a_table_that_always_changes_is_not_read_for_ever() -> None:
    versions = iter(range(100))

    async def ask(after: str | None) -> EntrantPage:
        return EntrantPage((), next(versions), "c", True, 2)

    with pytest.raises(ApiError, match="changes faster") as refused:
        await whole(ask)
    assert refused.value.code == "UNAVAILABLE"
    assert next(versions) == 10


SIGNS = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20", "\ufe66", "\ufe62", "\ufe63", "\ufe6b")
"""What may begin a formula: in ASCII, full width and small."""


def test_no_name_is_a_formula_for_a_spreadsheet() -> None:
    before = ("", "\t", "\r", "\n", " ", "\u3000", "\ufeff", "\u200b", "\t \r")
    names = [f"{blank}{sign}cmd|calc" for sign in SIGNS for blank in before]
    assert names_shown(*names) == [f"'{name}" for name in names]


@pytest.mark.parametrize("name", ["\tAda", "\rAda", "\nAda"])
def test_no_name_moves_to_another_cell(name: str) -> None:
    assert names_shown(name) == [f"'{name}"]


def test_other_names_stand_as_they_are() -> None:
    names = ["Ada, the first", 'the "Ace"', "a=1", "\u5c71\uff1d", " Ada", "'=1"]
    assert names_shown(*names, None) == [*names, ""]


def names_shown(*names: str | None) -> list[str]:
    text = entrants_text([entrant(number, name) for number, name in enumerate(names)])
    return [row["name"] for row in csv.DictReader(io.StringIO(text, newline=""))]
