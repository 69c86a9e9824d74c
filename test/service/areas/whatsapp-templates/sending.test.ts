/** A template from its submission to its appeal, and what a message must give it. */
import { expect, test } from 'vitest';
import { submitting } from './submitted.ts';

async function sending(components?: readonly object[]) {
  const at = await submitting();
  const id = await at.submitted(components === undefined ? {} : { components });
  const begin = (more: object = {}) => {
    const body = { accountId: at.accountId, participantId: '4915112345678', templateName: 'hours', ...more };
    return at.api('POST', '/v1/inbox/conversations', { body: { ...body, templateLanguage: 'en_US' } });
  };
  return {
    ...at,
    id,
    begin,
  };
}

test('ASM-18 ASM-55 WAP-01 a template is sent while it is approved: not before, paused or disabled, but after its appeal', async () => {
  const { begin, advance, tell, statuses, feed, accountId, api, query } = await sending();
  const refused = { status: 400, body: { code: 'TEMPLATE_REQUIRED' } };
  expect(await begin()).toMatchObject(refused);
  await advance(600);
  expect((await begin()).status).toBeLessThan(300);
  await tell({ status: 'PAUSED', reason: 'Low quality' });
  expect(await begin()).toMatchObject(refused);
  await tell({ status: 'APPROVED' });
  expect((await begin()).status).toBeLessThan(300);
  await tell({ status: 'DISABLED', reason: 'Low quality' });
  expect(await begin()).toMatchObject(refused);
  await tell({ status: 'IN_APPEAL' });
  expect(await begin()).toMatchObject(refused);
  await advance(600);
  expect((await begin()).status).toBeLessThan(300);
  const order = ['PENDING', 'APPROVED', 'PAUSED', 'APPROVED', 'DISABLED', 'IN_APPEAL', 'APPROVED'];
  expect((await statuses()).map(([, status]) => status)).toEqual(order);
  const sent = await feed(accountId, 'message');
  expect(sent.map(({ text }) => text)).toEqual(Array(3).fill('We are open.'));
  await advance(5);
  const { totals } = (await api('GET', '/v1/whatsapp/pricing-analytics', { query })).body;
  expect(totals).toEqual({ messages: 3, billable: 3, categories: { utility: 3 }, cost: 0.165 });
});

test('ASM-55 an unknown template is INVALID_TEMPLATE_PARAMS', async () => {
  const { begin } = await sending();
  expect(await begin({ templateName: 'nothing' })).toMatchObject({
    status: 400,
    body: { code: 'INVALID_TEMPLATE_PARAMS' },
  });
});

test('INB-35 values go to the placeholders of their numbers, one for each', async () => {
  const { begin, advance, feed, accountId } = await sending([{ type: 'body', text: '{{2}} is ready, {{1}}.' }]);
  await advance(600);
  for (const templateParams of [[], ['Ana'], ['Ana', 'Order 7', 'more'], ['Ana', '']])
    expect(await begin({ templateParams })).toMatchObject({ status: 400, body: { code: 'INVALID_TEMPLATE_PARAMS' } });
  expect((await begin({ templateParams: ['Ana', 'Order 7'] })).status).toBeLessThan(300);
  expect(await feed(accountId, 'message')).toMatchObject([{ text: 'Order 7 is ready, Ana.' }]);
});
