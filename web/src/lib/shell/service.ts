/** The service of this page, for whoever has a token to send or none. */
import { Service } from '#core/api/service.ts';
import { home } from '#lib/shell/rooted.ts';

const nobody = new Service({ base: home });

/** The service as the holder of a seat's token sees it; null: as everybody does. */
export function serviceAs(token: string | null): Service {
  return nobody.as(token);
}
