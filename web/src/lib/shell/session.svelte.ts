/** Who the page speaks for beside seats: the account whose token somebody has put in, or nobody. */
import { Service } from '#core/api/service.ts';
import { keep, kept } from './kept.ts';

const NAME = 'account';
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** The token of an account, and the name under which this browser's own seats are listed. */
export const session: { token: string | null; name: string } = $state({
  token: ofTab() ?? kept(NAME, null, isText),
  name: kept('name', '', isText)
});

const nobody = new Service({ base: location.origin });
let own = nobody.as(session.token);

/** The service as the account sees it, or as everybody does. */
export function service(): Service {
  if (own.token !== session.token) own = nobody.as(session.token);
  return own;
}

/** The service as the holder of a seat's token sees it; null: as everybody does. */
export function serviceAs(token: string | null): Service {
  return nobody.as(token);
}

/** Speak for an account: in this tab, or in this browser until it is forgotten. */
export function useAccount(token: string | null, remember = false): void {
  session.token = token;
  keep(NAME, token !== null && remember ? token : undefined);
  try {
    if (token === null || remember) sessionStorage.removeItem(NAME);
    else sessionStorage.setItem(NAME, token);
  } catch {
    // Nothing can be kept here: the token goes with the page.
  }
}

/** The name of this browser's person, which only this browser shows. */
export function useName(name: string): void {
  session.name = name;
  keep('name', name || undefined);
}

function ofTab(): string | null {
  try {
    return sessionStorage.getItem(NAME);
  } catch {
    return null;
  }
}
