"""What must hold of tournaments at the end of a run, by what their own events say, and those of matches and ladders."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Iterator
from itertools import chain
from typing import Any

import msgspec

from eventstore.read_models.inspection import streams_of
from service.application.ids import LADDER_IDS, MATCH_IDS, TOURNAMENT_IDS, StreamIds
from service.bootstrap import Playledger
from tests.kit.served import EVE

Fact = dict[str, Any]
Table = tuple[int, int]
"""A round, and a table of it."""
POINTS = (0, 3, 1)
"""Of each of those who stand first at a table, by how many they are."""


class Told:
    """A tournament, as its events tell of it."""

    def __init__(self, name: str, bodies: list[Fact]) -> None:
        self.name = name
        self.facts = [(body["type"], body["pub"]) for body in bodies]
        self.format = self.facts[0][1]["policy"]["format"]
        self.rounds = self.all("round_started")
        self.games = {(one["round"], one["table"], one["game"]): one for one in self.all("game_started")}
        self.ends = {(one["round"], one["table"], one["game"]): one for one in self.all("game_finished")}
        self.calls = {(one["round"], one["table"]): one["reason"] for one in self.all("ruling_made")}
        self.recorded = {(one["round"], one["result"]["table"]): one for one in self.all("result_recorded")}
        forfeits = {
            (one["number"], result["table"]): result for one in self.rounds for result in one.get("results", ())
        }
        self.results = forfeits | {place: one["result"] for place, one in self.recorded.items()}

    def all(self, kind: str) -> list[Fact]:
        """What is told by the events of a kind, in their order."""
        return [fact for type_, fact in self.facts if type_ == kind]

    def pairings(self) -> Iterator[tuple[Table, list[str]]]:
        """Who sits at each table."""
        for one in self.rounds:
            for table in one["proof"]["result"]["pairings"]:
                yield (one["number"], table["table"]), table["seats"]

    def wrong(self) -> Iterator[str]:
        """What contradicts itself."""
        yield from self._rounds()
        met = Counter(frozenset(seats) for _, seats in self.pairings())
        many = len(self.rounds[-1]["proof"]["result"]["pairings"]) if self.rounds else 0
        if len(self.all("game_finished")) > len(self.ends):
            yield "a game has ended twice"
        if self.format != "single_elimination" and many > 1 and max(met.values(), default=0) > 1:
            yield f"some have met again: {met}"
        for place, reason in self.calls.items():
            if (places := self.results[place].get("places", []))[:1] != [[int(reason)]]:
                yield f"{reason} was called the winner of {place}, and the result is {places}"
        for (number, table, _), end in self.ends.items():
            one = self.recorded[number, table]
            if one.get("source", "played") == "played" and one["result"].get("places") != end.get("places"):
                yield f"a result is {one}, and the game was {end}"

    def _rounds(self) -> Iterator[str]:
        """Each comes once, and pairs everybody who is there once, and who has left no more."""
        there, open_, number = set[str](), set[Table](), 0
        for kind, fact in self.facts:
            if kind == "entrant_registered":
                there.add(fact["entrant"])
            elif kind in ("entrant_dropped", "entrant_withdrawn"):
                there.discard(fact["entrant"])
            elif kind == "round_started":
                number += 1
                tables = {(number, one["table"]): one["seats"] for one in fact["proof"]["result"]["pairings"]}
                paired = sorted([*chain(*tables.values()), *fact.get("byes", ())])
                if fact["number"] != number or len(set(paired)) < len(paired) or open_:
                    yield f"round {number} is {fact}, while {open_} are open"
                if self.format == "swiss" and paired != sorted(there):
                    yield f"round {number} pairs {paired}, and there are {sorted(there)}"
                open_ = tables.keys() - {(number, one["table"]) for one in fact.get("results", ())}
            elif kind == "result_recorded":
                open_.discard((fact["round"], fact["result"]["table"]))

    def points(self) -> Counter[str]:
        """The points of all after the last round of a Swiss or a round robin."""
        found = Counter(who for one in self.rounds for who in one.get("byes", ()) for _ in range(POINTS[1]))
        for table, seats in self.pairings():
            (first, *_) = self.results[table].get("places") or [[]]
            found.update({seats[seat]: POINTS[len(first)] for seat in first})
        return found

    def rated(self) -> Iterator[str]:
        """The matches that count for ratings: those that had a result when it was over."""
        end = [kind for kind, _ in self.facts].index("tournament_finished")
        for kind, fact in self.facts[:end]:
            if kind == "game_finished" and fact.get("places"):
                yield self.games[fact["round"], fact["table"], fact["game"]]["match"]


async def wrong(app: Playledger, lossless: bool) -> AsyncIterator[str]:
    """What is wrong with all tournaments and ladders; `lossless`: none can have been given up."""
    due = list[str]()
    for told in [Told(name, bodies) async for name, bodies in _logs(app, TOURNAMENT_IDS)]:
        for one in [*told.wrong(), *[one async for one in _unlike_matches(app, told)]]:
            yield f"{told.name}: {one}"
        if told.all("tournament_finished"):
            due += told.rated()
            page = await app.use_cases.tournaments.standings(EVE, told.name, first=50)
            points = Counter({row.entrant: int(row.points.exact) for row in page.standings})
            if told.format != "single_elimination" and points != told.points():
                yield f"the points of {told.name} are {points}, not {told.points()}"
        elif lossless:
            yield f"{told.name} has no end"
    ladder_facts = [fact async for _, facts in _logs(app, LADDER_IDS) for fact in facts]
    rated = [fact["pub"]["match"] for fact in ladder_facts if fact["type"] == "game_rated"]
    if sorted(rated) != sorted(due):
        yield f"{sorted(rated)} were rated, not {sorted(due)}"


async def _logs(app: Playledger, ids: StreamIds) -> AsyncIterator[tuple[str, list[Fact]]]:
    """The name of each stream of a kind, and its events."""
    for stream in await app.store.sql.read(lambda connection: streams_of(connection, ids.kind)):
        yield ids.id_of(stream), [msgspec.json.decode(event.body) for event in await app.store.read(stream)]


async def _unlike_matches(app: Playledger, told: Told) -> AsyncIterator[str]:
    """The games that are told to have ended otherwise than their matches. After a call nobody need hear of them."""
    for place, game in told.games.items():
        events = await app.store.read(MATCH_IDS.stream_of(game["match"]))
        bodies = [msgspec.json.decode(event.body) for event in events]
        ends = [body["pub"]["result"] for body in bodies if body["type"] == "match_ended"]
        placed = [() if end["kind"] in ("aborted", "all_lose") else end["placings"] for end in ends]
        came_to = [[[game["seats"][seat] for seat in group] for group in groups] for groups in placed]
        known = [told.ends[place].get("places", [])] if place in told.ends else []
        if came_to != known and (known or place[:2] not in told.calls):
            yield f"{place} came to {known}, and its match to {ends}"
