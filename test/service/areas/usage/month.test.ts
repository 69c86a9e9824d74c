/** One month of everything that has a price, on the clock: the bill is the sum of what happened, to the cent, wherever it is shown. */
import { expect, test } from 'vitest';
import { PRICES, usdOf } from '../../../../src/service/areas/usage/offers.ts';
import { svc } from '../../../support/svc.ts';
import { startService, type Json } from '../../../support/service.ts';
import { registrationOf } from '../sms/registration.ts';

const DAY = 86_400;
const PERSON = '+12025550177';

/** In millionths of a dollar, one entry for each thing that happened, written down as it happens. */
interface Entry {
  readonly product: 'accounts' | 'numbers' | 'calls' | 'sms' | 'dlc' | 'xApi' | 'other';
  readonly micros: number;
}

async function month() {
  const service = await startService();
  const { api, advance, account } = service;
  const entries: Entry[] = [];
  const note = (product: Entry['product'], micros: number, times = 1): void => {
    for (let time = 0; time < times; time += 1) entries.push({ product, micros });
  };
  const post = async (path: string, body: object = {}) => {
    const answer = await api('POST', path, { body });
    expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300);
    return answer.body;
  };
  const cents = async () => (await api('GET', '/v1/billing')).body['balance']?.['accruedThisPeriodCents'];
  const sum = (product?: Entry['product']) =>
    entries
      .filter((one) => product === undefined || one.product === product)
      .reduce((all, { micros }) => all + micros, 0);
  return { ...service, account, advance, entries, note, post, cents, sum };
}

test('LOG-02 LOG-03 the bill of a month with everything in it is the sum of its events, to the cent', async () => {
  const { account, advance, api, cents, control, events, note, post, profileId, service, sum } = await month();
  const profile = await profileId();

  // Day 1 (5 January): six accounts, two of them free; two numbers.
  const x = await account('twitter');
  await account('bluesky');
  const third = await account('threads');
  await account('telegram');
  const whatsapp = await account('whatsapp', { username: '+15550100201' });
  const texts = await account('sms', { username: '+15550100200' });
  const buy = async () =>
    (await post('/v1/phone-numbers/purchase', { profileId: profile, country: 'US', allowMultiple: true }))[
      'phoneNumber'
    ];
  const [kept, returned] = [await buy(), await buy()];
  await control('POST', '/_local/inbound', { type: 'number_status', numberId: kept?.['id'], status: 'activated' });
  await post(`/v1/phone-numbers/${String(kept?.['id'])}/voice`, {});
  const numbers = (await api('GET', '/v1/whatsapp/phone-numbers')).body['numbers'] as unknown as Json[];
  expect(numbers.map(({ monthlyCents }) => monthlyCents)).toEqual([300, 300]);

  const publish = (content: string) =>
    post('/v1/posts', { content, publishNow: true, platforms: [{ platform: 'twitter', accountId: x._id }] });
  const { post: taken } = await publish('one');
  await publish('two');
  note('xApi', 10_000, 2);

  // Day 4: texts and codes, one of them sent again.
  await advance(3 * DAY);
  for (const text of ['Ready.', 'Still ready.', 'Closed.'])
    await post('/v1/sms/messages', { from: texts['username'], to: PERSON, text });
  note('sms', 10_000, 3);
  await control('POST', '/_local/inbound', { type: 'sms', to: texts['username'], from: PERSON, text: 'Thanks' });
  const conversations = (await api('GET', '/v1/inbox/conversations')).body['data'] as unknown as Json[];
  await post(`/v1/inbox/conversations/${String(conversations[0]?.['id'])}/messages`, {
    accountId: texts._id,
    message: 'You are welcome.',
  });
  note('sms', 10_000);
  // One goes out tomorrow; one never does, and one does not arrive.
  const later = { from: texts['username'], to: PERSON, text: 'Open again.', sendAt: '2026-01-09T08:00:00Z' };
  await post('/v1/sms/messages', later);
  note('sms', 10_000);
  await post('/v1/sms/messages', { ...later, sendAt: '2026-03-01T08:00:00Z' });
  const { id: messageId } = await post('/v1/sms/messages', { ...later, sendAt: undefined });
  const lost = { type: 'message_status', accountId: texts._id, messageId, status: 'failed' };
  expect((await control('POST', '/_local/inbound', lost)).status).toBe(201);
  for (const to of [PERSON, PERSON, '+12025550178']) await post('/v1/verify/verifications', { channel: 'sms', to });
  note('other', 10_000, 3);

  // A registration for 10DLC, which is given up later, and one for a toll-free number, which costs nothing; WhatsApp bills by itself.
  const registered = await post('/v1/sms/registrations', registrationOf([String(kept?.['phoneNumber'])]));
  await post('/v1/sms/registrations', { registrationType: 'toll_free', phoneNumbers: ['+18005550100'] });
  note('dlc', 15_000_000);
  await control('POST', '/_local/inbound', {
    ...{ type: 'message_status', accountId: whatsapp._id, platformMessageId: 'wamid', status: 'delivered' },
    ...{ participant: { id: '49151' }, pricing: { billable: true, category: 'marketing' } },
  });

  // Day 6: calls of 90 and of 60 seconds; one that fails costs nothing.
  await advance(2 * DAY);
  const RECORDED = { recordOverride: true, transcribeOverride: true };
  for (const [seconds, more, minute] of [
    [90, {}, 6_000],
    [60, {}, 6_000],
    [61, RECORDED, 6_000 + 4_000 + 30_000],
  ] as const) {
    const { callId } = await post('/v1/voice/calls', { fromNumber: kept?.['phoneNumber'], to: PERSON, ...more });
    await control('POST', `/_local/calls/${String(callId)}`, { action: 'answer' });
    await advance(seconds);
    await post(`/v1/voice/calls/${String(callId)}/end`);
    note('calls', minute, Math.ceil(seconds / 60));
  }
  const failed = await post('/v1/voice/calls', { fromNumber: kept?.['phoneNumber'], to: PERSON });
  await control('POST', '/_local/inbound', { type: 'call', callId: failed['callId'], stage: 'failed', reason: 'busy' });
  const ended = await events('call.ended');
  const told = ended.reduce((all, { payload }) => all + Number(payload['call']?.['billing']?.['totalCostUSD']), 0);
  expect(told).toBeCloseTo(usdOf(sum('calls')), 9);

  // Day 11: one number goes back, one account goes, and a post of X is taken down: what they cost stays.
  await advance(5 * DAY);
  expect((await api('DELETE', `/v1/phone-numbers/${String(returned?.['id'])}`)).status).toBe(200);
  expect((await api('DELETE', `/v1/accounts/${third._id}`)).status).toBe(200);
  expect((await api('DELETE', `/v1/sms/registrations/${String(registered['registrationId'])}`)).status).toBe(200);
  await post(`/v1/posts/${String(taken?.['_id'])}/unpublish`, { platform: 'twitter' });
  note('numbers', 100_000, 11);
  note('accounts', 200_000, 11);

  // The last hour of the period, 4 February: 31 days of the rest.
  await advance(20 * DAY + 12 * 3_600);
  note('numbers', 100_000, 31);
  note('accounts', 200_000, 3 * 31);

  const [billing, usage] = [(await api('GET', '/v1/billing')).body, (await api('GET', '/v1/usage')).body];
  expect(billing['period']).toMatchObject({ start: '2026-01-05T00:00:00.000Z', end: '2026-02-05T00:00:00.000Z' });
  const whole = Math.round(sum() / 10_000);
  expect([await cents(), usage['spend']?.['currentPeriodCents']]).toEqual([whole, whole]);
  expect([billing['caps']?.['xSpendUsedCents'], usage['spend']?.['xSpendCents']]).toEqual([2, 2]);
  for (const granularity of ['day', 'month', 'total']) {
    const { totals, days, lineItems } = (await api('GET', '/v1/usage', { query: { range: 'cycle', granularity } }))
      .body;
    for (const product of ['accounts', 'numbers', 'calls', 'sms', 'dlc', 'xApi', 'other'] as const) {
      expect(totals?.[product], product).toBe(usdOf(sum(product)));
      const rows = days as unknown as Json[];
      expect(rows.reduce((all, row) => all + Number(row[product]), 0)).toBeCloseTo(usdOf(sum(product)), 9);
    }
    expect(totals?.['total']).toBe(usdOf(sum()));
    const items = lineItems as unknown as Json[];
    expect(items.reduce((all, { totalUsd }) => all + Number(totalUsd), 0)).toBeCloseTo(usdOf(sum()), 9);
  }
  for (const groupBy of ['profile', 'account']) {
    const { attribution } = (await api('GET', '/v1/usage', { query: { range: 'cycle', groupBy } })).body;
    const slices = [...(attribution?.['groups'] as unknown as Json[]), attribution?.['unattributed']];
    expect(slices.reduce((all, slice) => all + Number(slice?.['totalUsd']), 0)).toBeCloseTo(usdOf(sum()), 9);
  }
  const calls = (await api('GET', '/v1/usage/calls', { query: { since: '2026-01-05T00:00:00Z' } })).body;
  expect(calls['totals']).toMatchObject({ answered: expect.any(Number), minutes: 5, billableUSD: usdOf(sum('calls')) });
  const sms = (await api('GET', '/v1/usage/sms', { query: { since: '2026-01-05T00:00:00Z' } })).body;
  expect(Number(sms['totals']?.['sent']) * PRICES.text).toBe(sum('sms'));

  const { url } = await service.listen({ host: '127.0.0.1', port: 0 });
  const env = { SVC_BASE_URL: url, SVC_API_KEY: service.apiKey };
  const said = async (...words: string[]) => JSON.parse((await svc([...words, '-o', 'json'], { env })).stdout) as Json;
  expect((await said('usage', 'billing'))['balance']?.['accruedThisPeriodCents']).toBe(whole);
  expect((await said('usage', 'get'))['spend']?.['currentPeriodCents']).toBe(whole);
  expect((await said('usage', 'get', '--range', 'cycle'))['totals']?.['total']).toBe(usdOf(sum()));

  // The next period begins at nothing but what is held.
  await advance(DAY);
  expect(await cents()).toBe((3 * 200_000 + 100_000) / 10_000);
  const before = (await api('GET', '/v1/usage', { query: { range: 'prev-cycle' } })).body;
  expect(before['totals']?.['total']).toBe(usdOf(sum()));
});

test('every price can be read, and is the one that things cost', async () => {
  const { control, account, api } = await month();
  const { currency, prices } = (await control('GET', '/_local/prices')).body;
  expect(currency).toBe('USD');
  const names = Object.keys(Object(prices)).filter((name) => !name.startsWith('whatsapp.'));
  expect(names.sort()).toEqual([...Object.keys(PRICES), 'xPost'].sort());
  for (const platform of ['bluesky', 'threads', 'telegram']) await account(platform);
  await api('POST', '/v1/verify/verifications', { body: { channel: 'sms', to: PERSON } });
  const { totals } = (await api('GET', '/v1/usage', { query: { range: 'cycle' } })).body;
  expect(totals).toMatchObject({ accounts: prices?.['accountDay'], other: prices?.['code'] });
});
