"""Every ruling of docs/organisers.md is taken as it is printed: with these headers, and only ids and tables put in."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import AsyncIterator
from typing import Any, get_args

import httpx
import pytest

from api_schema.ports.tournaments import RulingName
from tests.api.rest.club import SWISS, Club, club
from tests.api.rest.test_organisers_pages import GUIDE, rows

pytestmark = pytest.mark.anyio
BODIES: dict[str, Any] = {
    kind.strip("`"): json.loads(body.strip("`")) for kind, _, body in rows(GUIDE, "kind | what it does | body")
}
COMMAND = shlex.split(re.findall(r"^rule\(\) { curl (.*); }$", GUIDE, re.MULTILINE)[0])
(FIRST, *_) = re.findall(r"^rule '(.*)'$", GUIDE, re.MULTILINE)


@pytest.fixture
async def hall(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Club]:
    async with club(tmp_path_factory.mktemp("club")) as found:
        yield found


def printed() -> tuple[list[str], Any]:
    """The headers and the body of the page's command."""
    headers = [COMMAND[place + 1] for place, word in enumerate(COMMAND) if word == "-H"]
    return headers, json.loads(FIRST.replace("'", ""))


async def called(hall: Club, tournament: str, body: Any, table: int, entrant: str) -> httpx.Response:
    """The answer to a body of the page, sent with the headers of its command and with these ids in place of its own."""
    ids = {"entrant": entrant, "table": table}
    sent = {name: ids.get(name, value) for name, value in body.items()}
    headers = dict(line.replace("$ORGANISER", hall.organiser).split(": ", 1) for line in (*printed()[0], "Accept: */*"))
    return await hall.http.post(f"/v1{tournament}/rulings", json=sent, headers=headers)


async def test_every_ruling_of_the_page_is_taken_as_it_is_printed(hall: Club) -> None:
    assert BODIES.keys() == {*get_args(RulingName)}
    assert re.sub(r"\$\w+", "", COMMAND[2]) == "/tournaments//rulings"
    tournament = await hall.running(policy=SWISS | {"bestOf": 3})
    tables = (await hall.told("GET", f"{tournament}/pairings"))["pairings"]
    seats = {table["table"]: table["seats"][0]["entrant"] for table in tables}

    async def ruled(body: Any, table: int) -> None:
        answer = await called(hall, tournament, body, table, seats[table])
        assert answer.status_code == 200, (body, answer.text)

    await ruled(printed()[1], 1)
    for kind in ("NO_SHOW", "AWARD", "MATCH_LOSS", "OVERRIDE", "WARNING"):
        await ruled(BODIES.pop(kind), 1)
    await ruled(BODIES.pop("GAME_LOSS"), 2)
    await hall.settled()
    while (table := (await hall.told("GET", f"{tournament}/pairings"))["pairings"][1])["status"] == "OPEN":
        await hall._game(table["games"][-1]["matchId"], 0)
        await hall.settled()
    report = {"round": 1, "table": 2, "kind": "DISPUTE", "reason": "I won game two"}
    answers = [await hall.ask("POST", f"{tournament}/reports", token, report) for token in hall.players]
    assert sum(answer.is_success for answer in answers) == 2, "those who sit there"
    for kind in ("UPHOLD", "REPLAY", "DISQUALIFICATION"):
        await ruled(BODIES.pop(kind), 2)
    assert not BODIES
