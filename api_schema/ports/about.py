"""The service's words about itself, so that a page needs no settings of its own."""

from __future__ import annotations

from typing import Literal

from api_schema.ports.base import Out

Feature = Literal["SIGN_IN", "GRAPHIQL", "ANY_GRAPHQL_DOCUMENT"]
"""Features that not every service has: an identity provider, GraphiQL at /graphql, GraphQL for other than listed
documents.
"""


class SignInOut(Out, frozen=True):
    """How people sign in, at an identity provider by authorization code with PKCE.

    `client_id` is that of a page in a browser; null: the operator has registered none. `scope_prefix` stands before
    each scope at the provider.
    """

    issuer: str
    audience: str
    client_id: str | None
    scope_prefix: str


class ScopeOut(Out, frozen=True):
    """A scope of a token, and what it opens."""

    name: str
    opens: str


class LargestOut(Out, frozen=True):
    """The most bytes that are taken: of a JSON body, a GraphQL request, the text of a card set, a replay file."""

    body_bytes: int
    graphql_bytes: int
    card_set_bytes: int
    replay_bytes: int


class AboutOut(Out, frozen=True):
    """The service. `version` is that of its release; `sign_in` is null where it knows no identity provider.

    Tolerate features and scopes that you don't know.
    """

    name: str
    version: str
    sign_in: SignInOut | None
    scopes: tuple[ScopeOut, ...]
    features: tuple[Feature, ...]
    largest: LargestOut
