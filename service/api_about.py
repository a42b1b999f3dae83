"""The service's words about itself, from its settings."""

from __future__ import annotations

from collections.abc import Iterator

from api_schema.ports.about import AboutOut, Feature, LargestOut, ScopeOut, SignInOut
from api_schema.ports.catalogue import LARGEST_CARD_SET
from api_schema.ports.history import UPLOAD_LIMIT
from api_schema.scopes import SCOPES
from service.settings import Settings
from service.version import engine_version


def about_of(settings: Settings) -> AboutOut:
    """The service with these settings. Nothing here is secret."""
    return AboutOut(
        name="Playledger",
        version=engine_version(),
        sign_in=_sign_in(settings),
        scopes=tuple(ScopeOut(name, opens) for name, opens in SCOPES.items()),
        features=tuple(_features(settings)),
        largest=LargestOut(settings.limits.body_bytes, settings.limits.message_bytes, LARGEST_CARD_SET, UPLOAD_LIMIT),
    )


def _sign_in(settings: Settings) -> SignInOut | None:
    if settings.oidc_issuer is None or settings.oidc_audience is None:
        return None
    return SignInOut(settings.oidc_issuer, settings.oidc_audience, settings.oidc_web_client, settings.oidc_scope_prefix)


def _features(settings: Settings) -> Iterator[Feature]:
    if settings.oidc_issuer is not None:
        yield "SIGN_IN"
    if settings.graphiql:
        yield "GRAPHIQL"
    if not settings.graphql_documents_only:
        yield "ANY_GRAPHQL_DOCUMENT"
