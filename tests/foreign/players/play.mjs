// A match of C4 between two guests, over GraphQL: whatever client asks, this is what it asks.
import { readFileSync } from "node:fs";
import { parse, separateOperations } from "graphql";

const texts = ["play.graphql", "follow.graphql"].map((name) => readFileSync(new URL(name, import.meta.url), "utf8"));
/** The operations of both files by their names, each a document of its own. */
export const documents = separateOperations(parse(texts.join("\n")));

const key = () => crypto.randomUUID();

/** A new match, which waits for players. */
export async function created(client) {
  const input = { idempotencyKey: key(), game: "c4", seats: 2, options: { turnCap: 14 } };
  return (await client.mutate("Create", { input })).createMatch.match;
}

/** Play to the end. `clientOf(token)` has `query` and `mutate`, which take the name of an operation and its variables. */
export async function play(clientOf, decks) {
  const guest = clientOf();
  const match = await created(guest);
  const seats = [];
  for (const deck of decks) {
    const { joinMatch } = await guest.mutate("Join", { input: { idempotencyKey: key(), matchId: match.id, deck } });
    seats.push({ token: joinMatch.seatToken, ...clientOf(joinMatch.seatToken) });
  }
  for (let actions = 0; actions < 2000; ) {
    for (const seat of seats) {
      const now = (await seat.query("Legal", { id: match.id })).match;
      if (now.status !== "RUNNING") return { id: match.id, status: now.status, actions, tokens: seats.map(({ token }) => token) };
      const asked = now.legalActions.prompts.find(({ prompt }) => prompt.mode !== "STANDING");
      if (!asked) continue;
      const what = asked.actions.length ? { token: asked.actions[0].token } : { match: "CONCEDE" };
      const { act } = await seat.mutate("Act", { input: { idempotencyKey: key(), matchId: match.id, what } });
      if (act.userErrors.length) throw new Error(JSON.stringify(act.userErrors));
      actions += 1;
    }
  }
  throw new Error("the match does not end");
}
