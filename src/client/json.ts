/** Parsing JSON without bending numbers: integers beyond 2^53 become bigint instead of their nearest neighbour. */

/** A number of 16 digits or more where a value may stand: the document, behind a key, or in a list. An id in a text is none. */
const LONG_NUMBER = /(?:^|"\s*:|[[,])\s*-?\d{16,}\s*(?:[,\]}]|$)/;

/** @throws SyntaxError for anything that is not JSON */
export async function parsedJson(text: string): Promise<unknown> {
  if (!LONG_NUMBER.test(text)) return JSON.parse(text);
  const { parse, isInteger, isSafeNumber } = await import('lossless-json');
  return parse(text, undefined, (digits) =>
    isInteger(digits) && !isSafeNumber(digits) ? BigInt(digits) : Number(digits),
  );
}
