"""The pictures of docs/web.md, one of each screen for each width: `python -m tests.web.pictures [SCREEN ...]`."""

from __future__ import annotations

import sys
from base64 import b64decode
from collections.abc import Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, sync_playwright

from tests.kit import browser as browsers
from tests.kit.process import ROOT, free_port
from tests.web.browsing import DESK, PHONE, QUIET, visiting
from tests.web.halls import hall
from tests.web.screens import SCREENS, Furnished, Screen, furnish

PICTURES = ROOT / "docs" / "web"
QUALITY = 40
"""Of the pictures, from 0 to 100."""


def picture(screen: Screen, width: int) -> Path:
    """Where the picture of a screen is."""
    return PICTURES / f"{screen.name}-{width}.webp"


def main(names: Sequence[str]) -> None:
    """Take the pictures of these screens, or of all."""
    wanted = [screen for screen in SCREENS if not names or screen.name in names]
    PICTURES.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder, hall(Path(folder), free_port()) as there, sync_playwright() as playwright:
        furnished = furnish(there)
        browser = playwright.chromium.launch(executable_path=browsers.browser(), args=list(QUIET))
        for width in (DESK, PHONE):
            _take(browser, furnished, wanted, width)
        browser.close()


def _take(browser: Browser, furnished: Furnished, screens: Iterable[Screen], width: int) -> None:
    for screen in screens:
        with visiting(browser, furnished.hall.address, width=width) as visitor:
            if screen.whose is not None:
                furnished.hall.enter(visitor.page, screen.whose)
            furnished.show(visitor, screen)
            picture(screen, width).write_bytes(_packed(visitor.page))


def _packed(page: Page) -> bytes:
    """What the window shows, as WebP, which Playwright itself doesn't offer."""
    page.evaluate("() => document.fonts.ready")
    devtools = page.context.new_cdp_session(page)
    shot = devtools.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    return b64decode(shot["data"])


if __name__ == "__main__":
    main(sys.argv[1:])
