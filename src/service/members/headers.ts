/** Which headers a forwarded request and its answer keep. Used by forward.ts and member.ts. */

/** On a forwarded request: the number of the process that forwarded it. */
export const FORWARDED = 'x-svc-forwarded';
/** On a 503 that was given before anything of the request was looked at: it belongs to another process. */
export const NOT_PRIMARY = 'x-svc-not-primary';

/** Of one connection, not of the message. `expect` is answered by each process for itself. */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade', 'expect', FORWARDED],
]);

/**
 * The headers of a message that go on with it: spelling, order and repeated ones as they came.
 * @param raw names and values in turn, as node:http has them
 */
export function endToEnd(raw: readonly string[], connection: string | undefined): string[] {
  const named = new Set((connection ?? '').split(',').map((name) => name.trim().toLowerCase()));
  const kept: string[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [name = '', value = ''] = raw.slice(at, at + 2);
    const lower = name.toLowerCase();
    if (!HOP_BY_HOP.has(lower) && !named.has(lower)) kept.push(name, value);
  }
  return kept;
}
