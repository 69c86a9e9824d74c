/** What WhatsApp charges for messages: by category and country, when they arrive. */
import { expect, test } from 'vitest';
import { startService } from '../../../support/service.ts';

const GERMAN = '4915112345678';
const AMERICAN = '12025550178';

async function scene() {
  const service = await startService();
  const { _id: accountId } = await service.account('whatsapp');
  const { api, control, advance, events } = service;
  for (const category of ['MARKETING', 'UTILITY', 'AUTHENTICATION']) {
    const components = [{ type: 'body', text: 'Good news.' }];
    const body = { accountId, name: category.toLowerCase(), category, language: 'en_US', components };
    await api('POST', '/v1/whatsapp/templates', { body });
  }
  await advance(600);
  return {
    ...service,
    accountId,
    write: (id: string) => control('POST', '/_local/inbound', { type: 'message', accountId, participant: { id } }),
    send: async (participantId: string, more: object) => {
      const answer = await api('POST', '/v1/inbox/conversations', { body: { accountId, participantId, ...more } });
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
      return String(answer.body['data']?.['messageId']);
    },
    template: (templateName: string) => ({ templateName, templateLanguage: 'en_US' }),
    prices: async () =>
      (await control('GET', '/_local/prices')).body['prices'] as unknown as Readonly<Record<string, number>>,
    said: async () => (await events('message.delivered')).map(({ payload }) => payload['pricing']),
    read: async (query: Readonly<Record<string, string>> = {}) =>
      (await api('GET', '/v1/whatsapp/pricing-analytics', { query: { accountId, ...query } })).body,
  };
}

test('WAP-05 EVT-58 messages are priced by category and country as they arrive, and add up', async () => {
  const { send, template, advance, prices, said, read } = await scene();
  expect(await read()).toEqual({ totals: { messages: 0, billable: 0, categories: {}, cost: 0 }, days: [] });
  await send(GERMAN, template('marketing'));
  await send(AMERICAN, template('marketing'));
  expect(await read()).toMatchObject({ totals: { messages: 2, billable: 0, cost: 0 } });
  await advance(5);
  const regular = { billable: true, pricingModel: 'PMP', category: 'marketing', type: 'regular' };
  expect(await said()).toEqual([regular, regular]);
  await advance(86_400);
  await send(AMERICAN, template('authentication'));
  await advance(5);
  const table = await prices();
  const first = Number(table['whatsapp.marketing.DE']) + Number(table['whatsapp.marketing.US']);
  const second = Number(table['whatsapp.authentication.US']);
  expect([first, second]).toEqual([0.135, 0.004]);
  expect(await read()).toEqual({
    totals: { messages: 3, billable: 3, categories: { marketing: 2, authentication: 1 }, cost: 0.139 },
    days: [
      { date: '2026-01-05', messages: 2, billable: 2, categories: { marketing: 2 }, cost: first },
      { date: '2026-01-06', messages: 1, billable: 1, categories: { authentication: 1 }, cost: second },
    ],
  });
  expect(await read({ fromDate: '2026-01-06' })).toMatchObject({ totals: { messages: 1, cost: second } });
  expect(await read({ toDate: '2026-01-04' })).toMatchObject({ totals: { messages: 0 } });
});

test('WAP-05 a template of two languages is priced by the category of the language that was sent', async () => {
  const { api, accountId, send, advance, said } = await scene();
  const components = [{ type: 'body', text: 'Gute Nachrichten.' }];
  const german = { accountId, name: 'marketing', category: 'UTILITY', language: 'de', components };
  await api('POST', '/v1/whatsapp/templates', { body: german });
  await advance(600);
  await send(GERMAN, { templateName: 'marketing', templateLanguage: 'de' });
  await send(GERMAN, { templateName: 'marketing', templateLanguage: 'en_US' });
  await advance(5);
  expect((await said()).map((one) => one?.['category'])).toEqual(['utility', 'marketing']);
});

test('WAP-05 answers cost nothing, and neither do notices within a day of what the person wrote', async () => {
  const { write, send, template, advance, said, read } = await scene();
  await write(GERMAN);
  await send(GERMAN, { message: 'Good morning' });
  await send(GERMAN, template('utility'));
  await send(GERMAN, template('marketing'));
  await advance(86_401);
  await send(GERMAN, template('utility'));
  await advance(5);
  expect((await said()).map((one) => [one?.['category'], one?.['billable'], one?.['type']])).toEqual([
    ['service', false, 'free_customer_service'],
    ['utility', false, 'free_customer_service'],
    ['marketing', true, 'regular'],
    ['utility', true, 'regular'],
  ]);
  expect(await read()).toMatchObject({
    totals: { messages: 4, billable: 2, categories: { service: 1, utility: 2, marketing: 1 }, cost: 0.165 },
  });
});

test('a message that does not arrive costs nothing, and the network may say another price', async () => {
  const { accountId, control, send, template, advance, read } = await scene();
  const [lost, other] = [await send(GERMAN, template('marketing')), await send(AMERICAN, template('marketing'))];
  const tell = (messageId: string, more: object) =>
    control('POST', '/_local/inbound', { type: 'message_status', accountId, messageId, ...more });
  await tell(lost, { status: 'failed' });
  expect((await tell(other, { status: 'delivered', pricing: { billable: true, category: 'utility' } })).status).toBe(
    201,
  );
  await advance(5);
  expect(await read()).toMatchObject({ totals: { messages: 2, billable: 1, categories: { utility: 1 }, cost: 0.004 } });
});

test('a country without a price of its own has that of all others, and a span runs forwards', async () => {
  const { send, template, advance, prices, read } = await scene();
  await send('81312345678', template('marketing'));
  await advance(5);
  expect(await read()).toMatchObject({ totals: { cost: (await prices())['whatsapp.marketing.other'] } });
  expect(await read({ fromDate: '2026-01-06', toDate: '2026-01-05' })).toMatchObject({ param: 'fromDate' });
});

test('WAP-05 ASM-50 without dates the last thirty days are counted, today among them', async () => {
  const { send, template, advance, read } = await scene();
  await send(GERMAN, template('marketing'));
  await advance(29 * 86_400);
  expect(await read()).toMatchObject({ totals: { messages: 1 } });
  await advance(86_400);
  expect(await read()).toMatchObject({ totals: { messages: 0 } });
  expect(await read({ fromDate: '2026-01-05' })).toMatchObject({ totals: { messages: 1 } });
  expect(await read({ fromDate: '2026-01-05', toDate: '2026-01-05' })).toMatchObject({ totals: { messages: 1 } });
});
