/** Whose account nobody has to type: the platform that the build gives a command, and what svc makes of it against the real local service. */
import { expect, test } from 'vitest';
import { run } from '../../src/main.ts';
import { openCatalog } from '../../src/catalog/catalog.ts';
import { startService, type Json } from '../support/service.ts';
import { ROOT } from '../support/process.ts';
import { testWorld } from '../support/world.ts';

const catalog = openCatalog(`${ROOT}/dist/cards`);

async function bench() {
  const service = await startService();
  const { url } = await service.service.listen({ host: '127.0.0.1', port: 0 });
  const env = { SVC_BASE_URL: url, SVC_API_KEY: service.service.apiKey };
  const svc = async (...argv: readonly string[]) => {
    const { world, out, err } = testWorld({ argv: [...argv, '-o', 'json'], env });
    const code = await run(world);
    return { code, err: err(), result: (out() === '' ? {} : JSON.parse(out())) as Json };
  };
  return { ...service, svc };
}

test.each([
  ['getWhatsAppTemplates', 'whatsapp'],
  ['followUser', 'twitter'],
  ['listDiscordGuildRoles', 'discord'],
])('%s needs an account on %s', (id, platform) => {
  expect(catalog.card(id).command.platform).toBe(platform);
});

test.each([
  ['an account is no must', 'listPosts'],
  ['accounts of several platforms have such records', 'listAds'],
  ['a list has the account of the record', 'getInboxConversation'],
])('no platform is given where %s', (_, id) => {
  expect(catalog.card(id).command.platform).toBeUndefined();
});

test('the only account on the platform is taken, in a query and in a body, and for names that are looked up', async () => {
  const { account, api, svc, feed } = await bench();
  const { _id: accountId } = await account('whatsapp', { username: '+15550100200' });
  await account('telegram', { username: 'shop' });
  const components = [{ type: 'BODY', text: 'It has left.' }];
  const template = { accountId, name: 'order_left', category: 'UTILITY', language: 'de', components };
  await api('POST', '/v1/whatsapp/templates', { body: template });
  expect((await svc('whatsapp', 'templates', 'list')).result.templates).toMatchObject([{ name: 'order_left' }]);
  expect((await svc('whatsapp', 'templates', 'get', 'order_left')).code).toBe(0);
  const x = await account('twitter', { username: 'shop' });
  expect((await svc('twitter', 'follow', '--target-user-id', '2244994945')).code).toBe(0);
  expect(await feed(x._id, 'follow')).toHaveLength(1);
});

test('none or several are exit 2, and nothing is sent', async () => {
  const { account, svc, control } = await bench();
  const words = ['twitter', 'follow', '--target-user-id', '2244994945'];
  const none = await svc(...words);
  expect([none.code, none.err]).toEqual([2, expect.stringContaining('--account-id twitter matches no account')]);
  await account('twitter', { username: 'shop' });
  await account('twitter', { username: 'press' });
  const several = await svc(...words);
  expect(several.code).toBe(2);
  for (const name of ['shop', 'press']) expect(several.err).toContain(name);
  const { body } = await control('GET', '/_local/requests');
  expect(JSON.stringify(body)).not.toContain('/v1/twitter/follow');
  expect((await svc(...words, '--account-id', 'press')).code).toBe(0);
});

test('a dry run looks nothing up', async () => {
  const { svc } = await bench();
  const { code, result } = await svc('twitter', 'follow', '--target-user-id', '2244994945', '--dry-run');
  expect([code, result['body']]).toMatchObject([0, { accountId: '<account twitter>' }]);
});
