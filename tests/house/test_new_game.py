"""`make new-game` copies a game that passes every test at once, says what people write, and refuses what can't be one.

The toy game is changed before into three shapes, as a game that begins may have any.
"""

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
from tests.kit.lanes import sampled
from tests.kit.process import ROOT
from tests.toy_game import GAME as TOY

NAMES = naming("red_kings", "Red King's Cup")
EVERYWHERE = ("contract", "games", "history", "house", "kernel", "service", "api", "e2e", "tournament")
"""The folders of tests that ask something of each game, but for those that need the built page."""
MADE = ("docs/", "tests/fixtures/", "tests/games/<slug>/playthroughs/")
"""What other commands write of a game."""


TOY_CARDS, TOY_ROWS = "tests/toy_game/cards/core.toml", "tests/toy_game/tests/cards/test_core.py"
BY_HAND = {
    "test_the_pages_name_the_game",
    "test_every_draw_of_a_game_has_a_purpose_that_is_explained",
    "test_the_example_is_a_further_card_of_its_game",
    "test_the_example_has_scenarios_of_its_own",
    "test_the_modes_are_those_of_the_games",
}
"""The tests of pages that nobody but people write."""
EXAMPLE = """
### red_kings

`domain/games/red_kings/cards/core.toml`, at the end:

```toml
[[card]]
id = "envoy-99"
name = "Envoy 99"
value = 99
```

`tests/games/red_kings/cards/test_core.py`, in `PRINTED`:

```python
PrintedRow("envoy-99", value=99)
```
"""


@pytest.mark.parametrize(
    ("slug", "made"),
    [
        ("whist", ("whist", "Whist", "WHI")),
        ("old_maid", ("old_maid", "Old Maid", "OM")),
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
    wanted = [name for name in listed((ROOT / PAGE).read_text(), TOY) if not name.startswith(MADE)]
    written = [name for name, _ in files(ROOT, NAMES)]
    assert len(wanted) > 24
    for name in wanted:
        place = name.replace("<slug>", NAMES.slug)
        assert any(one == place or one.startswith(place) for one in written), name


def test_no_name_of_the_toy_game_is_left() -> None:
    for name, text in files(ROOT, NAMES):
        assert not re.search(r"\benvoys\b|\bTOY\b|toy_game", f"{name} {text}", re.IGNORECASE), name


def test_the_next_steps_are_those_of_the_page() -> None:
    told = steps(ROOT, "whist").splitlines()
    assert [line[:2] for line in told if line[0] != " "] == [f"{number}." for number in range(1, 10)]
    assert "GAMES=whist" in "".join(told)
    assert not re.search(r"<slug>|\]\(", "".join(told))


def long(root: Path) -> None:
    """Many cards, and many rounds."""
    cards, rows = root / TOY_CARDS, root / TOY_ROWS
    more = range(16, 91)
    tables = [f'\n[[card]]\nid = "envoy-{n}"\nname = "Envoy {n}"\nvalue = {n}\n' for n in more]
    cards.write_text(cards.read_text() + "".join(tables))
    listed = "".join(f'    PrintedRow("envoy-{n}", value={n}),\n' for n in more)
    rows.write_text(rows.read_text().replace("\n]\n", f"\n{listed}]\n"))
    rounds(root, 25)


def short(root: Path) -> None:
    """One round is all."""
    rounds(root, 1)


def plain(root: Path) -> None:
    """As it is."""


def rounds(root: Path, many: int) -> None:
    """So many, where the options say nothing else."""
    file = root / "tests/toy_game/loadouts.py"
    text = file.read_text()
    changed = text.replace("rounds: int = 3", f"rounds: int = {many}").replace("range(1, 5)", f"range(1, {many + 4})")
    assert changed != text
    file.write_text(changed)
    tests = root / "tests/toy_game/tests/test_rules.py"
    tests.write_text(tests.read_text().replace('"rounds": 4', f'"rounds": {many}'))


SHAPES = {shape.__name__: shape for shape in (plain, short, long)}


@pytest.fixture(scope="module", params=sampled(SHAPES, keep=1))
def checkout(request: pytest.FixtureRequest, programs: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A throw-away copy of what is tracked here, with a new game and what people write of it."""
    root = tmp_path_factory.mktemp("checkout")
    copied(root)
    for command in (["init", "--quiet"], ["add", "--all"]):
        subprocess.run(["git", *command], cwd=root, check=True)
    SHAPES[request.param](root)
    told = ran(root, "scripts.new_game", NAMES.slug, "--title", NAMES.title)
    steps, red = told.split("Still red:\n")
    assert "9. " in steps
    assert set(re.findall(r"::(\w+)", red)) == BY_HAND
    write_rows(root)
    subprocess.run(["git", "add", "--all"], cwd=root, check=True)
    assert ran(root, "scripts.new_game", NAMES.slug).endswith("Still red:\nnothing\n")
    return root


def write_rows(root: Path) -> None:
    """What the last lines of the command ask for, beside the rows of a game that is there."""
    slug, title, _ = NAMES
    rows = {
        "README.md": ("| `scp` |", f"| {title} | `{slug}` | 2 or 3 | cards that are sent face down |"),
        PAGE: ("| `scp` |", f"| {title} | `{slug}` | rules | cards | none |"),
        "docs/clients.md": ("| `scp` |", f"| `{slug}` | 2, 3 | `{{}}` |"),
        "docs/fairness.md": (
            "| SCP-CCG | `shuffle",
            f"| {title.split()[-1]} | `deck` | the order of the deck | nobody |",
        ),
    }
    for page, (beside, row) in rows.items():
        text = (root / page).read_text()
        there = next(line for line in text.splitlines() if beside in line)
        (root / page).write_text(text.replace(there, f"{there}\n{row}"))
    for page, text in {"CHANGELOG.md": f"\n{title}\n", "docs/games/adding-a-card.md": EXAMPLE}.items():
        with (root / page).open("a") as file:
            file.write(text)


def test_a_new_game_is_linted_formatted_and_holds_the_contract(checkout: Path) -> None:
    ran(checkout, "ruff", "check", "--quiet", "domain", "tests/games")
    ran(checkout, "ruff", "format", "--quiet", "--check", "domain", "tests/games")
    of_all = sorted(str(file.relative_to(checkout)) for file in (checkout / "tests/games").glob("test_*.py"))
    ran(checkout, "pytest", "tests/contract", f"tests/games/{NAMES.slug}", *of_all, "-k", NAMES.slug)


def test_a_new_game_is_played_and_each_of_its_rules_has_a_place_and_a_test(checkout: Path) -> None:
    played = json.loads(ran(checkout, "service", "simulate", NAMES.slug, "--matches", "5", "--json"))
    assert (played["finished"], played["violations"]) == (5, [])
    rules = json.loads(ran(checkout, "service", "rules", NAMES.slug, "--json"))
    assert (rules["missing"], rules["untested"]) == ([], [])


@pytest.mark.nightly
def test_a_new_game_is_typed_and_keeps_the_import_contracts(checkout: Path) -> None:
    ran(checkout, "mypy", f"domain/games/{NAMES.slug}", f"tests/games/{NAMES.slug}")
    contracts = "from importlinter.cli import lint_imports_command; lint_imports_command(['--no-cache'])"
    told = subprocess.run([sys.executable, "-c", contracts], cwd=checkout, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stdout


@pytest.mark.nightly
def test_every_test_that_a_game_meets_passes_and_no_changed_card_goes_unnoticed(checkout: Path) -> None:
    ran(checkout, "pytest", *(f"tests/{folder}" for folder in EVERYWHERE), "-k", NAMES.slug, lane="nightly")
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
