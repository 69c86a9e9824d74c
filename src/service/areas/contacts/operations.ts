/** Contacts: made by hand, one or many, each with its channel; events follow from their tags. What comes in is in reacts.ts. */
import { type Fields, fieldsIn, textOf, without } from '../../../kernel/json.ts';
import type { Reply } from '../../call.ts';
import { commit, together, type Changes, type View } from '../../change.ts';
import type { Handler } from '../../desk.ts';
import { answerOf } from '../../engine/answer.ts';
import { draft } from '../../engine/draft.ts';
import { engineWith, inScene } from '../../engine/engine.ts';
import type { Follow } from '../../engine/follow.ts';
import type { Scene } from '../../engine/scene.ts';
import { refuse } from '../../refuse.ts';
import { withFields } from '../../store/record.ts';
import { accountIn, addressIn, channelAt, isRefused, newChannel, type Address } from './channels.ts';
import { fields } from './fields.ts';
import { getContact, getContactChannels, listContacts } from './listing.ts';
import { tagChanges } from './offers.ts';
import { CONTACT, type ChannelRecord, type ContactRecord } from './record.ts';

interface NewContact {
  readonly contact: ContactRecord;
  readonly channel: ChannelRecord | undefined;
  readonly changes: Changes;
}

/** A new contact with its channel, and what follows from its tags. */
function newContact(scene: Scene, fields: Fields, address: Address | undefined): NewContact {
  const plain = draft<'contact'>(scene, fields);
  const platform = address?.account.doc.platform;
  const contact = withFields(plain, {
    tags: [...new Set(plain.doc.tags)],
    ...(platform !== undefined && { platform }),
  });
  const channel = address && newChannel(contact, address, scene.now);
  const records = [contact, ...(channel === undefined ? [] : [channel])];
  const { events = [], ...tagged } = tagChanges(undefined, contact, scene.now);
  const { requestId } = scene.call;
  return {
    contact,
    channel,
    changes: { ...tagged, records, events: events.map((event) => ({ ...event, requestId })) },
  };
}

const KNOWN = refuse('invalid_resource_state', {
  param: 'platformIdentifier',
  message: 'The account already has a contact with this identifier.',
});

const LEFT_OUT = 'The contact would have no channel: `accountId` and the identifier are required together.';

/** Source: AUT-02, AUT-04; readings, "Contacts" */
const createContact = (scene: Scene): Promise<Reply> =>
  commit(scene.desk, [`${CONTACT}/${scene.call.caller.teamId}`], async (view): Promise<Changes & { result: Reply }> => {
    const { body } = scene.call;
    const address = await addressIn(view, body);
    if (isRefused(address)) return { result: address.refusal };
    if (address !== undefined && (await channelAt(view, address)) !== undefined) return { result: KNOWN };
    const { contact, channel, changes } = newContact(scene, body, address);
    const answer = answerOf(scene, { record: { record: contact, counts: {} } });
    const isHalf = address === undefined && ['accountId', 'platformIdentifier'].some((name) => name in body);
    const added = {
      ...(channel !== undefined && {
        channel: without(channel.doc, ['accountId', 'isSubscribed', 'lastActiveAt', 'createdAt']),
      }),
      ...(isHalf && { warning: LEFT_OUT }),
    };
    return { ...changes, result: { ...answer, body: { ...(answer.body as Fields), ...added } } };
  });

/** Source: AUT-02, AUT-04; readings, "Contacts" */
const bulkCreateContacts = (scene: Scene): Promise<Reply> =>
  commit(scene.desk, [`${CONTACT}/${scene.call.caller.teamId}`], async (view): Promise<Changes & { result: Reply }> => {
    const { contacts, ...shared } = scene.call.body;
    const entries = fieldsIn(contacts);
    const account = shared['accountId'] === undefined ? undefined : await accountIn(view, shared);
    if (account !== undefined && 'refusal' in account) return { result: account.refusal };
    const isKnown = await knownIn(view, scene, entries);
    const all: Changes[] = [];
    const errors: string[] = [];
    for (const [index, entry] of entries.entries()) {
      const fields: Fields = Object.assign({}, shared, entry);
      const address = await addressIn(view, fields);
      if (isRefused(address)) errors.push(`contacts[${String(index)}]: ${sentenceOf(address.refusal)}`);
      else if (!(await isKnown(address, fields))) all.push(newContact(scene, fields, address).changes);
    }
    const created = all.length;
    const skipped = entries.length - created - errors.length;
    const body = { success: true, created, skipped, errors, total: entries.length };
    return { ...together(all), result: { status: scene.served.status, body } };
  });

const sentenceOf = ({ body }: Reply): string => textOf((body as Fields)['error']) ?? '';

/**
 * Whether a contact is there already, or was in an earlier line: by its address, without one by its email, and by its
 * name where it has neither.
 */
async function knownIn(view: View, { call }: Scene, entries: readonly Fields[]) {
  const { teamId } = call.caller;
  const seen = new Set<string>();
  if (entries.some((one) => one['platformIdentifier'] === undefined))
    for (const one of await view.list(CONTACT, { teamId }))
      if (one.profileId === call.body['profileId']) for (const word of wordsFor(one.doc)) seen.add(word);
  return async (address: Address | undefined, fields: Fields): Promise<boolean> => {
    const [word = ''] = address === undefined ? wordsFor(fields) : [`${address.account.id} ${address.personId}`];
    const isThere = seen.has(word) || (address !== undefined && (await channelAt(view, address)) !== undefined);
    seen.add(word);
    return isThere;
  };
}

const wordsFor = ({ email, name, platformIdentifier }: Fields): readonly string[] => {
  const mail = textOf(email)?.trim().toLowerCase() ?? '';
  if (mail !== '') return [`email ${mail}`];
  return platformIdentifier === undefined ? [`name ${String(name).trim()}`] : [];
};

const announceChange: Follow<'contact'> = (written, { now }) =>
  together(
    written.flatMap(({ before, after }) =>
      after === undefined ? [] : [tagChanges(before, after, now), unsubscription(before, after, now)],
    ),
  );

/** Whoever unsubscribes gets nothing more of what goes out to many. */
const unsubscription = (before: ContactRecord | undefined, after: ContactRecord, now: number): Changes =>
  before?.doc.isSubscribed === true && !after.doc.isSubscribed
    ? { domainEvents: [{ name: 'contactUnsubscribed', contact: after, at: now }] }
    : {};

export const handlers: Readonly<Record<string, Handler>> = {
  ...fields,
  listContacts: inScene(listContacts),
  getContact: inScene(getContact),
  getContactChannels: inScene(getContactChannels),
  createContact: inScene(createContact),
  bulkCreateContacts: inScene(bulkCreateContacts),
  updateContact: engineWith(announceChange),
};
