/** The lane of one endpoint: everything due is sent side by side, up to a width, so that no endpoint waits for another. Run by engine.ts. */
import type { Carrier } from '../../kernel/delivery.ts';
import type { WebhookRecord } from './webhook.ts';
import type { Cursor, Delivery } from '../store/delivery.ts';
import type { StoredEvent } from '../store/store.ts';
import { signalled } from '../timeline/bell.ts';
import { attempt } from './attempt.ts';
import { DELIVER, deliverAt } from './due.ts';
import type { Events } from './events.ts';
import type { Recorder } from './recorder.ts';
import { fateOf } from './fate.ts';
import type { DeliveryParts } from './desk.ts';

export interface LaneParts extends Pick<DeliveryParts, 'store' | 'clock'> {
  readonly carrier: Carrier;
  readonly recorder: Recorder;
  readonly events: Events;
  /** The endpoint as it is now. */
  readonly webhook: (id: string) => Promise<WebhookRecord | undefined>;
  readonly isStopping: () => boolean;
  /** Requests to one endpoint at one time. */
  readonly width: () => number;
}

/** Outcomes not yet on disk, beyond which nothing further is sent. */
const UNWRITTEN = 512;

/** Deliveries read at one time. */
const BATCH = 256;

const START: Cursor = { dueAt: Number.MIN_SAFE_INTEGER, seq: 0 };

export class Lane {
  readonly #parts: LaneParts;
  readonly #webhookId: string;
  readonly #bell = signalled();
  #waiting: Delivery[] = [];
  #cursor = START;
  #underWay = 0;
  #unwritten = 0;
  #isEnding = false;

  constructor(parts: LaneParts, webhookId: string) {
    this.#parts = parts;
    this.#webhookId = webhookId;
  }

  wake(): void {
    this.#bell.ring();
  }

  /** Ends when nothing is due any more; the timeline knows by then when something will be. */
  async run(): Promise<void> {
    for (;;) {
      const rung = this.#bell.rung();
      if (!this.#parts.isStopping()) await this.#fill();
      if (this.#underWay > 0 || this.#unwritten > 0) await rung;
      else {
        this.#isEnding = true;
        if (await this.#close()) return;
        this.#isEnding = false;
      }
    }
  }

  /** While it looks for the last time: what is written now it may have missed. */
  get isEnding(): boolean {
    return this.#isEnding;
  }

  async #fill(): Promise<void> {
    while (this.#underWay < this.#parts.width() && this.#unwritten < UNWRITTEN && !this.#parts.isStopping()) {
      if (this.#waiting.length === 0) await this.#read();
      const next = this.#waiting.shift();
      if (next === undefined) return;
      await this.#begin(next);
    }
  }

  /** New deliveries come behind the ones that were read; what comes in between otherwise is found when the lane closes. */
  async #read(): Promise<void> {
    this.#waiting = await this.#parts.store.read.dueDeliveries({
      webhookId: this.#webhookId,
      dueBy: this.#parts.clock.now(),
      after: this.#cursor,
      limit: BATCH,
    });
    const last = this.#waiting.at(-1);
    if (last !== undefined) this.#cursor = { dueAt: last.dueAt, seq: last.seq };
  }

  async #begin(delivery: Delivery): Promise<void> {
    const { store, clock, events } = this.#parts;
    const [webhook, event] = await Promise.all([this.#parts.webhook(this.#webhookId), events.get(delivery.eventId)]);
    const fate = fateOf(webhook, event, clock.now());
    if (fate === 'send' && webhook !== undefined && event !== undefined) {
      this.#underWay += 1;
      void this.#send({ webhook, event, delivery });
    } else if (fate !== 'send') {
      const { eventId, webhookId } = delivery;
      await store.transact((tx) =>
        tx.moveDeliveries({ eventId, webhookId }, { from: 'pending', to: fate, dueAt: clock.now() }),
      );
    }
  }

  async #send(one: { webhook: WebhookRecord; event: StoredEvent; delivery: Delivery }): Promise<void> {
    const { carrier, clock, recorder } = this.#parts;
    const { webhook, event, delivery } = one;
    const arrival = await attempt(carrier, webhook, event);
    this.#underWay -= 1;
    this.#unwritten += 1;
    this.#bell.ring();
    // Cut off by ourselves: nothing is known of it, and it is sent again.
    const isCut = 'fault' in arrival && arrival.fault === 'aborted';
    if (!isCut) {
      const { tries, seq } = delivery;
      await recorder.add({ webhook, event, arrival, tries, seq, at: clock.now() });
    }
    this.#unwritten -= 1;
    this.#bell.ring();
  }

  /** @returns false when something has become due meanwhile */
  async #close(): Promise<boolean> {
    const { store, clock, isStopping } = this.#parts;
    const webhookId = this.#webhookId;
    this.#cursor = START;
    this.#waiting = [];
    return store.transact(async (tx) => {
      const next = await tx.nextDelivery(webhookId);
      if (next !== undefined && next <= clock.now() && !isStopping()) return false;
      if (next === undefined) await tx.cancel(DELIVER, webhookId);
      else await tx.schedule(deliverAt(webhookId, next));
      return true;
    });
  }
}
