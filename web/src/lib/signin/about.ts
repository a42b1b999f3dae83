/** What the service says about itself. It stays while the page does, once it is known. */
import { known } from '#core/api/service.ts';
import type { components } from '#core/api/generated/rest.ts';
import { serviceAs } from '#lib/shell/service.ts';

export type About = components['schemas']['About'];

let told: Promise<About> | null = null;

export function aboutService(): Promise<About> {
  told ??= known(serviceAs(null).rest.GET('/v1/about')).catch((error: unknown) => {
    told = null;
    throw error;
  });
  return told;
}
