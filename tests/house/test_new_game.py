"""`make new-game` writes a game that is played, linted, typed and tested at once; and refuses what can't be a game."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.new_game.naming import Naming, faults, naming
from scripts.new_game.writing import files, steps
from tests.house.checkouts import copied, ran
from tests.house.test_games import PAGE, listed
from tests.kit.process import ROOT

NAMES = naming("red_kings", "Red King's Cup")
MADE = ("docs/", "tests/fixtures/", "tests/games/<slug>/playthroughs/")
"""What other commands write of a game."""


@pytest.mark.parametrize(
    ("slug", "made"),
    [
        ("whist", ("whist", "Whist", "WHI")),
        ("red_kings", ("red_kings", "Red Kings", "RK")),
        ("c5", ("c5", "C5", "C5")),
    ],
)
def test_title_and_prefix_follow_from_the_slug(slug: str, made: tuple[str, str, str]) -> None:
    assert naming(slug) == Naming(*made)
    assert list(faults(ROOT, naming(slug))) == []


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (naming(""), "'' is no slug: take small letters, digits and _, a letter first, at most 30"),
        (naming("Whist"), "is no slug"),
        (naming("9_pins"), "is no slug"),
        (naming("red__kings"), "is no slug"),
        (naming("../etc"), "is no slug"),
        (naming("class"), "is no slug"),
        (naming("a" * 31), "is no slug"),
        (naming("c4"), "the slug 'c4' is taken: domain/games/c4 is there"),
        (naming("kernel"), "the slug 'kernel' is taken: tests/fixtures/events/kernel is there"),
        (naming("match"), "the slug 'match' is taken: the API has a type MatchState"),
        (naming("c_4"), "the slug 'c_4' is taken: the API has a type C4State"),
        (naming("whist", title='A "b" | c'), "is no title"),
        (naming("whist", title="W" * 41), "is no title"),
        (naming("whist", title="concardia c4"), "the title 'concardia c4' is that of c4"),
        (naming("whist", prefix="whi"), "'whi' is no prefix of rule IDs"),
        (naming("whist", prefix="KERNEL"), "the prefix 'KERNEL' is not for games"),
        (naming("whist", prefix="SCP"), "the prefix 'SCP' is that of SCP-CCG: name another one (PREFIX=)"),
    ],
    ids=lambda value: value.slug[:9] if isinstance(value, Naming) else "",
)
def test_what_can_be_no_game_is_refused_in_a_sentence(names: Naming, said: str) -> None:
    assert said in next(faults(ROOT, names))


def test_it_writes_all_that_the_page_lists_and_other_commands_do_not_write() -> None:
    wanted = [name for name in listed((ROOT / PAGE).read_text()) if not name.startswith(MADE)]
    written = [name for name, _ in files(NAMES)]
    assert len(wanted) > 24
    for name in wanted:
        place = name.replace("<slug>", NAMES.slug)
        assert any(one == place or one.startswith(place) for one in written), name


def test_no_name_of_the_template_is_left() -> None:
    for name, text in files(NAMES):
        assert not re.search(r"bonfire|\bBON\b|scripts", text, re.IGNORECASE), name


def test_the_next_steps_are_those_of_the_page() -> None:
    told = steps(ROOT, "whist").splitlines()
    assert [line[:2] for line in told if line[0] != " "] == [f"{number}." for number in range(1, 10)]
    assert "GAMES=whist" in "".join(told)
    assert not re.search(r"<slug>|\]\(", "".join(told))


@pytest.fixture(scope="module")
def checkout(programs: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A throw-away copy of what is tracked here, with a new game."""
    root = tmp_path_factory.mktemp("checkout")
    copied(root)
    assert "9. " in ran(root, "scripts.new_game", NAMES.slug, "--title", NAMES.title)
    return root


def test_a_new_game_is_linted_formatted_and_holds_the_contract(checkout: Path) -> None:
    ran(checkout, "ruff", "check", "--quiet", "domain", "tests/games")
    ran(checkout, "ruff", "format", "--quiet", "--check", "domain", "tests/games")
    told = ran(checkout, "pytest", "tests/contract", f"tests/games/{NAMES.slug}", "-k", NAMES.slug)
    assert int(re.findall(r"(\d+) passed", told)[0]) > 100
    assert "failed" not in told


def test_a_new_game_is_played_and_each_of_its_rules_has_a_place_and_a_test(checkout: Path) -> None:
    played = json.loads(ran(checkout, "service", "simulate", NAMES.slug, "--matches", "5", "--json"))
    assert (played["finished"], played["violations"]) == (5, [])
    rules = json.loads(ran(checkout, "service", "rules", NAMES.slug, "--json"))
    assert (rules["missing"], rules["untested"]) == ([], [])


def test_the_slug_is_taken_then_and_nothing_is_written(checkout: Path) -> None:
    before = sorted(checkout.rglob("*.md"))
    told = ran(checkout, "scripts.new_game", NAMES.slug, code=2)
    assert told == "new-game: the slug 'red_kings' is taken: domain/games/red_kings is there\n"
    assert sorted(checkout.rglob("*.md")) == before


@pytest.mark.nightly
def test_a_new_game_is_typed_and_keeps_the_import_contracts(checkout: Path) -> None:
    ran(checkout, "mypy", f"domain/games/{NAMES.slug}", f"tests/games/{NAMES.slug}")
    contracts = "from importlinter.cli import lint_imports_command; lint_imports_command(['--no-cache'])"
    told = subprocess.run([sys.executable, "-c", contracts], cwd=checkout, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stdout


@pytest.mark.nightly
def test_the_whole_contract_holds_and_no_changed_card_goes_unnoticed(checkout: Path) -> None:
    ran(checkout, "pytest", "tests/contract", "-k", NAMES.slug, lane="nightly")
    told = ran(checkout, "tests.kit.mutants", NAMES.slug)
    assert "0 allowed to survive, 0 survive, 0 faults" in told


@pytest.mark.nightly
def test_its_matches_are_exported_verified_and_audited(checkout: Path) -> None:
    assert "20 matches audited, 0 faults" in ran(checkout, "tests.kit.histories", NAMES.slug, "--matches", "20")


@pytest.mark.nightly
def test_examples_of_a_game_that_is_not_released_are_written_anew(checkout: Path) -> None:
    index = checkout / "tests/fixtures/index.txt"
    before = sorted(index.read_text().splitlines())
    assert "added events/red_kings/card_drawn.1.json" in ran(checkout, "tests.kit.fixtures", "--anew", NAMES.slug)
    assert sorted(index.read_text().splitlines()) == before
    assert "c4 is released" in ran(checkout, "tests.kit.fixtures", "--anew", "c4", code=2)
