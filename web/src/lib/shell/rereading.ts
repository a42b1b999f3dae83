/** Reading anew what a page shows. While the service is away that stays, in place of a page that says so. */
import { invalidate } from '$app/navigation';

let reading = 0;

/** Whether something that is shown is being read anew. */
export const rereading = (): boolean => reading > 0;

/** Reads anew what depends on this, however long the service is away. */
export async function reread(dependency: string): Promise<void> {
  reading += 1;
  try {
    await invalidate(dependency);
  } finally {
    reading -= 1;
  }
}
