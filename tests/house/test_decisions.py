"""Decision records: one page a subject, each with a number of its own, and says what was decided and why."""

import re
from pathlib import Path

from tests.kit.cases import cases

FOLDER = Path(__file__).resolve().parents[2] / "docs/decisions"
RECORDS = sorted(set(FOLDER.iterdir()) - {FOLDER / "README.md", FOLDER / "archive.md"})
MOST_RECORDS = 25
MOST_WORDS = 450
WORD = re.compile(r"\S*\w\S*")


def test_there_are_few_records_and_each_has_its_own_number() -> None:
    numbers = [record.name[:4] for record in RECORDS]
    assert 20 < len(numbers) <= MOST_RECORDS
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
                assert len(WORD.findall(text)) <= MOST_WORDS


def test_the_index_lists_each_record_once_under_its_own_title() -> None:
    listed = re.findall(r"^- \[(\d{4}\. [^\]]+)\]\((.+?)\)", (FOLDER / "README.md").read_text(), re.MULTILINE)
    titles = {record.name: record.read_text().partition("\n")[0].removeprefix("# ") for record in RECORDS}
    assert sorted((name, title) for title, name in listed) == sorted(titles.items())


def test_the_archive_says_of_each_text_which_record_has_its_subject_now() -> None:
    text = (FOLDER / "archive.md").read_text()
    titles = re.findall(r"^## \d{4}\. .+$", text, re.MULTILINE)
    named = re.findall(r"^## \d{4}\. .+\n\n.*\]\(([\w.-]+)", text, re.MULTILINE)
    assert len(named) == len(titles) > MOST_RECORDS
    assert set(named) == {record.name for record in RECORDS} | {"README.md"}
