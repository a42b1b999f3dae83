"""A forger makes sums, commitments, hashes, states and footer fit. What is forged is found all the same, and where."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from domain.kernel.draws import commitment
from tests.history.damage import Line, chained, summed
from tests.history.matches import (
    FORGER,
    SERVER,
    Body,
    Edit,
    Match,
    Private,
    decoded,
    forged,
    key_ids,
    lines,
    played,
)
from tests.history.verifiers import ours, report, statuses, theirs, verdict, written
from tests.kernel import plain_fairness as plain
from tests.kit.play import MATCH

OTHER_SEED = bytes(range(1, 33))


def whole(match: Match, perspective: str = "full", **options: Any) -> bytes:
    return b"".join(lines(match, perspective, **options))


def unsigned(match: Match, perspective: str = "full") -> bytes:
    return whole(match, perspective, signer=None)


def version(match: Match, kind: str, holds: Callable[[Line], bool] = lambda row: True) -> int:
    """The version of the first event of a type for which something holds."""
    rows = decoded(lines(match))
    return next(int(row["v"]) for row in rows if row["k"] == "e" and row["type"] == kind and holds(row))


def line_of(data: bytes, at: int) -> int:
    return next(number for number, row in enumerate(decoded(data.splitlines()), 1) if row.get("v") == at)


def old_signature(match: Match, forgery: Match) -> bytes:
    """The forged file under the signature of the true one, which is the only one by that key."""
    rows = decoded(lines(forgery, signer=None))
    rows[-1]["signature"] = json.loads(lines(match)[-1])["signature"]
    return summed(rows)


def node(data: bytes, tmp_path: Path) -> Any:
    return verdict(theirs(written(tmp_path, [data]))[0])


def assert_found(match: Match, forgery: Match, levels: dict[str, str], at: int, tmp_path: Path) -> None:
    """These levels fail at that version, L0 alone is content; with the old signature L0 is not."""
    data = unsigned(forgery)
    said = {level.level: level for level in report(data).levels}
    assert said["L0"].status == "ok"
    for level, status in levels.items():
        assert (said[level].status, said[level].line, said[level].version) == (status, line_of(data, at), at)
    assert {name for name, level in said.items() if level.status == "failed"} == set(levels)
    assert node(data, tmp_path) == ours(data)
    signed = old_signature(match, forgery)
    assert statuses(signed)["L0"] == "failed"
    assert node(signed, tmp_path).chain == ours(signed).chain == ("failed", len(signed.splitlines()))
    assert statuses(data, key_ids(SERVER))["L0"] == "failed"


@pytest.mark.programs
def test_another_seed_breaks_its_commitment(tmp_path: Path) -> None:
    match = played("c4", 1)

    def reveal(body: Body, private: Private) -> None:
        body["pub"]["seed"] = OTHER_SEED.hex()

    forgery = forged(match, {version(match, "secrets_revealed"): reveal}, OTHER_SEED)
    data = unsigned(forgery)
    assert ours(data).chain == ("ok", None)
    assert ours(data).fair == ("failed", 2)
    assert node(data, tmp_path) == ours(data)
    assert statuses(old_signature(match, forgery))["L0"] == "failed"


@pytest.mark.programs
def test_another_seed_with_its_own_commitment_gives_other_draws(tmp_path: Path) -> None:
    match = played("c4", 1)

    def reveal(body: Body, private: Private) -> None:
        body["pub"]["seed"] = OTHER_SEED.hex()

    def commit(body: Body, private: Private) -> None:
        body["pub"]["pins"]["seed_commitment"] = commitment(MATCH, OTHER_SEED)

    last, first = version(match, "secrets_revealed"), version(match, "deck_shuffled")
    forgery = forged(match, {1: commit, last: reveal}, OTHER_SEED)
    data = unsigned(forgery)
    assert ours(data).fair == ("failed", line_of(data, first))
    assert statuses(data)["L2"] == "failed"
    assert node(data, tmp_path) == ours(data)
    assert statuses(old_signature(match, forgery))["L0"] == "failed"


@pytest.mark.programs
def test_draws_by_an_algorithm_that_nobody_knows(tmp_path: Path) -> None:
    match = played("c4", 1)

    def name(body: Body, private: Private) -> None:
        body["pub"]["pins"]["rng_algorithm"] = "dice/1"

    data = unsigned(forged(match, {1: name}))
    assert ours(data).fair == ("failed", 2)
    assert node(data, tmp_path) == ours(data)


def swap_first_two(body: Body, private: Private) -> None:
    data = private.get("nobody") or body["pub"]
    value = data["draws"][0][3]
    value[:2] = reversed(value[:2])
    if "order" in data:
        data["order"] = list(value)


def raise_by_one(body: Body, private: Private) -> None:
    body["pub"]["draws"][0][3] += 1


@pytest.mark.programs
@pytest.mark.parametrize(
    ("slug", "kind", "edit"),
    [("c4", "deck_shuffled", swap_first_two), ("envoys", "deck_shuffled", swap_first_two)],
    ids=["c4", "envoys"],
)
def test_another_order_of_the_deck(slug: str, kind: str, edit: Edit, tmp_path: Path) -> None:
    match = played(slug, 1)
    at = version(match, kind)
    assert_found(match, forged(match, {at: edit}), {"L2": "failed", "L3": "failed"}, at, tmp_path)


@pytest.mark.programs
def test_another_public_draw_is_found_in_every_file(tmp_path: Path) -> None:
    match = played("c4", 1)
    at = version(match, "card_flipped")
    forgery = forged(match, {at: raise_by_one})
    assert_found(match, forgery, {"L2": "failed", "L3": "failed"}, at, tmp_path)
    data = unsigned(forgery, "spectator")
    assert ours(data) == node(data, tmp_path)
    assert ours(data).fair == ("failed", line_of(data, at))


@pytest.mark.programs
def test_a_draw_that_was_left_out(tmp_path: Path) -> None:
    match = played("c4", 1)
    at = version(match, "card_drawn", lambda row: row["prv"][0]["data"]["draws"][0][1] == 1)

    def leave_out(body: Body, private: Private) -> None:
        for part in private.values():
            del part["draws"]

    data = unsigned(forged(match, {at: leave_out}))
    later = ours(data).fair
    assert later is not None
    assert later[0] == "failed"
    assert later[1] is not None
    assert later[1] > line_of(data, at)
    assert statuses(data)["L2"] == "failed"
    assert node(data, tmp_path) == ours(data)


@pytest.mark.programs
def test_another_hidden_card(tmp_path: Path) -> None:
    match = played("c4", 1)
    at = version(match, "card_drawn")

    def other_card(body: Body, private: Private) -> None:
        (part,) = private.values()
        part["card"] = "COR-02" if part["card"] != "COR-02" else "COR-03"

    assert_found(match, forged(match, {at: other_card}), {"L2": "failed"}, at, tmp_path)


def test_another_action() -> None:
    """Whatever becomes of it, deciding it again gives something else than is recorded, from there on or before."""
    match = played("envoys", 1)
    at = version(match, "action_taken", lambda row: "card" in row["pub"].get("action", {}))

    def other_action(body: Body, private: Private) -> None:
        action = body["pub"]["action"]
        action["card"] = "envoy-01" if action["card"] != "envoy-01" else "envoy-02"

    forgery = forged(match, {at: other_action})
    said = {level.level: level for level in report(unsigned(forgery)).levels}
    assert (said["L0"].status, said["L2"].status) == ("ok", "failed")
    assert said["L2"].version in (at, at + 1)
    assert statuses(old_signature(match, forgery))["L0"] == "failed"


def test_an_action_that_nobody_could_have_sent() -> None:
    """The rules never meet such a thing in play; that they break on it is a finding, not a crash."""
    match = played("c4", 1)
    at = version(match, "action_taken")

    def no_action(body: Body, private: Private) -> None:
        del body["pub"]["action"]

    said = {level.level: level for level in report(unsigned(forged(match, {at: no_action}))).levels}
    assert (said["L0"].status, said["L2"].status, said["L2"].version) == ("ok", "failed", at)


@pytest.mark.programs
@pytest.mark.parametrize("slug", ["c4", "envoys"])
def test_another_result(slug: str, tmp_path: Path) -> None:
    match = played(slug, 1)
    at = version(match, "match_ended")

    def other_winner(body: Body, private: Private) -> None:
        body["pub"]["result"]["placings"].reverse()

    assert_found(match, forged(match, {at: other_winner}), {"L2": "failed"}, at, tmp_path)


@pytest.mark.programs
def test_another_result_in_the_footer_alone(tmp_path: Path) -> None:
    rows = decoded(lines(played("envoys", 1)))
    rows[-1]["result"]["placings"].reverse()
    data = summed(rows)
    assert ours(data).chain == ("failed", len(rows))
    assert node(data, tmp_path) == ours(data)


def test_another_player_in_the_header() -> None:
    rows = decoded(lines(played("envoys", 1)))
    rows[0]["seats"][0]["player"] = "somebody else"
    assert statuses(summed(rows)) == {"L0": "ok", "L1": "failed", "L2": "skipped", "L3": "ok", "L4": "skipped"}


def test_another_state_hash() -> None:
    rows = decoded(lines(played("envoys", 1)))
    check = next(row for row in rows if row["k"] == "c")
    check["state"]["spectator"] = "0" * 64
    said = report(summed(rows)).levels[1]
    assert (said.level, said.status, said.line, said.version) == ("L1", "failed", rows.index(check) + 1, check["v"])


def test_batches_that_were_joined() -> None:
    """Where a batch ends is in no hash: only deciding again knows."""
    rows = decoded(lines(played("envoys", 1)))
    end = next(place for place, row in enumerate(rows) if row.get("type") == "resolution")
    rows[end]["end"] = False
    following = next(place for place in range(end + 1, len(rows)) if rows[place].get("end"))
    for row in rows[end + 1 : following + 1]:
        if row["k"] == "e":
            row["causedBy"] = None
    said = statuses(summed(rows))
    assert (said["L0"], said["L2"]) == ("ok", "failed")


@pytest.mark.programs
@pytest.mark.parametrize("first", [True, False])
def test_two_parts_for_one_audience(first: bool, tmp_path: Path) -> None:
    """A false part beside the commitment of the true one would be read by one who takes the last of them."""
    rows = decoded(lines(played("envoys", 1)))
    row = next(row for row in rows if row.get("type") == "envoy_sent")
    part = row["prv"][0]
    false = {**part, "data": {"card": "envoy-01" if part["data"]["card"] != "envoy-01" else "envoy-02"}}
    row["prv"] = [false, part] if first else [part, false]
    data = summed(rows)
    assert ours(data).chain == ("failed", rows.index(row) + 1)
    assert node(data, tmp_path) == ours(data)


def test_a_sealed_part_that_is_said_to_be_for_somebody_else() -> None:
    """Whom a sealed part is for is in no hash."""
    rows = decoded(lines(played("envoys", 1)))
    row = next(row for row in rows if row.get("type") == "sealed" and row["prv"][0]["data"]["type"] == "prompt_revised")
    row["prv"][0]["to"] = "seat:1"
    said = {level.level: level for level in report(summed(rows)).levels}
    assert (said["L2"].status, said["L2"].version) == ("failed", row["v"])


@pytest.mark.programs
def test_a_redaction_that_shows_too_much(tmp_path: Path) -> None:
    match = played("envoys", 1)
    full, seat = decoded(lines(match)), decoded(lines(match, "spectator"))
    place = next(place for place, row in enumerate(full) if row.get("type") == "envoy_sent")
    seat[place]["prv"] = full[place]["prv"]
    data = summed(seat)
    assert statuses(data)["L0"] == "ok"
    said = report(data, against=whole(match)).levels[-1]
    assert (said.level, said.status, said.line) == ("L4", "failed", place + 1)
    alone = report(data).levels[-1]
    assert (alone.level, alone.status, alone.line) == ("L4", "failed", place + 1)
    assert node(data, tmp_path) == ours(data)


def test_a_redaction_that_hides_too_much() -> None:
    match = played("envoys", 1)
    seat, other = decoded(lines(match, "seat:1")), decoded(lines(match, "spectator"))
    place = next(place for place, row in enumerate(seat) if row.get("type") == "envoy_sent" and "data" in row["prv"][0])
    seat[place]["prv"] = other[place]["prv"]
    data = summed(seat)
    assert statuses(data)["L0"] == "ok"
    said = report(data, against=whole(match)).levels
    assert {level.level: level.status for level in said if level.level in ("L1", "L4")} in (
        {"L1": "ok", "L4": "failed"},
        {"L1": "failed", "L4": "skipped"},
    )


@pytest.mark.programs
def test_a_redaction_that_shows_another_text(tmp_path: Path) -> None:
    rows = decoded(lines(played("envoys", 1), "seat:1"))
    row = next(row for row in rows if row.get("type") == "envoy_sent" and "data" in row["prv"][0])
    row["prv"][0]["data"]["card"] = "envoy-99"
    data = summed(rows)
    assert ours(data).chain == ("failed", rows.index(row) + 1)
    assert node(data, tmp_path) == ours(data)
    refitted = chained(rows)
    assert statuses(refitted)["L0"] == "ok"
    assert "failed" in statuses(refitted, against=whole(played("envoys", 1))).values()
    assert statuses(refitted, key_ids(SERVER))["L0"] == "failed"


@pytest.mark.parametrize("perspective", ["spectator", "seat:0", "seat:1"])
def test_a_true_redaction_passes_beside_the_full_file(perspective: str) -> None:
    match = played("envoys", 1)
    said = statuses(whole(match, perspective), key_ids(SERVER), whole(match))
    assert said == {"L0": "ok", "L1": "ok", "L2": "skipped", "L3": "ok", "L4": "ok"}


def test_a_redaction_of_another_match_is_none_of_this() -> None:
    said = report(whole(played("envoys", 1), "spectator"), against=whole(played("envoys", 2))).levels[-1]
    assert (said.level, said.status, said.line) == ("L4", "failed", 1)


def test_another_key_is_noticed_where_keys_are_pinned_and_only_there() -> None:
    match = played("envoys", 1)
    at = version(match, "match_ended")

    def other_winner(body: Body, private: Private) -> None:
        body["pub"]["result"]["placings"].reverse()

    for record in (match, forged(match, {at: other_winner})):
        data = whole(record, signer=FORGER)
        assert statuses(data)["L0"] == "ok"
        assert not report(data).pinned
        assert statuses(data, key_ids(SERVER))["L0"] == "failed"
        assert statuses(data, key_ids(SERVER, FORGER))["L0"] == "ok"


@pytest.mark.programs
def test_a_key_under_another_name(tmp_path: Path) -> None:
    """Whoever signs with the own key and writes the id of the trusted one."""
    rows = decoded(lines(played("envoys", 1), signer=FORGER))
    rows[-1]["signature"]["keyId"] = key_ids(SERVER)[0]
    data = summed(rows)
    assert ours(data).chain == ("failed", len(rows))
    assert node(data, tmp_path) == ours(data)


@pytest.mark.programs
def test_a_signature_under_a_match_that_goes_on(tmp_path: Path) -> None:
    """It is taken from the finished file: nothing says that somebody signed this."""
    rows = decoded(lines(played("envoys", 1, 8)))
    rows[-1]["signature"] = json.loads(lines(played("envoys", 1))[-1])["signature"]
    data = summed(rows)
    assert ours(data).chain == ("failed", len(rows))
    assert node(data, tmp_path) == ours(data)


def _has_draws(row: Line) -> bool:
    return "draws" in row["pub"] or any("draws" in part["data"] for part in row["prv"])


@pytest.mark.programs
def test_the_draws_of_a_copied_part_are_those_of_another_match(tmp_path: Path) -> None:
    """A match that names its origin proves its own draws and every salt, and what it has copied only by the origin."""
    rows = decoded(lines(played("c4", 1)))
    drawn = [row["v"] for row in rows if row["k"] == "e" and _has_draws(row)]
    for row in rows:
        for part in row.get("prv", ()):
            name = "sealed" if row["type"] == "sealed" else part["to"]
            part["salt"] = plain.salt(OTHER_SEED, MATCH, row["v"], name).hex()
    created, revealed = rows[1]["pub"], rows[-2]["pub"]
    rows[0]["pins"]["seed_commitment"] = created["pins"]["seed_commitment"] = commitment(MATCH, OTHER_SEED)
    rows[-1]["seed"] = revealed["seed"] = OTHER_SEED.hex()
    for copied, due in ((drawn[-1], None), (drawn[-1] - 1, drawn[-1]), (drawn[3], drawn[4])):
        created["origin"] = {"match": "mt_other", "version": copied, "head": "0" * 64}
        data = chained(rows)
        assert ours(data).fair == (("ok", None) if due is None else ("failed", line_of(data, due)))
        assert node(data, tmp_path) == ours(data)


@pytest.mark.programs
def test_another_game_in_the_header_is_no_way_out(tmp_path: Path) -> None:
    """Else every level that needs the game's program would be skipped, and nothing fail."""
    rows = decoded(lines(played("envoys", 1), signer=None))
    rows[0]["game"] = "unknown"
    data = summed(rows)
    assert ours(data).chain == ("failed", 2)
    assert node(data, tmp_path) == ours(data)
