"use strict";
// Opens GraphiQL with the examples as its tabs. What the page gets from globals, the scripts before it have set.

const endpoint = new URL("graphql", location.href);
const sockets = new Map();

function freshKey() {
  return "graphiql-" + Array.from(crypto.getRandomValues(new Uint8Array(12)), n => n.toString(16).padStart(2, "0")).join("");
}

function tab(example) {
  const variables = JSON.stringify(example.variables ?? {}, null, 2).replaceAll("__KEY__", freshKey());
  return {
    query: `# ${example.title}\n${example.query}\n`,
    variables: variables === "{}" ? "" : variables,
    headers: example.token ? JSON.stringify({ Authorization: "Bearer " + example.token }, null, 2) : "",
  };
}

// A socket proves who it is once, when it opens: each Authorization has a socket of its own.
function socketFor(authorization) {
  if (!sockets.has(authorization)) {
    const url = Object.assign(new URL(endpoint), { protocol: endpoint.protocol.replace("http", "ws") }).href;
    sockets.set(authorization, graphqlWs.createClient({ url, connectionParams: { token: authorization } }));
  }
  return sockets.get(authorization);
}

function fetcher(parameters, options) {
  const { Authorization: authorization } = options?.headers ?? {};
  return GraphiQL.createFetcher({ url: endpoint.href, wsClient: socketFor(authorization) })(parameters, options);
}

// The examples name matches and a token of this moment, so the tabs of an earlier visit must not come back in their
// place. History, theme and the sizes of the panes are kept.
const storage = {
  get length() { return localStorage.length; },
  getItem: key => /:(tabState|query|variables|headers)$/.test(key) ? null : localStorage.getItem(key),
  setItem: (key, value) => localStorage.setItem(key, value),
  removeItem: key => localStorage.removeItem(key),
  clear: () => localStorage.clear(),
};

const defaultTabs = JSON.parse(document.getElementById("data").textContent).map(tab);
ReactDOM.createRoot(document.getElementById("graphiql")).render(
  // Of the tab that is open first, GraphiQL takes only the query from defaultTabs.
  React.createElement(GraphiQL, { fetcher, storage, defaultTabs, ...defaultTabs[0], defaultEditorToolsVisibility: true }),
);
