"""The identity provider as a source of callers, beside our own tokens."""

from __future__ import annotations

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.base import Caller
from eventstore import EventStore, StoreUnavailable
from service.application.pseudonyms import named_account
from service.identity.fetcher import Fetcher, is_safe
from service.identity.keys import ProviderKeys
from service.identity.mapping import OutsideAccounts
from service.identity.verifier import TokenRules, Verifier
from service.settings import Settings, SettingsError
from service.times import Clock


class IdentityProvider:
    """accounts.Provider for the issuer of the settings."""

    def __init__(
        self, store: EventStore, rules: TokenRules, jwks_url: str | None, clock: Clock, fetcher: Fetcher | None = None
    ) -> None:
        self._fetcher = fetcher or Fetcher()
        self.keys = ProviderKeys(rules.issuer, jwks_url, self._fetcher)
        self._verifier = Verifier(rules, self.keys, lambda: clock() // 1000)
        self._accounts = OutsideAccounts(store, rules.issuer, clock)

    async def caller(self, token: str) -> Caller:
        """The caller behind an access token. UNAUTHENTICATED; UNAVAILABLE while its key or account can't be read."""
        outsider = await self._verifier.verified(token)
        try:
            account, key = await self._accounts.of(outsider.subject, outsider.issued * 1000)
        except StoreUnavailable as error:
            raise ApiError(ErrorCode.UNAVAILABLE, "tokens can't be checked now; try again") from error
        return Caller(named_account(account), outsider.scopes, account, alias_key=key, expires_at=outsider.ends * 1000)

    async def stop(self) -> None:
        """Let go of the provider."""
        await self.keys.stop()
        await self._fetcher.stop()


def rules_of(settings: Settings, issuer: str) -> TokenRules:
    """The rules of the configured provider. Raises SettingsError."""
    audience, jwks = settings.oidc_audience, settings.oidc_jwks_url
    if not audience:
        raise SettingsError("PLAYLEDGER_OIDC_AUDIENCE must be set with PLAYLEDGER_OIDC_ISSUER")
    unsafe = next((url for url in (issuer, jwks) if url is not None and not is_safe(url)), None)
    if unsafe is not None:
        raise SettingsError(f"{unsafe} of the identity provider has to be an https address")
    return TokenRules(
        issuer, audience, settings.oidc_scope_prefix, settings.oidc_leeway_seconds, settings.oidc_plain_type
    )
