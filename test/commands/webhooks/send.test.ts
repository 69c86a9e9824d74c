import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { signatureOf } from '../../../src/webhooks/sign.ts';
import { startReceiver } from '../../support/receiver.ts';
import { errorIn, svc } from '../../support/svc.ts';
import { temporaryFolder } from '../../support/temp.ts';

const env = { WEBHOOK_SECRET: 'tell nobody' };

test('the bytes arrive as they lie in the file: spaces, order, line end and numbers included', async () => {
  const receiver = await startReceiver();
  const body = '{ "id" : "one", "event":"post.published",\n\t"big": 12345678901234567890, "e": 1.0 }\r\n';
  const path = join(await temporaryFolder(), 'body.json');
  await writeFile(path, body);
  const said = await svc(['webhooks', 'send', path, '--to', receiver.url, '--secret-env', 'WEBHOOK_SECRET'], { env });
  expect(said.code, said.stderr).toBe(0);
  const [arrived] = receiver.arrived;
  expect(arrived?.body.toString()).toBe(body);
  expect(arrived?.headers).toMatchObject({
    'x-service-event': 'post.published',
    'x-service-event-id': 'one',
    'x-service-signature': signatureOf(body, 'tell nobody'),
    'content-length': String(Buffer.byteLength(body)),
  });
});

test('headers of the body give way to those that are said, and further ones go along', async () => {
  const receiver = await startReceiver();
  const argv = [
    'webhooks',
    'send',
    '-',
    '--to',
    receiver.url,
    '--event',
    'post.failed',
    '--id',
    'two',
    '--header',
    'X-Team: a',
  ];
  await svc(argv, { stdin: '{"id":"one","event":"post.published"}' });
  expect(receiver.arrived[0]?.headers).toMatchObject({
    'x-service-event': 'post.failed',
    'x-legacy-event-id': 'two',
    'x-team': 'a',
  });
});

test('the same bytes sent again carry the same id', async () => {
  const receiver = await startReceiver();
  const argv = [
    'webhooks',
    'send',
    '-',
    '--to',
    receiver.url,
    '--event',
    'post.failed',
    '--count',
    '3',
    '-o',
    'ndjson',
  ];
  await svc(argv, { stdin: '{}' });
  expect(new Set(receiver.arrived.map(({ headers }) => headers['x-service-event-id'])).size).toBe(1);
  expect(receiver.arrived).toHaveLength(3);
});

test('bytes that name no event need its name', async () => {
  const said = await svc(['webhooks', 'send', '-', '--to', '3000'], { stdin: '[1]' });
  expect(said.code).toBe(2);
  expect(errorIn(said)).toMatchObject({ param: '--event' });
});
