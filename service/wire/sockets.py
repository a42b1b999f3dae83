"""Websockets that can't be made to hold memory or the loop by clients who send without reading, in endless pieces, or
frames that carry nothing.
"""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Request

from api_schema.limiting.nothing import POLICY_VIOLATION, REASON, CountedNothings
from api_schema.wire import SEND_NOW
from service.wire.limits import WireLimits
from service.wire.turns import InTurns

PIECES = 1024
"""Frames of one message."""
SHORTEST = len('{"type":"ping"}')
"""Bytes of the shortest message of the protocol; a frame with fewer carries nothing."""
AT_ONCE = 1024
"""Bytes that are looked at before anything is counted."""
EACH_TURN = 200
"""Frames after which the others have their turn."""
NO_TEXT, TOO_BIG, LOST = 1007, 1009, 1006
SWITCHING = 101


class GuardedSocket(InTurns, WebSocketsSansIOProtocol):
    """One websocket. A subclass for each server has its `limits`."""

    limits: ClassVar[WireLimits]
    _stalled: asyncio.TimerHandle | None = None
    _frames = 0

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._nothings = CountedNothings(self.loop.time)

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing of it stays, not even until a full collection: it is let go by what it holds."""
        self._unstall()
        super().connection_lost(exc)
        self.conn.parser.close()
        if self.handshake_initiated:
            self.scope["extensions"] = {}

    def _paused(self) -> bool:
        return self.read_paused

    def _look(self, data: bytes) -> bytes:
        """Some hundred frames of it."""
        at, self._frames = 0, 0
        while at < len(data) and self._frames < EACH_TURN and not self.transport.is_closing():
            WebSocketsSansIOProtocol.data_received(self, data[at : at + AT_ONCE])
            at += AT_ONCE
        return data[at:]

    def handle_events(self) -> None:
        """The frames that were found, unless too many carry nothing."""
        found = [event for event in self.conn.events if isinstance(event, Frame)]
        self._frames += len(found)
        empty = sum(event.opcode is not Opcode.CLOSE and self._carries_nothing(event) for event in found)
        if empty and self._nothings.too_many(empty):
            self.conn.fail(POLICY_VIOLATION, REASON)
            self.handle_parser_exception()
            return
        super().handle_events()

    def _carries_nothing(self, frame: Frame) -> bool:
        """Control frames have at most 125 bytes, of which the service wants none. Nor does it once it has closed."""
        return len(frame.data) < SHORTEST or frame.opcode in (Opcode.PING, Opcode.PONG) or self.close_sent

    def handle_parser_exception(self) -> None:
        """Close the socket; where it was not accepted yet, there is none that could be told why."""
        if self.conn.close_sent is None:
            self.queue.put_nowait({"type": "websocket.disconnect", "code": LOST})
            self.transport.close()
        else:
            super().handle_parser_exception()

    async def receive(self) -> Any:
        """The next message. A sender of many at once lets the others have their turn before each."""
        message = await self.queue.get()
        if not self.queue.empty():
            await asyncio.sleep(0)
        elif self.read_paused:
            self.read_paused = False
            if self._turn is None and not self.transport.is_closing():
                self.transport.resume_reading()
        return message

    def pause_writing(self) -> None:
        """The client does not read; after a while it is not waited for."""
        super().pause_writing()
        self._stalled = self.loop.call_later(self.limits.stall, self.transport.abort)

    def resume_writing(self) -> None:
        """It reads again."""
        self._unstall()
        super().resume_writing()

    def handle_connect(self, event: Request) -> None:
        """The application may send texts at once."""
        super().handle_connect(event)
        if self.response.status_code == SWITCHING:
            self.scope["extensions"] = {**(self.scope["extensions"] or {}), SEND_NOW: {"send": self.send_now}}

    def send_now(self, text: bytes) -> bool:
        """Send a text; False if `send` would wait or refuse."""
        if not self.handshake_complete or self.close_sent or not self.writable.is_set() or self.transport.is_closing():
            return False
        self.conn.send_text(text)
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def handle_ping(self) -> None:
        """An answer, unless those before it are still unread: pings must not fill the memory."""
        if self.writable.is_set() and not self.transport.is_closing():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def handle_cont(self, event: Frame) -> None:
        """A piece of a message. The library bounds their sizes, not how many empty ones there are."""
        if len(self.frames) >= PIECES:
            self.conn.fail(TOO_BIG, "too many pieces")
            self.handle_parser_exception()
            return
        super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """A whole message. One that is no text closes the socket; it is the client's fault, and nothing to log."""
        if self.curr_msg_data_type == "text":
            try:
                self.frames = [b"".join(self.frames)]
                self.frames[0].decode()
            except UnicodeDecodeError:
                self.frames = []
                self.conn.fail(NO_TEXT, "not UTF-8")
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    def _unstall(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None
