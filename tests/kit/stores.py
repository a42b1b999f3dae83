"""The kinds of store for a test: `sqlite`, `postgres` and `two` databases of it, with an empty one each time."""

from __future__ import annotations

import pytest


def parametrize(metafunc: pytest.Metafunc, fixture: str, *, two: bool = False) -> None:
    """Run a test that asks for the fixture on each kind of store, on Postgres in nightly runs only.

    With `two` there also on two databases: the fixture then says so to the services by `use_two`. Not so a test that
    looks into the database itself, or stands for an order of several streams: it is marked with `one_database`.

    The stores have a specification of their own. A test whose SQL differs, or that stands for its file, is marked with
    `each_store` and runs on both always. One that names the stores itself is left alone.
    """
    given = [mark.args[0] for mark in metafunc.definition.iter_markers("parametrize")]
    if fixture in metafunc.fixturenames and not any(fixture in names for names in given):
        marks = [] if metafunc.definition.get_closest_marker("each_store") else [pytest.mark.nightly]
        split = two and not metafunc.definition.get_closest_marker("one_database")
        several = [pytest.param("two", marks=pytest.mark.nightly)] if split else []
        metafunc.parametrize(fixture, ["sqlite", pytest.param("postgres", marks=marks), *several], indirect=True)


def use_two(request: pytest.FixtureRequest) -> None:
    """Let the services of this test have a second database, with half of the shards."""
    second: str = request.getfixturevalue("shard_databases")
    patch: pytest.MonkeyPatch = request.getfixturevalue("monkeypatch")
    patch.setenv("PLAYLEDGER_DATABASE_SHARDS", second)
