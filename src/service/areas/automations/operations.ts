/** Automations over HTTP: one for each post, with figures counted from the log. What they answer is in reacts.ts. */
import { type Fields, fieldsIn, isFields, without } from '../../../kernel/json.ts';
import { instantOf } from '../../../kernel/instant.ts';
import { DAY_MS } from '../../../kernel/time.ts';
import { platformLabel } from '../../../platforms/labels.ts';
import { traitsOf } from '../../../platforms/platforms.ts';
import type { Reply } from '../../call.ts';
import type { Desk, Handler } from '../../desk.ts';
import { engine, engineWith } from '../../engine/engine.ts';
import type { Follow } from '../../engine/follow.ts';
import { refuse } from '../../refuse.ts';
import { withFields } from '../../store/record.ts';
import type { Reader } from '../../store/store.ts';
import { MESSAGE } from '../inbox/record.ts';
import { AUTOMATION, logsOf, MISS, type AutomationRecord, type LogRecord } from './record.ts';

/** Source: readings, "Comment automations" */
const judgeNew: Follow<'automation'> = async ([{ after } = {}], { owners: { account } }, view) => {
  if (after === undefined || account === undefined) return {};
  const { platform } = account.doc;
  if (traitsOf(platform).inbox?.privateReplies !== true) {
    const message = `Comments on ${platformLabel(platform)} cannot be answered with a private message.`;
    return { refusal: refuse('platform_not_supported', { param: 'accountId', message }) };
  }
  const { platformPostId, postId, trigger } = after.doc;
  const post = platformPostId ?? postId;
  const there = await view.list(AUTOMATION, { teamId: after.teamId });
  const isDouble =
    post !== undefined &&
    there.some(
      ({ doc }) =>
        doc.accountId === account.id && doc.trigger === trigger && [doc.platformPostId, doc.postId].includes(post),
    );
  const message = 'Another automation already replies on this post.';
  if (isDouble) return { refusal: refuse('invalid_resource_state', { param: 'platformPostId', message }) };
  return { records: [withFields(after, { platform: platform as NonNullable<AutomationRecord['doc']['platform']> })] };
};

const has =
  (...states: readonly string[]) =>
  ({ doc }: LogRecord): boolean =>
    states.includes(doc.status ?? '');

/** Figures of the list, counted from the log and from what became of the messages. */
async function statsOf(read: Reader, automation: AutomationRecord): Promise<Fields> {
  const logs = await logsOf(read, automation);
  const sent = logs.filter(has('sent'));
  const messages = await Promise.all(sent.map(({ doc }) => read.get(MESSAGE, doc.messageId ?? '')));
  const arrived = (...states: readonly string[]): number =>
    messages.filter((one) => states.includes(one?.doc.deliveryStatus ?? '')).length;
  return {
    triggered: logs.length,
    dmsSent: sent.length,
    dmsFailed: logs.filter(has('failed')).length,
    uniqueContacts: new Set(sent.map(({ doc }) => doc.commenterId)).size,
    trackedSends: 0,
    linkClicks: 0,
    uniqueClicks: 0,
    delivered: arrived('delivered', 'read'),
    read: arrived('read'),
  };
}

const totalsOf = (logs: readonly LogRecord[]): Fields => ({
  totalTriggered: logs.length,
  totalSent: logs.filter(has('sent')).length,
  totalFailed: logs.filter(has('failed')).length,
});

/** The answer with other members, where it is a success. */
const withMembers = async (reply: Reply, membersOf: (body: Fields) => Promise<Fields>): Promise<Reply> =>
  reply.status < 300 && isFields(reply.body)
    ? { ...reply, body: { ...reply.body, ...(await membersOf(reply.body)) } }
    : reply;

const readingAt = async (read: Reader, id: unknown): Promise<AutomationRecord | undefined> =>
  read.get(AUTOMATION, String(id));

const listCommentAutomations: Handler = async (call, desk) =>
  withMembers(await engine(call, desk), async (body) => ({
    automations: await Promise.all(
      fieldsIn(body['automations']).map(async (one) => {
        const record = await readingAt(desk.store.read, one['id']);
        return record === undefined ? one : { ...one, stats: await statsOf(desk.store.read, record) };
      }),
    ),
  }));

const createCommentAutomation: Handler = async (call, desk) =>
  withMembers(await engineWith(judgeNew)(call, desk), async ({ automation }) => ({
    automation: { ...Object(automation), stats: totalsOf([]) },
  }));

/** Latest entries beside an automation. */
const LATEST = 20;

const getCommentAutomation: Handler = async (call, desk) =>
  withMembers(await engine(call, desk), async ({ automation }) => {
    const record = await readingAt(desk.store.read, call.path['automationId']);
    const logs = record === undefined ? [] : await logsOf(desk.store.read, record);
    return {
      automation: { ...Object(automation), stats: totalsOf(logs) },
      logs: logs.slice(-LATEST).reverse().map(entryView),
    };
  });

const entryView = ({ doc }: LogRecord): Fields => without(doc, ['messageId', 'postId']);

/** How long what was nearly answered is kept. */
const RETENTION_DAYS = 30;

const SAMPLES = 5;

const listCommentAutomationLogs: Handler = async (call, desk) =>
  withMembers(await engine(call, desk), async () => ({
    misses: await missesOf(desk, call.path['automationId'] ?? ''),
  }));

async function missesOf({ store, clock }: Desk, parentId: string): Promise<Fields> {
  const since = clock.now() - RETENTION_DAYS * DAY_MS;
  const misses = await store.read.list(MISS, { parentId, since });
  const samples = misses.slice(-SAMPLES).reverse();
  return {
    total: misses.length,
    retentionDays: RETENTION_DAYS,
    samples: samples.map(({ doc, createdAt }) => ({ ...doc, at: instantOf(createdAt) })),
  };
}

export const handlers: Readonly<Record<string, Handler>> = {
  listCommentAutomations,
  createCommentAutomation,
  getCommentAutomation,
  listCommentAutomationLogs,
};
