"""What is measured inside a browser: CPU of the page's main thread, memory, frames, and when something is there."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import CDPSession, Locator, Page

THROTTLE = 4
"""How many times slower a weak phone is taken to be."""
COUNTED = ("TaskDuration", "ScriptDuration", "LayoutDuration", "RecalcStyleDuration")

# What a page does from its first line on: it notes long tasks, and how long a click that sends an answer takes until
# the next table is drawn.
NOTES = """(() => {
  window.longest = 0;
  new PerformanceObserver(list => {
    for (const {duration} of list.getEntries()) window.longest = Math.max(window.longest, duration);
  }).observe({type: 'longtask', buffered: true});
  window.answered = [];
  let clicked = 0, sent = false;
  const asking = window.fetch;
  window.fetch = (...given) => {
    const url = given[0] instanceof Request ? given[0].url : String(given[0]);
    if (url.endsWith('/actions')) sent = true;
    return asking(...given);
  };
  addEventListener('click', event => { [clicked, sent] = [event.timeStamp, false]; }, true);
  new MutationObserver(changes => {
    if (!sent || !changes.some(({target}) => target.matches('a[href*="?at="]'))) return;
    sent = false;
    requestAnimationFrame(() => setTimeout(() => window.answered.push(performance.now() - clicked)));
  }).observe(document, {subtree: true, attributes: true, attributeFilter: ['href']});
})()"""

# Milliseconds since the start of the visit, as soon as so many are there.
THERE = """([wanted, number]) => document.querySelectorAll(wanted).length >= number && performance.now()"""

# Presses keys on the line of a replay, or draws it to places; one after another has been drawn.
SCRUB = """async moves => {
  const line = document.querySelector('input[type=range]');
  const drawn = () => new Promise(done => requestAnimationFrame(() => setTimeout(done)));
  for (const move of moves) {
    if (typeof move === 'string')
      line.dispatchEvent(new KeyboardEvent('keydown', {key: move, bubbles: true, cancelable: true}));
    else {
      line.value = String(move);
      line.dispatchEvent(new Event('input', {bubbles: true}));
    }
    await drawn();
  }
}"""

# Notes the longest time between two frames until it is told to stop; that time in ms.
FRAMES = """() => {
  let last = performance.now(), worst = 0, on = true;
  const next = now => { worst = Math.max(worst, now - last); last = now; if (on) requestAnimationFrame(next); };
  requestAnimationFrame(next);
  window.worstFrame = () => { on = false; return worst; };
}"""

# Clicks, and waits until the section around has a text; how long that took in ms. Nothing asks the page meanwhile: what
# looks for elements by their roles computes a name for each, on the thread whose frames are counted.
CLICKED = """([button, text]) => new Promise((done, failed) => {
  const begin = performance.now(), section = button.closest('section');
  setTimeout(() => failed(new Error(section.textContent)), 60_000);
  const look = () => section.textContent.includes(text) && done(performance.now() - begin);
  new MutationObserver(look).observe(section, {subtree: true, childList: true, characterData: true});
  button.click();
})"""


class Instruments:
    """A page under measurement. Times of its main thread are CPU times: what else the machine does is not in them."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._devtools: CDPSession = page.context.new_cdp_session(page)
        self._devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
        page.add_init_script(NOTES)

    def slow_down(self, times: int = THROTTLE) -> None:
        """From now on the page runs so many times slower."""
        self._devtools.send("Emulation.setCPUThrottlingRate", {"rate": times})

    def there(self, wanted: str, number: int = 1) -> float:
        """Milliseconds from the start of the visit until so many elements are there."""
        return float(self.page.wait_for_function(THERE, arg=[wanted, number]).json_value())

    def busy(self) -> dict[str, float]:
        """Milliseconds that the main thread has worked so far, by kind."""
        metrics = self._metrics()
        return {name: metrics[name] * 1e3 for name in COUNTED}

    def held(self) -> float:
        """Megabytes that the scripts hold after their garbage is gone."""
        for _ in range(3):
            self._devtools.send("HeapProfiler.collectGarbage")
        return self._metrics()["JSHeapUsedSize"] / 1e6

    def scrub(self, moves: list[Any]) -> dict[str, float]:
        """Milliseconds of the main thread for a move along the line of a replay, by kind."""
        before = self.busy()
        self.page.evaluate(SCRUB, moves)
        return {name: (after - before[name]) / len(moves) for name, after in self.busy().items()}

    def clicked(self, button: Locator, text: str) -> tuple[float, float]:
        """Milliseconds from a click until a text is in the section around, and the longest time between two frames."""
        asked = [button.element_handle(), text]
        self.page.evaluate(FRAMES)
        took = float(self.page.evaluate(CLICKED, asked))
        return took, float(self.page.evaluate("window.worstFrame()"))

    def longest_task(self) -> float:
        """Milliseconds of the longest task that held up the page; 0 if none took 50."""
        return float(self.page.evaluate("window.longest"))

    def forget_tasks(self) -> None:
        """Look for the longest task from now on."""
        self.page.evaluate("window.longest = 0")

    def _metrics(self) -> dict[str, float]:
        told = self._devtools.send("Performance.getMetrics")["metrics"]
        return {metric["name"]: float(metric["value"]) for metric in told}
