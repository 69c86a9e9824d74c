/** The API for work that goes on for a while: its calls outlive an interruption, so that what was made can be removed again. */
import type { Context } from '../command.ts';

export interface LastingApi {
  call(
    operation: string,
    sent: { readonly query?: Readonly<Record<string, unknown>>; readonly body?: Readonly<Record<string, unknown>> },
  ): Promise<Readonly<Record<string, unknown>>>;
}

/** @throws Failure `no_credential` without a key, `usage` without a base URL */
export async function lastingApi(context: Context): Promise<LastingApi> {
  const { clientFor } = await import('../calling.ts');
  // --timeout is that of the work, not of each call.
  const flags = { ...context.flags };
  Reflect.deleteProperty(flags, 'timeoutMs');
  const client = clientFor({ ...context, flags, signal: new AbortController().signal }, await context.target());
  return {
    async call(operation, { query = {}, body }) {
      const { card } = context.catalog.command(operation);
      const sent = { path: {}, query, headers: {}, ...(body !== undefined && { body }) };
      const answer = (await client.call(card, sent)).body;
      return typeof answer === 'object' && answer !== null ? (answer as Readonly<Record<string, unknown>>) : {};
    },
  };
}
