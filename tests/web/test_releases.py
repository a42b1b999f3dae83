"""Two releases of the page at once: one asks for files that a replica of the other lacks, and it works all the same."""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Route

from api_schema.web import COMPLETE
from tests.kit.link import link_to
from tests.kit.process import free_port
from tests.kit.proxies import haproxy, needs_haproxy
from tests.kit.waiting import PATIENCE
from tests.web.browsing import BUILD, visiting
from tests.web.conftest import Visit
from tests.web.program import PAGE
from tests.web.serving import serving

HASHED = re.compile(r"(?<=[./-])[\w-]{8}(?=\.(?:js|css|woff2)\b)")
"""What stands for the content in the name of a file."""
BROWSER = {"Accept": "text/html"}
VERSION = "() => fetch('/_app/version.json').then(answer => answer.json()).then(({version}) => version)"


def renamed(text: str) -> str:
    """The same with all files of the page named as by another content."""
    return HASHED.sub(lambda found: found[0][::-1], text)


@pytest.fixture(scope="module")
def other_release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A build of the page of which each file has another name, and that has another version."""
    folder = tmp_path_factory.mktemp("page")
    for path in BUILD.rglob("*"):
        if not path.is_file() or path.suffix in {".br", ".gz"}:
            continue
        made = folder / renamed(str(path.relative_to(BUILD)))
        made.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix in {".js", ".css", ".html"}:
            made.write_text(renamed(path.read_text(encoding="utf-8")), encoding="utf-8")
        else:
            shutil.copy(path, made)
    (folder / "_app" / "version.json").write_text('{"version":"another"}', encoding="utf-8")
    (folder / COMPLETE).touch()
    return folder


def files_of(page: str) -> list[str]:
    """The addresses of the files that the page names."""
    return re.findall(r'"(/_app/immutable/[^"]+)"', page)


def test_a_page_whose_files_are_gone_is_asked_for_anew_and_works(visit: Visit, address: str) -> None:
    visitor = visit()
    page = visitor.page
    asked: list[str] = []

    def old_at_first(route: Route) -> None:
        asked.append(route.request.url)
        answer = route.fetch()
        route.fulfill(response=answer, body=renamed(answer.text()) if len(asked) == 1 else answer.text())

    page.route(f"{address}/", old_at_first)
    visitor.open("/")
    assert len(asked) == 2
    page.unroute_all(behavior="wait")
    visitor.faults.clear()  # the browser tells of missing files, and that the policy knows no such script
    page.get_by_role("link", name="Games").first.click()
    page.wait_for_url(f"{address}/g")


@pytest.mark.nightly
def test_a_page_that_never_comes_whole_is_asked_for_a_few_times_and_no_more(visit: Visit, address: str) -> None:
    visitor = visit()
    page = visitor.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.is_navigation_request() else None)
    page.route("**/_app/immutable/**", lambda route: route.fulfill(status=404))
    page.goto(f"{address}/")
    page.wait_for_function("() => JSON.parse(sessionStorage.getItem('playledger.reloads'))?.[1] === 3")
    end = time.monotonic() + PATIENCE
    while len(asked) < 4 and time.monotonic() < end:
        page.wait_for_timeout(50)
    page.wait_for_load_state("networkidle")
    assert len(asked) == 4
    visitor.faults.clear()


@pytest.mark.nightly
def test_a_page_goes_on_where_another_release_is_served_meanwhile(
    browser: Browser, address: str, shots: Path, other_release: Path, tmp_path: Path
) -> None:
    port = int(address.rpartition(":")[2])
    with ExitStack() as stack:
        other, _ = stack.enter_context(serving(free_port(), tmp_path, **{PAGE: str(other_release)}))
        link = stack.enter_context(link_to(port))
        visitor = stack.enter_context(visiting(browser, f"http://127.0.0.1:{link.port}", shots))
        page = visitor.open("/")
        before = page.evaluate(VERSION)
        link.to(int(other.rpartition(":")[2]))
        page.get_by_role("link", name="Replay").first.click()
        page.get_by_role("heading", level=1, name="A replay from a file").wait_for()
        assert [before, page.evaluate(VERSION)] == [before, "another"]
        assert files_of(page.content())[0] in renamed(httpx.get(f"{address}/", headers=BROWSER, timeout=PATIENCE).text)
        visitor.faults.clear()


@pytest.fixture
def behind_a_proxy(address: str, other_release: Path, tmp_path: Path) -> Iterator[str]:
    """The address of the proxy of deploy/ before a replica of each release."""
    with ExitStack() as stack:
        other, _ = stack.enter_context(serving(free_port(), tmp_path, **{PAGE: str(other_release)}))
        places = [one.removeprefix("http://") for one in (address, other)]
        port, _ = stack.enter_context(haproxy(tmp_path, *places))
        yield f"http://127.0.0.1:{port}"


@pytest.mark.nightly
@needs_haproxy
def test_behind_the_proxy_each_release_finds_its_files_at_whichever_replica(
    browser: Browser, shots: Path, behind_a_proxy: str
) -> None:
    with httpx.Client(base_url=behind_a_proxy, headers=BROWSER, timeout=PATIENCE) as client:
        pages = {client.get("/").text for _ in range(20)}
        assert len(pages) == 2
        for file in [file for page in pages for file in files_of(page)]:
            assert {client.get(file).status_code for _ in range(4)} == {200}
        packed = client.get(files_of(pages.pop())[0], headers={"Accept-Encoding": "br"})
        assert client.get("/_app/immutable/none.12345678.js").status_code == 404
    assert packed.headers.get("content-encoding") in {"br", None}
    for _ in range(4):
        with visiting(browser, behind_a_proxy, shots) as visitor:
            visitor.open("/g")
