import { expect, test } from 'vitest';
import { reconnectCommand } from '../../src/cli/reconnect.ts';
import { argumentsOf } from '../../src/cli/flags.ts';
import { PLATFORMS } from '../../src/platforms/platforms.ts';
import { catalog } from '../client/cards.ts';

const choicesOf = (operationId: string): readonly string[] =>
  argumentsOf(catalog.command(operationId).card)[0]?.choices ?? [];
const words = { signIn: choicesOf('getConnectUrl'), ads: choicesOf('connectAds') };
const account = { accountId: 'a', username: "acme's", profileId: 'p' };

test.each([
  ['youtube', 'svc connect url youtube --profile-id p --wait'],
  ['telegram', 'svc connect telegram start --profile-id p --wait'],
  ['shopify', "svc connect shopify url --shop 'acme'\\''s' --profile-id p --wait"],
  ['wordpress', 'svc connect wordpress url --profile-id p --wait'],
  ['metaads', 'svc connect ads facebook --profile-id p --wait'],
  ['googleads', 'svc connect ads googleads --profile-id p --wait'],
  ['xads', 'svc connect ads twitter --profile-id p --wait'],
  ['phone', undefined],
])('%s is connected again with %s', (platform, command) => {
  expect(reconnectCommand({ ...account, platform }, words)).toBe(command);
});

test('every platform with a sign-in has a command', () => {
  const without = Object.keys(PLATFORMS).filter(
    (platform) => reconnectCommand({ ...account, platform }, words) === undefined,
  );
  expect(without).toEqual(['sms', 'phone', 'rcs', 'imessage', 'openaiads']);
});
