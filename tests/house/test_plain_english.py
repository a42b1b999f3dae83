"""The subject of a sentence is an actor or a thing: none in docstrings, records and guides begins with Who or What.

A question may begin so, a heading, a cell of a table. Descriptions that stand in the contract stay as they are.
"""

import ast
import re
from collections.abc import Iterator, Mapping

import pytest

PACKAGES = ("domain/", "service/", "api_schema/", "eventstore/", "client/playledger_client/")
GENERATED = "client/playledger_client/models.py"
CONTRACT = ("api_schema/openapi.json", "api_schema/schema.graphql")
PAGES = re.compile(
    r"(?:(?:client/|docs/|docs/games/|docs/replay/)?README|CONTRIBUTING|deploy/runbook|domain/games/\w+/RULES|docs/(?:decisions/\d{4}-|replay/)?[\w-]+)\.md"
)
NO_SENTENCES = re.compile(r"^ *```.*?^ *```|^(?:#+ |\|)[^\n]*|<!--.*?-->", re.MULTILINE | re.DOTALL)
END = re.compile(r"(?<=[.!?])[\"*)]*\s+|\n\s*\n|\n\s*(?:[-*>]|\d+\.) ")
RULES = r"(?:[A-Z0-9]+-[A-Z]*\d+\w?,? )*"
BEGINNING = re.compile(rf"[\s*_\"(>-]*{RULES}(?:Who|What|Whose)(?:ever)?\b(?!.*\?$)", re.DOTALL)


def docstrings(source: str) -> Iterator[str]:
    """The text of every docstring of a module, of those below names too."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.value.value


def texts(committed: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """(file, text) of everything that people read of it."""
    for name, text in committed.items():
        if name.startswith(PACKAGES) and name.endswith(".py") and name != GENERATED:
            yield from ((name, docstring) for docstring in docstrings(text))
        elif PAGES.fullmatch(name):
            yield name, NO_SENTENCES.sub("\n\n", text)


def indirect(text: str) -> list[str]:
    """The sentences of a text that have a clause for a subject."""
    return [" ".join(sentence.split()) for sentence in END.split(text) if BEGINNING.match(sentence.rstrip())]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Who is behind is told.", ["Who is behind is told."]),
        ("One.\n\n- **What it is:** this.", ["- **What it is:** this."]),
        ("A-1 B-R2 What it is.", ["A-1 B-R2 What it is."]),
        ("Fine. Whose it\nis. Fine.", ["Whose it is."]),
        ("Who may act? It knows\nWho it is. Whole.", []),
    ],
)
def test_the_pattern_knows_a_subject_from_a_question(text: str, found: list[str]) -> None:
    assert indirect(text) == found


def test_no_sentence_has_a_clause_for_a_subject(committed: dict[str, str]) -> None:
    contract = " ".join(" ".join(committed[name] for name in CONTRACT).split())
    found = [(name, sentence) for name, text in texts(committed) for sentence in indirect(text)]
    assert [(name, sentence) for name, sentence in found if sentence.removesuffix(".") not in contract] == []
