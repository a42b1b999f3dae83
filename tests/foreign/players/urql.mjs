// Plays a match with urql as it comes, then follows it by a subscription over fetch: node urql.mjs SERVER DECK DECK
import { Client, fetchExchange } from "@urql/core";
import { documents, play } from "./play.mjs";

const [server, ...decks] = process.argv.slice(2);

function urql(token) {
  const fetchOptions = token ? { headers: { authorization: "Bearer " + token } } : {};
  return new Client({
    url: server + "/graphql",
    exchanges: [fetchExchange],
    fetchSubscriptions: true,
    fetchOptions,
  });
}

function known({ data, error }) {
  if (error) throw error;
  return data;
}

function clientOf(token) {
  const client = urql(token);
  const fresh = { requestPolicy: "network-only" };
  return {
    query: async (name, variables) => known(await client.query(documents[name], variables, fresh).toPromise()),
    mutate: async (name, variables) => known(await client.mutation(documents[name], variables).toPromise()),
  };
}

const { id, status, actions } = await play(clientOf, decks);
const closed = await new Promise((done) => {
  urql().subscription(documents.Follow, { id }).subscribe((answer) => {
    const update = known(answer).matchUpdates;
    if (update.__typename === "MatchClosed") done(update.version);
  });
});
console.log(JSON.stringify({ status, actions, closed }));
process.exit(0);
