// Follows a match at URL with graphql-ws, concedes over the same socket, and prints each update as a JSON line.
import { createClient } from "graphql-ws";
import WebSocket from "ws";

const [url, token, id] = process.argv.slice(2);
const client = createClient({ url, webSocketImpl: WebSocket, connectionParams: { token }, retryAttempts: 0 });
const follow = `subscription($id: ID!) { matchUpdates(matchId: $id, afterVersion: 0) {
  __typename
  ... on EventsAppended { fromVersion toVersion events { version } }
  ... on MatchClosed { version }
} }`;
const concede = `mutation($input: ActInput!) { act(input: $input) { version userErrors { code } } }`;
const input = { matchId: id, idempotencyKey: "over-the-socket", what: { match: "CONCEDE" } };

let acted = false;
for await (const { data, errors } of client.iterate({ query: follow, variables: { id } })) {
  console.log(JSON.stringify(errors ?? data.matchUpdates));
  if (acted) continue;
  acted = true;
  for await (const answer of client.iterate({ query: concede, variables: { input } })) {
    console.log(JSON.stringify(answer.data.act));
  }
}
await client.dispose();
