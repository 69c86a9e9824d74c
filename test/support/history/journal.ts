/** Every call of every client of a run, as it ended. */
import type { Act, Call } from '../../../src/build/prove/history/history.ts';

export interface Journal {
  readonly calls: readonly Call[];
  /** The latest that the service's clock was at in an answer, in ms. */
  readonly nowMs: number;
  /** Calls that were sent and have not ended. */
  readonly underWay: ReadonlySet<Act>;
  begin(act: Act): void;
  end(call: Call): void;
  /** Resolves when `isIt` holds; asked after every beginning and end. */
  until(isIt: () => boolean): Promise<void>;
}

/** @param nowMs where the service's clock begins */
export function openJournal(nowMs: number): Journal {
  const calls: Call[] = [];
  const waiting = new Set<{ readonly isIt: () => boolean; readonly resolve: () => void }>();
  let latest = nowMs;
  const underWay = new Set<Act>();
  const tell = (): void => {
    for (const one of waiting)
      if (one.isIt()) {
        waiting.delete(one);
        one.resolve();
      }
  };
  return {
    calls,
    get nowMs() {
      return latest;
    },
    underWay,
    begin: (act) => {
      underWay.add(act);
      tell();
    },
    end: (call) => {
      underWay.delete(call.act);
      calls.push(call);
      latest = Math.max(latest, call.answer?.clock?.fromMs ?? 0);
      tell();
    },
    until: async (isIt) => {
      if (!isIt()) await new Promise<void>((resolve) => waiting.add({ isIt, resolve }));
    },
  };
}
