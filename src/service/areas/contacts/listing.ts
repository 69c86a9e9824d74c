/** Contacts as they are read: filtered by what a segment could ask, and with their channels. Listed in operations.ts. */
import { type Fields, textOf, without } from '../../../kernel/json.ts';
import { ok, type Reply } from '../../call.ts';
import { answerOf } from '../../engine/answer.ts';
import { findRecord } from '../../engine/find.ts';
import { pageOf } from '../../engine/page.ts';
import { isReached, lost, type Scene } from '../../engine/scene.ts';
import { selected } from '../../engine/select.ts';
import { withFields } from '../../store/record.ts';
import type { Reader } from '../../store/store.ts';
import { knownConversation, participantOf } from '../inbox/offers.ts';
import { CHANNEL, CONTACT, type ChannelRecord, type ContactRecord } from './record.ts';

/** Source: AUT-02, GEN-22; readings, "Contacts" */
export async function listContacts(scene: Scene): Promise<Reply> {
  const { call, desk } = scene;
  const { teamId } = call.caller;
  const all = (await desk.store.read.list(CONTACT, { teamId })).filter((one) => isReached(call, one));
  const ofProfile = all.filter(({ profileId }) => [undefined, profileId].includes(textOf(call.query['profileId'])));
  const page = pageOf(
    call,
    selected(scene, ofProfile).filter((one) => isWanted(one, call.query)),
  );
  const items = page.items.map((record) => ({ record, counts: {} }));
  const answer = answerOf(scene, { page: { ...page, items } });
  const tags = [...new Set(ofProfile.flatMap(({ doc }) => doc.tags))].sort();
  return { ...answer, body: { ...(answer.body as Fields), filters: { tags } } };
}

/** Whoever has no address is on no account and no platform. */
function isWanted({ doc }: ContactRecord, { accountId, platform, tags, search }: Scene['call']['query']): boolean {
  const words = textOf(search)?.trim().toLowerCase() ?? '';
  const searched = [doc.name, doc.email, doc.platformIdentifier, doc.displayIdentifier];
  return (
    (accountId === undefined || doc.accountId === accountId) &&
    (platform === undefined || doc.platform === platform) &&
    wordsIn(tags).every((tag) => doc.tags.includes(tag)) &&
    (words === '' || searched.some((text) => text?.toLowerCase().includes(words) === true))
  );
}

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
