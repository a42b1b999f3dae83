"""Use cases of one who has nothing, for skins that are tested by something else."""

from __future__ import annotations

from typing import Any, get_type_hints

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.about import AboutOut, LargestOut
from api_schema.ports.health import ClockHealth, HintsHealth, ReadModelsHealth, ReadyOut, StoreHealth
from api_schema.ports.use_cases import UseCases

ABOUT = AboutOut("Playledger", "1", None, (), (), LargestOut(1, 2, 3, 4))
WELL = ReadyOut(
    "ok",
    {"store": "ok", "broker": "ok"},
    StoreHealth("ok", "ok"),
    ClockHealth("ok", 0),
    HintsHealth("ok", None),
    ReadModelsHealth("ok", 0, 0.0),
    None,
)
"""Readiness of one to whom nothing happens."""


class Nothing:
    """A port where there is nothing: NOT_FOUND, whatever it is asked."""

    def __getattr__(self, name: str) -> Any:
        def refused(*_: Any, **__: Any) -> Any:
            return _Refused()

        return refused


class _Refused:
    """An answer that is refused when it is waited for, once or message by message."""

    def __await__(self) -> Any:
        raise ApiError(ErrorCode.NOT_FOUND, "there is nothing here")

    def __aiter__(self) -> Any:
        return self

    async def __anext__(self) -> Any:
        raise ApiError(ErrorCode.NOT_FOUND, "there is nothing here")

    async def aclose(self) -> None: ...


def use_cases(**ports: Any) -> UseCases:
    """The use cases of these ports; of all others there is nothing."""
    others: dict[str, Any] = dict.fromkeys(get_type_hints(UseCases), Nothing())
    return UseCases(**{**others, "about": ABOUT, **ports})
