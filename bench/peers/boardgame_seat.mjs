// A socket in one match of boardgame.io: of player 0, or of nobody who plays.
import { io } from "socket.io-client";

export async function joined(url, match, take, plays) {
  const player = plays ? "0" : null;
  const socket = io(`${url}/counting`, { transports: ["websocket"], forceNew: true, reconnection: false });
  const synced = new Promise((resolve, reject) => {
    socket.once("sync", (_, { state }) => resolve(state));
    socket.once("connect_error", reject);
  });
  socket.on("update", (_, state) => take(state._stateID));
  socket.emit("sync", match, player, undefined, 2);
  const action = { type: "MAKE_MOVE", payload: { type: "add", args: [], playerID: player } };
  const add = (before) => socket.emit("update", action, before, match, player);
  return { version: (await synced)._stateID, add };
}
