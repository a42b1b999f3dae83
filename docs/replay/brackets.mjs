// Round robins and brackets, from ../pairings.md.
const NOBODY = "";
const tables = (seated) => seated.map((seats, place) => ({ table: place + 1, seats }));

const drawnOrder = (entrants, purpose, draws) =>
  draws.shuffle(purpose, entrants.length).map((place) => entrants[place]);

export function pairRoundRobin({ entrants, drawn, round, cycles }, draws) {
  const numbered = drawn ? drawnOrder(entrants, "numbers", draws) : entrants;
  const count = numbered.length;
  const pairs = berger(count + (count % 2), round, cycles);
  const real = pairs.filter((pair) => Math.max(...pair) <= count);
  const byes = pairs.filter((pair) => Math.max(...pair) > count).map((pair) => numbered[Math.min(...pair) - 1]);
  const seated = real.map((pair) => pair.map((number) => numbered[number - 1]));
  return { pairings: tables(seated), ...(byes.length ? { byes } : {}) };
}

function berger(count, number, cycles) {
  if (count < 2) return [];
  const rounds = count - 1;
  const cycle = Math.floor((number - 1) / rounds);
  let turn = (number - 1) % rounds;
  if (cycles === 2 && cycle === 0 && rounds > 1 && turn >= rounds - 2) turn = 2 * rounds - 3 - turn;
  const pairs = turned(count, turn);
  return cycle ? pairs.map(([first, second]) => [second, first]) : pairs;
}

function turned(count, turn) {
  const rest = count - 1;
  const moved = (turn * (count / 2)) % rest;
  const ring = Array.from({ length: rest }, (_, step) => ((moved + step) % rest) + 1);
  const top = turn % 2 ? [count, ring[0]] : [ring[0], count];
  return [top, ...Array.from({ length: count / 2 - 1 }, (_, step) => [ring[step + 1], ring[rest - step - 1]])];
}

// All matches that can be played now, in the order of the bracket; the better seed sits first.
export function pairBracket(given, draws) {
  const { entrants, drawn, winners } = given;
  const seeds = drawn ? drawnOrder(entrants, "seeds", draws) : entrants;
  const nodes = given.double ? double(entrants.length, given.reset) : single(entrants.length, given.third_place);
  const ready = [...played(nodes, seeds, new Map(winners)).values()].filter(
    ({ winner, first, second }) => winner === null && first && second,
  );
  const seated = ready.map(({ first, second }) => [first, second].sort((a, b) => seeds.indexOf(a) - seeds.indexOf(b)));
  return { pairings: tables(seated), ...(ready.length ? { nodes: ready.map(({ id }) => id) } : {}) };
}

const roundsFor = (entrants) => (entrants > 1 ? Math.ceil(Math.log2(entrants)) : 0);
const seed = (number) => ({ seed: number });
const winner = (of) => ({ winner: of });
const loser = (of) => ({ loser: of });
const node = (id, first, second) => ({ id, first, second });
const counted = (many) => Array.from({ length: many }, (_, at) => at + 1);

function single(entrants, thirdPlace) {
  const rounds = roundsFor(entrants);
  const last = rounds - 1;
  const third = thirdPlace && rounds > 1 ? [node("T1.1", loser(`W${last}.1`), loser(`W${last}.2`))] : [];
  return [...winnersSide(rounds), ...third];
}

function double(entrants, reset) {
  const rounds = roundsFor(entrants);
  const nodes = winnersSide(rounds);
  if (!rounds) return nodes;
  const { left, lost } = losersSide(rounds);
  const final = node("F1.1", winner(`W${rounds}.1`), left);
  const again = reset ? [node("F2.1", winner("F1.1"), loser("F1.1"))] : [];
  return [...nodes, ...lost, final, ...again];
}

function winnersSide(rounds) {
  const order = counted(rounds).reduce((seeds) => seeds.flatMap((one) => [one, 2 * seeds.length + 1 - one]), [1]);
  const source = (number, place) => (number === 1 ? seed(order[place - 1]) : winner(`W${number - 1}.${place}`));
  return counted(rounds).flatMap((number) =>
    counted(2 ** (rounds - number)).map((match) =>
      node(`W${number}.${match}`, source(number, 2 * match - 1), source(number, 2 * match)),
    ),
  );
}

function losersSide(rounds) {
  if (rounds < 2) return { left: loser("W1.1"), lost: [] };
  const lost = [];
  let left = counted(2 ** (rounds - 1)).map((match) => loser(`W1.${match}`));
  let number = 0;
  const play = (pairs) => {
    number += 1;
    const made = pairs.map(([first, second], at) => node(`L${number}.${at + 1}`, first, second));
    lost.push(...made);
    left = made.map(({ id }) => winner(id));
  };
  for (let entering = 2; entering <= rounds; entering += 1) {
    play(counted(left.length / 2).map((at) => left.slice(2 * at - 2, 2 * at)));
    const fresh = turnedRound(counted(left.length).map((match) => loser(`W${entering}.${match}`)), entering);
    const before = left;
    play(fresh.map((one, at) => [one, before[at]]));
  }
  return { left: left[0], lost };
}

function turnedRound(fresh, entering) {
  const half = Math.floor(fresh.length / 2);
  if (entering % 2 === 0 || half === 0) return fresh.toReversed();
  return [...fresh.slice(0, half).toReversed(), ...fresh.slice(half).toReversed()];
}

function played(nodes, seeds, winners) {
  const found = new Map();
  const who = (source) => {
    if (source.seed !== undefined) return seeds[source.seed - 1] ?? NOBODY;
    return source.winner === undefined ? found.get(source.loser).loser : found.get(source.winner).winner;
  };
  for (const { id, first, second } of nodes) {
    const final = id === "F2.1" ? found.get("F1.1") : null;
    const needless = final !== null && final.winner !== null && final.winner === final.first;
    const pair = needless ? [final.winner, NOBODY] : [who(first), who(second)];
    found.set(id, { id, first: pair[0], second: pair[1], ...result(id, pair, winners.get(id) ?? null) });
  }
  return found;
}

function result(id, [first, second], won) {
  if (first === null || second === null) return { winner: null, loser: null };
  if (!first || !second) return { winner: first || second, loser: NOBODY };
  if (won === null) return { winner: null, loser: null };
  if (won !== first && won !== second) throw new RangeError(`${id}: ${won} does not play there`);
  return { winner: won, loser: won === first ? second : first };
}
