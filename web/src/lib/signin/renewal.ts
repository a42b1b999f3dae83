/** Renews the tokens of whoever has signed in. */
import { None, processRefreshTokenResponse, refreshTokenGrantRequest, type TokenEndpointResponse } from 'oauth4webapi';
import { keptGrant, type Grant } from './grant.ts';
import { provider } from './provider.ts';

const LOCK = 'playledger.grant';
/** Seconds that a token is taken to hold if the provider doesn't say. */
const UNSAID = 300;

/** The grant after this one. `away`: nobody can be asked now; `ended`: only signing in again helps. */
export async function next(before: Grant): Promise<Grant | 'away' | 'ended'> {
  try {
    // tabs share what is remembered, and a refresh token that is used twice ends everything
    return await navigator.locks.request(LOCK, async () => {
      const shared = before.remembered ? keptGrant() : before;
      if (shared?.token !== before.token) return shared ?? 'ended';
      return before.refresh === null ? lasting(before) : await renew(before, before.refresh);
    });
  } catch (error) {
    // an answer with a code of OAuth is a refusal; all else may pass
    return typeof (error as { error?: unknown }).error === 'string' ? 'ended' : lasting(before, 'away');
  }
}

async function renew(before: Grant, refresh: string): Promise<Grant> {
  const { server, client, options } = await provider();
  const answer = await refreshTokenGrantRequest(server, client, None(), refresh, options);
  return grantOf(await processRefreshTokenResponse(server, client, answer), before);
}

/** What the provider has given; what it doesn't give anew stays. */
export function grantOf(given: TokenEndpointResponse, before: Omit<Grant, 'token' | 'ends'>): Grant {
  return {
    ...before,
    token: given.access_token,
    ends: Date.now() + (given.expires_in ?? UNSAID) * 1000,
    refresh: given.refresh_token ?? before.refresh,
    identity: given.id_token ?? before.identity
  };
}

/** The same grant while its token holds. */
function lasting(grant: Grant, otherwise: 'away' | 'ended' = 'ended'): Grant | 'away' | 'ended' {
  return grant.ends > Date.now() ? grant : otherwise;
}
