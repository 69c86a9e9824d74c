/** Areas whose operations without a function are still served by inference. May only shrink: the others are served by what they declare. */
export const GUESSED: ReadonlySet<string> = new Set([]);
