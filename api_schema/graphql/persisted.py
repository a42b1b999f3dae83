"""Documents that clients name by their hash instead of sending them.

Two ways in: `documentId: "sha256:<hex>"` (the appendix of GraphQL over HTTP on persisted documents), and the extension
`persistedQuery {version: 1, sha256Hash}` of automatic persisted queries. The service remembers a document that a client
sends together with its hash for a while. It remembers an operator's list for ever, and may run nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from cachetools import LRUCache

from api_schema.errors import ApiError, ErrorCode

CHARACTERS = 1 << 15
"""Of one document: what is longer belongs into variables."""
KEPT = 1000
ALL_CHARACTERS = 1 << 20
"""Of all documents that clients have registered."""
_HASH = re.compile(r"[0-9a-f]{64}")
_ID = "sha256:"


class Persisted:
    """The documents of a process. `listed` are the operator's, by hash; with `only_listed` no others are run."""

    def __init__(self, listed: Mapping[str, str] | None = None, *, only_listed: bool = False) -> None:
        self._listed = dict(listed or {})
        self._texts = frozenset(self._listed.values())
        self._only = only_listed
        self._registered: LRUCache[str, str] = LRUCache(ALL_CHARACTERS, len)

    def resolved(self, request: dict[str, Any]) -> dict[str, Any]:
        """The request with its document as `query`; INVALID_INPUT, PERSISTED_QUERY_NOT_FOUND or DOCUMENT_NOT_LISTED."""
        digest, query = _digest(request), request.get("query")
        if digest is None:
            if self._only and isinstance(query, str) and query not in self._texts:
                raise _not_listed()
            return request
        if isinstance(query, str) and query:
            self._register(digest, query)
            return request
        return {**request, "query": self._found(digest)}

    def _found(self, digest: str) -> str:
        found = self._listed.get(digest) or self._registered.get(digest)
        if found is None:
            if self._only:
                raise _not_listed()
            # clients of automatic persisted queries look for these very words
            raise ApiError(ErrorCode.PERSISTED_QUERY_NOT_FOUND, "PersistedQueryNotFound")
        return found

    def _register(self, digest: str, query: str) -> None:
        if len(query) > CHARACTERS:
            if self._only:
                raise _not_listed()
            return
        if sha256(query.encode("utf-8", "surrogatepass")).hexdigest() != digest:
            raise ApiError(
                ErrorCode.INVALID_INPUT, "provided sha does not match query: the hash is of another document"
            )
        if digest in self._listed:
            return
        if self._only:
            raise _not_listed()
        self._registered[digest] = query
        if len(self._registered) > KEPT:
            self._registered.popitem()


def _digest(request: Mapping[str, Any]) -> str | None:
    """The hash that a request names, hex."""
    named = request.get("documentId")
    if named is not None:
        if not isinstance(named, str) or not named.startswith(_ID):
            raise ApiError(ErrorCode.INVALID_INPUT, "documentId has to be sha256: and 64 hexadecimal digits")
        return _checked(named.removeprefix(_ID))
    extensions = request.get("extensions")
    persisted = extensions.get("persistedQuery") if isinstance(extensions, dict) else None
    if persisted is None:
        return None
    if not isinstance(persisted, dict) or persisted.get("version") != 1:
        raise ApiError(ErrorCode.INVALID_INPUT, "extensions.persistedQuery has version 1 and a sha256Hash")
    return _checked(persisted.get("sha256Hash"))


def _checked(digest: object) -> str:
    if not isinstance(digest, str) or _HASH.fullmatch(digest) is None:
        raise ApiError(ErrorCode.INVALID_INPUT, "the hash of a document has 64 hexadecimal digits in lower case")
    return digest


def _not_listed() -> ApiError:
    return ApiError(ErrorCode.DOCUMENT_NOT_LISTED, "this service runs listed documents only")
