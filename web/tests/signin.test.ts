import { beforeEach, describe, expect, test } from 'vitest';
import { ApiError, ConnectionError } from '#core/api/errors.ts';
import { endAfter } from '#lib/me/tokens.ts';
import { signInSaying, SignInFault } from '#lib/signin/faults.ts';
import { keepGrant, keptGrant, type Grant } from '#lib/signin/grant.ts';
import { asking, scopesOf } from '#lib/signin/provider.ts';

const GRANT: Grant = { token: 'one', subject: 'ada', ends: 5, refresh: 'again', identity: null, remembered: false };
const SIGN_IN = { issuer: 'https://id.example', audience: 'games', clientId: 'page', scopePrefix: 'cards:' };
const SCOPES = ['match:play', 'account:write', 'admin'].map((name) => ({ name, opens: '' }));

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe('a grant', () => {
  test('is kept in the tab, or in the browser by choice, never in both', () => {
    keepGrant({ ...GRANT, remembered: true });
    expect([localStorage.length, sessionStorage.length]).toEqual([1, 0]);
    keepGrant(GRANT);
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 1]);
    expect(keptGrant()).toEqual(GRANT);
    keepGrant(null);
    expect(keptGrant()).toBeNull();
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
  });

  test('that is none is no grant', () => {
    sessionStorage.setItem('playledger.grant', '{"token": 5}');
    expect(keptGrant()).toBeNull();
  });
});

describe('what is asked of a provider', () => {
  test('are all scopes of people, or those that it knows', () => {
    const about = { scopes: SCOPES, signIn: SIGN_IN };
    const all = ['cards:match:play', 'cards:account:write'];
    expect(scopesOf(about)).toEqual(all);
    expect(scopesOf(about, ['openid', 'email'])).toEqual(all);
    expect(scopesOf(about, ['openid', 'cards:match:play', 'cards:admin'])).toEqual(['cards:match:play']);
  });

  const server = { issuer: 'https://id.example', authorization_endpoint: 'https://id.example/go?realm=1' };
  const provider = { server, client: { client_id: 'page' }, scopes: ['play'], keeps: true, audience: 'games' };

  test('keeps what the address has already, and asks to stay signed in only if somebody wants that', () => {
    const asked = asking(provider, false, { state: 'x' }).searchParams;
    expect(Object.fromEntries(asked)).toEqual({
      realm: '1',
      client_id: 'page',
      response_type: 'code',
      scope: 'openid play',
      audience: 'games',
      state: 'x'
    });
    expect(asking(provider, true, {}).searchParams.get('scope')).toBe('openid offline_access play');
    expect(asking({ ...provider, keeps: false }, true, {}).searchParams.get('scope')).toBe('openid play');
  });

  test('has a resource only where the audience is an address', () => {
    expect(asking(provider, false, {}).searchParams.has('resource')).toBe(false);
    const other = asking({ ...provider, audience: 'https://play.example' }, false, {});
    expect(other.searchParams.get('resource')).toBe('https://play.example');
  });
});

test('what went wrong is said in words', () => {
  const problem = { detail: 'this token is not valid', code: 'UNAUTHENTICATED', ruleId: null } as never;
  expect(signInSaying(new SignInFault('no'))).toBe('no');
  expect(signInSaying(new ApiError(problem))).toContain("doesn't take its token: this token is not valid");
  expect(signInSaying(new ConnectionError('gone'))).toBe('The service does not answer. The page tries again.');
  expect(signInSaying({ error: 'access_denied', error_description: 'not today' })).toBe(
    'Signing in was refused or given up. (not today)'
  );
  expect(signInSaying({ error: 'odd_one' })).toBe('The identity provider refuses: odd_one');
  expect(signInSaying(new TypeError('Failed to fetch'))).toContain("doesn't answer now");
  expect(signInSaying(Object.assign(new TypeError('no nonce'), { code: 'X' }))).toContain("can't be trusted");
});

test('a token ends after whole days, or as late as that of its maker', () => {
  expect(endAfter(7, Date.UTC(2026, 0, 1))).toBe('2026-01-08T00:00:00.000Z');
  expect(endAfter(0, 5)).toBeNull();
});
