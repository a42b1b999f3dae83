// How a worker is asked. Nothing here verifies, so that a page doesn't load the verifier before it is wanted.
import type { Progress, Proving, ReplayLine, Report, Told } from './types.ts';

/** What a worker and whoever made it have: each other's messages. */
export interface Port {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
}

/** Asks a worker once. Rejects where nothing can be checked, with the reason as its message. */
export function verifying(
  worker: Port,
  proving: Proving,
  watching: (progress: Progress, lines: readonly ReplayLine[]) => void = () => undefined
): Promise<Report> {
  return new Promise((done, failed) => {
    worker.addEventListener('message', ({ data }) => {
      const told = data as Told;
      if (told.kind === 'progress') watching(told.progress, told.lines);
      else if (told.kind === 'report') done(told.report);
      else failed(new Error(told.message));
    });
    worker.postMessage(proving);
  });
}
