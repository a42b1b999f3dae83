"""Settings from the environment (`PLAYLEDGER_...`) and from nothing else."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Literal

import structlog
from pydantic import Field, SecretStr
from pydantic_settings import SettingsConfigDict

from eventstore.limits import DEFAULT, Pooler, StoreLimits
from eventstore.urls import MEMORY, is_sqlite, sqlite_path
from service.api_settings import ApiSettings
from service.limits import LimitSettings

log = structlog.get_logger(__name__)


class SettingsError(ValueError):
    """A setting is missing or makes no sense."""


class Settings(LimitSettings, ApiSettings):
    """All settings. `secret_key` and `signing_key` may hold several secrets, newest first, separated by commas."""

    model_config = SettingsConfigDict(env_prefix="PLAYLEDGER_", extra="ignore")

    database_url: str = "sqlite:///var/playledger.db"
    database_pooler: Pooler = "off"
    """The pooler before Postgres: `transaction` for a pooler of transactions, `prepared` if it keeps statements."""
    database_replica_url: str | None = None
    """One standby of that Postgres or several, which answer lists, results, exports and reads of ended matches."""
    store_pool_size: int = Field(default=DEFAULT.pool_size, ge=1)
    """Connections to Postgres for events, and as many for everything else."""
    store_connect_seconds: float = Field(default=DEFAULT.connect, gt=0)
    """The longest for a connection to one host of the database."""
    store_read_seconds: float = Field(default=DEFAULT.read, gt=0)
    """The longest for a read of Postgres, connecting included; after that the answer is UNAVAILABLE."""
    store_append_seconds: float = Field(default=DEFAULT.append, gt=0)
    """The longest for an append, connecting and standbys included, and for each statement that writes read models."""
    ready_seconds: float = Field(default=1.0, gt=0)
    """The longest for an answer of /ready."""
    redis_url: str | None = None
    """The Redis that carries hints between replicas: a server, several, Sentinel or a cluster; docs/streams.md."""
    host: str = "127.0.0.1"
    port: int = Field(default=8000, ge=0, le=65535)
    root_path: str = Field(default="", pattern="^(/[A-Za-z0-9._~-]+)*$")
    """The path that a proxy puts before all addresses, such as `/cards`, whether it takes that off or passes it on."""
    workers: int = Field(default=1, ge=1)
    """Processes that share the port, each a replica: more than one needs Postgres and Redis."""
    secret_key: SecretStr | None = None
    signing_key: SecretStr | None = None
    """The secrets of the keys that sign finished matches; those of `secret_key` if not set."""
    log_format: Literal["console", "json"] = "console"
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    cached_matches: int = Field(default=2_000, ge=1)
    """Matches kept in memory."""
    cached_past_versions: int = Field(default=256, ge=1)
    """Past versions kept in memory, and as many waypoints, for time travel and for watchers who catch up."""
    metrics_port: int | None = Field(default=None, ge=0, le=65535)
    """The address of the port for /metrics alone: for Prometheus, never for the public. Each worker has the next."""
    metrics_host: str = "127.0.0.1"
    """The address of that port; 0.0.0.0 only where nobody else reaches it."""
    metrics_public: bool = False
    """Whether everybody gets /metrics on the port of the service."""
    clocks: bool = True
    """Whether this replica raises time-outs and ends abandoned matches. At least one must."""
    abandon_after_days: int = Field(default=7, ge=1)
    """Days without any event after which a match is aborted."""
    read_models: bool = True
    """Whether this replica brings the read models up to date. At least one must."""
    house_bots: bool = True
    """Whether this replica moves the bots of the house. At least one must."""
    webhooks: bool = True
    """Whether this replica delivers webhooks. At least one must."""
    webhook_allow_private: bool = False
    """Whether webhooks may go to private and local addresses, and over plain http: for development."""
    webhook_disable_after_days: int = Field(default=5, ge=1)
    """Days of nothing but failures after which a webhook is disabled."""
    graphiql: bool = True
    """Whether a browser gets GraphiQL at /graphql where its packages are installed; else the plain explorer."""
    web: bool = True
    """Whether a browser gets the page for people at / and its addresses; the plain page at / where it is not built."""
    oidc_issuer: str | None = None
    """The identity provider whose access tokens are good here too, as it writes itself in `iss`. None: none is."""
    oidc_audience: str | None = None
    """The name of this service in `aud` of these tokens."""
    oidc_jwks_url: str | None = None
    """The address of the provider's keys; discovery finds it if not set."""
    oidc_scope_prefix: str = ""
    """The prefix of our scopes at the provider, such as `playledger:` or `https://play.example/`."""
    oidc_web_client: str | None = None
    """The id of the provider's public client for pages in a browser, which `GET /v1/about` tells them."""
    oidc_leeway_seconds: int = Field(default=30, ge=0, le=300)
    """By how much the provider's clock may differ."""
    oidc_plain_type: bool = False
    """Whether to accept access tokens of the type `JWT`, for providers that can't say `at+jwt`."""
    epoch_days: int = Field(default=30, ge=1)
    """Days after which `playledger epoch open` opens the next epoch, whose streams leave the database together."""
    archive_url: str | None = None
    """Where matches go that have been over for long: `s3://bucket/prefix` or `file:///folder`; docs/archive.md."""
    archive_after_days: int = Field(default=30, ge=0)
    """Days after its last event from which on `playledger archive run` takes a match."""
    archive_cache_mb: int = Field(default=64, ge=0)
    """Memory for archived matches that were read last, in MB."""
    snapshot_every: int = Field(default=200, ge=10)
    """Versions of a match between two snapshots."""

    @property
    def store_limits(self) -> StoreLimits:
        """How much of Postgres this process uses, and for how long it waits for it."""
        return StoreLimits(
            self.store_pool_size,
            self.store_connect_seconds,
            self.store_read_seconds,
            self.store_append_seconds,
            self.database_pooler,
        )

    @property
    def sqlite_file(self) -> Path | None:
        """The database file of the embedded store, None with Postgres. Raises SettingsError for no store URL."""
        try:
            return Path(sqlite_path(self.database_url)) if is_sqlite(self.database_url) else None
        except ValueError as error:
            raise SettingsError(str(error)) from None

    def replica_url(self) -> str | None:
        """The standbys that answer reads, None for none. Raises SettingsError where there can't be any."""
        if not self.database_replica_url:
            return None
        try:
            if not is_sqlite(self.database_replica_url) and self.sqlite_file is None:
                return self.database_replica_url
        except ValueError:
            pass
        raise SettingsError(
            "PLAYLEDGER_DATABASE_REPLICA_URL names standbys of a Postgres: it takes postgresql://... there and in "
            "PLAYLEDGER_DATABASE_URL"
        )

    def secret_keys(self) -> tuple[str, ...]:
        """The keys, newest first. The embedded store keeps one of its own beside its file if none is set."""
        if self.secret_key is not None:
            return _listed(self.secret_key)
        if self.sqlite_file is None:
            raise SettingsError("PLAYLEDGER_SECRET_KEY must be set when the store is Postgres")
        if self.sqlite_file.name == MEMORY:
            return (secrets.token_urlsafe(32),)
        return (_own_key(self.sqlite_file.with_suffix(".key")),)

    def signing_keys(self) -> tuple[str, ...]:
        """The secrets behind the keys that sign, newest first. Raises SettingsError for one that is too short."""
        from service.keys import SHORTEST  # here, as few need it and it takes long to import

        if self.signing_key is None:
            return self.secret_keys()
        found = _listed(self.signing_key)
        if not found or any(len(secret) < SHORTEST for secret in found):
            raise SettingsError(f"each secret in PLAYLEDGER_SIGNING_KEY needs at least {SHORTEST} characters")
        return found


def _listed(setting: SecretStr) -> tuple[str, ...]:
    return tuple(secret.strip() for secret in setting.get_secret_value().split(",") if secret.strip())


def _own_key(file: Path) -> str:
    """The key in the file, made on first use and readable by its owner alone."""
    file.parent.mkdir(parents=True, exist_ok=True)
    try:
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return file.read_text().strip()
    with os.fdopen(descriptor, "w") as out:
        out.write(secrets.token_urlsafe(32))
    log.info("made a secret key of its own for this store", file=str(file))
    return file.read_text().strip()
