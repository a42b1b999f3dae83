"""The state that a row of the list of matches keeps: what everybody may know of a match, without its events."""

from __future__ import annotations

import msgspec

from domain.kernel.match import State

encode_state = msgspec.msgpack.Encoder().encode
decode_state = msgspec.msgpack.Decoder(State).decode
