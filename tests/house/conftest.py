"""What the tests of the house share: the files that are committed."""

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="package")
def committed(programs: None) -> dict[str, str]:
    """The text of every tracked file, by its path in the repository; files that are not text are left out."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    texts = {}
    for name in filter(None, listed.split("\0")):
        path = ROOT / name
        if path.is_file():
            content = path.read_bytes()
            if b"\0" not in content:
                texts[name] = content.decode()
    return texts
