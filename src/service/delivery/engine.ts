/** The delivery engine: a lane for each endpoint with something due, and single attempts that callers wait for. On the desk as `delivery`. */
import type { Clock } from '../../kernel/clock.ts';
import type { Arrival, Carrier } from '../../kernel/delivery.ts';
import type { DeliveryDesk, DeliveryParts } from './desk.ts';
import { WEBHOOK_KIND } from './webhook.ts';
import { remembered } from '../store/remembered.ts';
import type { Records } from '../store/service-store.ts';
import { attempt } from './attempt.ts';
import { openEvents } from './events.ts';
import { Lane, type LaneParts } from './lane.ts';
import type { DeliveryQueue } from './queue.ts';
import { openRecorder } from './recorder.ts';

export interface EngineParts extends Pick<DeliveryParts, 'clock' | 'ids'> {
  readonly store: DeliveryParts['store'] & Records;
  /** The machine's clock. */
  readonly wall: Clock;
  readonly carrier: Carrier;
  readonly queue: DeliveryQueue;
}

export interface Engine extends DeliveryDesk {
  /** Lanes run again. */
  begin(): void;
  /** Lanes begin nothing more; what is under way gets a moment, and is cut off then. */
  halt(): void;
}

/** Requests under way, shared by the endpoints that have something due; and what each may have at least, and at most. */
const UNDER_WAY = 1600;
const NARROWEST = 8;
const WIDEST = 32;

const widthAmong = (lanes: number): number =>
  Math.max(NARROWEST, Math.min(WIDEST, Math.floor(UNDER_WAY / Math.max(1, lanes))));

/** How long attempts under way may take when the service stops. */
const GRACE_MS = 250;

interface Running {
  readonly lane: Lane;
  readonly over: Promise<void>;
  /** The run behind this one, for all who ask for one meanwhile. */
  after?: Promise<void>;
}

export function openEngine(parts: EngineParts): Engine {
  const { store, clock, ids, wall, carrier } = parts;
  const lanes = new Map<string, Running>();
  const recorder = openRecorder({ store, clock, ids, wall });
  const events = openEvents(store.read);
  let isStopping = false;
  const laneParts: LaneParts = {
    store,
    clock,
    carrier,
    recorder,
    events,
    webhook: remembered(store, WEBHOOK_KIND, (id) => store.read.get(WEBHOOK_KIND, id)),
    isStopping: () => isStopping,
    width: () => widthAmong(lanes.size),
  };
  const run = (webhookId: string): Promise<void> => {
    const running = lanes.get(webhookId);
    if (running?.lane.isEnding === true) return (running.after ??= running.over.then(() => run(webhookId)));
    if (running !== undefined) return running.over;
    const lane = new Lane(laneParts, webhookId);
    const over = lane.run().finally(() => lanes.delete(webhookId));
    lanes.set(webhookId, { lane, over });
    return over;
  };
  return {
    queue: parts.queue,
    run,
    wake(webhookIds) {
      if (lanes.size > 0) for (const id of webhookIds) lanes.get(id)?.lane.wake();
    },
    async send(webhook, event): Promise<Arrival> {
      const arrival = await attempt(carrier, webhook, event);
      await recorder.add({ webhook, event, arrival, tries: null, at: clock.now() });
      return arrival;
    },
    begin() {
      isStopping = false;
      recorder.goOn();
      events.forget();
    },
    halt() {
      isStopping = true;
      recorder.giveUp();
      for (const { lane } of lanes.values()) lane.wake();
      if (lanes.size > 0) void wall.sleep(GRACE_MS).then(() => (isStopping ? carrier.cut() : undefined));
      else carrier.cut();
    },
  };
}
