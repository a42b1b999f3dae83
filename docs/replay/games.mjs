// The games of a tournament's record beside replay files of its matches, from records.md alone.
import { same } from "./fairness.mjs";

// What a replay file says of a game, told line by line.
export function playing() {
  const played = { match: null, of: null, result: null, heads: [] };
  const told = ({ k, type, pub, hash }) => {
    if (k !== "e") return;
    if (type === "match_created") [played.match, played.of] = [pub.match, pub.tournament ?? null];
    if (type === "match_ended") played.result = pub.result;
    if (played.result !== null) played.heads.push(hash);
  };
  return { played, told };
}

// Null where the replay is of another tournament; else what differs: a list of {line, message}.
export function compared({ tournament, games }, played) {
  const of = played.of?.tournament === tournament ? played.of : null;
  const game = games.find(({ match }) => match === played.match);
  if (!game && !of) return null;
  if (!game) {
    const where = `round ${of.round}, table ${of.table}, game ${of.game ?? 1}`;
    return [{ line: null, message: `${where}: the record does not have the match ${played.match}` }];
  }
  const { line, round, table, number, match } = game;
  const where = `round ${round}, table ${table}, game ${number}, ${match}`;
  return [...unlike(of, game, played)].map((message) => ({ line, message: `${where}: ${message}` }));
}

function* unlike(of, { round, table, number, seats, end }, { result, heads }) {
  if (!of || of.round !== round || of.table !== table || (of.game ?? 1) !== number)
    yield "the replay says that it is another game";
  if (!end || (end.rule === "GAME_LOSS" && end.head === undefined)) return; // it goes on, or a referee has ended it
  if (result === null) {
    yield "by the replay the game goes on";
    return;
  }
  if (end.head !== undefined && !heads.includes(end.head)) yield "the replay has another history than the record names";
  const aborted = result.kind === "aborted";
  const places = aborted || result.kind === "all_lose" ? [] : placed(seats, result.placings);
  const here = { aborted: end.aborted ?? false, places: end.places ?? [], rule: end.rule };
  const there = { aborted, places, rule: result.rule };
  if (!same(here, there)) yield `the replay ends with ${JSON.stringify(there)}, the record says ${JSON.stringify(here)}`;
}

// Seats of the table in the order of the match's: each stands where the first of its seats of the match does.
function placed(seats, placings) {
  const seen = new Set();
  const groups = placings.map((group) => {
    const own = [...new Set(group.map((seat) => seats[seat]))].filter((seat) => !seen.has(seat));
    own.forEach((seat) => seen.add(seat));
    return own.sort((one, other) => one - other);
  });
  return groups.filter((group) => group.length);
}
