// Watches a match over graphql-transport-ws with graphql-ws and prints each event's version.
//   node watch.mjs MATCH SERVER...
// Whenever its server is gone it resumes after the last version it has, at the next one, until the match is closed.
import { createClient } from "graphql-ws";
import WebSocket from "ws";

const [match, ...servers] = process.argv.slice(2);
const query = `subscription($match: ID!, $after: Int!) { matchUpdates(matchId: $match, afterVersion: $after) {
  __typename
  ... on EventsAppended { events { version } }
} }`;
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

let after = 0;
let closed = false;
while (!closed) {
  const url = servers[0].replace("http", "ws") + "/graphql";
  const client = createClient({ url, webSocketImpl: WebSocket, retryAttempts: 0 });
  try {
    for await (const { data, errors } of client.iterate({ query, variables: { match, after } })) {
      if (errors) throw new Error(JSON.stringify(errors));
      const update = data.matchUpdates;
      for (const { version } of update.events ?? []) console.log((after = version));
      closed ||= update.__typename === "MatchClosed";
      if (closed || update.__typename === "ResyncRequired") break;
    }
  } catch {
    servers.push(servers.shift());
    await pause(100);
  }
  await client.dispose();
}
process.exit(0);
