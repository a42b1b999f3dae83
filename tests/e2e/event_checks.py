"""What has to be true of a tournament that is over, by its files and by what its entrants were told alone."""

from __future__ import annotations

import csv
import io
import json
import tarfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from domain.tournament.entrants import Entrant, Pairing, Round, TableResult
from domain.tournament.policy import Pods, Policy
from tests.e2e.event import Event
from tests.e2e.matrix import ROUNDS
from tests.e2e.servers import playledger
from tests.tournament.plain_standings import Plain, PlainPods

Rows = Sequence[Mapping[str, Any]]
LEVELS = ["ok"] * 5
TOLD = ("MatchStarted", "MatchOver")


class Figures(NamedTuple):
    """What an event came to."""

    rounds: int
    matches: int
    actions: int
    cut_off: int
    """Requests to begin a round that a server did not live to answer."""
    replayed: int
    """Those of them that had begun it all the same."""
    struck: int


def checked(event: Event) -> Figures:
    """Check everything about an event."""
    files = {path.name: path.read_bytes() for path in (event.folder / "files").iterdir()}
    lines = [json.loads(line) for line in files["record.ndjson"].splitlines()[1:]]
    facts = [line["body"] for line in lines if "body" in line]
    games = [fact["pub"] for fact in facts if fact["type"] == "game_started"]
    rounds = [fact["pub"]["number"] for fact in facts if fact["type"] == "round_started"]
    assert rounds == list(range(1, len(rounds) + 1)) == event.noted("started"), "a round was started twice, or lost"
    each_match_once(event, games, files["matches.ndjson"])
    replays = unpacked(files["replays.tar"], event.folder / "replays")
    assert set(replays) == {game["match"] for game in games}
    actions = nothing_lost(event, replays)
    entrants_were_told(event, games)
    verified(event, replays, len(rounds))
    standings_follow(event, rows_of(files, "results.csv"), rows_of(files, "pairings.csv"), files)
    cut_off, replayed = (sum(event.noted(name)) for name in ("cut_off", "replayed"))
    return Figures(len(rounds), len(games), actions, cut_off, replayed, event.struck)


def each_match_once(event: Event, games: Rows, text: bytes) -> None:
    """Every game of every table has one match, the matches are these, and all have been played to an end."""
    matches = [json.loads(line) for line in text.splitlines()]
    places = [(game["round"], game["table"], game["game"]) for game in games]
    assert len(set(places)) == len(places)
    assert sorted(match["id"] for match in matches) == sorted(game["match"] for game in games)
    place_of = {game["match"]: place for game, place in zip(games, places, strict=True)}
    for match in matches:
        of = match["tournament"]
        assert (of["round"], of["table"], of["game"]) == place_of[match["id"]]
        assert of["tournamentId"] == event.tournament
        assert match["status"] == "FINISHED"


def unpacked(archive: bytes, folder: Path) -> dict[str, Path]:
    """The replay files by their matches."""
    found = {}
    folder.mkdir()
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        for member in tar.getmembers():
            name, content = Path(member.name).name, tar.extractfile(member)
            if content is not None and name.endswith(".ndjson"):
                found[name.partition(".")[0]] = folder / name
                (folder / name).write_bytes(content.read())
    return found


def nothing_lost(event: Event, replays: Mapping[str, Path]) -> int:
    """Every action that was acknowledged is in its match once, and no other is; their number."""
    told = [line for entrant in event.told for line in entrant if "key" in line]
    assert len({line["key"] for line in told}) == len(told)
    count = 0
    for match, path in replays.items():
        facts = [json.loads(line) for line in path.read_bytes().splitlines()]
        facts = [fact for fact in facts if fact["k"] == "e"]
        acts = [fact["v"] for fact in facts if _is_act(fact)]
        versions = [line["version"] for line in told if line["match"] == match]
        assert len(set(versions)) == len(versions) == len(acts), match
        assert set(versions) <= {fact["v"] for fact in facts if fact["end"]}, match
        count += len(acts)
    assert count == len(told)
    return count


def _is_act(fact: Mapping[str, Any]) -> bool:
    """Whether a player has done it: what a concession leaves open is answered by default. Sealed events are open."""
    sealed = fact["type"] == "sealed"
    inner = fact["prv"][0]["data"] if sealed else fact
    told = inner["data" if sealed else "pub"]
    return inner["type"] in ("action_taken", "conceded") and not told.get("default")


def entrants_were_told(event: Event, games: Rows) -> None:
    """Each entrant was told of the start and the end of its own matches, once of each."""
    own = {game["match"] for game in games}
    sat: Counter[tuple[str, str]] = Counter()
    for entrant in event.told:
        (items,) = (line["told"] for line in entrant if "told" in line)
        assert len(set(map(tuple, items))) == len(items), event.pair.name
        sat.update({(kind, match) for kind, match, _ in items if match in own})
    assert sat == Counter({(kind, game["match"]): len(set(game["entrants"])) for kind in TOLD for game in games})


def verified(event: Event, replays: Mapping[str, Path], rounds: int) -> None:
    """`playledger verify` accepts the record, every round and every match at each level."""
    folder = event.folder / "files"
    own = [folder / "record.ndjson", *(folder / f"round-{number}.json" for number in range(1, rounds + 1))]
    said = json.loads(playledger("", "verify", *map(str, [*own, *replays.values()]), "--json", code=4))
    record, *others = said
    assert (record["tournament"], record["rounds"], record["complete"]) == (event.tournament, rounds, True)
    assert (record["faults"], record["compared"]) == ([], len(replays))
    assert record["signedVersion"] == record["version"]
    assert all(not one["faults"] for one in others[:rounds])
    assert [[level["status"] for level in one["levels"]] for one in others[rounds:]] == [LEVELS] * len(replays)


def rows_of(files: Mapping[str, bytes], name: str) -> Rows:
    """The lines of a CSV file."""
    return list(csv.DictReader(io.StringIO(files[name].decode(), newline="")))


def standings_follow(event: Event, results: Rows, pairings: Rows, files: Mapping[str, bytes]) -> None:
    """The standings are what a second calculation makes of the results."""
    policy = event.pair.kind.policy
    rows = rows_of(files, "standings.csv")
    rounds = list(_rounds(results, pairings))
    if policy["format"].endswith("_ELIMINATION"):
        assert _ranks(rows) == _knocked_out(policy["format"], rounds)
        return
    main = [one for one in rounds if one.number <= policy.get("rounds", len(rounds))]
    _table_follows(event, rows, main)
    if "cut" in policy:
        bracket = json.loads(files["export.json"])["bracket"]
        assert _ranks(bracket) == _knocked_out("SINGLE_ELIMINATION", rounds[ROUNDS:])
        first = [row for row in rows_of(files, "ranks.csv") if row["stage"] == "BRACKET"]
        assert _ranks(first) == _ranks(bracket)


def _table_follows(event: Event, rows: Rows, rounds: list[Round]) -> None:
    order = event.pair.order["policy"]
    policy = Policy(
        order["format"].lower(),
        best_of=order.get("bestOf", 1),
        tie_breaks=tuple(order.get("tieBreaks", ("OMW", "GW", "OGW"))),
        pods=Pods(by_place=tuple(order["pods"]["byPlace"])) if "pods" in order else None,
    )
    entrants = [Entrant(row["entrant"]) for row in rows]
    plain = (PlainPods if policy.pods else Plain)(policy, entrants, rounds)
    for row in rows:
        who = row["entrant"]
        assert row["points_exact"] == str(plain.points(who))
        for code in policy.tie_breaks:
            if code != "DE":
                assert row[f"{code.lower()}_exact"] == str(plain.value(code, who)), (who, code)
    assert _ranks(rows) == plain.groups()


def _ranks(rows: Rows) -> list[set[str]]:
    """Who shares a rank, the best first."""
    found: dict[int, set[str]] = {}
    for row in rows:
        found.setdefault(int(row["rank"]), set()).add(row["entrant"])
    return [found[rank] for rank in sorted(found)]


def _knocked_out(format_: str, rounds: Sequence[Round]) -> list[set[str]]:
    """Ranks of a bracket without byes: of a single one by matches won, of a double one by when the last was lost."""
    won: Counter[str] = Counter()
    lost: dict[str, int] = {}
    for one in rounds:
        for pairing, result in zip(one.pairings, one.results, strict=True):
            won.update(dict.fromkeys(pairing.seats, 0))
            if len(result.places) > 1:
                won[pairing.seats[result.places[0][0]]] += 1
                lost[pairing.seats[result.places[1][0]]] = one.number
    last = max(lost.values())
    champion = next(who for who in won if lost.get(who) != last and who in rounds[-1].pairings[0].seats)
    rank = {who: won[who] if format_ == "SINGLE_ELIMINATION" else lost.get(who, 0) for who in won}
    rank[champion] = max(rank.values()) + 1
    return [{who for who in rank if rank[who] == best} for best in sorted(set(rank.values()), reverse=True)]


def _rounds(results: Rows, pairings: Rows) -> Iterator[Round]:
    """The rounds as the files tell them."""
    for number in range(1, max(int(row["round"]) for row in pairings) + 1):
        here = [row for row in pairings if int(row["round"]) == number]
        tables: dict[int, list[str]] = {}
        for row in here:
            if row["table"]:
                tables.setdefault(int(row["table"]), []).append(row["entrant"])
        yield Round(
            number,
            tuple(Pairing(table, tuple(seats)) for table, seats in tables.items()),
            tuple(row["entrant"] for row in here if not row["table"]),
            results=tuple(
                _result(table, [row for row in results if (row["round"], row["table"]) == (str(number), str(table))])
                for table in tables
            ),
        )


def _result(table: int, seats: Rows) -> TableResult:
    places = sorted({int(row["place"]) for row in seats if row["place"]})
    groups = [tuple(seat for seat, row in enumerate(seats) if row["place"] == str(place)) for place in places]
    assert all(row["absent"] == "no" for row in seats)
    won = tuple(int(row["games_won"]) for row in seats if row["games_won"])
    return TableResult(table, tuple(groups), won, int(seats[0]["games_drawn"] or 0))
