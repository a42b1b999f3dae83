// A scripted end of graphql-transport-ws: what the service would say, said by a test.
interface Subscribed {
  readonly id: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** The service's side of one connection. */
export class Server {
  readonly address: string;
  readonly token: unknown[] = [];
  readonly subscribed: Subscribed[] = [];
  readonly completed: string[] = [];
  readonly #socket: FakeSocket;

  constructor(socket: FakeSocket, address: string) {
    this.#socket = socket;
    this.address = address;
  }

  hear({
    type,
    id,
    payload
  }: {
    type: string;
    id: string;
    payload?: { token?: string; variables: Record<string, unknown> };
  }): void {
    if (type === 'connection_init') {
      this.token.push(payload?.token ?? null);
      this.say({ type: 'connection_ack' });
    }
    if (type === 'subscribe') this.subscribed.push({ id, variables: payload?.variables ?? {} });
    if (type === 'complete') this.completed.push(id);
    if (type === 'ping') this.say({ type: 'pong' });
  }

  say(message: object): void {
    this.#socket.onmessage?.({ data: JSON.stringify(message) });
  }

  /** An update of a match to the last that has subscribed, or to another one. */
  tell(update: object, to = this.subscribed.length - 1): void {
    this.say({ type: 'next', id: this.subscribed[to]?.id, payload: { data: { matchUpdates: update } } });
  }

  refuse(code: string, message = code): void {
    const { id } = this.subscribed.at(-1) as Subscribed;
    this.say({ type: 'error', id, payload: [{ message, extensions: { code } }] });
  }

  complete(): void {
    this.say({ type: 'complete', id: this.subscribed.at(-1)?.id });
  }

  close(code: number, reason = ''): void {
    this.#socket.end(code, reason);
  }
}

class FakeSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  onerror: ((event: object) => void) | null = null;

  send(text: string): void {
    servers.get(this)?.hear(JSON.parse(text) as never);
  }

  close(code = 1000, reason = ''): void {
    queueMicrotask(() => this.end(code, reason));
  }

  end(code: number, reason: string): void {
    if (this.readyState === FakeSocket.CLOSED) return;
    this.readyState = FakeSocket.CLOSED;
    this.onclose?.({ code, reason });
  }
}

const servers = new WeakMap<FakeSocket, Server>();

/** A constructor of sockets, and the connections that came. `open`: whether they get through; null: nobody ever says. */
export function sockets(open: boolean | null = true): { webSocket: unknown; connections: Server[] } {
  const connections: Server[] = [];
  const webSocket = class extends FakeSocket {
    constructor(address: string) {
      super();
      const server = new Server(this, address);
      servers.set(this, server);
      connections.push(server);
      if (open === null) return;
      queueMicrotask(() => {
        this.readyState = open ? FakeSocket.OPEN : FakeSocket.CLOSED;
        if (open) this.onopen?.();
        else this.onclose?.({ code: 1006, reason: '' });
      });
    }
  };
  return { webSocket, connections };
}
