/** Contacts as they are read: filtered by what a segment could ask, and with their channels. Listed in operations.ts. */
import { type Fields, textOf, without } from '../../../kernel/json.ts';
import { ok, type Call, type Reply } from '../../call.ts';
import { answerOf } from '../../engine/answer.ts';
import { findRecord } from '../../engine/find.ts';
import { pageAt, pageOf, spanOf, type Page } from '../../engine/page.ts';
import { isReached, lost, type Scene } from '../../engine/scene.ts';
import { isAsked, isLike } from '../../engine/select.ts';
import { withFields } from '../../store/record.ts';
import type { Reader, RecordFilter } from '../../store/store.ts';
import { knownConversation, participantOf } from '../inbox/offers.ts';
import { CHANNEL, CONTACT, type ChannelRecord, type ContactRecord } from './record.ts';

/** Source: AUT-02, GEN-22; readings, "Contacts" */
export async function listContacts(scene: Scene): Promise<Reply> {
  const { call, desk } = scene;
  const { read } = desk.store;
  const reach = reachOf(call);
  const tags = await read.contactTags(reach);
  const filter: RecordFilter = { ...reach, ...whereOf(call.query), tagged: taggedOf(call.query, tags) };
  const words = textOf(call.query['search'])?.trim().toLowerCase() ?? '';
  const page = words === '' ? await pageIn(read, call, filter) : pageOf(call, await foundIn(read, filter, words));
  const items = page.items.map((record) => ({ record, counts: {} }));
  const answer = answerOf(scene, { page: { ...page, items } });
  return { ...answer, body: { ...(answer.body as Fields), filters: { tags } } };
}

function reachOf({ caller: { teamId, profileIds }, query }: Call) {
  const profileId = textOf(query['profileId']);
  return { teamId, ...(profileId !== undefined && { profileId }), ...(profileIds && { profileIds }) };
}

/** Only the page is read, however many contacts there are. */
async function pageIn(read: Reader, call: Call, filter: RecordFilter): Promise<Page<ContactRecord>> {
  const total = await read.count(CONTACT, filter);
  const span = spanOf(call, total);
  return pageAt(span, total, await read.list(CONTACT, { ...filter, ...span }));
}

async function foundIn(read: Reader, filter: RecordFilter, words: string): Promise<readonly ContactRecord[]> {
  const near = await read.list(CONTACT, { ...filter, holding: words });
  return near.filter(({ doc }) =>
    [doc.name, doc.email, doc.platformIdentifier, doc.displayIdentifier].some(
      (text) => text?.toLowerCase().includes(words) === true,
    ),
  );
}

/** Whoever has no address is on no account and no platform. */
function whereOf({ accountId, platform, isSubscribed }: Call['query']): Pick<RecordFilter, 'where'> {
  const texts = Object.entries({ accountId, platform }).flatMap(([name, value]) => {
    const text = textOf(value);
    return text === undefined ? [] : [[name, text] as const];
  });
  const where = {
    ...Object.fromEntries(texts),
    ...(isSubscribed !== undefined && { isSubscribed: isSubscribed === 'true' }),
  };
  return Object.keys(where).length === 0 ? {} : { where };
}

/** @param known the tags in use */
const taggedOf = ({ tag, tags }: Call['query'], known: readonly string[]): readonly (readonly string[])[] => [
  ...(isAsked(tag) ? [known.filter((one) => isLike(one, tag))] : []),
  ...wordsIn(tags).map((one) => [one]),
];

const wordsIn = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value.map(String) : (textOf(value)?.split(',') ?? []))
    .map((word) => word.trim())
    .filter((word) => word !== '');

export async function getContact(scene: Scene): Promise<Reply> {
  const { read } = scene.desk.store;
  const contact = await findRecord<'contact'>(scene, read);
  if (contact === undefined) return lost(scene);
  const channels = await channelsOf(read, contact);
  const conversationIds = channels.flatMap(({ conversationId }) => textOf(conversationId) ?? []);
  const record = withFields(contact, { conversationIds });
  const answer = answerOf(scene, { record: { record, counts: {} } });
  return { ...answer, body: { ...(answer.body as Fields), channels } };
}

export async function getContactChannels({ call, desk, owners }: Scene): Promise<Reply> {
  const contact = await desk.store.read.get(CONTACT, owners.parentId ?? '');
  return contact === undefined || !isReached(call, contact)
    ? lost({ name: CONTACT })
    : ok({ success: true, channels: (await channelsOf(desk.store.read, contact)).map(withoutActivity) });
}

const withoutActivity = (channel: Fields): Fields => without(channel, ['lastActiveAt']);

const channelsOf = async (read: Reader, { id, teamId }: ContactRecord): Promise<readonly Fields[]> =>
  Promise.all((await read.list(CHANNEL, { teamId, parentId: id })).map((one) => withConversation(read, one)));

/** The channel with the conversation that goes on there. */
async function withConversation(read: Reader, { teamId, doc }: ChannelRecord): Promise<Fields> {
  const { accountId, platform, platformIdentifier } = doc;
  const person = participantOf({ id: platformIdentifier }, platform);
  const conversation = await knownConversation(read, { id: accountId, teamId }, person);
  return { ...doc, ...(conversation !== undefined && { conversationId: conversation.id }) };
}
