"""docs/replay/verify.mjs and the service's own verifier are two tellings of the same pages: they never disagree."""

from __future__ import annotations

import gzip
import json
import subprocess
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import jsonschema_rs
import msgspec
import pytest

from scripts.node import command, environment
from tests.history.damage import OF_BYTES, OF_LINES, chained, files, first_difference, packed, rewrite, summed, unpacked
from tests.history.matches import FORGER, SERVER, decoded, key_ids, key_set, lines, played
from tests.history.verifiers import UNREADABLE, VERIFIER, ours, report, run_node, statuses, theirs, verdict, written
from tests.kit.lanes import sampled

pytestmark = pytest.mark.programs

PAGES = VERIFIER.parent
VECTORS = PAGES.parent / "fairness-vectors.json"
SAMPLES = sorted((PAGES / "samples").rglob("*.playledger.ndjson*"))
SCHEMA = jsonschema_rs.validator_for(json.loads((PAGES / "replay.schema.json").read_text()))

COMPUTE = """
const { readFileSync } = await import("node:fs");
const [{ fairness, ...functions }, { CRYPTO }] = await Promise.all(process.argv.slice(1, 3).map((file) => import(`file://${file}`)));
const fair = { ...functions, ...fairness(CRYPTO) };
const v = JSON.parse(readFileSync(process.argv[3], "utf8"));
const hex = (bytes) => Buffer.from(bytes).toString("hex");
const seed = Buffer.from(v.serverSeed, "hex");
const salt = ({ version, name }) => fair.salt(seed, v.match, version, name);
const stream = ({ purpose, n }) => fair.words(seed, v.match, v.seatsHash, purpose, n);
const below = (draw) => String(fair.below(stream(draw), BigInt(draw.size)));
let head = new Uint8Array(32);
console.log(JSON.stringify({
  seedCommitment: fair.seedCommitment(v.match, seed),
  seats: [v, ...v.otherSeats].map(({ seatSeeds }) => fair.seatsHash(seatSeeds)),
  draws: [...v.draws, ...v.largeDraws].map(below),
  shuffles: v.shuffles.map((draw) => fair.shuffle(stream(draw), draw.size)),
  salts: v.salts.map((one) => hex(salt(one))),
  canonical: [...v.commitments.map(({ part }) => part), ...v.chain.map(({ body }) => body)].map(fair.canonical),
  commitments: v.commitments.map((one) => fair.commitment(salt(one), one.part)),
  chain: v.chain.map(({ body }) => hex(head = fair.link(head, body))),
}));
"""


def test_the_functions_of_fairness_in_javascript_give_the_vectors() -> None:
    vectors = json.loads(VECTORS.read_text())
    scripts = [str(PAGES / name) for name in ("fairness.mjs", "verify.mjs")]
    done = subprocess.run(
        [*command("node"), "--input-type=module", "-e", COMPUTE, *scripts, str(VECTORS)],
        capture_output=True,
        text=True,
        check=True,
        env=environment(),
    )
    assert json.loads(done.stdout) == {
        "seedCommitment": vectors["seedCommitment"],
        "seats": [one["seatsHash"] for one in (vectors, *vectors["otherSeats"])],
        "draws": [str(one["value"]) for one in vectors["draws"] + vectors["largeDraws"]],
        "shuffles": [one["value"] for one in vectors["shuffles"]],
        "salts": [one["salt"] for one in vectors["salts"]],
        "canonical": [one["canonical"] for one in vectors["commitments"] + vectors["chain"]],
        "commitments": [one["commitment"] for one in vectors["commitments"]],
        "chain": [one["hash"] for one in vectors["chain"]],
    }


def test_both_accept_what_is_as_it_was_written(tmp_path: Path) -> None:
    originals = list(files())
    paths = written(tmp_path, originals + [packed(data) for data in originals])
    reports = theirs(paths)
    assert [verdict(one) for one in reports] == [ours(path.read_bytes()) for path in paths]
    assert all(one["ok"] for one in reports)
    fair = Counter(verdict(one).fair for one in reports)
    assert set(fair) == {("ok", None), ("skipped", None)}
    assert fair["ok", None] >= 12


def test_a_report_tells_what_was_read_and_who_signed_it(tmp_path: Path) -> None:
    match = played("envoys", 2)
    over, running = written(
        tmp_path, [b"".join(lines(match, "seat:1")), b"".join(lines(played("envoys", 1, 8), "spectator"))]
    )
    one, other = theirs([over, running])
    assert (one["match"], one["game"], one["perspective"]) == ("mt_test", "envoys", "seat:1")
    assert (one["version"], one["head"]) == (match.state.version, match.head.hex())
    assert ([one["signedBy"]], one["pinned"]) == (key_ids(SERVER), False)
    assert other["signedBy"] is None
    assert [one["verdict"], other["verdict"]] == ["not vouched", "not signed"]
    assert other["levels"][3] == {
        "level": "L3", "status": "skipped", "line": None, "version": None, "message": "the seed is not revealed"
    }  # fmt: skip
    said = run_node([over]).stdout
    assert said.startswith(f"{over}: ok, signed by {key_ids(SERVER)[0]}, a key that nobody has vouched for; L0 ok; ")
    assert [level for level in ("L0", "L1", "L2", "L3", "L4") if f"{level} not checked" in said] == ["L1", "L2", "L4"]
    assert run_node([running]).stdout.startswith(f"{running}: ok, not signed; L0 ok; ")


def test_a_key_that_is_pinned_must_be_the_one_that_signed(tmp_path: Path) -> None:
    match = played("envoys", 2)
    made = [b"".join(lines(match, "full", signer)) for signer in (SERVER, FORGER, None)]
    made.append(b"".join(lines(played("envoys", 1, 8), "full")))
    keys = tmp_path / "keys.json"
    keys.write_bytes(key_set(SERVER))
    paths = written(tmp_path, made)
    pinned = theirs(paths, "--keys", str(keys))
    assert [one["verdict"] for one in pinned] == ["ok", "failed", "failed", "failed"]
    assert [one["pinned"] for one in pinned] == [True, False, False, False]
    assert [one["verdict"] for one in theirs(paths)] == ["not vouched"] * 2 + ["not signed"] * 2
    last = len(made[1].splitlines())
    assert [(one["levels"][0]["status"], one["levels"][0]["line"]) for one in pinned[1:3]] == [("failed", last)] * 2
    for data, one in zip(made, pinned, strict=True):
        mine = report(data, key_ids(SERVER))
        assert (mine.ok, mine.pinned, mine.verdict) == (one["ok"], one["pinned"], one["verdict"])


def test_what_is_no_replay_file_is_unreadable(tmp_path: Path) -> None:
    whole = b"".join(lines(played("envoys", 1, 3)))
    no_files = [b"", b"\n", b"{}\n", b"[]\n", b"null\n", b"\x1f\x8b", whole[1:]]
    no_files += [b"\xef\xbb\xbf" + whole, b"\xff" + whole, whole[:-1] + b" " * (5 << 20)]
    no_files += [whole.replace(b'"formatVersion":1', b'"formatVersion":2'), packed(whole)[:-4], gzip.compress(b"")]
    paths = written(tmp_path, no_files)
    assert [verdict(one) for one in theirs(paths)] == [UNREADABLE] * len(paths)
    assert [ours(data) for data in no_files[:-2]] == [UNREADABLE] * (len(paths) - 2)
    assert run_node([tmp_path / "missing"]).returncode == 2
    assert run_node([]).returncode == 2
    assert run_node(paths[:1], "--keys", str(tmp_path / "missing")).returncode == 2


def test_both_find_every_damage_at_the_same_line(tmp_path: Path) -> None:
    random, originals = Random(11), [data for data in files() if len(data) < 100_000]
    cases = []
    for number in range(140):
        original = random.choice(originals)
        damage = (OF_BYTES + OF_LINES)[number % 7]
        damaged = damage(original, random.randrange(1 << 30), random.randrange(1 << 30))
        if damaged != original:
            cases.append((damaged, first_difference(original, damaged)))
    assert len(cases) > 120
    for (damaged, line), one in zip(cases, theirs(written(tmp_path, [data for data, _ in cases])), strict=True):
        assert verdict(one) == ours(damaged)
        if verdict(one) == UNREADABLE:
            assert line == 1
        else:
            assert verdict(one).chain == ("failed", line)


def test_both_refuse_damaged_gzip(tmp_path: Path) -> None:
    random, originals = Random(12), [packed(data) for data in files() if len(data) < 100_000]
    cases = []
    for number in range(90):
        original = random.choice(originals)
        damaged = OF_BYTES[number % 3](original, random.randrange(1 << 30), random.randrange(1 << 30))
        if unpacked(damaged) != unpacked(original):
            cases.append(damaged)
    assert len(cases) > 80
    for one, data in zip(theirs(written(tmp_path, cases)), cases, strict=True):
        assert "error" in one or not one["ok"]
        mine = ours(data)
        assert mine == UNREADABLE or (mine.chain is not None and mine.chain[0] == "failed")


@pytest.mark.parametrize("seed", sampled(range(4), keep=2))
def test_both_say_the_same_of_files_that_were_rewritten(seed: int, tmp_path: Path) -> None:
    """Sums are made anew, in half of the files commitments and hashes too. Neither breaks on any of them."""
    originals = [data for data in files() if len(data) < 40_000]
    made = []
    for number in range(100):
        random = Random(f"{seed} {number}")
        rows = decoded(random.choice(originals).splitlines())
        for _ in range(random.choice([1, 1, 2])):
            rewrite(rows, random)
        made.append(_made_to_fit(rows) if random.random() < 0.5 else summed(rows))
    said = [(ours(data), verdict(one)) for data, one in zip(made, theirs(written(tmp_path, made)), strict=True)]
    assert [mine for mine, _ in said] == [other for _, other in said]
    assert len({mine.chain for mine, _ in said}) > 20


def _made_to_fit(rows: list[dict[str, Any]]) -> bytes:
    try:
        return chained(rows)
    except (ValueError, LookupError, TypeError, AttributeError):
        return summed(rows)


def test_a_member_that_sorts_differently_elsewhere_is_refused_by_both(tmp_path: Path) -> None:
    rows = decoded(lines(played("envoys", 1, 3)))
    rows[0]["tags"] = {"\U0001d11e": "clef"}
    data = summed(rows)
    assert ours(data).chain == ("failed", 1)
    assert verdict(theirs(written(tmp_path, [data]))[0]).chain == ("failed", 1)


def test_the_schema_describes_every_line() -> None:
    for data in files():
        for row in decoded(data.splitlines()):
            assert not list(SCHEMA.iter_errors(row))


def test_the_schema_is_strict() -> None:
    rows = decoded(lines(played("envoys", 2)))
    kinds = {row["k"]: row for row in rows if row["k"] != "e" or row["prv"]}
    assert set(kinds) == {"h", "e", "c", "f"}
    for row in kinds.values():
        assert SCHEMA.is_valid(row)
        assert not SCHEMA.is_valid({**row, "more": 1})
        assert not SCHEMA.is_valid({**row, "k": "x"})
        for name in row:
            assert not SCHEMA.is_valid({key: value for key, value in row.items() if key != name})
    assert SCHEMA.is_valid({**kinds["h"], "tags": {"anything": "at all"}})
    part = kinds["e"]["prv"][0]
    assert not SCHEMA.is_valid({**kinds["e"], "prv": [{**part, "commit": "0" * 64}]})
    sealed = next(row for row in decoded(lines(played("c4", 1), "spectator")) if row.get("type") == "sealed")
    assert SCHEMA.is_valid(sealed)
    assert not SCHEMA.is_valid({**sealed, "actor": "seat:1"})
    assert not SCHEMA.is_valid({**sealed, "prv": [{"to": "seat:1", "commit": sealed["prv"][0]["commit"]}]})


@pytest.fixture(scope="module")
def told() -> dict[Path, dict[str, Any]]:
    """What the other verifier says of every sample."""
    return dict(zip(SAMPLES, theirs(SAMPLES), strict=True))


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.name)
def test_the_samples_are_what_both_say(sample: Path, told: dict[Path, dict[str, Any]]) -> None:
    """Their names say what they are: what is damaged or forged is found, everything else holds."""
    data, one = sample.read_bytes(), told[sample]
    assert verdict(one) == ours(data)
    if set(statuses(data).values()) <= {"ok", "skipped"}:
        text = gzip.decompress(data) if sample.suffix == ".gz" else data
        assert all(SCHEMA.is_valid(msgspec.json.decode(line)) for line in text.splitlines())
        assert one["ok"]
