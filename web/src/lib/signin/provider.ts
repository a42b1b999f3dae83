/** The identity provider of the service: what the service and the provider's own discovery say of it. */
import { allowInsecureRequests, discoveryRequest, processDiscoveryResponse } from 'oauth4webapi';
import type { AuthorizationServer, Client } from 'oauth4webapi';
import { m } from '#words';
import { aboutService, type About } from './about.ts';
import { SignInFault } from './faults.ts';

export interface Provider {
  readonly server: AuthorizationServer;
  readonly client: Client;
  /** What is asked for: to know who it is, and all that this service has for people. */
  readonly scopes: readonly string[];
  /** The provider keeps people signed in beyond its own session only if it is asked to. */
  readonly keeps: boolean;
  readonly audience: string;
  readonly options: { readonly [allowInsecureRequests]: boolean };
}

const OFFLINE = 'offline_access';
/** The operator's own scope is never given from outside. */
const NOT_FOR_PEOPLE = 'admin';

/** Reads where people sign in. Throws `SignInFault`, or what reading throws. */
export async function provider(): Promise<Provider> {
  const about = await aboutService();
  const { signIn } = about;
  if (!signIn?.clientId) throw new SignInFault(m.signin_none());
  const issuer = new URL(signIn.issuer);
  // the service takes plain http from its own machine alone
  const options = { [allowInsecureRequests]: issuer.protocol === 'http:' };
  const server = await processDiscoveryResponse(issuer, await discoveryRequest(issuer, options));
  for (const address of [server.authorization_endpoint, server.token_endpoint]) allowed(address, issuer);
  return {
    server,
    client: { client_id: signIn.clientId },
    scopes: scopesOf(about, server.scopes_supported),
    keeps: server.scopes_supported?.includes(OFFLINE) ?? false,
    audience: signIn.audience,
    options
  };
}

/** Our scopes at the provider: those that it knows, or all where it doesn't say that it knows any. */
export function scopesOf(
  { scopes, signIn }: Pick<About, 'scopes' | 'signIn'>,
  known: readonly string[] = []
): string[] {
  const prefix = signIn?.scopePrefix ?? '';
  const all = scopes.filter(({ name }) => name !== NOT_FOR_PEOPLE).map(({ name }) => prefix + name);
  const some = all.filter((name) => known.includes(name));
  return some.length > 0 ? some : all;
}

/** Where somebody is sent, and with what. RFC 8707 wants an address as `resource`; others call it `audience`. */
export function asking(
  { server, client, scopes, keeps, audience }: Omit<Provider, 'options'>,
  remember: boolean,
  more: Readonly<Record<string, string>>
): URL {
  const address = new URL(server.authorization_endpoint ?? '');
  const asked = {
    client_id: client.client_id,
    response_type: 'code',
    scope: ['openid', ...(remember && keeps ? [OFFLINE] : []), ...scopes].join(' '),
    audience,
    ...(URL.canParse(audience) ? { resource: audience } : {}),
    ...more
  };
  for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, value);
  return address;
}

/** The policy of the page lets it ask the issuer's own host alone. */
function allowed(address: string | undefined, issuer: URL): void {
  if (!address) throw new SignInFault(m.signin_incomplete());
  if (new URL(address).origin !== issuer.origin)
    throw new SignInFault(m.signin_elsewhere({ host: new URL(address).host, issuer: issuer.host }));
}
