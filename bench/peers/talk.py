"""Programs of another language or environment that are told in lines of JSON what to do."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

import msgspec

from bench.peers.rows import NotHere
from tests.e2e.servers import program


class Talk:
    """A program that answers each order with one line."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def ask(self, **order: object) -> Any:
        """Its answer. Raises RuntimeError if the program has ended instead."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(msgspec.json.encode(order).decode() + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            # what is left in the buffer would break whoever closes it later
            with suppress(BrokenPipeError):
                self._process.stdin.close()
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"a peer gave up at {order}")
        return msgspec.json.decode(line)


@contextmanager
def talking(*command: str, first: Mapping[str, object]) -> Iterator[Talk]:
    """Such a program, ended with the block. Raises NotHere if it doesn't even answer the first order."""
    with program(*command, out=subprocess.PIPE, told=subprocess.PIPE) as process:
        try:
            peer = Talk(process)
            try:
                peer.ask(**first)
            except RuntimeError:
                raise NotHere("it is installed and does not run on this machine") from None
            yield peer
        finally:
            assert process.stdout is not None
            process.stdout.close()
