"""A client developer's first day: each test is something that one wanted and did not get at the first try."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from websockets.exceptions import ConnectionClosed

from tests.e2e.newcomer import Newcomer, Plain, newcomer
from tests.kit.waiting import PATIENCE

pytestmark = pytest.mark.programs
ACT = "mutation($i: ActInput!) { act(input: $i) { version userErrors { code message path } } }"
CREATE = "mutation($i: CreateMatchInput!) { createMatch(input: $i) { match { id } userErrors { code message path } } }"
FOLLOW = """subscription($id: ID!) { matchUpdates(matchId: $id, afterVersion: 0) { __typename
  ... on EventsAppended { yourMove { prompts { prompt { id mode } } } } } }"""
SMALL = 4096


@pytest.fixture(scope="module")
def me(plain: Plain) -> Iterator[Newcomer]:
    with newcomer(plain) as found:
        yield found


def test_a_typed_action_of_another_game_is_refused(me: Newcomer) -> None:
    here, (token, _) = me.match("trf")
    version = me.done("GET", here)["version"]
    order = {"idempotencyKey": uuid4().hex, "matchId": here.rpartition("/")[2], "what": {"scp": {"simple": "PASS"}}}
    (error,) = me.graphql(ACT, token, i=order)["data"]["act"]["userErrors"]
    assert (error["code"], error["path"]) == ("INVALID_INPUT", ["what", "scp"])
    assert error["message"] == "this is a match of trf, not of scp"
    assert me.done("GET", here)["version"] == version


def test_a_subscription_by_plain_post_says_what_it_needs(me: Newcomer) -> None:
    answer = me.http.post("/graphql", json={"query": FOLLOW, "variables": {"id": "x"}})
    (error,) = answer.json()["errors"]
    assert (answer.status_code, error["extensions"]["code"]) == (400, "INVALID_INPUT")
    assert "websocket" in error["message"]
    assert "text/event-stream" in error["message"]


def test_a_socket_takes_the_token_as_tutorials_send_it(me: Newcomer) -> None:
    here, tokens = me.match("c4")
    assert all(is_seated(me, here, {"Authorization": f"Bearer {token}"}) for token in tokens)
    assert not is_seated(me, here, {})


def is_seated(me: Newcomer, here: str, payload: dict[str, str]) -> bool:
    """Whether a socket is told what its seat may do."""
    following = {"query": FOLLOW, "variables": {"id": here.rpartition("/")[2]}}
    with me.socket(payload) as socket:
        socket.send(json.dumps({"type": "subscribe", "id": "1", "payload": following}))
        while True:
            message = json.loads(socket.recv(PATIENCE))
            if message["type"] == "next":
                return message["payload"]["data"]["matchUpdates"].get("yourMove") is not None


@pytest.mark.parametrize("payload", [{"Authorization": "Bearer nonsense"}, {"token": "nonsense"}])
def test_a_socket_with_a_bad_token_says_so(me: Newcomer, payload: dict[str, str]) -> None:
    with me.socket(payload) as socket, pytest.raises(ConnectionClosed) as closed:
        socket.recv(PATIENCE)
    assert closed.value.rcvd is not None
    assert (closed.value.rcvd.code, "token" in closed.value.rcvd.reason) == (4403, True)


def test_a_missing_guard_is_told_in_the_words_of_each_skin(me: Newcomer) -> None:
    here, (token, _) = me.match("c4")
    rest = me.refused("POST", f"{here}/actions", token, {"type": "end_turn"})
    assert rest["code"] == "GUARD_REQUIRED"
    assert "promptId and revision, If-Match, or the token" in rest["detail"]
    order = {"idempotencyKey": "x1", "matchId": here.rpartition("/")[2], "what": {"c4": {"simple": "END_TURN"}}}
    (error,) = me.graphql(ACT, token, i=order)["data"]["act"]["userErrors"]
    assert "promptId and revision, expectedVersion, or the token" in error["message"]


def test_keys_are_asked_for_as_the_page_says(me: Newcomer) -> None:
    """The rows of the table in clients.md, each with what it allows and what it refuses."""
    here, (token, _) = me.match("c4")
    actions, give_up = f"{here}/actions", {"type": "concede"}
    order = {"game": "c4", "seats": 2}
    header = ["header", "Idempotency-Key"]
    assert me.refused("POST", actions, token, give_up, Idempotency_Key="")["errors"][0]["path"] == header
    assert me.ask("POST", actions, token, give_up, Idempotency_Key="x1").status_code == 200
    assert me.ask("POST", "/v1/matches", None, order, Idempotency_Key="").status_code == 201
    short = me.refused("POST", "/v1/matches", None, {"game": "c4", "seatz": 2}, Idempotency_Key="x1")
    assert (short["errors"][0]["path"], "at least 16" in short["detail"]) == (header, True)
    (error,) = me.graphql(CREATE, i=order)["errors"]
    assert "idempotencyKey" in error["message"]
    (error,) = me.graphql(CREATE, i={**order, "idempotencyKey": "x1"})["data"]["createMatch"]["userErrors"]
    assert error["path"] == ["idempotencyKey"]


@pytest.mark.parametrize(
    ("game", "seats", "mode"),
    [("trf", 3, "free_for_all"), ("scp", 1, "solitaire"), ("capcom_crossovers", 4, "team")],
)
def test_a_number_of_seats_names_its_mode(me: Newcomer, game: str, seats: int, mode: str) -> None:
    told = me.refused("POST", "/v1/matches", body={"game": game, "seats": seats})["detail"]
    options = json.loads(told.partition("options that fit: ")[2])
    assert options == {"mode": mode}
    assert me.ask("POST", "/v1/matches", body={"game": game, "seats": seats, "options": options}).status_code == 201


def test_offers_come_last_and_a_poll_of_them_is_small(me: Newcomer) -> None:
    here, tokens = me.match("trf")
    polls = [me.ask("GET", f"{here}/legal-actions?expand=0", token) for token in tokens]
    modes = [[one["prompt"]["mode"] for one in poll.json()["prompts"]] for poll in polls]
    assert all(found == sorted(found, key="STANDING".__eq__) for found in modes)
    assert {found[-1] for found in modes} == {"STANDING"}
    assert max(len(poll.content) for poll in polls) <= SMALL


@pytest.mark.parametrize("game", ["c4", "cape_and_cowl", "capcom_crossovers", "trf", "scp"])
def test_a_ready_made_deck_can_be_changed_and_brought(me: Newcomer, game: str) -> None:
    """Its loadout is sent as it is listed; what is changed in it is refused in the words of the loadout."""
    (deck, *_) = me.done("GET", f"/v1/games/{game}/decks")["decks"]
    here = f"/v1/matches/{me.done('POST', '/v1/matches', body={'game': game, 'seats': 2})['match']['id']}"
    changed = {**deck["loadout"], "colour": "red"}
    assert "colour" in me.refused("POST", f"{here}/seats", body={"loadout": changed})["detail"]
    assert me.ask("POST", f"{here}/seats", body={"loadout": deck["loadout"]}).status_code == 201


@pytest.mark.parametrize("address", ["/", "/v1"])
def test_the_first_address_that_one_opens_leads_on(me: Newcomer, address: str) -> None:
    links = me.done("GET", address)["links"]
    assert [link for link in links.values() if me.http.get(link).status_code != 200] == []
    assert {"reference", "graphql", "games"} <= links.keys()


def test_a_match_that_is_not_there_is_not_found_in_every_way(me: Newcomer) -> None:
    assert me.refused("GET", "/v1/matches/x")["code"] == "NOT_FOUND"
    read = me.graphql('{ match(id: "x") { id } }')
    assert (read["data"]["match"], read["errors"][0]["extensions"]["code"]) == (None, "NOT_FOUND")
    body = {"query": FOLLOW, "variables": {"id": "x"}}
    followed = me.http.post("/graphql", json=body, headers={"Accept": "text/event-stream"})
    assert '"NOT_FOUND"' in followed.text


def test_members_have_one_spelling(me: Newcomer) -> None:
    here, tokens = me.match("trf")
    problem = me.refused("POST", f"{here}/actions", tokens[0], {"type": "pass"})
    assert {"ruleId", "legalActionsUrl"} <= problem.keys()
    for kind, expand in (("actions", 200), ("templates", 0)):
        polls = [me.done("GET", f"{here}/legal-actions?expand={expand}", token) for token in tokens]
        told = [one for poll in polls for prompt in poll["prompts"] for one in prompt[kind]]
        assert told
        assert all("ruleIds" in one for one in told)
    order = {"game": "c4", "seats": 2, "options": {"turn_cap": 9}}
    assert "turnCap" in me.refused("POST", "/v1/matches", body=order)["detail"]


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ({"game": "c4", "seats": 2, "visibility": "open"}, "none of OPEN, INVITE; did you mean 'OPEN'?"),
        ({"game": "trf", "seats": 2, "options": {"mode": "DUEL"}}, "did you mean 'duel'?"),
        ({"game": "cape_and_cowl", "seats": 3}, "has 2 seats, not 3"),
        ({"game": "c4", "seats": 2, "colour": "red"}, "there is no member `colour` here; there are game, seats"),
        ({"game": "cape_and_cow", "seats": 2}, "did you mean 'cape_and_cowl'?"),
    ],
)
def test_a_refused_match_says_what_would_do(me: Newcomer, body: Any, told: str) -> None:
    assert told in me.refused("POST", "/v1/matches", body=body)["detail"]


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("/v1/matches?status=finished", "one or several of OPEN, RUNNING, FINISHED, ABORTED"),
        ("/v1/matches/x/state?as=FULL", "`seat:0`, `seat:1` and so on, `spectator` or `full`"),
        ("/v1/leaderboards?game=c4", "/v1/leaderboards/{slug}"),
        ("/v1/tournaments/tn_x/standings?round=3", "did you mean `afterRound`?"),
    ],
)
def test_a_wrong_address_says_the_right_one(me: Newcomer, address: str, told: str) -> None:
    assert told in me.refused("GET", address)["detail"]


def test_a_wrong_action_and_a_late_player_are_told_what_there_is(me: Newcomer) -> None:
    here, (token, _) = me.match("trf")
    guard = {"If_Match": f'"{me.done("GET", here)["version"]}"'}
    wrong = me.refused("POST", f"{here}/actions", token, {"type": "play_planet", "planet": "x"}, **guard)
    assert "no parameter 'planet'; it has" in wrong["detail"]
    wrong = me.refused("POST", f"{here}/actions", token, {"type": "drawCard"}, **guard)
    assert "did you mean 'draw_card'?" in wrong["detail"]
    late = me.refused("POST", f"{here}/seats", body={"deck": "final_say"})
    assert late["detail"] == "all seats are taken, and the match has begun; it can be watched"


def test_unknown_directives_are_one_error(me: Newcomer) -> None:
    (error,) = me.graphql("{ games @a @b @c @d @e @f @g @h @i @j { slug } }")["errors"]
    assert "5 more" in error["message"]
