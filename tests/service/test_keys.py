"""Secrets: where they come from, what is derived from them, how they are changed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from pydantic import SecretStr

from service.application.tokens import ActionClaim, SeatClaim, Tokens
from service.application.vault import SeedLost, Vault
from service.keys import Keys
from service.settings import Settings, SettingsError

OLD, NEW = "an old secret of sixteen", "a new secret of sixteen"
MATCH = "mt_" + "a" * 26


def test_seeds_survive_a_change_of_keys_as_long_as_the_old_one_is_known() -> None:
    seed = Vault(Keys([OLD])).new()
    kept = Vault(Keys([OLD])).close(seed)
    assert seed not in kept
    assert Vault(Keys([NEW, OLD])).open(kept) == seed
    with pytest.raises(SeedLost):
        Vault(Keys([NEW])).open(kept)


def test_seat_tokens_survive_it_too() -> None:
    claim = SeatClaim(MATCH, 1, 7)
    token = Tokens(Keys([OLD])).seat(claim)
    assert Tokens(Keys([NEW, OLD])).read_seat(token) == claim
    assert Tokens(Keys([NEW])).read_seat(token) is None


@pytest.mark.parametrize("change", [lambda t: t[:-1] + ("A" if t[-1] != "A" else "B"), lambda t: t[:4] + "Q" + t[5:]])
def test_a_changed_token_is_not_ours(change: Callable[[str], str]) -> None:
    tokens = Tokens(Keys([OLD]))
    assert tokens.read_seat(change(tokens.seat(SeatClaim(MATCH, 1, 7)))) is None
    action = ActionClaim(5, 0, {"type": "send", "card": "envoy-01"})
    assert tokens.read_action(MATCH, change(tokens.action(MATCH, action))) is None


def test_tokens_of_one_kind_are_none_of_another() -> None:
    tokens = Tokens(Keys([OLD]))
    seat = tokens.seat(SeatClaim(MATCH, 1, 7))
    assert tokens.read_action(MATCH, seat.replace("st_", "la_")) is None


def test_an_invite_is_good_for_its_match() -> None:
    tokens = Tokens(Keys([OLD]))
    code = tokens.invite(MATCH)
    assert tokens.is_invite(MATCH, code)
    assert Tokens(Keys([NEW, OLD])).is_invite(MATCH, code)
    assert not tokens.is_invite("mt_" + "b" * 26, code)


@pytest.mark.parametrize("secrets", [[], ["short"]])
def test_weak_secrets_are_refused(secrets: list[str]) -> None:
    with pytest.raises(ValueError, match="16 characters"):
        Keys(secrets)


def test_the_embedded_store_makes_a_key_of_its_own(tmp_path: Path) -> None:
    settings = Settings(database_url=f"sqlite:///{tmp_path}/new/some.db")
    first = settings.secret_keys()
    assert settings.secret_keys() == first
    file = tmp_path / "new" / "some.key"
    assert file.read_text() == first[0]
    assert file.stat().st_mode & 0o077 == 0


def test_postgres_needs_a_key_and_several_may_be_set() -> None:
    url = "postgresql://localhost/none"
    with pytest.raises(SettingsError, match="PLAYLEDGER_SECRET_KEY"):
        Settings(database_url=url).secret_keys()
    assert Settings(database_url=url, secret_key=SecretStr(f"{NEW}, {OLD}")).secret_keys() == (NEW, OLD)
    assert NEW not in repr(Settings(secret_key=SecretStr(NEW)))


def test_another_url_is_no_store() -> None:
    with pytest.raises(SettingsError, match="store URL"):
        Settings(database_url="mysql://x").secret_keys()
