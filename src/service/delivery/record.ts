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
  const signs = new Map<string, Sign[]>();
  for (const one of ended) {
    const sign = await recordOne(tx, one);
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

async function recordOne(tx: Tx, ended: Attempted): Promise<Sign> {
  const { webhook, event, arrival, tries, at, seq } = ended;
  const { state, dueAt, outcome } = stepAfter(ended);
  const place = { eventId: event.id, webhookId: webhook.id };
  const number = await tx.endAttempt({
    ...place,
    ...(seq !== undefined && { seq }),
    state,
    dueAt,
    counts: tries !== null,
  });
  await tx.addAttempt({
    ...place,
    teamId: webhook.teamId,
    event: event.type,
    group: event.group,
    number,
    at,
    status: outcome === 'success' ? 'success' : 'failed',
    statusCode: 'status' in arrival ? arrival.status : null,
    durationMs: arrival.durationMs,
    url: webhook.doc.url,
    webhookName: webhook.doc.name,
    userId: webhook.doc.userId,
    response: 'status' in arrival ? arrival.body : null,
    error: problemOf(arrival),
  });
  return { at, outcome };
}

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
