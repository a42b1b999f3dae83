import type { Crypto } from "./proof.mjs";

/** What is wrong with the file of a round; null: input and seed lead to the result. */
export function verifyRound(file: unknown, crypto: Pick<Crypto, "sha256" | "hmac">): string | null;
