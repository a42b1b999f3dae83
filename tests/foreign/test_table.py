"""docs/clients.md has the table of what the matrix runs, with the versions of the locks."""

from __future__ import annotations

from tests.foreign.matrix import page
from tests.kit.process import ROOT


def test_the_page_for_client_developers_has_the_table_as_it_is() -> None:
    assert page() in (ROOT / "docs/clients.md").read_text(), "run python -m tests.foreign.matrix"
