/** Calls and texts, counted from their records. Used by operations.ts and metering.ts. */
import { instantOf } from '../../../kernel/instant.ts';
import { DAY_MS } from '../../../kernel/time.ts';
import { callChannelOf } from '../../../platforms/calls.ts';
import { traitsOf } from '../../../platforms/platforms.ts';
import { ok, type Call } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { Handler } from '../../desk.ts';
import type { Reader } from '../../store/store.ts';
import { CALL_KIND, ownPhoneOf, type CallRecord } from '../calls/record.ts';
import { CONVERSATION, isWrittenThere, MESSAGE } from '../inbox/record.ts';
import { microsOf, minutesOf, usdOf } from './offers.ts';

/** Days counted when none are asked for. */
const USUAL_DAYS = 30;

export interface Text {
  /** Milliseconds. */
  readonly at: number;
  readonly direction: 'sent' | 'received';
  /** The team's own number. */
  readonly number: string;
}

/** Texts that went out, by whatever sent them, and those that came. One that waits for its time has not gone out; one that fails has not either. */
export async function textsIn(read: Reader, teamId: string): Promise<Text[]> {
  const [messages, conversations] = [await read.list(MESSAGE, { teamId }), await read.list(CONVERSATION, { teamId })];
  const numbers = new Map(conversations.map(({ id, doc }) => [id, doc.accountUsername ?? '']));
  return messages
    .filter((message) => traitsOf(message.doc.platform).line === 'texts' && !isWrittenThere(message))
    .filter(({ doc: { failure, failedAt } }) => failure === undefined && failedAt === undefined)
    .map(({ createdAt: at, parentId, doc: { direction } }): Text => {
      return {
        at,
        direction: direction === 'incoming' ? 'received' : 'sent',
        number: numbers.get(parentId ?? '') ?? '',
      };
    });
}

export const callsIn = (read: Reader, teamId: string): Promise<CallRecord[]> => read.list(CALL_KIND, { teamId });

/** In US dollars, as the record says. */
export const costOf = ({ doc }: CallRecord): number => doc.billing?.billableCostUSD ?? 0;

interface Span {
  readonly since: number;
  readonly until: number;
}

function spanOf(query: Call['query'], now: number): Span | undefined {
  const instant = (name: string, usual: number): number =>
    typeof query[name] === 'string' ? Date.parse(query[name]) : usual;
  const span = { since: instant('since', now - USUAL_DAYS * DAY_MS), until: instant('until', now) };
  return Number.isNaN(span.since) || Number.isNaN(span.until) ? undefined : span;
}

const noTime = refuse('invalid_field_value', { param: 'since', message: 'This is not a valid time.' });

/** Rows by the key that the query splits by; none without one. */
function grouped<T, R>(all: readonly T[], keyOf: ((one: T) => string) | undefined, of: (own: readonly T[]) => R) {
  if (keyOf === undefined) return [];
  const keys = [...new Set(all.map(keyOf))].sort();
  return keys.map((key) => ({ key, ...of(all.filter((one) => keyOf(one) === key)) }));
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

export const textUsage: Handler = async ({ caller, query }, desk) => {
  const span = spanOf(query, desk.clock.now());
  if (span === undefined) return noTime;
  const texts = (await textsIn(desk.store.read, caller.teamId)).filter(
    ({ at, number }) => at >= span.since && at <= span.until && (query['number'] ?? number) === number,
  );
  const sums = (some: readonly Text[]) => {
    const sent = some.filter(({ direction }) => direction === 'sent').length;
    return { sent, received: some.length - sent, total: some.length };
  };
  const keys: Record<string, (text: Text) => string> = { day: ({ at }) => dayOf(at), number: ({ number }) => number };
  const groupBy = typeof query['groupBy'] === 'string' ? query['groupBy'] : null;
  const groups = grouped(texts, keys[groupBy ?? ''], sums);
  return ok({ since: instantOf(span.since), until: instantOf(span.until), groupBy, totals: sums(texts), groups });
};

export const callUsage: Handler = async ({ caller, query }, desk) => {
  const span = spanOf(query, desk.clock.now());
  if (span === undefined) return noTime;
  const calls = (await callsIn(desk.store.read, caller.teamId)).filter(
    (call) =>
      call.createdAt >= span.since &&
      call.createdAt <= span.until &&
      (query['channel'] ?? channelOf(call)) === channelOf(call) &&
      (query['number'] ?? numberOf(call)) === numberOf(call),
  );
  const sums = (some: readonly CallRecord[]) => ({
    calls: some.length,
    answered: some.filter(({ doc }) => doc.answeredAt !== null && doc.answeredAt !== undefined).length,
    minutes: some.reduce((sum, one) => sum + minutesOf(one.doc.durationSeconds), 0),
    billableUSD: usdOf(some.reduce((sum, one) => sum + microsOf(costOf(one)), 0)),
    metaUSD: 0,
  });
  const keys: Record<string, (call: CallRecord) => string> = {
    day: ({ createdAt }) => dayOf(createdAt),
    number: numberOf,
    channel: channelOf,
  };
  const groupBy = typeof query['groupBy'] === 'string' ? query['groupBy'] : null;
  const groups = grouped(calls, keys[groupBy ?? ''], sums);
  return ok({ since: instantOf(span.since), until: instantOf(span.until), groupBy, totals: sums(calls), groups });
};

const channelOf = ({ doc }: CallRecord): string => callChannelOf(doc.channel);

const numberOf = (call: CallRecord): string => ownPhoneOf(call) ?? '';
