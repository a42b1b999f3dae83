"""Small files that unpack to large ones."""

from __future__ import annotations

import zlib

_MEGABYTE = b"0" * (1 << 20)


def bomb(megabytes: int) -> bytes:
    """Zeros as a gzip file, packed piece by piece: they are never in the memory of the test."""
    packer = zlib.compressobj(wbits=zlib.MAX_WBITS | 16)
    return b"".join([*(packer.compress(_MEGABYTE) for _ in range(megabytes)), packer.flush()])
