// What a worker does that checks a file away from the page.
import type { Port } from './asking.ts';
import { checkRound } from './rounds.ts';
import { compare } from './states.ts';
import { Unreadable, verify } from './verify.ts';
import type { CheckingRound, Comparing, Progress, ProofSource, Proving, ReplayLine, Told } from './types.ts';

/** After so many lines it is told how far it is. */
const TOLD = 250;

/** Answers a `Proving`, a `Comparing` or a `CheckingRound` with what `Told` says. */
export function prove(port: Port): void {
  const tell = (told: Told) => port.postMessage(told);
  port.addEventListener('message', ({ data }) => {
    const wanted = data as Proving | Comparing | CheckingRound;
    if ('file' in wanted) void proved(wanted, tell);
    else if ('checks' in wanted) void answer(tell, async () => ({ kind: 'compared', compared: await compare(wanted) }));
    else void answer(tell, async () => ({ kind: 'round', fault: await checkRound(wanted) }));
  });
}

async function answer(tell: (told: Told) => void, found: () => Promise<Told>): Promise<void> {
  try {
    tell(await found());
  } catch (error) {
    tell({ kind: 'unreadable', message: (error as Error).message });
  }
}

async function proved({ file, keys, only }: Proving, tell: (told: Told) => void): Promise<void> {
  let lines: ReplayLine[] = [];
  let progress: Progress = { lines: 0, bytes: 0 };
  const flush = () => {
    tell({ kind: 'progress', progress, lines });
    lines = [];
  };
  try {
    const report = await verify(await opened(file), keys && new Set(keys), (line, reached) => {
      progress = reached;
      if (only === undefined || line.k === only) lines.push(line);
      if (reached.lines % TOLD === 0) flush();
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
