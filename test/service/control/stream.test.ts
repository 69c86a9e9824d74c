import { expect, test } from 'vitest';
import { letIn } from '../console/let-in.ts';

/** Reads messages of the stream until `isEnough`. */
async function readUntil(
  { url, cookie }: { url: string; cookie: string },
  isEnough: (text: string) => boolean,
  act: () => Promise<unknown>,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const end = new AbortController();
  const answer = await fetch(`${url}/_local/stream`, {
    headers: { cookie, 'sec-fetch-site': 'same-origin', ...headers },
    signal: end.signal,
  });
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  let text = '';
  let hasActed = false;
  while (!isEnough(text)) {
    const { value, done } = await reader.read();
    if (done) break;
    text += new TextDecoder().decode(value);
    if (!hasActed) await act();
    hasActed = true;
  }
  end.abort();
  return text;
}

test('a call is seen with what it changed, after its commit, and only once', async () => {
  const console = await letIn();
  const account = await console.account('twitter');
  const text = await readUntil(
    console,
    (seen) => seen.includes('event: request'),
    () =>
      console.api('POST', '/v1/posts', {
        body: {
          content: 'Hello',
          scheduledFor: '2026-01-06T09:00:00Z',
          platforms: [{ platform: 'twitter', accountId: account._id }],
        },
      }),
  );
  for (const words of ['"of":"post"', '"kind":"post.scheduled"', '"of":"work"', '"operation":"createPost"'])
    expect(text).toContain(words);
  expect(text.match(/"of":"post"/g)).toHaveLength(1);
});

test('a refused call changes nothing, and what the console reads is not seen at all', async () => {
  const console = await letIn();
  const headers = { cookie: console.cookie, 'sec-fetch-site': 'same-origin' };
  const text = await readUntil(
    console,
    (seen) => seen.includes('event: request'),
    async () => {
      await fetch(`${console.url}/v1/posts`, { headers });
      await console.api('POST', '/v1/posts', { body: { platforms: 'all' } });
    },
  );
  expect(text).not.toContain('"method":"GET"');
  expect(text).not.toContain('event: change');
});

test('the clock is seen as it moves, and a reset as a replacement of everything', async () => {
  const console = await letIn();
  const text = await readUntil(
    console,
    (seen) => seen.includes('event: replaced'),
    async () => {
      await console.advance(60);
      await console.control('POST', '/_local/reset', {});
    },
  );
  expect(text).toContain('"now":"2026-01-05T09:01:00.000Z"');
});

test('a reader that reconnects gets what it missed', async () => {
  const console = await letIn();
  const first = await readUntil(
    console,
    (seen) => seen.includes('event: clock'),
    () => console.advance(60),
  );
  const [, id = ''] = /id: (\S+)\nevent: clock/.exec(first) ?? [];
  await console.advance(60);
  const later = await readUntil(
    console,
    (seen) => seen.includes('09:02:00'),
    async () => undefined,
    { 'last-event-id': id },
  );
  expect(later).toContain('"now":"2026-01-05T09:02:00.000Z"');
  expect(later).not.toContain('09:01:00');
});

test('the service closes while somebody reads', async () => {
  const console = await letIn();
  const answer = await fetch(`${console.url}/_local/stream`, {
    headers: { cookie: console.cookie, 'sec-fetch-site': 'same-origin' },
  });
  await console.close();
  expect(await answer.text()).toContain('retry:');
});

test('without key or cookie there is no stream', async () => {
  const { url } = await letIn();
  expect((await fetch(`${url}/_local/stream`)).status).toBe(401);
});
