/** Every name of the catalogue can be subscribed to, and nothing else. */
import { beforeEach, expect, test } from 'vitest';
import { openCatalog } from '../../../src/catalog/catalog.ts';
import { delivering } from '../delivery/delivering.ts';
import { startService, type ServiceUnderTest } from '../../support/service.ts';

const { events } = openCatalog('dist/cards').index();

let service: ServiceUnderTest;

beforeEach(async () => {
  service = await startService();
});

const create = (names: readonly string[]) =>
  service.api('POST', '/v1/webhooks/settings', { body: { name: 'all', url: 'https://a.example/h', events: names } });

// prettier-ignore
const FAMILIES: readonly (readonly [rule: string, count: number, names: RegExp])[] = [
  ['EVT-16', 13, /^post\./],
  ['EVT-17', 14, /^(message|conversation|reaction|referral|comment|review)\./],
  ['EVT-18',  8, /^(contact|sequence|workflow)\./],
  ['EVT-19',  2, /^account\.(dis)?connected$/],
  ['EVT-20',  1, /^analytics\./],
  ['EVT-21',  5, /^(account\.ads|lead|ad)\./],
  ['EVT-22',  4, /^call\./],
  ['EVT-23',  8, /^whatsapp\.(?!number)/],
  ['EVT-24',  9, /^(whatsapp\.number|phone_number)\./],
  ['EVT-25',  2, /^sms\./],
  ['EVT-26',  3, /^branded_calling\./],
  ['EVT-27',  2, /^verification\./],
  ['EVT-28',  1, /^api\./],
];

test.each(FAMILIES)('%s all %i events of the family can be subscribed to', async (_rule, count, names) => {
  const family = events.filter((event) => names.test(event));
  expect(family).toHaveLength(count);
  expect(await create(family)).toMatchObject({ status: 200, body: { webhook: { events: family } } });
});

test('EVT-29 EVT-93 the families are the whole catalogue but webhook.test; names outside it are refused', async () => {
  const known = FAMILIES.flatMap(([, , names]) => events.filter((event) => names.test(event)));
  expect([...known, 'webhook.test'].sort()).toEqual([...events].sort());
  for (const name of ['webhook.test', 'message.played', 'post.*', '']) expect((await create([name])).status).toBe(400);
});

test('EVT-01 EVT-94 EVT-95 ASM-56 a connection is told when it is made, expires and is cut, and reaches a subscriber', async () => {
  const at = await delivering();
  await at.webhook({ events: ['account.connected', 'account.disconnected'] });
  const [expiring, cut] = [await at.service.account('bluesky'), await at.service.account('telegram')];
  await at.service.control('POST', `/_local/accounts/${expiring._id}/disconnect`, {});
  await at.service.api('DELETE', `/v1/accounts/${cut._id}`);
  await at.settled();
  const told = at.receiver.arrived.map(({ payload }) => {
    const { accountId, disconnectionType } = payload['account'] as Record<string, unknown>;
    return [payload.event, accountId, disconnectionType];
  });
  expect(told).toEqual([
    ['account.connected', expiring._id, undefined],
    ['account.connected', cut._id, undefined],
    ['account.disconnected', expiring._id, 'unintentional'],
    ['account.disconnected', cut._id, 'intentional'],
  ]);
});
