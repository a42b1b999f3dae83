// Plays a match with Relay's runtime by what its compiler made of relay.js, pages through the lobby, and reads the match
// again by its fragment: node relay.mjs SERVER DECK DECK
import relay from "relay-runtime";
import Act from "./__generated__/relayActMutation.graphql.js";
import Create from "./__generated__/relayCreateMutation.graphql.js";
import Join from "./__generated__/relayJoinMutation.graphql.js";
import Legal from "./__generated__/relayLegalQuery.graphql.js";
import Lobby from "./__generated__/relayLobby.graphql.js";
import Pagination from "./__generated__/relayLobbyPaginationQuery.graphql.js";
import Page from "./__generated__/relayLobbyQuery.graphql.js";
import Match from "./__generated__/relayMatch.graphql.js";
import Refetch from "./__generated__/relayMatchRefetchQuery.graphql.js";
import { created, play } from "./play.mjs";

const { commitMutation, createOperationDescriptor, Environment, fetchQuery, getSingularSelector, Network, RecordSource, Store } = relay;
const [server, ...decks] = process.argv.slice(2);
const documents = { Act, Create, Join, Legal };

function environmentOf(token) {
  const headers = { "Content-Type": "application/json", ...(token && { Authorization: "Bearer " + token }) };
  const network = Network.create(async ({ text: query }, variables) => {
    const body = JSON.stringify({ query, variables });
    return (await fetch(server + "/graphql", { method: "POST", headers, body })).json();
  });
  return new Environment({ network, store: new Store(new RecordSource()) });
}

function clientOf(token) {
  const environment = environmentOf(token);
  return {
    query: (name, variables) => fetchQuery(environment, documents[name], variables).toPromise(),
    mutate: (name, variables) =>
      new Promise((onCompleted, onError) =>
        commitMutation(environment, { mutation: documents[name], variables, onCompleted, onError }),
      ),
  };
}

const { id, status, actions } = await play(clientOf, decks);

await created(clientOf()); // a second one to page to
const environment = environmentOf();
const shown = (fragment, key) => environment.lookup(getSingularSelector(fragment, key)).data;
environment.retain(createOperationDescriptor(Page, {}));
const page = await fetchQuery(environment, Page, {}).toPromise();
const { endCursor: cursor } = shown(Lobby, page).matches.pageInfo;
await fetchQuery(environment, Pagination, { count: 1, cursor }).toPromise();
const paged = shown(Lobby, page).matches.edges.length;
const { node } = await fetchQuery(environment, Refetch, { id }).toPromise();
console.log(JSON.stringify({ status, actions, paged, again: shown(Match, node).status }));
