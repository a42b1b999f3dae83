"""Signing in on the page at a provider that really asks: there and back, renewed, refused, out again."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from api_schema.scopes import ADMIN, SCOPES
from tests.kit.issuer import AUDIENCE
from tests.kit.process import free_port
from tests.kit.provider import CLIENT, PREFIX, Provider, Wishes, providing
from tests.web.browsing import DESK, PHONE, Visitor, visiting
from tests.web.program import TOKENS
from tests.web.serving import serving

Visits = Callable[..., Visitor]
ENDED = (
    "() => { const kept = sessionStorage; const name = 'playledger.grant'; const grant = JSON.parse(kept[name]);"
    " kept[name] = JSON.stringify({...grant, ends: Date.now() - 1}); }"
)


@pytest.fixture(scope="module")
def provider() -> Iterator[Provider]:
    """The provider of this module."""
    with providing() as found:
        yield found


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the service keeps everything, and the personal token of somebody."""
    return tmp_path_factory.mktemp("signin")


@pytest.fixture(scope="module")
def here(provider: Provider, folder: Path) -> Iterator[str]:
    """The address of a service that believes that provider."""
    settings = {"ISSUER": provider.issuer.url, "AUDIENCE": AUDIENCE, "WEB_CLIENT": CLIENT, "SCOPE_PREFIX": PREFIX}
    environment = {f"PLAYLEDGER_OIDC_{name}": value for name, value in settings.items()}
    with serving(free_port(), folder, "Ada", **environment) as (found, _):
        yield found


@pytest.fixture
def visits(browser: Browser, provider: Provider, here: str, shots: Path) -> Iterator[Visits]:
    """Makes visitors who may be at the provider too; the provider does as usual."""
    provider.wishes = Wishes()
    with ExitStack() as stack:

        def made(**how: Any) -> Visitor:
            return stack.enter_context(visiting(browser, here, shots, also=(provider.issuer.url,), **how))

        yield made


def begin(visitor: Visitor, *, remember: bool = False) -> Page:
    """The form of the provider, as a click on the page leads there."""
    page = visitor.open("/me")
    if remember:
        page.get_by_role("checkbox", name="Stay signed in").check()
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_role("heading", name="Who are you?").wait_for()
    return page


def sign_in(visitor: Visitor, name: str = "ada", *, remember: bool = False) -> Page:
    """The page after somebody has signed in."""
    page = begin(visitor, remember=remember)
    page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("button", name="Sign out", exact=True).wait_for()
    return page


def account(page: Page) -> str:
    """The id of the account that the page speaks for."""
    found = re.search(r"Account (\w+)\.", page.get_by_text(re.compile(r"Account \w+\.")).inner_text())
    assert found
    return found[1]


def kept(page: Page) -> list[str]:
    """What the page itself keeps of an account, in the tab or in the browser."""
    names = page.evaluate("() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]")
    return [name for name in names if name == "account" or name.startswith("playledger.")]


@pytest.mark.parametrize("width", [PHONE, DESK])
def test_there_and_back(provider: Provider, visits: Visits, width: int) -> None:
    visitor = visits(width=width)
    visitor.open("/me")
    visitor.page.get_by_role("button", name="Sign in", exact=True).wait_for()
    visitor.check(f"signin-{width}")
    page = sign_in(visitor)
    assert page.url.endswith("/me")
    visitor.check(f"signed-in-{width}")
    asked = provider.asked[-1]
    assert asked["scope"].split() == ["openid", *(PREFIX + name for name in SCOPES if name != ADMIN)]
    assert (asked["audience"], asked["resource"]) == (AUDIENCE, AUDIENCE)
    first = account(page)
    page.get_by_label("Name that others see").fill("Ada")
    page.get_by_role("button", name="Save the name").click()
    page.get_by_text("The name is saved.").wait_for()
    page.reload()
    expect(page.get_by_label("Name that others see")).to_have_value("Ada")
    other = visits()
    assert account(sign_in(other, "ben")) != first


def test_a_token_is_renewed_and_nothing_is_lost(provider: Provider, visits: Visits) -> None:
    page = sign_in(visits())
    first = account(page)
    before = set(provider.refreshing)
    page.evaluate(ENDED)
    page.reload()
    page.get_by_text(f"Account {first}.").wait_for()
    after = set(provider.refreshing)
    assert (len(after - before), len(before - after)) == (1, 1)


def test_who_is_remembered_is_signed_in_in_every_tab(provider: Provider, visits: Visits) -> None:
    visitor = visits()
    page = sign_in(visitor, remember=True)
    assert "offline_access" in provider.asked[-1]["scope"]
    with page.context.new_page() as tab:
        tab.goto(page.url)
        tab.get_by_text(f"Account {account(page)}.").wait_for()
        page.get_by_role("button", name="Sign out", exact=True).click()
        page.get_by_role("button", name="Sign in", exact=True).wait_for()
        tab.reload()
        tab.get_by_role("button", name="Sign in", exact=True).wait_for()
    assert kept(page) == []


def test_a_tab_that_is_closed_forgets(visits: Visits) -> None:
    page = sign_in(visits())
    with page.context.new_page() as tab:
        tab.goto(page.url)
        tab.get_by_role("button", name="Sign in", exact=True).wait_for()


def test_signing_out_ends_it_at_the_provider(provider: Provider, visits: Visits) -> None:
    page = sign_in(visits())
    known = set(provider.refreshing)
    with page.expect_response(lambda answer: answer.url.endswith("/me")):
        page.get_by_role("button", name="Sign out at").click()
    page.get_by_role("button", name="Sign in", exact=True).wait_for()
    assert provider.revoked[-1] in known
    ended = provider.ended[-1]
    assert (ended["client_id"], ended["id_token_hint"][:3]) == (CLIENT, "eyJ")


def test_a_sign_in_that_has_ended_says_so_and_the_page_goes_on(provider: Provider, visits: Visits) -> None:
    visitor = visits()
    page = sign_in(visitor)
    provider.refreshing.clear()
    page.evaluate(ENDED)
    visitor.expects("the server responded with a status of 400")
    page.goto(page.url.replace("/me", "/t"))
    page.get_by_text("Your sign-in has ended.").wait_for()
    page.get_by_role("link", name="Sign in again").click()
    page.get_by_role("button", name="Sign in", exact=True).wait_for()


def test_without_a_refresh_token_people_sign_in_again(provider: Provider, visits: Visits) -> None:
    provider.wishes = Wishes(renews=False)
    visitor = visits()
    page = sign_in(visitor)
    visitor.expects("the server responded with a status of 401")
    page.evaluate(ENDED)
    page.reload()
    page.get_by_text("Your sign-in has ended.").wait_for()
    assert kept(page) == []


def test_while_the_provider_is_away_the_token_stays_that_holds(provider: Provider, visits: Visits) -> None:
    visitor = visits()
    page = sign_in(visitor)
    first = account(page)
    provider.wishes = Wishes(away=True)
    visitor.expects("the server responded with a status of 503")
    page.evaluate(ENDED.replace("- 1", "+ 29_000"))
    page.reload()
    page.get_by_text(f"Account {first}.").wait_for()


def test_what_is_refused_is_said_in_words(provider: Provider, visits: Visits) -> None:
    page = begin(visits())
    page.get_by_role("button", name="Refuse").click()
    page.get_by_role("heading", name="You are not signed in").wait_for()
    page.get_by_text("Signing in was refused or given up. (not today)").wait_for()
    page.reload()
    page.get_by_text("This answer belongs to no sign-in that was begun in this tab.").wait_for()


WRONG = {
    "nonce": (Wishes(nonce="another"), "The answer of the identity provider can't be trusted"),
    "issuer": (Wishes(discovery={"issuer": "http://127.0.0.1:1"}), "The answer of the identity provider can't be"),
    "audience": (Wishes(audience="https://elsewhere.example"), "but the service doesn't take its token"),
    "elsewhere": (
        Wishes(discovery={"token_endpoint": "https://tokens.example/"}),
        "sends this page on to tokens.example",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_answer_of_the_provider_signs_nobody_in(provider: Provider, visits: Visits, name: str) -> None:
    visitor = visits()
    page = begin(visitor)
    provider.wishes, said = WRONG[name]
    visitor.expects("the server responded with a status of 401")
    page.get_by_label("Name").fill("eve")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("alert").filter(has_text=said).wait_for()
    assert kept(page) == []


def test_an_answer_with_another_state_signs_nobody_in(visits: Visits) -> None:
    visitor = visits()
    page = begin(visitor)
    page.goto(f"{visitor.address}/callback?code=stolen&state=another&iss=x")
    page.get_by_role("alert").filter(has_text="can't be trusted").wait_for()


def make_token(page: Page, name: str) -> None:
    """A token for one thing, by the form."""
    page.get_by_text("Make a token").click()
    page.get_by_label("What it is for").fill(name)
    page.get_by_role("checkbox", name="match:play").check()
    page.get_by_role("button", name="Make the token").click()


def test_tokens_are_made_shown_once_and_revoked(folder: Path, visits: Visits) -> None:
    visitor = visits(width=PHONE, scheme="dark")
    page = visitor.open("/me")
    page.get_by_text("With a personal token instead").click()
    page.get_by_label("Personal token").fill(json.loads((folder / TOKENS).read_text())["Ada"])
    page.get_by_role("button", name="Use this account").click()
    page.get_by_text("Make a token").click()
    page.get_by_label("What it is for").fill("my bot")
    page.get_by_role("button", name="Make the token").click()
    page.get_by_text("Choose what it may do.").wait_for()
    page.get_by_role("checkbox", name="match:play").check()
    page.get_by_label("It ends after").select_option("7 days")
    page.get_by_role("button", name="Make the token").click()
    secret = page.get_by_label("my bot: this is the secret.")
    assert secret.input_value().startswith("pl_")
    visitor.check("token-made")
    page.get_by_role("button", name="I have it").click()
    page.reload()
    row = page.get_by_role("listitem").filter(has_text="my bot")
    expect(row).to_contain_text("match:play")
    expect(row).to_contain_text("never used")
    row.get_by_role("button", name="Revoke my bot").click()
    row.get_by_role("button", name="Revoke", exact=True).click()
    expect(row).to_have_count(0)
    assert "my bot" not in page.get_by_role("region", name="Personal tokens").inner_text()


def test_a_token_made_by_who_has_signed_in_ends_with_that(visits: Visits) -> None:
    page = sign_in(visits())
    make_token(page, "for now")
    page.get_by_label("for now: this is the secret.").wait_for()
    row = page.get_by_role("listitem").filter(has_text="for now")
    expect(row).to_contain_text(re.compile(r"ends \w+"))
