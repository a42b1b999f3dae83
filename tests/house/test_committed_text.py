"""What no committed file may hold: a path of one machine, the address of a registry, unfinished work."""

import re
import subprocess
from collections.abc import Mapping

import pytest

from tests.kit.process import ROOT

MACHINE_PATH = re.compile(r"(?:^|[^.\w/-])/(?:root|home|Users|work|tmp|private|mnt)/\w", re.MULTILINE)
ADDRESS = re.compile(r"\b(?:https?|file|git\+\w+|ssh)://")
UNFINISHED = re.compile(r"\b(?:TO[D]O|FIX[M]E|X[X]X)\b")
# npm copies into its lock where a package asks for donations
DONATIONS = re.compile(r'^ +(?:"url": )?"https?://[^"]*",?$', re.MULTILINE)
LOCKS = re.compile(r"(?:^|/)(?:requirements/\w+\.txt|package-lock\.json|[\w-]+\.lock)$")
WRITTEN = re.compile(r"(?:[Ww]ritten by|[Gg]enerated from .* by) `(?:make|python)")
MADE = ("api_schema/schema.graphql", "api_schema/openapi.json", "api_schema/asyncapi.json", "api_schema/released/",
        "client/playledger_client/models.py", "tests/fixtures/", "docs/replay/samples/")  # fmt: skip


def found(pattern: re.Pattern[str], texts: Mapping[str, str]) -> list[str]:
    """Each match as `file:line: line`."""
    return [
        f"{name}:{text.count(chr(10), 0, match.end()) + 1}: {text.splitlines()[text.count(chr(10), 0, match.end())]}"
        for name, text in texts.items()
        for match in pattern.finditer(text)
    ]


def test_no_file_names_a_path_of_one_machine(committed: dict[str, str]) -> None:
    assert found(MACHINE_PATH, committed) == []


def test_no_file_holds_unfinished_work(committed: dict[str, str]) -> None:
    assert found(UNFINISHED, committed) == []


def test_locks_hold_no_address(committed: dict[str, str]) -> None:
    locks = {name: text for name, text in committed.items() if LOCKS.search(name)}
    assert {"requirements/base.txt", "requirements/dev.txt", "requirements/build.txt"} <= locks.keys()
    assert {"tests/clients/package-lock.json", "api_schema/graphql/graphiql/package-lock.json"} <= locks.keys()
    assert found(ADDRESS, {name: DONATIONS.sub("", text) for name, text in locks.items()}) == []
    assert not [name for name, text in locks.items() if '"resolved"' in text]


@pytest.mark.parametrize(
    ("pattern", "bad", "good"),
    [
        (MACHINE_PATH, 'path = "/ho' + 'me/ada/x"', "GET /matches/{id}, ./tmp/x, site/home/x"),
        (ADDRESS, "--index-url https" + "://pypi.example/simple", "httpx==1.0 ; file"),
        (UNFINISHED, "# TO" + "DO: later", "the todo list"),
    ],
)
def test_the_patterns_find_what_they_forbid(pattern: re.Pattern[str], bad: str, good: str) -> None:
    assert found(pattern, {"a.py": f"first\n{bad}\n"}) == [f"a.py:2: {bad}"]
    assert found(pattern, {"a.py": good}) == []


def test_what_a_command_writes_is_marked_as_generated(committed: dict[str, str]) -> None:
    written = [name for name, text in committed.items() if WRITTEN.search(text[:1000]) and name.endswith(".md")]
    places = [name for name in committed if name.startswith(MADE) or LOCKS.search(name)]
    asked = subprocess.run(
        ["git", "check-attr", "--stdin", "linguist-generated"],
        input="\n".join([*written, *places]), cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert len(written) > 10
    assert [line for line in asked.stdout.splitlines() if not line.endswith(": set")] == []
