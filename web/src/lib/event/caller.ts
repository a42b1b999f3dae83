/** Who this browser is for the service: the account whose token it keeps, or nobody. */
import { Service } from '#core/api/service.ts';
import { openLive } from '#core/live/live.ts';
import type { Live } from '#core/live/types.ts';
import { kept } from '#lib/shell/kept.ts';

let now: { service: Service; live: Live | null } | null = null;

/** The service as this browser's account sees it; without one, as everybody does. */
export function service(): Service {
  return caller().service;
}

/** The one socket of this browser's account. */
export function live(): Live {
  const found = caller();
  found.live ??= openLive(found.service);
  return found.live;
}

/** Whether this browser acts for an account. */
export function signedIn(): boolean {
  return service().token !== null;
}

function caller() {
  const token = kept<string | null>('token', null, (value) => value === null || typeof value === 'string');
  if (now?.service.token !== token) {
    now?.live?.close();
    now = null;
  }
  now ??= { service: new Service({ base: location.origin, token }), live: null };
  return now;
}
