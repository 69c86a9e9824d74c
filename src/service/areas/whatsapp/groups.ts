/** Group chats of a whatsapp number: the link that leads into one, the people in it, and those who ask to join. Groups themselves are served by engine/. */
import { textsIn } from '../../../kernel/json.ts';
import { isAddress } from '../../../platforms/people.ts';
import { ok } from '../../call.ts';
import { commit, type Changes } from '../../change.ts';
import type { Reply } from '../../call.ts';
import type { Handler } from '../../desk.ts';
import { answerOf } from '../../engine/answer.ts';
import { engine, engineWith, inScene } from '../../engine/engine.ts';
import { findRecord } from '../../engine/find.ts';
import type { Follow } from '../../engine/follow.ts';
import { notFound } from '../../engine/not-found.ts';
import { lost, type Scene } from '../../engine/scene.ts';
import { refuse } from '../../refuse.ts';
import { withFields } from '../../store/record.ts';
import type { Reader } from '../../store/store.ts';
import {
  GROUP,
  JOIN_REQUEST,
  PARTICIPANT,
  participantsOf,
  type GroupRecord,
  type ParticipantRecord,
} from './group-record.ts';

/** A group has one link at a time: with a new one, the one before no longer works. */
const linked: Follow<typeof GROUP> = ([{ after } = {}], { desk }) => {
  if (after === undefined) return {};
  const inviteLink = `https://chat.whatsapp.com/${desk.ids.record()}`;
  return { records: [withFields(after, { inviteLink })] };
};

const getWhatsAppGroupChat = inScene(async (scene) => {
  const { read } = scene.desk.store;
  const group = await findRecord<typeof GROUP>(scene, read);
  if (group === undefined) return lost(scene);
  const participants = (await participantsOf(read, group)).map(({ doc: { user } }) => ({ user }));
  return answerOf(scene, { record: { record: withFields(group, { participants }), counts: {} } });
});

/** The group in the path, where it is one of the account in the query. */
async function groupOf({ call, owners }: Scene, read: Reader): Promise<GroupRecord | undefined> {
  const group = owners.parentId === null ? undefined : await read.get(GROUP, owners.parentId);
  return group?.doc.accountId === call.query['accountId'] ? group : undefined;
}

/** Those of the people who are not in the group yet, each once. */
async function findNewcomers(
  { desk, now }: Scene,
  view: Reader,
  { group, users }: { readonly group: GroupRecord; readonly users: readonly string[] },
): Promise<readonly ParticipantRecord[]> {
  const known = new Set((await participantsOf(view, group)).map(({ doc }) => doc.user));
  const { teamId, profileId, id: parentId } = group;
  return [...new Set(users)]
    .filter((user) => !known.has(user))
    .map((user) => ({
      kind: PARTICIPANT,
      id: desk.ids.record(),
      teamId,
      profileId,
      parentId,
      createdAt: now,
      doc: { user, accountId: group.doc.accountId, groupId: parentId },
    }));
}

const addWhatsAppGroupParticipants = inScene((scene) =>
  commit(scene.desk, [`${GROUP}/${scene.owners.ownerId}`], async (view): Promise<Changes & { result: Reply }> => {
    const group = await groupOf(scene, view);
    if (group === undefined) return { result: notFound(GROUP) };
    const users = textsIn(scene.call.body['phoneNumbers']);
    const refusal = peopleRefusal(users, scene.owners.account?.doc.platform ?? '');
    if (refusal !== undefined) return { result: refusal };
    return { records: await findNewcomers(scene, view, { group, users }), result: ok({ success: true }) };
  }),
);

/** Why nobody is added: the list is empty, or has something other than phone numbers. Source: readings, "WhatsApp" */
function peopleRefusal(users: readonly string[], platform: string): Reply | undefined {
  if (users.length === 0)
    return refuse('missing_required_field', { param: 'phoneNumbers', message: 'Name at least one phone number.' });
  const wrong = users.filter((user) => !isAddress(user, platform));
  return wrong.length === 0
    ? undefined
    : refuse('invalid_field_value', { param: 'phoneNumbers', message: `Not a phone number: ${wrong.join(', ')}.` });
}

/** Serves a decision about people who all have asked to join; the others are named, and nothing is decided. */
const aboutRequests = (handler: Handler): Handler =>
  inScene(async (scene) => {
    const { read } = scene.desk.store;
    const group = await groupOf(scene, read);
    if (group === undefined) return notFound(GROUP);
    const waiting = await requestsOf(read, group);
    const strangers = textsIn(scene.call.body['phoneNumbers']).filter((phone) => !waiting.includes(phone));
    return strangers.length === 0
      ? handler(scene.call, scene.desk)
      : notFound(JOIN_REQUEST, {
          param: 'phoneNumbers',
          message: `No join request came from ${strangers.join(', ')}.`,
        });
  });

const requestsOf = async (read: Reader, { teamId, id }: GroupRecord): Promise<readonly string[]> =>
  (await read.list(JOIN_REQUEST, { teamId, parentId: id })).map(({ doc }) => String(doc.user));

/** Whoever asked and is let in is in the group. */
const admit: Follow<typeof JOIN_REQUEST> = async (written, scene, view) => {
  const group = await groupOf(scene, view);
  if (group === undefined) return {};
  const users = written.flatMap(({ before }) => (before === undefined ? [] : [before.doc.user]));
  return { records: await findNewcomers(scene, view, { group, users }) };
};

/** Serves a call about the people of a group, where the group is one of the account. */
const ofGroup = (handler: Handler): Handler =>
  inScene(async (scene) =>
    (await groupOf(scene, scene.desk.store.read)) === undefined ? notFound(GROUP) : handler(scene.call, scene.desk),
  );

export const handlers: Readonly<Record<string, Handler>> = {
  createWhatsAppGroupChat: engineWith(linked),
  createWhatsAppGroupInviteLink: engineWith(linked),
  getWhatsAppGroupChat,
  addWhatsAppGroupParticipants,
  removeWhatsAppGroupParticipants: ofGroup(engine),
  listWhatsAppGroupJoinRequests: ofGroup(engine),
  approveWhatsAppGroupJoinRequests: aboutRequests(engineWith(admit)),
  rejectWhatsAppGroupJoinRequests: aboutRequests(engine),
};
