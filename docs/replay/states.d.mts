/** The `hash` of a state, from its `view`. */
export function stateHash(view: unknown, sha256: (bytes: Uint8Array) => Uint8Array): string;
