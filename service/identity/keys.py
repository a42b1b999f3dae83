"""The provider's public keys: found by discovery, kept, and asked for again when one is unknown."""

from __future__ import annotations

import asyncio
import time
import warnings
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import structlog
from joserfc.errors import JoseError
from joserfc.jwk import ECKey, Key, OKPKey, RSAKey

from api_schema.errors import ApiError, ErrorCode
from service.identity.fetcher import Fetcher, ProviderAway

FRESH = 600.0
"""Seconds for which keys are believed without asking again."""
STALE = 3_600.0
"""Seconds after which a token waits for the keys to be asked for again."""
TRUSTED = 86_400.0
"""Seconds for which known keys are good while the provider is away."""
PAUSE = 10.0
"""Seconds between two questions to the provider, whatever kids are sent."""
SMALLEST_RSA = 2048
_KINDS: Mapping[str, type[RSAKey] | type[ECKey] | type[OKPKey]] = {"RSA": RSAKey, "EC": ECKey, "OKP": OKPKey}
_log = structlog.get_logger(__name__)


class ProviderKeys:
    """The keys of one issuer.

    Known keys go on working while the provider is away, for a day at most: a key that was withdrawn meanwhile must
    come to its end. Only one question is under way at a time, and none sooner than a pause after the one before.
    """

    def __init__(
        self, issuer: str, jwks_url: str | None, fetcher: Fetcher, timer: Callable[[], float] = time.monotonic
    ) -> None:
        self._issuer = issuer
        self._jwks_url = jwks_url
        self._fetcher = fetcher
        self._timer = timer
        self._keys: Mapping[str, Key] = {}
        self._read_at = float("-inf")
        self._asked_at = float("-inf")
        self._away = False
        self._asking: asyncio.Task[None] | None = None

    async def key(self, kid: str) -> Key:
        """The key of this id. UNAUTHENTICATED if the provider has none, UNAVAILABLE if that can't be said now."""
        if kid not in self._keys or self._age() > FRESH:
            asking = self._ask()
            if asking is not None and (kid not in self._keys or self._age() > STALE):
                await asyncio.shield(asking)
        found = self._keys.get(kid)
        if found is not None and self._age() <= TRUSTED:
            return found
        if self._away:
            raise ApiError(ErrorCode.UNAVAILABLE, "the identity provider can't be reached now; try again")
        raise ApiError(ErrorCode.UNAUTHENTICATED, "this token is signed by a key that its issuer doesn't have")

    async def stop(self) -> None:
        """Let go of a question that is under way."""
        if self._asking is not None:
            self._asking.cancel()
            await asyncio.gather(self._asking, return_exceptions=True)

    def _age(self) -> float:
        return self._timer() - self._read_at

    def _ask(self) -> asyncio.Task[None] | None:
        """The question under way, a new one if it is time for it, else None."""
        if self._asking is not None:
            return self._asking
        if self._timer() - self._asked_at < PAUSE:
            return None
        self._asking = asyncio.create_task(self._refresh())
        return self._asking

    async def _refresh(self) -> None:
        try:
            document = await self._fetcher.json(self._jwks_url or await self._discovered())
            self._keys = usable(document.get("keys"))
            self._read_at, self._away = self._timer(), False
        except ProviderAway as error:
            self._away = True
            _log.warning("the identity provider's keys can't be read", error=str(error))
        finally:
            self._asked_at, self._asking = self._timer(), None

    async def _discovered(self) -> str:
        """The address of the keys, as the issuer itself says (OpenID Connect Discovery 1.0)."""
        document = await self._fetcher.json(self._issuer.rstrip("/") + "/.well-known/openid-configuration")
        url = document.get("jwks_uri")
        if document.get("issuer") != self._issuer or not isinstance(url, str):
            raise ProviderAway(f"the discovery document of {self._issuer} is that of another issuer, or names no keys")
        return url


def usable(listed: object) -> Mapping[str, Key]:
    """The keys that may have signed a token, by their ids; all else is left out. Raises ProviderAway for no list."""
    if not isinstance(listed, Iterable):
        raise ProviderAway("the key set has no list of keys")
    found = {}
    for data in listed:
        key = _key(data) if isinstance(data, dict) else None
        if key is not None:
            found[str(data["kid"])] = key
    return found


def _key(data: dict[str, Any]) -> Key | None:
    """The public key, None for one that is secret, weak, for another use, or not understood."""
    kind = _KINDS.get(str(data.get("kty")))
    if kind is None or not isinstance(data.get("kid"), str) or data.get("use", "sig") != "sig":
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            key = kind.import_key(data)
    except (JoseError, ValueError, TypeError, KeyError):
        return None
    weak = isinstance(key, RSAKey) and key.raw_value.key_size < SMALLEST_RSA
    return None if weak else key
