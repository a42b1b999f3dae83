// Follows a match at URL with graphql-ws and prints each update as a JSON line, and at last how the socket was closed.
//   node ending.mjs URL MATCH AFTER [TOKEN]
import { createClient } from "graphql-ws";
import WebSocket from "ws";

const [url, match, after, token] = process.argv.slice(2);
const say = (told) => console.log(JSON.stringify(told));
const query = `subscription($match: ID!, $after: Int!) { matchUpdates(matchId: $match, afterVersion: $after) {
  __typename
  ... on EventsAppended { fromVersion toVersion }
  ... on ResyncRequired { reason }
} }`;
const client = createClient({
  url,
  webSocketImpl: WebSocket,
  connectionParams: token ? { token } : {},
  retryAttempts: 0,
  lazy: false,
  onNonLazyError: () => {},
  on: { closed: ({ code }) => say({ closed: code }) },
});
client.subscribe(
  { query, variables: { match, after: Number(after) } },
  {
    next: ({ data, errors }) => say(errors ? { errors: errors.map(({ extensions }) => extensions.code) } : data.matchUpdates),
    error: () => {},
    complete: () => say({ complete: true }),
  },
);
