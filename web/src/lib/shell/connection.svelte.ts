/** How the page stands with the service: set by whoever holds a stream, shown in the header. */
export type State = 'idle' | 'live' | 'catching_up' | 'lost';

export const connection: { state: State } = $state({ state: 'idle' });
