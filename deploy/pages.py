"""Put what the pages load into the installed package: `python -P deploy/pages.py api_schema` (see the Dockerfile).

The wheel holds no npm package. The one argument is the folder of the same package where they were installed by their
lock. Only the files that are served are copied. `-P` keeps the source out of the way of what is installed.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from api_schema.graphql import assets
from api_schema.web import Web


def main(source: Path) -> None:
    """Copy the files that are served and not there yet; a missing one is an error."""
    for path in assets.FILES.values():
        target = assets.FOLDER / path
        if not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source / "graphql" / "graphiql" / path, target)
    if assets.GraphiQL.installed() is None:
        sys.exit("the files of GraphiQL are not complete")
    if Web.built() is None:
        sys.exit("the page for people is not in the wheel")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
