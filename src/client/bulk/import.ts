/** Sends a planned batch: journaled row by row, side by side, results in order. Stopped at any moment, it can go on exactly. */
import { isFields } from '../../kernel/json.ts';
import { failure, Failure } from '../../kernel/failure.ts';
import { idsFrom } from '../../kernel/ids.ts';
import { REQUEST_ID } from '../../kernel/request-id.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import type { World } from '../../world/world.ts';
import type { CallResult } from '../answer.ts';
import type { PostBody } from '../compose.ts';
import type { Look } from '../look.ts';
import type { Call } from '../paging.ts';
import { isRefusal, isStopped, noteFailure, type Streak } from './ending.ts';
import type { Entry, JournalLine } from './journal.ts';
import type { Journal } from './journal-writer.ts';
import type { KnownRow } from './judge.ts';
import { uploadedBody } from './media.ts';
import type { Planned } from './prepare.ts';
import { alreadyResult, failedResult, invalidResult, madeResult, type RowResult } from './result.ts';
import type { Shelf } from './shelf.ts';
import { deliverUntilStopped, type Delivery } from './until-stopped.ts';

export interface SendDesk {
  readonly world: Pick<World, 'clock' | 'random'>;
  readonly catalog: Catalog;
  readonly shelf: Shelf;
  readonly journal: Journal;
  readonly concurrency: number;
  /** Aborted when no further row may start. */
  readonly signal: AbortSignal;
  call: Call;
  /** Looks for the post of a row whose answer was lost. */
  readonly look: Look;
  /** Milliseconds for which the service answers a repeated request as it did the first one. */
  readonly promisedMs: number;
  /** Called with each result as soon as it is known, in any order. */
  heard(result: RowResult): void;
}

export const sendBatch = (planned: readonly Planned[], desk: SendDesk): Delivery<RowResult> =>
  deliverUntilStopped(planned, {
    concurrency: desk.concurrency,
    signal: desk.signal,
    laneOf,
    deliver: (one, state) => deliver(one, desk, state),
    heard: (result) => desk.heard(result),
  });

/** Slots of a queue are given out in the order in which rows arrive, so these arrive in the order of the file. */
function laneOf(planned: Planned): string | undefined {
  if (planned.kind === 'invalid' || planned.kind === 'made') return undefined;
  const body = planned.kind === 'fresh' ? planned.row.body : planned.entry.body;
  const { queuedFromProfile, queueId = 'default' } = (isFields(body) ? body : {}) as Readonly<Record<string, unknown>>;
  return queuedFromProfile === undefined ? undefined : `${String(queuedFromProfile)} ${String(queueId)}`;
}

async function deliver(planned: Planned, desk: SendDesk, state: Streak): Promise<RowResult | undefined> {
  switch (planned.kind) {
    case 'invalid':
      return invalidResult(planned.fault);
    case 'made':
      return alreadyResult(planned.row, planned.entry.post ?? '', planned.entry.status);
    case 'open':
      return desk.world.clock.now() - planned.entry.sentMs > desk.promisedMs
        ? sought(planned, desk, state)
        : settleRow({ ...planned, isAgain: true }, desk, state);
    case 'fresh':
      return fresh(planned, desk, state);
  }
}

type Fresh = Extract<Planned, { kind: 'fresh' }>;

/** A row that is on its way. */
interface Open {
  readonly row: Pick<KnownRow, 'row' | 'key' | 'ident'>;
  readonly entry: Entry;
  /** It was sent by an earlier run already. */
  readonly isAgain: boolean;
}

/** A request that is too old to be repeated: its post is looked for, and the row sent anew only when it surely does not exist. Source: ERR-43 */
async function sought(open: Omit<Open, 'isAgain'>, desk: SendDesk, state: Streak): Promise<RowResult | undefined> {
  const { row, entry } = open;
  const { world, journal } = desk;
  const input = { path: {}, query: {}, headers: {}, body: entry.body };
  const lost = { input, elapsedMs: world.clock.now() - entry.sentMs };
  try {
    const looked = await desk.look.find(lost, desk.call);
    if (looked.record === undefined)
      return looked.isWhole ? await sentAnew(open, desk, state) : failedResult(row, NOT_FOUND, false);
    const [post, status] = [String(looked.record['_id']), String(looked.record['status'] ?? '')];
    journal.note({ type: 'made', at: world.clock.now(), row: row.ident, post, status });
    return alreadyResult(row, post, status);
  } catch (error) {
    return refused(row, error, { state, isKnown: false });
  }
}

const NOT_FOUND = failure('outcome_unknown', {
  message: 'The row was sent by an earlier run, and its post is not among the latest ones; it may or may not exist.',
  hint: 'Check with `svc posts list`; if it does not exist, give the row another key.',
});

async function sentAnew({ row, entry }: Omit<Open, 'isAgain'>, desk: SendDesk, state: Streak) {
  const { world, journal } = desk;
  const anew = { ...entry, id: idsFrom(world.random).uuid(), sentMs: world.clock.now() };
  const { says, id, body, sentMs } = anew;
  await journal.write({ type: 'sent', at: sentMs, row: row.ident, says, id, body });
  return settleRow({ row, entry: anew, isAgain: false }, desk, state);
}

/** The request is decided and on the disk before the first byte of it is sent. */
async function fresh({ row }: Fresh, desk: SendDesk, state: Streak): Promise<RowResult | undefined> {
  const { world, shelf, journal } = desk;
  let body: PostBody;
  try {
    body = await uploadedBody(row, shelf);
  } catch (error) {
    return refused(row, error, { state, isKnown: true });
  }
  const entry = {
    state: 'sent',
    says: row.says,
    id: idsFrom(world.random).uuid(),
    body,
    sentMs: world.clock.now(),
  } as const;
  await journal.write({ type: 'sent', at: entry.sentMs, row: row.ident, says: entry.says, id: entry.id, body });
  return settleRow({ row, entry, isAgain: false }, desk, state);
}

async function settleRow(open: Open, desk: SendDesk, state: Streak): Promise<RowResult | undefined> {
  const { row } = open;
  const note = (line: Noted): void => desk.journal.note({ ...line, at: desk.world.clock.now(), row: row.ident });
  try {
    const result = madeResult(row, await askUntilFree(open, desk));
    state.streak = 0;
    note({ type: 'made', post: result.postId ?? '', status: result.status ?? '' });
    return result;
  } catch (error) {
    const existing = open.isAgain ? existingPost(error) : undefined;
    if (existing !== undefined) {
      note({ type: 'made', post: existing, status: '' });
      return alreadyResult(row, existing);
    }
    const isKnown = error instanceof Failure && isRefusal(error);
    if (isKnown) note({ type: 'refused' });
    return refused(row, error, { state, isKnown });
  }
}

type Noted =
  | Omit<Extract<JournalLine, { type: 'made' }>, 'at' | 'row'>
  | Omit<Extract<JournalLine, { type: 'refused' }>, 'at' | 'row'>;

const STILL_RUNS = 'invalid_resource_state';
const TRIES = 10;
const PAUSE_MS = 500;

/** A request that was cut off may still be running at the service, which then says so for a moment. */
async function askUntilFree({ entry }: Open, { catalog, call, world, signal }: SendDesk): Promise<CallResult> {
  const input = { path: {}, query: {}, headers: { [REQUEST_ID]: entry.id }, body: entry.body };
  for (let left = TRIES; ; left -= 1) {
    try {
      return await call(catalog.card('createPost'), input);
    } catch (error) {
      const runs = error instanceof Failure && error.fields.status === 409 && error.fields.code === STILL_RUNS;
      if (!runs || left === 0) throw error;
      await world.clock.sleep(PAUSE_MS, signal);
    }
  }
}

/** The service takes a post that it has already for the answer to the question whether it has it. */
function existingPost(error: unknown): string | undefined {
  if (!(error instanceof Failure) || error.fields.status !== 409 || !isFields(error.fields.details)) return undefined;
  const id = error.fields.details['existingPostId'];
  return typeof id === 'string' ? id : undefined;
}

interface Refusing {
  readonly state: Streak;
  readonly isKnown: boolean;
}

function refused(
  row: Parameters<typeof failedResult>[0],
  error: unknown,
  { state, isKnown }: Refusing,
): RowResult | undefined {
  if (!(error instanceof Failure)) throw error;
  if (isStopped(error)) return undefined;
  noteFailure(state, error, isKnown);
  return failedResult(row, error, isKnown);
}
