"""What was refused, and how that is told."""

from __future__ import annotations

import sys
from collections.abc import Awaitable

import pytest

from api_schema.errors import ApiError
from service import cli


async def refused(work: Awaitable[object]) -> ApiError:
    """What a use case is refused with."""
    with pytest.raises(ApiError) as caught:
        await work
    return caught.value


def failed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *arguments: str) -> str:
    """The one line that a fault of the input is told in on the command line."""
    monkeypatch.setattr(sys, "argv", ["playledger", *arguments])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 2
    (line,) = capsys.readouterr().err.splitlines()
    return line
