"""The patterns of times and numbers, as the documents say them. The service says what is wrong in words of its own."""

from __future__ import annotations

from typing import Any

from domain.tournament.policy import BEST_OF, TIE_BREAKS

TIME = (
    "^[12][0-9]{3}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,6})?"
    "(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$"
)
"""A time as RFC 3339 writes it."""
WORDS = {"words": "has to be a time as RFC 3339 writes it, with its zone: 2026-11-26T20:00:00Z"}
MOMENT: dict[str, Any] = {"format": "date-time"}
WRITTEN_MOMENT: dict[str, Any] = {**MOMENT, "pattern": TIME}
WEB_ADDRESS: dict[str, Any] = {"format": "uri", "pattern": "^https?:[!-~]+$"}
SLUG: dict[str, Any] = {"pattern": "^[a-z0-9_-]{1,64}$"}
REFERENCE: dict[str, Any] = {"pattern": "^[A-Za-z0-9:._-]{1,64}$"}
SAYS_SOMETHING: dict[str, Any] = {"minLength": 1, "pattern": "^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$"}
"""A text that is more than blanks."""
_SEEN = (
    "[^\\u0000-\\u0020\\u007f-\\u00a0\\u00ad\\u034f\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u115f\\u1160"
    "\\u1680\\u17b4\\u17b5\\u2000-\\u200b\\u200e\\u200f\\u2028-\\u202f\\u205f-\\u206f\\u2800\\u3000\\u3164\\ue000-\\uf8ff"
    "\\ufeff\\uffa0\\ufff9-\\ufffb]"
)
"""Characters that nobody sees anywhere are left out. The service judges those that are seen in some places, such as
joiners.
"""


def _name(most: int) -> dict[str, Any]:
    """At most so many visible characters and single spaces between them; the spaces count too, but for those around."""
    return {"pattern": f"^ *{_SEEN}( ?{_SEEN}){{0,{most - 1}}} *$"}


LONGEST_NAME, LONGEST_OF_TOKEN = 40, 80
"""Characters of the name of an account, after normalisation, and of a token."""
NAME, NAME_OF_TOKEN = _name(LONGEST_NAME), _name(LONGEST_OF_TOKEN)
NO_NUL = "^[^\\u0000]*$"
SEED: dict[str, Any] = {"pattern": "^[0-9A-Za-z_+/=-]{1,128}$"}
TIE_BREAK: dict[str, Any] = {"pattern": f"^({'|'.join(TIE_BREAKS)})$"}
BEST_OF_GAMES: dict[str, Any] = {"enum": [*BEST_OF]}
EVENT: dict[str, Any] = {"pattern": "^ev_(tn_)?[a-z2-7]{26}_[0-9]{1,9}(_(full|seat[0-9]{1,2}|en_[0-9a-z]{1,64}))?$"}
PROMPT: dict[str, Any] = {"pattern": "^pr_[0-9]{1,9}$"}
DAY = 86_400_000
HOUR = 3_600_000


def one_or_several(values: str) -> dict[str, str]:
    """The words for a list of values, given as `(A|B|C)`."""
    return {"words": f"has to be one or several of {', '.join(values.strip('()').split('|'))}, commas between"}


def up_to(most: int) -> dict[str, Any]:
    """A number from 0 on."""
    return {"minimum": 0, "maximum": most}
