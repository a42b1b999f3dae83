import { beforeEach, expect, test } from 'vitest';
import { Service } from '#core/api/service.ts';
import { keepDeck } from '#lib/catalogue/decks.ts';
import { begin, join } from '#lib/lobby/begin.ts';
import { ownChoice } from '#lib/lobby/brought.ts';
import { seatsOf } from '#lib/shell/seats.ts';

interface Asked {
  path: string;
  token: string | null;
  body: Record<string, unknown>;
}

let asked: Asked[];
/** The decks that were checked before anything was opened. */
let checked: Record<string, unknown>[];

/** A service that opens every match, seats everybody, and remembers what it was asked. */
function fake(token: string | null = null): Service {
  const answered = async (request: Request): Promise<Response> => {
    const body = (await request.json()) as Record<string, unknown>;
    const path = new URL(request.url).pathname;
    if (path === '/v1/loadouts/validate') {
      checked.push(body);
      const violations = body['deck'] === 'cow' ? [{ ruleId: 'T-1', message: 'there is no cow', path: [] }] : [];
      return Response.json({ legal: violations.length === 0, violations });
    }
    asked.push({ path, token: request.headers.get('Authorization'), body });
    const match = { id: 'mt_1', game: body['game'] ?? 'toy', status: asked.length < 3 ? 'OPEN' : 'RUNNING' };
    if (path === '/v1/matches') return Response.json({ match, invite: 'code', replayed: false }, { status: 201 });
    const seatToken = body['bot'] ? '' : `st_${String(body['seat'])}`;
    return Response.json({ match, seat: body['seat'] ?? 1, seatToken, replayed: false }, { status: 201 });
  };
  return new Service({ base: 'http://here', token, fetch: answered });
}

beforeEach(() => {
  asked = [];
  checked = [];
  localStorage.clear();
});

test('a guest sits down first and gives the other seat to the house with the token of the own one', async () => {
  const order = { match: { game: 'toy', seats: 2 }, seats: [] };
  const { match } = await begin(fake(), {
    ...order,
    seats: [
      { who: 'house', bot: 'greedy' },
      { who: 'here', deck: 'fox', name: 'Ada' }
    ]
  });
  expect(match.status).toBe('RUNNING');
  expect(asked.map(({ path, token, body }) => [path, token, body['bot'] ?? body['deck'] ?? body['game']])).toEqual([
    ['/v1/matches', null, 'toy'],
    ['/v1/matches/mt_1/seats', null, 'fox'],
    ['/v1/matches/mt_1/seats', 'Bearer st_1', 'greedy']
  ]);
  expect(checked).toEqual([{ game: 'toy', seats: 2, options: {}, seat: 1, deck: 'fox' }]);
  expect(seatsOf('mt_1')).toEqual([{ seat: 1, token: 'st_1', name: 'Ada' }]);
});

test('nothing is opened for a deck that is refused', async () => {
  const seats = [{ who: 'here', deck: 'cow', name: 'Ada' } as const, { who: 'house', bot: 'greedy' } as const];
  await expect(begin(fake(), { match: { game: 'toy', seats: 2 }, seats })).rejects.toThrow('there is no cow (T-1)');
  expect(asked).toEqual([]);
});

test('a deck that this browser keeps is brought as it is', async () => {
  keepDeck('toy', 'd1', { id: 'd1', name: 'Mine', loadout: { charm: 'owl' } });
  const match = { game: 'toy', seats: 1 };
  await begin(fake(), { match, seats: [{ who: 'here', deck: ownChoice('d1'), name: 'Ada' }] });
  expect(checked[0]).toMatchObject({ seat: 0, loadout: { charm: 'owl' } });
  expect(asked[1]?.body).toMatchObject({ seat: 0, loadout: { charm: 'owl' } });
  expect(asked[1]?.body).not.toHaveProperty('deck');
});

test('an account gives seats away in its own name, and others are waited for', async () => {
  const seats = [{ who: 'here', deck: 'fox', name: 'Ada' } as const, { who: 'others' } as const];
  const { invite } = await begin(fake('pl_1'), {
    match: { game: 'toy', seats: 3 },
    seats: [...seats, { who: 'house', bot: 'random' }]
  });
  expect(invite).toBe('code');
  expect(asked.map(({ token }) => token)).toEqual(['Bearer pl_1', 'Bearer pl_1', 'Bearer pl_1']);
  expect(asked.map(({ body }) => body['seat'])).toEqual([undefined, 0, 2]);
});

test('who joins by a code holds the seat that the service names', async () => {
  await join(fake(), 'mt_1', { deck: 'owl', invite: 'code' }, 'Bo');
  expect(asked[0]?.body).toEqual({ deck: 'owl', invite: 'code' });
  expect(seatsOf('mt_1')[0]).toMatchObject({ seat: 1, name: 'Bo' });
});
