/** A replay file as it is checked in a worker, and what was found. */
import {
  comparing,
  verifying,
  type Check,
  type Compared,
  type Comparing,
  type Progress,
  type ProofSource,
  type ReplayLine,
  type Report
} from '#core/index.ts';
import { startWorker } from '#lib/shell/worker.ts';
import url from '#core/proof/worker.ts?worker&url';

/** Where the states of the match that is reported can be read; null: nowhere. */
export type Shown = (report: Report) => Promise<Comparing['source'] | null>;

export class Proving {
  progress = $state.raw<Progress | null>(null);
  report = $state.raw<Report | null>(null);
  /** How the states that the service shows agree with the file; null: they were not compared. */
  compared = $state.raw<Compared | null>(null);
  fault = $state.raw<string | null>(null);
  /** The good lines, for whoever wants to see what is in the file. */
  lines = $state.raw<readonly ReplayLine[]>([]);
  running = $state.raw(false);

  /** Checks a file; what was found before is forgotten. Nobody waits: the page stays as quick as it is. */
  async check(file: ProofSource, keys: readonly string[] | null, shown: Shown, keeps = false): Promise<void> {
    const worker = startWorker(url);
    const found: ReplayLine[] = [];
    [this.progress, this.report, this.compared, this.fault, this.lines] = [null, null, null, null, []];
    this.running = true;
    try {
      const report = await verifying(worker, { file, keys, ...(keeps ? {} : { only: 'c' }) }, (progress, lines) => {
        this.progress = progress;
        found.push(...lines);
      });
      if (keeps) this.lines = found;
      this.report = report;
      const source = await shown(report);
      if (report.ok && source !== null)
        this.compared = await compareWith(worker, report, checksOf(report, found), source);
    } catch (error) {
      this.fault = (error as Error).message;
      if (keeps) this.lines = found;
    } finally {
      worker.terminate();
      this.running = false;
    }
  }
}

/** Null where no state can be read: that proves nothing. */
async function compareWith(
  worker: Worker,
  { match, perspective }: Report,
  checks: readonly Check[],
  source: Comparing['source']
): Promise<Compared | null> {
  if (checks.length === 0) return null;
  return comparing(worker, { source, match, perspective, checks }).catch(() => null);
}

function checksOf({ perspective }: Report, lines: readonly ReplayLine[]): Check[] {
  return lines.flatMap((line) => {
    const { k, v, state } = line as { k: string; v?: number; state?: Readonly<Record<string, string>> };
    const hash = state?.[perspective];
    return k === 'c' && v !== undefined && hash !== undefined ? [{ version: v, hash }] : [];
  });
}
