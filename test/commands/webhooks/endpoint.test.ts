import { expect, test } from 'vitest';
import { startService } from '../../support/service.ts';
import { errorIn, svc, type SvcOptions } from '../../support/svc.ts';
import { temporaryFolder } from '../../support/temp.ts';
import { memoryKeychain } from '../../support/world.ts';

/** A context on a service of its own, with a keychain that can be looked into. */
async function home() {
  const at = await startService();
  const { url } = await at.service.listen({ host: '127.0.0.1', port: 0 });
  const entries = new Map<string, string>();
  const options: SvcOptions = {
    folder: await temporaryFolder(),
    keychain: memoryKeychain(entries),
    env: { SVC_API_KEY: at.service.apiKey, SVC_CONTEXT: 'here' },
  };
  const run = (argv: readonly string[], more: SvcOptions = {}) =>
    svc(argv, { ...options, ...more, env: { ...options.env, ...more.env } });
  await svc(['context', 'create', 'here', '--base-url', url], { ...options, env: {} });
  const stored = async () => (await at.service.desk.store.read.list('webhook', { limit: 10 })).map(({ doc }) => doc);
  return { run, entries, stored };
}

const CREATE = [
  'webhooks',
  'create',
  '--name',
  'builds',
  '--url',
  'https://example.com/hooks',
  '--events',
  'post.published',
];

test('WHK-07 a secret for an endpoint comes by file, environment or keychain, and is none of the flags', async () => {
  const { run, stored } = await home();
  const said = await run([...CREATE, '--secret-env', 'S'], { env: { S: 'tell nobody' } });
  expect(said.code, said.stderr).toBe(0);
  expect(await stored()).toMatchObject([{ name: 'builds', secret: 'tell nobody' }]);
  const [{ _id } = { _id: '' }] = (await stored()) as { _id: string }[];
  await run(['webhooks', 'update', '--id', _id, '--secret-stdin'], { stdin: 'another\n' });
  expect(await stored()).toMatchObject([{ name: 'builds', secret: 'another' }]);
  const flag = await run([...CREATE, '--secret', 'tell everybody']);
  expect(flag.code).toBe(2);
  expect(flag.stderr).toContain('--secret');
});

test('a new secret is made here, kept under the name of the endpoint, and not shown', async () => {
  const { run, entries, stored } = await home();
  const said = await run([...CREATE, '--new-secret']);
  expect(said.code, said.stderr).toBe(0);
  const [secret] = [...entries.values()];
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  expect(await stored()).toMatchObject([{ secret }]);
  expect((await run(['webhooks', 'secret', 'show', 'builds'])).stdout).toBe(`${secret ?? ''}\n`);
  expect(said.stderr).not.toContain(secret);
});

test('a new secret of an endpoint that the service refuses is forgotten', async () => {
  const { run, entries } = await home();
  const said = await run([...CREATE, '--new-secret', '--account-ids', '64f0a1b2c3d4e5f60123dead']);
  expect(said.code).toBe(7);
  expect(entries.size).toBe(0);
});

test('a dry run keeps nothing and shows no secret of the keychain', async () => {
  const { run, entries, stored } = await home();
  expect((await run([...CREATE, '--new-secret', '--dry-run'])).code).toBe(0);
  const given = await run([...CREATE, '--secret-env', 'S', '--dry-run'], { env: { S: 'tell nobody' } });
  expect(JSON.parse(given.stdout)).toMatchObject({ body: { secret: '$WEBHOOK_SECRET' } });
  expect(given.stdout).not.toContain('tell nobody');
  expect(entries.size).toBe(0);
  expect(await stored()).toEqual([]);
});

test('a secret that is given and one that is made cannot be combined', async () => {
  const { run } = await home();
  const said = await run([...CREATE, '--new-secret', '--secret-env', 'S'], { env: { S: 'one' } });
  expect(errorIn(said)).toMatchObject({ param: '--new-secret', exit: 2 });
});

test('EVT-100 an endpoint of its own is advised for analytics.synced', async () => {
  const { run } = await home();
  const mixed = await run([...CREATE, '--events', 'analytics.synced']);
  expect(mixed.code).toBe(0);
  expect(mixed.stderr).toContain('a separate endpoint');
  const alone = await run([
    'webhooks',
    'create',
    '--name',
    'a',
    '--url',
    'https://example.com',
    '--events',
    'analytics.synced',
  ]);
  expect(alone.stderr).not.toContain('a separate endpoint');
});
