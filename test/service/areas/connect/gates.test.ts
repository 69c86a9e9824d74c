/** What stands before connections stands before every way of connecting. The ways are derived from the contract. */
import { describe, expect, test } from 'vitest';
import { openCatalog } from '../../../../src/catalog/catalog.ts';
import { PLATFORMS } from '../../../../src/platforms/platforms.ts';
import { asked, operationsIn } from '../../../support/asking.ts';
import { startService } from '../../../support/service.ts';

const catalog = openCatalog('dist/cards');

/** Makes an account or a sign-in for one; the last one begins a sign-in when it is called with a profile alone. */
const WAYS = operationsIn(catalog).filter(({ card }) => {
  const { does, kind = '' } = catalog.service().operations[card.id]?.effect ?? {};
  return (does === 'create' && ['account', 'connect_session'].includes(kind)) || card.id === 'listSlackChannels';
});

test('there are these ways of connecting', () => {
  expect(WAYS.length).toBeGreaterThanOrEqual(27);
  expect(WAYS.filter(({ card }) => card.guard?.gate !== 'connect').map(({ card }) => card.id)).toEqual([]);
});

const NOTHING = { path: {}, query: {}, body: {} };

/** Gates, each with the plan that closes it and the code that says so. */
const GATES: readonly (readonly [rule: string, closed: object, status: number, code: string])[] = [
  ['AUTH-19 a payment that failed', { paymentFailed: true }, 402, 'PAYMENT_REQUIRED'],
  ['AUTH-20 no plan for enterprises', { features: { enterprise: false } }, 402, 'PAYMENT_REQUIRED'],
  ['ACC-04 ASM-24 a profile beyond the plan', { profileCap: 0 }, 403, 'PROFILE_OVER_LIMIT'],
  [
    'AUTH-19 a platform that is switched off',
    { disabledPlatforms: Object.keys(PLATFORMS), snapchatApproved: true },
    403,
    'PLATFORM_DISABLED',
  ],
];

describe.each(GATES)('%s refuses', (_rule, closed, status, code) => {
  test('every way of connecting, and connects nothing', async () => {
    const service = await startService({ seedPack: 'demo' });
    const before = await service.service.desk.store.read.count('account', {});
    await service.control('PATCH', '/_local/team', closed);
    const answers: Record<string, string> = {};
    for (const operation of WAYS) {
      const [example = NOTHING] = catalog.examples()[operation.card.id] ?? [];
      // Ads that are connected already are connected again.
      const force = operation.card.params.some(({ name }) => name === 'force') ? { force: true } : {};
      const answer = await asked(service.service, operation, { ...example, query: { ...example.query, ...force } });
      answers[operation.card.id] = `${String(answer.status)} ${String(Object(JSON.parse(answer.text)).code)}`;
    }
    expect(answers).toEqual(Object.fromEntries(WAYS.map(({ card }) => [card.id, `${String(status)} ${code}`])));
    expect(await service.service.desk.store.read.count('account', {})).toBe(before);
  });
});

test('ACC-36 snapchat is closed to a team that was not approved, in both ways of connecting it', async () => {
  const service = await startService({ seedPack: 'demo' });
  const ways = WAYS.filter(({ card }) => ['getConnectUrl', 'selectSnapchatProfile'].includes(card.id));
  const ask = async (): Promise<string[]> => {
    const said: string[] = [];
    for (const operation of ways) {
      const [example = NOTHING] = catalog.examples()[operation.card.id] ?? [];
      const path = { ...example.path, ...('platform' in example.path ? { platform: 'snapchat' } : {}) };
      const { status, text } = await asked(service.service, operation, { ...example, path });
      said.push(`${String(status)} ${String(Object(JSON.parse(text)).code)}`);
    }
    return said;
  };
  expect(await ask()).toEqual(['403 PLATFORM_BETA_RESTRICTED', '403 PLATFORM_BETA_RESTRICTED']);
  await service.control('PATCH', '/_local/team', { snapchatApproved: true });
  expect(await ask()).toEqual(['200 undefined', '200 undefined']);
});

test('AUTH-19 a gate that closes while somebody signs in refuses what they approve', async () => {
  const service = await startService();
  const query = { profileId: await service.profileId(), redirect_url: 'https://a.example/cb' };
  for (const headless of [false, true]) {
    const { state } = (await service.api('GET', '/v1/connect/facebook', { query: { ...query, headless } })).body;
    await service.control('PATCH', '/_local/team', { paymentFailed: true });
    const { body } = await service.control('POST', `/_local/connect/${String(state)}`, { decision: 'approve' });
    expect(new URL(String(body['redirectUrl'])).searchParams.get('error')).toBe('PAYMENT_REQUIRED');
    await service.control('PATCH', '/_local/team', { paymentFailed: false });
  }
  expect((await service.api('GET', '/v1/accounts')).body['accounts']).toEqual([]);
});
