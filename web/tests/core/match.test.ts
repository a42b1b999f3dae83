// @vitest-environment node
// The store of a match against a scripted service: each batch once, gaps, doubles, own answers, what is legal.
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  ApiError,
  ConnectionError,
  type MatchSnapshot,
  type MatchStore,
  openLive,
  openMatch,
  remaining,
  until
} from '../../src/core/index.ts';
import type { Live, MatchOptions } from '../../src/core/index.ts';
import { type Answer, problem, scripted } from './kit/service.ts';
import { type Server, sockets } from './kit/sockets.ts';

const open: (Live | MatchStore)[] = [];
afterEach(() => open.splice(0).forEach((one) => one.close()));

const prompt = (id: string, seat = 0, revision = 0) => ({
  id,
  seat,
  revision,
  kind: 'k',
  mode: 'BLOCKING',
  ruleId: 'R',
  text: '',
  about: null,
  openedAtVersion: 1,
  deadline: null
});
const event = (version: number) => ({
  id: `e${version}`,
  version,
  type: 't',
  text: `text ${version}`,
  subjects: { seats: [], cards: [], things: [] },
  textArguments: { card: 'Ace' }
});
const sent = (version: number) => ({ ...event(version), textArguments: [{ name: 'card', value: 'Ace' }] });
const state = (version: number, prompts: object[] = []) => ({
  matchId: 'mt_1',
  version,
  resolving: false,
  perspective: 'seat:0',
  status: 'running',
  phase: 'main',
  prompts,
  hash: `s${version}`,
  headHash: `h${version}`,
  view: {},
  table: { phase: 'main', active: 0, stats: { n: version }, players: [] },
  result: null
});
const appended = (
  from: number,
  to: number,
  patch: object[] = [{ op: 'replace', path: '/table/stats/n', value: to }]
) => ({
  __typename: 'EventsAppended',
  fromVersion: from,
  toVersion: to,
  stateHash: `s${to}`,
  headHash: `h${to}`,
  patch,
  events: Array.from({ length: to - from + 1 }, (_, place) => sent(from + place))
});

/** A followed match at version 4, with what the service was asked. `at` is the version that REST knows. */
async function followed(answers: Record<string, Answer> = {}, options: MatchOptions = {}) {
  const { webSocket, connections } = sockets();
  const at = { version: 4, prompts: [] as object[] };
  const { service, asked } = scripted(
    {
      'GET /v1/matches/mt_1': () => ({ id: 'mt_1', game: 'x', status: 'RUNNING', seats: [] }),
      'GET /v1/matches/mt_1/state': () => state(at.version, at.prompts),
      'GET /v1/matches/mt_1/events': (request) => {
        const query = new URL(request.url).searchParams;
        const after = Number(query.get('after'));
        const last = Math.min(at.version, after + Number(query.get('limit')));
        return {
          events: Array.from({ length: last - after }, (_, place) => event(after + place + 1)),
          complete: true,
          version: at.version
        };
      },
      'GET /v1/matches/mt_1/legal-actions': () => ({
        version: at.version,
        seat: 0,
        mayConcede: true,
        prompts: at.prompts.map((one) => ({ prompt: one, actions: [], templates: [], references: [], default: null }))
      }),
      ...answers
    },
    'st_1'
  );
  const live = openLive(service, { webSocket, random: () => 0 });
  const store = openMatch(service, live, 'mt_1', options);
  open.push(store, live);
  await until(store, ({ frame }) => frame !== null);
  await vi.waitFor(() => expect(connections[0]?.subscribed).toHaveLength(1));
  const count = (path: string) => asked.filter((request) => new URL(request.url).pathname.endsWith(path)).length;
  return { store, at, asked, count, connections, server: connections[0] as Server, live };
}

const n = ({ frame }: MatchSnapshot) => frame?.table?.stats['n'];
const versions = ({ log }: MatchSnapshot) => log.map(({ version }) => version);

describe('a match', () => {
  test('is read, then followed from there', async () => {
    const { store, server } = await followed();
    expect(store.get()).toMatchObject({
      version: 4,
      stateHash: 's4',
      headHash: 'h4',
      perspective: 'seat:0',
      closed: false
    });
    expect(versions(store.get())).toEqual([1, 2, 3, 4]);
    expect(server.subscribed[0]?.variables).toEqual({ id: 'mt_1', after: 4, hash: 'h4', as: null });
  });

  test('takes each batch once, and its events as REST says them', async () => {
    const { store, server } = await followed();
    server.tell(appended(5, 6));
    server.tell(appended(5, 6));
    server.tell(appended(7, 7));
    expect([store.get().version, n(store.get()), store.get().headHash]).toEqual([7, 7, 'h7']);
    expect(versions(store.get())).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(store.get().log.at(-1)).toEqual(event(7));
  });

  test('keeps all that a batch does not change', async () => {
    const { store, server } = await followed();
    const before = store.get().frame;
    server.tell(appended(5, 5));
    expect(store.get().frame?.table?.players).toBe(before?.table?.players);
    expect(store.get().frame?.prompts).toBe(before?.prompts);
  });

  test.each([
    ['a gap', appended(7, 8)],
    ['a batch that begins before', appended(3, 6)],
    ['a patch for another table', appended(5, 5, [{ op: 'replace', path: '/table/other/n', value: 5 }])],
    ['another hash of the same version', { ...appended(4, 4), stateHash: 'other' }],
    ['another history', { __typename: 'ResyncRequired', currentVersion: 3, reason: 'DIVERGED' }]
  ])('is read anew after %s', async (_, update) => {
    const { store, at, server, count } = await followed();
    at.version = 9;
    server.tell(update);
    await vi.waitFor(() => expect(server.subscribed).toHaveLength(2));
    expect([store.get().version, n(store.get()), count('/state')]).toEqual([9, 9, 2]);
    expect(versions(store.get())).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(server.subscribed[1]?.variables).toMatchObject({ after: 9, hash: 'h9' });
  });

  test('forgets its log where the store has another history', async () => {
    const { store, at, server } = await followed();
    server.tell(appended(5, 7));
    at.version = 5; // the events after 4 are lost, and another 5 has come
    server.tell({ __typename: 'ResyncRequired', currentVersion: 5, reason: 'DIVERGED' });
    await vi.waitFor(() => expect(server.subscribed).toHaveLength(2));
    expect([store.get().version, versions(store.get())]).toEqual([5, [1, 2, 3, 4, 5]]);
  });

  test('goes on from what it has when the server stops', async () => {
    const { store, connections, server, count } = await followed();
    server.tell(appended(5, 5));
    server.tell({ __typename: 'ResyncRequired', currentVersion: 5, reason: 'SHUTDOWN' });
    server.close(1012);
    await vi.waitFor(() => expect(connections[1]?.subscribed).toHaveLength(1));
    expect(connections[1]?.subscribed[0]?.variables).toMatchObject({ after: 5, hash: 'h5' });
    expect([store.get().version, count('/state')]).toEqual([5, 1]);
  });

  test('says who is there, and how the clocks run by the time of the service', async () => {
    const { store, server } = await followed();
    const now = Date.now();
    server.tell({ __typename: 'PresenceChanged', seats: [1], spectators: 3 });
    const clock = {
      seat: 1,
      promptId: 'p',
      deadline: new Date(now + 70_000).toISOString(),
      remainingMs: 10_000,
      bankMs: 4_000
    };
    server.tell({ __typename: 'ClockTick', at: new Date(now + 60_000).toISOString(), clocks: [clock] });
    const shown = store.get();
    expect(shown.presence).toEqual({ seats: [1], spectators: 3 });
    expect(Math.abs(shown.clockOffset - 60_000)).toBeLessThan(1_000);
    const at = { ...shown, clockOffset: 60_000 };
    expect(remaining(at, 1, now)).toEqual({ promptId: 'p', decisionMs: 6_000, bankMs: 4_000 });
    expect(remaining(at, 1, now + 8_000)).toEqual({ promptId: 'p', decisionMs: 0, bankMs: 2_000 });
    expect(remaining(at, 1, now + 60_000)).toMatchObject({ decisionMs: 0, bankMs: 0 });
    expect(remaining(at, 0, now)).toBeNull();
  });

  test('is closed after its last event, and not followed again', async () => {
    const { store, server, connections } = await followed();
    server.tell({ __typename: 'ClockTick', at: new Date().toISOString(), clocks: [] });
    server.tell({ __typename: 'MatchClosed', version: 4 });
    expect(store.get()).toMatchObject({ closed: true, clocks: null });
    server.close(1006);
    await new Promise((done) => setTimeout(done, 400));
    expect(connections).toHaveLength(1);
  });

  test('that may not be seen says so', async () => {
    const { service } = scripted({});
    const live = openLive(service, sockets());
    const store = openMatch(service, live, 'mt_1');
    open.push(store, live);
    const { fault, closed } = await until(store, (one) => one.fault !== null);
    expect([(fault as ApiError).code, closed]).toEqual(['NOT_FOUND', true]);
  });

  test('gives earlier events in pages', async () => {
    const { store, at, asked } = await followed();
    at.version = 700;
    await store.reload();
    await until(store, ({ version }) => version === 700);
    expect(versions(store.get())[0]).toBe(445);
    expect(await store.earlier()).toBe(true);
    expect(versions(store.get())[0]).toBe(189);
    expect(await store.earlier()).toBe(false);
    expect(versions(store.get())).toEqual(Array.from({ length: 700 }, (_, place) => place + 1));
    expect(await store.earlier()).toBe(false);
    expect(asked.filter((request) => request.url.includes('/events')).at(-1)?.url).toContain('after=0&limit=188');
  });
});

describe('a log', () => {
  test('has the last 1,024 events, however long a match goes on', async () => {
    const { store, server } = await followed();
    for (let from = 5; from < 10_000; from += 5) server.tell(appended(from, from + 4));
    expect(versions(store.get())).toEqual(Array.from({ length: 1_024 }, (_, place) => 8_976 + place));
  });

  test('keeps what was read before it, and has no gap', async () => {
    let waiting = Promise.resolve();
    const { store, server, count } = await followed({
      'GET /v1/matches/mt_1/events': async (request) => {
        const query = new URL(request.url).searchParams;
        const [after, limit] = [Number(query.get('after')), Number(query.get('limit'))];
        await waiting;
        return { events: Array.from({ length: after ? limit : 4 }, (_, place) => event(after + place + 1)) };
      }
    });
    const ends = () => [versions(store.get())[0], versions(store.get()).at(-1), versions(store.get()).length];
    for (let from = 5; from <= 2_000; from += 4) server.tell(appended(from, from + 3));
    expect(ends()).toEqual([977, 2_000, 1_024]);
    expect(await store.earlier()).toBe(true);
    expect(ends()).toEqual([721, 2_000, 1_280]);
    server.tell(appended(2_001, 2_004));
    expect(ends()).toEqual([725, 2_004, 1_280]);

    let come = (): void => undefined;
    waiting = new Promise<void>((done) => (come = done));
    const reading = store.earlier();
    await vi.waitFor(() => expect(count('/events')).toBe(3));
    for (let from = 2_005; from <= 2_404; from += 4) server.tell(appended(from, from + 3));
    come();
    expect(await reading).toBe(true);
    expect(ends()).toEqual([869, 2_404, 1_536]);
  });
});

describe('what is legal', () => {
  test('is read when the own prompts change, and not otherwise', async () => {
    const { store, at, server, count } = await followed();
    await until(store, ({ legal }) => legal !== null);
    expect(count('/legal-actions')).toBe(1);
    server.tell(appended(5, 5));
    expect(store.get().legal).not.toBeNull();
    Object.assign(at, { version: 6, prompts: [prompt('p1'), prompt('p2', 1)] });
    server.tell(appended(6, 6, [{ op: 'replace', path: '/prompts', value: at.prompts }]));
    expect(store.get().legal).toBeNull();
    at.prompts = [prompt('p1')];
    await until(store, ({ legal }) => legal !== null);
    expect(store.get().legal?.prompts.map((one) => one.prompt.id)).toEqual(['p1']);
    server.tell(appended(7, 7, [{ op: 'replace', path: '/prompts/1/revision', value: 3 }]));
    expect(store.get().legal).not.toBeNull();
    server.tell(appended(8, 8, [{ op: 'replace', path: '/prompts/0/revision', value: 1 }]));
    expect(store.get().legal).toBeNull();
    await vi.waitFor(() => expect(count('/legal-actions')).toBe(3));
  });

  test('for a later moment than the table is not shown', async () => {
    const { store, at, server } = await followed();
    await until(store, ({ legal }) => legal !== null);
    Object.assign(at, { version: 7, prompts: [prompt('p2')] });
    server.tell(appended(5, 5, [{ op: 'replace', path: '/prompts', value: [prompt('p1')] }]));
    await new Promise((done) => setTimeout(done, 20));
    expect(store.get().legal).toBeNull();
    server.tell(appended(6, 7, [{ op: 'replace', path: '/prompts', value: [prompt('p2')] }]));
    expect((await until(store, ({ legal }) => legal !== null)).legal?.prompts[0]?.prompt.id).toBe('p2');
  });

  test('is asked by nobody who only watches', async () => {
    const { count } = await followed({}, { as: 'seat:0', seat: null });
    expect(count('/legal-actions')).toBe(0);
  });
});

describe('an own answer', () => {
  const done = { match: {}, version: 6, headHash: 'h6', replayed: false, events: [] };
  const action = { type: 'play', card: 'c1' };

  test('is on its way until its events are on the table', async () => {
    const { store, server, asked } = await followed({ 'POST /v1/matches/mt_1/actions': done });
    const acting = store.act({ id: 'p1', revision: 2 }, action);
    expect(store.get().sending?.action).toEqual(action);
    await acting;
    expect(await asked.at(-1)?.json()).toEqual({ ...action, promptId: 'p1', revision: 2 });
    expect(store.get().sending?.until).toBe(6);
    server.tell(appended(5, 6));
    expect(store.get().sending).toBeNull();
  });

  test('that the stream has told before is done at once', async () => {
    const { store, server } = await followed({
      'POST /v1/matches/mt_1/actions': () => {
        server.tell(appended(5, 6));
        return done;
      }
    });
    await store.act({ id: 'p1', revision: 0 }, action);
    expect(store.get().sending).toBeNull();
    expect(versions(store.get())).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('that is refused says why, until another one is sent', async () => {
    let refuse = true;
    const { store } = await followed({
      'POST /v1/matches/mt_1/actions': () => (refuse ? problem('ILLEGAL_ACTION', 422, { ruleId: 'R-1' }) : done)
    });
    await expect(store.act({ id: 'p1', revision: 0 }, action)).rejects.toThrow(ApiError);
    expect([store.get().sending, store.get().refusal?.message]).toEqual([null, 'ILLEGAL_ACTION it is']);
    refuse = false;
    await store.concede();
    expect(store.get().refusal).toBeNull();
  });

  test('that gets none while the way is gone is sent again once it is back, with its key', async () => {
    let gone = true;
    const { store, asked, connections, server } = await followed({
      'POST /v1/matches/mt_1/actions': () => (gone ? Promise.reject(new TypeError('no network')) : done)
    });
    server.close(1006);
    const acting = store.act({ id: 'p1', revision: 0 }, action);
    const posts = () => asked.filter(({ method }) => method === 'POST');
    await vi.waitFor(() => expect(posts()).toHaveLength(4));
    gone = false;
    await vi.waitFor(() => expect(connections[1]?.subscribed).toHaveLength(1));
    expect((await acting).version).toBe(6);
    expect(posts()).toHaveLength(5);
    expect(new Set(posts().map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
  });

  test('of which nobody knows whether it came keeps its key, as long as it is the same', async () => {
    let answer: () => object = () => Promise.reject(new TypeError('no network'));
    const { store, asked } = await followed({ 'POST /v1/matches/mt_1/actions': () => answer() });
    await until(store, ({ connection }) => connection.state === 'live');
    const prompt = { id: 'p1', revision: 0 };
    const keys = () =>
      asked.filter(({ method }) => method === 'POST').map(({ headers }) => headers.get('Idempotency-Key'));
    await expect(store.act(prompt, action)).rejects.toThrow(ConnectionError);
    answer = () => problem('UNAVAILABLE', 503);
    await expect(store.act(prompt, action)).rejects.toThrow(ApiError);
    expect(new Set(keys()).size).toBe(1);
    answer = () => done;
    await store.act(prompt, { type: 'play', card: 'c2' });
    await store.act(prompt, action);
    expect(new Set(keys()).size).toBe(3);
  });
});

test('a match over plain HTTP is the same', async () => {
  const { webSocket } = sockets(false);
  const lines = [
    { type: 'presence_changed', version: 4, data: { seats: [0], spectators: 0 } },
    { type: 'events_appended', version: 5, data: { ...appended(5, 5), __typename: undefined, events: [event(5)] } },
    { type: 'something_new', version: 5, data: {} },
    { type: 'match_closed', version: 5, data: { version: 5, result: null } }
  ];
  const { service, asked } = scripted({
    'GET /v1/matches/mt_1': { id: 'mt_1' },
    'GET /v1/matches/mt_1/state': { ...state(4), perspective: 'spectator' },
    'GET /v1/matches/mt_1/events': { events: [1, 2, 3, 4].map(event), complete: true, version: 4 },
    'GET /v1/matches/mt_1/stream': () => new Response(lines.map((line) => `${JSON.stringify(line)}\n`).join('\n'))
  });
  const live = openLive(service, { webSocket, random: () => 0 });
  const store = openMatch(service, live, 'mt_1', { as: 'spectator' });
  open.push(store, live);
  const shown = await until(store, ({ closed }) => closed);
  expect([shown.version, n(shown), shown.presence?.seats, shown.connection.by]).toEqual([5, 5, [0], 'http']);
  expect(shown.log.at(-1)).toEqual(event(5));
  expect(asked.at(-1)?.url).toBe(
    'http://service.test/v1/matches/mt_1/stream?as=spectator&after=4&afterHash=h4&frames=true'
  );
});
