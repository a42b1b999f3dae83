"""The committed contract is the one that the code has."""

from __future__ import annotations

from pathlib import Path

from api_schema import snapshots
from domain.games import discover


def test_the_committed_snapshots_are_current() -> None:
    assert snapshots.main(["--check"]) == 0


def test_a_changed_contract_is_named(tmp_path: Path) -> None:
    texts = snapshots.snapshots(discover())
    assert snapshots.outdated(tmp_path, texts) == ["schema.graphql", "openapi.json", "asyncapi.json"]
    snapshots.write(tmp_path, texts)
    assert snapshots.outdated(tmp_path, texts) == []
    (tmp_path / "schema.graphql").write_text("type Query { other: Int }")
    assert snapshots.outdated(tmp_path, texts) == ["schema.graphql"]
