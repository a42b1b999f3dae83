"""The kinds of store for a test: `sqlite` and `postgres`, with an empty one each time."""

from __future__ import annotations

import pytest


def parametrize(metafunc: pytest.Metafunc, fixture: str) -> None:
    """Run a test that asks for the fixture on each kind of store, on Postgres in nightly runs only.

    The stores have a specification of their own. A test whose SQL differs, or that stands for its file, is marked with
    `each_store` and runs on both always. One that names the stores itself is left alone.
    """
    given = [mark.args[0] for mark in metafunc.definition.iter_markers("parametrize")]
    if fixture in metafunc.fixturenames and not any(fixture in names for names in given):
        marks = [] if metafunc.definition.get_closest_marker("each_store") else [pytest.mark.nightly]
        metafunc.parametrize(fixture, ["sqlite", pytest.param("postgres", marks=marks)], indirect=True)
