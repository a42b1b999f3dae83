"""The base of all models: members in camelCase outside, and enums that may grow."""

from __future__ import annotations

import enum

import msgspec


class Model(msgspec.Struct, rename="camel", omit_defaults=True, kw_only=True):
    """An object of the service. A member that this release doesn't know is passed over."""


class StrEnum(enum.StrEnum):
    """Words of the service. A word that this release doesn't know is a member too, so that a client need not fail."""

    @classmethod
    def _missing_(cls, value: object) -> StrEnum | None:
        if not isinstance(value, str):
            return None
        unknown = str.__new__(cls, value)
        unknown._name_, unknown._value_ = value, value
        return unknown
