/** Brings posts from one state to another, each at most once: reads it, compares, and writes only where it is as it was left. Next stop: cli/bulk/editing.ts. */
import { isFields, type Fields } from '../../kernel/json.ts';
import { Failure, type FailureFields } from '../../kernel/failure.ts';
import { idsFrom } from '../../kernel/ids.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import type { World } from '../../world/world.ts';
import { isRefusal, isStopped, noteFailure, type Streak } from '../bulk/ending.ts';
import type { Journal } from '../bulk/journal-writer.ts';
import { deliverUntilStopped, type Delivery } from '../bulk/until-stopped.ts';
import type { Call } from '../paging.ts';
import { bodyFor, fieldsOf, isSame, picked, restorable, sendableOf, type PostChange, type Sendable } from './change.ts';

/** What came of one post. */
export interface EditResult {
  readonly postId: string;
  /**
   * `changed` and `restored` now, `already` as it should be, `partial` where a field cannot be taken away again, `conflict` when
   * somebody else has changed the post since, `failed` without a change, `unknown` when nobody can tell.
   */
  readonly result: 'changed' | 'restored' | 'already' | 'partial' | 'conflict' | 'failed' | 'unknown';
  readonly fields: readonly string[];
  /** Fields that keep the value of the edit. */
  readonly lost?: readonly string[];
  readonly error?: FailureFields;
}

export const isAmiss = ({ result }: EditResult): boolean => !['changed', 'restored', 'already'].includes(result);

export interface EditDesk {
  readonly world: Pick<World, 'clock' | 'random'>;
  readonly catalog: Catalog;
  readonly journal: Journal;
  readonly concurrency: number;
  /** Aborted when no further post may be begun. */
  readonly signal: AbortSignal;
  /** Gives the posts the fields back that they had. */
  readonly isUndo: boolean;
  call: Call;
  heard(result: EditResult): void;
}

export function sendEdits(changes: readonly PostChange[], desk: EditDesk): Delivery<EditResult> {
  const { card, schemas } = desk.catalog.command('updatePost');
  const sendable = sendableOf(card.body?.schema ?? {}, schemas);
  return deliverUntilStopped(changes, {
    concurrency: desk.concurrency,
    signal: desk.signal,
    deliver: (change, state) => settle(moveOf(change, desk.isUndo), { desk, sendable, state }),
    heard: (result) => desk.heard(result),
  });
}

/** From which fields to which, for one post. */
interface Move {
  readonly change: PostChange;
  readonly names: readonly string[];
  readonly from: Fields;
  readonly to: Fields;
  readonly lost: readonly string[];
}

function moveOf(change: PostChange, isUndo: boolean): Move {
  if (!isUndo) return { change, names: Object.keys(change.after), from: change.before, to: change.after, lost: [] };
  const to = restorable(change);
  const names = Object.keys(to);
  return { change, names, from: picked(change.after, names), to, lost: change.lost };
}

interface Around {
  readonly desk: EditDesk;
  readonly sendable: Sendable;
  readonly state: Streak;
}

async function settle(move: Move, { desk, sendable, state }: Around): Promise<EditResult | undefined> {
  const { change, names, lost } = move;
  const { journal, world, isUndo } = desk;
  const at = (): { at: number; row: string } => ({ at: world.clock.now(), row: change.postId });
  const result = (word: EditResult['result'], error?: Failure): EditResult => ({
    postId: change.postId,
    result: error === undefined && lost.length > 0 ? 'partial' : word,
    fields: names,
    ...(lost.length > 0 && { lost }),
    ...(error && { error: error.fields }),
  });
  const done = (status: string): void =>
    journal.note(isUndo ? { ...at(), type: 'undone' } : { ...at(), type: 'made', post: change.postId, status });
  try {
    const now = fieldsOf(await readPost(change.postId, desk), sendable);
    state.streak = 0;
    const word = standing(now, move);
    if (word === 'already') done(change.status);
    if (word !== 'open') return result(word);
    await journal.write({ ...at(), type: 'sent', says: '', id: idsFrom(world.random).uuid(), body: null });
    const post = await writePost(move, desk);
    done(String(post['status'] ?? change.status));
    return result(isUndo ? 'restored' : 'changed');
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (isStopped(error)) return undefined;
    const isKnown = isRefusal(error);
    noteFailure(state, error, isKnown);
    return result(isKnown ? 'failed' : 'unknown', error);
  }
}

/** `open` when the post is still as it was left. */
function standing(now: Fields, { names, from, to }: Move): 'already' | 'conflict' | 'open' {
  const current = picked(now, names);
  if (isSame(current, to)) return 'already';
  return isSame(current, from) ? 'open' : 'conflict';
}

async function readPost(postId: string, { call, catalog }: EditDesk): Promise<Fields> {
  const { body } = await call(catalog.card('getPost'), { path: { postId }, query: {}, headers: {} });
  return postIn(body);
}

async function writePost({ change: { postId, status }, to }: Move, { call, catalog }: EditDesk): Promise<Fields> {
  const input = { path: { postId }, query: {}, headers: {}, body: bodyFor(to, status) };
  return postIn((await call(catalog.card('updatePost'), input)).body);
}

function postIn(body: unknown): Fields {
  const post = isFields(body) ? body['post'] : undefined;
  return isFields(post) ? post : {};
}
