/** What an edit makes of one post: the fields before, the fields after, and what no undo could restore. Pure. */
import { DateTime } from 'luxon';
import { failure } from '../../kernel/failure.ts';
import { fieldsIn, isFields, without, type Fields } from '../../kernel/json.ts';
import type { Schema } from '../../kernel/schema.ts';
import { resolved, type Schemas } from '../../schema/reference.ts';

/** Fields of an update that say how a post goes out, not what it says. */
const STEERING = ['publishNow', 'isDraft', 'queuedFromProfile', 'queueId', 'recycling'] as const;

/** A post and what becomes of it. Of `before` and `after` only the fields that differ. */
export interface PostChange {
  readonly postId: string;
  readonly status: string;
  readonly before: Fields;
  readonly after: Fields;
  /** Fields that had no value: the API cannot take one away again. */
  readonly lost: readonly string[];
}

export interface Edit {
  /** Fields that every post gets as they are. */
  readonly body: Fields;
  /** --set, applied to what each post has. */
  readonly assign: (fields: Fields) => Fields;
  readonly replacements: readonly Replacement[];
}

export interface Replacement {
  readonly from: string;
  readonly to: string;
}

/** What of a post an update can send, by the contract. */
export interface Sendable {
  readonly fields: readonly string[];
  readonly targetFields: readonly string[];
}

export function sendableOf(schema: Schema, schemas: Schemas): Sendable {
  const properties = resolved(schema, schemas).properties ?? {};
  const target = resolved(properties['platforms'] ?? {}, schemas).items ?? {};
  return {
    fields: Object.keys(properties).filter((name) => !STEERING.some((other) => other === name)),
    targetFields: Object.keys(resolved(target, schemas).properties ?? {}),
  };
}

/** @throws Failure `usage` for a field that says how a post goes out */
export function refuseSteering(body: Fields): void {
  const steering = STEERING.find((name) => body[name] !== undefined);
  if (steering === undefined) return;
  throw failure('usage', {
    message: `--where changes what posts say, not how they go out: ${steering} takes one post at a time.`,
    param: '--where',
  });
}

/** The fields of a post in the form in which an update sends them. */
export function fieldsOf(post: Fields, { fields, targetFields }: Sendable): Fields {
  const pairs = fields.filter((name) => post[name] !== undefined).map((name) => [name, post[name]] as const);
  const own = Object.fromEntries(pairs);
  return 'platforms' in own
    ? { ...own, platforms: fieldsIn(own['platforms']).map((one) => target(one, targetFields)) }
    : own;
}

function target(shown: Fields, names: readonly string[]): Fields {
  const { accountId } = shown;
  const plain: Fields = { ...shown, accountId: isFields(accountId) ? accountId['_id'] : accountId };
  return Object.fromEntries(names.filter((name) => plain[name] !== undefined).map((name) => [name, plain[name]]));
}

/** undefined when the edit leaves the post as it is. */
export function changeOf(post: Fields, edit: Edit, sendable: Sendable): PostChange | undefined {
  const before = fieldsOf(post, sendable);
  const after = inZone(edit.assign({ ...replaced(before, edit.replacements), ...edit.body }), post);
  const names = Object.keys(after).filter((name) => !isSame(before[name], after[name]));
  if (names.length === 0) return undefined;
  return {
    postId: String(post['_id']),
    status: String(post['status']),
    before: picked(before, names),
    after: picked(after, names),
    lost: names.filter((name) => before[name] === undefined),
  };
}

export const picked = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.filter((name) => fields[name] !== undefined).map((name) => [name, fields[name]]));

/** The texts of a post: its own, its title, and those of its targets. */
function replaced(fields: Fields, replacements: readonly Replacement[]): Fields {
  if (replacements.length === 0) return fields;
  const text = (value: unknown): unknown =>
    typeof value === 'string'
      ? replacements.reduce((now, { from, to }) => now.replaceAll(from, () => to), value)
      : value;
  const of = (holder: Fields, names: readonly string[]): Fields => ({
    ...holder,
    ...Object.fromEntries(names.filter((name) => name in holder).map((name) => [name, text(holder[name])])),
  });
  const whole = of(fields, ['content', 'title']);
  const targets = fieldsIn(fields['platforms']);
  return targets.some((one) => 'customContent' in one)
    ? { ...whole, platforms: targets.map((one) => of(one, ['customContent'])) }
    : whole;
}

/** A time without an offset is one of the post's own zone, and is sent as an instant. */
function inZone(fields: Fields, post: Fields): Fields {
  const text = fields['scheduledFor'];
  if (typeof text !== 'string') return fields;
  const zone = String(fields['timezone'] ?? post['timezone'] ?? 'UTC');
  const iso = text.replace(' ', 'T');
  const time = DateTime.fromISO(iso, { zone });
  const isLocal = !/(Z|[+-]\d\d(:?\d\d)?)$/i.test(iso.slice(10));
  if (!time.isValid || (isLocal && time.toFormat("yyyy-MM-dd'T'HH:mm") !== iso.slice(0, 16)))
    throw failure('usage', {
      message: `${text} is not a time in ${zone}, the zone of post ${String(post['_id'])}.`,
      param: '--scheduled-for',
    });
  return { ...fields, scheduledFor: time.toUTC().toISO() };
}

/** Equal as JSON, whatever the order of keys. */
export const isSame = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);

function canonical(value: unknown): string {
  return JSON.stringify(value ?? null, (_, part: unknown) =>
    isFields(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
}

/** The update that gives a post these fields. A draft says so, since a time would schedule it. */
export const bodyFor = (fields: Fields, status: string): Fields =>
  status === 'draft' ? { ...fields, isDraft: true } : fields;

/** Statuses in which the API lets a post be changed. Source: ASM-07 */
export const EDITABLE: readonly string[] = ['draft', 'scheduled', 'failed', 'partial'];

/** Of fields to restore, those that the API can. */
export const restorable = ({ before, lost }: Pick<PostChange, 'before' | 'lost'>): Fields => without(before, lost);
