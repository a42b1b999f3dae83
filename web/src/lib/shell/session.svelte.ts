/** Who the page speaks for beside seats: the account that somebody has signed in to or put in a token of, or nobody. */
import { Service } from '#core/api/service.ts';
import { m } from '#words';
import { keepGrant, keptGrant, type Grant } from '#lib/signin/grant.ts';
import { keep, kept } from './kept.ts';
import { readings } from './readings.ts';
import { toast } from './toasts.svelte.ts';
import { home } from '#lib/shell/rooted.ts';

const NAME = 'account';
/** Milliseconds before its end at which a token is renewed. */
const EARLY = 30_000;
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

let grant: Grant | null = keptGrant();
let token: string | null = grant?.token ?? ofTab() ?? kept(NAME, null, isText);
/** Counts the accounts: a renewed token is the same one, and nothing that is shown is read anew for it. */
let accounts = $state(0);
let name = $state(kept('name', '', isText));

export const session = {
  /** The token of the account; null: the page speaks for nobody. */
  get token(): string | null {
    void accounts;
    return token;
  },
  /** The account comes from signing in at the identity provider. */
  get signedIn(): boolean {
    void accounts;
    return grant !== null;
  },
  /** The name under which this browser's own seats are listed. */
  get name(): string {
    return name;
  }
};

const patient = () => readings.now > 0;
const nobody = new Service({ base: home, patient });
let own = ofAccount();

/** The service as the account sees it, or as everybody does. */
export function service(): Service {
  void accounts;
  return own;
}

/** The service as the holder of a seat's token sees it; null: as everybody does. */
export function serviceAs(token: string | null): Service {
  return nobody.as(token);
}

/** Speak for an account by a token that somebody has put in: in this tab, or in this browser until it is forgotten. */
export function useAccount(next: string | null, remember = false): void {
  keepToken(next, remember);
  speakFor(next, null);
}

/** Speak for who has signed in; null: for nobody any more. */
export function useGrant(next: Grant | null): void {
  keepToken(null, false);
  speakFor(next?.token ?? null, next);
}

/** What the page has from signing in, if it has. */
export function granted(): Grant | null {
  return grant;
}

/** The name of this browser's person, which only this browser shows. */
export function useName(next: string): void {
  name = next;
  keep('name', next || undefined);
}

/** How a socket of this service comes by its next token: the account's is renewed, a seat's is not. */
export function renewal(of: Service): { renew?: () => Promise<string | null> } {
  return of.token === own.token ? { renew: renewed } : {};
}

/** The token that a service speaks with now, for who sends it without the service. */
export async function tokenOf(of: Service): Promise<string | null> {
  if (grant === null || of.token !== own.token) return of.token;
  if (grant.ends - Date.now() < EARLY) await renew();
  return token;
}

async function renewed(): Promise<string | null> {
  if (grant === null) return null;
  await renew();
  return token;
}

function speakFor(next: string | null, by: Grant | null): void {
  [token, grant] = [next, by];
  keepGrant(by);
  own = ofAccount();
  accounts += 1;
}

function ofAccount(): Service {
  return new Service({ base: home, token, fetch: asAccount, patient });
}

/** Sends a request of the account with the token that holds now: its service knows the first one. */
async function asAccount(request: Request): Promise<Response> {
  if (grant === null || request.headers.get('Authorization') !== `Bearer ${own.token}`) return fetch(request);
  const now = await tokenOf(own);
  if (now !== null) request.headers.set('Authorization', `Bearer ${now}`);
  else if (request.method === 'GET') request.headers.delete('Authorization'); // what everybody may read is shown
  return fetch(request);
}

let renewing: Promise<void> | null = null;

/** Renews the token once for all who wait for it. While the provider is away the old one stays. */
function renew(): Promise<void> {
  renewing ??= renewOnce().finally(() => (renewing = null));
  return renewing;
}

async function renewOnce(): Promise<void> {
  const { next } = await import('#lib/signin/renewal.ts');
  const before = grant;
  const found = before === null ? 'ended' : await next(before);
  if (grant !== before || found === 'away') return;
  if (found === 'ended') {
    useGrant(null);
    toast(m.signin_ended(), 'bad', { href: '/me', text: m.signin_again() });
  } else if (found.subject === before?.subject) {
    [token, grant] = [found.token, found];
    keepGrant(found);
  } else useGrant(found); // somebody else has signed in in another tab
}

function keepToken(next: string | null, remember: boolean): void {
  keep(NAME, next !== null && remember ? next : undefined);
  try {
    if (next === null || remember) sessionStorage.removeItem(NAME);
    else sessionStorage.setItem(NAME, next);
  } catch {
    // Nothing can be kept here: the token goes with the page.
  }
}

function ofTab(): string | null {
  try {
    return sessionStorage.getItem(NAME);
  } catch {
    return null;
  }
}
