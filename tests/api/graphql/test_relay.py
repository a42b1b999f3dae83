"""Connections and nodes as Relay specifies them: edges with cursors, both ends of a page, objects by their ids."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from graphql import GraphQLObjectType, get_named_type

from tests.api.graphql.arena import STAFF, Arena, arena, schema
from tests.kit.process import ROOT

pytestmark = pytest.mark.anyio

PAGE = "pageInfo { hasNextPage hasPreviousPage startCursor endCursor } nodes { %s } edges { cursor node { %s } }"
IN_TOURNAMENT = "tournament(id: $id) { %s }"
LISTS = {
    "matches": ("%s", "matches(first: $first, after: $after)", "id"),
    "tournaments": ("%s", "tournaments(first: $first, after: $after)", "id"),
    "cards": ("%s", 'cards(game: "c4", first: $first, after: $after)', "id"),
    "decks": ("viewer { %s }", "decks(first: $first, after: $after)", "id"),
    "inbox": ("viewer { %s }", "inbox(first: $first, after: $after)", "__typename ... on PairingPosted { cursor }"),
    "deck statistics": ("%s", 'deckStatistics(game: "c4", first: $first, after: $after)', "deck"),
    "card statistics": ("%s", 'cardStatistics(game: "c4", first: $first, after: $after)', "card"),
    "matchups": ("%s", 'deckMatchups(game: "c4", first: $first, after: $after)', "deck against"),
    "leaderboard": ("%s", 'leaderboard(game: "c4", first: $first, after: $after)', "player"),
    "entrants": (IN_TOURNAMENT, "entrants(first: $first, after: $after)", "id"),
    "standings": (IN_TOURNAMENT, "standings(first: $first, after: $after)", "entrant"),
    "ranks": (IN_TOURNAMENT, "ranks(first: $first, after: $after)", "entrant"),
    "events": (IN_TOURNAMENT, "events(first: $first, after: $after)", "version"),
    "pairings": (IN_TOURNAMENT % "rounds { %s }", "pairings(first: $first, after: $after)", "table"),
}
EVENTS = """query($id: ID!, $as: PerspectiveInput) { match(id: $id) { events(as: $as, first: 256) {
  nodes { id version redacted causedBy json } } } }"""
SAVE = "mutation($input: DeckInput!) { saveDeck(input: $input) { deck { id } userErrors { message } } }"
NODE = """query($id: ID!) { node(id: $id) { __typename id ... on MatchEvent { version redacted causedBy json }
  ... on TournamentEvent { version data } } }"""


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Arena]:
    async with arena(tmp_path) as found:
        yield found


async def played(hall: Arena, organiser: str, tokens: list[str]) -> str:
    """The id of a tournament of which a round was played."""
    tournament = await hall.opened(organiser, rated=True, policy={"format": "SWISS", "rounds": 1})
    entrants = await hall.entered(tournament, tokens)
    await hall.done("startRound", organiser, tournamentId=tournament, round=1)
    await hall.play_round(tournament, dict(zip(entrants, tokens, strict=True)))
    await hall.done("finishTournament", organiser, tournamentId=tournament)
    await hall.looked_after()
    await hall.served.app.rater.tick()
    await hall.looked_after()
    return tournament


async def test_lists_go_on_behind_any_of_their_rows(hall: Arena) -> None:
    organiser = await hall.token("Olga", STAFF)
    tokens = [await hall.token(name) for name in ("Ada", "Ben", "Cem", "Dan")]
    tournament = await played(hall, organiser, tokens)
    await hall.opened(organiser, name="Another")
    decks = (await hall.ask('{ game(slug: "c4") { decks { name loadout } } }'))["game"]["decks"]
    for deck in decks[:2]:
        await hall.ask(SAVE, tokens[0], input={"game": "c4", **deck})
    await hall.looked_after()
    for name, (around, field, row) in LISTS.items():
        asked = around % f"{field} {{ {PAGE % (row, row)} }}"
        query = f"query($id: ID!, $first: Int!, $after: String) {{ it: tournament(id: $id) {{ id }} {asked} }}"

        async def page(first: int, after: str | None = None, query: str = query) -> Any:
            return last(await hall.ask(query, tokens[0], id=tournament, first=first, after=after))

        whole = await page(50)
        cursors, ends = [edge["cursor"] for edge in whole["edges"]], whole["pageInfo"]
        assert [edge["node"] for edge in whole["edges"]] == whole["nodes"], name
        assert len(set(cursors)) > 1, name
        assert (ends["startCursor"], ends["endCursor"], ends["hasPreviousPage"]) == (cursors[0], cursors[-1], False), (
            name
        )
        rest = await page(1, cursors[0])
        assert rest["nodes"] == whole["nodes"][1:2], name
        assert (rest["edges"][0]["cursor"], rest["pageInfo"]["startCursor"]) == (cursors[1], cursors[1]), name
        assert rest["pageInfo"]["hasPreviousPage"], name


def last(found: Any) -> Any:
    """The page in an answer, whatever it is in."""
    while "pageInfo" not in found:
        found = found[-1] if isinstance(found, list) else [*found.values()][-1]
    return found


async def test_who_sees_an_event_otherwise_has_it_under_another_id(hall: Arena) -> None:
    """What is kept by its id is never taken for what another perspective sees; causes are told in the same eyes."""
    organiser = await hall.token("Olga", STAFF)
    tokens = [await hall.token(name) for name in ("Ada", "Ben")]
    tournament = await played(hall, organiser, tokens)
    match = (await hall.pairings(tournament))[0]["games"][0]["matchId"]
    owner = "query($id: ID!) { match(id: $id) { legalActions { seat } } }"
    players = {(await hall.ask(owner, token, id=match))["match"]["legalActions"]["seat"]: token for token in tokens}
    known: list[Any] = []
    eyes = {"spectator": {"role": "SPECTATOR"}, "full": {"role": "FULL"}, "seat0": {"seat": 0}, "seat1": {"seat": 1}}
    for name, wanted in eyes.items():
        token = players[int(name[-1])] if name.startswith("seat") else None
        events = (await hall.ask(EVENTS, token, id=match, **{"as": wanted}))["match"]["events"]["nodes"]
        ids = {event["id"] for event in events}
        assert {event["causedBy"] for event in events} <= {None, *ids}, name
        same = [(event, other) for event in events for other in known if event["id"] == other["id"]]
        assert all(event == other for event, other in same), name
        known += events
        one = next(event for event in events if event["redacted"] or name == "full")
        for asker in (token, None):
            found = (await hall.ask(NODE, asker, id=one["id"]))["node"]
            hidden = asker is None and "seat" in one["id"]
            assert found is None if hidden else {**found, **one} == found, name
    versions = Counter(version for _, version in {(event["id"], event["version"]) for event in known})
    assert len(eyes) in versions.values()


def test_every_connection_has_edges_and_the_page_names_every_node() -> None:
    kinds = {name: kind for name, kind in schema()._schema.type_map.items() if isinstance(kind, GraphQLObjectType)}
    pages = [kind for kind in kinds.values() if "pageInfo" in kind.fields]
    assert len(pages) > 15
    for page in pages:
        edge = get_named_type(page.fields["edges"].type)
        assert {name: str(field.type) for name, field in edge.fields.items()} == {
            "cursor": "String!",
            "node": f"{get_named_type(page.fields['nodes'].type)}!",
        }
    (pattern,) = re.findall(r"^const nodes = /(.+)/;", (ROOT / "docs" / "clients.md").read_text(), re.MULTILINE)
    named = {name for name in kinds if re.search(pattern, name)}
    assert named == {name for name, kind in kinds.items() if "Node" in {one.name for one in kind.interfaces}}
