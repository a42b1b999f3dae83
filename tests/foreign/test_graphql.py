"""GraphQL clients of others play a match of C4, by the schema as it is committed or shown."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.foreign.matrix import OTHERS, PYTHON, SAMPLED
from tests.foreign.tools import (
    DECKS,
    compiled,
    generated,
    npm_packages,
    played,
    python_packages,
    ran,
    sampled_packages,
    workplace,
)

pytestmark = pytest.mark.programs
PLAY = ("play.mjs", "play.graphql", "follow.graphql")
ARIADNE_SETTINGS = """[tool.ariadne-codegen]
schema_path = "schema.graphql"
queries_path = "play.graphql"
target_package_name = "generated"
target_package_path = "."
async_client = false
include_all_inputs = false
include_all_enums = false
"""


@sampled_packages
def test_urql(address: str, tmp_path: Path) -> None:
    workplace(tmp_path, SAMPLED, *PLAY, "urql.mjs")
    said = played(ran(tmp_path, "node", "urql.mjs", address, *DECKS))
    assert said["closed"] > said["actions"]


@sampled_packages
def test_apollo_client(address: str, tmp_path: Path) -> None:
    """What spectators see of a match does not overwrite in the cache what all may see of it when it is over."""
    workplace(tmp_path, SAMPLED, *PLAY, "apollo.mjs")
    said = played(ran(tmp_path, "node", "apollo.mjs", address, *DECKS))
    assert said["closed"] > said["actions"]
    assert said["apart"] > 0, "both perspectives show the same: this match tells nothing"
    assert said["kept"]
    assert said["paged"] == 2


@pytest.mark.nightly
@npm_packages
def test_relay(address: str, tmp_path: Path) -> None:
    workplace(tmp_path, OTHERS, *PLAY, "relay.js", "relay.mjs", "relay.config.json")
    (tmp_path / "__generated__").mkdir()
    generated(tmp_path, "Relay")
    said = played(ran(tmp_path, "node", "relay.mjs", address, *DECKS))
    assert said["paged"] == 2
    assert said["again"] == "FINISHED"


@pytest.mark.nightly
@npm_packages
def test_graphql_code_generator(address: str, tmp_path: Path) -> None:
    workplace(tmp_path, OTHERS, "play.graphql", "codegen.json", "codegen.ts")
    generated(tmp_path, "GraphQL Code Generator")
    said = played(ran(tmp_path, "node", compiled(tmp_path, "codegen.ts"), address, *DECKS))
    assert said["typed"] > 3


@pytest.mark.nightly
@python_packages
def test_gql(address: str, tmp_path: Path) -> None:
    workplace(tmp_path, OTHERS, "play.graphql", "follow.graphql", "gql_player.py")
    said = played(ran(tmp_path, PYTHON / "python", "gql_player.py", address, *DECKS))
    assert said["closed"] > said["actions"]


@pytest.mark.nightly
@python_packages
def test_ariadne_codegen(address: str, tmp_path: Path) -> None:
    workplace(tmp_path, OTHERS, "play.graphql", "ariadne_player.py")
    (tmp_path / "pyproject.toml").write_text(ARIADNE_SETTINGS)
    generated(tmp_path, "ariadne-codegen")
    strict = ("--strict", "--cache-dir", os.devnull, "--python-executable", str(PYTHON / "python"))
    ran(tmp_path, sys.executable, "-m", "mypy", *strict, "ariadne_player.py", "generated")
    said = played(ran(tmp_path, PYTHON / "python", "ariadne_player.py", address, *DECKS))
    assert said["typed"] > 3
