/**
 * Looks for what a create may have made although its answer was lost. The API has no reading by request id, so it is
 * recognized by what was sent and when. Asked by call.ts and by imports that are resumed. Source: ERR-43
 */
import type { Catalog } from '../catalog/catalog.ts';
import type { Card } from '../kernel/card.ts';
import { fieldsIn, isFields, type Fields } from '../kernel/json.ts';
import type { World } from '../world/world.ts';
import type { CallResult } from './answer.ts';
import { localHealthAt } from './local-health.ts';
import type { CallInput } from './request.ts';

/** A write that was sent, with an unknown outcome. */
export interface Lost {
  readonly input: CallInput;
  /** Milliseconds since it was sent for the first time. */
  readonly elapsedMs: number;
}

export interface Looked {
  /** The record, as the list shows it; undefined when none is like it. */
  readonly record?: Fields;
  /** Whether the list reached back to when the write was sent: else an absent record may be further down. */
  readonly isWhole: boolean;
}

export type LookCall = (card: Card, input: CallInput) => Promise<CallResult>;

export interface Look {
  /** Whether what an operation makes can be looked for. */
  knows(card: Card): boolean;
  /** @throws what the reading throws */
  find(lost: Lost, call: LookCall): Promise<Looked>;
}

interface Doors {
  readonly world: Pick<World, 'http' | 'clock'>;
  readonly catalog: Catalog;
  readonly baseUrl: string;
}

const LATEST = 50;
/** Seconds are whole in a Date header, and requests take their time. */
const TOLERANCE_MS = 3_000;

export const lookWith = ({ world, catalog, baseUrl }: Doors): Look => ({
  knows: ({ id }) => id === 'createPost',
  async find({ input, elapsedMs }, call) {
    const list = catalog.card('listPosts');
    const began = world.clock.monotonic();
    const query = { sortBy: 'created-desc', limit: LATEST };
    const { body, headers } = await call(list, { path: {}, query, headers: {} });
    const posts = isFields(body) ? fieldsIn(body['posts']) : [];
    const nowMs = (await localNow(world, baseUrl)) ?? dateIn(headers['date']) ?? world.clock.now();
    const sinceMs = nowMs - elapsedMs - (world.clock.monotonic() - began) - TOLERANCE_MS;
    const record = posts.find(
      (post) => createdMs(post) >= sinceMs && isLike(isFields(input.body) ? input.body : {}, post),
    );
    const isWhole = posts.length < LATEST || posts.some((post) => createdMs(post) < sinceMs);
    return { isWhole, ...(record !== undefined && { record }) };
  },
});

/** The time of a local service, which has a clock of its own. */
async function localNow(world: Doors['world'], baseUrl: string): Promise<number | undefined> {
  const health = await localHealthAt(world, baseUrl).catch(() => undefined);
  return dateIn(health?.clock.now);
}

function dateIn(text: string | undefined): number | undefined {
  const ms = Date.parse(text ?? '');
  return Number.isNaN(ms) ? undefined : ms;
}

/** Without its time a post cannot be recognized. */
const createdMs = ({ createdAt }: Fields): number => Date.parse(String(createdAt)) || -Infinity;

function isLike(sent: Fields, post: Fields): boolean {
  return (
    (sent['content'] ?? '') === (post['content'] ?? '') &&
    (sent['title'] ?? '') === (post['title'] ?? '') &&
    accountsIn(sent) === accountsIn(post) &&
    mediaIn(sent) === mediaIn(post)
  );
}

/** An account is an id, or an object that has it. */
function accountsIn({ platforms }: Fields): string {
  const ids = fieldsIn(platforms).map(({ accountId }) => (isFields(accountId) ? accountId['_id'] : accountId));
  return ids.map(String).sort().join(' ');
}

const mediaIn = ({ mediaItems }: Fields): number => fieldsIn(mediaItems).length;
