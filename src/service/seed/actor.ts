/** Acts on a desk as the owner of a team would over HTTP: operation by operation, through the same handlers. */
import { handlerFor } from '../area-index.ts';
import type { Call } from '../call.ts';
import type { Desk } from '../desk.ts';
import type { Founded } from './start.ts';

export interface Act {
  readonly path?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** Runs an operation and returns the body of its answer. Throws when it is refused: a seed pack that is refused is wrong. */
export type Actor = (operationId: string, act: Act) => Promise<Record<string, unknown>>;

export const actorOn =
  (desk: Desk, founded: Founded): Actor =>
  async (operationId, act) => {
    const handler = handlerFor(operationId);
    if (handler === undefined) throw new Error(`No area serves ${operationId}.`);
    const { status, body } = await handler(callFor(desk, founded, { operationId, ...act }), desk);
    if (status >= 400) throw new Error(`The seed pack's ${operationId} was refused: ${JSON.stringify(body)}`);
    return body as Record<string, unknown>;
  };

function callFor(desk: Desk, { teamId, userId }: Founded, act: Act & { operationId: string }): Call {
  return {
    card: desk.catalog.card(act.operationId),
    caller: {
      teamId,
      userId,
      role: 'owner',
      keyId: '',
      profileIds: null,
      readOnly: false,
      disabledGroups: [],
    },
    requestId: desk.ids.uuid(),
    requestIdSent: false,
    path: act.path ?? {},
    query: {},
    headers: {},
    body: act.body ?? {},
    files: [],
    origin: 'http://localhost',
    signal: new AbortController().signal,
  };
}
