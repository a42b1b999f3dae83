/** To be told when something of a tournament has changed. What has changed is read anew by whoever shows it. */
import {
  StandingsUpdates,
  type StandingsUpdatesSubscription,
  TournamentUpdates,
  type TournamentUpdatesSubscription
} from '#core/api/generated/graphql.ts';
import type { Document } from '#core/api/document.ts';
import { streamed, type Streamed } from '#core/live/streamed.ts';
import type { Connection } from '#core/live/types.ts';
import { connection } from '#lib/shell/connection.svelte.ts';
import { service } from '#lib/shell/session.svelte.ts';
import { live } from './live.ts';

/** So many ms what happens at once is told once. */
const TOGETHER = 200;

interface Told {
  __typename: string;
  toVersion?: number;
  version?: number;
}

/** Tells of each change of a tournament after a version, until what it returns is called. */
export function followTournament(id: string, version: number, changed: () => void): () => void {
  const toldBy = ({ tournamentUpdates }: TournamentUpdatesSubscription) => tournamentUpdates;
  const tell = (told: Streamed) => ({ tournamentUpdates: told as Told }) as TournamentUpdatesSubscription;
  return follow(TournamentUpdates, id, version, { path: '', toldBy, tell }, changed);
}

/** Tells whenever standings after a round are there, or are others. */
export function followStandings(id: string, version: number, changed: () => void): () => void {
  const toldBy = ({ standingsUpdates }: StandingsUpdatesSubscription) => standingsUpdates;
  const tell = (told: Streamed) => ({ standingsUpdates: told as Told }) as StandingsUpdatesSubscription;
  return follow(StandingsUpdates, id, version, { path: '/standings', toldBy, tell }, changed);
}

/** Shows in the head of the page how it stands with the service, until what it returns is called. */
export function showConnection(): () => void {
  const stop = live().connection.subscribe(({ state }) => {
    connection.state = STATES[state];
  });
  return () => {
    stop();
    connection.state = 'idle';
  };
}

const STATES = {
  connecting: 'catching_up',
  live: 'live',
  'catching up': 'catching_up',
  ended: 'lost'
} as const satisfies Record<Connection['state'], typeof connection.state>;

/** How a kind of news is told: where over plain HTTP, and what it is in the form of the socket. */
interface News<Data> {
  path: string;
  toldBy: (data: Data) => Told;
  tell: (told: Streamed) => Data;
}

function follow<Data>(
  document: Document<Data, { id: string; after: number }>,
  id: string,
  version: number,
  news: News<Data>,
  changed: () => void
): () => void {
  let after = version;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const soon = () => {
    waiting ??= setTimeout(() => {
      waiting = undefined;
      changed();
    }, TOGETHER);
  };
  const stop = live().follow<Data, { id: string; after: number }>({
    document,
    variables: () => ({ id, after }),
    take(data) {
      const told = news.toldBy(data);
      after = Math.max(after, told.toVersion ?? told.version ?? 0);
      if (told.__typename === 'Heartbeat') return 'on';
      soon();
      if (told.__typename === 'TournamentClosed') return 'over';
      return told.__typename === 'ResyncRequired' ? 'again' : 'on';
    },
    failed: soon,
    async *overHttp(from, signal, alive) {
      const path = `/v1/tournaments/${encodeURIComponent(id)}${news.path}/stream`;
      for await (const told of streamed(service(), path, { after: from.after }, signal, alive)) yield news.tell(told);
    }
  });
  return () => {
    clearTimeout(waiting);
    stop();
  };
}
