/** The week of the demo pack: threads that hang together, counts that are those of what is counted, and nothing before its time. */
import { expect, test } from 'vitest';
import { ACCOUNTS } from '../../../src/service/seed/demo-content.ts';
import { CONTACTS, OPINIONS, REMARKS, TALKS } from '../../../src/service/seed/week-content.ts';
import { startService, TEST_NOW, type Json } from '../../support/service.ts';

async function scene() {
  const service = await startService({ seedPack: 'demo' });
  const read = async (path: string, name: string, query: Readonly<Record<string, string>> = {}) =>
    (await service.api('GET', path, { query })).body[name] as unknown as readonly Json[];
  return { ...service, read };
}

test('each conversation of the week reads as it was written, and counts what nobody has read', async () => {
  const { read } = await scene();
  const conversations = await read('/v1/inbox/conversations', 'data', { limit: '100' });
  for (const { person, lines } of TALKS) {
    const one = conversations.find(({ participantName }) => participantName === (person.name as never));
    const [id, accountId] = [String(one?.['id']), String(one?.['accountId'])];
    const messages = await read(`/v1/inbox/conversations/${id}/messages`, 'messages', { accountId });
    const said = lines.flatMap(([, , text]) => text ?? []);
    expect(messages.map(({ message }) => String(message))).toEqual(expect.arrayContaining(said));
    expect(one).toMatchObject({ lastMessage: messages.at(-1)?.['message'] });
    const last = lines.findLastIndex(([, from]) => from !== '<');
    expect(one?.['unreadCount']).toBe(lines.length - 1 - last);
    expect(messages.filter(({ deliveryStatus }) => deliveryStatus === ('failed' as never))).toEqual([]);
    const times = messages.map(({ createdAt }) => Date.parse(String(createdAt)));
    expect(times).toEqual([...times].sort((first, second) => first - second));
  }
});

test('comments and reviews of the week are below what they are about, with their replies', async () => {
  const { read } = await scene();
  for (const { post, text, reply } of REMARKS) {
    const comments = JSON.stringify(await commentsOf(post));
    expect(comments).toContain(text);
    if (reply !== undefined) expect(comments).toContain(reply[1]);
  }
  const reviews = await read('/v1/inbox/reviews', 'data');
  for (const { author, rating, reply } of OPINIONS)
    expect(reviews.find((one) => JSON.stringify(one['reviewer']).includes(author))).toMatchObject({
      rating,
      hasReply: reply !== undefined,
    });

  async function commentsOf(post: string): Promise<readonly Json[]> {
    const posts = await read('/v1/inbox/comments', 'data', { limit: '100' });
    const own = posts.filter((one) => String(one['id']) === post);
    const all = own.map(({ accountId }) =>
      read(`/v1/inbox/comments/${post}`, 'comments', { accountId: String(accountId) }),
    );
    return (await Promise.all(all)).flat();
  }
});

test('the broadcast of the week went to everybody with its tag, and its counts are those of its recipients', async () => {
  const { api, read } = await scene();
  const broadcasts = await read('/v1/broadcasts', 'broadcasts');
  const sent = broadcasts.find(({ name }) => name === ('Beans of the month' as never));
  const { recipients, summary } = (await api('GET', `/v1/broadcasts/${String(sent?.['id'])}/recipients`)).body;
  const names = (recipients as unknown as readonly Json[]).map(({ contactName }) => String(contactName));
  expect(names.sort()).toEqual(['Grace Adeyemi', 'Luca Moretti', 'Mia Berger']);
  expect(sent).toMatchObject({ status: 'completed', recipientCount: names.length, failedCount: 0, readCount: 2 });
  expect(summary).toMatchObject({ total: names.length, failed: 0, pending: 0 });
  const contacts = await read('/v1/contacts', 'contacts', { tag: 'newsletter' });
  expect(contacts.map(({ name }) => String(name)).sort()).toEqual(names);
  expect(CONTACTS.made.every(({ name }) => names.includes(name))).toBe(true);
});

test('what happened in the week is behind the present, in its order', async () => {
  const { events } = await scene();
  const times = (await events()).map(({ timestamp }) => Date.parse(timestamp));
  expect(Math.max(...times)).toBeLessThanOrEqual(TEST_NOW);
  expect(times).toEqual([...times].sort((first, second) => first - second));
  expect(await events('message.received')).toHaveLength(
    TALKS.flatMap(({ lines }) => lines.filter(([, from]) => from === '<')).length + 1,
  );
  expect(await events('message.failed')).toEqual([]);
  expect(await events('account.connected')).toHaveLength(ACCOUNTS.length);
});
