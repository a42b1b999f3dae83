// A Colyseus server on PORT that keeps its rooms in memory. Their one message counts, and is answered by the state.
import { Room, Server } from "@colyseus/core";
import { schema, t } from "@colyseus/schema";
import { WebSocketTransport } from "@colyseus/ws-transport";

const [port] = process.argv.slice(2);
const Counting = schema({ count: t.number().default(0) });

class CountingRoom extends Room {
  state = new Counting();
  messages = {
    add() {
      this.state.count += 1;
      // else the patch would wait for the timer, up to 50 ms
      this.broadcastPatch();
    },
  };
}

const server = new Server({ greet: false, transport: new WebSocketTransport() });
server.define("counting", CountingRoom).filterBy(["match"]);
await server.listen(Number(port), "127.0.0.1");
