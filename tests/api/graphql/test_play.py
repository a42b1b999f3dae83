"""Whole matches over GraphQL, and what is answered to those who ask for something else."""

from __future__ import annotations

import re

import pytest

from tests.api.graphql.playing import ACT, CREATE, JOIN, LEAVE, Ask, act, legal, options, table

pytestmark = pytest.mark.anyio


async def test_a_whole_match_by_tokens(ask: Ask) -> None:
    match, tokens = await table(ask)
    status, moves = "RUNNING", 0
    while status == "RUNNING":
        for token in tokens:
            found = await legal(ask, match, token)
            asked = [item for item in found["prompts"] if item["prompt"]["mode"] != "STANDING"]
            if asked:
                done = await act(ask, match, token, f"k{moves}", {"token": asked[0]["actions"][0]["token"]})
                assert done["userErrors"] == []
                status, moves = done["match"]["status"], moves + 1
    final = await ask("query($id: ID!) { match(id: $id) { result { kind placings ruleId } } }", id=match)
    assert final["match"]["result"]["ruleId"] == "TOY-302"
    assert moves >= 4


async def test_the_same_action_by_typed_input(ask: Ask) -> None:
    match, tokens = await table(ask)
    found = options(await legal(ask, match, tokens[0]), "send")
    card = found["actions"][0]["action"]["card"]
    guard = {"promptId": found["prompt"]["id"], "revision": found["prompt"]["revision"]}
    done = await act(ask, match, tokens[0], "k", {"envoys": {"send": {"card": card}}}, **guard)
    assert [event["__typename"] for event in done["events"]][:2] == ["ActionTakenEvent", "EnvoysEnvoySentEvent"]
    assert done["events"][1]["json"]["card"] == card


async def test_counts_go_in_as_a_list_of_name_and_count(ask: Ask) -> None:
    match, tokens = await table(ask)
    for number, token in enumerate(tokens):
        send = options(await legal(ask, match, token), "send")["actions"][0]
        await act(ask, match, token, f"send-{number}", {"token": send["token"]})
    for token in tokens:
        found = await legal(ask, match, token)
        pay = [item for item in found["prompts"] if item["prompt"]["kind"] == "pay"]
        if pay:
            what = {"envoys": {"pay": {"tokens": [{"name": "blue", "count": 2}]}}}
            done = await act(ask, match, token, "pay", what, promptId=pay[0]["prompt"]["id"], revision=0)
            paid = next(event for event in done["events"] if event["type"] == "tokens_paid")
            assert paid["json"]["tokens"] == {"blue": 2}
            return
    pytest.fail("nobody had to pay")


async def test_enum_parameters_go_in_in_upper_case(ask: Ask) -> None:
    match, tokens = await table(ask, deck="owl")
    found = options(await legal(ask, match, tokens[0]), "peek")
    what = {"envoys": {"peek": {"choice": "SINK"}}}
    done = await act(ask, match, tokens[0], "k", what, promptId=found["prompt"]["id"], revision=0)
    assert done["userErrors"] == []
    assert "EnvoysTopSunkEvent" in [event["__typename"] for event in done["events"]]


async def test_a_retry_answers_the_first_result(ask: Ask) -> None:
    match, tokens = await table(ask)
    send = options(await legal(ask, match, tokens[0]), "send")["actions"][0]["token"]
    first = await act(ask, match, tokens[0], "same", {"token": send})
    again = await act(ask, match, tokens[0], "same", {"token": send})
    assert (first["replayed"], again["replayed"]) == (False, True)
    assert again["version"] == first["version"]


async def test_conceding_needs_no_guard(ask: Ask) -> None:
    match, tokens = await table(ask)
    done = await act(ask, match, tokens[0], "k", {"match": "CONCEDE"})
    assert done["match"]["status"] == "FINISHED"


async def test_each_refusal_has_its_type_and_facts(ask: Ask) -> None:
    match, tokens = await table(ask)
    found = options(await legal(ask, match, tokens[0]), "send")
    guard = {"promptId": found["prompt"]["id"], "revision": 0}
    never = {"envoys": {"send": {"card": "envoy-99"}}}

    refused = await act(ask, match, tokens[0], "a", never, **guard)
    assert refused["userErrors"][0]["__typename"] == "IllegalAction"
    assert refused["userErrors"][0]["ruleId"] == "TOY-203"
    assert {"prompt": {"kind": "send"}} in refused["userErrors"][0]["legal"]["prompts"]

    stale = await act(ask, match, tokens[0], "b", never, promptId=found["prompt"]["id"], revision=7)
    assert stale["userErrors"][0]["__typename"] == "PromptClosed"
    assert guard["promptId"] in [prompt["id"] for prompt in stale["userErrors"][0]["openPrompts"]]

    unguarded = await act(ask, match, tokens[0], "c", never)
    assert (unguarded["userErrors"][0]["__typename"], unguarded["userErrors"][0]["code"]) == (
        "InputError",
        "GUARD_REQUIRED",
    )

    early = await act(ask, match, tokens[0], "d", never, expectedVersion=1)
    assert early["userErrors"][0]["__typename"] == "VersionConflict"
    actual = (await legal(ask, match, tokens[0]))["version"]
    assert (early["userErrors"][0]["expected"], early["userErrors"][0]["actual"]) == (1, actual)

    await act(ask, match, tokens[0], "e", {"token": found["actions"][0]["token"]})
    reused = await act(ask, match, tokens[0], "e", {"token": found["actions"][1]["token"]})
    assert reused["userErrors"][0]["firstUsedAt"] == "2026-01-02T03:04:05.000Z"

    foreign = await act(ask, match, tokens[0], "f", {"match": "CONCEDE"}, seat=1)
    assert (foreign["userErrors"][0]["__typename"], foreign["userErrors"][0]["path"]) == ("AccessError", ["seat"])


async def test_a_bad_token_is_a_typed_error_of_every_mutation(ask: Ask) -> None:
    match, _ = await table(ask)
    key = {"idempotencyKey": "k"}
    sent = {
        "createMatch": (CREATE, {**key, "game": "envoys", "seats": 2}),
        "joinMatch": (JOIN, {**key, "matchId": match}),
        "leaveMatch": (LEAVE, {**key, "matchId": match, "seat": 0}),
        "act": (ACT, {**key, "matchId": match, "what": {"match": "CONCEDE"}}),
    }
    for name, (document, order) in sent.items():
        error = (await ask(document, "nonsense", input=order))[name]["userErrors"][0]
        assert (error["__typename"], error["code"]) == ("AccessError", "UNAUTHENTICATED")


async def test_options_and_decks_answer_every_fault(ask: Ask) -> None:
    order = {"idempotencyKey": "k", "game": "envoys", "seats": 9, "options": {"rounds": 8}}
    error = (await ask(CREATE, input=order))["createMatch"]["userErrors"][0]
    assert [fault["path"] for fault in error["faults"]] == [["options", "rounds"], ["seats"]]
    match = (await ask(CREATE, input={**order, "seats": 2, "options": None}))["createMatch"]["match"]["id"]
    seat = {"idempotencyKey": "j", "matchId": match, "loadout": {"charm": "wolf"}}
    error = (await ask(JOIN, input=seat))["joinMatch"]["userErrors"][0]
    assert (error["code"], error["faults"][0]["ruleId"]) == ("DECK_ILLEGAL", "TOY-103")
    wrong = {**seat, "loadout": ["wolf"]}
    error = (await ask(JOIN, input=wrong))["joinMatch"]["userErrors"][0]
    assert (error["code"], error["path"]) == ("INVALID_INPUT", ["loadout"])


async def test_leaving_before_the_start_and_not_after(ask: Ask) -> None:
    order = {"idempotencyKey": "k", "game": "envoys", "seats": 2, "visibility": "INVITE"}
    made = (await ask(CREATE, input=order))["createMatch"]
    assert made["invite"] == "invited"
    match = made["match"]["id"]
    await ask(JOIN, input={"idempotencyKey": "j", "matchId": match, "deck": "owl"})
    left = await ask(LEAVE, input={"idempotencyKey": "l", "matchId": match, "seat": 0})
    assert left["leaveMatch"]["match"]["status"] == "OPEN"
    running, _ = await table(ask, key="other")
    late = await ask(LEAVE, input={"idempotencyKey": "l", "matchId": running, "seat": 0})
    assert late["leaveMatch"]["userErrors"][0]["code"] == "MATCH_STARTED"


async def test_tokens_are_made_and_revoked(ask: Ask) -> None:
    make = "mutation($input: CreateTokenInput!) { createToken(input: $input) { id token userErrors { code } } }"
    order = {"name": "laptop", "scopes": ["match:play"]}
    assert (await ask(make, input=order))["createToken"]["userErrors"] == [{"code": "FORBIDDEN"}]
    made = (await ask(make, "user:me", input=order))["createToken"]
    assert (await ask("{ viewer { account scopes } }", made["token"]))["viewer"]["account"] == "ac_laptop"
    await ask("mutation($id: ID!) { revokeToken(id: $id) { id userErrors { code } } }", "user:me", id=made["id"])
    created = await ask(CREATE, made["token"], input={"idempotencyKey": "k", "game": "envoys", "seats": 2})
    assert created["createMatch"]["userErrors"][0]["code"] == "UNAUTHENTICATED"
    assert re.match("tk_", made["id"])
