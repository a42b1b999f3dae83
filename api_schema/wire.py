"""The extension of ASGI that the skins use where their server offers it."""

from __future__ import annotations

from collections.abc import Callable

SEND_NOW = "playledger.send_now"
"""In `extensions` of a websocket's scope: a SendNow under `send`."""
SendNow = Callable[[bytes], bool]
"""Sends a text message at once; False if it can't, where `send` would have to wait or would refuse."""
