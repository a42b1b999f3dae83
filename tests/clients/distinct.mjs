// Follows a match at URL with graphql-sse, in the mode of distinct connections, and prints what it is told as JSON lines.
//   node distinct.mjs URL MATCH AFTER [TOKEN]
import { createClient } from "graphql-sse";

const [url, match, after, token] = process.argv.slice(2);
const say = (told) => console.log(JSON.stringify(told));
const query = `subscription($match: ID!, $after: Int!) { matchUpdates(matchId: $match, afterVersion: $after) {
  __typename
  ... on EventsAppended { fromVersion toVersion }
} }`;
const client = createClient({
  url,
  singleConnection: false,
  headers: token ? { Authorization: `Bearer ${token}` } : {},
  retryAttempts: 0,
});
client.subscribe(
  { query, variables: { match, after: Number(after) } },
  {
    next: ({ data, errors }) => say(errors ? { errors: errors.map(({ extensions }) => extensions.code) } : data.matchUpdates),
    error: (error) => say({ failed: error.message }),
    complete: () => say({ complete: true }),
  },
);
