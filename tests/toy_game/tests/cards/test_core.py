"""The cards of the core set: a row for each."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tests.kit.rows import cases
from tests.toy_game.tests.table import Table

MakeTable = Callable[..., Table]


class PrintedRow(NamedTuple):
    """What is printed on a card."""

    card: str
    value: int


PRINTED = [
    PrintedRow("envoy-01", value=1),
    PrintedRow("envoy-02", value=2),
    PrintedRow("envoy-03", value=3),
    PrintedRow("envoy-04", value=4),
    PrintedRow("envoy-05", value=5),
    PrintedRow("envoy-06", value=6),
    PrintedRow("envoy-07", value=7),
    PrintedRow("envoy-08", value=8),
    PrintedRow("envoy-09", value=9),
    PrintedRow("envoy-10", value=10),
    PrintedRow("envoy-11", value=11),
    PrintedRow("envoy-12", value=12),
    PrintedRow("envoy-13", value=13),
    PrintedRow("envoy-14", value=14),
    PrintedRow("envoy-15", value=15),
]


@cases(PRINTED)
def test_a_card_is_worth_what_is_printed_on_it(table: MakeTable, row: PrintedRow) -> None:
    assert table().cards[row.card].face.numbers == {"value": row.value}
