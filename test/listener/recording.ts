/** A journal for tests, written as the listener writes it. */
import { join } from 'node:path';
import { openJournal } from '../../src/listener/journal.ts';
import { deliveryHeaders } from '../../src/webhooks/headers.ts';
import { signatureOf } from '../../src/webhooks/sign.ts';
import { temporaryFolder } from '../support/temp.ts';
import { testWorld } from '../support/world.ts';

export const SECRET = 'tell nobody';
export const BEGIN = Date.parse('2026-01-05T09:00:00.000Z');

export interface Entry {
  readonly event?: string;
  readonly id?: string;
  readonly body?: Buffer;
  /** Seconds after the first. */
  readonly after?: number;
  readonly verdict?: 'valid' | 'invalid' | 'unchecked';
  readonly more?: readonly (readonly [string, string])[];
  /** Where it went. */
  readonly target?: string;
}

export const bodyOf = ({ event = 'post.published', id = 'one' }: Entry): Buffer =>
  Buffer.from(`{ "id":"${id}", "event":"${event}", "text":"grüße 👍\\u0000" }\n`);

/** @returns the folder */
export async function journalOf(...entries: readonly Entry[]): Promise<string> {
  const { world } = testWorld();
  const folder = join(await temporaryFolder(), 'journal');
  const journal = await openJournal(world, folder);
  for (const entry of entries) {
    const { event = 'post.published', id = 'one', body = bodyOf(entry), after = 0, verdict = 'valid' } = entry;
    const headers = Object.entries(deliveryHeaders({ event, id, signature: signatureOf(body, SECRET) }));
    const n = await journal.deliver({
      at: BEGIN + after * 1000,
      method: 'POST',
      target: '/hook?a=b',
      headers: [['Host', '127.0.0.1:9'], ['Connection', 'keep-alive'], ...headers, ...(entry.more ?? [])],
      body,
      verdict,
      event,
      id,
      ...(verdict === 'invalid' && { reason: 'mismatch', sentence: 'The body was changed.' }),
    });
    if (entry.target !== undefined)
      await journal.outcome({
        of: n,
        at: BEGIN + after * 1000 + 12,
        taken: true,
        status: 200,
        target: entry.target,
        ms: 12,
      });
  }
  await journal.close();
  return folder;
}
