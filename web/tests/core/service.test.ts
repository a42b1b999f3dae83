// @vitest-environment node
// Talking to the service: keys, repetition, refusals, lines.
import { describe, expect, test } from 'vitest';
import { ApiError, ConnectionError, isPassing, known, newKey } from '../../src/core/index.ts';
import { MatchUpdates } from '../../src/core/api/generated/graphql.ts';
import { problem, scripted } from './kit/service.ts';

const path = { path: { id: 'mt_1' } };
const failing = (times: number, then: object) => () => {
  times -= 1;
  if (times >= 0) throw new TypeError('no network');
  return then;
};

describe('a request', () => {
  test('carries the token, and a write a key of 32 digits', async () => {
    const { service, asked } = scripted({ 'POST /v1/matches': { match: 1 } }, 'st_1');
    await known(service.rest.POST('/v1/matches', { body: { game: 'x', seats: 2 } }));
    expect(asked[0]?.headers.get('Authorization')).toBe('Bearer st_1');
    expect(asked[0]?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f]{32}$/);
    expect(await asked[0]?.json()).toEqual({ game: 'x', seats: 2 });
  });

  test('without a token carries none, and with another one that', async () => {
    const { service, asked } = scripted({ 'GET /v1/matches/mt_1': {} });
    await service.rest.GET('/v1/matches/{id}', { params: path });
    await service.as('st_2').rest.GET('/v1/matches/{id}', { params: path });
    expect(asked.map((request) => request.headers.get('Authorization'))).toEqual([null, 'Bearer st_2']);
  });

  test('is sent again with the same key and body after 1, 2 and 4 s while no answer comes', async () => {
    const { service, asked, waits } = scripted({ 'POST /v1/matches': failing(3, { match: 'here' }) });
    expect(await known(service.rest.POST('/v1/matches', { body: { game: 'x', seats: 2 } }))).toEqual({ match: 'here' });
    expect(waits).toEqual([1000, 2000, 4000]);
    expect(new Set(asked.map((request) => request.headers.get('Idempotency-Key'))).size).toBe(1);
    expect(await Promise.all(asked.slice(-1).map((request) => request.json()))).toEqual([{ game: 'x', seats: 2 }]);
  });

  test('fails when the last try has failed too', async () => {
    const { service, waits } = scripted({ 'GET /v1/matches/mt_1': failing(9, {}) });
    await expect(service.rest.GET('/v1/matches/{id}', { params: path })).rejects.toThrow(ConnectionError);
    expect(waits).toHaveLength(3);
  });

  test('is sent again for as long as somebody is patient, if it reads', async () => {
    const answers = { 'GET /v1/matches/mt_1': failing(9, { id: 'mt_1' }), 'POST /v1/matches': failing(9, {}) };
    const { service, waits } = scripted(answers, null, () => true);
    expect(await known(service.rest.GET('/v1/matches/{id}', { params: path }))).toEqual({ id: 'mt_1' });
    expect(waits).toEqual([1000, 2000, 4000, ...Array<number>(6).fill(4000)]);
    await expect(service.rest.POST('/v1/matches', { body: { game: 'x', seats: 2 } })).rejects.toThrow(ConnectionError);
    expect(waits).toHaveLength(12);
  });

  test('is sent again when a proxy has no service, not when the service refuses', async () => {
    let tries = 0;
    const { service, waits } = scripted({
      'GET /v1/matches/mt_1': () => ((tries += 1) < 3 ? new Response('', { status: 502 }) : { id: 'mt_1' }),
      'GET /v1/matches/mt_2': () => problem('FORBIDDEN', 403)
    });
    expect(await known(service.rest.GET('/v1/matches/{id}', { params: path }))).toEqual({ id: 'mt_1' });
    expect(waits).toEqual([1000, 2000]);
    await expect(service.rest.GET('/v1/matches/{id}', { params: { path: { id: 'mt_2' } } })).rejects.toThrow(
      'FORBIDDEN it is'
    );
    expect(waits).toHaveLength(2);
  });

  test('that was given up is not sent again', async () => {
    const giving = new AbortController();
    const { service, asked } = scripted({
      'GET /v1/matches/mt_1': () => {
        giving.abort(new Error('enough'));
        throw giving.signal.reason;
      }
    });
    await expect(service.rest.GET('/v1/matches/{id}', { params: path, signal: giving.signal })).rejects.toThrow(
      'enough'
    );
    expect(asked).toHaveLength(1);
  });
});

describe('a refusal', () => {
  test('says its code, rule and faults', async () => {
    const more = { ruleId: 'R-1', errors: [{ message: 'wrong', path: ['a'] }], details: { legal: [] } };
    const { service } = scripted({ 'POST /v1/matches/mt_1/actions': () => problem('ILLEGAL_ACTION', 422, more) });
    const params = { ...path, header: { 'Idempotency-Key': newKey() } };
    const error = await service.rest
      .POST('/v1/matches/{id}/actions', { params, body: { token: 'la_1' } })
      .catch((one: unknown) => one);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      code: 'ILLEGAL_ACTION',
      status: 422,
      ruleId: 'R-1',
      faults: more.errors,
      details: more.details
    });
    expect(isPassing(error)).toBe(false);
  });

  test('by something else is a fault of the connection', async () => {
    const { service } = scripted({ 'GET /v1/matches/mt_1': () => new Response('<html>', { status: 418 }) });
    const error = await service.rest.GET('/v1/matches/{id}', { params: path }).catch((one: unknown) => one);
    expect(error).toBeInstanceOf(ConnectionError);
    expect(isPassing(error)).toBe(true);
  });

  test('over GraphQL says which match it is about', async () => {
    const { service, asked } = scripted({ 'POST /graphql': { data: {} } });
    await service.run(MatchUpdates, { id: 'mt_1', after: 0 });
    await service.run(MatchUpdates, { id: 'tn_1', after: 0 });
    expect(asked.map((request) => request.headers.get('Playledger-Match'))).toEqual(['mt_1', null]);
  });

  test('over GraphQL is the same', async () => {
    const errors = [{ message: 'no', extensions: { code: 'UNAVAILABLE', details: { a: 1 } } }];
    const { service } = scripted({ 'POST /graphql': { data: null, errors } });
    const error = await service.run(MatchUpdates, { id: 'mt_1', after: 0 }).catch((one: unknown) => one);
    expect(error).toMatchObject({ code: 'UNAVAILABLE', message: 'no', details: { a: 1 } });
    expect(isPassing(error)).toBe(true);
  });
});

test('lines that break off are a lost connection', async () => {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"a":1}\n{"a'));
      controller.error(new TypeError('network error'));
    }
  });
  const { service } = scripted({ 'GET /v1/x': () => new Response(body) });
  await expect(service.lines('/v1/x').next()).rejects.toThrow(ConnectionError);
});

test('lines come one by one, whatever the pieces are, without blank ones', async () => {
  const bytes = new TextEncoder().encode('{"a":"ä"}\n\n{"a":2}\n{"a":3}');
  const pieces = [bytes.slice(0, 7), bytes.slice(7, 8), bytes.slice(8)]; // one ends within a letter
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      pieces.forEach((piece) => controller.enqueue(piece));
      controller.close();
    }
  });
  const { service, asked } = scripted({ 'GET /v1/x': () => new Response(body) });
  const found = [];
  for await (const line of service.lines<{ a: unknown }>('/v1/x', { from: 1, to: null })) found.push(line.a);
  expect(found).toEqual(['ä', 2, 3]);
  expect(asked[0]?.url).toBe('http://service.test/v1/x?from=1');
  expect(asked[0]?.headers.get('Accept')).toBe('application/x-ndjson');
});
