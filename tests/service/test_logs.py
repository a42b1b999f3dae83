"""What is logged when something goes wrong."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Literal

import pytest
import structlog

from service import logs

SEED = "the seed of a running match"


@pytest.fixture(autouse=True)
def as_before(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Logging is a global of the process."""
    monkeypatch.setattr(logging, "basicConfig", lambda **_: None)
    yield
    structlog.reset_defaults()


def fail() -> None:
    server_seed = SEED
    raise ValueError(f"a fault after {len(server_seed)} characters")


@pytest.mark.parametrize("style", ["console", "json"])
def test_a_traceback_shows_no_variables(style: Literal["console", "json"], capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure(style, "info")
    try:
        fail()
    except ValueError as error:
        structlog.get_logger("test").error("unexpected", exc_info=error)
    written = capsys.readouterr().err
    assert "a fault after 27 characters" in written
    assert SEED not in written
