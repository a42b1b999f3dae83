// How a worker is asked. Nothing here verifies, so that a page doesn't load the verifier before it is wanted.
import type { CheckingRound, Compared, Comparing, Progress, Proving, ReplayLine, Report, Told } from './types.ts';

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
  return asking(worker, proving, (told) => {
    if (told.kind === 'progress') watching(told.progress, told.lines);
    return told.kind === 'report' ? told.report : undefined;
  });
}

/** Asks a worker to compare states with the hashes of a file. Rejects where none can be read. */
export function comparing(worker: Port, wanted: Comparing): Promise<Compared> {
  return asking(worker, wanted, (told) => (told.kind === 'compared' ? told.compared : undefined));
}

/** Asks a worker to compute a round again: what is wrong with it, or null. Rejects where its file can't be read. */
export function checkingRound(worker: Port, round: CheckingRound): Promise<string | null> {
  return asking(worker, round, (told) => (told.kind === 'round' ? told.fault : undefined));
}

/** Resolves with the first answer that `take` has. */
function asking<Answer>(
  worker: Port,
  wanted: Proving | Comparing | CheckingRound,
  take: (told: Told) => Answer | undefined
): Promise<Answer> {
  return new Promise((done, failed) => {
    worker.addEventListener('message', ({ data }) => {
      const told = data as Told;
      if (told.kind === 'unreadable') return failed(new Error(told.message));
      const answer = take(told);
      if (answer !== undefined) done(answer);
    });
    worker.postMessage(wanted);
  });
}
