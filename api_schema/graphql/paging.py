"""Cursors: where a page ends and whether more follow. A cursor never grows stale and never repeats a row."""

from __future__ import annotations

import strawberry


@strawberry.type(description="The end of this page. Pass `endCursor` as `after` to read on.")
class PageInfo:
    """The end of a page."""

    has_next_page: bool
    end_cursor: str | None
