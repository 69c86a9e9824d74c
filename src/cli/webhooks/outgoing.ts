/** What the commands that send events have in common: their flags, the manner of sending, and how what came of it is shown. */
import type { GoingOut, Sent } from '../../kernel/delivery.ts';
import { failure, type Failure } from '../../kernel/failure.ts';
import { WIDEST } from '../../kernel/listening.ts';
import type { Context, Outcome } from '../command.ts';
import { secretFlags } from './secrets.ts';

const MOST = 1_000_000;

/** Where deliveries go. */
export const toFlag = {
  type: 'string',
  common: true,
  placeholder: 'url',
  summary: 'Target: a URL, or a port of this machine',
} as const;

export const sendingFlags = {
  to: { ...toFlag, required: true },
  ...secretFlags,
  header: { type: 'string', repeat: true, placeholder: 'name: value', summary: 'An additional header' },
  count: { type: 'integer', default: 1, placeholder: 'n', summary: 'Number of times' },
  concurrency: {
    type: 'integer',
    default: 1,
    placeholder: 'n',
    summary: `Maximum number in parallel, 1 to ${String(WIDEST)}`,
  },
} as const;

export interface Numbers {
  readonly count: number;
  readonly concurrency: number;
}

/** @throws Failure `usage` for numbers that cannot be */
export function refuseNumbers({ count, concurrency }: Numbers): void {
  if (count < 1 || count > MOST)
    throw failure('usage', { message: `--count takes 1 to ${String(MOST)}.`, param: '--count' });
  if (concurrency >= 1 && concurrency <= WIDEST) return;
  throw failure('usage', { message: `--concurrency takes 1 to ${String(WIDEST)}.`, param: '--concurrency' });
}

/** What is shown of an event that was sent. */
export const LANDED_FIELDS = [
  'event',
  'id',
  'url',
  'sizeBytes',
  'signed',
  'taken',
  'status',
  'durationMs',
  'answer',
  'error',
] as const satisfies readonly (keyof Sent)[];

const COLUMNS = ['event', 'id', 'status', 'durationMs', 'answer', 'error'];

/** What would be sent; nothing is. */
export function withheldOutcome(url: string, { headers, body }: GoingOut): Outcome {
  return {
    result: { dryRun: true, method: 'POST', url, headers, payload: payloadOf(body) },
    text: `POST ${url}\n${wordsOf({ headers, body })}`,
  };
}

/** One event that was sent, with what was sent; or many, a line each as they come. Those that were not taken are the failure. */
export function landedOutcome(
  done: { readonly sent: Sent; readonly shown: GoingOut } | { readonly all: AsyncIterable<Sent> },
): Outcome {
  if ('all' in done) return manyOutcome(done.all);
  const { sent, shown } = done;
  const problem = problemOf([sent]);
  return {
    result: { ...sent, headers: shown.headers, payload: payloadOf(shown.body) },
    text: `${wordsOf(shown)}\n\n${lineOf(sent)}${sent.answer ? `\n${sent.answer}` : ''}`,
    ...(problem !== undefined && { failure: problem }),
  };
}

function manyOutcome(all: AsyncIterable<Sent>): Outcome {
  const missed: Sent[] = [];
  const stream = async function* (): AsyncGenerator<Sent> {
    for await (const landed of all) {
      if (!landed.taken) missed.push(landed);
      yield landed;
    }
  };
  return {
    stream: stream(),
    line: (landed) => lineOf(landed as Sent),
    columns: COLUMNS,
    get failure() {
      return problemOf(missed);
    },
  };
}

const wordsOf = ({ headers, body }: GoingOut): string =>
  [...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), '', prettyOf(body)].join('\n');

function prettyOf(body: string): string {
  const payload = payloadOf(body);
  return typeof payload === 'string' ? payload : JSON.stringify(payload, undefined, 2);
}

/** The body parsed as JSON, or else its text. */
function payloadOf(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return body;
  }
}

const lineOf = ({ event, id, status, durationMs, error, url }: Sent): string =>
  `${event}  ${id}  → ${url}  ${status === null ? 'no answer' : String(status)} in ${String(durationMs)} ms${error === null ? '' : `  ${error}`}`;

/** An answer that is no 2xx is `endpoint_refused`; no answer at all is `network`. */
function problemOf(missed: readonly Sent[]): Failure | undefined {
  const [first] = missed.filter(({ taken }) => !taken);
  if (first === undefined) return undefined;
  const isAnswered = missed.some(({ status, taken }) => !taken && status !== null);
  const { error, url } = missed.find(({ status }) => (status !== null) === isAnswered) ?? first;
  const others = missed.length > 1 ? ` ${String(missed.length)} events were not accepted.` : '';
  return failure(isAnswered ? 'endpoint_refused' : 'network', {
    message: `${error ?? 'The endpoint did not accept the event.'}${others}`,
    details: { url },
    ...(missed.some(isUnsigned) && {
      hint: 'It was sent without a signature: give the secret of the endpoint, for example with --secret-file.',
    }),
  });
}

/** Most endpoints with a secret say so. */
const isUnsigned = ({ status, signed }: Sent): boolean => !signed && (status === 401 || status === 403);

/** Warns a person about deliveries without a signature. */
export function sayUnsigned({ say }: Context, signed: boolean): void {
  if (!signed) say('Sent unsigned, because no secret was given.');
}
