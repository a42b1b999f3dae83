// Plays a match of C4 with the types that were generated from the OpenAPI document: node rest.js SERVER
import createClient from "openapi-fetch";
import type { components, paths } from "./openapi.js";

const server = process.argv[2]!;
const client = createClient<paths>({ baseUrl: server });
type Body = components["schemas"]["ActionBody"];

function known<T>(answer: { data?: T; error?: { code: string; detail: string } }): T {
  if (answer.data === undefined) throw new Error(JSON.stringify(answer.error));
  return answer.data;
}

const key = () => ({ "Idempotency-Key": crypto.randomUUID() });
const made = known(await client.POST("/v1/matches", { body: { game: "c4", seats: 2 } }));
const id = made.match.id;
const { decks } = known(await client.GET("/v1/games/{slug}/decks", { params: { path: { slug: "c4" } } }));
const tokens: string[] = [];
for (const deck of decks.slice(0, 2)) {
  const joined = await client.POST("/v1/matches/{id}/seats", { params: { path: { id } }, body: { deck: deck.id } });
  tokens.push(known(joined).seatToken);
}

let typedActions = 0;
for (let turn = 0; turn < 2000; turn++) {
  for (const token of tokens) {
    const headers = { Authorization: "Bearer " + token };
    const legal = await client.GET("/v1/matches/{id}/legal-actions", { params: { path: { id } }, headers });
    const options = known(legal).prompts[0];
    if (!options) continue;
    const guard = { promptId: options.prompt.id, revision: options.prompt.revision };
    const pass = options.actions.some(({ type }) => type === "pass");
    const end = options.actions.some(({ type }) => type === "end_turn");
    const body: Body =
      typedActions > 20 ? { type: "concede" }
      : pass ? { type: "pass", ...guard }
      : end ? { type: "end_turn", ...guard }
      : options.actions[0] ? { token: options.actions[0].token }
      : ({ ...options.default, ...guard } as Body);
    typedActions += "type" in body ? 1 : 0;
    const acted = await client.POST("/v1/matches/{id}/actions", { params: { path: { id }, header: key() }, headers, body });
    const { match } = known(acted);
    if (match.status !== "RUNNING") {
      console.log(JSON.stringify({ status: match.status, typedActions }));
      process.exit(0);
    }
  }
}
throw new Error("the match does not end");
