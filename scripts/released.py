"""Write down which commit has cut the last release, once that has its tag: `make released`. It commits nothing."""

from __future__ import annotations

from pathlib import Path

from api_schema import release
from scripts.release import ROOT, git

FOLDER = "api_schema/released"


def name(root: Path) -> None:
    """Name the commit that is tagged. Raises ValueError without a tag, or if its commit has not cut the release."""
    tag = f"v{release.last(root / FOLDER).version}"
    if not git(root, "tag", "--list", tag):
        raise ValueError(f"no commit has the tag {tag}")
    commit = git(root, "rev-list", "-1", tag)
    if commit != git(root, "log", "-1", "--format=%H", tag, "--", f"{FOLDER}/{release.MANIFEST}"):
        raise ValueError(f"{tag} is not on the commit that has cut the release")
    release.name(commit, root / FOLDER)


def main() -> None:
    """Say why it can't be named."""
    try:
        name(ROOT)
    except ValueError as fault:
        raise SystemExit(str(fault)) from None


if __name__ == "__main__":
    main()
