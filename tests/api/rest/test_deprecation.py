"""What goes is announced: in the document, in every answer, and with a date in the GraphQL schema."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date

import httpx
import pytest
from graphql import GraphQLInterfaceType, GraphQLObjectType, build_schema
from starlette.applications import Starlette
from starlette.routing import Route

from api_schema.lazy import Lazy
from api_schema.limiting.meter import UNLIMITED
from api_schema.operations.deprecation import Deprecation
from api_schema.operations.table import by_path
from api_schema.rest import openapi
from api_schema.rest.call import ServedDocuments
from api_schema.rest.config import RestConfig
from api_schema.rest.endpoint import Endpoint
from api_schema.snapshots import FOLDER
from tests.api.rest.fake import Fakes

GOES = Deprecation(date(2026, 1, 1), date(2026, 12, 31), "GET /v1/games")
NOTHING = Lazy(bytes)
NO_DOCUMENTS = ServedDocuments(NOTHING, NOTHING, NOTHING, NOTHING, b"", {})
DATED = re.compile(r"\d{4}-\d\d-\d\d")


@pytest.fixture(autouse=True)
def contract() -> None:
    """What goes is deprecated here alone: no document says so."""


@pytest.mark.anyio
async def test_every_answer_of_what_goes_says_so(fakes: Fakes) -> None:
    path = "/v1/games/{slug}"
    going = {method: replace(operation, deprecated=GOES) for method, operation in by_path()[path].items()}
    endpoint = Endpoint(going, fakes.uses(), RestConfig(), NO_DOCUMENTS, UNLIMITED)
    app = Starlette(routes=[Route(path, endpoint)])
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://rest") as client:
        for slug, status in (("envoys", 200), ("nothing", 404)):
            answer = await client.get(f"/v1/games/{slug}")
            assert answer.status_code == status
            assert answer.headers["deprecation"] == "@1767225600"
            assert answer.headers["sunset"] == "Thu, 31 Dec 2026 00:00:00 GMT"
            assert 'rel="deprecation"' in answer.headers["link"]


def test_the_document_says_what_goes_and_what_takes_its_place() -> None:
    operation = replace(by_path()["/v1/games"]["GET"], deprecated=GOES)
    document = openapi._operation(operation)
    assert document["deprecated"] is True
    assert document["description"].endswith(
        "Deprecated since 2026-01-01; may be gone from 2026-12-31 on. Instead: GET /v1/games"
    )


def test_nothing_goes_without_notice() -> None:
    with pytest.raises(ValueError, match="180 days"):
        Deprecation(date(2026, 1, 1), date(2026, 3, 1), "nothing")


def test_every_deprecated_field_of_the_schema_says_from_when_on_it_may_be_gone() -> None:
    schema = build_schema((FOLDER / "schema.graphql").read_text())
    kinds = [kind for kind in schema.type_map.values() if isinstance(kind, GraphQLObjectType | GraphQLInterfaceType)]
    reasons = [field.deprecation_reason for kind in kinds for field in kind.fields.values()]
    going = [operation for methods in by_path().values() for operation in methods.values() if operation.deprecated]
    nothing = not going and not any(reasons)
    assert ("Nothing is announced now." in (FOLDER.parent / "docs" / "deprecation.md").read_text()) == nothing
    assert [reason for reason in reasons if reason is not None and not DATED.search(reason)] == []
    assert DATED.search("Use name. May be gone from 2027-06-30 on.")
