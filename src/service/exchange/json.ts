/** JSON from a request body, strictly: UTF-8, one value, not absurdly deep. Used by corridor/decode.ts and control/. */

/** Deeper nesting is refused before anything walks it. */
const DEEPEST = 100;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The value, or undefined when the bytes are not acceptable JSON. */
export function strictJson(bytes: Uint8Array): unknown {
  try {
    const text = utf8.decode(bytes);
    return isTooDeep(text) ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

function isTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) inString = true;
    else if (code === BRACE || code === BRACKET) depth += 1;
    else if (code === BRACE_END || code === BRACKET_END) depth -= 1;
    if (depth > DEEPEST) return true;
  }
  return false;
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [BRACE, BRACE_END, BRACKET, BRACKET_END] = [0x7b, 0x7d, 0x5b, 0x5d];
