"""The game and the options of a case."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel.game import CardGame
from tests.kit.modes import InMode


@pytest.fixture
def game(variant: InMode) -> CardGame:
    """The game of the case."""
    return variant.game


@pytest.fixture
def options(variant: InMode) -> Any:
    """The options of its mode."""
    return variant.options
