"""Small files that unpack to large ones."""

from __future__ import annotations

import zlib


def bomb(megabytes: int, of: bytes = b"0", head: bytes = b"") -> bytes:
    """A head and one character over and over as a gzip file, packed piece by piece: they are never in the memory of the
    test.
    """
    megabyte = of * (1 << 20)
    packer = zlib.compressobj(wbits=zlib.MAX_WBITS | 16)
    packed = (packer.compress(piece) for piece in (head, *(megabyte for _ in range(megabytes))))
    return b"".join([*packed, packer.flush()])
