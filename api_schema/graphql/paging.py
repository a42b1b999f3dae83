"""Cursors: where a page ends and whether more follow. A cursor never grows stale and never repeats a row."""

from __future__ import annotations

from typing import Any

import msgspec
import strawberry

from api_schema.graphql.attributes import made_of_all, reads


@strawberry.type(description="The end of this page. Pass `endCursor` as `after` to read on.")
class PageInfo:
    """The end of a page."""

    has_next_page: bool
    end_cursor: str | None


def end_of_page(description: str | None = None) -> Any:
    """The end of a port's page, as one of its attributes."""
    return made_of_all(PageInfo, _end_of, description)


def connection(name: str, page: type[msgspec.Struct], description: str, **members: Any) -> None:
    """Have a type stand for a port's page, with these attributes of it in their order."""
    cls = type(name, (), {"__annotations__": {"out": strawberry.Private[Any]}, **members})  # type: ignore[misc]
    strawberry.type(reads(page)(cls), description=description)


def _end_of(page: Any) -> PageInfo:
    return PageInfo(has_next_page=page.has_next, end_cursor=page.end_cursor)
