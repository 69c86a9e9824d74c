/** Waits for events while a program runs: opens a port, perhaps an endpoint at the service, and counts what comes. Asked by `svc webhooks expect`. */
import type { Envelope } from '../webhooks/receive.ts';
import { isWanted } from '../webhooks/patterns.ts';
import type { World } from '../world/world.ts';
import { openReceiver, type Delivery, type Invalid, type Receiver, type ReceiverOptions } from './receiver.ts';
import { registerEndpoint, removeEndpoint, type Api, type Endpoint, type Listener } from './registering.ts';

export interface Expectation {
  readonly receiver: Omit<ReceiverOptions, 'onDelivery' | 'onInvalid' | 'onRefused'>;
  /** An endpoint at the service for the time being; absent leaves it to the program to cause deliveries. */
  readonly registering?: {
    readonly api: Api;
    readonly listener: Listener;
    readonly endpoint: Omit<Endpoint, 'url'>;
    /** Where the service reaches us, when it is not our own address. */
    readonly publicUrl?: string;
  };
  /** Names and patterns. */
  readonly patterns: readonly string[];
  /** What else must hold; absent lets every payload through. */
  readonly judge?: (delivery: Delivery) => Promise<boolean>;
  /** How many events must come, each counted once however often it is delivered. */
  readonly count: number;
  /** How long to wait once the program has ended. */
  readonly waitMs: number;
  /** Runs the program to its end; its exit code. Absent waits alone. */
  readonly run?: (url: string) => Promise<number>;
}

export interface Expected {
  /** Those that were meant, in the order in which they came. */
  readonly events: readonly Caught[];
  readonly met: boolean;
  /** Names of events that came and were not meant. */
  readonly others: readonly string[];
  /** What came and was not genuine. */
  readonly invalid: readonly Invalid[];
  /** Exit code of the program. */
  readonly code?: number;
  /** Why the endpoint could not be removed. */
  readonly leftover?: string;
}

export interface Caught {
  /** Milliseconds. */
  readonly at: number;
  readonly envelope: Envelope;
  readonly body: Uint8Array;
  readonly signature: Delivery['signature'];
}

/** Tidies up however it ends. @throws the signal's reason, and what opening the port and making the endpoint throw */
export async function expectEvents(
  world: Pick<World, 'receive' | 'clock'>,
  expectation: Expectation,
  signal: AbortSignal,
): Promise<Expected> {
  const catching = new Catching(expectation);
  const receiver = await openReceiver(world, { ...expectation.receiver, ...catching.handlers() });
  try {
    const endpoint = await endpointFor(expectation, receiver.url);
    let leftover: string | undefined;
    const code = await waitForEnd(world, { expectation, catching, receiver }, signal).finally(async () => {
      leftover = await endpoint?.remove();
    });
    return { ...catching.found(), ...(code !== undefined && { code }), ...(leftover !== undefined && { leftover }) };
  } finally {
    await receiver.close();
  }
}

/** @returns the exit code of the program, once it has ended and enough has come or the time is over */
async function waitForEnd(
  world: Pick<World, 'clock'>,
  { expectation, catching, receiver }: { expectation: Expectation; catching: Catching; receiver: Receiver },
  signal: AbortSignal,
): Promise<number | undefined> {
  signal.throwIfAborted();
  const code = await expectation.run?.(receiver.url);
  signal.throwIfAborted();
  if (code === undefined || code === 0)
    await Promise.race([catching.until(world, expectation.waitMs, signal), receiver.broken]);
  return code;
}

/** @returns how to remove it: resolves with why it is still there, or undefined */
async function endpointFor({ registering }: Expectation, ownUrl: string) {
  if (registering === undefined) return undefined;
  const { api, listener, endpoint, publicUrl = ownUrl } = registering;
  const { webhookId } = await registerEndpoint(api, listener, { ...endpoint, url: publicUrl }, false);
  return {
    remove: (): Promise<string | undefined> =>
      removeEndpoint(api, webhookId).then(
        () => undefined,
        (error: unknown) => (error as Error).message,
      ),
  };
}

class Catching {
  readonly #expectation: Expectation;
  readonly #events = new Map<string, Caught>();
  readonly #others: string[] = [];
  readonly #invalid: Invalid[] = [];
  readonly #enough = new AbortController();

  constructor(expectation: Expectation) {
    this.#expectation = expectation;
  }

  handlers(): Pick<ReceiverOptions, 'onDelivery' | 'onInvalid'> {
    return {
      onDelivery: async (delivery) => {
        await this.#take(delivery);
        return undefined;
      },
      onInvalid: async (invalid) => void this.#invalid.push(invalid),
    };
  }

  async #take(delivery: Delivery): Promise<void> {
    const { patterns, judge, count } = this.#expectation;
    const { envelope, at, body, signature } = delivery;
    const isMeant = isWanted(patterns, envelope.event) && (judge === undefined || (await judge(delivery)));
    if (!isMeant) return void this.#others.push(envelope.event);
    if (!this.#events.has(envelope.id)) this.#events.set(envelope.id, { at, envelope, body, signature });
    if (this.#events.size >= count) this.#enough.abort();
  }

  /** Until enough have come, or the time is over. */
  async until({ clock }: Pick<World, 'clock'>, waitMs: number, signal: AbortSignal): Promise<void> {
    if (this.#enough.signal.aborted) return;
    await clock.sleep(waitMs, AbortSignal.any([signal, this.#enough.signal])).catch(() => signal.throwIfAborted());
  }

  found(): Omit<Expected, 'code'> {
    const events = [...this.#events.values()];
    const met = events.length >= this.#expectation.count;
    return { events, met, others: this.#others, invalid: this.#invalid };
  }
}
