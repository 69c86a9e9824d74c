/** What words of a state mean for a person: the color of a cell. The only list of them. Pure. */
import type { Styles } from './style.ts';

export type StateTone = 'good' | 'bad' | 'waiting' | 'quiet';

// prettier-ignore
const WORDS: Readonly<Record<StateTone, readonly string[]>> = {
  good: ['published', 'active', 'approved', 'sent', 'delivered', 'read', 'completed', 'complete', 'connected', 'verified', 'success', 'succeeded', 'healthy', 'answered', 'enabled', 'ok', 'ready', 'ported', 'in_use', 'available', 'running', 'valid', 'won', 'converted', 'passed'],
  bad: ['failed', 'error', 'rejected', 'declined', 'expired', 'disconnected', 'suspended', 'disabled', 'partial', 'undelivered', 'flagged', 'unhealthy', 'banned', 'restricted', 'blocked', 'bounced', 'invalid', 'critical', 'missing', 'lost', 'disapproved', 'with_issues'],
  waiting: ['scheduled', 'pending', 'publishing', 'queued', 'paused', 'in_review', 'pending_review', 'processing', 'in_progress', 'requested', 'submitted', 'warning', 'sending', 'unverified', 'ringing', 'learning', 'provisioning', 'needs_info'],
  quiet: ['draft', 'archived', 'cancelled', 'canceled', 'deleted', 'inactive', 'ended', 'released', 'closed', 'skipped', 'removed', 'none'],
};

const TONES = new Map(
  (Object.keys(WORDS) as StateTone[]).flatMap((tone) => WORDS[tone].map((word) => [word, tone] as const)),
);

/** What a word means, whatever its case; undefined for a word of no list. */
export const toneOf = (word: string): StateTone | undefined => TONES.get(word.toLowerCase());

/** The color of a word, whatever its case; a word of none is as it is. */
export function painted(word: string, { green, red, yellow, dim }: Styles): string {
  const tone = toneOf(word);
  return tone === undefined ? word : { good: green, bad: red, waiting: yellow, quiet: dim }[tone](word);
}
