"""Reading: the catalogue, matches, states and events through each pair of eyes."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.api.graphql.playing import CREATE, Ask, act, legal, options, table

pytestmark = pytest.mark.anyio

STATE = """query($id: ID!, $as: PerspectiveInput, $at: Int) { match(id: $id) { state(as: $as, atVersion: $at) {
  __typename version resolving perspective { kind seat } status phase hash json
  prompts { kind } table { phase stats { name count } players { seat zones { name count cards { id } } } }
  ... on EnvoysState { view { round deckSize deck seats { points tokens { name count } hand charm } revealed } }
} } }"""
EVENTS = """query($id: ID!, $after: Int!, $first: Int!) { match(id: $id) {
  events(afterVersion: $after, first: $first) {
    complete pageInfo { hasNextPage endCursor }
    nodes { __typename version type redacted batchEnd ... on EnvoysCardDrawnEvent { seat card } }
  }
} }"""


async def test_the_catalogue_of_a_game(ask: Ask) -> None:
    asked = """{ games { id slug title prefix minSeats maxSeats rulesVersion rulesHash cardSetHash
      optionSchema loadoutSchema rules(section: "Rounds") { id text section }
      cardSets { id cards } decks { id name cards { name count } } } }"""
    (game,) = (await ask(asked))["games"]
    assert (game["id"], game["slug"], game["minSeats"], game["maxSeats"]) == ("gm_envoys", "envoys", 2, 3)
    assert [rule["id"] for rule in game["rules"]] == ["TOY-205"]
    assert (len(game["cardSetHash"]), game["prefix"]) == (64, "TOY")
    assert "rounds" in str(game["optionSchema"])
    assert "charm" in str(game["loadoutSchema"])


async def test_cards_are_read_page_by_page_without_repeating_one(ask: Ask) -> None:
    asked = """query($after: String) { cards(game: "envoys", first: 6, after: $after) {
      totalCount nodes { id attributes { name value } } pageInfo { hasNextPage endCursor } } }"""
    seen: list[str] = []
    after = None
    while True:
        page = (await ask(asked, after=after))["cards"]
        seen += [card["id"] for card in page["nodes"]]
        if not page["pageInfo"]["hasNextPage"]:
            break
        after = page["pageInfo"]["endCursor"]
    assert page["totalCount"] == len(seen) == len(set(seen)) == 15


async def test_a_cursor_of_other_cards_is_refused(http: httpx.AsyncClient) -> None:
    query = '{ cards(game: "envoys", first: 6, after: "nowhere") { totalCount } }'
    (error,) = (await http.post("/graphql", json={"query": query})).json()["errors"]
    assert error["extensions"]["code"] == "INVALID_INPUT"


async def test_cards_are_found_by_text_and_attribute(ask: Ask) -> None:
    asked = 'query($f: CardFilter) { game(slug: "envoys") { cards(first: 9, filter: $f) { nodes { id } } } }'
    by_text = await ask(asked, f={"text": "ENVOY 1"})
    assert len(by_text["game"]["cards"]["nodes"]) == 7
    by_fact = await ask(asked, f={"attributes": [{"name": "value", "value": "7"}]})
    assert by_fact["game"]["cards"]["nodes"] == [{"id": "envoy-07"}]


async def test_a_card_has_a_face(ask: Ask) -> None:
    asked = """{ game(slug: "envoys") { cards(first: 1, filter: {ids: ["envoy-07"]}) {
      nodes { face { numbers { name count } lines { name value } tags { key value } } } } } }"""
    (card,) = (await ask(asked))["game"]["cards"]["nodes"]
    assert card["face"] == {"numbers": [{"name": "value", "count": 7}], "lines": [], "tags": []}


async def test_a_loadout_is_checked_without_writing(ask: Ask) -> None:
    asked = "query($input: LoadoutInput!) { validateLoadout(input: $input) { legal violations { ruleId path } } }"
    order = {"game": "envoys", "seats": 2, "loadout": {"charm": "wolf"}}
    report = (await ask(asked, input=order))["validateLoadout"]
    assert report == {"legal": False, "violations": [{"ruleId": "TOY-103", "path": ["charm"]}]}


async def test_each_perspective_sees_its_own(ask: Ask) -> None:
    match, tokens = await table(ask)
    own = (await ask(STATE, tokens[1], id=match))["match"]["state"]
    assert (own["__typename"], own["perspective"]) == ("EnvoysState", {"kind": "SEAT", "seat": 1})
    assert [place["hand"] is None for place in own["view"]["seats"]] == [True, False]
    assert own["view"]["seats"][1]["tokens"] == [{"name": "blue", "count": 2}, {"name": "red", "count": 2}]
    public = (await ask(STATE, tokens[1], id=match, **{"as": {"role": "SPECTATOR"}}))["match"]["state"]
    assert all(place["hand"] is None for place in public["view"]["seats"])
    assert public["prompts"] == []
    assert public["table"]["players"][0]["zones"] == [{"name": "hand", "count": 3, "cards": []}]
    assert public["json"]["deckSize"] == public["view"]["deckSize"]


async def test_before_the_start_there_is_nothing_to_see(ask: Ask) -> None:
    order = {"idempotencyKey": "k", "game": "envoys", "seats": 2}
    match = (await ask(CREATE, input=order))["createMatch"]["match"]["id"]
    state = (await ask(STATE, id=match))["match"]["state"]
    assert (state["status"], state["view"], state["json"], state["table"]) == ("OPEN", None, None, None)


async def test_a_past_version_is_folded_and_says_if_it_is_inside_an_action(ask: Ask) -> None:
    match, tokens = await table(ask)
    last = (await legal(ask, match, tokens[0]))["version"]
    states = [(await ask(STATE, id=match, at=at))["match"]["state"] for at in (last - 1, last)]
    assert [(state["version"], state["resolving"]) for state in states] == [(last - 1, True), (last, False)]


async def test_anothers_perspective_is_refused_with_its_code(http: httpx.AsyncClient, ask: Ask) -> None:
    match, tokens = await table(ask)
    body = {"query": STATE, "variables": {"id": match, "as": {"seat": 0}}}
    answer = (await http.post("/graphql", json=body, headers={"Authorization": f"Bearer {tokens[1]}"})).json()
    assert answer["errors"][0]["extensions"] == {"code": "FORBIDDEN"}


async def test_events_hide_what_is_anothers_and_page_by_version(ask: Ask) -> None:
    match, tokens = await table(ask)
    seen: list[Any] = []
    page: Any = {"pageInfo": {"hasNextPage": True, "endCursor": "0"}}
    while page["pageInfo"]["hasNextPage"]:
        after = int(page["pageInfo"]["endCursor"])
        page = (await ask(EVENTS, tokens[0], id=match, after=after, first=7))["match"]["events"]
        seen += page["nodes"]
    assert [event["version"] for event in seen] == list(range(1, len(seen) + 1))
    drawn = [event for event in seen if event["type"] == "card_drawn"]
    assert [(event["seat"], event["card"] is None, event["redacted"]) for event in drawn] == [
        *[(0, False, False)] * 3,
        *[(1, True, True)] * 3,
    ]


async def test_a_sealed_event_shows_that_it_happened_and_nothing_else(ask: Ask) -> None:
    match, tokens = await table(ask, deck="owl")
    peek = options(await legal(ask, match, tokens[0]), "peek")["actions"][1]
    assert peek["action"]["choice"] == "sink"
    version = (await act(ask, match, tokens[0], "k", {"token": peek["token"]}))["version"]
    asked = "query($id: ID!) { match(id: $id) { events { nodes { __typename version type json } } } }"
    events = (await ask(asked, tokens[1], id=match))["match"]["events"]["nodes"]
    assert len(events) == version
    sealed = [event for event in events if event["type"] == "sealed"]
    assert sealed
    assert all(event["__typename"] == "PlainEvent" and event["json"] == {} for event in sealed)


async def test_nodes_are_found_by_id_and_unknown_ids_are_null(ask: Ask) -> None:
    match, _ = await table(ask)
    asked = "query($id: ID!) { node(id: $id) { __typename id } }"
    for node, kind in ((match, "Match"), ("gm_envoys", "Game")):
        assert (await ask(asked, id=node))["node"] == {"__typename": kind, "id": node}
    for nothing in ("mt_none", "gm_none"):
        assert (await ask(asked, id=nothing))["node"] is None


async def test_matches_are_listed_newest_first_with_one_read(ask: Ask, fake: Any) -> None:
    for number in range(5):
        await table(ask, key=f"create-{number}")
    fake.calls.clear()
    asked = """query($after: String, $f: MatchFilter) { matches(first: 3, after: $after, filter: $f) {
      nodes { id status game { slug title } seats { taken } } pageInfo { hasNextPage endCursor } } }"""
    page = (await ask(asked, f={"status": "RUNNING"}))["matches"]
    assert [node["id"] for node in page["nodes"]] == ["mt_4", "mt_3", "mt_2"]
    assert (fake.calls["find"], fake.calls["get"], fake.calls["authenticate"]) == (1, 0, 1)
    rest = (await ask(asked, after=page["pageInfo"]["endCursor"]))["matches"]
    assert [node["id"] for node in rest["nodes"]] == ["mt_1", "mt_0"]
    assert not rest["pageInfo"]["hasNextPage"]


async def test_one_match_is_one_read_whatever_is_asked_of_it(ask: Ask, fake: Any) -> None:
    match, tokens = await table(ask)
    fake.calls.clear()
    await ask(STATE, tokens[0], id=match)
    assert (fake.calls["get"], fake.calls["state"], fake.calls["authenticate"]) == (1, 1, 1)


async def test_who_has_no_seat_has_no_legal_actions(ask: Ask) -> None:
    match, tokens = await table(ask)
    assert await legal(ask, match, "user:stranger") is None
    assert (await legal(ask, match, tokens[1]))["seat"] == 1


async def test_the_viewer_behind_each_kind_of_token(ask: Ask) -> None:
    asked = "{ viewer { account scopes seat { matchId number } } }"
    assert (await ask(asked))["viewer"] is None
    seat = (await ask(asked, "seat:mt_7:1"))["viewer"]
    assert seat == {"account": None, "scopes": ["match:play"], "seat": {"matchId": "mt_7", "number": 1}}
