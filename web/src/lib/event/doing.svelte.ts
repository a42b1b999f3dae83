/** One thing that somebody does at a time: whether it is on its way, and why it was refused. */
import { ApiError, ConnectionError } from '#core/api/errors.ts';
import type { Fault } from '#core/api/types.ts';
import { saying } from '#lib/shell/saying.ts';

export class Doing {
  busy = $state(false);
  refusal = $state<string | null>(null);
  faults = $state.raw<readonly Fault[]>([]);

  /** Do it; what it gives, or null if it was refused or is being done already. */
  async run<T>(act: () => Promise<T>): Promise<T | null> {
    if (this.busy) return null;
    this.busy = true;
    this.refusal = null;
    this.faults = [];
    try {
      return await act();
    } catch (fault) {
      if (!(fault instanceof ApiError) && !(fault instanceof ConnectionError)) throw fault;
      this.refusal = saying(fault);
      this.faults = fault instanceof ApiError ? fault.faults : [];
      return null;
    } finally {
      this.busy = false;
    }
  }
}
