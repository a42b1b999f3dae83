// Players and watchers of PEER's server at URL. Each line of JSON that comes in is an order; one line answers.
import { createInterface } from "node:readline";

const [peer, url] = process.argv.slice(2);
const { joined } = await import(`./${peer}_seat.mjs`);

class Seat {
  /** One socket in one match, of a player or of a watcher. */
  static async taken(match, plays) {
    const seat = new Seat();
    Object.assign(seat, { got: 0, arrived: () => {} });
    return Object.assign(seat, await joined(url, match, (version) => seat.take(version), plays));
  }

  take(version) {
    this.got += 1;
    this.version = version;
    this.arrived();
  }

  /** Make the move; the milliseconds until the server tells its state. */
  async move() {
    const [begun, before] = [performance.now(), this.version];
    const told = new Promise((resolve) => (this.arrived = resolve));
    this.add(before);
    await told;
    if (this.version !== before + 1) throw new Error(`from ${before} to ${this.version}`);
    return performance.now() - begun;
  }
}

let players = [];
let leader;
const watchers = [];

const orders = {
  /** So many matches, in each the socket of a player. */
  async open({ matches }) {
    const names = Array.from({ length: matches }, (_, number) => `match-${number}`);
    players = await Promise.all(names.map((name) => Seat.taken(name, true)));
    return {};
  },

  /** Some bursts of one move for each match, so many at once. */
  async play({ bursts, together }) {
    const begun = performance.now();
    const latencies = [];
    for (let burst = 0; burst < bursts; burst += 1) {
      const waiting = [...players];
      const work = async () => {
        for (let seat = waiting.pop(); seat; seat = waiting.pop()) latencies.push(await seat.move());
      };
      await Promise.all(Array.from({ length: together }, work));
    }
    return { seconds: (performance.now() - begun) / 1000, latencies: latencies.map((spent) => spent / 1000) };
  },

  /** So many watch a match of its own. */
  async watch({ watchers: number }) {
    leader = await Seat.taken("watched", true);
    while (watchers.length < number) watchers.push(await Seat.taken("watched", false));
    return {};
  },

  /** So many moves before all watchers; the next is on its way while the last is handed out. */
  async publish({ moves }) {
    const begun = performance.now();
    const before = watchers.map(({ got }) => got);
    for (let move = 0; move < moves; move += 1) {
      await leader.move();
      await allGot(before, move);
    }
    await allGot(before, moves);
    return { seconds: (performance.now() - begun) / 1000, deliveries: moves * watchers.length };
  },
};

function allGot(before, number) {
  const behind = new Set(watchers.filter(({ got }, place) => got < before[place] + number));
  return new Promise((resolve) => {
    if (!behind.size) return resolve();
    for (const [place, watcher] of watchers.entries()) {
      watcher.arrived = () => {
        if (watcher.got >= before[place] + number && behind.delete(watcher) && !behind.size) resolve();
      };
    }
  });
}

for await (const line of createInterface({ input: process.stdin })) {
  const { order, ...rest } = JSON.parse(line);
  console.log(JSON.stringify(await orders[order](rest)));
}
process.exit();
