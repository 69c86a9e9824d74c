/** Who of those with the right words is answered: followers or others, popular ones, and each person once a day. Pure; asked by reacts.ts and replies.ts. */
import { DAY_MS } from '../../../kernel/time.ts';
import type { AutomationRecord, LogRecord } from './record.ts';

export type Verdict = 'passed' | 'blocked' | 'gate';

/** What becomes of somebody of whom the network does not say enough. */
const UNKNOWN: Readonly<Record<string, Verdict>> = { send: 'passed', skip: 'blocked', verify: 'gate' };

/** Source: readings, "Comment automations" */
export function verdictOn({ doc: automation }: AutomationRecord, { doc: entry }: LogRecord): Verdict {
  const { audience, followGate } = automation;
  const { commenterIsFollower: isFollower, commenterFollowerCount: followers } = entry;
  const unknown = UNKNOWN[audience?.whenUnknown ?? 'send'] ?? 'passed';
  const wanted = audience?.followerStatus ?? 'any';
  if (wanted !== 'any') {
    if (isFollower === undefined) return unknown;
    if (isFollower !== (wanted === 'follower')) return wanted === 'follower' && followGate ? 'gate' : 'blocked';
  }
  const least = audience?.minFollowerCount ?? 0;
  if (least > 0 && followers === undefined && unknown !== 'passed') return unknown;
  if (least > 0 && followers !== undefined && followers < least) return 'blocked';
  return followGate !== undefined && isFollower !== true && wanted !== 'non_follower' ? 'gate' : 'passed';
}

/** Whether a person was answered within a day, or is about to be. @param logs the entries of the person @param now ms */
export const isAnsweredLately = (logs: readonly LogRecord[], now: number): boolean =>
  logs.some(
    ({ doc, createdAt }) => ['pending', 'sent', 'gated'].includes(doc.status ?? '') && createdAt > now - DAY_MS,
  );
