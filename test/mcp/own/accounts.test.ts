import { expect, test } from 'vitest';
import { startService } from '../../support/service.ts';
import { dataIn, tool } from '../../support/tools.ts';

test('ASM-52 accounts_get gives the one account whole, as the list has it', async () => {
  const service = await startService();
  await service.account('twitter');
  const { _id } = await service.account('bluesky', { username: 'northwind.example' });
  const { accounts } = (await service.api('GET', '/v1/accounts')).body;
  const listed = (accounts as unknown as readonly { readonly _id: string }[]).find((one) => one._id === _id);
  const { text } = await tool(service, 'accounts_get', { account_id: _id });
  expect(dataIn(text)['account']).toEqual(listed);
});

test('accounts_get says that an account is not there', async () => {
  const service = await startService();
  expect(await tool(service, 'accounts_get', { account_id: '64f0a1b2c3d4e5f60123abcd' })).toEqual({
    isError: true,
    text: 'No connected account has this id. accounts_list shows the ids that exist.',
  });
  expect((await tool(service, 'accounts_get')).text).toMatch(/account_id.*Nothing was sent/);
});
