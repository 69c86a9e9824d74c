/** Results as JSON: one document, or one record a line. Every byte of the values is kept, large integers included. */

/** @param indent spaces, none for a single line */
export async function jsonText(value: unknown, indent?: number): Promise<string> {
  try {
    return JSON.stringify(value, undefined, indent) ?? 'null';
  } catch (error) {
    if (!(error instanceof TypeError) || !/BigInt/.test(error.message)) throw error;
    const { stringify } = await import('lossless-json');
    return stringify(value, undefined, indent) ?? 'null';
  }
}
