"""Options under which a match is over soon."""

from __future__ import annotations

from collections.abc import Mapping

OPTIONS: Mapping[str, object] = {"round_limit": 5}
SAMPLE: Mapping[str, object] = {"round_limit": 5}
"""Those of the sample of its replay files."""
STORED: Mapping[str, object] = {"round_limit": 5}
"""Those of the whole matches that later releases have to read."""
GREEDY = 0.9
"""How often random play in tests does what the greedy bot would: chance alone seldom brings a group together."""
