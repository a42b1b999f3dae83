/** A new idempotency key: 16 random bytes in hex. `crypto.randomUUID` is missing in a page that came over plain http. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
