/** Channels and ids of calls, by the platform of the account. */
import { expect, test } from 'vitest';
import { callChannelOf, platformCallId } from '../../src/platforms/calls.ts';

test.each([
  ['whatsapp', 'whatsapp', 'wacid.1'],
  ['phone', 'pstn', null],
  ['sms', 'pstn', null],
  ['pstn', 'pstn', null],
  ['undefined', 'pstn', null],
])('a call of %s goes over %s, where its id is %s', (platform, channel, id) => {
  expect(callChannelOf(platform)).toBe(channel);
  expect(platformCallId(platform, '1')).toBe(id);
});
