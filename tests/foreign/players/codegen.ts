// Plays a match of C4 with the operations that were generated: node graphql.js SERVER
import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import { print } from "graphql";
import { ActDocument, CreateDocument, JoinDocument, LegalDocument, type C4ActionInput } from "./generated.js";

const server = process.argv[2]!;

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

const idempotencyKey = () => crypto.randomUUID();
const made = await ask(CreateDocument, { input: { idempotencyKey: idempotencyKey(), game: "c4", seats: 2 } });
const matchId = made.createMatch.match!.id;
const tokens: string[] = [];
for (const deck of process.argv.slice(3)) {
  const joined = await ask(JoinDocument, { input: { idempotencyKey: idempotencyKey(), matchId, deck } });
  tokens.push(joined.joinMatch.seatToken!);
}

// What is listed comes as data of the game; these two are written as the type of the input says.
function typed(action: unknown): C4ActionInput | null {
  const { type, ...rest } = action as { type: string } & Record<string, unknown>;
  if (type === "pass") return { simple: "PASS" };
  if (type === "end_turn") return { simple: "END_TURN" };
  if (type === "answer_claim" && typeof rest.admit === "boolean") return { answerClaim: { admit: rest.admit } };
  return null;
}

let typedActions = 0;
for (let turn = 0; turn < 2000; turn++) {
  for (const token of tokens) {
    const { match } = await ask(LegalDocument, { id: matchId }, token);
    if (match!.status !== "RUNNING") {
      console.log(JSON.stringify({ status: match!.status, typedActions }));
      process.exit(0);
    }
    const options = match!.legalActions!.prompts[0];
    if (!options) continue;
    const { prompt, actions } = options;
    const chosen = actions.find(({ action }) => typed(action)) ?? actions[0];
    const input = typed(chosen?.action ?? options.default);
    typedActions += input ? 1 : 0;
    const what = typedActions > 20 ? { match: "CONCEDE" as const } : input ? { c4: input } : { token: chosen!.token };
    const guard = input ? { promptId: prompt.id, revision: prompt.revision } : {};
    const done = await ask(ActDocument, { input: { idempotencyKey: idempotencyKey(), matchId, what, ...guard } }, token);
    if (done.act.userErrors.length) throw new Error(JSON.stringify(done.act.userErrors));
  }
}
throw new Error("the match does not end");
