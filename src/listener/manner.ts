/** From what was typed to the manner of sending: address, signature, headers, time. Used by send, trigger and replay. */
import { failure } from '../kernel/failure.ts';
import { prefixesFrom } from '../webhooks/headers.ts';
import { addressOf } from './address.ts';
import { typedHeaders, type Manner } from './sending.ts';

export interface Typed {
  readonly to: string;
  readonly header: readonly string[];
  readonly secret: string | undefined;
  /** Of the context. */
  readonly prefixes: Parameters<typeof prefixesFrom>[0];
  readonly timeoutMs: number;
}

/** @throws Failure `usage` for an address or a header that cannot be */
export function mannerFrom({ to, header, secret, prefixes: said, timeoutMs }: Typed): Manner {
  const prefixes = prefixesFrom(said);
  const more = typedHeaders(header, prefixes);
  if (typeof more === 'string') throw failure('usage', { message: more, param: '--header' });
  return { url: addressOf(to, '--to'), secret, prefixes, more, timeoutMs };
}
