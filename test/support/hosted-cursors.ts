/** Lists of the hosted API that go by opaque tokens: pages of the service's own sizes, an empty one among them, and tokens that end. */
import type { Scripted } from './scripted-api.ts';

/** Where one page ends and the next begins: one of them holds nothing. */
const IN_THE_MIDDLE = [2, 4, 4, 5] as const;
const AT_THE_END = [2, 4, 5, 5] as const;

/** Signs that an address has a meaning for. */
const tokenFor = (page: number): string => `p=${String(page)}&x+/é==#`;

/** What a list says of the page after one. */
type Words = (next: string | null) => Readonly<Record<string, unknown>>;

interface Form {
  /** Of the records. */
  readonly field: string;
  /** Of the token in the query. */
  readonly name: string;
  readonly ends: readonly number[];
  readonly words: Words;
}

const FORMS: Readonly<Record<string, Form>> = {
  '/inbox/conversations': {
    field: 'data',
    name: 'cursor',
    ends: IN_THE_MIDDLE,
    words: (next) => ({
      pagination: { hasMore: next !== null, nextCursor: next, shard: 7 },
      meta: { accountsFailed: 0 },
    }),
  },
  '/whatsapp/wa-groups': {
    field: 'groups',
    name: 'after',
    ends: AT_THE_END,
    words: (next) => ({ paging: { cursors: { before: 'b', ...(next !== null && { after: next }) } } }),
  },
  '/ads/search-terms': {
    field: 'data',
    name: 'pageToken',
    ends: IN_THE_MIDDLE,
    words: (next) => ({ nextPageToken: next ?? '' }),
  },
};

export const CURSOR_PATHS = Object.keys(FORMS);

/** A page of one of these lists; the size that is asked for is ignored. */
export function cursorPage(path: string, query: URLSearchParams): Scripted {
  const form = FORMS[path];
  if (form === undefined) throw new Error(`There is no list at ${path}.`);
  const { field, name, words, ends } = form;
  const token = query.get(name);
  const page = token === null ? 0 : ends.findIndex((_end, at) => tokenFor(at) === token);
  if (page < 0) return { status: 400, body: { error: 'It is over.', type: 'odd_type', code: 'cursor_expired' } };
  const [start, end] = [page === 0 ? 0 : (ends[page - 1] ?? 0), ends[page] ?? 0];
  const records = Array.from({ length: end - start }, (_, at) => ({
    id: `rec_${String(start + at + 1)}`,
    hue: ['new'],
  }));
  return { body: { [field]: records, ...words(page + 1 < ends.length ? tokenFor(page + 1) : null) } };
}
