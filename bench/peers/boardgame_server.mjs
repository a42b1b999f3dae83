// A boardgame.io server on PORT that keeps its matches in memory. Its game has one move, which counts.
import boardgame from "boardgame.io/dist/cjs/server.js";

const [port] = process.argv.slice(2);
const moves = {
  add({ G }) {
    G.count += 1;
  },
};
const game = { name: "counting", setup: () => ({ count: 0 }), moves };
await boardgame.Server({ games: [game], origins: [] }).run({ port: { port: Number(port), host: "127.0.0.1" } });
