"""docs/organisers.md and docs/tournament-policy.md say what the API takes: each member, body, address and column."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from typing import Any, get_args

import msgspec
import pytest

from api_schema.input.faults import every_fault
from api_schema.operations.table import OPERATIONS
from api_schema.ports.tournaments import (
    CreateTournament,
    DeckRule,
    Regulations,
    RulePairing,
    RulingName,
    TournamentPolicy,
)
from api_schema.tournament_policy import policy_of, tournament_of
from domain.tournament import csv
from domain.tournament.policy import faults
from tests.kit.process import ROOT

GUIDE = (ROOT / "docs/organisers.md").read_text()
POLICY = (ROOT / "docs/tournament-policy.md").read_text()
NEEDED = "needed"


def rows(page: str, heading: str) -> list[list[str]]:
    """The rows of the table under this head."""
    lines = page.split(f"| {heading} |\n", 1)[1].splitlines()[1:]
    end = lines.index("")
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines[:end]]


def members(struct: type[msgspec.Struct], below: str = "") -> Iterator[tuple[str, Any]]:
    """Each member with its default, those of objects below them; an object that may be left out has one too."""
    for field in msgspec.structs.fields(struct):
        name = f"{below}{field.encode_name}"
        inner = [kind for kind in (field.type, *get_args(field.type)) if _is_struct(kind)]
        if not inner or field.default is None:
            yield name, NEEDED if field.required else msgspec.json.encode(field.default).decode()
        for kind in inner:
            yield from members(kind, f"{name}.")


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def test_every_member_of_a_policy_has_a_row_with_its_default() -> None:
    told = {name.strip("`"): default.strip("`") for name, _, default in rows(POLICY, "member | values | default")}
    assert told == dict(members(TournamentPolicy))


def test_every_word_of_a_policy_is_on_the_page() -> None:
    words = [value for name in ("format", "ownBye", "drops", "seeding") for value in _values(TournamentPolicy, name)]
    words += get_args(Regulations)
    assert all(f"`{word}`" in POLICY for word in words)


def _values(struct: type[msgspec.Struct], member: str) -> tuple[str, ...]:
    return next(get_args(field.type) for field in msgspec.structs.fields(struct) if field.encode_name == member)


def test_the_policy_in_full_is_one_and_leaves_nothing_out() -> None:
    (body,) = re.findall(r"```json\n(.*?)```", POLICY, re.DOTALL)
    data = msgspec.json.decode(body)
    assert list(every_fault(data, TournamentPolicy)) == []
    assert faults(policy_of(msgspec.convert(data, TournamentPolicy))) == ()
    assert data.keys() == {field.encode_name for field in msgspec.structs.fields(TournamentPolicy)}


def test_the_body_that_makes_a_tournament_is_one_and_leaves_nothing_out() -> None:
    (body,) = re.findall(r"^cat > event.json <<'END'\n(.*?)^END$", GUIDE, re.DOTALL | re.MULTILINE)
    data = msgspec.json.decode(body)
    assert faults(policy_of(tournament_of(data).policy)) == ()
    assert data.keys() == {field.encode_name for field in msgspec.structs.fields(CreateTournament)}
    assert all(f"`{rule}`" in GUIDE for rule in get_args(DeckRule))


def test_every_ruling_has_a_body_that_is_taken() -> None:
    bodies = [(kind.strip("`"), body.strip("`")) for kind, _, body in rows(GUIDE, "kind | what it does | body")]
    assert sorted(kind for kind, _ in bodies) == sorted(get_args(RulingName))
    for kind, body in bodies:
        assert msgspec.json.decode(body, type=RulePairing).kind == kind


REQUESTS = re.findall(r"^curl (.*)$", GUIDE, re.MULTILINE)


@pytest.mark.parametrize("request_", REQUESTS)
def test_every_request_of_the_guide_is_one(request_: str) -> None:
    words = shlex.split(request_)
    method = words[words.index("-X") + 1] if "-X" in words else "GET"
    url = next(word for word in words if "API" in word)
    whole = url.replace("${API%/v1}", "").replace("$API", "/v1").replace("$EVENT", "tn_1")
    path, _, query = whole.partition("?")
    operation = next(one for one in OPERATIONS if one.method == method and re.fullmatch(_pattern(one.path), path))
    assert ("-H" in words) == (operation.auth == "required")
    names = {pair.partition("=")[0] for pair in query.split("&") if pair}
    assert names <= {field.encode_name for field in msgspec.structs.fields(operation.query_type)}
    body = words[words.index("--json") + 1] if "--json" in words else None
    if body is not None and not body.startswith("@"):
        assert operation.body is not None
        msgspec.json.decode(body, type=operation.body)


def _pattern(path: str) -> str:
    return re.sub(r"\{\w+\}", "[^/]+", path)


def test_the_columns_of_the_exports() -> None:
    assert ",".join(csv.RANKS) in GUIDE
    assert ",".join(csv.PAIRINGS) in GUIDE
    named = [name for names, _ in rows(GUIDE, "column | what") for name in re.findall(r"`(\w+)`", names)]
    assert tuple(named) == csv.RESULTS
