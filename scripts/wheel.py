"""The page for people goes into the wheel where it is built: hatchling runs this for each wheel that it makes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

INSIDE = "api_schema/web_build"
"""Where api_schema/web.py looks for it."""


class WithPage(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the build to a wheel; one for a checkout needs none, which finds it where `make web` leaves it."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the folder whole, or say that the wheel is without it."""
        built = Path(self.root) / "web" / "build"
        if version == "editable":
            return
        if (built / ".done").is_file():
            build_data["force_include"][str(built)] = INSIDE
        else:
            self.app.display_warning("the page for people is not built: this wheel shows a plain one (make web)")
