/** Reading anew what a page shows. While the service is away that stays, in place of a page that says so. */
import { invalidate } from '$app/navigation';
import { readings } from '#lib/shell/readings.ts';

/** Reads anew what depends on this, however long the service is away. */
export async function reread(dependency: string): Promise<void> {
  readings.now += 1;
  try {
    await invalidate(dependency);
  } finally {
    readings.now -= 1;
  }
}
