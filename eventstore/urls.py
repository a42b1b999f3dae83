"""Store URLs: `sqlite:///PATH` (`sqlite:///:memory:` for none) and `postgresql://...`."""

from __future__ import annotations

MEMORY = ":memory:"
_SQLITE = "sqlite:///"
_POSTGRES = ("postgresql://", "postgres://")


def is_sqlite(url: str) -> bool:
    """Whether the URL names a SQLite file; raises ValueError if it names no store at all."""
    if url.startswith(_SQLITE) and len(url) > len(_SQLITE):
        return True
    if url.startswith(_POSTGRES):
        return False
    raise ValueError("a store URL is sqlite:///PATH or postgresql://...")


def sqlite_path(url: str) -> str:
    """The file's path, relative or absolute (`sqlite:////var/x.db`), or `:memory:`."""
    return url.removeprefix(_SQLITE)
