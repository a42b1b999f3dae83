"""The table of scenarios, and what the page of the words tells."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

from domain.games.c4 import GAME
from domain.games.c4.words import VOCABULARY
from service.catalogue import scenario_index, vocabulary


def test_the_reference_of_the_words_tells_their_shape() -> None:
    assert "| `gain(who: players, n: number, [kind: nm])` |" in vocabulary.page(GAME, VOCABULARY)


def test_a_page_names_marked_tests_and_says_none_where_there_is_no_scenario(tmp_path: Path) -> None:
    folder = scenario_index.folder_of(GAME, tmp_path) / "cards"
    folder.mkdir(parents=True)
    marked = '@pytest.mark.card("COR-02")\ndef test_one(): ...\n\n@pytest.mark.rule("COR-01")\ndef test_two(): ...\n'
    (folder / "test_some.py").write_text(marked)
    written = scenario_index.write(GAME, tmp_path).read_text(encoding="utf-8")
    assert "| COR-01 | Early Bird | S-COR-1701 | none |" in written
    assert "| COR-02 | Badge Check | S-COR-1701 | `cards/test_some.py::test_one` |" in written


def test_rows_of_a_table_are_scenarios_of_their_cards(tmp_path: Path) -> None:
    table = """
    ROWS = [
        Row("COR-02", "is paid", given=[Side("COR-03")]),
        PriceRow(card="COR-02", price=2),
        Row("COR-04", f"is {paid}"),
    ]
    UNUSED = [Row("COR-05", "is in no test")]

    @cases(ROWS)
    def test_rows(row): ...

    @pytest.mark.card("COR-04", "COR-02")
    @cases(ROWS)
    def test_both(row): ...
    """
    (tmp_path / "test_table.py").write_text(dedent(table))
    assert scenario_index.scenarios(tmp_path) == {
        "COR-02": [
            "test_table.py::test_rows[COR-02: is paid]",
            "test_table.py::test_rows[COR-02]",
            "test_table.py::test_both",
            "test_table.py::test_both[COR-02: is paid]",
            "test_table.py::test_both[COR-02]",
        ],
        "COR-04": ["test_table.py::test_rows[COR-04]", "test_table.py::test_both", "test_table.py::test_both[COR-04]"],
    }
