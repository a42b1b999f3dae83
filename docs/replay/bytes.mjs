// Bytes and texts of them, alike in Node and in a browser.
const encoder = new TextEncoder();

export const utf8 = (text) => encoder.encode(text);

// Texts and bytes, one after another.
export function joined(...parts) {
  const pieces = parts.map((part) => (typeof part === "string" ? utf8(part) : part));
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let end = 0;
  for (const piece of pieces) {
    whole.set(piece, end);
    end += piece.length;
  }
  return whole;
}

const DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

export function hex(bytes) {
  let text = "";
  for (const byte of bytes) text += DIGITS[byte];
  return text;
}

export const fromHex = (text) => Uint8Array.from(text.match(/../g) ?? [], (digits) => parseInt(digits, 16));

export const base64url = (bytes) =>
  btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

// Null for what is no base64url.
export function fromBase64url(text) {
  try {
    const decoded = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(decoded, (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
