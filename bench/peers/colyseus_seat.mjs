// A socket in one room of Colyseus. Whoever is in it may add.
import { Client } from "@colyseus/sdk";

export async function joined(url, match, take) {
  const room = await new Client(url).joinOrCreate("counting", { match });
  const { count } = await new Promise((resolve) => room.onStateChange.once(resolve));
  room.onStateChange((state) => take(state.count));
  return { version: count, add: () => room.send("add") };
}
