/** Statements that were sent without being waited for on one session, until somebody waits for all of them. Used by transactions.ts. */

export interface Sending {
  /** @param unit number of the unit on whose behalf it was sent */
  add(sent: Promise<unknown>, unit: number): void;
  /** Resolves when there is room for more. */
  room(): Promise<void>;
  /** @throws what failed first; what came behind it failed because of it */
  settle(): Promise<void>;
  /** Waits, and forgets what failed of this unit: it is undone. @throws what failed of an earlier one */
  drop(unit: number): Promise<void>;
  /** Waits, and forgets whatever failed. */
  clear(): Promise<void>;
  /** What failed first of all that is under way, in place of what it led to. */
  causeOf(error: unknown): unknown;
}

/** Statements under way at one time; a server reads no further ahead either. */
const MOST_SENT = 256;

export function openSending(): Sending {
  const sent: Promise<unknown>[] = [];
  let failed: { readonly error: unknown; readonly unit: number } | undefined;
  const wait = async (): Promise<void> => {
    while (sent.length > 0) await Promise.all(sent.splice(0));
  };
  const drop = async (unit: number): Promise<void> => {
    await wait();
    if (failed === undefined) return;
    const { error, unit: of } = failed;
    failed = undefined;
    if (of < unit) throw error;
  };
  return {
    add(one, unit) {
      sent.push(one.catch((error: unknown) => void (failed ??= { error, unit })));
    },
    room: async () => (sent.length >= MOST_SENT ? wait() : undefined),
    settle: () => drop(Number.POSITIVE_INFINITY),
    drop,
    async clear() {
      await wait();
      failed = undefined;
    },
    causeOf: (error) => failed?.error ?? error,
  };
}
