// @vitest-environment node
// A replay against a scripted service: steps, turns, jumps, what lies within a batch, long matches.
import { describe, expect, test, vi } from 'vitest';
import { type FrameState, openReplay, type Replay, until } from '../../src/core/index.ts';
import type { Frame, ReplayOptions } from '../../src/core/index.ts';
import { Timeline } from '../../src/core/replay/timeline.ts';
import { scripted } from './kit/service.ts';

/** A match whose batches end at these versions; each turn takes three of them, and each card counts the version. */
const ENDS = [2, 3, 7, 8, 12, 13, 20, 21, 25];
const LAST = 25;

function stateOf(version: number): FrameState {
  const step = ENDS.filter((end) => end <= version).length;
  const turn = Math.ceil(step / 3);
  const table = { phase: 'main', active: turn % 2, stats: { turn, n: version }, players: [] };
  return { status: 'running', phase: 'main', prompts: [], table: step === 0 ? null : table, result: null };
}

function frameOf(version: number, whole: boolean, before = 0, brief = false): Frame {
  const told = { version, at: 't', ...(brief ? {} : { stateHash: `s${version}`, headHash: `h${version}` }) };
  const [now, then] = [stateOf(version), stateOf(before)];
  if (whole || !now.table || !then.table) return { ...told, state: now };
  const patch = [
    { op: 'replace', path: '/table/stats/n', value: version } as const,
    ...(now.table.active === then.table.active
      ? []
      : ([{ op: 'replace', path: '/table/active', value: now.table.active }] as const)),
    ...(now.table.stats['turn'] === then.table.stats['turn']
      ? []
      : ([{ op: 'replace', path: '/table/stats/turn', value: now.table.stats['turn'] }] as const))
  ];
  return { ...told, patch };
}

function opened(options: ReplayOptions = {}, framesCome: Promise<unknown> = Promise.resolve()) {
  const script = scripted({
    'GET /v1/matches/mt_1/state': (request) => {
      const version = Number(new URL(request.url).searchParams.get('at') ?? LAST);
      return { ...stateOf(version), version, resolving: !ENDS.includes(version), perspective: 'spectator' };
    },
    'GET /v1/matches/mt_1/frames': async (request) => {
      await framesCome;
      const brief = new URL(request.url).searchParams.get('brief') === 'true';
      const frames = ENDS.map((end, place) =>
        frameOf(end, place % (brief ? 100 : 4) === 0, ENDS[place - 1], brief && place > 0)
      );
      return new Response(frames.map((frame) => `${JSON.stringify(frame)}\n`).join(''));
    },
    'GET /v1/matches/mt_1/events': () => ({
      events: Array.from({ length: LAST }, (_, place) => ({
        version: place + 1,
        text: `text ${place + 1}`,
        mark: place === 6 ? 'hit' : null,
        subjects: { seats: [1] }
      }))
    }),
    'GET /v1/matches/mt_1/legal-actions': (request) => ({ asked: new URL(request.url).search })
  });
  return { ...script, replay: openReplay(script.service, 'mt_1', options) };
}

const complete = (replay: Replay) => until(replay, (one) => one.complete && one.frame !== null);
const texts = (replay: Replay) => replay.get().events.map(({ text }) => text);

describe('a replay', () => {
  test('begins at the end, or where it is told to', async () => {
    expect(await complete(opened().replay)).toMatchObject({
      version: 25,
      last: 25,
      perspective: 'spectator',
      frame: stateOf(25)
    });
    expect(await complete(opened({ at: 8 }).replay)).toMatchObject({
      version: 8,
      frame: stateOf(8),
      step: { stateHash: 's8' }
    });
    expect(await complete(opened({ at: 99 }).replay)).toMatchObject({ version: 25 });
  });

  test.each([8, 10])('shows the table at %i before the frames are here, and goes on from it then', async (at) => {
    let come = (): void => undefined;
    const { replay } = opened({ at }, new Promise<void>((done) => (come = done)));
    const early = await until(replay, (one) => one.frame !== null);
    expect(early).toMatchObject({ version: at, complete: false, frame: stateOf(at), resolving: at === 10, events: [] });
    expect(replay.stride('batch', 1)).toBe(at);
    come();
    await until(replay, (one) => one.complete && one.events.length > 0);
    expect(replay.get()).toMatchObject({ version: at, frame: stateOf(at), step: at === 8 ? { version: 8 } : null });
    expect(replay.stride('batch', 1)).toBe(12);
  });

  test('that begins at its end tells the events of the last batch alone, and reads one state', async () => {
    const { replay, asked } = opened();
    const { events } = await until(replay, (one) => one.complete && one.events.length > 0);
    expect(events.map(({ version }) => version)).toEqual([22, 23, 24, 25]);
    expect(asked.filter((request) => request.url.includes('/state'))).toHaveLength(1);
  });

  test('knows its steps and turns', async () => {
    const { steps, turns } = await complete(opened().replay);
    expect(steps.map(({ version }) => version)).toEqual(ENDS);
    expect(turns).toEqual([
      { number: 1, seat: 1, from: 2, to: 7 },
      { number: 2, seat: 0, from: 8, to: 13 },
      { number: 3, seat: 1, from: 20, to: 25 }
    ]);
  });

  test('jumps to the end of any batch without asking for its state', async () => {
    const { replay, asked } = opened();
    await complete(replay);
    for (const version of [2, 25, 3, 21, 8]) {
      await replay.jump(version);
      expect(replay.get()).toMatchObject({ version, resolving: false, frame: stateOf(version), step: { version } });
    }
    expect(asked.filter((request) => request.url.includes('/state'))).toHaveLength(1);
    expect(asked.filter((request) => request.url.includes('/frames'))).toHaveLength(1);
  });

  test('is the same in brief, without the hashes', async () => {
    const { replay, asked } = opened({ brief: true });
    await complete(replay);
    for (const version of [21, 3, 25]) {
      await replay.jump(version);
      const step = { version, at: 't', stateHash: '', headHash: '' };
      expect(replay.get()).toMatchObject({ version, frame: stateOf(version), step });
    }
    const other = replay.as('seat:1');
    await complete(other);
    const frames = asked.filter((request) => request.url.includes('/frames'));
    expect(frames.map(({ url }) => new URL(url).searchParams.get('brief'))).toEqual(['true', 'true']);
  });

  test('asks for what lies within a batch', async () => {
    const { replay } = opened();
    await complete(replay);
    await replay.jump(10);
    expect(replay.get()).toMatchObject({ version: 10, resolving: true, step: null });
    expect(texts(replay)).toEqual(['text 9', 'text 10']);
  });

  test('tells the events of the batch, and the marks of all that are here', async () => {
    const { replay } = opened();
    await complete(replay);
    await replay.jump(12);
    expect(texts(replay)).toEqual(['text 9', 'text 10', 'text 11', 'text 12']);
    expect(replay.get().marks).toEqual([{ version: 7, mark: 'hit', seats: [1], text: 'text 7' }]);
  });

  test('shows the last jump, whichever is answered first', async () => {
    const { replay } = opened();
    await complete(replay);
    await Promise.all([replay.jump(10), replay.jump(11), replay.jump(3)]);
    expect(replay.get()).toMatchObject({ version: 3, frame: stateOf(3) });
    expect(texts(replay)).toEqual(['text 3']);
  });

  test('strides by event, batch and turn, not beyond its ends', async () => {
    const { replay } = opened({ at: 8 });
    await complete(replay);
    expect([1, -1].map((count) => replay.stride('event', count))).toEqual([9, 7]);
    expect([2, 1, -1, -2].map((count) => replay.stride('batch', count))).toEqual([13, 12, 7, 3]);
    expect([1, -1].map((count) => replay.stride('turn', count))).toEqual([20, 2]);
    expect([replay.stride('turn', -1, 13), replay.stride('batch', -1, 10), replay.stride('batch', 1, 10)]).toEqual([
      8, 8, 12
    ]);
    expect([replay.stride('batch', 99), replay.stride('turn', -99), replay.stride('event', -99)]).toEqual([25, 1, 1]);
  });

  test('keeps its version with other eyes', async () => {
    const { replay, asked } = opened({ at: 8 });
    await complete(replay);
    const other = replay.as('seat:1');
    expect(await complete(other)).toMatchObject({ version: 8 });
    expect(asked.at(-1)?.url).toContain('as=seat%3A1');
  });

  test('says what else was possible then', async () => {
    const { replay } = opened({ at: 8 });
    await complete(replay);
    expect(await replay.possible(1)).toEqual({ asked: '?seat=1&expand=0&at=8' });
  });

  test('that can not be read says why', async () => {
    const { service } = scripted({});
    const { fault } = await until(openReplay(service, 'mt_1'), (one) => one.fault !== null);
    expect(fault?.message).toBe('NOT_FOUND it is');
  });
});

describe('a long match', () => {
  test('that begins at its end tells its last batch, then all marks page by page, and stays without some of them', async () => {
    const last = 10_000;
    const told = { at: 't', stateHash: '', headHash: '' };
    const { service, asked } = scripted({
      'GET /v1/matches/mt_1/state': () => ({ ...stateOf(LAST), version: last, resolving: false }),
      'GET /v1/matches/mt_1/frames': () =>
        new Response(
          [last - 2, last].map((version) => `${JSON.stringify({ ...told, version, state: stateOf(LAST) })}\n`).join('')
        ),
      'GET /v1/matches/mt_1/events': (request) => {
        const after = Number(new URL(request.url).searchParams.get('after'));
        if (after === 9_472) return new Response('{}', { status: 403 });
        const events = Array.from({ length: Math.min(256, last - after) }, (_, place) => ({
          version: after + place + 1,
          mark: (after + place + 1) % 3_000 ? null : 'WON',
          subjects: { seats: [] }
        }));
        return { events };
      }
    });
    const replay = openReplay(service, 'mt_1');
    const { events } = await until(replay, (one) => one.complete && one.events.length > 0);
    expect(events.map(({ version }) => version)).toEqual([last - 1, last]);
    const { marks } = await until(replay, (one) => one.marks.length === 3);
    expect(marks.map(({ version }) => version)).toEqual([3_000, 6_000, 9_000]);
    const pages = () => asked.map(({ url }) => new URL(url)).filter(({ pathname }) => pathname.endsWith('/events'));
    const after = () => pages().map(({ searchParams }) => Number(searchParams.get('after')));
    await vi.waitFor(() => expect(after()).toContain(9_472));
    await new Promise((done) => setTimeout(done, 20));
    expect([after()[0], after().length, new Set(after()).size]).toEqual([9_984, 39, 39]);
    expect(replay.get()).toMatchObject({ complete: true, fault: null });
  });

  const STEPS = 5_000;
  const cards = Array.from({ length: 100 }, (_, place) => ({ id: `c${place}`, counters: { n: 0 } }));
  const whole = (n: number): FrameState => {
    const table = {
      phase: 'main',
      active: 0,
      stats: { turn: n },
      players: [],
      zones: [{ name: 'z', count: 100, cards }]
    };
    return { status: 'running', phase: 'main', prompts: [], table, result: null };
  };
  const frames = Array.from({ length: STEPS }, (_, place): Frame => {
    const told = { version: 2 * place + 2, at: 't', stateHash: '', headHash: '' };
    if (place % 256 === 0) return { ...told, state: whole(place) };
    const path = `/table/zones/0/cards/${place % 100}/counters/n`;
    return {
      ...told,
      patch: [
        { op: 'replace', path: '/table/stats/turn', value: place },
        { op: 'replace', path, value: place }
      ]
    };
  });

  test('of 10,000 events is at any version at once, and keeps what does not change', () => {
    const timeline = new Timeline();
    frames.forEach((frame) => timeline.add(frame));
    const places = Array.from({ length: 500 }, (_, n) => (n * 7919) % STEPS);
    const took = places.map((place) => {
      const begun = performance.now();
      expect(timeline.state(place)?.table?.stats['turn']).toBe(place);
      return performance.now() - begun;
    });
    took.sort((one, other) => one - other);
    expect(took[Math.floor(took.length * 0.9)]).toBeLessThan(16); // ms of a frame, on a machine with much else to do
    const [before, after] = [timeline.state(1001)?.table?.zones, timeline.state(1002)?.table?.zones];
    expect(after?.[0]?.cards?.filter((card, place) => card !== before?.[0]?.cards?.[place])).toHaveLength(1);
  });

  test('finds the step of a version, and refuses a patch for another frame', () => {
    const timeline = new Timeline();
    frames.forEach((frame) => timeline.add(frame));
    expect(timeline.placeOf(5_141)).toBe(2_569);
    expect([timeline.placeOf(1), timeline.placeOf(2), timeline.placeOf(99_999)]).toEqual([-1, 0, STEPS - 1]);
    expect([timeline.state(-1), timeline.state(STEPS)]).toEqual([undefined, undefined]);
    const stray = { ...frames[1], patch: [{ op: 'replace', path: '/nowhere/at/all', value: 1 }] } as Frame;
    expect(() => timeline.add(stray)).toThrow('/nowhere/at/all');
  });
});
