"""Decision records: each has a number of its own, in its name and in its heading, and says what was decided and why."""

import re
from pathlib import Path

from tests.kit.cases import cases

FOLDER = Path(__file__).resolve().parents[2] / "docs/decisions"
RECORDS = sorted(set(FOLDER.iterdir()) - {FOLDER / "README.md"})


def test_no_number_is_given_twice() -> None:
    numbers = [record.name[:4] for record in RECORDS]
    assert numbers[0] == "0000"
    assert len(set(numbers)) == len(numbers)


def test_each_record_is_numbered_and_gives_its_reason() -> None:
    with cases() as case:
        for record in RECORDS:
            with case(record.name):
                assert re.fullmatch(r"\d{4}-[a-z0-9]+(-[a-z0-9]+)*\.md", record.name)
                text = record.read_text()
                assert text.startswith(f"# {record.name[:4]}. ")
                for heading in ("## Why", "## Decision"):
                    assert f"\n{heading}\n" in text, heading


def test_the_index_lists_each_record_once_under_its_own_title() -> None:
    listed = re.findall(r"^- \[(\d{4}\. [^\]]+)\]\((.+?)\)", (FOLDER / "README.md").read_text(), re.MULTILINE)
    titles = {record.name: record.read_text().partition("\n")[0].removeprefix("# ") for record in RECORDS}
    assert sorted((name, title) for title, name in listed) == sorted(titles.items())
