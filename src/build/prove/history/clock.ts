/** The service's clock never goes back, as the calls that read and move it are answered. */
import type { Call, History, Violation } from './history.ts';

/** @returns a violation for every answer whose clock was behind that of an earlier answer */
export function clockBackIn({ calls, final }: History): readonly Violation[] {
  const dated = calls.filter(isOfClock);
  const byEnd = dated.toSorted((one, other) => one.endedMs - other.endedMs);
  let highest: Call | undefined;
  let next = 0;
  const back = dated
    .toSorted((one, other) => one.sentMs - other.sentMs)
    .flatMap((call): Violation[] => {
      for (let one = byEnd[next]; one !== undefined && one.endedMs < call.sentMs; one = byEnd[(next += 1)])
        if (highest === undefined || fromMs(one) > fromMs(highest)) highest = one;
      const toMs = call.answer?.clock?.toMs ?? Infinity;
      if (highest === undefined || toMs >= fromMs(highest)) return [];
      return [{ sentence: `The clock was at ${at(fromMs(highest))} and then at ${at(toMs)}.`, calls: [highest, call] }];
    });
  const last = dated.find((call) => fromMs(call) > final.nowMs);
  if (last === undefined) return back;
  return [
    ...back,
    { sentence: `The clock was at ${at(fromMs(last))} and ended at ${at(final.nowMs)}.`, calls: [last] },
  ];
}

/** The date of another answer may be of an instant within an advance, which a kill undoes. */
const isOfClock = ({ act, answer }: Call): boolean =>
  (act.does === 'clock' || act.does === 'advance') && answer?.clock !== undefined;

const fromMs = ({ answer }: Call): number => answer?.clock?.fromMs ?? -Infinity;

const at = (ms: number): string => new Date(ms).toISOString();
