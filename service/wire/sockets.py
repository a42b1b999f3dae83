"""Websockets that can't be made to hold memory by clients who send without reading, or in endless pieces."""

from __future__ import annotations

import asyncio
from typing import ClassVar

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

from api_schema.wire import SEND_NOW
from service.wire.limits import WireLimits

PIECES = 1024
"""Frames of one message."""
NO_TEXT, TOO_BIG = 1007, 1009
SWITCHING = 101


class GuardedSocket(WebSocketsSansIOProtocol):
    """One websocket. A subclass for each server has its `limits`."""

    limits: ClassVar[WireLimits]
    _stalled: asyncio.TimerHandle | None = None

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing of it stays."""
        self._unstall()
        super().connection_lost(exc)

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
