/** What other areas do with contacts: they find the one behind an address, fill texts for it, and say what follows from other tags and values. */
import { type Fields, fieldsIn, isFields, isList, textsIn } from '../../../kernel/json.ts';
import { instantOf } from '../../../kernel/instant.ts';
import type { Changes } from '../../change.ts';
import type { AccountRecord } from '../../records/account.ts';
import { withFields } from '../../store/record.ts';
import type { Reader } from '../../store/store.ts';
import { participantOf } from '../inbox/offers.ts';
import { newChannel } from './channels.ts';
import { fieldEvent, tagEvents } from './events.ts';
import {
  CHANNEL,
  channelId,
  CONTACT,
  FIELD_VALUE,
  fieldValueId,
  type ChannelRecord,
  type ContactRecord,
  type FieldRecord,
} from './record.ts';

/** A contact with the channel on which an account reaches it. */
export interface Reached {
  readonly contact: ContactRecord;
  readonly channel: ChannelRecord;
}

/** The contact whom an account reaches under an address. @param personId in the form that the platform has for it */
export async function contactAt(read: Reader, accountId: string, personId: string): Promise<Reached | undefined> {
  const channel = await read.get(CHANNEL, channelId(accountId, personId));
  const contact = channel && (await read.get(CONTACT, channel.parentId ?? ''));
  return contact === undefined ? undefined : { contact, channel: channel as ChannelRecord };
}

/** The channel on which the account reaches the contact; undefined where it does not. */
export async function channelOn(
  read: Reader,
  { doc: { accountId, platformIdentifier: id } }: ContactRecord,
  { id: wanted, doc: { platform } }: AccountRecord,
): Promise<ChannelRecord | undefined> {
  if (accountId !== wanted || id === undefined) return undefined;
  return read.get(CHANNEL, channelId(wanted, participantOf({ id }, platform).id));
}

/** A contact that an account reaches from now on, and its channel. @param now ms */
export function reachedOn(
  contact: ContactRecord,
  { account, platformIdentifier }: { readonly account: AccountRecord; readonly platformIdentifier: string },
  now: number,
): Reached {
  const { platform } = account.doc;
  const personId = participantOf({ id: platformIdentifier }, platform).id;
  const address = { account, personId, platformIdentifier, displayIdentifier: undefined };
  return {
    contact: withFields(contact, { accountId: account.id, platform, platformIdentifier }),
    channel: newChannel(contact, address, now),
  };
}

/** Why a contact gets nothing that goes out to many; undefined for one that may be written to. */
export function silenceOf({ contact, channel }: Reached): string | undefined {
  if (contact.doc.isBlocked) return 'The contact is blocked.';
  if (!contact.doc.isSubscribed) return 'The contact has unsubscribed.';
  return channel.doc.isSubscribed ? undefined : 'The contact has unsubscribed on this channel.';
}

/** What a text may say of a contact: its fields and custom fields by their names, and the address as `phone`. */
export const valuesOf = ({ doc }: ContactRecord, address = doc.platformIdentifier): Fields =>
  Object.assign({}, doc, doc.customFields, { phone: address ?? '' });

/** A template as something that goes out to many names it. */
export interface MappedTemplate {
  readonly name?: string;
  readonly language?: string;
  readonly components?: unknown;
  readonly variableMapping?: Fields;
}

/**
 * The template as a message names it, with the values of one contact, or in a sentence which value is missing: a
 * platform takes no empty one.
 * @param scope see valuesOf
 */
export function templateFor(
  { name, language, components, variableMapping = {} }: MappedTemplate,
  scope: Fields,
): { readonly template: Fields } | { readonly problem: string } {
  const parameters: Fields[] = [];
  // Places that are numbers come in their order, whatever the order they were written in.
  for (const [place, mapping] of Object.entries(variableMapping)) {
    const { field, customValue } = (isFields(mapping) ? mapping : {}) as Fields;
    const text = wordFor(field === 'custom' ? customValue : scope[String(field)]);
    if (text === '') return { problem: `The contact has no ${String(field)} for {{${place}}}.` };
    parameters.push({ type: 'text', ...(/^\d+$/.test(place) ? {} : { parameter_name: place }), text });
  }
  const own = fieldsIn(components);
  const others = parameters.length === 0 ? own : own.filter(({ type }) => String(type).toLowerCase() !== 'body');
  const body = parameters.length === 0 ? [] : [{ type: 'body', parameters }];
  return { template: { name, language, components: [...others, ...body] } };
}

/** The value under a dotted path; undefined without one. */
export function valueAt(dotted: string, scope: Fields): unknown {
  if (Object.hasOwn(scope, dotted)) return scope[dotted];
  let value: unknown = scope;
  for (const part of dotted.split('.')) {
    if (isList(value)) value = value[Number(part)];
    else if (isFields(value) && Object.hasOwn(value, part)) value = value[part];
    else return undefined;
  }
  return value;
}

/** The text with every name in double braces replaced; by nothing where there is no such value. */
export const fillText = (text: string, scope: Fields): string =>
  text.replace(/\{\{\s*([\w.-]+)\s*\}\}/g, (_whole, name: string) => wordFor(valueAt(name, scope)));

const wordFor = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

/** What follows when a contact has other tags: an event for each, and what other areas do about it. @param now ms */
export function tagChanges(before: ContactRecord | undefined, after: ContactRecord, now: number): Changes {
  const [had, has] = [before?.doc.tags ?? [], after.doc.tags];
  const added = has.filter((tag) => !had.includes(tag));
  const removed = had.filter((tag) => !has.includes(tag));
  if (added.length + removed.length === 0) return {};
  return {
    events: tagEvents(before, after),
    domainEvents: [{ name: 'contactTagged', contact: after, added, removed, at: now }],
  };
}

interface FieldSet {
  readonly slug: string;
  readonly value: unknown;
  /** Milliseconds. */
  readonly now: number;
}

/** A contact with another value in a custom field. Source: AUT-04 */
export function fieldChanges(contact: ContactRecord, { slug, value, now }: FieldSet): Changes {
  const { customFields } = contact.doc;
  const previousValue = Object.hasOwn(customFields, slug) ? customFields[slug] : null;
  const changed = withFields(contact, {
    customFields: { ...customFields, [slug]: value },
    updatedAt: instantOf(now),
  });
  const fieldRow = {
    ...contact,
    kind: FIELD_VALUE,
    id: fieldValueId(contact.id, slug),
    parentId: contact.id,
    createdAt: now,
    doc: { value },
  };
  return { records: [changed, fieldRow], events: [fieldEvent(changed, { slug, value, previousValue })] };
}

/** What a custom field makes of a value. */
export type JudgedValue = { readonly value: unknown } | { readonly problem: string };

type Taking = (value: unknown, options: readonly string[]) => unknown;

/** What each type makes of a value; undefined for one that it does not take. A number and a truth may come as text, as from a form. */
const TAKES: Readonly<Record<string, Taking>> = {
  text: (value) => (typeof value === 'string' ? value : undefined),
  number: (value) => {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
  },
  boolean: (value) => (value === 'true' ? true : value === 'false' ? false : isTruth(value) ? value : undefined),
  date: (value) => (typeof value === 'string' && isDate(value) ? value : undefined),
  select: (value, options) => (typeof value === 'string' && options.includes(value) ? value : undefined),
};

const isTruth = (value: unknown): boolean => typeof value === 'boolean';

const isDate = (text: string): boolean => /^\d{4}-\d{2}-\d{2}(T.*)?$/.test(text) && !Number.isNaN(Date.parse(text));

const FORMS: Readonly<Record<string, string>> = {
  text: 'text',
  number: 'a number',
  boolean: 'true or false',
  date: 'a date such as 2027-03-01',
};

/** The value as the field keeps it, or in a sentence why the field does not take it. */
export function fieldValue({ doc }: FieldRecord, value: unknown): JudgedValue {
  const { type = 'text' } = doc;
  const options = textsIn(doc.options);
  const result = TAKES[type]?.(value, options);
  if (result !== undefined) return { value: result };
  return {
    problem: `The field must be ${type === 'select' ? `one of ${options.join(', ')}` : (FORMS[type] ?? type)}.`,
  };
}
