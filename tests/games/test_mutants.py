"""The prover of cards: what it changes, what it calls noticed, and a sample of every game (all: `make mutants`)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Annotated

import pytest

from domain.games import discover
from domain.games.c4.words import VOCABULARY
from domain.kernel.effects.vocabulary import SomeOf, Vocabulary
from service.catalogue.scenario_index import ROOT, folder_of, scenarios
from tests.kit.lanes import by_lane, sampled
from tests.kit.mutants import Cards, allowed
from tests.kit.mutations import Words, changes, effects, toml

WORDS = Words(VOCABULARY, {"you": ["others"], "min": ["max"]}, {"type": ["Ice", "Fire"]})
GAINS_TWO = """
import pytest
from tests.games.c4.table import P1, Table

@pytest.mark.card("COR-01")
def test_early_bird_gains():
    game = Table(1).player(P1, hand=["Early Bird"]).pot(6).start()
    game.play(P1, "Early Bird")
    {}
"""


def prove(*arguments: str) -> tuple[int, list[str]]:
    """The exit code and the lines of a run; the last line sums it up."""
    command = [sys.executable, "-m", "tests.kit.mutants", *arguments]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.stdout, ran.stderr
    return ran.returncode, [line.strip() for line in ran.stdout.splitlines() if line]


def early_bird(folder: Path, then: str, *arguments: str) -> tuple[int, list[str]]:
    """A run on Early Bird, which gains 2, with one scenario; `then` looks at the game."""
    (folder / "test_early_bird.py").write_text(GAINS_TWO.format(then))
    return prove("c4", "--card", "COR-01", "--scenarios", str(folder), *arguments)


def test_numbers_words_and_parts_of_effects_are_changed_one_at_a_time() -> None:
    assert list(effects("gain(you, min(3, x + 1)), draw(all[not wears_hat], 2)", WORDS)) == [
        "gain(others, min(3, x + 1)), draw(all[not wears_hat], 2)",
        "gain(you, max(3, x + 1)), draw(all[not wears_hat], 2)",
        "gain(you, min(4, x + 1)), draw(all[not wears_hat], 2)",
        "gain(you, min(2, x + 1)), draw(all[not wears_hat], 2)",
        "gain(you, min(3, x)), draw(all[not wears_hat], 2)",
        "gain(you, min(3, 1)), draw(all[not wears_hat], 2)",
        "gain(you, min(3, x + 2)), draw(all[not wears_hat], 2)",
        "gain(you, min(3, x + 0)), draw(all[not wears_hat], 2)",
        "gain(you, min(3)), draw(all[not wears_hat], 2)",
        "gain(you), draw(all[not wears_hat], 2)",
        "draw(all[not wears_hat], 2)",
        "gain(you, min(3, x + 1)), draw(all, 2)",
        "gain(you, min(3, x + 1)), draw(all[wears_hat], 2)",
        "gain(you, min(3, x + 1)), draw(all[not wears_hat], 3)",
        "gain(you, min(3, x + 1)), draw(all[not wears_hat], 1)",
        "gain(you, min(3, x + 1)), draw(all[not wears_hat])",
        "gain(you, min(3, x + 1))",
    ]


@pytest.mark.parametrize(
    ("written", "changed"),
    [
        ("paid(player=other)", ["paid(player=any)", "paid(player=opp)", "paid(player=you)", "paid()"]),
        ("gained(any)", ["gained(opp)", "gained(you)", "gained(other)"]),
        ("paid(reason=any)", ["paid(reason=action)", "paid(reason=card_cost)", "paid(reason=effect)"]),
        ("tokens >= 3 or x", ["tokens >= 4 or x", "tokens >= 2 or x", "x", "tokens >= 3"]),
        ("price(x, -1)", ["price(x, -2)", "price(x, -0)", "price(x)"]),
        ("passive when", []),
    ],
)
def test_a_choice_is_one_of_its_words_and_a_default_says_nothing(written: str, changed: list[str]) -> None:
    assert list(effects(written, WORDS)) == changed


def test_names_of_a_card_set_are_changed_in_lists_too() -> None:
    vocabulary = Vocabulary()

    @vocabulary.word("effect")
    def immune(doing: object, types: Annotated[tuple[str, ...], SomeOf("type")]) -> None: ...

    words = Words(vocabulary, {}, {"type": ["Ice", "Fire", "Air", "Tech", "Time"]})
    assert list(effects("immune(Ice)", words)) == ["immune(Fire)", "immune(Air)", "immune()"]
    assert "immune([Fire, Tech])" in effects("immune([Ice, Tech])", words)
    assert "immune([Tech])" in effects("immune([Ice, Tech])", words)


def test_printed_numbers_types_and_whole_abilities_are_changed_and_texts_are_not() -> None:
    attack = {"name": "Shield Throw", "type": "Ice", "strength": 15}
    table = {
        "id": "ice_queen",
        "name": "Ice Queen",
        "hp": 10,
        "boss": True,
        "attacks": [attack],
        "on": [{"do": "reverse"}],
    }
    assert [(change.key, change.after) for change in changes(table, WORDS)] == [
        ("hp", "11"),
        ("hp", "9"),
        ("boss", "False"),
        ("attacks.1.type", "Fire"),
        ("attacks.1.type", ""),
        ("attacks.1.strength", "16"),
        ("attacks.1.strength", "14"),
        ("attacks.1", ""),
        ("on.1.do", ""),
        ("on.1", ""),
    ]


def test_what_a_game_prints_beside_is_not_changed() -> None:
    words = Words(VOCABULARY, {}, {}, frozenset({"subtitle"}))
    assert [change.key for change in changes({"subtitle": "Queen", "hp": 10}, words)] == ["hp", "hp"]


def test_a_table_is_written_as_it_was_read() -> None:
    table = {"name": 'A "B" ü', "x": [1, 3], "on": [{"when": "reverse", "deep": {"is": True}}]}
    assert toml(table) == ('name = "A \\"B\\" ü"\nx = [1, 3]\non = [{ when = "reverse", deep = { is = true } }]\n')


@pytest.mark.programs
def test_a_change_that_no_scenario_notices_survives(tmp_path: Path) -> None:
    code, lines = early_bird(tmp_path, "assert game.tokens(P1) >= 12")
    assert lines == [
        "COR-01 Early Bird: 3 mutants, 1 survive",
        "COR-01 play: gain(you, 2) -> gain(you, 3)",
        "c4: 1 cards, 3 mutants, 0 allowed to survive, 1 survive, 1 faults",
    ]
    assert code == 1


@pytest.mark.nightly
@pytest.mark.programs
def test_a_changed_card_that_goes_round_in_circles_is_noticed(tmp_path: Path) -> None:
    code, lines = early_bird(
        tmp_path, "while game.tokens(P1) == 13: pass\n    assert game.tokens(P1) > 11", "--patience=3"
    )
    assert (code, lines[-1]) == (0, "c4: 1 cards, 3 mutants, 0 allowed to survive, 0 survive, 0 faults")


@pytest.mark.programs
def test_what_is_allowed_may_survive_and_has_to(tmp_path: Path) -> None:
    one = '[[allowed]]\ncard = "COR-01"\nkey = "play"\nmutant = "gain(you, 3)"\nreason = "The table pays in rounds."\n'
    (tmp_path / "mutants_allowed.toml").write_text(one)
    code, lines = early_bird(tmp_path, "assert game.tokens(P1) >= 12")
    assert (code, lines[-1]) == (0, "c4: 1 cards, 3 mutants, 1 allowed to survive, 0 survive, 0 faults")
    code, lines = early_bird(tmp_path, "assert game.tokens(P1) == 12")
    assert (code, lines[1]) == (1, "COR-01 play: gain(you, 3) is allowed to survive, but doesn't")


@pytest.mark.programs
@pytest.mark.parametrize(
    ("then", "said"),
    [
        ("assert game.tokens(P1) == 13", "COR-01: its scenarios fail on the card as it is printed"),
        ("assert game.tokens(P1) ==", "c4: 0 cards, 0 mutants, 0 allowed to survive, 0 survive, 1 faults"),
    ],
)
def test_scenarios_that_do_not_pass_prove_nothing(tmp_path: Path, then: str, said: str) -> None:
    code, lines = early_bird(tmp_path, then)
    assert code == 1
    assert said in lines


@pytest.mark.programs
def test_a_card_without_a_scenario_is_not_proved(tmp_path: Path) -> None:
    code, lines = prove("c4", "--card", "COR-02", "--scenarios", str(tmp_path))
    assert code == 1
    assert "COR-02 play: attack(opp, lose(defender, 4)) -> (dropped)" not in lines
    assert "COR-02 play: attack(opp, lose(defender, 4)) -> attack(opp, lose(defender, 5))" in lines


def test_what_is_allowed_is_a_change_of_a_card() -> None:
    for game in discover().values():
        folder = folder_of(game)
        listed, cards = allowed(folder), Cards(game)
        changed = {card: list(cards.changes(card)) for card in {one.card for one in listed}}
        there = {card: {(change.key, change.after) for change in found} for card, found in changed.items()}
        for one in listed:
            assert one.reason
            assert (one.key, one.mutant) in there[one.card], one


@pytest.mark.programs
@pytest.mark.parametrize("slug", sampled(sorted(discover()), keep=1))
def test_the_scenarios_notice_a_sample_of_changes(slug: str) -> None:
    """Of the cards that have scenarios; that every card has one is for the game's own tests."""
    told = [f"--card={card}" for card in scenarios(folder_of(discover()[slug]))]
    code, lines = prove(slug, *told, "--sample", str(by_lane(commit=40, nightly=200)), "--at-once", "1")
    assert code == 0, "\n".join(lines)
