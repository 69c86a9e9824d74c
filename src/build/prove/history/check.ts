/** Judges a history: all that a service promises to its clients, whatever happens to its processes. Pure; the clients are in test/support/history. */
import { clockBackIn } from './clock.ts';
import { doubledIn } from './doubled.ts';
import { missingEventsIn } from './events.ts';
import { failedIn } from './failed.ts';
import type { Call, History, Violation } from './history.ts';
import { lostIn } from './lost.ts';
import { exceededIn } from './rates.ts';
import { staleIn } from './stale.ts';
import { termFaultsIn } from './terms.ts';

const CHECKS = [lostIn, doubledIn, missingEventsIn, exceededIn, clockBackIn, staleIn, termFaultsIn, failedIn];

/** @returns what is wrong, nothing for a service that keeps its word */
export const violationsIn = (history: History): readonly Violation[] => CHECKS.flatMap((check) => check(history));

/** A violation with the calls that show it, a line each, the earliest first. */
export const violationText = ({ sentence, calls }: Violation): string =>
  [sentence, ...calls.toSorted((one, other) => one.sentMs - other.sentMs).map((call) => `  ${callText(call)}`)].join(
    '\n',
  );

function callText({ client, key, act, sentMs, endedMs, answer }: Call): string {
  const { does, ...asked } = act;
  const answered = answer === undefined ? 'no answer' : JSON.stringify(answer);
  return `${client} ${sentMs.toFixed(1)} to ${endedMs.toFixed(1)} ms: ${does} ${JSON.stringify(asked)} (key ${key}) → ${answered}`;
}
