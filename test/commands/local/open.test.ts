import { expect, test } from 'vitest';
import { steered } from '../../support/steered.ts';
import { errorIn } from '../../support/svc.ts';

test('the link opens the console once, at the panel that was named', async () => {
  const { local, url } = await steered();
  const { code, result } = await local('open', 'inbox', '--no-browser');
  expect(code).toBe(0);
  const link = String(result['url']);
  expect(link.startsWith(`${url}/open/`)).toBe(true);
  const entered = await fetch(link, { redirect: 'manual' });
  expect([entered.status, entered.headers.get('location')]).toEqual([303, '/#/inbox']);
  expect((await fetch(link, { redirect: 'manual' })).status).toBe(403);
});

test('a panel that does not exist is refused with those that do', async () => {
  const { local } = await steered();
  const said = await local('open', 'outbox');
  expect([said.code, errorIn(said).message]).toEqual([2, expect.stringContaining('inbox')]);
});
