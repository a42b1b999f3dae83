// Plays a match of C4 with openapi-fetch, by the types of openapi-typescript: node openapi_fetch.js SERVER
import createClient from "openapi-fetch";
import type { paths } from "./api.js";

const client = createClient<paths>({ baseUrl: process.argv[2]! });

function known<T>(answer: { data?: T; error?: { code: string; detail: string } }): T {
  if (answer.data === undefined) throw new Error(JSON.stringify(answer.error));
  return answer.data;
}

const key = () => ({ "Idempotency-Key": crypto.randomUUID() });
const made = known(await client.POST("/v1/matches", { body: { game: "c4", seats: 2, options: { turnCap: 14 } } }));
const path = { id: made.match.id };
const { decks } = known(await client.GET("/v1/games/{slug}/decks", { params: { path: { slug: "c4" } } }));
const tokens: string[] = [];
for (const deck of decks.slice(0, 2)) {
  const joined = await client.POST("/v1/matches/{id}/seats", { params: { path }, body: { deck: deck.id } });
  tokens.push(known(joined).seatToken);
}

let status: string = made.match.status;
let [actions, typed] = [0, 0];
for (; status !== "FINISHED" && actions < 2000; ) {
  for (const token of tokens) {
    const headers = { Authorization: "Bearer " + token };
    const { prompts } = known(await client.GET("/v1/matches/{id}/legal-actions", { params: { path }, headers }));
    const asked = prompts.find(({ prompt }) => prompt.mode !== "STANDING");
    if (!asked || status === "FINISHED") continue;
    const guard = { promptId: asked.prompt.id, revision: asked.prompt.revision };
    const [first] = asked.actions;
    // some as the document types them, all others by their tokens
    const kind = asked.actions.find(({ type }) => type === "pass" || type === "end_turn")?.type;
    typed += kind ? 1 : 0;
    const body =
      kind === "pass" ? { type: "pass" as const, ...guard }
      : kind ? { type: "end_turn" as const, ...guard }
      : first ? { token: first.token }
      : { type: "concede" as const };
    const acted = await client.POST("/v1/matches/{id}/actions", { params: { path, header: key() }, headers, body });
    ({ status } = known(acted).match);
    actions += 1;
  }
}
console.log(JSON.stringify({ status, actions, typed }));
