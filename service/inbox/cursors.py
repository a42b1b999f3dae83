"""Cursors of inboxes: places in the log, encrypted. Its numbers would tell how much happens in matches of others."""

from __future__ import annotations

import struct
from base64 import urlsafe_b64decode, urlsafe_b64encode

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESSIV

from api_schema.errors import ApiError, ErrorCode
from service.keys import Keys
from service.projections.inbox.queries import InboxPlace

PURPOSE = "inbox-cursor"
_PLACE = struct.Struct(">QI")


class Cursors:
    """Makes and reads them. One place has one cursor for each account, as long as the newest secret stays."""

    def __init__(self, keys: Keys) -> None:
        self._ciphers = [AESSIV(key) for key in keys.derived(PURPOSE)]

    def of(self, account: str, place: InboxPlace) -> str:
        """The cursor of a place."""
        sealed = self._ciphers[0].encrypt(_PLACE.pack(*place), [account.encode()])
        return urlsafe_b64encode(sealed).decode().rstrip("=")

    def read(self, account: str, cursor: str) -> InboxPlace:
        """The place of a cursor. INVALID_INPUT if it is none of this account."""
        try:
            sealed = urlsafe_b64decode(cursor.encode("ascii") + b"==")
        except ValueError:
            raise _no_cursor() from None
        for cipher in self._ciphers:
            try:
                return InboxPlace(*_PLACE.unpack(cipher.decrypt(sealed, [account.encode()])))
            except (InvalidTag, struct.error):
                continue
        raise _no_cursor()


def _no_cursor() -> ApiError:
    return ApiError(ErrorCode.INVALID_INPUT, "this is not a cursor of your inbox", path=("after",))
