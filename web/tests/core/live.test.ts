// @vitest-environment node
// One socket against a scripted service: coming back, giving up, going over to plain HTTP.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Feed, openLive, type Live, type Verdict } from '../../src/core/index.ts';
import {
  MatchUpdates,
  type MatchUpdatesSubscription,
  type MatchUpdatesSubscriptionVariables
} from '../../src/core/api/generated/graphql.ts';
import { backoff } from '../../src/core/live/backoff.ts';
import { scripted } from './kit/service.ts';
import { type Server, sockets } from './kit/sockets.ts';

type Updates = Feed<MatchUpdatesSubscription, MatchUpdatesSubscriptionVariables>;

let lives: Live[] = [];
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  lives.forEach((live) => live.close());
  lives = [];
  vi.useRealTimers();
});

function opened(webSocket: unknown, renew?: () => Promise<string | null>): Live {
  const { service } = scripted({}, 'st_1');
  const live = openLive(service, { webSocket, random: () => 1, ...(renew ? { renew } : {}) });
  lives.push(live);
  return live;
}

/** A feed that notes what comes; it goes on after the last version. */
function noting(verdict: (version: number) => Verdict = () => 'on') {
  const heard: number[] = [];
  const errors: Error[] = [];
  const feed: Updates = {
    document: MatchUpdates,
    variables: () => ({ id: 'mt_1', after: heard.at(-1) ?? 0 }),
    take({ matchUpdates }) {
      const { version } = matchUpdates as { version: number };
      heard.push(version);
      return verdict(version);
    },
    failed: (error) => void errors.push(error)
  };
  return { feed, heard, errors };
}

const told = (version: number) => ({ __typename: 'MatchClosed', version });
const after = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const afters = (connections: readonly Server[]) =>
  connections.flatMap(({ subscribed }) => subscribed.map(({ variables }) => variables['after']));

describe('a socket', () => {
  test('is one for all that is followed, and brings the token', async () => {
    const { webSocket, connections } = sockets();
    const live = opened(webSocket);
    const [one, other] = [noting(), noting()];
    live.follow(one.feed);
    live.follow(other.feed);
    await after(1);
    expect(connections).toHaveLength(1);
    expect(connections[0]?.token).toEqual(['st_1']);
    expect(connections[0]?.address).toMatch(/^ws:.*\/graphql\?match=mt_1$/);
    connections[0]?.tell(told(3), 0);
    connections[0]?.tell(told(4), 1);
    expect([one.heard, other.heard]).toEqual([[3], [4]]);
    expect(live.connection.get()).toEqual({ state: 'live', by: 'socket', reason: null });
  });

  test.each([1006, 1012, 1013, 4429])('that is closed with %i comes back from the last version', async (code) => {
    const { webSocket, connections } = sockets();
    const live = opened(webSocket);
    const { feed, heard, errors } = noting();
    live.follow(feed);
    await after(1);
    connections[0]?.tell(told(7));
    connections[0]?.close(code);
    await after(1);
    expect(live.connection.get().state).toBe('catching up');
    await after(300);
    expect(afters(connections)).toEqual([0, 7]);
    expect(live.connection.get().state).toBe('live');
    connections[1]?.tell(told(9));
    expect([heard, errors]).toEqual([[7, 9], []]);
  });

  test('is tried more and more seldom, and at once when asked', async () => {
    const { webSocket, connections } = sockets(false);
    const live = opened(webSocket);
    live.follow(noting().feed);
    const tries = [];
    for (const ms of [1, 300, 600, 1200, 2400]) {
      await after(ms);
      tries.push(connections.length);
    }
    expect(tries).toEqual([1, 2, 3, 4, 5]);
    expect(live.connection.get().state).toBe('connecting');
    live.retry();
    await after(1);
    expect(connections).toHaveLength(6);
  });

  test('that says nothing at all is given up, and another one made', async () => {
    const { webSocket, connections } = sockets();
    opened(webSocket).follow(noting().feed);
    await after(1);
    const [dead] = connections;
    vi.spyOn(dead as Server, 'hear').mockImplementation(() => undefined); // no pong
    await after(10_000 + 5_000 + 400);
    expect(connections).toHaveLength(2);
  });

  test.each([4400, 4406, 4409])('that is closed with %i ends what is followed', async (code) => {
    const { webSocket, connections } = sockets();
    const { feed, errors } = noting();
    opened(webSocket).follow(feed);
    await after(1);
    connections[0]?.close(code, 'why');
    await after(60_000);
    expect(errors.map(({ message }) => message)).toEqual([`closed with ${code}: why`]);
    expect(connections).toHaveLength(1);
  });

  test('is closed when nothing is followed any more, and that is no loss', async () => {
    const { webSocket, connections } = sockets();
    const live = opened(webSocket);
    const stop = live.follow(noting().feed);
    await after(1);
    stop();
    await after(5_000);
    expect(connections[0]?.completed).toHaveLength(1);
    expect(live.connection.get().state).toBe('live');
  });
});

describe('a token', () => {
  test.each([4401, 4403])('that has ended (%i) ends what is followed', async (code) => {
    const { webSocket, connections } = sockets();
    const live = opened(webSocket);
    const { feed, errors } = noting();
    live.follow(feed);
    await after(1);
    connections[0]?.close(code, 'the token has ended');
    await after(60_000);
    expect(live.connection.get()).toEqual({ state: 'ended', by: 'socket', reason: 'the token has ended' });
    expect(errors).toHaveLength(1);
    expect(connections).toHaveLength(1);
  });

  test('that is renewed goes on, asked for once by all', async () => {
    const { webSocket, connections } = sockets();
    const renew = vi.fn(() => Promise.resolve('st_2'));
    const live = opened(webSocket, renew);
    const [one, other] = [noting(), noting()];
    live.follow(one.feed);
    live.follow(other.feed);
    await after(1);
    connections[0]?.close(4401);
    await after(1_000);
    expect(renew).toHaveBeenCalledTimes(1);
    expect(connections[1]?.token).toEqual(['st_2']);
    expect([one.errors, other.errors]).toEqual([[], []]);
  });
});

describe('a subscription', () => {
  test('that the service refuses ends with its reason; one that it can not serve now comes again', async () => {
    const { webSocket, connections } = sockets();
    const { feed, errors } = noting();
    opened(webSocket).follow(feed);
    await after(1);
    connections[0]?.refuse('UNAVAILABLE');
    await after(400);
    expect([afters(connections), errors]).toEqual([[0, 0], []]);
    connections[0]?.refuse('NOT_FOUND', 'no such match');
    await after(60_000);
    expect(errors.map(({ message }) => message)).toEqual(['no such match']);
    expect(afters(connections)).toEqual([0, 0]);
  });

  test('is made again at once where the feed says so, and ends where it is over', async () => {
    const { webSocket, connections } = sockets();
    const { feed, heard } = noting((version) => (version === 5 ? 'again' : version === 8 ? 'over' : 'on'));
    opened(webSocket).follow(feed);
    await after(1);
    connections[0]?.tell(told(5));
    await after(1);
    expect(afters(connections)).toEqual([0, 5]);
    connections[0]?.tell(told(8));
    connections[0]?.tell(told(9));
    await after(60_000);
    expect([afters(connections), heard]).toEqual([
      [0, 5],
      [5, 8]
    ]);
  });

  test('that the service completes comes again after a while', async () => {
    const { webSocket, connections } = sockets();
    opened(webSocket).follow(noting().feed);
    await after(1);
    connections[0]?.complete();
    await after(400);
    expect(afters(connections)).toEqual([0, 0]);
  });

  test('whose variables can not be read now is asked again, else it ends', async () => {
    const { webSocket, connections } = sockets();
    const { feed, errors } = noting();
    let tries = 0;
    const variables = () => {
      tries += 1;
      return tries === 1 ? Promise.reject(new TypeError('a fault')) : { id: 'mt_1', after: 0 };
    };
    opened(webSocket).follow({ ...feed, variables });
    await after(60_000);
    expect(errors.map(({ message }) => message)).toEqual(['a fault']);
    expect(connections).toHaveLength(0);
  });
});

describe('where sockets do not get through', () => {
  /** A feed over plain HTTP too: what it was asked for, each with how to go on telling. */
  function overHttp(open: boolean | null = false) {
    const { webSocket, connections } = sockets(open);
    const live = opened(webSocket);
    const noted = noting((version) => (version === 9 ? 'over' : 'on'));
    const asked: { from: number; alive: () => void; tell: (version: number) => void; signal: AbortSignal }[] = [];
    async function* stream({ after: from }: MatchUpdatesSubscriptionVariables, signal: AbortSignal, alive: () => void) {
      let tell: (version: number) => void = () => undefined;
      const next = () =>
        new Promise<number>((told, failed) => {
          tell = told;
          signal.addEventListener('abort', () => failed(signal.reason as Error), { once: true });
        });
      asked.push({ from, alive, tell: (version) => tell(version), signal });
      for (;;) yield { matchUpdates: told(await next()) } as MatchUpdatesSubscription;
    }
    return { live, connections, asked, ...noted, feed: { ...noted.feed, overHttp: stream } };
  }

  test.each([
    [false, 3_000],
    [null, 35_000]
  ])('the stream comes over plain HTTP (%s)', async (open, ms) => {
    const { live, asked, feed, heard, connections } = overHttp(open);
    live.follow(feed);
    await after(ms);
    expect([connections.length, asked.length, live.connection.get().state]).toEqual([3, 1, 'connecting']);
    asked[0]?.alive();
    expect(live.connection.get()).toEqual({ state: 'live', by: 'http', reason: null });
    asked[0]?.tell(1);
    await after(1);
    asked[0]?.tell(9);
    await after(60_000);
    expect([heard, asked.length]).toEqual([[1, 9], 1]);
  });

  test('any more it does so too, later', async () => {
    const { webSocket, connections } = sockets();
    const live = opened(webSocket);
    const { feed, asked } = overHttp();
    live.follow(feed);
    await after(1);
    for (let place = 0; asked.length === 0; place += 1) {
      connections[place]?.close(1006);
      await after(10_000);
    }
    expect(connections).toHaveLength(6);
  });

  test('it is given up when it says nothing any more, and comes again without a try of a socket', async () => {
    const { live, asked, feed, connections } = overHttp();
    live.follow(feed);
    await after(3_000);
    asked[0]?.alive();
    asked[0]?.tell(4);
    await after(40_000);
    asked[0]?.alive();
    await after(40_000);
    expect(asked).toHaveLength(1);
    await after(8_000);
    expect(asked.map(({ from }) => from)).toEqual([0, 4]);
    expect(live.connection.get().state).toBe('catching up');
    expect(connections).toHaveLength(3);
  });

  test('a socket is tried again after a while', async () => {
    const { live, asked, feed, connections } = overHttp();
    live.follow(feed);
    await after(3_000);
    for (let seconds = 0; seconds < 310; seconds += 10) {
      asked[0]?.alive();
      await after(10_000);
    }
    expect(connections).toHaveLength(4);
    expect(asked).toHaveLength(2);
  });

  test('some requests stay free: no more than four streams at once', async () => {
    const { live, asked, feed } = overHttp();
    const stops = Array.from({ length: 6 }, () => live.follow(feed));
    await after(60_000);
    expect(asked.filter(({ signal }) => !signal.aborted)).toHaveLength(4);
    stops[0]?.();
    await after(20_000);
    expect(asked.filter(({ signal }) => !signal.aborted)).toHaveLength(4);
  });
});

test('waits double up to ten seconds, each shorter by chance', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 20].map((failures) => backoff(failures, () => 1))).toEqual([
    300, 600, 1200, 2400, 4800, 9600, 10_000, 10_000
  ]);
  expect(backoff(1, () => 0)).toBe(150);
});
