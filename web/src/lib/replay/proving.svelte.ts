/** A replay file as it is checked in a worker, and what was found. */
import { verifying, type Progress, type ProofSource, type ReplayLine, type Report } from '#core/index.ts';
import { startWorker } from '#lib/shell/worker.ts';
import url from '#core/proof/worker.ts?worker&url';

export class Proving {
  progress = $state.raw<Progress | null>(null);
  report = $state.raw<Report | null>(null);
  fault = $state.raw<string | null>(null);
  /** The good lines, for whoever wants to see what is in the file. */
  lines = $state.raw<readonly ReplayLine[]>([]);
  running = $state.raw(false);

  /** Checks a file; what was found before is forgotten. Nobody waits: the page stays as quick as it is. */
  async check(file: ProofSource, keys: readonly string[] | null, keeps = false): Promise<void> {
    const worker = startWorker(url);
    const found: ReplayLine[] = [];
    [this.progress, this.report, this.fault, this.lines, this.running] = [null, null, null, [], true];
    try {
      this.report = await verifying(worker, { file, keys }, (progress, lines) => {
        this.progress = progress;
        if (keeps) found.push(...lines);
      });
    } catch (error) {
      this.fault = (error as Error).message;
    } finally {
      worker.terminate();
      this.lines = found;
      this.running = false;
    }
  }
}
