"""The page of the errors is the enum's."""

from pathlib import Path

from api_schema.error_catalogue import markdown, section
from api_schema.errors import STATUS, ErrorCode

PAGE = Path(__file__).parents[2] / "docs" / "errors.md"


def test_the_page_is_current() -> None:
    assert PAGE.read_text() == markdown(), "write it again: python -m api_schema.error_catalogue > docs/errors.md"


def test_every_code_has_a_status_and_a_section() -> None:
    assert set(STATUS) == set(ErrorCode)
    assert all(code in section(code) for code in ErrorCode)
