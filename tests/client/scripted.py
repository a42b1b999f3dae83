"""A service that answers as a test says, and notes what it was asked."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from typing import Any, TypeAlias

import httpx

from playledger_client import Client

PROBLEM = {"type": "about:blank", "title": "-", "detail": "why", "instance": "/", "ruleId": None}
MATCH = {
    "id": "mt_1", "game": "c4", "status": "RUNNING", "version": 3, "visibility": "OPEN", "reveal": "ALL",
    "closed": False, "spectatorDelayMs": 0, "seats": [], "endsAt": None, "options": {}, "result": None,
    "practice": False, "origin": None, "tournament": None, "headHash": "00", "createdAt": "-", "updatedAt": "-",
    "clock": {"decision": None, "turn": None, "bank": 0},
    "pins": {"rulesVersion": "1", "rulesHash": "00", "engineVersion": "1", "cardSetHash": "00", "rngAlgorithm": "-",
             "seedCommitment": "00"},
}  # fmt: skip
HERE, THERE = "http://here.example", "http://there.example"
Answer: TypeAlias = httpx.Response | httpx.TransportError


def said(data: object, status: int = 200, **headers: str) -> httpx.Response:
    return httpx.Response(status, json=data, headers=headers)


def refusal(code: str, status: int, retry_after: str | None = None, **more: Any) -> httpx.Response:
    """A problem of the service."""
    problem = {**PROBLEM, "code": code, "status": status, "legalActionsUrl": None, "errors": [], **more}
    return said(problem, status, **({} if retry_after is None else {"Retry-After": retry_after}))


def lost() -> httpx.TransportError:
    return httpx.ConnectError("nobody there")


class Broken(httpx.AsyncByteStream):
    """A body of which parts come, and then, unless it is `whole`, nothing but an error."""

    def __init__(self, parts: Sequence[bytes], *, whole: bool) -> None:
        self._parts = parts
        self._whole = whole

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for part in self._parts:
            yield part
        if not self._whole:
            raise httpx.ReadError("cut")


def stream(*lines: object, whole: bool = True) -> httpx.Response:
    """JSON lines, each in two pieces, then the end or a cut."""
    parts: list[bytes] = []
    for line in lines:
        text = json.dumps(line, ensure_ascii=False).encode() + b"\n"
        parts += [text[:7], text[7:]]
    return httpx.Response(200, stream=Broken(parts, whole=whole))


class Scripted:
    """Gives one answer after the other."""

    def __init__(self, *answers: Answer) -> None:
        self.asked: list[httpx.Request] = []
        self._answers = list(answers)

    def client(self, token: str | None = None, waits: Sequence[float] = (0.0, 0.0, 0.0)) -> Client:
        """A client of two servers that are both this one."""
        return Client((HERE, THERE), token, waits=waits, transport=httpx.MockTransport(self._answer))

    def _answer(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        answer = self._answers.pop(0)
        if isinstance(answer, httpx.TransportError):
            raise answer
        return answer

    @property
    def left(self) -> int:
        """Answers that nobody asked for."""
        return len(self._answers)
