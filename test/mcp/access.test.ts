/** What an AI client may do: for every operation of the contract, under every combination of flags. */
import { describe, expect, test } from 'vitest';
import { openCatalog } from '../../src/catalog/catalog.ts';
import { areaOf, guardedCorridor, mayEver, verdictOn, type Access } from '../../src/mcp/access.ts';
import { openToolbox } from '../../src/mcp/toolbox.ts';
import type { Corridor, ToolCall } from '../../src/kernel/tools.ts';

const catalog = openCatalog('dist/cards');
const cards = catalog.operations().map(({ id }) => catalog.card(id));

const access = (more: Partial<Access> = {}): Access => ({
  allowWrite: [],
  draftOnly: false,
  confirmSpend: false,
  ...more,
});

test('without a flag exactly the readings of the contract go ahead', () => {
  for (const card of cards)
    expect(verdictOn(card, undefined, access()).does, card.id).toBe(card.reads === true ? 'go' : 'refuse');
});

test('an allowed area is the only one that may be changed', () => {
  for (const card of cards) {
    const { does } = verdictOn(card, undefined, access({ allowWrite: ['posts'], confirmSpend: true }));
    if (card.reads !== true && areaOf(card) !== 'posts') expect(does, card.id).toBe('refuse');
    if (areaOf(card) === 'posts') expect(does, card.id).toBe(card.command.confirm === undefined ? 'go' : 'ask');
  }
});

test('nothing that a command asks about goes ahead unasked, not even where everything may be changed', () => {
  for (const card of cards) {
    const { confirm, confirmWith } = card.command;
    if (confirm === undefined || confirmWith !== undefined) continue;
    const [bold, shy] = [true, false].map((confirmSpend) =>
      verdictOn(card, {}, access({ allowWrite: ['all'], confirmSpend })),
    );
    expect(bold, card.id).toEqual({ does: 'ask', sentence: confirm });
    expect(shy?.does, card.id).toBe(card.method === 'DELETE' ? 'ask' : 'refuse');
  }
});

test('what spends only with certain fields is asked about with these alone', () => {
  const card = catalog.card('updateAdCampaignStatus');
  const open = access({ allowWrite: ['ads'], confirmSpend: true });
  expect(verdictOn(card, { status: 'paused' }, open).does).toBe('go');
  expect(verdictOn(card, { status: 'ACTIVE' }, open).does).toBe('ask');
  expect(verdictOn(card, { status: 'active' }, access({ allowWrite: ['ads'] })).does).toBe('refuse');
});

describe('--draft-only', () => {
  const drafts = access({ draftOnly: true });

  test.each([
    ['createPost', { isDraft: true }, 'go'],
    ['createPost', {}, 'refuse'],
    ['createPost', { publishNow: true }, 'refuse'],
    ['getMediaPresignedUrl', {}, 'go'],
    ['updatePost', { isDraft: true }, 'refuse'],
    ['deletePost', undefined, 'refuse'],
    ['retryPost', undefined, 'refuse'],
    ['listPosts', undefined, 'go'],
    ['createProfile', {}, 'refuse'],
  ] as const)('%s with %j: %s', (id, body, does) => {
    expect(verdictOn(catalog.card(id), body, drafts).does).toBe(does);
    expect(verdictOn(catalog.card(id), body, { ...drafts, allowWrite: ['posts'] }).does).toBe(does);
  });

  test('other areas may still be allowed', () => {
    const both = { ...drafts, allowWrite: ['profiles'] };
    expect(verdictOn(catalog.card('createProfile'), {}, both).does).toBe('go');
  });
});

test('tools that can never go ahead are neither listed nor found', () => {
  const reading = openToolbox(catalog, access());
  expect(reading.listed.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'accounts_list',
      'posts_list_failed',
      'search_tools',
      'call_tool',
      'validate_validate_post',
    ]),
  );
  for (const tool of reading.listed) expect(reading.hints(tool).readOnlyHint, tool.name).toBe(true);
  expect(reading.search('delete post').map(({ name }) => name)).not.toContain('posts_delete_post');
  const names = (more: Partial<Access>) => openToolbox(catalog, access(more)).listed.map(({ name }) => name);
  expect(names({ draftOnly: true })).toEqual(expect.arrayContaining(['posts_create', 'media_upload_link']));
  expect(names({ draftOnly: true })).not.toContain('posts_publish_now');
  expect(names({ allowWrite: ['posts'] })).toEqual(expect.arrayContaining(['posts_retry_all_failed', 'posts_delete']));
  expect(names({ allowWrite: ['all'], confirmSpend: true })).toHaveLength(50);
  expect(mayEver(catalog.card('sendSms'), access({ allowWrite: ['sms'] }))).toBe(false);
});

describe('a call that has to be confirmed', () => {
  const call = (id: string, body?: object): ToolCall => ({
    card: catalog.card(id),
    method: 'POST',
    path: '/v1',
    headers: {},
    ...(body && { body: JSON.stringify(body) }),
  });

  /** @returns how many calls were sent */
  async function sentWith(id: string, answer: boolean | undefined, body?: object): Promise<number> {
    let sent = 0;
    const bare: Corridor = {
      now: async () => 0,
      requestId: () => '',
      send: async () => {
        sent += 1;
        return { status: 200, headers: {}, body: new Uint8Array() };
      },
    };
    const open = access({ allowWrite: ['all'], confirmSpend: true });
    await guardedCorridor(bare, open, async () => answer)
      .send(call(id, body))
      .catch((error: unknown) => expect(String(error)).toMatch(/Nothing was sent/));
    return sent;
  }

  test.each([
    ['sendSms', true, 1],
    ['sendSms', false, 0],
    ['sendSms', undefined, 0],
    ['deletePost', false, 0],
    ['deletePost', undefined, 1],
    ['createPost', undefined, 1],
  ] as const)('%s, answered %s: %i sent', async (id, answer, sent) => {
    expect(await sentWith(id, answer, {})).toBe(sent);
  });
});
