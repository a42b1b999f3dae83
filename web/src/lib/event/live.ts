import { openLive } from '#core/live/live.ts';
import type { Service } from '#core/api/service.ts';
import type { Live } from '#core/live/types.ts';
import { renewal, service } from '#lib/shell/session.svelte.ts';

let open: { live: Live; by: Service } | null = null;

/** The one socket of who this page speaks for. */
export function live(): Live {
  if (open?.by !== service()) {
    open?.live.close();
    open = { live: openLive(service(), renewal(service())), by: service() };
  }
  return open.live;
}
