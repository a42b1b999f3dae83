// What a worker does that checks a file away from the page.
import type { Port } from './asking.ts';
import { Unreadable, verify } from './verify.ts';
import type { Progress, ProofSource, Proving, ReplayLine, Told } from './types.ts';

/** So many lines are told at once. */
const TOLD = 250;

/** Answers a `Proving` with what `Told` says. */
export function prove(port: Port): void {
  port.addEventListener('message', ({ data }) => void proved(data as Proving, (told) => port.postMessage(told)));
}

async function proved({ file, keys }: Proving, tell: (told: Told) => void): Promise<void> {
  let lines: ReplayLine[] = [];
  let progress: Progress = { lines: 0, bytes: 0 };
  const flush = () => {
    tell({ kind: 'progress', progress, lines });
    lines = [];
  };
  try {
    const report = await verify(await opened(file), keys && new Set(keys), (line, reached) => {
      progress = reached;
      if (lines.push(line) === TOLD) flush();
    });
    flush();
    tell({ kind: 'report', report });
  } catch (error) {
    tell({ kind: 'unreadable', message: (error as Error).message });
  }
}

async function opened(file: ProofSource): Promise<ReadableStream<Uint8Array>> {
  if (file instanceof Blob) return file.stream();
  const headers = file.token === null ? {} : { Authorization: `Bearer ${file.token}` };
  const answer = await fetch(file.url, { headers });
  if (!answer.ok || !answer.body) throw new Unreadable(`the service answers with status ${answer.status}`);
  return answer.body;
}
