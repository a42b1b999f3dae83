"""Proxies in front of a service: HAProxy as deploy/ configures it, and nginx as its ingress does."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.kit.process import ROOT, free_port
from tests.kit.waiting import PATIENCE

CONFIG = ROOT / "deploy" / "proxy" / "haproxy.cfg"
HAPROXY = shutil.which("haproxy") or shutil.which("haproxy", path="/usr/sbin")
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
needs_haproxy = pytest.mark.skipif(HAPROXY is None, reason="haproxy is not installed (Debian: apt-get install haproxy)")
needs_nginx = pytest.mark.skipif(NGINX is None, reason="nginx is not installed (Debian: apt-get install nginx-light)")
NGINX_CONFIG = """
daemon off;
master_process off;
pid {folder}/pid;
error_log {folder}/errors;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/bodies;
    proxy_temp_path {folder}/answers;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    map $http_upgrade $connection_upgrade {{ default upgrade; "" ""; }}
    upstream replica {{ server {replica}; keepalive 8; }}
    server {{
        listen 127.0.0.1:{port};
        client_max_body_size 16m;
        location {root}/ {{
            proxy_pass http://replica{to};
            proxy_http_version 1.1;
            proxy_buffering off;
            proxy_request_buffering {whole};
            proxy_set_header Host $host;
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection $connection_upgrade;
            proxy_set_header X-Request-Id $request_id;
            proxy_set_header X-Forwarded-For $remote_addr;
            proxy_set_header X-Forwarded-Proto $scheme;
        }}
    }}
}}
"""
"""What the NGINX ingress makes of deploy/kubernetes/optional/ingress.yaml, as far as it matters for requests.

Connections to the replica are shared by all clients, and an upgrade is passed on, whatever to.
"""


def rewritten(text: str, addresses: dict[str, str]) -> str:
    """The configuration with other addresses, each wherever it stands, and nothing else."""
    for known, wanted in addresses.items():
        assert known in text
        text = text.replace(known, wanted)
    return text


@contextmanager
def haproxy(folder: Path, *replicas: str, certificate: Path | None = None) -> Iterator[tuple[int, int]]:
    """The proxy before two replicas, given as host:port: its ports for plain HTTP and, with a certificate, for TLS."""
    plain, safe = free_port(), free_port()
    known = ("replica-1:8000", "replica-2:8000")
    addresses = {
        "bind :8080": f"bind 127.0.0.1:{plain}",
        "bind :8443": f"bind 127.0.0.1:{safe}",
        **dict(zip(known, replicas, strict=True)),
    }
    file = folder / "haproxy.cfg"
    file.write_text(rewritten(CONFIG.read_text(), addresses))
    given = {} if certificate is None else {"PLAYLEDGER_TLS_CERTIFICATE": str(certificate)}
    with _running([str(HAPROXY), "-q", "-db", "-f", str(file)], plain, **given):
        yield plain, safe


@contextmanager
def nginx(folder: Path, replica: str, *, whole: bool, root: str = "", strips: bool = False) -> Iterator[int]:
    """A proxy before one replica, given as host:port; its port. `whole`: it passes no part of a body on.

    The replica is below the `root`, which the proxy takes off the addresses that it passes on if it `strips`.
    """
    port, file = free_port(), folder / "nginx.conf"
    values = {"folder": folder, "port": port, "replica": replica, "whole": "on" if whole else "off"}
    file.write_text(NGINX_CONFIG.format(**values, root=root, to="/" if strips else ""))
    with _running([str(NGINX), "-p", str(folder), "-c", str(file), "-e", str(folder / "errors")], port, root):
        yield port


def certificate(folder: Path) -> Path:
    """A new certificate that nobody has signed, and its key, in one file."""
    both, key = folder / "certificate.pem", folder / "key.pem"
    subject = ["-subj", "/CN=playledger.example", "-days", "1"]
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", *subject, "-keyout", str(key)]
    public = subprocess.run(made, capture_output=True, text=True, check=True).stdout
    both.write_text(public + key.read_text())
    return both


@contextmanager
def _running(command: list[str], port: int, root: str = "", **environment: str) -> Iterator[None]:
    """The proxy until the end of the block, from when it answers for a replica that is ready."""
    with subprocess.Popen(command, env=os.environ | environment, stdout=subprocess.DEVNULL) as process:
        try:
            end = time.monotonic() + PATIENCE
            while not _passes(port, root):
                assert process.poll() is None, "the proxy did not start"
                assert time.monotonic() < end, "the proxy finds no replica"
                time.sleep(0.05)
            yield
        finally:
            process.kill()


def _passes(port: int, root: str) -> bool:
    try:
        return httpx.get(f"http://127.0.0.1:{port}{root}/ready", timeout=PATIENCE).status_code in (200, 308)
    except httpx.HTTPError:
        return False
