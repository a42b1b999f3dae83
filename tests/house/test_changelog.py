"""The changelog is for people: a release is a page that they read in some minutes."""

import re
from collections.abc import Mapping

WORDS = 1_000


def test_no_release_takes_more_than_a_page(committed: Mapping[str, str]) -> None:
    """What is unreleased counts as a release."""
    preface, *releases = re.split(r"^(?=## \[)", committed["CHANGELOG.md"], flags=re.MULTILINE)
    assert len(releases) > 1
    assert [part.partition("\n")[0] for part in (preface, *releases) if len(part.split()) > WORDS] == []
