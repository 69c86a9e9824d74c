/** Acts on a desk as the owner of a team would over HTTP: operation by operation, through the same handlers. */
import { handlerFor } from '../area-index.ts';
import { ownCall } from '../call.ts';
import type { Desk } from '../desk.ts';
import { engine } from '../engine/engine.ts';
import type { Founded } from './start.ts';

export interface Act {
  readonly path?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** Runs an operation and returns the body of its answer. Throws when it is refused: a seed pack that is refused is wrong. */
export type Actor = (operationId: string, act: Act) => Promise<Record<string, unknown>>;

export const actorOn =
  (desk: Desk, founded: Founded): Actor =>
  async (operationId, { path = {}, body: sent = {} }) => {
    const handler = handlerFor(operationId) ?? engine;
    const [card, requestId] = [desk.catalog.card(operationId), desk.ids.uuid()];
    const call = ownCall({ ...founded, card, requestId, path, body: sent, origin: 'http://localhost' });
    const { status, body } = await handler(call, desk);
    if (status >= 400) throw new Error(`The seed pack's ${operationId} was refused: ${JSON.stringify(body)}`);
    return body as Record<string, unknown>;
  };
