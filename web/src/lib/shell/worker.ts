/** Workers under Trusted Types: the service's policy for the page names this one maker of their addresses. */
interface Maker {
  /** To the types of the browser a trusted address is a text. */
  createScriptURL(url: string): string;
}
interface Factory {
  trustedTypes?: { createPolicy(name: string, maker: Maker): Maker };
}

const untouched: Maker = { createScriptURL: (url) => url };
const maker = (globalThis as Factory).trustedTypes?.createPolicy('playledger-worker', untouched) ?? untouched;

/** Start a worker from an address that the build gives: `import url from './some.worker.ts?worker&url'`. */
export function startWorker(url: string): Worker {
  return new Worker(maker.createScriptURL(url), { type: 'module' });
}
