import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isUuid } from '../../../src/kernel/ids.ts';
import { problemsOf } from '../../../src/schema/problems.ts';
import { verify } from '../../../src/webhooks/verify.ts';
import { catalog } from '../../client/cards.ts';
import { startReceiver, type Arrived } from '../../support/receiver.ts';
import { errorIn, svc, type SvcOptions } from '../../support/svc.ts';
import { temporaryFolder } from '../../support/temp.ts';

const env = { WEBHOOK_SECRET: 'tell nobody' };
const SIGNED = ['--secret-env', 'WEBHOOK_SECRET'];
const { schemas } = catalog.file('events');
const { events } = catalog.index();
const samples = catalog.samples();

const trigger = (words: readonly string[], more: SvcOptions = {}) =>
  svc(['webhooks', 'trigger', ...words], { env, ...more });

const isGenuine = ({ body, rawHeaders }: Arrived): boolean =>
  verify({ body, headers: rawHeaders }, { secret: 'tell nobody' }).ok;

test('every event of the catalogue arrives signed, valid against its schema, under its own name', async () => {
  const receiver = await startReceiver();
  for (const event of events) {
    const said = await trigger([event, '--to', receiver.url, ...SIGNED]);
    expect(said.code, said.stderr).toBe(0);
    const arrived = receiver.arrived.at(-1) as Arrived;
    expect(isGenuine(arrived), event).toBe(true);
    expect(problemsOf(schemas[event] ?? {}, arrived.payload, schemas), event).toEqual([]);
    expect(arrived.payload).toMatchObject(samples[event] ?? {});
    expect(arrived.payload.event).toBe(event);
    expect(arrived.headers['x-service-event']).toBe(event);
    expect(arrived.headers['x-service-event-id']).toBe(arrived.payload.id);
    expect(isUuid(arrived.payload.id)).toBe(true);
  }
  expect(new Set(receiver.arrived.map(({ payload }) => payload.id)).size).toBe(events.length);
});

test('what was sent and what came of it is the result', async () => {
  const receiver = await startReceiver();
  receiver.answer((_, response) => response.writeHead(202).end('queued'));
  const { stdout } = await trigger(['post.published', '--to', receiver.url, ...SIGNED]);
  expect(JSON.parse(stdout)).toMatchObject({
    event: 'post.published',
    signed: true,
    taken: true,
    status: 202,
    answer: 'queued',
    error: null,
    payload: receiver.arrived[0]?.payload,
    headers: { 'X-Service-Event': 'post.published' },
  });
});

test('on a terminal one sees headers, body and answer', async () => {
  const receiver = await startReceiver();
  const { stdout } = await trigger(['post.published', '--to', receiver.url, ...SIGNED], { terminal: 200 });
  expect(stdout).toContain('X-Service-Signature: ');
  expect(stdout).toContain('"event": "post.published"');
  expect(stdout).toMatch(/200 in \d+ ms\nok\n$/);
});

test('fields are changed with the types that they have, nested ones and lists included', async () => {
  const receiver = await startReceiver();
  const sets = ['post.content=123', 'post.platforms[0].accountId=64f0a1b2c3d4e5f60123abce', 'post.metadata={"a":1}'];
  const said = await trigger(['post.published', '--to', receiver.url, ...sets.flatMap((set) => ['--set', set])]);
  expect(said.code, said.stderr).toBe(0);
  expect(receiver.arrived[0]?.payload).toMatchObject({
    post: { content: '123', platforms: [{ accountId: '64f0a1b2c3d4e5f60123abce' }], metadata: { a: 1 } },
  });
});

test("a payload of one's own takes the place of the made one", async () => {
  const receiver = await startReceiver();
  const path = join(await temporaryFolder(), 'payload.yaml');
  await writeFile(path, 'message: It works\nid: 3f2504e0-4f89-41d3-9a0c-0305e82c3301\n');
  const said = await trigger(['webhook.test', '--data', path, '--to', receiver.url]);
  expect(said.code, said.stderr).toBe(0);
  const [arrived] = receiver.arrived;
  expect(arrived?.body.toString()).toBe(
    '{"id":"3f2504e0-4f89-41d3-9a0c-0305e82c3301","event":"webhook.test","timestamp":"2026-01-05T09:00:00.000Z","message":"It works"}',
  );
});

test('without a secret the delivery carries no signature, which is said', async () => {
  const receiver = await startReceiver();
  const { stderr } = await trigger(['post.published', '--to', receiver.url]);
  expect(stderr).toContain('Sent unsigned');
  expect(Object.keys(receiver.arrived[0]?.headers ?? {}).filter((name) => name.endsWith('signature'))).toEqual([]);
});

test('the prefix of the context is that of the headers', async () => {
  const receiver = await startReceiver();
  const folder = await temporaryFolder();
  await svc(['context', 'create', 'here', '--base-url', 'https://api.example.com'], { folder });
  await svc(['config', 'set', 'headerPrefix', 'X-Acme', '--context', 'here'], { folder });
  await trigger(['post.published', '--to', receiver.url, '--context', 'here'], { folder });
  expect(receiver.arrived[0]?.headers).toMatchObject({
    'x-acme-event': 'post.published',
    'x-legacy-event': 'post.published',
    'user-agent': 'Acme-Webhooks/1.0',
  });
});

test('several go out side by side, each with an id of its own, a record each', async () => {
  const receiver = await startReceiver();
  const argv = ['post.failed', '--to', receiver.url, '--count', '20', '--concurrency', '5', '-o', 'ndjson', ...SIGNED];
  const { stdout, code } = await trigger(argv);
  expect(code).toBe(0);
  const lines = stdout.trimEnd().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { status: number }).status)).toEqual(Array(20).fill(200));
  expect(new Set(receiver.arrived.map(({ payload }) => payload.id)).size).toBe(20);
  expect(receiver.arrived.every(isGenuine)).toBe(true);
});

describe('what goes wrong at the endpoint', () => {
  test.each([[500], [404], [302]])('%i is exit 3, with the answer in the result', async (status) => {
    const receiver = await startReceiver();
    receiver.answer(status);
    const said = await trigger(['post.published', '--to', receiver.url]);
    expect(said.code).toBe(3);
    expect(errorIn(said)).toMatchObject({ code: 'endpoint_refused', exit: 3 });
    expect(JSON.parse(said.stdout)).toMatchObject({ status, taken: false });
    expect(receiver.arrived).toHaveLength(1);
  });

  test('one that wants a signature and got none is told with what to do', async () => {
    const receiver = await startReceiver();
    receiver.answer(401);
    expect(errorIn(await trigger(['post.published', '--to', receiver.url]))['hint']).toContain('--secret-file');
    expect(errorIn(await trigger(['post.published', '--to', receiver.url, ...SIGNED]))['hint']).toBeUndefined();
  });

  test('no answer in time is exit 13', async () => {
    const receiver = await startReceiver();
    receiver.answer('hang');
    const said = await trigger(['post.published', '--to', receiver.url, '--timeout', '50ms']);
    expect(said.code).toBe(13);
    expect(errorIn(said)).toMatchObject({ code: 'network' });
    expect(JSON.parse(said.stdout)).toMatchObject({ status: null, taken: false, error: 'No response within 0.05 s.' });
  });

  test('nobody there is exit 13', async () => {
    const receiver = await startReceiver();
    await receiver.close();
    expect((await trigger(['post.published', '--to', receiver.url])).code).toBe(13);
  });

  test('of many, those that failed are counted in the failure', async () => {
    const receiver = await startReceiver();
    receiver.answer(200, 500, 500, 200);
    const said = await trigger(['post.published', '--to', receiver.url, '--count', '4', '-o', 'ndjson']);
    expect(said.code).toBe(3);
    expect(errorIn(said)['message']).toContain('2 events were not accepted');
    expect(said.stdout.trimEnd().split('\n')).toHaveLength(4);
  });
});

test('a dry run shows the delivery and sends nothing', async () => {
  const receiver = await startReceiver();
  const { stdout, code } = await trigger(['post.published', '--to', receiver.url, '--dry-run', ...SIGNED]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ dryRun: true, url: receiver.url, payload: { event: 'post.published' } });
  expect(receiver.arrived).toHaveLength(0);
});

test('what does not fit the schema is refused before anything is sent, and sent with --no-validate', async () => {
  const receiver = await startReceiver();
  const argv = ['post.platform.failed', '--to', receiver.url, '--set', 'platform.status=exploded'];
  const said = await trigger(argv);
  expect(said.code).toBe(2);
  expect(errorIn(said)).toMatchObject({ code: 'validation', param: 'platform.status' });
  expect(receiver.arrived).toHaveLength(0);
  expect((await trigger([...argv, '--no-validate'])).code).toBe(0);
  expect(receiver.arrived[0]?.payload).toMatchObject({ platform: { status: 'exploded' } });
});

test.each([
  [['post.publishd', '--to', '3000'], { hint: 'Did you mean post.published?' }],
  [['post.published', '--to', 'ftp://example.com'], { param: '--to' }],
  [['post.published', '--to', 'http://'], { param: '--to' }],
  [['post.published', '--to', '3000', '--header', 'X-A: a\r\nX-Service-Event: b'], { param: '--header' }],
  [['post.published', '--to', '3000', '--header', 'x-service-signature: 00'], { param: '--header' }],
  [['post.published', '--to', '3000', '--header', 'nothing'], { param: '--header' }],
  [['post.published', '--to', '3000', '--count', '0'], { param: '--count' }],
  [['post.published', '--to', '3000', '--concurrency', '1000'], { param: '--concurrency' }],
  [['post.published', '--to', '3000', '--set', 'no assignment'], { param: '--set' }],
])('refused before anything is sent: %j', async (words, error) => {
  const said = await trigger(words);
  expect(said.code).toBe(2);
  expect(errorIn(said)).toMatchObject(error);
});
