/** What follows when contacts change: an event for each tag that comes or goes, and for each field. Served by engine/. */
import { textOf, textsIn } from '../../../kernel/json.ts';
import type { EventName } from '#contract';
import { slugOf } from '../../../kernel/slug.ts';
import { profileEvent } from '../../causes/cause.ts';
import type { Handler } from '../../desk.ts';
import { engine, engineWith } from '../../engine/engine.ts';
import type { Follow, Written } from '../../engine/follow.ts';
import type { NewEvent, StoredRecord } from '../../store/store.ts';

const contactBlock = ({ id, profileId, doc }: StoredRecord) => ({
  id,
  ...(textOf(doc['name']) !== undefined && { name: doc['name'] }),
  ...(profileId !== null && { profileId }),
});

/** One event a tag. Source: EVT-124, AUT-04 */
const tagEvents: Follow = (written) => ({ events: written.flatMap(tagEventsOf) });

function tagEventsOf({ before, after }: Written): readonly NewEvent[] {
  if (after === undefined) return [];
  const [had, has] = [textsIn(before?.doc['tags']), textsIn(after.doc['tags'])];
  const eventFor = (type: EventName, tag: string): NewEvent =>
    profileEvent(type, after, { contact: contactBlock(after), tag });
  const added = has.filter((tag) => !had.includes(tag)).map((tag) => eventFor('contact.tag_added', tag));
  const removed = had.filter((tag) => !has.includes(tag)).map((tag) => eventFor('contact.tag_removed', tag));
  return [...added, ...removed];
}

/** Source: EVT-124, AUT-04 */
const fieldEvents: Follow = async ([{ before, after } = {}], { call }, view) => {
  const contact = await view.get('contact', call.path['contactId'] ?? '');
  if (contact === undefined) return {};
  const field = {
    slug: call.path['slug'] ?? '',
    value: after?.doc['value'] ?? null,
    previousValue: before?.doc['value'] ?? null,
  };
  return { events: [profileEvent('contact.field_changed', contact, { contact: contactBlock(contact), field })] };
};

/** A field whose slug was not sent has one that follows from its name. */
const createCustomField: Handler = (call, desk) =>
  engine({ ...call, body: { slug: slugOf(String(call.body['name'])), ...call.body } }, desk);

export const handlers: Readonly<Record<string, Handler>> = {
  createContact: engineWith(tagEvents),
  updateContact: engineWith(tagEvents),
  setContactFieldValue: engineWith(fieldEvents),
  clearContactFieldValue: engineWith(fieldEvents),
  createCustomField,
};
