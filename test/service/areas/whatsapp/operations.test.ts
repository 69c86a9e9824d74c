/** Settings and lists of WhatsApp accounts that nothing else here changes. */
import { expect, test } from 'vitest';
import { startService } from '../../../support/service.ts';

async function scene() {
  const service = await startService();
  const { _id: accountId } = await service.account('whatsapp');
  const { _id: elsewhere } = await service.account('telegram');
  const read = (path: string, query: Readonly<Record<string, string>>) => service.api('GET', path, { query });
  return { ...service, accountId, elsewhere, read };
}

const USERNAME = '/v1/whatsapp/business-profile/username';
const COMMERCE = '/v1/whatsapp/commerce-settings';

test('what an account shows of its catalog is kept, setting by setting', async () => {
  const { api, accountId, elsewhere, read } = await scene();
  const settings = { isCatalogVisible: true, isCartEnabled: false };
  const changed = await api('PUT', COMMERCE, { body: { accountId, ...settings } });
  expect(changed).toMatchObject({ status: 200, body: { settings } });
  expect((await read(COMMERCE, { accountId })).body).toMatchObject({ settings });
  await api('PUT', COMMERCE, { body: { accountId, isCartEnabled: true } });
  expect((await read(COMMERCE, { accountId })).body).toMatchObject({
    settings: { isCatalogVisible: true, isCartEnabled: true },
  });
  expect(await read(COMMERCE, { accountId: elsewhere })).toMatchObject({
    status: 400,
    body: { code: 'platform_not_supported' },
  });
});

test.each([
  ['Café Müller, Lisbon', ['cafe.muller.lisbon', 'cafe_muller_lisbon', 'cafemullerlisbon']],
  ['Lisbon', ['lisbon']],
  ['The coffee houses by the old harbour', ['thecoffeehousesbytheoldharbour']],
  ['カフェ', []],
])('usernames are suggested from the words of the display name: %s', async (displayName, suggestions) => {
  const { account, api } = await startService();
  const { _id: accountId } = await account('whatsapp', { displayName });
  const read = async () => (await api('GET', `${USERNAME}/suggestions`, { query: { accountId } })).body['suggestions'];
  expect(await read()).toEqual(suggestions);
  const [first] = suggestions;
  if (first === undefined) return;
  await api('POST', USERNAME, { body: { accountId, username: first } });
  expect(await read()).toEqual(suggestions.slice(1));
});

test('a template of the library is found by its name', async () => {
  const { accountId, read } = await scene();
  const path = '/v1/whatsapp/template-library';
  expect((await read(path, { accountId, name: 'delivery_update_1' })).body).toMatchObject({
    template: { name: 'delivery_update_1', category: 'UTILITY', availableLanguages: expect.arrayContaining(['de']) },
  });
  expect((await read(path, { accountId, name: 'no_such_template' })).body).not.toHaveProperty('template.name');
});
