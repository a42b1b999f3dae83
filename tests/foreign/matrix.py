"""The clients and tools that others wrote: where each is locked, how it is called, what works.

`python -m tests.foreign.matrix` prints the table of docs/clients.md. The tests run the commands that stand here, in a
folder that holds the documents; words in capitals are filled in: SERVER is the address of a service.
"""

from __future__ import annotations

import json
import re
import shlex
import sys
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
SAMPLED = ROOT / "tests/clients"
"""The npm packages of the clients that guard a commit."""
OTHERS = ROOT / "tests/foreign"
"""Those of all others."""
PYTHON = ROOT / ".venv/foreign/bin"
"""The programs of the Python packages, which want other versions than the service."""
Lock = Literal["tests/clients", "tests/foreign", "foreign", "dev"]


class Tool(NamedTuple):
    """A package of a lock, the command or the settings that it is called with, and what works."""

    package: str
    lock: Lock
    command: str
    does: str

    @property
    def version(self) -> str:
        """The version that the lock holds."""
        if self.lock.startswith("tests/"):
            return _npm(self.lock)[f"node_modules/{self.package}"]
        pins = (ROOT / f"requirements/{self.lock}.txt").read_text()
        found = re.search(rf"^{re.escape(self.package)}(?:\[\S+\])?==(\S+)", pins, re.MULTILINE)
        assert found, f"{self.package} is not in {self.lock}"
        return found[1]

    def words(self, **places: object) -> list[str]:
        """The command, with its places filled in."""
        return [str(places.get(word, word)) for word in shlex.split(self.command)]


PLAYS = "creates a match, joins it, plays it to its end"
CODE_ALONE = "--global-property apiDocs=false,modelDocs=false,apiTests=false,modelTests=false"
TOOLS: dict[str, Tool] = {
    "urql": Tool(
        "@urql/core",
        "tests/clients",
        "new Client({url, exchanges: [fetchExchange], fetchSubscriptions: true})",
        f"{PLAYS}; follows it by a subscription over `fetch`",
    ),
    "Apollo Client": Tool(
        "@apollo/client",
        "tests/clients",
        "new ApolloClient({link: new HttpLink({uri}), cache: new InMemoryCache()})",
        f"{PLAYS}; follows it over graphql-ws; two perspectives stay apart in the cache; `relayStylePagination()`",
    ),
    "Relay": Tool(
        "relay-compiler",
        "tests/foreign",
        "relay-compiler relay.config.json",
        f"`@connection` and `@refetchable` compile; the runtime {PLAYS}, pages, reads a match again by `node`",
    ),
    "GraphQL Code Generator": Tool(
        "@graphql-codegen/cli",
        "tests/foreign",
        "graphql-codegen --config codegen.json",
        f"preset `client`: strict TypeScript; {PLAYS} by typed actions",
    ),
    "gql": Tool(
        "gql",
        "foreign",
        "Client(transport=AIOHTTPTransport(url), fetch_schema_from_transport=True)",
        f"{PLAYS}; follows it by `WebsocketsTransport`",
    ),
    "ariadne-codegen": Tool(
        "ariadne-codegen", "foreign", "ariadne-codegen", f"strict Python; {PLAYS} by typed actions"
    ),
    "openapi-typescript": Tool(
        "openapi-typescript",
        "tests/clients",
        "openapi-typescript openapi.json --output api.d.ts",
        f"strict TypeScript with openapi-fetch; {PLAYS} by typed actions",
    ),
    "orval": Tool(
        "orval", "tests/foreign", "orval --config orval.config.mjs", f"client `fetch`: strict TypeScript; {PLAYS}"
    ),
    "openapi-python-client": Tool(
        "openapi-python-client",
        "foreign",
        "openapi-python-client generate --path openapi.json --output-path python",
        f"{PLAYS}; no functions for answers of NDJSON and tar, which it says",
    ),
    "openapi-generator, Java": Tool(
        "openapi-generator-cli",
        "foreign",
        "openapi-generator-cli generate -i openapi.json -o java -g java --library native "
        f"--additional-properties openApiNullable=false {CODE_ALONE}",
        f"compiles; {PLAYS}",
    ),
    "openapi-generator, Go": Tool(
        "openapi-generator-cli",
        "foreign",
        "openapi-generator-cli generate -i openapi.json -o src/playledger -g go "
        f"--additional-properties useOneOfDiscriminatorLookup=true {CODE_ALONE}",
        f"compiles; {PLAYS}",
    ),
    "Prism": Tool(
        "@stoplight/prism-cli",
        "tests/foreign",
        "prism proxy openapi.json SERVER --errors --port PORT",
        "README's loop through the validating proxy in every game, and reads of it in JSON: no violation",
    ),
    "Spectral": Tool(
        "@stoplight/spectral-cli",
        "tests/foreign",
        "spectral lint openapi.json --ruleset spectral.yaml --fail-severity warn",
        "finds nothing in `spectral:oas` but what the ruleset names",
    ),
    "Redocly": Tool(
        "@redocly/cli",
        "tests/foreign",
        "redocly lint --config redocly.yaml openapi.json asyncapi.json",
        "finds nothing in `recommended-strict` but the missing licence",
    ),
    "AsyncAPI parser": Tool("@asyncapi/parser", "tests/foreign", "new Parser().parse(text)", "finds no fault"),
    "Schemathesis": Tool(
        "schemathesis",
        "dev",
        "schemathesis run slim.json --url SERVER --header BEARER --exclude-operation-id-regex ^stream "
        "--phases examples,coverage,fuzzing,stateful --max-examples 5 --suppress-health-check all --no-color",
        "by the document of `?games=`: all four phases to their end, no violation",
    ),
}


@cache
def _npm(folder: str) -> dict[str, str]:
    """The versions of a lock by the places of their packages."""
    packages: dict[str, dict[str, str]] = json.loads((ROOT / folder / "package-lock.json").read_text())["packages"]
    return {place: package["version"] for place, package in packages.items() if "version" in package}


def page() -> str:
    """The table of docs/clients.md."""
    rows = [f"| {name} | {tool.version} | `{tool.command}` | {tool.does} |" for name, tool in TOOLS.items()]
    return "\n".join(["| tool | version | command or settings | what works |", "|---|---|---|---|", *rows, ""])


if __name__ == "__main__":
    sys.stdout.write(page())
