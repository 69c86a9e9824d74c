/** Parses JSON without losing precision: integers beyond 2^53 become bigint. */

/** A number of 16 digits or more in the position of a value: the document, after a key, or in a list. Not an id inside a string. */
const LONG_NUMBER = /(?:^|"\s*:|[[,])\s*-?\d{16,}\s*(?:[,\]}]|$)/;

/** @throws SyntaxError for anything that is not JSON */
export async function parsedJson(text: string): Promise<unknown> {
  if (!LONG_NUMBER.test(text)) return JSON.parse(text);
  const { parse, isInteger, isSafeNumber } = await import('lossless-json');
  return parse(text, undefined, (digits) =>
    isInteger(digits) && !isSafeNumber(digits) ? BigInt(digits) : Number(digits),
  );
}
