"""The markup of card texts: emphasis, lines, and how its signs are written where they mean themselves."""

from __future__ import annotations

import pytest

from domain.kernel.markup import escaped, faults, plain, texts

BEGUN = r"what begins with an asterisk ends with one in the same line; write \* for an asterisk"
EMPTY = r"nothing stands between these asterisks; write \* for one"
BACKSLASH = r"a backslash stands before an asterisk or a backslash; write \\ for one"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Gain 2 tokens.",
        "*Swift*",
        "One has *Raider 2*, the other *Siege 1* (this turn).",
        "First line.\n*Second* line.",
        r"2 \* 3, and a \\ between",
        r"*a \* b*",
        "[VC] {x} _y_ <b>",
    ],
)
def test_a_text_that_is_marked_up_well(text: str) -> None:
    assert list(faults(text)) == []


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("5 * 3", [(BEGUN, 3)]),
        ("*Swift", [(BEGUN, 1)]),
        ("*Swift\nRaider*", [(BEGUN, 1), (BEGUN, 14)]),
        ("A **strong** word", [(EMPTY, 3), (EMPTY, 11)]),
        ("* *", [(EMPTY, 1)]),
        (r"C:\new", [(BACKSLASH, 3)]),
        ("ends in \\", [(BACKSLASH, 9)]),
        ("*a\\b", [(BACKSLASH, 3), (BEGUN, 1)]),
        (r"\**", [(BEGUN, 3)]),
    ],
)
def test_every_fault_of_a_text_has_its_column(text: str, wrong: list[tuple[str, int]]) -> None:
    assert [tuple(one) for one in faults(text)] == wrong


@pytest.mark.parametrize("text", ["", "plain", "5 * 3", r"a\b", r"\*", "two\nlines"])
def test_any_plain_text_can_be_written(text: str) -> None:
    assert list(faults(escaped(text))) == []
    assert plain(escaped(text)) == text


def test_marks_are_left_out_of_a_plain_text() -> None:
    assert plain(r"*Swift*, 2 \* 3") == "Swift, 2 * 3"


def test_texts_are_found_wherever_they_stand_in_a_table() -> None:
    table = {
        "name": "Ivy *",
        "text": "a",
        "ability": {"text": "b", "do": "*"},
        "moves": [{"text": "c"}, {"effects": [{"text": "d"}]}],
        "tags": ["*"],
    }
    assert list(texts(table)) == [
        ("text", "a"),
        ("ability.text", "b"),
        ("moves[1].text", "c"),
        ("moves[2].effects[1].text", "d"),
    ]
