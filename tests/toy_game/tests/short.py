"""Options under which a match is over soon."""

from __future__ import annotations

from collections.abc import Mapping

OPTIONS: Mapping[str, object] = {"rounds": 1}
SAMPLE: Mapping[str, object] = {}
"""Those of the sample of its replay files."""
