"""Object storage: a bucket by the S3 protocol, or a folder. Every object is written once, whole, and never changed."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

import obstore
from obstore.exceptions import BaseError, NotFoundError
from obstore.store import LocalStore, ObjectStore, from_url

from eventstore import StoreUnavailable
from service.history.archive.files import ObjectLost
from service.settings import SettingsError

if TYPE_CHECKING:
    from obstore.store import ClientConfig, RetryConfig

CONNECT = timedelta(seconds=3)
ANSWER = timedelta(seconds=20)
"""The longest for one answer of the storage."""
TRIES = 2
"""How often it is asked again where it fails."""
REMOTE = ("s3://", "s3a://", "gs://", "az://")
LOCAL = "file:///"


class Objects:
    """The objects under one URL."""

    def __init__(self, store: ObjectStore, folder: Path | None = None) -> None:
        """`folder`: where they are files of this machine, which this process has to see onto its disk by itself."""
        self._store = store
        self._folder = folder

    @classmethod
    def open(cls, url: str) -> Objects:
        """The store that a URL names. It connects to nothing yet. Raises SettingsError."""
        try:
            if url.startswith(LOCAL):
                folder = Path(unquote(urlsplit(url).path))
                return cls(LocalStore(folder, mkdir=True), folder)
            if url.startswith(REMOTE):
                bounds: ClientConfig = {"timeout": ANSWER, "connect_timeout": CONNECT, "allow_http": _is_plain()}
                retries: RetryConfig = {"max_retries": TRIES, "retry_timeout": 2 * ANSWER}
                return cls(from_url(url, client_options=bounds, retry_config=retries))
        except (BaseError, ValueError, OSError) as error:
            raise SettingsError(f"PLAYLEDGER_ARCHIVE_URL: {_line(error)}") from None
        raise SettingsError(f"PLAYLEDGER_ARCHIVE_URL begins with {LOCAL} or one of {', '.join(REMOTE)}")

    async def put(self, name: str, data: bytes) -> None:
        """Keep an object: it is there wholly, or not at all. Raises StoreUnavailable."""
        with _told("written"):
            await obstore.put_async(self._store, name, data)
        if self._folder is not None:
            await asyncio.to_thread(_to_disk, self._folder / name)

    async def get(self, name: str) -> bytes:
        """The bytes of an object. Raises ObjectLost, StoreUnavailable."""
        with _told("read"):
            found = await obstore.get_async(self._store, name)
            return bytes(await found.bytes_async())


def _is_plain() -> bool:
    """Whether the environment names an endpoint without TLS, which is then what the operator wants."""
    named = (os.environ.get(name, "") for name in ("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL", "AWS_ENDPOINT"))
    return any(url.startswith("http://") for url in named)


@contextmanager
def _told(what: str) -> Iterator[None]:
    try:
        yield
    except (NotFoundError, FileNotFoundError) as error:
        raise ObjectLost(f"the archive lacks an object: {_line(error)}") from error
    except (BaseError, OSError) as error:
        raise StoreUnavailable(f"the archive can't be {what} now: {_line(error)}") from error


def _line(error: BaseException) -> str:
    """The first line: the rest of such a text is for who debugs the library."""
    return next(iter(str(error).splitlines()), type(error).__name__)


def _to_disk(path: Path) -> None:
    """See a file and its name onto the disk: the rows may be dropped once it is said to be there."""
    for each in (path, path.parent):
        descriptor = os.open(each, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
