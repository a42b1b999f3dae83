"""Sources of a replay file's lines: a path, or uploaded bytes. Plain or gzipped, as the bytes tell."""

from __future__ import annotations

import gzip
import io
import os
import stat
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

import msgspec

from service.history.verify.report import TooLarge, Unreadable

LONGEST = 4 << 20
"""Bytes of the longest line that is read."""
MOST_BLANK = 1_000
"""Blank lines in a row: a packed file may hold so many that they would be read for hours."""
_GZIP = b"\x1f\x8b"


class FileSource:
    """A file on disk."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def lines(self) -> Iterator[bytes]:
        """Every line. Raises Unreadable for what is no text of lines."""
        try:
            with regular(self._path) as file:
                yield from split(file)
        except Unreadable as error:
            raise Unreadable(f"{self._path}: {error}", error.line) from None
        except OSError as error:
            raise Unreadable(f"{self._path}: {error.strerror or error}") from None


class BytesSource:
    """An upload; unpacked it may have `limit` bytes and `most` lines."""

    def __init__(self, data: bytes, limit: int, most: int = sys.maxsize) -> None:
        self._data = data
        self._limit = limit
        self._most = most

    def lines(self) -> Iterator[bytes]:
        """Every line. Raises Unreadable, or TooLarge."""
        left = self._limit
        for number, line in enumerate(split(io.BytesIO(self._data)), 1):
            left -= len(line)
            if left < 0:
                raise TooLarge(f"unpacked it is larger than {self._limit} bytes", number)
            if number > self._most:
                raise TooLarge(f"it has more than {self._most} lines", number)
            yield line


@contextmanager
def regular(path: Path) -> Iterator[BinaryIO]:
    """The file, opened. Raises OSError, and Unreadable for a pipe, whose other side might never write, or a device."""
    with open(path, "rb", opener=lambda name, flags: os.open(name, flags | os.O_NONBLOCK)) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise Unreadable("this is no regular file")
        yield file


def has_format(line: bytes, name: str) -> bool:
    """Whether this is the first line of a file of this format, be it sound or not."""
    try:
        data: object = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
    return isinstance(data, dict) and data.get("format") == name


def split(file: BinaryIO) -> Iterator[bytes]:
    """The lines of an open file. Raises Unreadable where it can't be unpacked or a line is endless."""
    packed = file.read(2) == _GZIP
    file.seek(0)
    text = cast(BinaryIO, gzip.GzipFile(fileobj=file)) if packed else file
    number = blank = 0
    while True:
        try:
            raw = text.readline(LONGEST + 1)
        except (gzip.BadGzipFile, EOFError, zlib.error) as error:
            raise Unreadable(f"line {number + 1}: the gzip data is broken: {error}", number + 1) from None
        if not raw:
            return
        number += 1
        if len(raw) > LONGEST:
            raise Unreadable(f"line {number} is longer than {LONGEST} bytes", number)
        blank = blank + 1 if raw.isspace() else 0
        if blank > MOST_BLANK:
            raise Unreadable(f"line {number}: more than {MOST_BLANK} lines in a row are blank", number)
        yield raw
