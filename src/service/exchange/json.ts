/** JSON from a request body, strictly: UTF-8, one value, within the bounds. Used by corridor/decode.ts, control/ and the raw routes. */
import type { Reply } from '../call.ts';
import { refuse } from '../refuse.ts';
import { BOUNDS } from './bounds.ts';

/** The bounds that bytes are held to before they become a value. */
export type JsonBounds = { readonly [B in 'depth' | 'entries' | 'values']: number };

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The value, or why the bytes are not taken. */
export function readJson(
  bytes: Uint8Array,
  bounds: JsonBounds = BOUNDS,
): { readonly value: unknown } | { readonly refusal: Reply } {
  const excess = excessIn(bytes, bounds);
  if (excess !== undefined) return { refusal: refuse('invalid_json_body', { message: excess }) };
  try {
    return { value: JSON.parse(utf8.decode(bytes)) as unknown };
  } catch {
    return { refusal: refuse('invalid_json_body') };
  }
}

/** The sentence about the bound that the text breaks. Counted on the bytes, before anything is made of them. */
function excessIn(bytes: Uint8Array, bounds: JsonBounds): string | undefined {
  const entries = new Uint32Array(bounds.depth + 2);
  let [depth, values] = [0, 1];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfString(bytes, at);
    else if (byte === BRACE || byte === BRACKET) {
      depth += 1;
      values += 1;
      if (depth > bounds.depth) return `The body is nested more than ${String(bounds.depth)} levels deep.`;
      entries[depth] = 1;
    } else if (byte === BRACE_END || byte === BRACKET_END) depth = Math.max(0, depth - 1);
    else if (byte === COMMA) {
      values += 1;
      if ((entries[depth] = (entries[depth] ?? 0) + 1) > bounds.entries)
        return `A list or object in the body has more than ${String(bounds.entries)} entries.`;
    }
    if (values > bounds.values) return `The body has more than ${String(bounds.values)} values.`;
  }
  return undefined;
}

/** Position of the closing quote, or of the end. */
function endOfString(bytes: Uint8Array, start: number): number {
  let end = bytes.indexOf(QUOTE, start + 1);
  while (end !== -1 && isEscaped(bytes, end)) end = bytes.indexOf(QUOTE, end + 1);
  return end === -1 ? bytes.length : end;
}

/** An odd number of backslashes comes before it. */
function isEscaped(bytes: Uint8Array, at: number): boolean {
  let first = at;
  while (bytes[first - 1] === BACKSLASH) first -= 1;
  return (at - first) % 2 === 1;
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [BRACE, BRACE_END, BRACKET, BRACKET_END] = [0x7b, 0x7d, 0x5b, 0x5d];
