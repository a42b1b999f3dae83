// Plays a match with Apollo Client and its cache as they come; follows it over graphql-ws; reads the match from two
// perspectives, and then the first of them out of the cache; pages through the lobby: node apollo.mjs SERVER DECK DECK
import { isDeepStrictEqual } from "node:util";
import { ApolloClient, HttpLink, InMemoryCache, gql } from "@apollo/client";
import { GraphQLWsLink } from "@apollo/client/link/subscriptions";
import { relayStylePagination } from "@apollo/client/utilities";
import { createClient } from "graphql-ws";
import WebSocket from "ws";
import { created, documents, play } from "./play.mjs";

const [server, ...decks] = process.argv.slice(2);

function apollo(token) {
  const headers = token ? { authorization: "Bearer " + token } : {};
  return new ApolloClient({ link: new HttpLink({ uri: server + "/graphql", headers }), cache: new InMemoryCache() });
}

function clientOf(token) {
  const client = apollo(token);
  return {
    query: async (name, variables) =>
      (await client.query({ query: documents[name], variables, fetchPolicy: "network-only" })).data,
    mutate: async (name, variables) => (await client.mutate({ mutation: documents[name], variables })).data,
  };
}

const { id, status, actions, tokens } = await play(clientOf, decks);

const socket = createClient({
  url: server.replace("http", "ws") + "/graphql",
  webSocketImpl: WebSocket,
  connectionParams: { Authorization: "Bearer " + tokens[0] },
});
const following = new ApolloClient({ link: new GraphQLWsLink(socket), cache: new InMemoryCache() });
const closed = await new Promise((done, failed) => {
  following.subscribe({ query: documents.Follow, variables: { id } }).subscribe({
    next: ({ data, error }) => {
      if (error) failed(error);
      else if (data.matchUpdates.__typename === "MatchClosed") done(data.matchUpdates.version);
    },
    error: failed,
  });
});
await socket.dispose();

const EVENTS = gql`
  query Events($id: ID!, $as: PerspectiveInput) {
    match(id: $id) {
      id
      events(as: $as, first: 100) {
        nodes { id version type text redacted }
      }
      state(as: $as) { version hash }
    }
  }
`;
const reader = apollo();
const read = async (as) => (await reader.query({ query: EVENTS, variables: { id, as } })).data.match;
const full = await read({ role: "FULL" });
const spectator = await read({ role: "SPECTATOR" });
const cached = (as) => reader.readQuery({ query: EVENTS, variables: { id, as } }).match;
const kept = isDeepStrictEqual(cached({ role: "FULL" }), full) && isDeepStrictEqual(cached({ role: "SPECTATOR" }), spectator);
const apart = full.events.nodes.filter(({ text }, number) => text !== spectator.events.nodes[number].text).length;

await created(clientOf()); // a second one to page to, which the list has a moment later
const two = async () => (await reader.query({ query: gql`{ matches(first: 2) { nodes { id } } }`, fetchPolicy: "network-only" })).data.matches.nodes.length === 2;
for (let tries = 0; tries < 300 && !(await two()); tries += 1) await new Promise((done) => setTimeout(done, 100));
const LOBBY = gql`
  query Lobby($after: String) {
    matches(first: 1, after: $after) {
      edges { cursor node { id } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`;
const cache = new InMemoryCache({ typePolicies: { Query: { fields: { matches: relayStylePagination() } } } });
const lobby = new ApolloClient({ link: new HttpLink({ uri: server + "/graphql" }), cache });
const pages = lobby.watchQuery({ query: LOBBY });
await new Promise((done, failed) => {
  pages.subscribe(({ dataState, error }) => (error ? failed(error) : dataState === "complete" && done()));
});
await pages.fetchMore({ variables: { after: pages.getCurrentResult().data.matches.pageInfo.endCursor } });
const paged = lobby.readQuery({ query: LOBBY }).matches.edges.length;

console.log(JSON.stringify({ status, actions, closed, kept, apart, paged }));
process.exit(0);
