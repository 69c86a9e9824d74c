/** Acts on a desk as the owner of a team would over HTTP: operation by operation, through the same handlers. */
import { handlerFor } from '../area-index.ts';
import { ownCall, type Reply } from '../call.ts';
import type { Desk } from '../desk.ts';
import { engine } from '../engine/engine.ts';
import type { Founded } from './start.ts';

export interface Act {
  readonly path?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

type Owner = Pick<Founded, 'teamId' | 'userId'>;

/** Runs an operation and returns its answer, which may be a refusal. */
export type Caller = (operationId: string, act: Act) => Promise<Reply>;

export const callerOn =
  (desk: Desk, owner: Owner): Caller =>
  async (operationId, { path = {}, body = {} }) => {
    const handler = handlerFor(operationId) ?? engine;
    const [card, requestId] = [desk.catalog.card(operationId), desk.ids.uuid()];
    return handler(ownCall({ ...owner, card, requestId, path, body, origin: 'http://localhost' }), desk);
  };

/** Runs an operation and returns the body of its answer. Throws when it is refused: a seed pack that is refused is wrong. */
export type Actor = (operationId: string, act: Act) => Promise<Record<string, unknown>>;

export function actorOn(desk: Desk, founded: Founded): Actor {
  const call = callerOn(desk, founded);
  return async (operationId, act) => {
    const { status, body } = await call(operationId, act);
    if (status >= 400) throw new Error(`The seed pack's ${operationId} was refused: ${JSON.stringify(body)}`);
    return body as Record<string, unknown>;
  };
}
