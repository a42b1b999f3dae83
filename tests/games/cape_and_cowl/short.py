"""Options under which a match is over soon."""

from __future__ import annotations

from collections.abc import Mapping

OPTIONS: Mapping[str, object] = {"round_limit": 4}
SAMPLE: Mapping[str, object] = {"round_limit": 6}
"""Those of the sample of its replay files."""
