/** Reports on the inbox: counted from the messages that came and went, within the days and filters that are asked for. */
import { describe, expect, test } from 'vitest';
import { openCatalog } from '../../../../src/catalog/catalog.ts';
import { complaintsAbout } from '../../../support/contract.ts';
import { startService, type Json } from '../../../support/service.ts';

const catalog = openCatalog('dist/cards');
const FROM = '2026-01-05';
const DAY = 86_400;

const CARDS: Readonly<Record<string, string>> = {
  volume: 'getInboxVolume',
  heatmap: 'getInboxHeatmap',
  'response-time': 'getInboxResponseTime',
  'source-breakdown': 'getInboxSourceBreakdown',
  'top-accounts': 'getInboxTopAccounts',
  conversations: 'listInboxConversationAnalytics',
};

const REPORTS = Object.keys(CARDS);

interface Counts {
  readonly received: number;
  readonly sent: number;
  readonly read: number;
  readonly failed: number;
}

type Row = Counts & Readonly<Record<string, string | number>>;

/** Rows of a list in an answer, for their numbers. */
const rowsIn = (body: Json, name: string): readonly Row[] => body[name] as unknown as readonly Row[];

const sumOf = (rows: readonly Row[], word: keyof Counts): number => rows.reduce((sum, row) => sum + row[word], 0);

/** Two accounts; Ann waits two minutes for an answer on whatsapp, Ben an hour on facebook a day later. */
async function scene() {
  const at = await startService();
  const accounts = { whatsapp: (await at.account('whatsapp'))._id, facebook: (await at.account('facebook'))._id };
  const tell = async (type: string, given: object) => {
    const { status, body } = await at.control('POST', '/_local/inbound', { type, ...given });
    expect(status, JSON.stringify(body)).toBe(201);
    return body as unknown as { conversationId: string; messageId: string };
  };
  const says = (platform: keyof typeof accounts, id: string, name: string) =>
    tell('message', { accountId: accounts[platform], participant: { id, name }, text: 'Are you open?' });
  const answers = async (platform: keyof typeof accounts, conversationId: string) => {
    const { status, body } = await at.api('POST', `/v1/inbox/conversations/${conversationId}/messages`, {
      body: { accountId: accounts[platform], message: 'We are.' },
    });
    expect(status).toBe(200);
    return String(body['data']?.['messageId']);
  };
  const read = async (report: string, query: Readonly<Record<string, string | number>> = {}) => {
    const answer = await at.api('GET', `/v1/analytics/inbox/${report}`, { query: { fromDate: FROM, ...query } });
    const card = catalog.card(CARDS[report] ?? 'getInboxConversationAnalytics');
    expect(
      complaintsAbout(catalog, card, { status: answer.status, text: JSON.stringify(answer.body) }),
      report,
    ).toBeNull();
    return answer;
  };
  return { ...at, accounts, tell, says, answers, read };
}

async function busy() {
  const at = await scene();
  const ann = await at.says('whatsapp', '491701', 'Ann');
  await at.advance(60);
  await at.says('whatsapp', '491701', 'Ann');
  await at.advance(60);
  const first = await at.answers('whatsapp', ann.conversationId);
  await at.advance(DAY);
  const ben = await at.says('facebook', '77', 'Ben');
  await at.advance(3_600);
  const second = await at.answers('facebook', ben.conversationId);
  const status = { accountId: at.accounts.whatsapp, messageId: first, status: 'read' };
  await at.tell('message_status', status);
  await at.tell('message_status', { accountId: at.accounts.facebook, messageId: second, status: 'failed' });
  return { ...at, ann, ben };
}

describe('an inbox in which nothing happened', () => {
  test.each(REPORTS)('has nothing but zeros in %s', async (report) => {
    const { body } = await (await scene()).read(report, { toDate: FROM });
    expect(body).toMatchObject({ success: true, from: FROM, to: FROM });
    const numbers = JSON.stringify({ ...body, histogram: [], pagination: {} }).match(/:\d+/g) ?? [];
    expect(numbers.every((one) => one === ':0')).toBe(true);
    expect(rowsIn(body, 'timeseries') ?? []).toHaveLength(report === 'volume' ? 1 : 0);
  });
});

describe('the volume', () => {
  test('is what came, went, was read and failed; days and platforms sum to it', async () => {
    const { body } = await (await busy()).read('volume');
    expect(body['summary']).toEqual({ received: 3, sent: 2, read: 1, failed: 1, uniqueConversations: 2 });
    expect(body['timeseries']).toEqual([
      { date: '2026-01-05', received: 2, sent: 1, read: 0, failed: 0 },
      { date: '2026-01-06', received: 1, sent: 1, read: 1, failed: 1 },
    ]);
    for (const list of ['timeseries', 'byPlatform'])
      for (const word of ['received', 'sent', 'read', 'failed'] as const)
        expect(sumOf(rowsIn(body, list), word)).toBe(body['summary']?.[word]);
    expect(rowsIn(body, 'byPlatform').map(({ platform }) => platform)).toEqual(['whatsapp', 'facebook']);
  });

  test('keeps to the days, the account, the platform, the profile and the sender that are asked for', async () => {
    const { read, accounts, profileId } = await busy();
    const summary = async (query: Readonly<Record<string, string>>) => (await read('volume', query)).body['summary'];
    const whatsapp = { received: 2, sent: 1, read: 1, failed: 0, uniqueConversations: 1 };
    expect(await summary({ toDate: FROM })).toMatchObject({ received: 2, sent: 1, read: 0 });
    expect(await summary({ fromDate: '2026-01-06' })).toMatchObject({ received: 1, sent: 1, read: 1 });
    expect(await summary({ accountId: accounts.whatsapp })).toEqual(whatsapp);
    expect(await summary({ platform: 'whatsapp' })).toEqual(whatsapp);
    expect(await summary({ platform: 'telegram' })).toMatchObject({ received: 0, sent: 0 });
    expect(await summary({ profileId: await profileId() })).toMatchObject({ received: 3, sent: 2 });
    expect(await summary({ source: 'api' })).toMatchObject({ received: 0, sent: 2 });
    expect(await summary({ source: 'human' })).toMatchObject({ received: 3, sent: 0 });
  });

  test('is refused for accounts and profiles that are not there, and for a span that runs backwards', async () => {
    const { read } = await scene();
    const nobody = '64f0a1b2c3d4e5f60123abcd';
    expect(await read('volume', { accountId: nobody })).toMatchObject({ status: 404, body: { param: 'accountId' } });
    expect(await read('volume', { profileId: nobody })).toMatchObject({ status: 404, body: { param: 'profileId' } });
    expect(await read('volume', { toDate: '2026-01-04' })).toMatchObject({ status: 400, body: { param: 'fromDate' } });
  });
});

test('the heatmap puts each message into its hour of the week', async () => {
  const { read } = await busy();
  const { body } = await read('heatmap');
  expect(body['buckets']).toEqual([
    { dow: 1, hour: 9, received: 2, sent: 1, read: 0 },
    { dow: 2, hour: 9, received: 1, sent: 0, read: 0 },
    { dow: 2, hour: 10, received: 0, sent: 1, read: 1 },
  ]);
  const sent = rowsIn((await read('heatmap', { action: 'message.sent' })).body, 'buckets');
  expect([sumOf(sent, 'received'), sumOf(sent, 'sent'), sumOf(sent, 'read')]).toEqual([0, 2, 0]);
});

test('people wait from their first word to the answer', async () => {
  const { read, accounts } = await busy();
  const { body } = await read('response-time');
  expect(body['summary']).toEqual({
    sampleSize: 2,
    medianSeconds: 120,
    p90Seconds: 3_600,
    p99Seconds: 3_600,
    meanSeconds: 1_860,
    fastestSeconds: 120,
    slowestSeconds: 3_600,
  });
  const counts = rowsIn(body, 'histogram').flatMap(({ bucket, count }) => (count === 0 ? [] : [[bucket, count]]));
  expect(counts).toEqual([
    ['1-5m', 1],
    ['1-4h', 1],
  ]);
  const own = (await read('response-time', { accountId: accounts.whatsapp })).body['summary'];
  expect(own).toMatchObject({ sampleSize: 1, slowestSeconds: 120 });
});

test('senders sum to the volume, on each platform too', async () => {
  const { read, tell, accounts } = await busy();
  const echo = { platformMessageId: 'm_by_hand', participant: { id: '77' }, text: 'From the phone' };
  await tell('message_status', { accountId: accounts.facebook, status: 'sent', ...echo });
  const { body } = await read('source-breakdown');
  const sources = rowsIn(body, 'sources');
  expect(sources).toMatchObject([
    { source: 'human', received: 3, sent: 1, read: 0 },
    { source: 'api', received: 0, sent: 2, read: 1 },
  ]);
  const { summary } = (await read('volume')).body;
  for (const word of ['received', 'sent', 'read'] as const) {
    expect(sumOf(sources, word)).toBe(summary?.[word]);
    const parts = sources.flatMap((one) => one['byPlatform'] as unknown as Row[]);
    expect(sumOf(parts, word)).toBe(summary?.[word]);
  }
});

test('the busiest account comes first, with how fast it answers', async () => {
  const { read, accounts } = await busy();
  const { body } = await read('top-accounts');
  expect(body['accounts']).toMatchObject([
    { accountId: accounts.whatsapp, received: 2, sent: 1, total: 3, conversations: 1, medianResponseSeconds: 120 },
    { accountId: accounts.facebook, received: 1, sent: 1, total: 2, repliedCount: 1, medianResponseSeconds: 3_600 },
  ]);
  expect((await read('top-accounts', { limit: 1 })).body['accounts']).toHaveLength(1);
  const byApi = (await read('top-accounts', { source: 'api' })).body['accounts'];
  expect(byApi).toMatchObject([
    { sent: 1, received: 0, repliedCount: 1 },
    { sent: 1, repliedCount: 1 },
  ]);
});

describe('conversations', () => {
  test('are listed in the order and the pages that are asked for', async () => {
    const { read, ann, ben } = await busy();
    const list = async (query: Readonly<Record<string, string | number>>) => (await read('conversations', query)).body;
    const ids = async (query: Readonly<Record<string, string | number>>) =>
      rowsIn(await list(query), 'items').map(({ conversationId }) => conversationId);
    expect(await ids({})).toEqual([ben.conversationId, ann.conversationId]);
    expect(await ids({ order: 'asc' })).toEqual([ann.conversationId, ben.conversationId]);
    expect(await ids({ sortBy: 'received' })).toEqual([ann.conversationId, ben.conversationId]);
    expect(await ids({ sortBy: 'failed' })).toEqual([ben.conversationId, ann.conversationId]);
    expect(await ids({ toDate: FROM })).toEqual([ann.conversationId]);
    const second = await list({ limit: 1, page: 2 });
    expect(second['pagination']).toEqual({ page: 2, limit: 1, total: 2, totalPages: 2, hasMore: false });
    expect(second['items']).toMatchObject([
      {
        conversationId: ann.conversationId,
        platform: 'whatsapp',
        participantName: 'Ann',
        lastMessage: 'We are.',
        totalMessages: 3,
        received: 2,
        sent: 1,
        firstMessageAt: '2026-01-05T09:00:00.000Z',
        lastMessageAt: '2026-01-05T09:02:00.000Z',
      },
    ]);
  });

  test('show their days, which sum up, and are not there without messages', async () => {
    const { read, ann } = await busy();
    const path = `conversations/${ann.conversationId}`;
    const { body } = await read(path);
    const days = rowsIn(body, 'timeseries');
    expect(body['summary']).toMatchObject({ received: 2, sent: 1, read: 1, failed: 0, totalMessages: 3 });
    for (const word of ['received', 'sent', 'read'] as const) expect(sumOf(days, word)).toBe(body['summary']?.[word]);
    expect(body['bySource']).toEqual([
      { source: 'human', count: 2 },
      { source: 'api', count: 1 },
    ]);
    expect((await read(path, { fromDate: '2025-12-01', toDate: '2025-12-31' })).status).toBe(404);
    expect((await read('conversations/64f0a1b2c3d4e5f60123abcd')).status).toBe(404);
  });
});
