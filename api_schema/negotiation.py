"""The offer that a client likes best: media types by Accept (RFC 9110, 12.5.1), codings by Accept-Encoding."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple
from urllib.request import parse_http_list

ANYTHING = "*/*"
REMEMBERED = 256
"""Header lines: most clients of a kind send the same."""


class Liking(NamedTuple):
    """How much an offer is liked: by quality, from 0 to 1; of equals the one that is named more exactly, from 0 for
    any type to 2; then the one that is named first.
    """

    quality: float
    exactness: int
    place: int


NOT_LIKED = Liking(0.0, 0, 0)


def negotiate(headers: Mapping[str, str], *offers: str) -> str:
    """The media type that Accept likes best, the first of equals; the first too if it likes none."""
    return _best(accepted(headers), offers)


def likes_by_name(headers: Mapping[str, str], offer: str) -> bool:
    """Whether Accept takes a media type, and not only as one of any."""
    return _liking(wishes(accepted(headers)), offer).exactness > 0


def accepted(headers: Mapping[str, str]) -> str:
    """The line of Accept: several are one; none is anything."""
    return ", ".join(line for name, line in headers.items() if name == "accept" and line.strip()) or ANYTHING


@lru_cache(maxsize=REMEMBERED)
def wishes(header: str) -> Mapping[str, tuple[float, int]]:
    """(quality, -place) of each media type, range or coding of a header line, in lower case. An offer that is named
    twice is liked as well as where it is liked more. Parameters beside `q` are left out: no offer has any.
    """
    found: dict[str, tuple[float, int]] = {}
    for place, part in enumerate(parse_http_list(header.lower())):
        name, *parameters = (piece.strip() for piece in part.split(";"))
        liked = _quality(parameters), -place
        found[name] = max(liked, found.get(name, liked))
    return found


def _quality(parameters: list[str]) -> float:
    text = next((text[2:] for text in parameters if text.startswith("q=")), "1")
    return min(1.0, float(text)) if text.isascii() and text.replace(".", "", 1).isdigit() else 0.0


@lru_cache(maxsize=REMEMBERED)
def _best(header: str, offers: tuple[str, ...]) -> str:
    wished = wishes(header)
    return max(offers, key=lambda offer: _liking(wished, offer))


def _liking(wished: Mapping[str, tuple[float, int]], offer: str) -> Liking:
    """The liking of the most exact range that names the offer."""
    for exactness, media in ((2, offer), (1, offer.partition("/")[0] + "/*"), (0, ANYTHING)):
        if media in wished:
            quality, place = wished[media]
            return Liking(quality, exactness, place) if quality > 0 else NOT_LIKED
    return NOT_LIKED
