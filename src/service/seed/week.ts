/** The demo pack's week with people: conversations, comments, reviews, what goes out to many, a community. Each thing happens at its time, through what serves the API and what networks cause. Called by demo.ts. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../kernel/time.ts';
import { isFields, type Fields } from '../../kernel/json.ts';
import { findInbound } from '../area-index.ts';
import { isReply, type Scene as Cause } from '../causes/cause.ts';
import { commit } from '../change.ts';
import type { Desk } from '../desk.ts';
import type { AccountRecord } from '../records/account.ts';
import type { Actor } from './actor.ts';
import type { Past } from './history.ts';
import {
  BROADCAST,
  COMMUNITY,
  CONTACTS,
  KNOWLEDGE,
  OPINIONS,
  REMARKS,
  SEQUENCE,
  TALKS,
  TEMPLATES,
  type Talk,
  type When,
} from './week-content.ts';

/** Something that happens at an instant (ms). */
export interface Step {
  readonly at: number;
  readonly run: () => Promise<unknown>;
}

interface Scene {
  readonly act: Actor;
  readonly past: Past;
  /** The present, in ms. */
  readonly now: number;
  readonly accountOn: (platform: string) => AccountRecord;
}

/** In no order; each begins at its instant. */
export const weekOf = (scene: Scene): readonly Step[] => [
  ...templates(scene),
  ...TALKS.flatMap((talk) => conversation(scene, talk)),
  ...comments(scene),
  ...reviews(scene),
  ...outToMany(scene),
  ...community(scene),
  ...agent(scene),
];

/** @returns ms */
function instantOf({ now }: Scene, when: When): number {
  if (typeof when === 'number') return now - when * MINUTE_MS;
  const [day, time] = when;
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return Math.floor(now / DAY_MS) * DAY_MS + day * DAY_MS + hours * HOUR_MS + minutes * MINUTE_MS;
}

const step = (scene: Scene, when: When, run: () => Promise<unknown>): Step => ({ at: instantOf(scene, when), run });

/** Something that a network reports. @returns the ids of what it made */
async function cause(desk: Desk, account: AccountRecord, type: string, given: Fields): Promise<Fields> {
  const inbound = await findInbound(type);
  const { ids, clock, catalog } = desk;
  return commit(desk, [`account/${account.id}`], async (view) => {
    const asked = { accountId: account.id, ...given };
    const scene: Cause = { read: view, ids, now: clock.now(), teamId: account.teamId, given: asked, catalog };
    const caused = await inbound?.cause(scene);
    if (caused === undefined || isReply(caused))
      throw new Error(`The seed pack's ${type} was refused: ${JSON.stringify(caused?.body)}`);
    const { made = {}, work = [], ...changes } = caused;
    return { ...changes, due: work, result: made };
  });
}

/** Reviewed within minutes. */
const templates = (scene: Scene): readonly Step[] =>
  TEMPLATES.map(({ name, category, text }) =>
    step(scene, [-6, '08:00'], () =>
      scene.act('createWhatsAppTemplate', {
        body: {
          accountId: scene.accountOn('whatsapp').id,
          ...{ name, category, language: 'en_US' },
          components: [{ type: 'body', text, example: { body_text: [['Mia']] } }],
        },
      }),
    ),
  );

function conversation(scene: Scene, { platform, person, lines }: Talk): readonly Step[] {
  const { act, past } = scene;
  const account = scene.accountOn(platform);
  let conversationId = '';
  return lines.map(([when, from, message]) =>
    step(scene, when, async () => {
      const path = { conversationId };
      const body = { accountId: account.id };
      if (from === '.') await act('markConversationRead', { path, body });
      else if (from === '>') {
        await act('markConversationRead', { path, body });
        await act('sendInboxMessage', { path, body: { ...body, message } });
      } else {
        const made = await cause(past.desk, account, 'message', { participant: person, text: message });
        conversationId = String(made['conversationId']);
      }
    }),
  );
}

const comments = (scene: Scene): readonly Step[] =>
  REMARKS.flatMap(({ platform, post: postId, when, author, text, reply }) => {
    const account = scene.accountOn(platform);
    let commentId = '';
    const incoming = step(scene, when, async () => {
      const made = await cause(scene.past.desk, account, 'comment', { postId, author, text });
      commentId = String(made['commentId']);
    });
    if (reply === undefined) return [incoming];
    const [at, message] = reply;
    const answer = () =>
      scene.act('replyToInboxPost', { path: { postId }, body: { accountId: account.id, commentId, message } });
    return [incoming, step(scene, at, answer)];
  });

const reviews = (scene: Scene): readonly Step[] =>
  OPINIONS.flatMap(({ when, author, rating, text, reply }) => {
    const account = scene.accountOn('googlebusiness');
    let reviewId = '';
    const incoming = step(scene, when, async () => {
      const made = await cause(scene.past.desk, account, 'review', { author: { name: author }, rating, text });
      reviewId = String(made['reviewId']);
    });
    if (reply === undefined) return [incoming];
    const [at, message] = reply;
    return [
      incoming,
      step(scene, at, () =>
        scene.act('replyToInboxReview', { path: { reviewId }, body: { accountId: account.id, message } }),
      ),
    ];
  });

/** Contacts of the account by their names. */
async function contactsCalled({ past, accountOn }: Scene): Promise<ReadonlyMap<string, string>> {
  const { teamId } = accountOn('whatsapp');
  const contacts = await past.desk.store.read.list('contact', { teamId });
  return new Map(contacts.map(({ id, doc }) => [String(doc.name), id]));
}

function outToMany(scene: Scene): readonly Step[] {
  const { act, past, accountOn } = scene;
  const account = accountOn('whatsapp');
  const { profileId } = account;
  const place = { profileId, accountId: account.id, platform: 'whatsapp' };
  return [
    step(scene, [-4, '14:00'], async () => {
      for (const { phone: platformIdentifier, ...body } of CONTACTS.made)
        await act('createContact', { body: { ...place, ...body, platformIdentifier } });
      const known = await contactsCalled(scene);
      for (const [name, tags] of Object.entries(CONTACTS.tags)) {
        const contactId = known.get(name);
        if (contactId !== undefined) await act('updateContact', { path: { contactId }, body: { tags } });
      }
    }),
    step(scene, SEQUENCE.when, async () => {
      const { name, steps } = SEQUENCE;
      const made = await act('createSequence', { body: { ...place, name, steps } });
      const path = { sequenceId: idIn(made['sequence']) };
      await act('activateSequence', { path });
      const known = await contactsCalled(scene);
      const contactIds = SEQUENCE.contacts.flatMap((name) => known.get(name) ?? []);
      await act('enrollContacts', { path, body: { contactIds } });
    }),
    step(scene, BROADCAST.when, async () => {
      const template = { name: BROADCAST.template, language: 'en_US', variableMapping: { 1: { field: 'name' } } };
      const segmentFilters = { tags: [BROADCAST.tag] };
      const made = await act('createBroadcast', { body: { ...place, name: BROADCAST.name, template, segmentFilters } });
      const path = { broadcastId: idIn(made['broadcast']) };
      await act('addBroadcastRecipients', { path, body: { useSegment: true } });
      await act('sendBroadcast', { path });
    }),
    step(scene, BROADCAST.read.when, () => readBroadcast(scene)),
    ...BROADCAST.replies.map(({ name, when, text }) =>
      step(scene, when, () => {
        const { phone = '' } = CONTACTS.made.find((one) => one.name === name) ?? {};
        return cause(past.desk, account, 'message', { participant: { id: phone, name }, text });
      }),
    ),
  ];
}

/** Some of those who got the broadcast have read it. */
async function readBroadcast({ past, accountOn }: Scene): Promise<void> {
  const account = accountOn('whatsapp');
  const { teamId } = account;
  const { read } = past.desk.store;
  for (const { id, doc } of await read.list('message', { teamId, where: { accountId: account.id } })) {
    const conversation = await read.get('conversation', doc.conversationId ?? '');
    const reader = BROADCAST.read.by.find((name) => name === conversation?.doc.participantName);
    if (doc.broadcastId !== undefined && reader !== undefined)
      await cause(past.desk, account, 'message_status', { messageId: id, status: 'read' });
  }
}

const idIn = (made: unknown): string => (isFields(made) ? String(made['id']) : '');

function community(scene: Scene): readonly Step[] {
  const { act, now } = scene;
  const accountId = scene.accountOn('discord').id;
  const [{ guildId = '' } = {}] = scene.past.desk.catalog.fixtures()['discord_guild'] ?? [];
  const { name, day, time, place } = COMMUNITY.event;
  const startsAt = instantOf(scene, [day, time]);
  return [
    ...COMMUNITY.messages.map(({ when, text: content }) =>
      step(scene, when, () =>
        act('createPost', { body: { content, platforms: [{ platform: 'discord', accountId }], publishNow: true } }),
      ),
    ),
    {
      at: now - HOUR_MS,
      run: () =>
        act('createDiscordScheduledEvent', {
          path: { guildId: String(guildId) },
          body: {
            ...{ accountId, name, startsAt: new Date(startsAt).toISOString() },
            entity: { type: 'external', location: place, endsAt: new Date(startsAt + 2 * HOUR_MS).toISOString() },
          },
        }),
    },
  ];
}

/** It knows its answers; the examples of the help turn it on. */
const agent = (scene: Scene): readonly Step[] => [
  step(scene, [-5, '12:00'], async () => {
    const path = { accountId: scene.accountOn('whatsapp').id };
    await scene.act('replaceBusinessAgentBusinessInformation', { path, body: KNOWLEDGE.information });
    for (const body of KNOWLEDGE.faqs) await scene.act('createBusinessAgentFaq', { path, body });
  }),
];
