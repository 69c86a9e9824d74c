/** Conversations and messages, by the platform of the account. */
import { expect, test } from 'vitest';
import { handoverOf, hasPricing, isWithAgent, platformMessageId } from '../../src/platforms/inbox.ts';
import { PLATFORMS } from '../../src/platforms/platforms.ts';

const withHandover = (to: string): string[] => Object.keys(PLATFORMS).filter((name) => handoverOf(name) === to);

test('EVT-89 conversations are handed over on three platforms: to their agent on one, to another app on two', () => {
  expect(withHandover('agent')).toEqual(['whatsapp']);
  expect(withHandover('app').sort()).toEqual(['facebook', 'instagram']);
});

test.each([
  ['whatsapp', 'ai_agent', true],
  ['whatsapp', 'app', false],
  ['facebook', 'ai_agent', false],
  ['whatsapp', null, false],
])('on %s, owned by %s, the agent of the platform answers: %s', (platform, owner, expected) => {
  expect(isWithAgent(platform, owner)).toBe(expected);
});

test('EVT-58 events of one platform carry prices', () => {
  expect(Object.keys(PLATFORMS).filter(hasPricing)).toEqual(['whatsapp']);
});

test.each([
  ['whatsapp', 'wamid.1'],
  ['instagram', 'm_1'],
])('ids of messages on %s look like %s', (platform, id) => {
  expect(platformMessageId(platform, '1')).toBe(id);
});
