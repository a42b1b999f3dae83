"""Refusals, and their texts."""

from __future__ import annotations

import sys
from collections.abc import Awaitable

import pytest

from api_schema.errors import ApiError
from service import cli


async def refused(work: Awaitable[object]) -> ApiError:
    """The refusal of a use case."""
    with pytest.raises(ApiError) as caught:
        await work
    return caught.value


def failed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *arguments: str) -> str:
    """The one line of the command line about a fault of the input."""
    monkeypatch.setattr(sys, "argv", ["playledger", *arguments])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 2
    (line,) = capsys.readouterr().err.splitlines()
    return line
