"""Send a GraphQL document as it stands: `python -m tests.documents.send ADDRESS FILE`. A variable `$match` is MATCH."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path
from urllib.request import Request, urlopen


def main(address: str, file: str) -> None:
    """Print the data; exit with 1 where there are errors."""
    document = Path(file).read_text()
    declared = re.findall(r"\$(\w+): (\w+)", document.partition("{")[0])
    given = {name: os.environ[name.upper()] for name, _ in declared}
    variables = {name: int(given[name]) if kind == "Int" else given[name] for name, kind in declared}
    body = json.dumps({"query": document, "variables": variables}).encode()
    with urlopen(Request(f"{address}/graphql", body, {"Content-Type": "application/json"})) as answer:
        found = json.load(answer)
    json.dump(found, sys.stdout, indent=2)
    sys.exit("errors" in found)


if __name__ == "__main__":
    main(*sys.argv[1:])
