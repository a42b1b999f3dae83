/** What the service says about itself. It stays while the page does, once it is known. */
import { known, Service } from '#core/api/service.ts';
import type { components } from '#core/api/generated/rest.ts';
import { home } from '#lib/shell/rooted.ts';

export type About = components['schemas']['About'];

let told: Promise<About> | null = null;

export function aboutService(): Promise<About> {
  told ??= known(new Service({ base: home }).rest.GET('/v1/about')).catch((error: unknown) => {
    told = null;
    throw error;
  });
  return told;
}
