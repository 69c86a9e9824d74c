/** `svc inbox list`, `open`, `reply`, `close` and `reopen`, and the account that need not be typed, against the real local service. */
import { describe, expect, test } from 'vitest';
import { run } from '../../src/main.ts';
import { startService, TEST_NOW, type Json, type ServiceUnderTest } from '../support/service.ts';
import { testWorld } from '../support/world.ts';

const HOUR_MS = 3_600_000;

interface Bench extends ServiceUnderTest {
  readonly accountId: string;
  /** Runs `svc WORDS -o json`. */
  svc(...words: readonly string[]): Promise<{ readonly code: number; readonly result: Json; readonly err: string }>;
  /** What a terminal of 80 columns shows. */
  shown(...words: readonly string[]): Promise<string>;
  /** Somebody writes. */
  hear(name: string, text: string, id?: string): Promise<Json>;
}

async function bench(platform = 'whatsapp'): Promise<Bench> {
  const service = await startService();
  const { _id: accountId } = await service.account(platform, { username: '+15550100200' });
  const { url } = await service.service.listen({ host: '127.0.0.1', port: 0 });
  const env = { SVC_BASE_URL: url, SVC_API_KEY: service.service.apiKey };
  return {
    ...service,
    accountId,
    async svc(...words) {
      const { world, out, err } = testWorld({ argv: [...words, '-o', 'json'], env, now: TEST_NOW });
      const code = await run(world);
      return { code, result: (out() === '' ? {} : JSON.parse(out())) as Json, err: err() };
    },
    async shown(...words) {
      const { world, out } = testWorld({
        argv: words,
        env: { ...env, NO_COLOR: '1' },
        now: TEST_NOW + HOUR_MS,
        terminal: 80,
      });
      await run(world);
      return out();
    },
    async hear(name, text, id = '15550100399') {
      const body = { type: 'message', accountId, participant: { id, name }, text };
      return (await service.control('POST', '/_local/inbound', body)).body;
    },
  };
}

describe('svc inbox list', () => {
  test('has what is unread first, then the newest, in 80 columns', async () => {
    const { hear, shown, svc, advance } = await bench();
    await hear('Ada Price', `Is my order on its way? ${'It was due on Friday. '.repeat(9)}`);
    await advance(3_600);
    await hear('Ben', 'Thanks!', '15550100398');
    await svc('inbox', 'open', 'Ben', '--mark-read');
    const lines = (await shown('inbox', 'list')).trimEnd().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^● Ada Price {11}whatsapp {3}Is my order on its way\? It was .*… {2} +1 h$/);
    expect(lines[1]).toMatch(/^ {2}Ben {17}whatsapp {3}Thanks! +now$/);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
    expect((await svc('inbox', 'list')).result.conversations).toMatchObject([
      { participantName: 'Ada Price', unreadCount: 1 },
      { participantName: 'Ben', unreadCount: 0 },
    ]);
    expect((await svc('inbox', 'list', '--unread')).result.conversations).toHaveLength(1);
    expect((await svc('inbox', 'list', '--limit', '1')).result.conversations).toHaveLength(1);
  });

  test('is limited to an account by its name', async () => {
    const { hear, svc, account } = await bench();
    await hear('Ada', 'Hello');
    await account('telegram', { username: 'shop' });
    expect((await svc('inbox', 'list', '--account', 'telegram:shop')).result.conversations).toEqual([]);
    expect((await svc('inbox', 'list', '--account', '+15550100200')).result.conversations).toHaveLength(1);
    expect((await svc('inbox', 'list', '--account', 'nobody')).code).toBe(2);
  });
});

describe('svc inbox open', () => {
  test('shows who wrote what and what became of it, and leaves it unread', async () => {
    const { hear, shown, svc, advance, control, accountId } = await bench();
    await hear('Ada Price', 'Is my order on its way?');
    await svc('inbox', 'reply', 'Ada Price', 'It left this morning.');
    await advance(5);
    const messages = (await svc('inbox', 'open', 'ada price')).result.messages as unknown as readonly Json[];
    const platformMessageId = messages[0]?.['platformMessageId'];
    const reaction = { type: 'reaction', accountId, platformMessageId, action: 'added', emoji: '👍' };
    await control('POST', '/_local/inbound', reaction);
    const text = await shown('inbox', 'open', '+15550100399');
    expect(text).toContain('Ada Price on WhatsApp · to +15550100200 · 1 unread');
    expect(text).toContain('Ada Price  Mon, Jan 5, 09:00\n  Is my order on its way?\n  👍 them');
    expect(text).toContain('You  Mon, Jan 5, 09:00  ✓✓ delivered\n  It left this morning.');
    await svc('inbox', 'open', 'Ada Price', '--mark-read');
    expect((await svc('inbox', 'list')).result.conversations).toMatchObject([{ unreadCount: 0 }]);
  });

  test('says what sent a message that no person wrote', async () => {
    const { hear, shown, advance, api, accountId } = await bench();
    const { body } = await api('GET', '/v1/profiles');
    const { conversationId } = await hear('Ada Price', 'Hello');
    const nodes = [
      { id: 'start', type: 'trigger', config: { type: 'manual' } },
      { id: 'tell', type: 'send_message', config: { text: 'We are open.' } },
    ];
    const edges = [{ id: 'a', source: 'start', target: 'tell' }];
    const profileId = body.profiles?.[0]?._id;
    const workflow = { profileId, accountId, platform: 'whatsapp', name: 'Hours', nodes, edges };
    const made = await api('POST', '/v1/workflows', { body: workflow });
    const path = `/v1/workflows/${String(made.body['workflow']?.['id'])}`;
    await api('POST', `${path}/activate`);
    await api('POST', `${path}/executions`, { body: { to: '+15550100399', conversationId } });
    await advance(5);
    expect(await shown('inbox', 'open', 'Ada Price')).toContain('You (workflow)  Mon, Jan 5, 09:00  ✓✓ delivered');
  });
});

describe('control of a conversation', () => {
  test('that another app has is said by open and reply, with the command that takes it over', async () => {
    const { accountId, control, hear, shown, svc } = await bench('facebook');
    const { conversationId } = await hear('Ben Okri', 'Hello', '90011');
    expect(await shown('inbox', 'open', 'Ben')).toContain('Ben Okri on Facebook · to +15550100200 · 1 unread');
    await control('POST', '/_local/inbound', { type: 'control', accountId, conversationId, owner: 'other' });
    expect(await shown('inbox', 'open', 'Ben')).toContain(' · another app has control · 1 unread');
    const refused = await svc('inbox', 'reply', 'Ben', 'Hello Ben.');
    expect(refused.code).toBe(3);
    expect(refused.err).toContain('svc inbox conversations control CONVERSATION --action take');
    expect((await svc('inbox', 'conversations', 'control', 'Ben Okri', '--action', 'take')).code).toBe(0);
    expect(await shown('inbox', 'open', 'Ben')).not.toContain('has control');
    expect((await svc('inbox', 'reply', 'Ben', 'Hello Ben.')).code).toBe(0);
  });
});

describe('svc inbox reply', () => {
  test('needs no account, and says to whom it went', async () => {
    const { hear, svc, feed, accountId } = await bench();
    await hear('Ada Price', 'Hello');
    const { code, result, err } = await svc('inbox', 'reply', 'Ada Price', 'Good morning.', '--close');
    expect([code, result]).toMatchObject([0, { success: true }]);
    expect(err).toContain('Sent to Ada Price on WhatsApp as +15550100200.');
    expect(await feed(accountId, 'message')).toMatchObject([{ text: 'Good morning.', to: '15550100399' }]);
    expect((await svc('inbox', 'list')).result.conversations).toEqual([]);
    expect((await svc('inbox', 'list', '--closed')).result.conversations).toHaveLength(1);
  });

  test.each(['facebook', 'instagram'])(
    'on %s a day after the person wrote, it names the tag with which the answer of a person goes out for a week',
    async (platform) => {
      const { accountId, hear, svc, feed, advance } = await bench(platform);
      await hear('Ada Price', 'Hello');
      await advance(25 * 3_600);
      const late = await svc('inbox', 'reply', 'Ada', 'Sorry for the wait.');
      expect([late.code, late.err]).toEqual([11, expect.stringContaining('--message-tag HUMAN_AGENT')]);
      const words = ['inbox', 'reply', 'Ada', 'Sorry for the wait.', '--message-tag', 'HUMAN_AGENT'];
      expect((await svc(...words)).code).toBe(0);
      expect(await feed(accountId, 'message')).toMatchObject([{ text: 'Sorry for the wait.' }]);
      await advance(6 * 24 * 3_600);
      expect((await svc(...words)).code).toBe(11);
    },
  );

  test('INB-19 sends a template by its name when the window is closed, in its own language', async () => {
    const { hear, svc, feed, accountId, api, advance } = await bench();
    const components = [{ type: 'BODY', text: 'Hi {{1}}, order {{2}} has left.' }];
    const template = { accountId, name: 'order_left', category: 'UTILITY', language: 'de', components };
    await api('POST', '/v1/whatsapp/templates', { body: template });
    await hear('Ada Price', 'Hello');
    await advance(25 * 3_600);
    const closed = await svc('inbox', 'reply', 'Ada', 'It left this morning.');
    expect([closed.code, closed.err]).toEqual([3, expect.stringContaining('--send-template NAME')]);
    const words = ['inbox', 'reply', 'Ada', '--send-template', 'order_left', '--value', 'Ada', '--value', 'A-7'];
    const dry = await svc(...words, '--dry-run');
    expect(dry.result['body']).toMatchObject({
      template: { name: 'order_left', language: '<language of order_left>' },
    });
    expect((await svc(...words)).code).toBe(0);
    expect(await feed(accountId, 'message')).toMatchObject([
      { text: 'Hi Ada, order A-7 has left.', to: '15550100399' },
    ]);
    expect((await svc(...words, '--language', 'fr')).code).toBe(3);
  });

  test.each([
    [['--send-template', 'order_left', 'Hello'], 'A template goes without text and files.'],
    [['--send-template', 'order_left', '--message-tag', 'HUMAN_AGENT'], 'A template goes without a tag.'],
    [['Hello', '--value', 'Ada'], '--value belongs to a template.'],
    [['Hello', '--language', 'de'], '--language belongs to a template.'],
    [[], 'A reply needs text, a file with --attachment-url, or a template with --send-template.'],
  ])('%j is refused before anything is sent', async (words, message) => {
    const { svc } = await bench();
    const { code, err } = await svc('inbox', 'reply', 'Ada', ...words);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });

  test('a first or a last name is enough where nobody else has it', async () => {
    const { hear, svc, feed, accountId } = await bench();
    await hear('Ada Price', 'Hello');
    await hear('Ben Price', 'Hello', '15550100398');
    expect((await svc('inbox', 'reply', 'ada', 'Good morning.')).code).toBe(0);
    expect(await feed(accountId, 'message')).toMatchObject([{ to: '15550100399' }]);
    const { code, err } = await svc('inbox', 'reply', 'Price', 'Good morning.');
    expect([code, err]).toMatchObject([2, expect.stringContaining('matches 2 conversations')]);
    await hear('Ada', 'Hello', '15550100397');
    await svc('inbox', 'reply', 'Ada', 'Good evening.');
    expect((await feed(accountId, 'message')).at(-1)).toMatchObject({ to: '15550100397' });
  });

  test('a name that nobody has, that several have, or no text at all is exit 2', async () => {
    const { hear, svc, account, control } = await bench();
    await hear('Ada', 'Hello');
    expect(await svc('inbox', 'reply', 'Zoe', 'Hello')).toMatchObject({ code: 2 });
    expect(await svc('inbox', 'reply', 'Ada')).toMatchObject({ code: 2 });
    const { _id: accountId } = await account('telegram');
    await control('POST', '/_local/inbound', {
      type: 'message',
      accountId,
      participant: { id: '7', name: 'Ada' },
      text: 'x',
    });
    const { code, err } = await svc('inbox', 'reply', 'Ada', 'Hello');
    expect(code).toBe(2);
    expect(err).toMatch(/matches 2 conversations: .*\(Ada, telegram\)/);
  });

  test('a closed window is the refusal of the service, and a dry run sends nothing', async () => {
    const { hear, svc, advance, feed, accountId } = await bench();
    await hear('Ada', 'Hello');
    expect((await svc('inbox', 'reply', 'Ada', 'Hello', '--dry-run')).result).toMatchObject({
      method: 'POST',
      body: { accountId: '<account of Ada>', message: 'Hello' },
    });
    expect(await feed(accountId, 'message')).toEqual([]);
    await advance(86_401);
    const { code, err } = await svc('inbox', 'reply', 'Ada', 'Hello');
    expect([code, err]).toMatchObject([3, expect.stringContaining('TEMPLATE_REQUIRED') as string]);
  });
});

test('svc inbox close puts a conversation away, and reopen brings it back', async () => {
  const { hear, svc } = await bench();
  await hear('Ada', 'Hello');
  const closed = await svc('inbox', 'close', 'Ada');
  expect(closed.result).toMatchObject({ data: { status: 'archived' } });
  expect(closed.err).toBe('Closed the conversation with Ada on WhatsApp.\n');
  expect((await svc('inbox', 'list')).result.conversations).toEqual([]);
  expect((await svc('inbox', 'reopen', 'Ada')).result).toMatchObject({ data: { status: 'active' } });
  expect((await svc('inbox', 'list')).result.conversations).toHaveLength(1);
});

describe('the account of a conversation, a comment or a review', () => {
  test('is found where nobody types it', async () => {
    const { hear, svc, account, control } = await bench();
    const { conversationId } = await hear('Ada', 'Hello');
    const id = String(conversationId);
    expect(await svc('inbox', 'conversations', 'get', id)).toMatchObject({ code: 0, result: { data: { id } } });
    const sent = await svc('inbox', 'conversations', 'messages', 'send', id, '--message', 'Hi');
    expect(sent).toMatchObject({ code: 0, result: { success: true } });
    const { _id: listing } = await account('googlebusiness');
    const review = { type: 'review', accountId: listing, author: { name: 'Ben' }, rating: 5, text: 'Good.' };
    const reviewId = String((await control('POST', '/_local/inbound', review)).body['reviewId']);
    expect(await svc('inbox', 'reviews', 'reply', reviewId, '--message', 'Thank you')).toMatchObject({ code: 0 });
    const { _id: page } = await account('facebook');
    const comment = { type: 'comment', accountId: page, nativeId: '4711', author: { id: '7' }, text: 'Nice' };
    await control('POST', '/_local/inbound', comment);
    expect((await svc('inbox', 'comments', 'reply', '4711', '--message', 'Thanks')).code).toBe(0);
  });

  test('is asked for where no list knows it, and where several have the record', async () => {
    const { svc, account, control } = await bench();
    const unknown = await svc('inbox', 'conversations', 'get', 'f'.repeat(24));
    expect([unknown.code, unknown.err]).toMatchObject([2, expect.stringContaining('account') as string]);
    for (const username of ['one', 'two']) {
      const { _id: accountId } = await account('facebook', { username });
      const comment = { type: 'comment', accountId, nativeId: '4711', author: { id: '7' }, text: 'Nice' };
      await control('POST', '/_local/inbound', comment);
    }
    const { code, err } = await svc('inbox', 'comments', 'reply', '4711', '--message', 'Thanks');
    expect([code, err]).toMatchObject([2, expect.stringContaining('belongs to 2 accounts') as string]);
  });

  test('is a placeholder in a dry run', async () => {
    const { svc } = await bench();
    const id = 'f'.repeat(24);
    const { code, result } = await svc(
      'inbox',
      'conversations',
      'messages',
      'send',
      id,
      '--message',
      'Hi',
      '--dry-run',
    );
    expect([code, result]).toMatchObject([0, { body: { accountId: `<account of ${id}>` } }]);
  });
});
