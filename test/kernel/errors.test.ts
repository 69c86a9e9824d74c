/** The error catalogue against what the specification says of codes, types and statuses. */
import { expect, test } from 'vitest';
import { API_ERRORS, CLIENT_ERRORS, exitForStatus, type ErrorType } from '../../src/kernel/errors.ts';
import { EXITS } from '../../src/kernel/exits.ts';

const rows = Object.entries(API_ERRORS);

/** Source: specification, "Envelope" and "402 billing gate". */
const UPPER_CASE = [
  'INVALID_REDIRECT_URL',
  'PLATFORM_BETA_RESTRICTED',
  'PROFILE_OVER_LIMIT',
  'ACCOUNT_NOT_ENABLED_FOR_POSTING',
  'PLATFORM_DISABLED',
  'ACCOUNT_DISCONNECTED',
  'WHATSAPP_NUMBER_ALREADY_CONNECTED',
  'ONE_WHATSAPP_PER_PROFILE',
  'PAYMENT_REQUIRED',
  // The inbox-send set.
  'PLATFORM_LIMITATION',
  'PLATFORM_NOT_SUPPORTED',
  'TEMPLATE_REQUIRED',
  'INVALID_TEMPLATE_PARAMS',
  'INVALID_TEMPLATE_BUTTON_PARAM',
  'INVALID_TEMPLATE_HEADER',
  'INVALID_TEMPLATE_CARD_PARAM',
  'DIRECT_SEND_NOT_ELIGIBLE',
  'DIRECT_SEND_LIMITED',
  'DIRECT_SEND_BLOCKED',
  'MISSING_PARTICIPANT',
  'PARTICIPANT_NOT_FOUND',
  'DM_NOT_ALLOWED',
  // Those that the fact set has for buying a number.
  'PURCHASE_VELOCITY',
  'AREA_CODE_UNAVAILABLE',
  'PHONE_NUMBER_UNAVAILABLE',
  'COUNTRY_OUT_OF_STOCK',
  'NO_WHATSAPP_ELIGIBLE_NUMBER',
];

test('ERR-15 codes are lowercase snake_case but for the listed ones', () => {
  const odd = rows.map(([code]) => code).filter((code) => !/^[a-z]+(?:_[a-z]+)*$/.test(code));
  expect(odd.sort()).toEqual([...UPPER_CASE].sort());
});

test('every code has a status that its type comes with', () => {
  const statuses: Readonly<Record<ErrorType, readonly number[]>> = {
    invalid_request_error: [400, 405, 409, 413, 422],
    authentication_error: [401],
    permission_error: [402, 403],
    not_found: [404],
    rate_limit_error: [429],
    platform_error: [502],
    api_error: [500, 501, 503],
  };
  expect(rows.filter(([, { type, status }]) => !statuses[type].includes(status))).toEqual([]);
});

test('ERR-02 every code has a sentence', () => {
  expect(rows.filter(([, { sentence }]) => !/^[A-Z].+\.$/.test(sentence))).toEqual([]);
});

test.each([
  ['reconnect_required', 'invalid_request_error'],
  ['invalid_resource_state', 'invalid_request_error'],
  ['not_thread_owner', 'invalid_request_error'],
  ['PAYMENT_REQUIRED', 'permission_error'],
  ['ACCOUNT_DISCONNECTED', 'permission_error'],
  ['PLATFORM_BETA_RESTRICTED', 'permission_error'],
  ['PROFILE_OVER_LIMIT', 'permission_error'],
] as const)('ASM-34 %s is of type %s', (code, type) => {
  expect(API_ERRORS[code].type).toBe(type);
});

test('every code of the command line has an exit of the table', () => {
  expect(Object.values(CLIENT_ERRORS).filter(({ exit }) => !Object.hasOwn(EXITS, exit))).toEqual([]);
});

test.each([
  [200, 'ok'],
  [207, 'partial'],
  [400, 'rejected'],
  [401, 'auth'],
  [402, 'billing'],
  [403, 'forbidden'],
  [404, 'not_found'],
  [405, 'rejected'],
  [409, 'rejected'],
  [422, 'rejected'],
  [429, 'rate_limited'],
  [500, 'unavailable'],
  [503, 'unavailable'],
] as const)('status %i ends with the exit %s', (status, exit) => {
  expect(exitForStatus(status)).toBe(exit);
});
