// Plays a match of C4 with the documents that GraphQL Code Generator typed: node codegen.js SERVER DECK DECK
import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import { print } from "graphql";
import { ActDocument, CreateDocument, JoinDocument, LegalDocument, type C4ActionInput } from "./gql/graphql.js";

const [server, ...decks] = process.argv.slice(2);

async function ask<D, V>(document: TypedDocumentNode<D, V>, variables: V, token?: string): Promise<D> {
  const response = await fetch(server + "/graphql", {
    method: "POST",
    headers: { "Content-Type": "application/json", ...(token ? { Authorization: "Bearer " + token } : {}) },
    body: JSON.stringify({ query: print(document), variables }),
  });
  const { data, errors } = (await response.json()) as { data: D; errors?: unknown };
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}

const key = () => ({ idempotencyKey: crypto.randomUUID() });
const made = await ask(CreateDocument, { input: { ...key(), game: "c4", seats: 2, options: { turnCap: 14 } } });
const matchId = made.createMatch.match!.id;
const tokens: string[] = [];
for (const deck of decks) {
  tokens.push((await ask(JoinDocument, { input: { ...key(), matchId, deck } })).joinMatch.seatToken!);
}

// what is listed comes as data of the game; these are written as the type of the input says
function typedInput(type: string | undefined): C4ActionInput | null {
  return type === "pass" ? { simple: "PASS" } : type === "end_turn" ? { simple: "END_TURN" } : null;
}

let status = "RUNNING";
let [actions, typed] = [0, 0];
for (; status === "RUNNING" && actions < 2000; ) {
  for (const token of tokens) {
    const { match } = await ask(LegalDocument, { id: matchId }, token);
    status = match!.status;
    const asked = match!.legalActions?.prompts.find(({ prompt }) => prompt.mode !== "STANDING");
    if (!asked || status !== "RUNNING") continue;
    const { prompt } = asked;
    const c4 = asked.actions.map(({ type }) => typedInput(type)).find(Boolean);
    const [first] = asked.actions;
    const order =
      c4 ? { what: { c4 }, promptId: prompt.id, revision: prompt.revision }
      : first ? { what: { token: first.token } }
      : { what: { match: "CONCEDE" as const } };
    const { act } = await ask(ActDocument, { input: { ...key(), matchId, ...order } }, token);
    if (act.userErrors.length) throw new Error(JSON.stringify(act.userErrors));
    actions += 1;
    typed += c4 ? 1 : 0;
  }
}
console.log(JSON.stringify({ status, actions, typed }));
