/** The behaviour set for a simulated platform: kept per account in the store, consumed inside the call's transaction. */
import type { Schema } from '../../../kernel/schema.ts';
import type { Reader, StoredRecord, Tx } from '../../store/store.ts';
import {
  NETWORK_OPERATIONS,
  NETWORK_OUTCOMES,
  type NetworkOperation,
  type NetworkOutcome,
} from '../../../kernel/steering.ts';
import { ownKind } from '../../store/record.ts';

/** Body of the control surface's `behaviour` call. Source: control surface */
export interface Behaviour {
  readonly operation: NetworkOperation | 'any';
  readonly outcome: NetworkOutcome;
  readonly status?: number;
  readonly message?: string;
  readonly errorCategory?: string;
  readonly retryAfterSeconds?: number;
  /** 0 with `rate_limited` simulates an exhausted quota header. */
  readonly remaining?: number;
  readonly delaySeconds?: number;
  /** Raw payload of the platform, forwarded unchanged. */
  readonly platformError?: unknown;
  /** Calls it holds for; absent means always. */
  readonly times?: number;
}

export const BEHAVIOUR_SCHEMA: Schema = {
  type: 'object',
  required: ['outcome'],
  additionalProperties: false,
  properties: {
    operation: { type: 'string', enum: [...NETWORK_OPERATIONS, 'any'], default: 'any' },
    outcome: { type: 'string', enum: NETWORK_OUTCOMES },
    status: { type: 'integer', minimum: 400, maximum: 599 },
    message: { type: 'string' },
    errorCategory: { type: 'string' },
    retryAfterSeconds: { type: 'number', minimum: 0 },
    remaining: { type: 'integer', minimum: 0 },
    delaySeconds: { type: 'number', minimum: 0 },
    platformError: {},
    times: { type: 'integer', minimum: 1 },
  },
};

const KIND = ownKind<Kept>('$behaviour');

interface Kept extends Record<string, unknown> {
  /** Newest first. */
  readonly behaviours: readonly Behaviour[];
}

/** The account's behaviours, newest first. */
export async function behavioursOf(reader: Reader, accountId: string): Promise<readonly Behaviour[]> {
  return (await reader.get(KIND, accountId))?.doc.behaviours ?? [];
}

/**
 * The newest behaviour answers first. It replaces earlier ones of its operation, all of them when it is for any,
 * except that a limited one keeps an unlimited one beneath it to fall back to.
 */
export function withBehaviour(earlier: readonly Behaviour[], added: Behaviour): Behaviour[] {
  const replaced = (one: Behaviour) => added.operation === 'any' || one.operation === added.operation;
  const beneath = (one: Behaviour) => added.times !== undefined && one.times === undefined;
  return [added, ...earlier.filter((one) => !replaced(one) || beneath(one))];
}

export async function keepBehaviours(
  tx: Tx,
  owner: { accountId: string; teamId: string; at: number },
  behaviours: readonly Behaviour[],
): Promise<void> {
  if (behaviours.length === 0) {
    await tx.remove(KIND, owner.accountId);
    return;
  }
  await tx.put({
    kind: KIND,
    id: owner.accountId,
    teamId: owner.teamId,
    profileId: null,
    parentId: owner.accountId,
    createdAt: owner.at,
    doc: { behaviours },
  });
}

/**
 * The behaviour that answers this call, with one of its `times` used up; undefined when the platform works.
 *
 * Reads happen in the background, whenever a sync is due. So that they do not use up what a test set for its own
 * call, a read takes `any` only when that is unlimited.
 */
export async function takeBehaviour(
  tx: Tx,
  accountId: string,
  operation: NetworkOperation,
): Promise<Behaviour | undefined> {
  const record = await tx.get(KIND, accountId);
  if (record === undefined) return undefined;
  const { behaviours } = record.doc;
  const taken = behaviours.find((one) => answers(one, operation));
  if (taken?.times === undefined) return taken;
  const left = behaviours.flatMap((one) => (one === taken ? usedOnce(one) : [one]));
  await keepBehaviours(tx, { accountId, teamId: record.teamId, at: record.createdAt }, left);
  return taken;
}

/** What a reviewer or a carrier says when its word is due, and the behaviours that are left then. */
export interface Verdict {
  /** The reason of a rejection; undefined for an approval. */
  readonly rejection: string | undefined;
  readonly records: readonly StoredRecord[];
}

/**
 * The verdict of the first of the owners that has one. Only what was set for the operation itself counts; a limited one is used once.
 * @param owners ids of accounts, numbers or `carrier`
 */
export async function verdictOf(
  reader: Reader,
  owners: readonly string[],
  about: NetworkOperation = 'approval',
): Promise<Verdict> {
  for (const owner of owners) {
    const record = await reader.get(KIND, owner);
    const verdict = record?.doc.behaviours.find(({ operation }) => operation === about);
    if (record === undefined || verdict === undefined) continue;
    const behaviours = record.doc.behaviours.flatMap((one) => (one === verdict ? keptAfter(one) : [one]));
    const rejection =
      verdict.outcome === 'reject' ? (verdict.message ?? 'The review ended without approval.') : undefined;
    return { rejection, records: [{ ...record, doc: { behaviours } }] };
  }
  return { rejection: undefined, records: [] };
}

const keptAfter = (behaviour: Behaviour): Behaviour[] =>
  behaviour.times === undefined ? [behaviour] : usedOnce(behaviour);

/** Whether such a call would be answered by a behaviour. Nothing is used up. */
export const isTold = async (reader: Reader, accountId: string, operation: NetworkOperation): Promise<boolean> =>
  (await behavioursOf(reader, accountId)).some((one) => answers(one, operation));

function answers(behaviour: Behaviour, operation: NetworkOperation): boolean {
  if (behaviour.operation === operation) return true;
  if (behaviour.operation !== 'any') return false;
  const isBackground = operation === 'read' || operation === 'insights';
  return !isBackground || (behaviour.times === undefined && behaviour.outcome !== 'lost');
}

const usedOnce = (behaviour: Behaviour): Behaviour[] =>
  (behaviour.times ?? 1) > 1 ? [{ ...behaviour, times: (behaviour.times ?? 1) - 1 }] : [];
