"""Games with sides and modes: joining, simulating, and what the command line shows of them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner

from api_schema.ports.matches import CreateMatch
from domain.kernel.game import CardGame
from service.app import web
from service.catalogue.catalogue import GameCatalogue
from service.cli import app, catalogue, games
from service.cli.output import BadInput
from service.simulation.run import Plan, run
from service.simulation.table import SimulationRefused
from tests.kit.served import ALICE, serve, sqlite_url
from tests.toy_game import GAME as TOY
from tests.toy_game.sides import GAME

JOIN = """mutation($input: JoinMatchInput!) { joinMatch(input: $input) {
  seat userErrors { code message path } } }"""


def plan(mode: str | None = None, game: CardGame = GAME, players: Sequence[int] = (), *loadouts: str) -> Plan:
    options: Mapping[str, Any] = {} if mode is None else {"mode": mode}
    named = loadouts or tuple(deck.id for deck in game.decks())
    return Plan(game, matches=4, players=players, loadouts=named, bots=["random"], options=options, seed="s")


@pytest.mark.parametrize(
    ("mode", "brought"),
    [
        ("duel", ["owl fox", "fox owl"]),
        ("pairs", ["owl fox owl fox", "fox owl fox owl"]),
        ("giant", ["owl owl troll", "fox fox troll"]),
    ],
)
def test_two_sides_meet_with_all_that_each_may_bring(mode: str, brought: list[str]) -> None:
    setups = list(plan(mode).setups(fresh_ids=False))
    assert sorted(" ".join(setup.loadouts) for setup in setups) == sorted(brought * 2)


def test_whole_matches_of_every_mode_are_simulated_and_sides_counted_once() -> None:
    for mode in ("duel", "pairs", "giant"):
        outcomes = list(run([plan(mode)]))
        assert [one.mode for one in outcomes] == [mode] * 4
        assert all(one.rule is not None and len(one.sides) == 2 and not one.violations for one in outcomes)


def test_the_numbers_of_seats_are_those_that_the_options_allow() -> None:
    assert {len(setup.loadouts) for setup in plan(None, TOY).setups(fresh_ids=False)} == {2, 3}
    with pytest.raises(SimulationRefused, match="4 seats play a pairs"):
        plan("pairs", GAME, [2])
    with pytest.raises(SimulationRefused, match="a match has 1 to 4 rounds"):
        Plan(TOY, matches=1, loadouts=["owl"], bots=["random"], options={"rounds": 7}, seed="s")


def test_a_side_without_a_loadout_is_named() -> None:
    with pytest.raises(SimulationRefused, match=r"is for the side of seat 2; those that are: troll"):
        plan("giant", GAME, (), "owl", "fox")


@pytest.mark.anyio
async def test_a_deck_that_is_not_for_the_seat_is_refused_with_those_that_are(tmp_path: Path) -> None:
    served = await serve(sqlite_url(tmp_path), {GAME.slug: GAME})
    order = CreateMatch(GAME.slug, 3, options={"mode": "giant"})
    async with (
        served.app,
        httpx.AsyncClient(transport=httpx.ASGITransport(web(served.app)), base_url="http://test") as client,
    ):
        match = (await served.app.use_cases.matches.create(ALICE, "key", order))[0].id
        for seat, deck, fitting in ((0, "troll", "owl, fox"), (2, "owl", "troll")):
            rest = await client.post(f"/v1/matches/{match}/seats", json={"seat": seat, "deck": deck})
            key = "a-key-that-no-other-guest-guesses"
            sent = {"idempotencyKey": key, "matchId": match, "seat": seat, "deck": deck}
            body = {"query": JOIN, "variables": {"input": sent}}
            (error,) = (await client.post("/graphql", json=body)).json()["data"]["joinMatch"]["userErrors"]
            told = f"the deck '{deck}' is not for seat {seat} of this match; those that are: {fitting}"
            assert (error["code"], error["message"], error["path"]) == ("INVALID_INPUT", told, ["deck"])
            problem = rest.json()
            assert (rest.status_code, problem["code"], problem["detail"]) == (400, "INVALID_INPUT", told)
        assert (await served.app.use_cases.matches.get(ALICE, match)).version == 1
        rest = await client.post(f"/v1/matches/{match}/seats", json={"seat": 3, "deck": "owl"})
        assert (rest.json()["code"], rest.json()["detail"]) == ("NOT_FOUND", "this match has seats 0 to 2")
        joined = await client.post(f"/v1/matches/{match}/seats", json={"seat": 2, "deck": "troll"})
        assert joined.json()["seat"] == 2


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command line knows the game."""
    monkeypatch.setattr(games, "catalogue", lambda: GameCatalogue({GAME.slug: GAME}))
    monkeypatch.setattr(catalogue, "catalogue", lambda: GameCatalogue({GAME.slug: GAME}))


@pytest.mark.usefixtures("known")
@pytest.mark.parametrize(("mode", "played", "seats"), [(None, 2, "01"), ("giant", 2, "012"), ("all", 6, "0123")])
def test_one_mode_is_simulated_or_all(mode: str | None, played: int, seats: str) -> None:
    chosen = () if mode is None else ("--mode", mode)
    arguments = ["simulate", GAME.slug, *chosen, "--matches", "2", "--seed", "2", "--json"]
    report = json.loads(CliRunner().invoke(app, arguments, catch_exceptions=False).stdout)
    assert (report["matches"], report["finished"]) == (played, played)
    assert set(report["wins_by_seat"]) <= set(seats)
    assert sum(report["played_by_loadout"].values()) == 2 * played


@pytest.mark.usefixtures("known")
def test_a_deck_that_was_named_is_not_left_out_in_silence() -> None:
    arguments = ["simulate", GAME.slug, "--matches", "1", "--loadouts", "owl,fox,troll"]
    with pytest.raises(BadInput, match="'troll' is for no seat of these matches; those that are: fox, owl"):
        CliRunner().invoke(app, arguments, catch_exceptions=False)
    assert CliRunner().invoke(app, [*arguments, "--mode", "all"], catch_exceptions=False).exit_code == 0


@pytest.mark.usefixtures("known")
@pytest.mark.parametrize(
    ("arguments", "charm", "said"),
    [
        (("owl",), "owl", ""),
        (("troll",), "troll", "for seat 2 in giant\n"),
        (("troll", "--mode", "giant", "--seat", "2"), "troll", ""),
        (("fox", "--mode", "pairs"), "fox", ""),
    ],
)
def test_a_deck_is_shown_for_the_first_seat_that_it_is_for(arguments: tuple[str, ...], charm: str, said: str) -> None:
    result = CliRunner().invoke(app, ["deck", "show", GAME.slug, *arguments], catch_exceptions=False)
    assert (json.loads(result.stdout), result.stderr) == ({"charm": charm}, said)


@pytest.mark.usefixtures("known")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("troll", "--mode", "pairs"), "--mode pairs: the deck 'troll' is for no such seat"),
        (("owl", "--seat", "2", "--mode", "giant"), "--mode giant --seat 2: the deck 'owl' is for no such seat"),
        (("owl", "--seat", "9"), "--seat 9: the deck 'owl' is for no such seat"),
        (("owl", "--mode", "solo"), "--mode: sided has the modes duel, pairs, giant"),
    ],
)
def test_a_seat_that_has_no_such_deck_is_named(arguments: tuple[str, ...], said: str) -> None:
    result = CliRunner().invoke(app, ["deck", "show", GAME.slug, *arguments])
    assert str(result.exception) == said


@pytest.mark.usefixtures("known")
def test_a_loadout_is_checked_for_a_mode(tmp_path: Path) -> None:
    file = tmp_path / "loadout.json"
    file.write_text('{"charm": "troll"}')
    for arguments in (("--mode", "giant"), ()):
        result = CliRunner().invoke(app, ["deck", "check", GAME.slug, str(file), *arguments], catch_exceptions=False)
        assert result.stdout == "legal\n"
    wrong = ("--mode", "giant", "--seats", "2")
    result = CliRunner().invoke(app, ["deck", "check", GAME.slug, str(file), *wrong])
    assert (result.exit_code, "3 seats play a giant" in result.stdout) == (1, True)
