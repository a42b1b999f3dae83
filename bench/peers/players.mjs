// Players and watchers of the boardgame.io server at URL. Each line of JSON that comes in is an order; one line answers.
import { createInterface } from "node:readline";
import { io } from "socket.io-client";

const [url] = process.argv.slice(2);

class Seat {
  /** One socket in one match: of player 0, or of nobody who plays. */
  static async taken(match, player) {
    const seat = new Seat();
    Object.assign(seat, { match, player, got: 0, version: 0, arrived: () => {} });
    seat.socket = io(`${url}/counting`, { transports: ["websocket"], forceNew: true, reconnection: false });
    const synced = new Promise((resolve, reject) => {
      seat.socket.once("sync", (_, { state }) => resolve(state));
      seat.socket.once("connect_error", reject);
    });
    seat.socket.on("update", (_, state) => seat.take(state));
    seat.socket.emit("sync", match, player, undefined, 2);
    seat.version = (await synced)._stateID;
    return seat;
  }

  take(state) {
    this.got += 1;
    this.version = state._stateID;
    this.arrived();
  }

  /** Make the move; the milliseconds until the server tells its state. */
  async move() {
    const [begun, before] = [performance.now(), this.version];
    const told = new Promise((resolve) => (this.arrived = resolve));
    const payload = { type: "add", args: [], playerID: this.player };
    this.socket.emit("update", { type: "MAKE_MOVE", payload }, before, this.match, this.player);
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
    players = await Promise.all(names.map((name) => Seat.taken(name, "0")));
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
    leader = await Seat.taken("watched", "0");
    while (watchers.length < number) watchers.push(await Seat.taken("watched", null));
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
