"""An HTTP client of several servers that asks until one of them has answered."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import httpx

from tests.kit.waiting import PATIENCE


class Patient:
    """A server that does not answer is left for the next one; `left` counts how often. An unforgiving client ends as
    soon as one fails it.
    """

    def __init__(self, token: str, servers: Sequence[str], *, unforgiving: bool = False) -> None:
        self.left = 0
        self._servers = list(servers)
        self._unforgiving = unforgiving
        # a server that is slow has not failed anybody; who has others to ask need not wait for it
        seconds = PATIENCE if unforgiving else 10
        self._http = httpx.Client(headers={"Authorization": f"Bearer {token}"}, timeout=seconds)

    def ask(self, method: str, path: str, **how: Any) -> httpx.Response:
        """Ask until somebody answers; a dead server goes to the end of the list."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                answer = self._http.request(method, self._servers[0] + path, **how)
            except httpx.HTTPError:
                if self._unforgiving:
                    raise
                self.left += 1
                self._servers.append(self._servers.pop(0))
                time.sleep(0.05)
                continue
            if answer.status_code < 500:
                return answer
            if self._unforgiving:
                raise SystemExit(f"{answer.status_code}: {answer.text}")
            time.sleep(0.1)
        raise SystemExit(f"nobody answered {method} {path}")
