"""Each read model has a folder of its name, with the same files in it."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest
from sqlalchemy import Table

from tests.kit.process import ROOT

FOLDERS = sorted(path.parent for path in ROOT.glob("service/projections/*/__init__.py"))
READ_BY_ANOTHER = {"match_activity"}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: str(folder.name))
def test_a_folder_has_the_table_the_fold_and_the_queries(folder: Path) -> None:
    files = {path.stem for path in folder.glob("*.py")}
    assert {"table", "fold"} <= files
    assert ("queries" in files) == (folder.name not in READ_BY_ANOTHER)
    fold, table = (import_module(f"service.projections.{folder.name}.{name}") for name in ("fold", "table"))
    assert folder.name == fold.NAME
    stated = {one for one in vars(table).values() if isinstance(one, Table)}
    (read_model,) = (
        one for one in vars(fold).values() if getattr(one, "name", None) == fold.NAME and hasattr(one, "apply")
    )
    assert set(read_model.tables) <= stated


def test_each_folder_is_folded_and_no_table_stands_elsewhere() -> None:
    built = (ROOT / "service/bootstrap.py").read_text()
    assert [folder.name for folder in FOLDERS if f"service.projections.{folder.name}.fold import" not in built] == []
    stating = {path for path in ROOT.glob("service/**/*.py") if re.search(r"^\w+ = Table\($", path.read_text(), re.M)}
    assert stating == {ROOT / "service/tables.py", *(folder / "table.py" for folder in FOLDERS)}
