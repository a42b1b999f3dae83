"""`simulate`: who meets whom, what is counted, and how it is told."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import islice
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from domain.games import discover
from domain.kernel import unseen
from domain.kernel.facts import Event
from domain.kernel.game import CardGame
from domain.kernel.match import ActionTaken, State
from domain.kernel.prompts import expand
from domain.kernel.result import Result
from domain.kernel.seating import modes
from service.bots.bots import BOTS
from service.bots.searching import TURN, Budget, budget_of
from service.cli import app
from service.cli.output import BadInput
from service.simulation.outcome import Outcome, SideOutcome, sides_of
from service.simulation.page import BLOCK
from service.simulation.report import SimulationReport
from service.simulation.run import Plan, run
from service.simulation.table import play
from tests.kit.lanes import sampled
from tests.kit.process import ROOT
from tests.toy_game import GAME as TOY

GAMES = pytest.mark.parametrize("game", discover().values(), ids=lambda game: game.slug)
C4 = discover()["c4"]


class TurnStarted(Event, frozen=True):
    type = "turn_started"
    seat: int


def plan(game: CardGame, *bots: str, mode: str | None = None, matches: int = 4, **more: Any) -> Plan:
    options = {} if mode is None else {"mode": mode}
    decks = [deck.id for deck in game.decks()]
    return Plan(game, matches=matches, loadouts=decks, bots=bots, options=options, seed="s", **more)


def ended(*places: int, decks: str = "owl fox", bots: str = "a b", turns: int = 9, **more: Any) -> Outcome:
    """A match of sides of one seat that took these places."""
    sides = tuple(
        SideOutcome((seat,), deck, bot, moved=seat + 1, place=place, won=place == 0, score=10 - place)
        for seat, (place, deck, bot) in enumerate(zip(places, decks.split(), bots.split(), strict=True))
    )
    told = {"match": "mt_1", "seats": len(sides), "rule": "TOY-1", "decided_by": "TOY-2", **more}
    return Outcome(sides=sides, turns=turns, **told)


def report_of(*outcomes: Outcome) -> dict[str, Any]:
    report = SimulationReport()
    for one in outcomes:
        report.add(one)
    return report.as_data()


def test_each_bot_meets_each_other_one_with_the_same_decks_both_ways_round() -> None:
    setups = list(plan(C4, "random", "greedy", "waiting", matches=12, players=[2]).setups(fresh_ids=False))
    met = Counter(tuple(setup.bots) for setup in setups)
    assert len(met) == 6
    assert set(met.values()) == {2}
    assert [len({tuple(setup.loadouts) for setup in setups[at : at + 6]}) for at in (0, 6)] == [1, 1]


def test_at_a_larger_table_all_bots_sit_as_evenly_as_can_be() -> None:
    setups = list(plan(C4, "random", "greedy", matches=40, players=[3, 5]).setups(fresh_ids=False))
    assert {len(setup.bots) for setup in setups} == {3, 5}
    assert {tuple(sorted(Counter(setup.bots).values())) for setup in setups} == {(1, 2), (2, 3)}
    assert len({tuple(setup.bots) for setup in setups if len(setup.bots) == 3}) == 6


def test_a_side_has_one_bot() -> None:
    game = discover()["capcom_crossovers"]
    setups = list(plan(game, "random", "greedy", mode="team").setups(fresh_ids=False))
    assert {tuple(setup.bots) for setup in setups} == {("random", "greedy") * 2, ("greedy", "random") * 2}


def test_other_processes_play_the_same_matches() -> None:
    plans = [plan(C4, "random", "greedy", matches=3), plan(discover()["trf"], "random", mode="duel", matches=1)]
    here, elsewhere = (list(run(plans, jobs)) for jobs in (1, 2))
    assert [_untimed(one) for one in here] == [_untimed(one) for one in elsewhere]


def _untimed(one: Outcome) -> tuple[object, ...]:
    return one.match, one.sides, one.rule, one.turns, one.actions, one.events


def test_a_team_is_one_side() -> None:
    state = State(match="mt_1")
    state.result = Result("win", ((0, 2), (1, 3)), "TOY-302")
    events = [TurnStarted(seat=seat) for seat in (3, 0, 1, 2)]
    (winners, others), turns = sides_of(TOY, state, ((0, 2), (1, 3)), ["owl", "fox"] * 2, ["a", "b"] * 2, events)
    assert turns == 4
    assert (winners.loadout, winners.bot, winners.won, winners.place, winners.moved) == ("owl", "a", True, 0, 2)
    assert (others.loadout, others.bot, others.won, others.place, others.moved) == ("fox", "b", False, 2, 1)


def test_a_draw_is_won_by_nobody_and_counts_half_against_the_other() -> None:
    state = State(match="mt_1")
    state.result = Result("draw", ((0, 1),), "TOY-302")
    sides, _ = sides_of(TOY, state, ((0,), (1,)), ["owl", "fox"], ["a", "b"], [])
    assert [(side.won, side.place, side.moved) for side in sides] == [(False, 0, 0)] * 2
    data = report_of(Outcome(match="mt_1", seats=2, sides=sides, rule="TOY-302", decided_by="TOY-302"))
    assert [row["ahead"]["rate"] for row in data["loadouts_against"]] == [0.5, 0.5]
    assert data["tables"][0]["level"]["rate"] == 1
    assert data["wins_by_seat"] == {}


def test_rates_have_the_bounds_of_wilson() -> None:
    data = report_of(ended(0, 1))
    assert data["win_rates"] == {
        "fox": {"rate": 0.0, "low": 0.0, "high": 0.793},
        "owl": {"rate": 1.0, "low": 0.207, "high": 1.0},
    }
    assert [(row["moved"], row["won"]) for row in data["movers"]] == [(1, 1), (2, 0)]
    assert [(row["side"], row["won"]) for row in data["seats"]] == [("0", 1), ("1", 0)]


def test_decks_and_bots_stand_against_each_other() -> None:
    three = ended(0, 1, 2, decks="owl fox owl", bots="a b b")
    data = report_of(ended(0, 1), ended(1, 0), ended(0, 1, decks="owl owl"), three)
    against = {(row["loadout"], row["against"]): (row["met"], row["ahead"]["rate"]) for row in data["loadouts_against"]}
    assert against == {("owl", "fox"): (4, 0.5), ("fox", "owl"): (4, 0.5)}
    against = {(row["bot"], row["against"]): (row["met"], row["ahead"]["rate"]) for row in data["bots_against"]}
    assert against == {("a", "b"): (5, 0.8), ("b", "a"): (5, 0.2)}


def test_endings_are_told_by_rule_and_turn_in_each_mode() -> None:
    data = report_of(
        ended(0, 1, mode="duel"), ended(0, 1, mode="duel", turns=12), ended(0, 1, mode="duel", decided_by="TOY-3")
    )
    rows = [
        (row["ended_by"], row["decided_by"], row["matches"], row["turns"], row["least"], row["most"])
        for row in data["ends"]
    ]
    assert rows == [("TOY-1", "TOY-2", 2, 10.5, 9, 12), ("TOY-1", "TOY-3", 1, 9.0, 9, 9)]
    assert data["ended_by"] == {"TOY-1": 3}
    assert data["tables"][0]["score_of_winners"] == 10


def test_questions_and_those_with_one_answer_are_told() -> None:
    rows = report_of(ended(0, 1, questions=100, forced=10), ended(0, 1, questions=300, forced=50))["tables"]
    assert [(row["questions"], row["one_answer"]) for row in rows] == [(200, 15)]


@GAMES
def test_an_answer_is_forced_where_it_is_the_only_one(game: CardGame) -> None:
    (setup,) = plan(game, "random", matches=1).setups(fresh_ids=False)
    before, many, forced = None, 0, 0
    for step in islice(play(setup), 150):
        if step.is_action:
            assert before is not None
            (told,) = [fact.event for fact in step.decision.facts if isinstance(fact.event, ActionTaken)]
            prompt = before.prompts[told.prompt]
            assert step.asked == (prompt.mode != "standing")
            answers = sum(len(list(islice(expand(one), 2))) for one in game.options(before, prompt))
            assert step.forced == (step.asked and answers == 1)
            many, forced = many + step.asked, forced + step.forced
        before = step.decision.state
    assert forced < many


def test_a_match_that_never_ends_is_told_and_counts_for_nothing_else() -> None:
    data = report_of(ended(0, 1), ended(0, 1, rule=None, violations=("mt_1: never ends",)))
    assert (data["matches"], data["finished"], data["violations"]) == (2, 1, ["mt_1: never ends"])
    assert sum(row["played"] for row in data["loadouts"]) == 2


@GAMES
def test_every_game_counts_what_its_players_do_and_has_a_score(game: CardGame) -> None:
    plans = [plan(game, "greedy", mode=mode, matches=2) for mode in modes(game) or (None,)]
    outcomes = list(run(plans))
    assert all(side.score is not None for one in outcomes for side in one.sides)
    assert all((one.turns > 0) == any(side.moved == 1 for side in one.sides) for one in outcomes)
    assert all(one.turns > 0 for one in outcomes) or TURN not in {kind.type for kind in game.events}
    assert any(side.counted for one in outcomes for side in one.sides)


def ran(*arguments: str) -> str:
    result = CliRunner().invoke(app, ["simulate", *arguments], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_the_command_prints_tables(tmp_path: Path) -> None:
    chart = tmp_path / "c.svg"
    told = ran(
        "c4", "--matches", "6", "--players", "2,3", "--seed", "1", "--bots", "random,greedy", "--chart", str(chart)
    )
    for title in ("Tables", "How and when matches end", "Seats", "Decks", "Bots", "Bots against bots, %"):
        assert f"\n{title}\n" in told
    drawn = ElementTree.fromstring(chart.read_text())
    texts = [part.text for part in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert {"Decks against decks, %", "Bots against bots, %", "1 greedy", "2 random"} <= set(texts)


def test_modes_can_be_named() -> None:
    told = json.loads(ran("trf", "--matches", "1", "--mode", "duel,free_for_all", "--seed", "1", "--json"))
    assert [row["mode"] for row in told["tables"]] == ["duel", "free_for_all"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("c4", "--players", "2,nine"), "played by 2 to 8"),
        (("c4", "--jobs", "0"), "--jobs must be 1 or more"),
        (("trf", "--mode", "duel,chess"), "the modes duel, free_for_all"),
        (("c4", "--bots", "clever"), ", ".join([*BOTS, "searching"])),
        (("c4", "--budget", "20s"), "--budget: a number of playouts like 64"),
    ],
)
def test_bad_input_is_told(arguments: tuple[str, ...], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        CliRunner().invoke(app, ["simulate", *arguments], catch_exceptions=False)


def test_a_page_is_made_anew_between_its_marks(tmp_path: Path) -> None:
    page = tmp_path / "c4.md"
    page.write_text(
        "Before.\n<!-- simulate: bots=random players=2 seed=1 chart=c.svg -->\nold\n<!-- simulated -->\nAfter.\n"
    )
    ran("c4", "--page", str(page), "--matches", "2")
    told = page.read_text()
    assert told.startswith(
        "Before.\n<!-- simulate: bots=random players=2 seed=1 chart=c.svg -->\n\n```sh\nplayledger sim"
    )
    assert told.endswith("<!-- simulated -->\nAfter.\n")
    assert "old" not in told
    assert "2 of 2 matches ended, 0 faults." in told
    assert (tmp_path / "c.svg").read_text().startswith("<svg")


@pytest.mark.parametrize("game", sampled(discover().values(), keep=1), ids=lambda game: game.slug)
def test_the_page_of_a_game_has_the_form_that_the_command_gives_it(game: CardGame, tmp_path: Path) -> None:
    committed = (ROOT / f"docs/simulations/{game.slug}.md").read_text()
    page = tmp_path / "page.md"
    page.write_text(committed)
    ran(game.slug, "--page", str(page), "--matches", "1")
    assert BLOCK.sub("", page.read_text()) == BLOCK.sub("", committed)
    told, made = _columns(committed), _columns(page.read_text())
    assert {"Tables", "Seats", "Decks", "Bots"} <= told.keys() & made.keys()
    plain = [title for title in told.keys() & made.keys() if not title.endswith("%")]
    assert {title: told[title][:2] for title in plain} == {title: made[title][:2] for title in plain}


@pytest.mark.nightly
@GAMES
def test_the_shortest_block_of_a_page_is_what_its_command_gives_today(game: CardGame, tmp_path: Path) -> None:
    """Of those without bots that look ahead, the one with the fewest matches: number for number."""
    blocks = BLOCK.finditer((ROOT / f"docs/simulations/{game.slug}.md").read_text())
    short = min((one for one in blocks if "searching" not in one[2]), key=_matches)
    page = tmp_path / "page.md"
    page.write_text(short[0])
    ran(game.slug, "--page", str(page))
    assert page.read_text() == short[0]


def _matches(block: re.Match[str]) -> int:
    """How many matches a block of a page is of."""
    return int(dict(option.split("=") for option in block[2].split())["matches"])


def _columns(page: str) -> dict[str, list[str]]:
    """The headings of each table by its title."""
    return {title: heads.split(" | ") for title, heads in re.findall(r"^### (.*)\n\n\| (.*) \|$", page, re.MULTILINE)}


@pytest.mark.parametrize(
    ("text", "said"), [("no block", "there is no line"), ("<!-- simulate: pace=3 -->\n<!-- simulated -->", "no 'pace'")]
)
def test_a_page_that_says_nothing_to_play_is_refused(text: str, said: str, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(text)
    with pytest.raises(BadInput, match=said):
        CliRunner().invoke(app, ["simulate", "c4", "--page", str(page)], catch_exceptions=False)


@pytest.mark.parametrize(("text", "budget"), [("64", Budget(64)), ("20ms", Budget(0, 0.02)), ("0", None), ("ms", None)])
def test_a_budget_is_playouts_or_a_time(text: str, budget: Budget | None) -> None:
    assert budget_of(text) == budget


def test_a_budget_is_shared_by_the_rounds() -> None:
    assert sum(Budget(64).shares(2, 4)) == 8
    assert sum(Budget(3).shares(2, 4)) == 1
    assert sum(Budget(seconds=1e-9).shares(1, 1)) == 1


def test_who_searches_is_named_by_its_budget_and_plays_the_same_again() -> None:
    arguments = ("c4", "--matches", "1", "--players", "2", "--seed", "1", "--bots", "searching,greedy", "--budget", "2")
    one, two = (json.loads(ran(*arguments, "--json")) for _ in range(2))
    assert {row["bot"] for row in one["bots"]} == {"searching:2", "greedy"}
    assert {**one, "actions_per_second": 0} == {**two, "actions_per_second": 0}


def test_what_is_unseen_comes_from_the_deck_that_fits_best() -> None:
    decks = [("a", "a", "b"), ("c", "d", "d"), ("d", "d", "e")]
    assert unseen.likely(decks, ["d", "e"]) == decks[2]
    assert unseen.rest(decks[2], ["d"], 2, list) == ["d", "e"]
    assert unseen.rest(decks[2], ["d", "e"], 3, list) == ["d", "d", "d"]
