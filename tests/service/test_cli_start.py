"""A command starts at once: it imports what it needs when it needs it, and nothing before its input is known."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Collection
from fnmatch import fnmatchcase

import pytest

from tests.kit.process import ROOT

OURS = ("domain.", "eventstore.", "api_schema.", "service.")
HELPS = """
import sys
from contextlib import suppress
from typer.main import get_command
from service.cli import app

def show(command, path):
    with suppress(SystemExit):
        app([*path, "--help"])
    parts = getattr(command, "commands", {})
    for name, part in parts.items():
        assert not part.get_short_help_str(72 - max(map(len, parts))).endswith("..."), f"80 columns cut {name} short"
        show(part, [*path, name])

show(get_command(app), [])
print(*sys.modules, file=sys.stderr)
"""
RUNS = """
import sys
from service.cli import main
try:
    main()
except SystemExit as ended:
    assert ended.code == 2
print(*sys.modules, file=sys.stderr)
"""
PARSER = {"typer", "pydantic", "pydantic_core", "annotated_types", "annotated_doc", "typing_inspection"}
PARSER |= {"typing_extensions", "shellingham", "msgspec", "service.cli*"}
PARSER |= {"domain.tournament", "domain.tournament.policy", "domain.tournament.faults"}
PAGES = {"rich", "pygments", "markdown_it", "mdurl", "attr"}
FAULTS = {"api_schema.errors", "eventstore.store", "eventstore.envelope", "eventstore.shards"}
CATALOGUE = FAULTS | {"api_schema.input", "api_schema.input.patterns", "api_schema.input.names", "api_schema.ports*"}
CATALOGUE |= {"api_schema.input.member_names", "api_schema.input.messages"}
CATALOGUE |= {"domain.games", "domain.kernel*", "service.catalogue*", "service.version"}
SETTINGS = FAULTS | PAGES | {"pydantic_settings", "dotenv", "structlog", "greenlet", "cachetools"}
SETTINGS |= {"eventstore.urls", "eventstore.limits"}
SETTINGS |= {"api_schema.limiting*", "api_schema.graphql", "api_schema.graphql.persisted"}
SETTINGS |= {
    "api_schema.input",
    "api_schema.input.messages",
    "service.settings",
    "service.limits",
    "service.api_settings",
    "service.logs",
}
SIMULATION = CATALOGUE | {"domain.games.c4*", "service.bots*", "service.simulation*", "service.application*"}
PAIRING = SIMULATION | {"domain.tournament*", "service.tournaments*", "rustworkx"}
FILES = CATALOGUE | {"domain.tournament*", "rustworkx", "openskill", "cryptography", "rich", "eventstore.chain"}
FILES |= {"service.history*", "service.matches*", "service.tournaments*", "service.ratings*", "service.application*"}
FILES |= {"service.times"}


def imported(program: str, *arguments: str) -> set[str]:
    """Our modules in a program, and the packages of others."""
    command = [sys.executable, "-c", program, *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    names = done.stderr.splitlines()[-1].split()
    found = {name if name.startswith(OURS) else name.partition(".")[0] for name in names}
    return {name for name in found - sys.stdlib_module_names if name[0].isalpha() and f"{name}." not in OURS}


def others(names: Collection[str], wanted: Collection[str]) -> Collection[str]:
    """The names that are not wanted. Debian's Python imports a `sitecustomize` of its own before anything else."""
    wanted = {*wanted, "sitecustomize"}
    return sorted(name for name in names if not any(fnmatchcase(name, pattern) for pattern in wanted))


@pytest.mark.programs
def test_help_needs_no_module_but_those_of_the_commands() -> None:
    names = imported(HELPS)
    assert others(names, PARSER) == []
    assert {"service.cli.stores", "service.cli.server"} & names == {"service.cli.stores"}


@pytest.mark.programs
@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        ("export --out nowhere", FAULTS),
        ("cards list chess", CATALOGUE),
        ("simulate c4 --matches 0", SIMULATION),
        ("tournament simulate --format none --game c4 --entrants 4", PAIRING),
        ("verify nowhere.ndjson", FILES),
        ("serve --port 65536", SETTINGS),
        ("audit --all --store sqlite:///nowhere.db", SETTINGS),
    ],
)
def test_bad_input_is_told_before_more_is_imported(arguments: str, wanted: set[str]) -> None:
    assert others(imported(RUNS, *arguments.split()), PARSER | wanted) == []


@pytest.mark.programs
def test_the_service_leaves_out_what_few_of_its_starts_need() -> None:
    """Migrations, Postgres and Redis where there are none, GraphQL without a server, tokens of no provider."""
    names = imported("import sys, service.bootstrap; print(*sys.modules, file=sys.stderr)")
    assert {"alembic", "asyncpg", "redis", "strawberry", "graphql", "joserfc", "httpx"} & names == set()
