"""Settings of the callers, and of the documents that GraphQL runs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Self

from pydantic import BeforeValidator, Field, model_validator
from pydantic_settings import BaseSettings, NoDecode

from api_schema.graphql.persisted import Persisted


def _words(value: object) -> object:
    return tuple(word.strip() for word in value.split(",") if word.strip()) if isinstance(value, str) else value


Words = Annotated[tuple[str, ...], NoDecode, BeforeValidator(_words)]
"""Words with commas between them."""


class ApiSettings(BaseSettings):
    """Settings of what stands between the service and its callers."""

    cors_origins: Words = ()
    """Web origins whose pages may call, over HTTP and by websocket; `*` for all. The service's own pages always may."""
    trusted_proxies: Words = ()
    """Addresses or networks of proxies whose X-Forwarded-For and X-Forwarded-Proto are believed; none by default."""
    graphql_documents: Path | None = None
    """A JSON file of listed documents, {SHA-256 in hex: text}, as `documentId` and persisted queries name them."""
    graphql_documents_only: bool = Field(default=False)
    """Whether GraphQL runs the listed documents alone."""

    @model_validator(mode="after")
    def _documents_are_readable(self) -> Self:
        self.persisted()
        return self

    def persisted(self, of_the_page: Mapping[str, str] = MappingProxyType({})) -> Persisted:
        """The documents that are named by their hash, the operator's and those of the page for people.

        Raises ValueError for a file that is no such list.
        """
        if self.graphql_documents is None:
            if self.graphql_documents_only:
                raise ValueError("PLAYLEDGER_GRAPHQL_DOCUMENTS_ONLY needs the list PLAYLEDGER_GRAPHQL_DOCUMENTS")
            return Persisted(of_the_page)
        listed = {**of_the_page, **read_documents(self.graphql_documents)}
        return Persisted(listed, only_listed=self.graphql_documents_only)


def read_documents(file: Path) -> dict[str, str]:
    """The listed documents by hash. Raises ValueError, naming what is wrong."""
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ValueError(f"{file}: {error}") from error
    if not isinstance(found, dict) or not all(isinstance(text, str) for text in found.values()):
        raise ValueError(f"{file}: has to be a JSON object of hash and text")
    listed = {digest.removeprefix("sha256:"): text for digest, text in found.items()}
    for digest, text in listed.items():
        if sha256(text.encode()).hexdigest() != digest:
            raise ValueError(f"{file}: {digest[:64]} is not the SHA-256 of its text")
    return listed
