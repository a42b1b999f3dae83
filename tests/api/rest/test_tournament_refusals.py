"""What organisers, referees, entrants and strangers are refused: status, code, and nothing has changed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from tests.api.rest.club import DECK, SWISS, Club, club

pytestmark = pytest.mark.anyio
ORGANISER, PLAYER, STRANGER, NOBODY = "organiser", "player", "stranger", None


@pytest.fixture(scope="module")
async def hall(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Club]:
    async with club(tmp_path_factory.mktemp("club")) as found:
        yield found


@pytest.fixture(scope="module")
async def before(hall: Club) -> str:
    """A tournament with two entrants that has not begun."""
    tournament = await hall.make(mostEntrants=2)
    for token in hall.players[:2]:
        await hall.told("POST", f"{tournament}/entrants", token, DECK)
    return tournament


@pytest.fixture(scope="module")
async def running(hall: Club) -> str:
    """A tournament in its first round."""
    return await hall.running()


@pytest.fixture(scope="module")
async def over(hall: Club) -> str:
    """A tournament that was called off."""
    tournament = await hall.make()
    await hall.told("POST", f"{tournament}/cancel", hall.organiser, {"reason": "Rain"})
    return tournament


def who(hall: Club, name: str | None) -> str | None:
    """The token of somebody."""
    return {ORGANISER: hall.organiser, PLAYER: hall.players[0], STRANGER: hall.players[3], None: None}[name]


async def refused(hall: Club, tournament: str, asked: tuple[Any, ...], status: int, code: str) -> None:
    name, method, path, body = asked
    version = (await hall.told("GET", tournament))["version"]
    answer = await hall.ask(method, f"{tournament}{path}", who(hall, name), body)
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    assert (await hall.told("GET", tournament))["version"] == version


RULING = {"kind": "WARNING", "reason": "Slow play.", "round": 1, "table": 1}


@pytest.mark.parametrize(
    ("asked", "status", "code"),
    [
        ((PLAYER, "POST", "/entrants", DECK), 409, "ENTRY_REFUSED"),
        ((STRANGER, "POST", "/entrants", DECK), 409, "ENTRY_REFUSED"),
        ((STRANGER, "POST", "/entrants", {"deck": {}}), 400, "INVALID_INPUT"),
        ((STRANGER, "POST", "/entrants", {"deck": {"loadout": {"deck": [], "tokenKind": "x"}}}), 422, "DECK_ILLEGAL"),
        ((NOBODY, "POST", "/entrants", DECK), 401, "UNAUTHENTICATED"),
        ((ORGANISER, "POST", "/entrants", DECK), 403, "FORBIDDEN"),
        ((STRANGER, "PUT", "/deck", {"deck": "cold_case"}), 404, "NOT_FOUND"),
        ((STRANGER, "DELETE", "/entrants/me", None), 404, "NOT_FOUND"),
        ((STRANGER, "DELETE", "/entrants/en_nobody", None), 403, "FORBIDDEN"),
        ((ORGANISER, "DELETE", "/entrants/en_nobody", None), 404, "NOT_FOUND"),
        ((PLAYER, "GET", "/codes", None), 403, "FORBIDDEN"),
        ((ORGANISER, "POST", "/staff", {"code": "nonsense"}), 403, "FORBIDDEN"),
        ((ORGANISER, "DELETE", "/staff/sf_nobody", None), 404, "NOT_FOUND"),
        ((PLAYER, "POST", "/rounds", {"round": 1}), 403, "FORBIDDEN"),
        ((ORGANISER, "POST", "/rounds", {"round": 2}), 409, "ROUND_STARTED"),
        ((ORGANISER, "POST", "/rounds", {"round": 0}), 400, "INVALID_INPUT"),
        ((ORGANISER, "POST", "/rulings", RULING), 409, "TOURNAMENT_STATUS"),
        ((ORGANISER, "POST", "/resume", None), 409, "TOURNAMENT_STATUS"),
        ((ORGANISER, "POST", "/finish", None), 409, "TOURNAMENT_STATUS"),
        ((ORGANISER, "POST", "/cancel", {"reason": " "}), 422, "REASON_REQUIRED"),
        ((ORGANISER, "POST", "/cancel", {}), 400, "INVALID_INPUT"),
        ((NOBODY, "GET", "/rounds/1/file", None), 404, "NOT_FOUND"),
        ((NOBODY, "GET", "/pairings?round=1", None), 404, "NOT_FOUND"),
        ((NOBODY, "GET", "/standings?afterRound=1", None), 404, "NOT_FOUND"),
        ((NOBODY, "GET", "/standings?limit=257", None), 400, "INVALID_INPUT"),
        ((NOBODY, "GET", "/entrants?after=nonsense", None), 400, "INVALID_INPUT"),
        ((NOBODY, "GET", "/report.fide-trf", None), 409, "TOURNAMENT_STATUS"),
        ((NOBODY, "GET", "/export.xml", None), 404, "NOT_FOUND"),
    ],
    ids=str,
)
async def test_before_the_start(hall: Club, before: str, asked: tuple[Any, ...], status: int, code: str) -> None:
    await refused(hall, before, asked, status, code)


@pytest.mark.parametrize(
    ("asked", "status", "code"),
    [
        ((ORGANISER, "POST", "/rounds", {"round": 1}), 409, "ROUND_STARTED"),
        ((ORGANISER, "POST", "/rounds", {"round": 2}), 409, "ROUND_OPEN"),
        ((ORGANISER, "POST", "/finish", None), 409, "ROUND_OPEN"),
        ((PLAYER, "PUT", "/deck", {"deck": "cold_case"}), 409, "ENTRY_REFUSED"),
        ((PLAYER, "POST", "/entrants/me/check-in", None), 409, "ENTRY_REFUSED"),
        ((PLAYER, "POST", "/rulings", RULING), 403, "FORBIDDEN"),
        ((ORGANISER, "POST", "/rulings", {**RULING, "reason": ""}), 422, "REASON_REQUIRED"),
        ((ORGANISER, "POST", "/rulings", {**RULING, "kind": "UPHOLD"}), 409, "RULING_REFUSED"),
        ((ORGANISER, "POST", "/rulings", {**RULING, "kind": "SHOUT"}), 400, "INVALID_INPUT"),
        ((ORGANISER, "POST", "/rulings", {**RULING, "kind": "AWARD", "table": 9}), 404, "NOT_FOUND"),
        ((PLAYER, "POST", "/reports", {"round": 2, "table": 1, "kind": "CONFIRM"}), 404, "NOT_FOUND"),
    ],
    ids=str,
)
async def test_in_a_round(hall: Club, running: str, asked: tuple[Any, ...], status: int, code: str) -> None:
    await refused(hall, running, asked, status, code)


@pytest.mark.parametrize(
    "asked",
    [
        (PLAYER, "POST", "/entrants", DECK),
        (ORGANISER, "POST", "/rounds", {"round": 1}),
        (ORGANISER, "POST", "/pause", {}),
        (ORGANISER, "POST", "/cancel", {"reason": "again"}),
    ],
    ids=str,
)
async def test_after_the_end(hall: Club, over: str, asked: tuple[Any, ...]) -> None:
    await refused(hall, over, asked, 409, "TOURNAMENT_STATUS")


async def test_every_fault_of_a_policy_is_told(hall: Club) -> None:
    policy = {**SWISS, "bestOf": 2, "tieBreaks": ["XX"]}
    answer = await hall.ask("POST", "/tournaments", hall.organiser, {"game": "c4", "name": "x", "policy": policy})
    assert (answer.status_code, answer.json()["code"]) == (422, "POLICY_INVALID")
    places = {tuple(fault["path"]) for fault in answer.json()["errors"]}
    assert places == {("policy", "bestOf"), ("policy", "tieBreaks", "0")}


@pytest.mark.parametrize(
    ("path", "body"),
    [("", {"game": "c4", "name": "x", "policy": SWISS, "prize": 1}), ("?prize=1", None)],
)
async def test_unknown_members_and_parameters_are_refused(hall: Club, path: str, body: Any) -> None:
    answer = await hall.ask("GET" if body is None else "POST", f"/tournaments{path}", hall.organiser, body)
    assert (answer.status_code, answer.json()["code"]) == (400, "INVALID_INPUT")


async def test_a_ruling_needs_no_key_and_with_one_a_retry_warns_nobody_twice(hall: Club, running: str) -> None:
    entrant = (await hall.told("GET", f"{running}/entrants"))["entrants"][0]["id"]
    warning = {"kind": "WARNING", "reason": "Slow play.", "entrant": entrant}

    async def ruled(**key: str) -> tuple[bool, int]:
        headers = {"Authorization": f"Bearer {hall.organiser}", **key}
        answer = await hall.http.post(f"/v1{running}/rulings", json=warning, headers=headers)
        assert answer.status_code == 200, answer.text
        return answer.json()["replayed"], (await hall.told("GET", running))["version"]

    _, version = await ruled()
    assert await ruled() == (False, version + 1)
    key = {"Idempotency-Key": "one-warning-and-no-more"}
    assert await ruled(**key) == (False, version + 2)
    assert await ruled(**key) == (True, version + 2)


async def test_there_is_no_such_tournament(hall: Club) -> None:
    for path in ("tn_nothing", "tn_nothing/standings", "tn_nothing/stream", "tn_nothing/replays.tar", "a b"):
        answer = await hall.ask("GET", f"/tournaments/{path}")
        assert (answer.status_code, answer.json()["code"]) == (404, "NOT_FOUND")
    answer = await hall.ask("PATCH", "/tournaments/tn_nothing")
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET, HEAD, OPTIONS")


async def test_a_closed_entry_needs_the_invitation(hall: Club) -> None:
    tournament = await hall.make(entry="INVITE")
    answer = await hall.ask("POST", f"{tournament}/entrants", hall.players[0], DECK)
    assert (answer.status_code, answer.json()["code"]) == (403, "FORBIDDEN")
    codes = await hall.told("GET", f"{tournament}/codes", hall.organiser)
    entered = await hall.told("POST", f"{tournament}/entrants", hall.players[0], {**DECK, "invite": codes["entry"]})
    assert entered["tournament"]["entrants"] == 1


async def test_a_policy_is_told_all_its_faults_in_one_answer(hall: Club) -> None:
    policy = {
        "format": "SWISS",
        "rounds": 99,
        "bestOf": 2,
        "best_of": 3,
        "thirdPlace": "yes",
        "cut": 4,
        "tieBreaks": ["OMW", "XX", 7],
        "ownBye": "win",
        "points": {"win": 0, "draw": 1},
        "lateEntry": {"until": 0, "missed": "LOSS"},
        "floor": {"numerator": 2, "denominator": 1},
        "pods": {"size": 4},
    }
    body = {"game": "c4", "decks": "HIDDEN", "policy": policy}
    answer = await hall.ask("POST", "/tournaments", hall.organiser, body)
    told = answer.json()
    assert (answer.status_code, told["code"]) == (400, "INVALID_INPUT")
    found = {".".join(fault["path"]): (fault["code"], fault["ruleId"]) for fault in told["errors"]}
    assert found == {
        "name": ("MEMBER_MISSING", None),
        "decks": ("VALUE_INVALID", None),
        "policy.rounds": ("VALUE_INVALID", None),
        "policy.best_of": ("MEMBER_UNKNOWN", None),
        "policy.thirdPlace": ("VALUE_INVALID", None),
        "policy.cut": ("VALUE_INVALID", None),
        "policy.tieBreaks.2": ("VALUE_INVALID", None),
        "policy.ownBye": ("VALUE_INVALID", None),
        "policy.lateEntry.until": ("VALUE_INVALID", None),
        "policy.bestOf": ("BEST_OF", None),
        "policy.points": ("POINTS_ORDER", None),
        "policy.points.bye": ("POINTS_BYE", None),
        "policy.floor": ("FLOOR", None),
        "policy.pods": ("PODS_UNUSED", None),
    }
    messages = {".".join(fault["path"]): fault["message"] for fault in told["errors"]}
    assert messages["policy.cut"] == "an object with the members size, format, bestOf"
    assert messages["policy.ownBye"] == "one of EXCLUDED, WIN; did you mean 'WIN'?"
    policy = {"format": "swiss", "rounds": 9, "bestOf": 2, "tieBreaks": ["OMW", "XX"]}
    answer = await hall.ask("POST", "/tournaments", hall.organiser, {"game": "c4", "name": "Cup", "policy": policy})
    found = {".".join(fault["path"]): fault["code"] for fault in answer.json()["errors"]}
    # whether the rounds may be set is a matter of the format
    assert found == {
        "policy.format": "VALUE_INVALID",
        "policy.bestOf": "BEST_OF",
        "policy.tieBreaks.1": "TIE_BREAK_UNKNOWN",
    }
    sound = {"format": "SWISS", "bestOf": 2, "tieBreaks": ["XX"]}
    answer = await hall.ask("POST", "/tournaments", hall.organiser, {"game": "c4", "name": "Cup", "policy": sound})
    assert (answer.status_code, answer.json()["code"]) == (422, "POLICY_INVALID")
    assert [fault["code"] for fault in answer.json()["errors"]] == ["BEST_OF", "TIE_BREAK_UNKNOWN"]


@pytest.mark.parametrize(
    ("path", "body", "told"),
    [
        ("/entrants", {"deck": "front_desk"}, "deck: an object with the members deck, deckId, loadout"),
        ("/rulings", {**RULING, "kind": "no_show"}, "; did you mean 'NO_SHOW'?"),
        ("/rulings", {**RULING, "seat": 1}, "seat: there is no member `seat` here; there are kind, reason, "),
        ("/reports", {"round": 1, "table": 1}, "kind: the member `kind` is required"),
        ("/rounds", {"round": "1"}, "round: Expected `int`, got `str`"),
    ],
)
async def test_a_refusal_names_what_would_do(hall: Club, before: str, path: str, body: Any, told: str) -> None:
    answer = await hall.ask("POST", f"{before}{path}", hall.organiser, body)
    assert (answer.status_code, answer.json()["code"]) == (400, "INVALID_INPUT")
    assert told in answer.json()["detail"]
