// The duels of a Swiss round and the tables of a round of pods, from ../pairings.md.
import { cheapest } from "./matching.mjs";

const LOTS = 1n << 48n;
const COMPLETE = 128; // so many are offered to each other at once
const REACHES = [24, 96];
const TRIED = 6000;
const NEAR = 8;
const PASSES = 20;
const NOTHING = { rematches: 0, steps: 0, seats: 0, lot: 0n };
const TIERS = ["rematches", "steps", "seats", "lot"];

const plus = (one, more) => Object.fromEntries(TIERS.map((tier) => [tier, one[tier] + more[tier]]));
const first = (values) => values.find((value) => value !== 0) ?? 0;
const sign = (one, other) => (one < other ? -1 : one > other ? 1 : 0);
const compare = (one, other, names = TIERS) => first(names.map((name) => sign(one[name], other[name])));
const range = (size) => Array.from({ length: size }, (_, place) => place);

// Sorted by keys, which are lists; of equals the first one stays first.
function sortedBy(things, keyOf) {
  const keyed = things.map((thing) => ({ thing, key: keyOf(thing) }));
  keyed.sort((one, other) => first(one.key.map((part, at) => sign(part, other.key[at]))));
  return keyed.map(({ thing }) => thing);
}

function everyTwo(things) {
  return things.flatMap((one, at) => things.slice(at + 1).map((other) => [one, other]));
}

// What pairs of players cost, by their places in the list. `draws` has below(purpose, size) and shuffle(purpose, size).
class Costs {
  constructor({ round, players }, draws) {
    this.players = players.map((player) => ({ balance: 0, byes: 0, ...player }));
    this.met = players.map(({ met = [] }) => new Map(met));
    this.widest = 2 * Math.max(0, ...this.players.map(({ balance }) => Math.abs(balance)));
    Object.assign(this, { round, draws, lots: new Map() });
  }

  draw(what, places, size = LOTS) {
    return this.draws.below([what, this.round, ...places].join(":"), size);
  }

  lot(one, other) {
    const pair = one < other ? [one, other] : [other, one];
    const key = pair.join(":");
    if (!this.lots.has(key)) this.lots.set(key, this.draw("pair", pair));
    return this.lots.get(key);
  }

  order() {
    const drawn = this.draws.shuffle(`order:${this.round}`, this.players.length);
    return sortedBy(drawn, (place) => [this.players[place].group]);
  }

  of(one, other) {
    const [a, b] = [this.players[one], this.players[other]];
    return {
      rematches: this.met[one].get(b.id) ?? 0,
      steps: (a.group - b.group) ** 2,
      seats: this.widest - Math.abs(a.balance - b.balance),
      lot: this.lot(one, other),
    };
  }

  total(pairs) {
    return pairs.reduce((sum, pair) => plus(sum, this.of(...pair)), NOTHING);
  }

  // Who may have the next bye, the first choice first.
  candidates() {
    const fewest = Math.min(...this.players.map(({ byes }) => byes));
    return this.lowest().filter((place) => this.players[place].byes === fewest);
  }

  lowest() {
    return sortedBy(range(this.players.length), (place) => {
      const { byes, group } = this.players[place];
      return [byes, -group, this.draw("bye", [place])];
    });
  }
}

// Costs as one integer each, so that sums of up to `terms` of them compare as the tiers do.
function scalars(costs, terms) {
  const most = (tier) => costs.reduce((found, cost) => Math.max(found, cost[tier]), 0);
  const many = BigInt(terms);
  const lot = LOTS * many;
  const seat = (BigInt(most("seats")) * many + 1n) * lot;
  const step = (BigInt(most("steps")) * many + 1n) * seat;
  return costs.map((cost) => BigInt(cost.rematches) * step + BigInt(cost.steps) * seat + BigInt(cost.seats) * lot + cost.lot);
}

export function pairDuels(given, draws) {
  if (given.players.length === 0) return { pairings: [] };
  const costs = new Costs(given, draws);
  const { bye, pairs } = chooseBye(costs);
  const { rematches, steps } = costs.total(pairs);
  const height = ([one, other]) => {
    const groups = [costs.players[one].group, costs.players[other].group].sort((a, b) => a - b);
    return [...groups, costs.lot(one, other)];
  };
  const seated = sortedBy(pairs, height).map((pair) => seatsOfDuel(costs, pair));
  return outcome(seated, bye === null ? [] : [costs.players[bye].id], rematches, steps);
}

function chooseBye(costs) {
  const order = costs.order();
  if (order.length % 2 === 0) return { bye: null, pairs: pairsOf(costs, order) };
  let best = null;
  for (const bye of costs.candidates()) {
    const pairs = pairsOf(costs, order.filter((place) => place !== bye));
    const { rematches } = costs.total(pairs);
    if (best === null || rematches < best.rematches) best = { bye, pairs, rematches };
    if (rematches === 0) break;
  }
  return best;
}

function seatsOfDuel(costs, [one, other]) {
  const [a, b] = [costs.players[one], costs.players[other]];
  const swapped = b.balance > a.balance || (a.balance === b.balance && costs.draw("seat", [one, other], 2n) === 1n);
  return swapped ? [b.id, a.id] : [a.id, b.id];
}

const outcome = (seated, byes, rematches, steps) => ({
  pairings: seated.map((seats, place) => ({ table: place + 1, seats })),
  ...(byes.length ? { byes } : {}),
  ...(rematches ? { rematches } : {}),
  ...(steps ? { steps } : {}),
});

// The pairs of an even number of places, in the drawn order: at once, or block by block.
function pairsOf(costs, places) {
  if (places.length <= COMPLETE) return matchBlock(costs, places).pairs;
  const parts = evenParts(costs, places);
  const least = parts.map((part) => leastSteps(costs, part));
  const known = new Map();
  for (;;) {
    const runs = cheapestRuns(parts, least, known);
    if (runs.every(({ key }) => known.has(key))) return runs.flatMap(({ key }) => known.get(key).pairs);
    for (const { key, from, to } of runs)
      if (!known.has(key)) known.set(key, matchBlock(costs, parts.slice(from, to + 1).flat()));
  }
}

function matchBlock(costs, places) {
  const pairs = bestPairs(costs, places);
  return { pairs, cost: costs.total(pairs) };
}

function bestPairs(costs, places) {
  const least = leastSteps(costs, places);
  for (const reach of places.length > COMPLETE ? REACHES : []) {
    const near = everyNear(places.length, reach);
    const found = matched(costs, places, near);
    const total = found && costs.total(found);
    if (total && total.rematches === 0 && total.steps === least) return found;
  }
  return matched(costs, places, everyTwo(range(places.length)));
}

function everyNear(size, reach) {
  return range(size).flatMap((one) => range(Math.min(reach, size - 1 - one)).map((far) => [one, one + 1 + far]));
}

function matched(costs, places, edges) {
  const found = scalars(edges.map(([one, other]) => costs.of(places[one], places[other])), places.length / 2);
  const pairs = cheapest(places.length, edges.map(([one, other], at) => [one, other, found[at]]));
  return pairs && pairs.map(([one, other]) => [places[one], places[other]]);
}

// The steps that parity alone demands.
function leastSteps(costs, places) {
  const groups = places.map((place) => costs.players[place].group);
  return groups.reduce((sum, below, at) => (at % 2 ? sum + below - groups[at - 1] : sum), 0);
}

function evenParts(costs, places) {
  const parts = [];
  for (const place of places) {
    const part = parts.at(-1);
    const ends = !part || (part.length % 2 === 0 && costs.players[part.at(-1)].group !== costs.players[place].group);
    if (ends) parts.push([place]);
    else part.push(place);
  }
  return parts;
}

const BOUND = ["rematches", "steps", "unmatched", "joins"];
const addBounds = (one, more) => Object.fromEntries(BOUND.map((name) => [name, one[name] + more[name]]));

function cheapestRuns(parts, least, known) {
  const best = [{ bound: { rematches: 0, steps: 0, unmatched: 0, joins: 0 }, runs: [] }];
  for (let to = 0; to < parts.length; to += 1) {
    let found = null;
    for (let from = to; from >= 0; from -= 1) {
      const key = `${from}-${to}`;
      const bound = addBounds(best[from].bound, boundOf({ key, from, to }, parts, least, known));
      if (found === null || compare(bound, found.bound, BOUND) < 0)
        found = { bound, runs: [...best[from].runs, { key, from, to }] };
    }
    best.push(found);
  }
  return best.at(-1).runs;
}

function boundOf({ key, from, to }, parts, least, known) {
  const joins = to - from;
  if (known.has(key)) {
    const { rematches, steps } = known.get(key).cost;
    return { rematches, steps, unmatched: 0, joins };
  }
  const sum = (values) => values.slice(from, to + 1).reduce((all, value) => all + value, 0);
  return { rematches: 0, steps: sum(least) + 2 * joins, unmatched: sum(parts.map((part) => part.length)), joins };
}

export function pairPods(given, draws) {
  const costs = new Costs(given, draws);
  const { sizes, spare } = tableSizes(given.players.length, given);
  const gone = costs.lowest().slice(0, spare);
  const places = costs.order().filter((place) => !gone.includes(place));
  const tables = tablesOf(costs, places, sizes);
  const { rematches, steps } = costs.total(tables.flatMap(everyTwo));
  const groups = (table) => table.map((place) => costs.players[place].group).sort((a, b) => a - b);
  const ordered = [...tables].sort((one, other) => compareLists(groups(one), groups(other)));
  const seated = ordered.map((table) =>
    sortedBy([...table].sort((a, b) => a - b), (place) => [-costs.players[place].balance, costs.draw("seat", [place])]),
  );
  const ids = (some) => some.map((place) => costs.players[place].id);
  return outcome(seated.map(ids), ids(gone), rematches, steps);
}

function compareLists(one, other) {
  const found = first(one.slice(0, other.length).map((value, at) => sign(value, other[at])));
  return found || one.length - other.length;
}

function tableSizes(players, { least, size, most }) {
  for (let spare = 0; spare <= players; spare += 1) {
    const seated = players - spare;
    const counts = range(seated).map((at) => at + 1).filter((count) => count * least <= seated && seated <= count * most);
    if (counts.length === 0) continue;
    const [count] = sortedBy(counts, (one) => [Math.abs(seated - one * size), one]);
    const [small, larger] = [Math.floor(seated / count), seated % count];
    return { sizes: range(count).map((at) => (at < larger ? small + 1 : small)), spare };
  }
  return { sizes: [], spare: players };
}

function tablesOf(costs, places, sizes) {
  if (sizes.length === 0) return [];
  if (waysOf(sizes) <= TRIED) return cheapestWay(costs, places, sizes);
  const ends = sizes.map((_, at) => sizes.slice(0, at + 1).reduce((sum, size) => sum + size, 0));
  return exchanged(costs, ends.map((end, at) => places.slice(end - sizes[at], end)));
}

function waysOf(sizes) {
  let [ways, left] = [1, sizes.reduce((sum, size) => sum + size, 0)];
  for (const size of sizes) {
    ways *= choose(left - 1, size - 1);
    left -= size;
    if (ways > TRIED * 1000) break;
  }
  return ways;
}

const choose = (of, many) => range(many).reduce((found, at) => (found * (of - at)) / (at + 1), 1);

function cheapestWay(costs, places, sizes) {
  let best = null;
  for (const tables of allWays(places, sizes)) {
    const cost = costs.total(tables.flatMap(everyTwo));
    if (best === null || compare(cost, best.cost) < 0) best = { tables, cost };
  }
  return best.tables;
}

function* allWays(places, sizes) {
  if (places.length === 0) return yield [];
  const [one, ...rest] = places;
  for (const size of [...new Set(sizes)].sort((a, b) => a - b)) {
    const fewer = sizes.toSpliced(sizes.indexOf(size), 1);
    for (const others of combinations(rest, size - 1)) {
      const left = rest.filter((place) => !others.includes(place));
      for (const tables of allWays(left, fewer)) yield [[one, ...others], ...tables];
    }
  }
}

function* combinations(things, many) {
  if (many === 0) return yield [];
  for (let at = 0; at <= things.length - many; at += 1)
    for (const rest of combinations(things.slice(at + 1), many - 1)) yield [things[at], ...rest];
}

function exchanged(costs, start) {
  const total = (tables) => costs.total(tables.flatMap(everyTwo));
  let [tables, best] = [start, total(start)];
  for (let pass = 0; pass < PASSES; pass += 1) {
    const before = best;
    for (let seat = 0; seat < Math.max(...tables.map((table) => table.length)); seat += 1) {
      const tried = reseated(costs, tables, seat);
      const cost = total(tried);
      if (compare(cost, best) < 0) [tables, best] = [tried, cost];
    }
    if (compare(best, before) === 0) break;
  }
  return tables;
}

// The tables after the player at one seat of each has got up and all of them sat down anew.
function reseated(costs, tables, seat) {
  const standing = range(tables.length).filter((number) => seat < tables[number].length);
  const stay = standing.map((number) => tables[number].toSpliced(seat, 1));
  const edges = standing.flatMap((_, who) =>
    standing.flatMap((_, where) => (Math.abs(who - where) <= NEAR ? [[who, standing.length + where]] : [])),
  );
  const found = edges.map(([who, where]) =>
    costs.total(stay[where - standing.length].map((place) => [tables[standing[who]][seat], place])),
  );
  const weights = scalars(found, standing.length);
  const changed = tables.map((table) => [...table]);
  for (const [who, where] of cheapest(2 * standing.length, edges.map((edge, at) => [...edge, weights[at]])))
    changed[standing[where - standing.length]][seat] = tables[standing[who]][seat];
  return changed;
}
