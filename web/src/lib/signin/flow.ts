/** Signing in and out at the identity provider: authorization code with PKCE. */
import {
  authorizationCodeGrantRequest,
  calculatePKCECodeChallenge,
  generateRandomCodeVerifier,
  generateRandomNonce,
  generateRandomState,
  getValidatedIdTokenClaims,
  None,
  processAuthorizationCodeResponse,
  revocationRequest,
  validateAuthResponse
} from 'oauth4webapi';
import { ApiError } from '#core/api/errors.ts';
import { known } from '#core/api/service.ts';
import { keep, kept, TAB } from '#lib/shell/kept.ts';
import { granted, serviceAs, useGrant } from '#lib/shell/session.svelte.ts';
import { m } from '#words';
import { SignInFault } from './faults.ts';
import { asking, provider } from './provider.ts';
import { grantOf } from './renewal.ts';
import { home } from '#lib/shell/rooted.ts';

/** What the tab keeps while somebody is at the provider. */
interface Begun {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** The address of the page that was left. */
  readonly back: string;
  readonly remember: boolean;
}

const NAME = 'signing';
const isBegun = (value: unknown): value is Begun | null =>
  typeof (value as Partial<Begun> | null)?.state === 'string' &&
  typeof (value as Partial<Begun> | null)?.verifier === 'string';
const redirect = () => `${home}/callback`;

/** Leaves for the provider. Throws what `signInSaying` has words for. */
export async function signIn(back: string, remember: boolean): Promise<void> {
  if (!isSecureContext) throw new SignInFault(m.signin_insecure());
  const found = await provider();
  const [state, nonce, verifier] = [generateRandomState(), generateRandomNonce(), generateRandomCodeVerifier()];
  keep(NAME, { state, nonce, verifier, back, remember } satisfies Begun, TAB);
  const address = asking(found, remember, {
    redirect_uri: redirect(),
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256'
  });
  location.assign(address);
}

/** Takes the provider's answer, once, and returns the address of the page that was left. */
export async function signedIn(answer: URL): Promise<string> {
  const begun = kept<Begun | null>(NAME, null, isBegun, TAB);
  keep(NAME, undefined, TAB);
  if (begun === null) throw new SignInFault(m.signin_unasked());
  const { server, client, options } = await provider();
  const { verifier, nonce, remember, back } = begun;
  const code = validateAuthResponse(server, client, answer, begun.state);
  const given = await processAuthorizationCodeResponse(
    server,
    client,
    await authorizationCodeGrantRequest(server, client, None(), code, redirect(), verifier, options),
    { expectedNonce: nonce, requireIdToken: true }
  );
  const subject = getValidatedIdTokenClaims(given)?.sub ?? '';
  const grant = grantOf(given, { subject, refresh: null, identity: null, remembered: remember });
  await accepted(grant.token);
  useGrant(grant);
  return back;
}

/** Ends it here, and at the provider as far as it lets. `there`: at the provider too, which is left for. */
export async function signOut(there: boolean): Promise<void> {
  const grant = granted();
  useGrant(null);
  const found = await provider().catch(() => null);
  if (found === null || grant === null) return;
  const { server, client, options } = found;
  if (grant.refresh !== null && server.revocation_endpoint)
    await revocationRequest(server, client, None(), grant.refresh, options).catch(() => undefined);
  if (!there || !server.end_session_endpoint) return;
  const address = new URL(server.end_session_endpoint);
  address.searchParams.set('client_id', client.client_id);
  address.searchParams.set('post_logout_redirect_uri', `${home}/me`);
  if (grant.identity !== null) address.searchParams.set('id_token_hint', grant.identity);
  location.assign(address);
}

/** Throws if the service takes the token for nobody's: a provider can give others than it wants. */
async function accepted(token: string): Promise<void> {
  await known(serviceAs(token).rest.GET('/v1/account')).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.code === 'FORBIDDEN')) throw error;
  });
}
