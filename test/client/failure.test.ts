import { expect, test } from 'vitest';
import { failureOf, failureOfFault, interruptedWrite, type CallWords } from '../../src/client/failure.ts';
import { failure, hintFor } from '../../src/kernel/failure.ts';
import { TransportFault, type FaultKind } from '../../src/kernel/transport.ts';

const read: CallWords = { write: false, check: 'svc things list', requestId: 'r-1', nowMs: 0 };
const write: CallWords = { ...read, write: true };
const of = (status: number, body: Record<string, unknown>, words: CallWords = read) =>
  failureOf({ status, headers: {}, body }, words);

test('a refusal has the fields that were told, and no other', () => {
  expect(of(418, {}).fields).toStrictEqual({
    code: 'http_418',
    message: 'The service responded with 418.',
    status: 418,
    requestId: 'r-1',
  });
  expect(of(418, {}, { ...read, requestId: '' }).fields).not.toHaveProperty('requestId');
});

// prettier-ignore
test.each([
  ['its error',                        { error: 'No.', message: 'Other.' },          'No.'],
  ['its message, where error is none', { error: { a: 1 }, message: 'Other.' },       'Other.'],
  ['its status, where both are empty', { error: '', message: '', code: '' },         'The service responded with 400.'],
  ["the platform's own, as text",      { error: 'No.', platformError: 'Odd.' },      'No. The platform says: Odd.'],
  ["the platform's own, deep inside",  { error: 'No.', platform: 'x', platformError: { error: { detail: 'Odd.' } } }, 'No. X says: Odd.'],
  ['once where both say the same',     { error: 'No: Odd.', platformError: 'Odd.' }, 'No: Odd.'],
  ['alone where the platform has none', { error: 'No.', platformError: null },       'No.'],
])('ERR-38 the sentence of a refusal is %s', (_, body, message) => {
  const { fields } = of(400, body);
  expect(fields).toMatchObject({ message, code: 'http_400' });
});

test('a 403 about a value says nothing about the key', () => {
  const code = 'insufficient_permissions';
  expect(of(403, { error: 'No.', code }).fields.hint).toBe(hintFor(code));
  expect(of(403, { error: 'No.', code, param: 'userId' }).fields).not.toHaveProperty('hint');
  expect(of(403, { error: 'No.', code: 'ONE_WHATSAPP_PER_PROFILE' }).fields).not.toHaveProperty('hint');
  expect(of(403, { error: 'No.', code: 'of_a_later_version' }).fields.hint).toBe(hintFor(code));
});

test.each([
  ['Missing Permissions: the role is managed.', 'a higher role'],
  ['Missing Access', 'access to the channel'],
])('DSC-09 the chat platform refuses a bot with "%s": the hint is to give it %s', (error, words) => {
  const { fields, exit } = of(502, { error, type: 'platform_error', code: 'platform_api_error' });
  expect(fields.hint).toContain(words);
  expect(exit).toBe('platform');
});

// prettier-ignore
test.each<[string, Record<string, unknown>, unknown]>([
  ['as they are',                     { details: [1] },                            [1]],
  ['beside what else was said',       { details: { a: 1 }, extra: 2 },             { a: 1, extra: 2 }],
  ['under their name, where no list of fields', { details: ['a'], extra: 2 },      { details: ['a'], extra: 2 }],
  ['not at all, where none',          { extra: 2 },                                { extra: 2 }],
  ['with an error that is no text',   { error: { deep: 1 } },                      { error: { deep: 1 } }],
])('AUTH-21 ERR-42 details are kept %s', (_, body, details) => {
  expect(of(400, body).fields.details).toStrictEqual(details);
});

test("the outcome of a write is unknown after a 5xx, but not after a platform's refusal or for a read", () => {
  const unknown = { outcome: 'unknown', check: 'svc things list' };
  expect(of(500, {}, write).fields.details).toEqual(unknown);
  expect(of(500, { type: 'platform_error' }, write).fields).not.toHaveProperty('details');
  expect(of(500, {}).fields).not.toHaveProperty('details');
  expect(of(499, {}, write).fields).not.toHaveProperty('details');
});

test('AUTH-05 the remedy for a key is named where a key was refused, and nowhere else', () => {
  const words = { ...read, remedy: 'Log in again.' };
  expect(of(401, { code: 'invalid_credentials' }, words).fields.hint).toBe('Log in again.');
  expect(of(401, { code: 'missing_credentials' }, words).fields.hint).not.toBe('Log in again.');
  expect(of(404, { code: 'not_found' }, words).fields.hint).not.toBe('Log in again.');
});

const ORIGIN = 'https://api.example';

// prettier-ignore
test.each<[FaultKind, string, string, string | undefined]>([
  ['dns',             'network',   `The host of ${ORIGIN} could not be resolved.`,                          'Check the base URL and the network.'],
  ['connect',         'network',   `Could not connect to ${ORIGIN}.`,                                  'Check the base URL and the network.'],
  ['connect_timeout', 'timed_out', `The connection to ${ORIGIN} timed out.`,               undefined],
  ['timeout',         'timed_out', `The response from ${ORIGIN} timed out.`,                            '--timeout allows more time.'],
  ['tls',             'network',   `The TLS certificate or encryption of ${ORIGIN} was rejected.`,    '--cacert or SVC_CACERT names a file with further certificate authorities.'],
  ['proxy',           'network',   'The proxy could not be used.',                                   'Check HTTP_PROXY, HTTPS_PROXY and NO_PROXY.'],
  ['reset',           'network',   `The connection to ${ORIGIN} was lost.`,                         undefined],
  ['redirect',        'network',   `${ORIGIN} responded with why.`,                                    'The key is not sent to another address: set the base URL to the one that responds directly.'],
  ['protocol',        'network',   `${ORIGIN} does not speak HTTP.`,                                 undefined],
  ['aborted',         'network',   'The request was cancelled.',                                       undefined],
])('a fault of kind %s is %s, and says what to look at', (kind, code, message, hint) => {
  const fault = new TransportFault(kind, true, undefined, 'why');
  const { fields, exitCode, cause } = failureOfFault(fault, `${ORIGIN}/v1/x?y=z`, read);
  expect({ exitCode, cause }).toEqual({ exitCode: 13, cause: fault });
  expect(fields).toMatchObject({ code, message, requestId: 'r-1', details: { kind, sent: true, reason: 'why' } });
  expect(fields.details).not.toHaveProperty('outcome');
  expect(fields.hint).toBe(hint ?? hintFor(code));
});

test('where nothing on this machine listens, the hint is how to start the local service', () => {
  const fault = new TransportFault('connect', false, undefined, 'ECONNREFUSED');
  expect(failureOfFault(fault, 'http://127.0.0.1:4000/v1/posts', read).fields.hint).toContain('svc local start');
});

test('an answer that is too large is no answer of the API: exit 12', () => {
  const fault = new TransportFault('too_large', true, undefined, 'more than 256 MiB');
  const seen = failureOfFault(fault, ORIGIN, read);
  expect(seen).toMatchObject({ exitCode: 12, fields: { code: 'bad_answer' } });
  expect(seen.message).toBe(`${ORIGIN} responded with more than 256 MiB.`);
  expect(failureOfFault(fault, ORIGIN, write)).toMatchObject({ exitCode: 12, fields: { code: 'outcome_unknown' } });
});

test('a fault leaves open what became of a write that was sent, and of no other', () => {
  const fault = (sent: boolean) => new TransportFault('reset', sent, undefined, 'why');
  const sent = failureOfFault(fault(true), ORIGIN, { ...write, requestId: '' }).fields;
  expect(sent).toMatchObject({
    message: `The connection to ${ORIGIN} was lost. It is unknown whether the request took effect.`,
    details: { outcome: 'unknown', check: 'svc things list' },
    hint: expect.stringContaining('svc things list') as string,
  });
  expect(sent).not.toHaveProperty('requestId');
  expect(failureOfFault(fault(false), ORIGIN, write).fields.details).not.toHaveProperty('outcome');
});

test('a signal during a write keeps its code and its exit', () => {
  const signal = failure('interrupted');
  const { fields, exitCode } = interruptedWrite(signal, write);
  expect(exitCode).toBe(130);
  expect(fields).toMatchObject({
    code: 'interrupted',
    message: `${signal.fields.message} It is unknown whether the request took effect.`,
    requestId: 'r-1',
    details: { outcome: 'unknown' },
  });
});

test('what the local service does not simulate was not done: no outcome is unknown', () => {
  const refusal = of(501, { error: 'Not simulated.', type: 'api_error', code: 'not_simulated' }, write);
  expect(refusal.exit).toBe('rejected');
  expect(refusal.fields.details).toBeUndefined();
  expect(refusal.fields.hint).toBe(hintFor('not_simulated'));
  expect(of(501, { error: 'No.', code: 'other' }, write).fields.details).toMatchObject({ outcome: 'unknown' });
});
