"""A person before the page: a browser context, and everything in it that must never happen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request

from tests.kit.process import ROOT

Scheme = Literal["light", "dark"]
BUILD = ROOT / "web" / "build"
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
PHONE, DESK = 390, 1300
"""The widths at which every screen has to hold, in pixels."""
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    # The last list of features counts: Playwright's, and the two windows of the address bar. Each window of a visit
    # would load them, a second of CPU beside the page.
    "--disable-features=AimEnabled,AvoidCorsURLLoaderRestartOnRedirect,AvoidUnnecessaryBeforeUnloadCheckSync,"
    "DestroyProfileOnBrowserClose,HttpsFirstBalancedModeAutoEnable,HttpsUpgrades,LensOverlay,MediaRouter,"
    "NetworkTimeServiceQuerying,OptimizationHints,PaintHolding,PreconnectToSearch,ThirdPartyStoragePartitioning,"
    "WebUIOmniboxAimPopup,WebUIOmniboxPopup",
    # no other host is reachable, whatever a page asks for
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
PATIENCE = 60_000
"""Milliseconds after which what has not come never comes."""
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
COLOURS = ("color-contrast", "link-in-text-block")
"""The rules of axe-core that another scheme can break."""
_RUN_AXE = """async ([type, values]) => (
  await axe.run(document, {runOnly: {type, values}, resultTypes: ["violations"]})).violations.map(
  found => `${found.id}: ${found.help}: ${found.nodes.map(node => node.html.slice(0, 160)).join(" | ")}`)"""
_STILL = """async () => {
  await new Promise(requestAnimationFrame);
  await Promise.allSettled(document.getAnimations().map(found => found.finished));
}"""
_CUT = """() => [...document.querySelectorAll("body *")]
  .filter(found => getComputedStyle(found).overflowX === "visible" && found.checkVisibility()
    && found.getBoundingClientRect().right > document.documentElement.clientWidth + 1
    && !found.closest(".scroll-x, [data-scrolls], .visually-hidden"))
  .map(found => found.outerHTML.slice(0, 160))"""


class Visitor:
    """One person with a browser of their own: nothing is kept between two of them."""

    def __init__(self, context: BrowserContext, address: str, shots: Path | None, also: Sequence[str] = ()) -> None:
        self.page: Page = context.new_page()
        self.address = address
        self.faults: list[str] = []
        """What the console and the network told of and must not, as sentences."""
        self._shots = shots
        self._known = (address, address.replace("http", "ws", 1), "data:", "blob:", *also)
        self._expected: list[str] = []
        context.on("request", self._asked)
        context.on("console", self._told)
        context.on("weberror", lambda error: self.faults.append(f"error: {error.error}"))

    def open(self, path: str) -> Page:
        """The page at an address of the service, as soon as it has a heading."""
        self.page.goto(self.address + path)
        self.page.locator("h1").first.wait_for()
        return self.page

    def check(self, name: str) -> None:
        """The screen as it is: nothing is wrong by axe, and nothing stands out at the right."""
        self.page.evaluate("() => document.fonts.ready")
        # what is on its way from one colour to the other has neither
        self.page.evaluate(_STILL)
        self.picture(name)
        found = self.violations()
        assert not found, f"{name}: {found}"
        cut = self.cut()
        assert not cut, f"{name}: cut at the right: {cut}"

    def expects(self, told: str) -> None:
        """From now on the console may tell of this: a refusal that the test is about."""
        self._expected.append(told)

    def check_both(self, name: str) -> None:
        """The same in both schemes: in the dark one what colours can spoil, since nothing else depends on it."""
        self.check(name)
        self.page.emulate_media(color_scheme="dark")
        self.page.evaluate(_STILL)
        self.picture(f"{name}-dark")
        found = self.violations(*COLOURS)
        assert not found, f"{name}, dark: {found}"
        self.page.emulate_media(color_scheme="light")
        self.page.evaluate(_STILL)

    def picture(self, name: str) -> None:
        """Keep a picture of the whole screen, if anybody wants to look at them."""
        if self._shots is not None:
            self.page.screenshot(path=self._shots / f"{name}.png", full_page=True)

    def violations(self, *rules: str) -> list[Any]:
        """What axe-core finds wrong with the screen as it is, by these rules or by all that count."""
        if not self.page.evaluate("() => 'axe' in window"):
            self.page.evaluate(AXE.read_text(encoding="utf-8"))
        return list(self.page.evaluate(_RUN_AXE, ["rule", rules] if rules else ["tag", TAGS]))

    def cut(self) -> list[Any]:
        """What stands out at the right."""
        # in one go: a match goes on while axe looks at it, and what flies then may come from beyond
        return list(self.page.evaluate(f"async () => {{ await ({_STILL})(); return ({_CUT})(); }}"))

    def _asked(self, request: Request) -> None:
        if not request.url.startswith(self._known):
            self.faults.append(f"asked elsewhere: {request.url}")

    def _told(self, message: ConsoleMessage) -> None:
        expected = any(told in message.text for told in self._expected)
        if message.type in {"error", "warning"} and not expected:
            self.faults.append(f"{message.type}: {message.text}")


@contextmanager
def visiting(
    browser: Browser,
    address: str,
    shots: Path | None = None,
    *,
    width: int = DESK,
    scheme: Scheme = "light",
    also: Sequence[str] = (),
    **more: Any,
) -> Iterator[Visitor]:
    """A visitor with a window of a width, who goes to no other address than the service's and what begins with one of
    `also`; fails at the end if anything happened that must not.
    """
    phone = width <= PHONE
    window = {"width": width, "height": 844 if phone else 900}
    usual = {"viewport": window, "has_touch": phone, "is_mobile": phone, "locale": "en-GB"}
    context = browser.new_context(**{"color_scheme": scheme, **usual, **more})
    context.set_default_timeout(PATIENCE)
    try:
        visitor = Visitor(context, address, shots, also)
        yield visitor
        assert visitor.faults == [], visitor.faults
    finally:
        context.close()
