/** What follows when contacts change: an event for each tag that comes or goes, and for each field. Served by engine/. */
import { slugOf } from '../../../kernel/slug.ts';
import { together } from '../../change.ts';
import type { Handler } from '../../desk.ts';
import { engine, engineWith } from '../../engine/engine.ts';
import type { Follow } from '../../engine/follow.ts';
import { fieldEvent } from './events.ts';
import { tagChanges } from './offers.ts';

const announceTags: Follow<'contact'> = (written, { now }) =>
  together(written.map(({ before, after }) => (after === undefined ? {} : tagChanges(before, after, now))));

const announceField: Follow<'contact_field_value'> = async ([{ before, after } = {}], { call }, view) => {
  const contact = await view.get('contact', call.path['contactId'] ?? '');
  if (contact === undefined) return {};
  const { value = null } = after?.doc ?? {};
  const { value: previousValue = null } = before?.doc ?? {};
  return { events: [fieldEvent(contact, { slug: call.path['slug'] ?? '', value, previousValue })] };
};

/** A field whose slug was not sent has one that follows from its name. */
const createCustomField: Handler = (call, desk) =>
  engine({ ...call, body: { slug: slugOf(String(call.body['name'])), ...call.body } }, desk);

export const handlers: Readonly<Record<string, Handler>> = {
  createContact: engineWith(announceTags),
  updateContact: engineWith(announceTags),
  setContactFieldValue: engineWith(announceField),
  clearContactFieldValue: engineWith(announceField),
  createCustomField,
};
