/** Recorded deliveries as they are shown: a row each, or one with its headers, verdict, body and what became of it. */
import { instantOf } from '../../kernel/instant.ts';
import type { OutcomeRecord, Recorded } from '../../kernel/recorded.ts';
import type { Outcome } from '../command.ts';

export const ROW_FIELDS = [
  'n',
  'at',
  'event',
  'id',
  'verdict',
  'reason',
  'status',
  'attempts',
  'taken',
  'sizeBytes',
] as const;

export const rowsOutcome = (deliveries: readonly Recorded[]): Outcome => ({
  result: { deliveries: deliveries.map(rowOf) },
  list: 'deliveries',
  columns: ['n', 'at', 'event', 'id', 'verdict', 'status', 'attempts', 'reason'],
});

function rowOf({ n, at, event, id, verdict, reason, outcomes, body }: Recorded) {
  return {
    n,
    at: instantOf(at),
    event: event ?? null,
    id: id ?? null,
    verdict,
    reason: reason ?? null,
    status: outcomes.at(-1)?.status ?? null,
    attempts: outcomes.length,
    taken: outcomes.some(({ taken }) => taken),
    sizeBytes: body.byteLength,
  };
}

/** Everything known about one delivery. A body that is not JSON is shown as text, a binary one as base64. */
export function deliveryOutcome(delivery: Recorded): Outcome {
  const { method, target, headers, sentence, outcomes } = delivery;
  const { payload, text } = bodyOf(delivery.body);
  const dated = outcomes.map((one) => ({ ...one, at: instantOf(one.at) }));
  return {
    result: { ...rowOf(delivery), sentence: sentence ?? null, method, target, headers, ...payload, outcomes: dated },
    text: [
      `${method} ${target}`,
      ...headers.map(([name, value]) => `${name}: ${value}`),
      '',
      text,
      '',
      `${delivery.verdict}${sentence === undefined ? '' : `: ${sentence}`}`,
      ...dated.map(outcomeLine),
    ].join('\n'),
  };
}

const outcomeLine = ({
  at,
  target = 'answered',
  status,
  ms,
  error,
}: { readonly at: string } & Omit<OutcomeRecord, 'at'>): string =>
  [at, target, status ?? 'no answer', ms === undefined ? '' : `${String(ms)} ms`, error ?? '']
    .filter((word) => word !== '')
    .join('  ');

function bodyOf(bytes: Uint8Array): { readonly payload: Readonly<Record<string, unknown>>; readonly text: string } {
  const body = Buffer.from(bytes);
  const text = body.toString('utf8');
  if (!Buffer.from(text).equals(body))
    return { payload: { base64: body.toString('base64') }, text: `${String(body.length)} bytes of binary data` };
  try {
    const payload = JSON.parse(text) as unknown;
    return { payload: { payload, body: text }, text: JSON.stringify(payload, undefined, 2) };
  } catch {
    return { payload: { body: text }, text };
  }
}
