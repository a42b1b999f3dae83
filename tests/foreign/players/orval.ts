// Plays a match of C4 with what orval made for fetch: node orval.js
import { act, createMatch, getDecks, getLegalActions, joinMatch, type Problem } from "./api.js";

/** What an answer of 200 or 201 holds. */
function known<A extends { status: number; data: unknown }>(answer: A): Extract<A, { status: 200 | 201 }>["data"] {
  if (answer.status > 201) throw new Error((answer.data as Problem).detail);
  return answer.data as Extract<A, { status: 200 | 201 }>["data"];
}

const made = known(await createMatch({ game: "c4", seats: 2, options: { turnCap: 14 } }));
const { decks } = known(await getDecks("c4"));
const tokens: string[] = [];
for (const deck of decks.slice(0, 2)) tokens.push(known(await joinMatch(made.match.id, { deck: deck.id })).seatToken);

let status: string = made.match.status;
let actions = 0;
for (; status !== "FINISHED" && actions < 2000; ) {
  for (const token of tokens) {
    const headers = { Authorization: "Bearer " + token };
    const { prompts } = known(await getLegalActions(made.match.id, {}, { headers }));
    const asked = prompts.find(({ prompt }) => prompt.mode !== "STANDING");
    if (!asked || status === "FINISHED") continue;
    const [first] = asked.actions;
    const idempotent = { headers: { ...headers, "Idempotency-Key": crypto.randomUUID() } };
    const done = known(await act(made.match.id, first ? { token: first.token } : { type: "concede" }, idempotent));
    ({ status } = done.match);
    actions += 1;
  }
}
console.log(JSON.stringify({ status, actions }));
