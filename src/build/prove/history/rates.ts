/** No request window lets more calls through than its headers state, wherever on the clock one looks. */
import { grouped } from './grouped.ts';
import type { Call, History, Violation } from './history.ts';

/** @returns a violation for each window that was exceeded, with the calls that show it */
export function exceededIn({ calls, goneMs, windowsOutlive }: History): readonly Violation[] {
  const floors = clockFloors(calls);
  const counted = calls
    .filter(({ window, answer }) => window !== undefined && answer?.limit !== undefined && answer.status !== 429)
    .map((call) => {
      const toMs = call.answer?.clock?.toMs ?? Infinity;
      return { call, fromMs: Math.min(floors(call.sentMs), toMs), toMs };
    });
  const eraOf = ({ sentMs }: Call): number => (windowsOutlive ? 0 : goneMs.filter((gone) => gone <= sentMs).length);
  const windows = grouped(counted, ({ call }) => `${call.window?.name ?? ''} ${String(eraOf(call))}`);
  return [...windows.values()].flatMap(exceeded);
}

interface Counted {
  readonly call: Call;
  /** The service counted it at an instant of its clock not before this, and not after the other. */
  readonly fromMs: number;
  readonly toMs: number;
}

/** The first span in which too many calls certainly lie. */
function exceeded(counted: readonly Counted[]): readonly Violation[] {
  const sorted = counted.toSorted((one, other) => one.fromMs - other.fromMs);
  const spanMs = sorted[0]?.call.window?.spanMs ?? 0;
  let seen = -Infinity;
  for (const [index, { fromMs, call }] of sorted.entries()) {
    if (fromMs === seen) continue;
    seen = fromMs;
    const within = withinSpan(sorted, index, fromMs + spanMs);
    const limit = Math.max(0, ...within.map((one) => one.call.answer?.limit ?? 0));
    if (within.length > limit)
      return [
        {
          sentence: `${String(within.length)} calls went through the window ${call.window?.name ?? ''} within ${String(spanMs / 1_000)} s; its limit is ${String(limit)}.`,
          calls: within.map((one) => one.call),
        },
      ];
  }
  return [];
}

function withinSpan(sorted: readonly Counted[], index: number, endMs: number): readonly Counted[] {
  const within: Counted[] = [];
  for (let at = index; at < sorted.length; at += 1) {
    const one = sorted[at];
    if (one === undefined || one.fromMs >= endMs) break;
    if (one.toMs < endMs) within.push(one);
  }
  return within;
}

/** @returns where the service's clock had arrived for sure, by an instant of the machine's */
function clockFloors(calls: readonly Call[]): (ms: number) => number {
  const dated = calls
    .flatMap(({ endedMs, answer }) => (answer?.clock === undefined ? [] : [{ endedMs, fromMs: answer.clock.fromMs }]))
    .sort((one, other) => one.endedMs - other.endedMs);
  let highest = -Infinity;
  const floors = dated.map(({ endedMs, fromMs }) => ({ endedMs, fromMs: (highest = Math.max(highest, fromMs)) }));
  return (ms) => floors.findLast(({ endedMs }) => endedMs < ms)?.fromMs ?? -Infinity;
}
