"""An organiser's first event, with a bye, a no-show, a dispute, somebody who comes late and a cut: each test is
something that one wanted to know of it and did not find.
"""

from __future__ import annotations

import csv
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import pytest

from api_schema.scopes import PLAYER
from tests.e2e.newcomer import Newcomer, Plain, newcomer
from tests.kit.waiting import PATIENCE

pytestmark = [pytest.mark.nightly, pytest.mark.programs]
GAME = "cape_and_cowl"
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay")
POLICY = {"format": "SWISS", "rounds": 2, "lateEntry": {"until": 2}, "cut": {"size": 2}}
RANKS = "query($id: ID!) { tournament(id: $id) { ranks(first: 9) { nodes { rank entrant name stage } } } }"


@dataclass
class Event:
    """An event, its address, and the token of each entrant."""

    me: Newcomer
    organiser: str
    id: str
    token_of: dict[str, str] = field(default_factory=dict)
    told: dict[str, Any] = field(default_factory=dict)
    """What was refused on the way, by what was wanted."""

    @property
    def here(self) -> str:
        return f"/v1/tournaments/{self.id}"

    def enter(self, token: str) -> None:
        entered = self.me.done("POST", f"{self.here}/entrants", token, {"deck": {"deck": "forces_of_peace"}})
        self.token_of[entered["tournament"]["you"]] = token

    def begin(self, number: int) -> list[Any]:
        """The tables of a new round."""
        self.me.done("POST", f"{self.here}/rounds", self.organiser, {"round": number})
        return list(self.me.done("GET", f"{self.here}/pairings")["pairings"])

    def rule(self, **what: Any) -> None:
        self.me.done("POST", f"{self.here}/rulings", self.organiser, {"reason": "as I saw it", **what})

    def give_up(self, table: Any, loser: str) -> None:
        """An entrant concedes the game of a table."""
        match = f"/v1/matches/{table['games'][0]['matchId']}"
        self.me.done("POST", f"{match}/actions", self.token_of[loser], {"type": "concede"})

    def until_over(self) -> None:
        end = time.monotonic() + PATIENCE
        while not self.me.done("GET", self.here)["roundOver"]:
            assert time.monotonic() < end, "the round is never over"
            time.sleep(0.1)

    def rows(self, name: str) -> list[dict[str, str]]:
        """A file of the event, line by line."""
        return list(csv.DictReader(self.me.http.get(f"{self.here}/{name}.csv").text.splitlines()))


def who(table: Any) -> list[str]:
    return [seat["entrant"] for seat in table["seats"]]


@pytest.fixture(scope="module")
def event(plain: Plain) -> Iterator[Event]:
    """It is over: the second of the Swiss has won the final."""
    with newcomer(plain) as me:
        found = made(me)
        *early, late = [me.token(*PLAYER) for _ in NAMES]
        for name, token in zip(NAMES, (*early, late), strict=True):
            me.done("PATCH", "/v1/account", token, {"name": name})
        for token in early:
            found.enter(token)
        found.told["twice"] = me.refused(
            "POST", f"{found.here}/entrants", early[0], {"deck": {"deck": "forces_of_peace"}}
        )
        first_round(found)
        found.enter(late)
        for table in found.begin(2):
            found.give_up(table, who(table)[1])
        found.until_over()
        final(found)
        yield found


def made(me: Newcomer) -> Event:
    organiser = me.token("tournament:manage", "tournament:referee", "match:read")
    order = {"game": GAME, "name": "Friday night", "rated": False, "decks": "CLOSED", "policy": POLICY}
    return Event(me, organiser, me.done("POST", "/v1/tournaments", organiser, order)["tournament"]["id"])


def first_round(event: Event) -> None:
    forfeited, played = event.begin(1)
    event.told["pairings"] = event.me.done("GET", f"{event.here}/pairings")
    event.told["early"] = event.me.refused("POST", f"{event.here}/rounds", event.organiser, {"round": 2})
    event.rule(kind="NO_SHOW", round=1, table=1, entrant=who(forfeited)[1])
    loser = who(played)[0]
    event.give_up(played, loser)
    event.until_over()
    report = {"round": 1, "table": 2, "kind": "DISPUTE", "reason": "not so"}
    event.me.done("POST", f"{event.here}/reports", event.token_of[loser], report)
    event.rule(kind="UPHOLD", round=1, table=2)


def final(event: Event) -> None:
    (table,) = event.begin(3)
    event.give_up(table, event.rows("standings")[0]["entrant"])
    event.until_over()
    event.me.done("POST", f"{event.here}/finish", event.organiser)


def test_after_a_cut_the_ranks_say_who_won(event: Event) -> None:
    """One list of everybody, the same in every way; the best of the Swiss lost the final."""
    ranks = event.me.done("GET", f"{event.here}/ranks")["ranks"]
    (decider,) = event.me.done("GET", f"{event.here}/bracket")["nodes"]
    numbers = [row["rank"] for row in ranks]
    assert numbers[:2] == [1, 2]
    # those who stand alike in all that is compared share a rank
    assert all(number in (before, place) for place, (before, number) in enumerate(pairwise(numbers), 2))
    assert [row["stage"] for row in ranks] == ["BRACKET"] * 2 + ["ROUNDS"] * 4
    assert ranks[0]["entrant"] == decider["winner"]
    assert ranks[1]["entrant"] == event.rows("standings")[0]["entrant"]
    assert {row["name"] for row in ranks} == {*NAMES}
    assert event.me.graphql(RANKS, id=event.id)["data"]["tournament"]["ranks"]["nodes"] == ranks
    assert event.me.done("GET", f"{event.here}/export.json")["ranks"] == ranks
    assert event.rows("ranks") == [{name: str(value) for name, value in row.items()} for row in ranks]
    lines = event.me.http.get(f"{event.here}/report.fide-trf").text.splitlines()
    reported = {line[14:47].strip(): int(line[85:89]) for line in lines if line.startswith("001")}
    assert reported == {row["name"]: row["rank"] for row in ranks}


@pytest.mark.parametrize("file", ["ranks", "standings", "pairings", "results"])
def test_files_name_the_people(event: Event, file: str) -> None:
    assert {row["name"] for row in event.rows(file)} == {*NAMES}


def test_results_say_who_decided_and_what_was_disputed(event: Event) -> None:
    rows = [row for row in event.rows("results") if row["round"] == "1"]
    told = sorted((row["table"], row["source"], row["dispute"], row["place"], row["absent"]) for row in rows)
    assert told == [
        ("", "BYE", "", "", ""),
        ("1", "FORFEIT", "", "", "yes"),
        ("1", "FORFEIT", "", "1", "no"),
        ("2", "PLAYED", "UPHELD", "1", "no"),
        ("2", "PLAYED", "UPHELD", "2", "no"),
    ]


def test_the_bye_stands_beside_the_tables(event: Event) -> None:
    (bye,) = event.told["pairings"]["byes"]
    assert bye["name"] in NAMES
    assert bye["entrant"] not in [entrant for table in event.told["pairings"]["pairings"] for entrant in who(table)]


def test_an_early_round_names_the_tables_that_are_open(event: Event) -> None:
    assert (event.told["early"]["code"], event.told["early"]["detail"]) == (
        "ROUND_OPEN",
        "round 1 goes on: no result yet at tables 1, 2",
    )


def test_codes_are_no_rules(event: Event) -> None:
    (fault,) = event.told["twice"]["errors"]
    assert (fault["code"], fault["ruleId"]) == ("ENTRANT_TWICE", None)


def test_a_token_without_the_scope_is_told_which(event: Event) -> None:
    player = next(iter(event.token_of.values()))
    order = {"game": GAME, "name": "Mine", "policy": POLICY}
    refused = event.me.refused("POST", "/v1/tournaments", player, order)
    assert (refused["code"], "tournament:manage" in refused["detail"]) == ("FORBIDDEN", True)


def test_a_policy_has_all_its_faults_told_at_once(event: Event) -> None:
    policy = {"format": "swiss", "rounds": 99, "bestOf": 2, "tieBreaks": ["OMW", "XX"], "cut": 4, "best_of": 3}
    order = {"game": GAME, "name": "Mine", "policy": policy}
    faults = event.me.refused("POST", "/v1/tournaments", event.organiser, order)["errors"]
    told = {fault["path"][1]: fault["message"] for fault in faults}
    assert told.keys() == policy.keys()
    assert "did you mean 'SWISS'?" in told["format"]
    assert "size, format, bestOf" in told["cut"]


@pytest.mark.parametrize(
    ("path", "body", "told"),
    [
        ("/entrants", {"deck": "front_desk"}, "an object with the members deck, deckId, loadout"),
        ("/rulings", {"kind": "no_show", "round": 1, "table": 1, "reason": "x"}, "did you mean 'NO_SHOW'?"),
    ],
)
def test_a_refused_call_says_what_would_do(event: Event, path: str, body: Any, told: str) -> None:
    assert told in event.me.refused("POST", f"{event.here}{path}", event.organiser, body)["detail"]
