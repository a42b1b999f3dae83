// The entry of a web worker: `new Worker(new URL('.../proof/worker.ts', import.meta.url), { type: 'module' })`.
import type { Port } from './asking.ts';
import { prove } from './prover.ts';

prove(globalThis as unknown as Port);
