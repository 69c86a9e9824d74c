/** Custom fields of contacts: what they take, and what becomes of values. Listed in operations.ts. */
import { isFields, ownValue, textsIn } from '../../../kernel/json.ts';
import { slugOf } from '../../../kernel/slug.ts';
import type { Reply } from '../../call.ts';
import type { Handler } from '../../desk.ts';
import { engine, engineWith } from '../../engine/engine.ts';
import type { Follow } from '../../engine/follow.ts';
import { notFound } from '../../engine/not-found.ts';
import { refuse } from '../../refuse.ts';
import { withFields } from '../../store/record.ts';
import type { Reader } from '../../store/store.ts';
import { fieldEvent } from './events.ts';
import { fieldValue } from './offers.ts';
import { CONTACT, FIELD, FIELD_VALUE, fieldValueId, type ContactRecord, type FieldRecord } from './record.ts';

/** A profile has a field of a short name once. */
const judgeField: Follow<'contact_field'> = async ([{ after } = {}], _scene, view) => {
  if (after === undefined) return {};
  const problem = optionsProblem(after);
  if (problem !== undefined) return { refusal: problem };
  const there = await view.list(FIELD, { teamId: after.teamId });
  const isDouble = there.some(
    ({ id, profileId, doc }) => id !== after.id && profileId === after.profileId && doc.slug === after.doc.slug,
  );
  return isDouble
    ? { refusal: refuse('invalid_resource_state', { param: 'slug', message: 'The profile already has this field.' }) }
    : {};
};

function optionsProblem({ doc }: FieldRecord): Reply | undefined {
  if (doc.type !== 'select' || textsIn(doc.options).length > 0) return undefined;
  return refuse('missing_required_field', {
    param: 'options',
    message: 'A select field needs `options` to choose from.',
  });
}

/** A field whose slug was not sent has one that follows from its name. */
const createCustomField: Handler = (call, desk) =>
  engineWith(judgeField)({ ...call, body: { slug: slugOf(String(call.body['name'])), ...call.body } }, desk);

/** The contacts of the profile lose their values with the field. */
const dropValues: Follow<'contact_field'> = async ([{ before } = {}], _scene, view) => {
  const slug = before?.doc.slug;
  if (before === undefined || slug === undefined) return {};
  const contacts = (await view.list(CONTACT, { teamId: before.teamId })).filter(
    ({ profileId, doc }) => profileId === before.profileId && Object.hasOwn(doc.customFields, slug),
  );
  return {
    records: contacts.map((one) => withFields(one, { customFields: withoutField(one, slug) })),
    removed: contacts.map(({ id }) => ({ kind: FIELD_VALUE, id: fieldValueId(id, slug) })),
  };
};

const withoutField = ({ doc }: ContactRecord, slug: string) =>
  Object.fromEntries(Object.entries(doc.customFields).filter(([name]) => name !== slug));

/** The field with the slug in the profile of the contact. */
async function fieldFor(read: Reader, { teamId, profileId }: ContactRecord, slug: string) {
  const all = await read.list(FIELD, { teamId });
  return all.find(({ doc, profileId: own }) => doc.slug === slug && (own === profileId || own === null));
}

/** Source: AUT-04; readings, "Contacts" */
const announceField: Follow<'contact_field_value'> = async ([{ after } = {}], { call }, view) => {
  const { contactId = '', slug = '' } = call.path;
  const contact = await view.get(CONTACT, contactId);
  if (contact === undefined) return {};
  const { value = null } = after?.doc ?? {};
  const previousValue = ownValue(contact.doc.customFields, slug) ?? null;
  return { events: [fieldEvent(contact, { slug, value, previousValue })] };
};

const setContactFieldValue: Handler = async (call, desk) => {
  const { contactId = '', slug = '' } = call.path;
  const { read } = desk.store;
  const contact = await read.get(CONTACT, contactId);
  const field = contact && (await fieldFor(read, contact, slug));
  if (contact !== undefined && field === undefined && contact.teamId === call.caller.teamId) return notFound(FIELD);
  if (field === undefined) return engine(call, desk);
  const judged = fieldValue(field, call.body['value']);
  if ('problem' in judged) return refuse('invalid_field_value', { param: 'value', message: judged.problem });
  const body = isFields(call.body) ? { ...call.body, value: judged.value } : call.body;
  return engineWith(announceField)({ ...call, body }, desk);
};

export const fields: Readonly<Record<string, Handler>> = {
  createCustomField,
  updateCustomField: engineWith(judgeField),
  deleteCustomField: engineWith(dropValues),
  setContactFieldValue,
  clearContactFieldValue: engineWith(announceField),
};
