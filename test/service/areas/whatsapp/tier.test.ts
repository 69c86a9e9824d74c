/** With how many people a number begins conversations in a day, how its tier rises, and in which standing it sends. */
import { expect, test } from 'vitest';
import { approve, talk, type Talk } from '../inbox/talk.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** A number of a tier with an approved template, and how it writes to the nth person. */
async function numberOf(tier: string) {
  const at = await talk('whatsapp');
  await approve(at, { name: 'sale', category: 'MARKETING', components: [{ type: 'body', text: 'Sale' }] });
  await at.tell('whatsapp_account', { change: 'quality', qualityRating: 'GREEN', messagingLimitTier: tier });
  const template = { templateName: 'sale', templateLanguage: 'en_US', message: undefined };
  const writeTo = (person: number) => at.begin({ ...template, participantId: String(15550110000 + person) });
  return { ...at, writeTo };
}

async function writeToMany(
  { writeTo }: { writeTo: (person: number) => ReturnType<Talk['begin']> },
  from: number,
  to: number,
) {
  for (let person = from; person < to; person += 1) expect((await writeTo(person)).status).toBe(201);
}

const info = async ({ api, accountId }: Talk) =>
  (await api('GET', '/v1/whatsapp/number-info', { query: { accountId } })).body['phone'];

const LIMITED = { status: 400, body: { code: 'platform_api_error', platformError: { code: 131048 } } };

test('a number writes first to as many people in 24 hours as its tier says, and answers everybody', async () => {
  const at = await numberOf('TIER_50');
  await at.control('PATCH', '/_local/reviews', { whatsappTier: null });
  await writeToMany(at, 0, 50);
  expect(await at.writeTo(50)).toMatchObject(LIMITED);
  expect((await at.writeTo(7)).status).toBe(201);
  const { conversationId } = await at.hears();
  expect((await at.send(conversationId)).status).toBe(200);
  await at.advance(DAY + 600);
  await writeToMany(at, 50, 51);
  expect((await info(at))?.['messaging_limit_tier']).toBe('TIER_50');
});

test('a template within a day of what the person wrote counts for nobody', async () => {
  const at = await numberOf('TIER_50');
  await writeToMany(at, 0, 49);
  await at.hears({ participant: { id: '15550110900' } });
  expect((await at.writeTo(900)).status).toBe(201);
  expect((await at.writeTo(49)).status).toBe(201);
  expect(await at.writeTo(50)).toMatchObject(LIMITED);
});

test('a message on another platform counts for no tier', async () => {
  const at = await talk('telegram');
  const { conversationId } = await at.hears();
  await at.send(conversationId);
  expect(await at.service.desk.store.read.count('$whatsapp_opening')).toBe(0);
});

test('somebody who was written to a day ago counts again', async () => {
  const at = await numberOf('TIER_50');
  await at.control('PATCH', '/_local/reviews', { whatsappTier: null });
  await writeToMany(at, 0, 1);
  await at.advance(DAY + 600);
  await writeToMany(at, 0, 50);
  expect(await at.writeTo(50)).toMatchObject(LIMITED);
});

test('WAP-06 EVT-126 a tier rises six hours after half of it was used, and the event says so', async () => {
  const at = await numberOf('TIER_50');
  await writeToMany(at, 0, 24);
  await at.advance(2 * DAY);
  expect(await info(at)).toMatchObject({ messaging_limit_tier: 'TIER_50' });
  await writeToMany(at, 24, 25);
  await at.told();
  await at.advance(6 * HOUR - 1);
  expect(await info(at)).toMatchObject({ messaging_limit_tier: 'TIER_50' });
  await at.advance(1);
  expect(await info(at)).toMatchObject({ messaging_limit_tier: 'TIER_250' });
  const told = (await at.told()).filter(([event]) => event.startsWith('whatsapp.account'));
  expect(told).toMatchObject([
    ['whatsapp.account.quality_updated', { messagingLimitTier: 'TIER_250', account: { accountId: at.accountId } }],
  ]);
});

test('what was begun more than a week ago raises no tier', async () => {
  const at = await numberOf('TIER_50');
  await writeToMany(at, 0, 24);
  await at.advance(7 * DAY + 600);
  await writeToMany(at, 24, 25);
  await at.advance(6 * HOUR);
  expect(await info(at)).toMatchObject({ messaging_limit_tier: 'TIER_50' });
});

test('a number of low quality keeps its tier, and the highest tier has no limit', async () => {
  const at = await numberOf('TIER_50');
  await writeToMany(at, 0, 25);
  await at.tell('whatsapp_account', { change: 'quality', qualityRating: 'RED' });
  await at.advance(6 * HOUR);
  expect(await info(at)).toMatchObject({ messaging_limit_tier: 'TIER_50' });
  await at.tell('whatsapp_account', {
    change: 'quality',
    qualityRating: 'GREEN',
    messagingLimitTier: 'TIER_UNLIMITED',
  });
  await writeToMany(at, 25, 60);
  expect(await at.tell('whatsapp_account', { change: 'quality', messagingLimitTier: 'TIER_9' })).toMatchObject({
    status: 400,
    body: { param: 'messagingLimitTier' },
  });
});

test('a number that is disconnected sends nothing, a restricted one only answers, a flagged one sends', async () => {
  const at = await numberOf('TIER_1K');
  const standing = (status: string) => at.tell('whatsapp_account', { change: 'status', status });
  const { conversationId } = await at.hears();
  await standing('DISCONNECTED');
  const refused = { status: 400, body: { code: 'platform_api_error', platformError: { code: 133010 } } };
  expect(await at.send(conversationId)).toMatchObject(refused);
  expect(await at.writeTo(1)).toMatchObject(refused);
  await standing('RESTRICTED');
  expect((await at.send(conversationId)).status).toBe(200);
  expect(await at.writeTo(1)).toMatchObject(LIMITED);
  await standing('FLAGGED');
  expect((await at.writeTo(1)).status).toBe(201);
});
