/** `svc posts create --repeat`: a post for every time of a rule, each once, however often the command is stopped and repeated. */
import { dirname, join } from 'node:path';
import { deliverInOrder } from '../../client/bulk/deliver.ts';
import { isRefusal, isStopped, noteFailure, type Streak } from '../../client/bulk/ending.ts';
import { targetMark } from '../../client/bulk/prepare.ts';
import { composePost, type Said } from '../../client/compose.ts';
import type { Call } from '../../client/paging.ts';
import { occurrencesOf, type Occurrence } from '../../client/series/expand.ts';
import { repeatFrom } from '../../client/series/rule.ts';
import { requestIdOf, seriesId, withMembership } from '../../client/series/series.ts';
import { counted } from '../../kernel/counted.ts';
import { Failure, failure, type FailureFields } from '../../kernel/failure.ts';
import { idsFrom } from '../../kernel/ids.ts';
import { isFields, type Fields } from '../../kernel/json.ts';
import { REQUEST_ID } from '../../kernel/request-id.ts';
import { isZone } from '../../schema/formats.ts';
import { pacedCall } from '../bulk/paced-call.ts';
import type { Context, Outcome } from '../command.ts';
import { readMembers } from './read.ts';

export interface SeriesOrder {
  readonly given: Fields;
  readonly said: Said;
  readonly repeat: string;
  readonly until: string | undefined;
  readonly count: number | undefined;
}

/** What came of one post of the series. */
interface SeriesResult {
  readonly seriesId: string;
  readonly number: number;
  readonly scheduledFor: string;
  readonly result: 'made' | 'already' | 'failed' | 'unknown';
  readonly postId?: string;
  /** The time on the wall that the clock skips that day. */
  readonly moved?: string;
  readonly error?: FailureFields;
}

/** From when occurrences count, and what the ids of requests are made of: kept until every post is there. */
interface Begun {
  readonly startMs: number;
  readonly nonce: string;
}

export async function createSeries(order: SeriesOrder, context: Context): Promise<Outcome> {
  const { given, repeat: text, until, count } = order;
  refuseMixed(order);
  const repeat = repeatFrom(text);
  const zone = typeof given['timezone'] === 'string' ? given['timezone'] : await context.zone();
  if (!isZone(zone))
    throw failure('usage', { message: `${zone} is not an IANA time zone.`, hint: 'For example Europe/Berlin.' });
  const ends = { ...(until !== undefined && { until }), ...(count !== undefined && { count }) };
  const { dryRun } = context.flags;
  if (dryRun)
    return preview(order, occurrencesOf({ repeat, zone, startMs: await context.serviceNow(), ...ends }), context);
  const target = await context.target();
  const id = seriesId([targetMark(target), given, order.said, text, zone, ends]);
  const there = await readMembers(context, id);
  const path = join(context.world.settings.place('series'), `${id}.json`);
  const earlier = await begunIn(path, context);
  const known = there[0]?.membership.start;
  const begun: Begun = {
    startMs: known === undefined ? (earlier?.startMs ?? (await context.serviceNow())) : Date.parse(known),
    nonce: earlier?.nonce ?? idsFrom(context.world.random).uuid(),
  };
  const occurrences = occurrencesOf({ repeat, zone, startMs: begun.startMs, ...ends });
  sayMoved(occurrences, context);
  const body = await composePost(
    { ...given, timezone: zone, scheduledFor: occurrences[0]?.instant },
    { ...order.said, permanent: true },
    context,
  );
  await context.world.files.makeFolder(dirname(path));
  await context.world.files.writeAtomic(path, JSON.stringify(begun));
  const posts = new Map(there.map(({ post, membership }) => [membership.number, String(post['_id'])]));
  return sendSeries(occurrences, { order, context, id, body, begun, posts, path, zone });
}

function refuseMixed({ said, given, until, count }: SeriesOrder): void {
  const ways = {
    '--at': said.at,
    '--queue': said.queue,
    '--now': said.now || undefined,
    '--draft': said.draft || undefined,
  };
  const way =
    Object.entries(ways).find(([, value]) => value !== undefined)?.[0] ??
    ['scheduledFor', 'publishNow', 'isDraft', 'queuedFromProfile', 'recycling'].find(
      (name) => given[name] !== undefined,
    );
  if (way !== undefined) throw refused(`--repeat and ${way} cannot be combined.`, way);
  if ((until === undefined) === (count === undefined))
    throw refused(
      '--repeat needs an end: --until DAY or --count N, one of the two.',
      until === undefined ? '--until' : '--count',
    );
  if (count !== undefined && count < 1) throw refused('--count takes 1 or more.', '--count');
}

const refused = (message: string, param: string): Failure => failure('usage', { message, param });

async function begunIn(path: string, { world }: Context): Promise<Begun | undefined> {
  try {
    const found: unknown = JSON.parse((await world.files.readIfThere(path)) ?? 'null');
    return isFields(found) && typeof found['startMs'] === 'number' ? (found as unknown as Begun) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function sayMoved(occurrences: readonly Occurrence[], { say }: Context): void {
  for (const { moved, twice, local } of occurrences) {
    if (moved !== undefined) say(`The clock skips ${moved}: that post goes out at ${local}, the first time after it.`);
    if (twice === true) say(`The clock shows ${local} twice; the earlier one is taken.`);
  }
}

/** Every time, and the request of the first. Nothing is looked up. */
async function preview(order: SeriesOrder, occurrences: readonly Occurrence[], context: Context): Promise<Outcome> {
  sayMoved(occurrences, context);
  const body = await composePost({ ...order.given, scheduledFor: occurrences[0]?.instant }, order.said, context);
  const first = await context.preview(context.catalog.card('createPost'), { path: {}, query: {}, headers: {}, body });
  const times = occurrences.map(({ local }) => `  ${local}`).join('\n');
  return {
    result: { dryRun: true, posts: occurrences.length, occurrences, first: first.result },
    text: `${counted(occurrences.length, 'post')} would be created:\n${times}${first.text === undefined ? '' : `\n\nThe first:\n\n${first.text}`}`,
  };
}

interface Sending {
  readonly order: SeriesOrder;
  readonly context: Context;
  readonly id: string;
  readonly body: Fields;
  readonly begun: Begun;
  /** Posts that are there, by their number. */
  readonly posts: ReadonlyMap<number, string>;
  readonly path: string;
  readonly zone: string;
}

const CONCURRENCY = 4;

interface End {
  failure?: Failure;
}

async function sendSeries(occurrences: readonly Occurrence[], sending: Sending): Promise<Outcome> {
  const { context, id, path } = sending;
  const target = await context.target();
  const call = pacedCall({ target, concurrency: CONCURRENCY, waiting: () => undefined }, context);
  const state: Streak = { streak: 0 };
  const nowMs = await context.serviceNow();
  // What is past when a stopped series goes on has gone out, or was missed and is not made up for.
  const ahead = occurrences.filter(({ number, instant }) => sending.posts.has(number) || Date.parse(instant) > nowMs);
  const results = deliverInOrder(ahead, {
    concurrency: CONCURRENCY,
    laneOf: () => undefined,
    deliver: (one) => makeOne(one, { sending, call, state, of: occurrences.length }),
    stopped: () => context.signal.aborted || state.fault !== undefined,
  });
  const end: End = {};
  const stream = async function* (): AsyncGenerator<SeriesResult> {
    const tally = { made: 0, already: 0, failed: 0, unknown: 0 };
    for await (const result of results) {
      tally[result.result] += 1;
      yield result;
    }
    const stopped = state.fault ?? (context.signal.aborted ? (context.signal.reason as Failure) : undefined);
    const amiss = tally.failed + tally.unknown;
    const before = tally.already > 0 ? `, ${tally.already} there already` : '';
    context.say(
      `Series ${id}: ${tally.made} of ${counted(ahead.length, 'post')} created${before}${amiss > 0 ? `, ${amiss} not` : ''}.`,
    );
    if (stopped === undefined && amiss === 0) await context.world.files.remove(path);
    else Object.assign(end, { failure: failureOf(stopped, amiss, { ...tally, seriesId: id }) });
  };
  return {
    stream: stream(),
    line: resultLine,
    columns: ['number', 'scheduledFor', 'result', 'postId', 'error.message'],
    get failure() {
      return end.failure;
    },
  };
}

const AGAIN = 'The same command again creates what is missing.';

function failureOf(stopped: Failure | undefined, amiss: number, details: object): Failure {
  if (stopped !== undefined) return new Failure({ ...stopped.fields, details, hint: AGAIN }, stopped.exit, stopped);
  return failure('partial', {
    message: `${counted(amiss, 'post')} of the series could not be created.`,
    details,
    hint: AGAIN,
  });
}

interface Making {
  readonly sending: Sending;
  readonly call: Call;
  readonly state: Streak;
  readonly of: number;
}

async function makeOne(one: Occurrence, { sending, call, state, of }: Making): Promise<SeriesResult | undefined> {
  const { id, begun, body, order, zone, posts, context } = sending;
  const { number, instant, moved } = one;
  const named = { seriesId: id, number, scheduledFor: instant, ...(moved !== undefined && { moved }) };
  const there = posts.get(number);
  if (there !== undefined) return { ...named, result: 'already', postId: there };
  const membership = {
    id,
    repeat: order.repeat,
    timezone: zone,
    start: new Date(begun.startMs).toISOString(),
    number,
    of,
  };
  const input = {
    path: {},
    query: {},
    headers: { [REQUEST_ID]: requestIdOf(begun.nonce, number) },
    body: withMembership({ ...body, scheduledFor: instant }, membership),
  };
  try {
    const made = await call(context.catalog.card('createPost'), input);
    state.streak = 0;
    const post = isFields(made.body) && isFields(made.body['post']) ? made.body['post'] : {};
    return { ...named, result: 'made', postId: String(post['_id']) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (isStopped(error)) return undefined;
    const isKnown = isRefusal(error);
    noteFailure(state, error, isKnown);
    return { ...named, result: isKnown ? 'failed' : 'unknown', error: error.fields };
  }
}

const MARKS: Readonly<Record<SeriesResult['result'], string>> = { made: '✓', already: '✓', failed: '✗', unknown: '?' };

function resultLine(record: unknown): string {
  const { result, number, scheduledFor, postId = '', error, moved } = record as SeriesResult;
  const why = error?.message ?? (moved === undefined ? '' : `in place of ${moved}`);
  return [MARKS[result], `${number}`, scheduledFor, postId, why].filter(Boolean).join('  ');
}
