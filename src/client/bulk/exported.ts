/** A post as a row that `posts import` takes again. Pure. Next stop: export.ts. */
import { type Fields, fieldsIn, isFields } from '../../kernel/json.ts';
import { pruned } from '../../schema/unknown.ts';
import { addressItem, isAddress } from '../media.ts';
import type { PostForm } from './fields.ts';
import { withoutEmpty } from './row.ts';

/** States in which a post has yet to go out at a time of its own. */
const AHEAD = 'scheduled';
const DRAFT = 'draft';

/** What a create takes of the same name and meaning; the rest of it is said in the words of a row. */
const SAME = [
  'content',
  'title',
  'tags',
  'hashtags',
  'mentions',
  'metadata',
  'tiktokSettings',
  'facebookSettings',
  'platformSpecificData',
  'recycling',
] as const;

/** Columns in the order of a table. What begins with `_` is a remark, which an import passes over. */
export const EXPORT_COLUMNS: readonly string[] = [
  'key',
  'content',
  'to',
  'platforms',
  'scheduledFor',
  'timezone',
  'draft',
  'media',
  'mediaItems',
  ...SAME.slice(1),
  '_status',
  '_scheduledFor',
  '_urls',
];

/**
 * The row. A scheduled post keeps its time, also one that a queue gave; every other post becomes a draft, so that an import never
 * publishes anything a second time, and a remark says what it was.
 * @param media puts other names in place of addresses, such as those of downloaded files
 */
export function exportedRow(post: unknown, form: PostForm, media: (item: Fields) => Fields): Fields {
  const fields = isFields(post) ? post : {};
  const same = Object.fromEntries(SAME.map((name) => [name, fields[name]]));
  const body = pruned(form.schema, withoutEmptyLists(same), form.schemas).value as Fields;
  const row = {
    key: fields['_id'],
    ...body,
    ...targetsOf(fields, media),
    ...timeOf(fields),
    ...mediaOf(fieldsIn(fields['mediaItems']).map(media)),
    _urls: fieldsIn(fields['platforms']).flatMap(({ platformPostUrl }) => platformPostUrl || []),
  };
  return ordered(withoutEmptyLists(row));
}

function timeOf({ status, scheduledFor, timezone }: Fields): Fields {
  if (status === AHEAD) return { scheduledFor, timezone };
  return { timezone, draft: true, ...(status !== DRAFT && { _status: status }), _scheduledFor: scheduledFor };
}

/** What of a target is asked for when it is created; the rest is what came of it. */
const WISHES = ['customContent', 'customMedia', 'scheduledFor', 'platformSpecificData'] as const;

/** Plain targets by platform and id; as soon as one has wishes of its own, all of them as the API takes them. */
function targetsOf(post: Fields, media: (item: Fields) => Fields): Fields {
  const targets = fieldsIn(post['platforms']).map((target) => ({
    platform: String(target['platform']),
    accountId: accountIdOf(target['accountId']),
    ...withoutEmptyLists(Object.fromEntries(WISHES.map((name) => [name, target[name]]))),
    ...(Array.isArray(target['customMedia']) && { customMedia: fieldsIn(target['customMedia']).map(media) }),
  }));
  if (targets.some((target) => Object.keys(target).length > 2)) return { platforms: targets };
  return { to: targets.map(({ platform, accountId }) => `${platform}:${accountId}`) };
}

/** On answers an account is its id or a record. Source: POST-15 */
const accountIdOf = (account: unknown): string => String(isFields(account) ? account['_id'] : account);

/** Items of which nothing but the address is worth telling stand as addresses. */
const mediaOf = (items: readonly Fields[]): Fields =>
  items.every(isPlain) ? { media: items.map(({ url }) => url) } : { mediaItems: items };

/** Nothing that an import would not find out by itself. */
function isPlain({ url, type, ...more }: Fields): boolean {
  if (typeof url !== 'string' || Object.keys(more).length > 0) return false;
  return type === undefined || (isAddress(url) && URL.canParse(url) && addressItem(url).type === type);
}

const withoutEmptyLists = (fields: Fields): Fields =>
  withoutEmpty(Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value))));

const isEmpty = (value: unknown): boolean =>
  Array.isArray(value) ? value.length === 0 : isFields(value) && Object.keys(value).length === 0;

const ordered = (row: Fields): Fields =>
  Object.fromEntries(EXPORT_COLUMNS.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])));
