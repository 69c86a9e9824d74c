/** What the press refuses about an event, over the small contract with one thing changed. */
import { expect, test } from 'vitest';
import { pressCards } from '../../src/build/press.ts';
import { fixtureWith } from './fixture.ts';

// prettier-ignore
test.each([
  ['an event without a row', 'x-svc-event:', 'x-svc-even:', 'has no x-svc-event: give it an owner, and a sample of its payload'],
  ['no group', 'tags: [publishing]', 'tags: []', 'needs exactly one resource group under tags'],
  ['two groups', 'tags: [publishing]', 'tags: [publishing, ads]', 'needs exactly one resource group under tags'],
  ['an unknown group', 'tags: [publishing]', 'tags: [printing]', 'has the unknown resource group printing'],
  ['an unknown owner', 'owner: account', 'owner: landlord', 'has the unknown owner "landlord"; choose one of account, '],
  ['an unknown key', 'owner: account', 'owner: account\n        platform: [metal]', 'x-svc-event.platform is not known; the keys are owner, '],
  ['an unknown platform', 'platforms: [wood]', 'platforms: [wood, glass]', 'fires on the unknown platform glass; AccountPlatform has the words'],
  ['a condition on a platform where it does not fire', 'incomingOnly: [wood]', 'incomingOnly: [metal]', 'names metal under incomingOnly and not under platforms'],
  ['a sample that is not valid', 'name: Cup', 'name: 12', 'the sample does not fit the schema: '],
  ['a sample with keys of the envelope', 'sample:', 'sample:\n          id: mine', 'the sample has id, which every delivery adds by itself'],
  ['a sample without the id of its account', 'accountId: 64f0a1b2c3d4e5f60123abcd', 'accountId: none', 'the sample has no id at account.accountId, where the owner "account" puts one'],
  ['an owner whose place the schema does not have', 'owner: account', 'owner: topLevel', 'the owner "topLevel" puts an id at accountId, which the schema does not have'],
  ['a sample of a platform where it does not fire', 'platform: wood', 'platform: metal', 'the sample speaks of metal, where the event does not fire'],
  ['an unknown cause', 'owner: account', 'owner: account\n        causes: [magic]', 'has the unknown cause magic; x-svc-event.causes takes inbound, network, clock, control'],
  ['an unknown type of the log', 'owner: account', 'owner: account\n        log: { type: weather, action: rain }', 'is logged under the unknown type weather; choose one of publishing, connections, messaging, workflow_event'],
  ['a log without an action', 'owner: account', 'owner: account\n        log: { type: publishing }', 'is logged without an action; say what happened'],
  ['an unknown key of the log', 'owner: account', 'owner: account\n        log: { type: publishing, action: make, loud: true }', 'x-svc-event.log.loud is not known; the keys are type, action, fails'],
])('%s', async (_what, from, to, sentence) => {
  const folder = await fixtureWith('events.yaml', from, to);
  await expect(pressCards(folder)).rejects.toThrow(`events.yaml thing.made: ${sentence}`);
});

test('an event that nothing emits', async () => {
  const folder = await fixtureWith('things.yaml', 'x-svc-emits: [thing.made]', 'x-svc-emits: []');
  await expect(pressCards(folder)).rejects.toThrow(
    'events.yaml thing.made: has no emitter: name it under x-svc-emits of the operation that causes it, ' +
      'or under x-svc-event.causes what else does (inbound, network, clock, control)',
  );
});
