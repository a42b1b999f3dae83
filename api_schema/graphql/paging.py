"""Pages as Relay's connections: their rows as nodes and as edges, each with its cursor, and where they end.

A cursor never grows stale and never repeats a row.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import GenericAlias
from typing import Any, get_args

import msgspec
import strawberry

from api_schema.errors import ApiError, ErrorCode
from api_schema.graphql.attributes import Attribute, made_of_all, reads, shape_of
from api_schema.ports.base import Page

DIGITS = 9
"""Of a version."""


@strawberry.type(description="The place of this page in its list. Pass `endCursor` as `after` to read on.")
class PageInfo:
    """Both ends of a page."""

    has_next_page: bool = strawberry.field(description="Whether rows follow.")
    end_cursor: str | None = strawberry.field(description="Behind the last row of this page.")
    has_previous_page: bool = strawberry.field(description="Whether it was asked to begin behind a row.")
    start_cursor: str | None = strawberry.field(description="Behind the first row of this page.")


def end_of_page(description: str | None = None) -> Any:
    """The place of a port's page, as one of its attributes."""
    return made_of_all(PageInfo, _end_of, description)


def connection(name: str, page: type[msgspec.Struct], description: str, **members: Any) -> None:
    """Have a type stand for a port's page, with these attributes of it in their order, and with the edges of its
    `nodes`.
    """
    nodes: Attribute = members["nodes"]
    members["edges"] = edges_of(name, page, nodes)
    cls = type(name, (), {"__annotations__": {"out": strawberry.Private[Any]}, **members})  # type: ignore[misc]
    strawberry.type(reads(page)(cls), description=description)


def edges_of(owner: str, page: type[msgspec.Struct], nodes: Attribute) -> Any:
    """The edges of a page whose rows are these, as one of its attributes."""
    shape, rows = shape_of(owner, page, nodes), str(nodes.of)
    edge, convert = edge_type(owner, get_args(shape.annotation)[0]), shape.convert or list

    def edges(out: Page) -> list[Any]:
        found = convert(getattr(out, rows))
        return [edge(cursor=out.cursor_of(place), node=node) for place, node in enumerate(found)]

    return made_of_all(list_of(edge), edges)


def list_of(kind: Any) -> Any:
    """The type of a list of a type that was made."""
    return GenericAlias(list, (kind,))


def edge_type(owner: str, node: Any) -> Any:
    """The type of the edges of a connection."""
    name = f"{owner.removesuffix('Connection')}Edge"
    made: Any = type(name, (), {"__annotations__": {"cursor": str, "node": node}})
    return strawberry.type(made, description="A row. Pass its `cursor` as `after` to read on behind it.")


def events_end(rows: Sequence[Any], end: int | None, *, more: bool) -> PageInfo:
    """The place of a page of events: their cursors are their versions."""
    return PageInfo(
        has_next_page=more,
        end_cursor=None if end is None else str(end),
        has_previous_page=bool(rows) and rows[0].version > 1,
        start_cursor=str(rows[0].version) if rows else None,
    )


def version_of(after: str) -> int:
    """The version that a cursor of events says. INVALID_INPUT for what is none."""
    if not (after.isascii() and after.isdecimal() and len(after) <= DIGITS):
        message = "this is not a cursor of this list: one of events is a version"
        raise ApiError(ErrorCode.INVALID_INPUT, message, path=("after",))
    return int(after)


def _end_of(page: Any) -> PageInfo:
    return PageInfo(
        has_next_page=page.has_next,
        end_cursor=page.end_cursor,
        has_previous_page=page.has_previous,
        start_cursor=page.start_cursor,
    )
