"""The page of the errors is the enum's."""

from pathlib import Path

from api_schema.errors import STATUS, ErrorCode
from api_schema.rest.error_pages import markdown, section

PAGE = Path(__file__).parents[3] / "docs" / "errors.md"


def test_the_page_is_current() -> None:
    assert PAGE.read_text() == markdown(), "write it again: python -m api_schema.rest.error_pages > docs/errors.md"


def test_every_code_has_a_status_and_a_section() -> None:
    assert set(STATUS) == set(ErrorCode)
    assert all(code in section(code) for code in ErrorCode)
