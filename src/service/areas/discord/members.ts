/** People on a server, with the roles they have now. Next stop: server.ts. */
import type { Handler } from '../../desk.ts';
import { answerOf } from '../../engine/answer.ts';
import { inScene } from '../../engine/engine.ts';
import { notFound } from '../../engine/not-found.ts';
import type { Scene } from '../../engine/scene.ts';
import { readMembers, type MemberRecord } from './server.ts';

const MOST_FOUND = 1_000;

function pageAnswer(scene: Scene, members: readonly MemberRecord[], limit: number) {
  const items = members.slice(0, limit).map((record) => ({ record, counts: {} }));
  const last = members.length > limit ? items.at(-1)?.record.doc.userId : undefined;
  const more = last === undefined ? {} : { nextCursor: last };
  return answerOf(scene, { page: { items, total: members.length, limit, skip: 0, ...more } });
}

/** In the order of their ids, which are the cursors. */
const inOrder = (members: readonly MemberRecord[]): readonly MemberRecord[] =>
  members.toSorted((one, other) => compare(one.doc.userId, other.doc.userId));

/** Ids are numbers that are too long for one. */
const compare = (one: string, other: string): number => one.length - other.length || one.localeCompare(other, 'en');

/** Source: DSC-04 */
const listDiscordGuildMembers = inScene(async (scene) => {
  const { after, limit } = scene.call.query;
  const members = inOrder(await readMembers(scene.desk.store.read, scene));
  const following = members.filter(({ doc }) => after === undefined || compare(doc.userId, String(after)) > 0);
  return pageAnswer(scene, following, Number(limit));
});

/** A name or a nickname begins with the words. */
const searchDiscordGuildMembers = inScene(async (scene) => {
  const { query, limit } = scene.call.query;
  const words = String(query).toLowerCase();
  const found = inOrder(await readMembers(scene.desk.store.read, scene)).filter(({ doc: { user, nick } }) =>
    [user?.username, user?.global_name, nick].some((name) => name?.toLowerCase().startsWith(words) === true),
  );
  return pageAnswer(scene, found, Number(limit ?? MOST_FOUND));
});

const getDiscordGuildMember = inScene(async (scene) => {
  const members = await readMembers(scene.desk.store.read, scene);
  const record = members.find(({ doc }) => doc.userId === scene.call.path['userId']);
  return record === undefined ? notFound('discord_member') : answerOf(scene, { record: { record, counts: {} } });
});

export const handlers: Readonly<Record<string, Handler>> = {
  listDiscordGuildMembers,
  searchDiscordGuildMembers,
  getDiscordGuildMember,
};
