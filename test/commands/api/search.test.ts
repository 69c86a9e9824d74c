/** `svc api search`: people's words to operations. */
import { describe, expect, test } from 'vitest';
import { openSearch } from '../../../src/catalog/search.ts';
import { catalog } from '../../client/cards.ts';
import { svc } from '../../support/svc.ts';

const rows = catalog.operations();
const search = openSearch(rows);
const best = (words: string, count = 5): readonly string[] =>
  search(words)
    .slice(0, count)
    .map(({ id }) => id);

describe('the operation that is meant stands among the first', () => {
  test.each([
    ['schedule post', 'createPost'],
    ['create post', 'createPost'],
    ['new posts', 'createPost'],
    ['whatsapp templates', 'getWhatsAppTemplates'],
    ['whatsap templat', 'getWhatsAppTemplates'],
    ['list profiles', 'listProfiles'],
    ['profile list', 'listProfiles'],
    ['prfiles', 'listProfiles'],
    ['delete webhook', 'deleteWebhookSettings'],
    ['getPost', 'getPost'],
    ['scheduledFor', 'createPost'],
    ['upload media', 'uploadMediaDirect'],
    ['/v1/queue/preview', 'previewQueue'],
    ['send sms', 'sendSms'],
    ['one-time code', 'createVerification'],
  ])('%s finds %s', (words, id) => {
    expect(best(words, 8)).toContain(id);
  });

  test.each([['createPost'], ['listProfiles'], ['sendSms']])('%s stands first for its own id', (id) => {
    expect(best(id)[0]).toBe(id);
  });
});

test('every operation is found by its command among the first ten', () => {
  const lost = rows.filter(({ id, command, deprecated }) => !deprecated && !best(command, 10).includes(id));
  expect(lost.map(({ command }) => command)).toEqual([]);
});

test('what has all words goes before what has one of them', () => {
  const telling = (id: string): boolean => /whatsapp/i.test(JSON.stringify(rows.find((row) => row.id === id)));
  expect(best('whatsapp groups', 10).every(telling)).toBe(true);
  expect(best('profiles zzzzzzzz').length).toBeGreaterThan(0);
  expect(best('zzzzzzzz')).toEqual([]);
});

test('a deprecated operation stands behind those that are not', () => {
  const two = ['old', 'new'].map((id) => ({
    id: `${id}Thing`,
    command: `things ${id}`,
    method: 'GET' as const,
    path: '/v1/things',
    summary: 'Show a thing.',
    fields: [],
    ...(id === 'old' && { deprecated: true }),
  }));
  expect(openSearch(two)('thing').map(({ id }) => id)).toEqual(['newThing', 'oldThing']);
});

test('the answer is a table for people and records for programs', async () => {
  const { code, stdout, stderr } = await svc(['api', 'search', 'schedule', 'post', '--limit', '2'], {
    terminal: 200,
    env: { NO_COLOR: '1' },
  });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^COMMAND +SUMMARY +METHOD +PATH\nsvc posts create .* POST +\/v1\/posts\n/);
  expect(stdout.trimEnd().split('\n')).toHaveLength(3);
  expect(stderr).toMatch(/^2 of \d+; --limit shows more\.\n$/);
  const { operations } = JSON.parse((await svc(['api', 'search', 'getPost'])).stdout) as { operations: object[] };
  expect(operations[0]).toEqual({
    command: 'svc posts get',
    summary: expect.any(String) as string,
    method: 'GET',
    path: '/v1/posts/{postId}',
    operation: 'getPost',
  });
});

test('words that nothing has give an empty list, and that is no error', async () => {
  expect(await svc(['api', 'search', 'zzzzzzzz'])).toMatchObject({ code: 0, stdout: '{"operations":[]}\n' });
});
