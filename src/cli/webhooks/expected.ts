/** What `svc webhooks expect` found, as its result and its exit: the events, and when they did not come, what did. */
import { instantOf } from '../../kernel/instant.ts';
import { parsedJson } from '../../client/json.ts';
import { failure, type Failure } from '../../kernel/failure.ts';
import type { Context, Outcome } from '../command.ts';

export interface Found {
  readonly events: readonly {
    readonly at: number;
    readonly envelope: { readonly id: string; readonly event: string; readonly timestamp?: string };
    readonly body: Uint8Array;
    readonly signature: string;
  }[];
  readonly met: boolean;
  readonly others: readonly string[];
  readonly invalid: readonly { readonly problem: { readonly sentence: string; readonly reason: string } }[];
  readonly code?: number;
  readonly leftover?: string;
}

export interface Sought {
  readonly event: string;
  readonly count: number;
  readonly waitMs: number;
}

export function expectedOutcome({ say }: Context, found: Found, sought: Sought): Outcome {
  const isFailed = found.code !== undefined && found.code !== 0;
  if (found.leftover !== undefined) say(`The temporary endpoint was not deleted. ${found.leftover}`);
  if (isFailed) say(`The program exited with ${String(found.code)}.`);
  return {
    stream: records(found),
    line: (record) => lineOf(record as Awaited<ReturnType<typeof recordOf>>),
    columns: ['at', 'event', 'id', 'signature'],
    ...(isFailed && { exitCode: found.code }),
    ...(!isFailed && !found.met && { failure: missing(found, sought) }),
  };
}

async function* records({ events }: Found) {
  for (const one of events) yield await recordOf(one);
}

async function recordOf({ at, envelope, body, signature }: Found['events'][number]) {
  const { event, id, timestamp = null } = envelope;
  const payload = await parsedJson(Buffer.from(body).toString('utf8'));
  return { event, id, timestamp, at: instantOf(at), signature, payload };
}

const lineOf = ({ at, event, id, signature }: Readonly<Record<'at' | 'event' | 'id' | 'signature', string>>): string =>
  `${at}  ${event}  ${id}  ${signature}`;

function missing({ events, others, invalid }: Found, { event, count, waitMs }: Sought): Failure {
  const came =
    count === 1 ? `${event} did not arrive` : `${String(events.length)} of ${String(count)} ${event} arrived`;
  const [bad] = invalid;
  const notes = [
    ...(others.length === 0 ? [] : [`Other events arrived: ${[...new Set(others)].join(', ')}.`]),
    ...(others.length === 0 && events.length === 0 && bad === undefined ? ['Nothing arrived.'] : []),
    ...(bad === undefined ? [] : [`${String(invalid.length)} deliveries were invalid. ${bad.problem.sentence}`]),
  ];
  return failure('pending', {
    message: [`${came} within ${String(waitMs / 1000)} s.`, ...notes].join(' '),
    details: {
      came: events.length,
      wanted: count,
      others,
      invalid: invalid.map(({ problem }) => problem.reason),
    },
  });
}
