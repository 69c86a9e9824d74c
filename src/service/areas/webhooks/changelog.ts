/** News of the API itself: what was published here, and the notice of everything deprecated. Published through control/. */
import { instantOf } from '../../../kernel/instant.ts';
import type { Catalog } from '../../../catalog/catalog.ts';
import { ok } from '../../call.ts';
import type { Desk, Handler } from '../../desk.ts';
import { commit } from '../../change.ts';
import type { StoredRecord } from '../../store/store.ts';

export const CHANGELOG_KIND = 'changelog_entry';

export interface NewEntry {
  readonly type: string;
  readonly message: string;
  readonly url?: string;
  readonly changes?: Readonly<Record<string, unknown>>;
}

/** Keeps an entry and tells every subscriber. @returns the entry as it is listed, and the event's id. Source: CHG-03, EVT-120 */
export const publishEntry = (desk: Desk, teamId: string, given: NewEntry) =>
  commit(desk, [], async () => {
    const id = desk.ids.record();
    const createdAt = desk.clock.now();
    const specVersion = desk.catalog.index().version;
    const entry = {
      type: given.type,
      message: given.message,
      url: given.url ?? '',
      specVersion,
      changes: wholeChanges(given.changes),
    };
    const doc = { _id: id, ...entry, publishedAt: instantOf(createdAt) };
    const record = { kind: CHANGELOG_KIND, id, teamId, profileId: null, parentId: null, createdAt, doc };
    const type = 'api.changelog.published' as const;
    const belonging = { teamId, accountIds: [], profileIds: [] };
    const event = { id: desk.ids.uuid(), type, ...belonging, payload: { entry } };
    return { records: [record], events: [event], result: { entry: doc, eventId: event.id } };
  });

const PARTS = ['operations', 'schemas'] as const;
const LISTS = ['added', 'removed', 'modified'] as const;

/** Both kinds with all three lists, whatever of them was given. Source: EVT-121 */
function wholeChanges(given: NewEntry['changes'] = {}): Record<string, unknown> {
  const none = Object.fromEntries(LISTS.map((list) => [list, []]));
  return { ...given, ...Object.fromEntries(PARTS.map((part) => [part, { ...none, ...Object(given[part]) }])) };
}

/** Newest first; the notices stand at the end, since they came with the description. Source: CHG-01, CHG-02, CHG-04 */
const listChangelogEntries: Handler = async ({ query }, desk) => {
  const published = await desk.store.read.list(CHANGELOG_KIND, { order: 'desc' });
  const all = [...published.map(({ doc }: StoredRecord<Entry>) => doc), ...notices(desk.catalog)];
  const [limit, skip] = [Number(query['limit']), Number(query['skip'])];
  const total = all.length;
  const pagination = { total, limit, skip, pages: Math.ceil(total / limit), hasMore: skip + limit < total };
  return ok({ entries: all.slice(skip, skip + limit), pagination });
};

type Entry = Readonly<Record<string, unknown>>;

const notices = (catalog: Catalog): Entry[] =>
  catalog
    .operations()
    .filter(({ deprecated }) => deprecated === true)
    .map(({ id, method, path }) => ({
      _id: `deprecated-${id}`,
      type: 'deprecated',
      message: `${method} ${path} is deprecated and will be removed in a later version.`,
      specVersion: catalog.index().version,
    }));

export const handlers: Record<string, Handler> = { listChangelogEntries };
