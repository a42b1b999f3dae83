"""Options under which a match is over soon."""

from __future__ import annotations

from collections.abc import Mapping

OPTIONS: Mapping[str, object] = {"turn_cap": 6}
SAMPLE: Mapping[str, object] = {"turn_cap": 12}
"""Those of the sample of its replay files."""
STORED: Mapping[str, object] = {"turn_cap": 16}
"""Those of the whole matches that later releases have to read."""
