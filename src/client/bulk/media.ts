/** The media of a row: names and addresses made one list, and every local file in a body replaced by what it became. No file is read here. */
import { type Fields, isFields } from '../../kernel/json.ts';
import { addressItem, isAddress } from '../media.ts';
import type { PostBody } from '../compose.ts';
import type { SoundRow } from './sound-row.ts';
import type { Shelf } from './shelf.ts';

/** Adds the media names of a row after the items already in its body. Until its upload, a file has its name as `url`. */
export function withNames(body: PostBody, names: readonly string[]): PostBody {
  if (names.length === 0) return body;
  const items = names.map((name) => (isAddress(name) ? addressItem(name) : { url: name }));
  return { ...body, mediaItems: [...listIn(body, 'mediaItems'), ...items] };
}

/** Names of local files that stand where an address belongs: in the body, in its targets, and in the items of threads. */
export function localNames(body: PostBody): readonly string[] {
  const names: string[] = [];
  withMedia(body, (item) => {
    const name = localName(item);
    if (name !== undefined) names.push(name);
    return item;
  });
  return [...new Set(names)];
}

const localName = ({ url }: Fields): string | undefined =>
  typeof url === 'string' && url !== '' && !isAddress(url) ? url : undefined;

/** The body with the item of each local file in its place; what the row says of a file wins over what is known of it. */
export const withItems = (body: PostBody, itemOf: (name: string) => Fields | undefined): PostBody =>
  withMedia(body, (item) => {
    const name = localName(item);
    const found = name === undefined ? undefined : itemOf(name);
    return found === undefined ? item : { ...found, ...item, url: found['url'] };
  });

type Place = (item: Fields) => Fields;

/** The body with every item of media as `place` makes it. */
function withMedia(body: PostBody, place: Place): PostBody {
  const own = withThreads(withEach(body, 'mediaItems', place), place);
  return withEach(own, 'platforms', (target) => withThreads(withEach(target, 'customMedia', place), place));
}

function withThreads(holder: Fields, place: Place): Fields {
  const { platformSpecificData: settings } = holder;
  if (!isFields(settings)) return holder;
  const threaded = withEach(settings, 'threadItems', (item) => withEach(item, 'mediaItems', place));
  return threaded === settings ? holder : { ...holder, platformSpecificData: threaded };
}

/** The holder with every object of a list as `make` makes it; the very same holder without the list. */
const withEach = (holder: Fields, field: string, make: (entry: Fields) => Fields): Fields =>
  Array.isArray(holder[field])
    ? { ...holder, [field]: listIn(holder, field).map((entry) => (isFields(entry) ? make(entry) : entry)) }
    : holder;

/** The body with every local file uploaded and its address in place. */
export async function uploadedBody({ body, files, isFar }: SoundRow, shelf: Pick<Shelf, 'item'>): Promise<PostBody> {
  const items = new Map<string, Fields>();
  for (const [name, { path }] of files) items.set(name, { ...(await shelf.item(path, isFar)) });
  return items.size === 0 ? body : withItems(body, (name) => items.get(name));
}

const listIn = (holder: Fields, field: string): readonly unknown[] => {
  const value = holder[field];
  return Array.isArray(value) ? (value as unknown[]) : [];
};
