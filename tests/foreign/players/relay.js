// What the compiler of Relay reads; relay.mjs runs what it makes of it.
graphql`
  mutation relayCreateMutation($input: CreateMatchInput!) {
    createMatch(input: $input) { match { id } userErrors { code message } }
  }
`;
graphql`
  mutation relayJoinMutation($input: JoinMatchInput!) {
    joinMatch(input: $input) { seat seatToken userErrors { code message } }
  }
`;
graphql`
  query relayLegalQuery($id: ID!) {
    match(id: $id) {
      id
      status
      legalActions { prompts { prompt { id mode } actions { token } } }
    }
  }
`;
graphql`
  mutation relayActMutation($input: ActInput!) {
    act(input: $input) { version userErrors { code message } }
  }
`;
graphql`
  fragment relayMatch on Match @refetchable(queryName: "relayMatchRefetchQuery") {
    id
    status
    version
  }
`;
graphql`
  query relayLobbyQuery { ...relayLobby }
`;
graphql`
  fragment relayLobby on Query
  @argumentDefinitions(count: { type: "Int", defaultValue: 1 }, cursor: { type: "String" })
  @refetchable(queryName: "relayLobbyPaginationQuery") {
    matches(first: $count, after: $cursor) @connection(key: "relayLobby_matches") {
      edges { node { id ...relayMatch } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`;
