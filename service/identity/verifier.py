"""Verifies that an access token (a JWT in the profile of RFC 9068) is the provider's, and for this service."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from joserfc import jwt
from joserfc.errors import ExpiredTokenError, JoseError, UnsupportedAlgorithmError
from joserfc.jwa import JWSAlgModel
from joserfc.jws import CompactSignature, JWSRegistry, extract_compact

from api_schema.errors import ApiError, ErrorCode
from api_schema.scopes import ADMIN, SCOPES
from service.identity.keys import ProviderKeys

ALGORITHMS = ("RS256", "PS256", "ES256", "EdDSA", "Ed25519")
"""The algorithms of a token's signature: none that a public key could forge. Ed25519 is EdDSA by its new name."""
LONGEST = 8192
"""Characters of a token."""
LONGEST_SUBJECT = 255
_OF_ACCESS_TOKENS = ("at+jwt", "application/at+jwt")
_OF_ID_TOKENS = ("nonce", "at_hash", "c_hash")


@dataclass(frozen=True)
class Outsider:
    """The claims of a token. Times in seconds since the epoch; `ends` has the leeway in it."""

    subject: str
    scopes: frozenset[str]
    issued: int
    ends: int


@dataclass(frozen=True)
class TokenRules:
    """The rules for a token. `prefix` stands before our scopes at the provider; `leeway` in seconds.

    `plain_type`: accept tokens whose type says no more than `JWT`, if nothing shows that they are ID tokens.
    """

    issuer: str
    audience: str
    prefix: str = ""
    leeway: int = 30
    plain_type: bool = False


class Allowed(JWSRegistry):
    """The algorithms that are let in, by name. The library's own list is wider, and warns at each use of EdDSA."""

    max_header_length = 4096

    def __init__(self) -> None:
        super().__init__(strict_check_header=False)

    def get_alg(self, name: str) -> JWSAlgModel:
        """The algorithm of this name, if it is on the list."""
        if name not in ALGORITHMS:
            raise UnsupportedAlgorithmError("this algorithm is not let in")
        return self.algorithms[name]


_ALLOWED = Allowed()


class Verifier:
    """Checks tokens of one issuer."""

    def __init__(self, rules: TokenRules, keys: ProviderKeys, now: Callable[[], int]) -> None:
        self._rules = rules
        self._keys = keys
        self._registry = jwt.JWTClaimsRegistry(
            now=now,
            leeway=rules.leeway,
            iss={"essential": True, "value": rules.issuer},
            aud={"essential": True, "value": rules.audience},
            sub={"essential": True},
            exp={"essential": True},
            iat={"essential": True},
        )

    async def verified(self, token: str) -> Outsider:
        """The claims of the token. UNAUTHENTICATED; UNAVAILABLE if nobody can be asked for its key."""
        header = _header(token)
        self._check_type(header)
        key = await self._keys.key(str(header["kid"]))
        try:
            claims = jwt.decode(token, key, registry=_ALLOWED).claims
            self._registry.validate(claims)
        except ExpiredTokenError as error:
            raise _refused("this token has expired") from error
        except (JoseError, ValueError, TypeError) as error:
            raise _refused() from error
        self._check_kind(header, claims)
        return self._outsider(claims)

    def _check_type(self, header: Mapping[str, Any]) -> None:
        """Only access tokens: an ID token of the same provider tells a client who somebody is, and opens nothing."""
        kind = str(header.get("typ", "JWT")).lower()
        if kind not in _OF_ACCESS_TOKENS and not (self._rules.plain_type and kind == "jwt"):
            raise _refused("this is no access token: its type is not at+jwt")

    def _check_kind(self, header: Mapping[str, Any], claims: Mapping[str, Any]) -> None:
        if str(header.get("typ", "JWT")).lower() in _OF_ACCESS_TOKENS:
            return
        if any(name in claims for name in _OF_ID_TOKENS) or claims.get("typ", "Bearer") != "Bearer":
            raise _refused("this is no access token")

    def _outsider(self, claims: Mapping[str, Any]) -> Outsider:
        subject = claims["sub"]
        if not 1 <= len(subject) <= LONGEST_SUBJECT:
            raise _refused()
        try:
            issued, ends = int(claims["iat"]), int(claims["exp"]) + self._rules.leeway
        except OverflowError as error:
            raise _refused() from error
        return Outsider(subject, scopes_of(claims, self._rules.prefix), issued, ends)


def scopes_of(claims: Mapping[str, Any], prefix: str) -> frozenset[str]:
    """Our scopes among those of the token: `scope` or `scp`, as a text or as a list, each behind the prefix.

    It never takes `admin` from outside: an editor of scopes at the provider would run this service.
    """
    named: set[str] = set()
    for claim in (claims.get("scope"), claims.get("scp")):
        if isinstance(claim, str):
            named.update(claim.split())
        elif isinstance(claim, list):
            named.update(part for part in claim if isinstance(part, str))
    own = {name.removeprefix(prefix) for name in named if name.startswith(prefix)}
    return frozenset(own & SCOPES.keys() - {ADMIN})


def _header(token: str) -> dict[str, Any]:
    """The protected header, which is believed nothing but which key to look up. A key in it is never looked at."""
    if len(token) > LONGEST:
        raise _refused()
    try:
        found: CompactSignature = extract_compact(token.encode(), registry=_ALLOWED)
        header = found.headers()
        _ALLOWED.get_alg(str(header.get("alg")))
    except (JoseError, ValueError, TypeError) as error:
        raise _refused() from error
    if not isinstance(header.get("kid"), str):
        raise _refused("this token doesn't say which key it is signed by")
    return dict(header)


def _refused(message: str = "this token is not valid") -> ApiError:
    return ApiError(ErrorCode.UNAUTHENTICATED, message)
