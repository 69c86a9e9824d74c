/** What came of attempts: the log, the delivery's next step and the endpoint's health, in one transaction. Used by recorder.ts. */
import { healthOf, healthRecord, WEBHOOK_KIND } from './webhook.ts';
import type { DeliveryState } from '../store/delivery.ts';
import type { Tx } from '../store/store.ts';
import { isTaken, problemOf, type Attempted } from './attempt.ts';
import { healthAfter, isBeyondHope, type Sign } from './health.ts';
import { waitBefore } from '../../webhooks/ladder.ts';
import { judgedIn, switchOff } from './switch-off.ts';
import type { DeliveryParts } from './desk.ts';

type Doors = Pick<DeliveryParts, 'clock' | 'ids'>;

export async function record(tx: Tx, doors: Doors, ended: readonly Attempted[]): Promise<void> {
  const all = ended.map((one) => ({ ...one, step: stepAfter(one) }));
  // At once, so that a database is waited for once.
  const numbers = await Promise.all(all.map((one) => end(tx, one)));
  const signs = new Map<string, Sign[]>();
  for (const [at, one] of all.entries()) {
    await log(tx, one, numbers[at] ?? 1);
    const sign = { at: one.at, outcome: one.step.outcome };
    const { id } = one.webhook;
    const known = signs.get(id);
    if (known === undefined) signs.set(id, [sign]);
    else known.push(sign);
  }
  for (const [webhookId, some] of signs) await recordHealth(tx, doors, { webhookId, signs: some });
}

interface Step {
  readonly state: DeliveryState;
  readonly dueAt: number;
  readonly outcome: Sign['outcome'];
}

/** Source: specification, "Delivery rules" 4 and 5 (WHK-53 to WHK-65) */
function stepAfter({ arrival, tries, at }: Attempted): Step {
  if (isTaken(arrival)) return { state: 'delivered', dueAt: at, outcome: 'success' };
  if (tries === null) return { state: 'dead', dueAt: at, outcome: 'asked' };
  const wait = waitBefore(tries + 2);
  if (wait === undefined) return { state: 'dead', dueAt: at, outcome: 'dead' };
  return { state: 'pending', dueAt: at + wait, outcome: 'retried' };
}

type Stepped = Attempted & { readonly step: Step };

/** @returns the attempt's number */
const end = (tx: Tx, { webhook, event, tries, seq, step: { state, dueAt } }: Stepped): Promise<number> =>
  tx.endAttempt({
    eventId: event.id,
    webhookId: webhook.id,
    ...(seq !== undefined && { seq }),
    state,
    dueAt,
    counts: tries !== null,
  });

const log = (tx: Tx, { webhook, event, arrival, at, step }: Stepped, number: number): Promise<void> =>
  tx.addAttempt({
    eventId: event.id,
    webhookId: webhook.id,
    teamId: webhook.teamId,
    event: event.type,
    group: event.group,
    number,
    at,
    status: step.outcome === 'success' ? 'success' : 'failed',
    statusCode: 'status' in arrival ? arrival.status : null,
    durationMs: arrival.durationMs,
    url: webhook.doc.url,
    webhookName: webhook.doc.name,
    userId: webhook.doc.userId,
    response: 'status' in arrival ? arrival.body : null,
    error: problemOf(arrival),
  });

async function recordHealth(
  tx: Tx,
  doors: Doors,
  { webhookId, signs }: { webhookId: string; signs: readonly Sign[] },
): Promise<void> {
  const before = await healthOf(tx, webhookId);
  const health = signs.reduce(healthAfter, before);
  const webhook = await tx.get(WEBHOOK_KIND, webhookId);
  if (webhook === undefined) return;
  await tx.put(healthRecord(webhook, health));
  if (!webhook.doc.isActive) return;
  const now = doors.clock.now();
  const hasDied = signs.some(({ outcome }) => outcome === 'dead');
  if (hasDied && isBeyondHope(health, now)) await switchOff(tx, doors, webhook);
  else if (health.failingSince !== null && health.failingSince !== before.failingSince)
    await tx.schedule(judgedIn(webhookId, health.failingSince));
}
