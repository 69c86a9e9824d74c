import { describe, expect, test } from 'vitest';
import { resultOf } from '../../src/client/answer.ts';
import { failureOf, type CallWords } from '../../src/client/failure.ts';
import { parsedJson } from '../../src/client/json.ts';
import { cardOf } from './cards.ts';

const read: CallWords = { write: false, check: 'svc things list', requestId: 'r-1', nowMs: 0 };
const write: CallWords = { ...read, write: true };
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

const answer = (status: number, text: string, headers: Record<string, string> = JSON_TYPE) => ({
  status,
  headers,
  bytes: Buffer.from(text),
});

describe('an answer that is none', () => {
  // prettier-ignore
  test.each([
    ['a web page',                answer(200, '<html>hi</html>', { 'content-type': 'text/html' })],
    ['a web page called JSON',    answer(200, ' <!doctype html>')],
    ['half a document',           answer(200, '{"posts":[{"_id":')],
    ['nested too deeply',         answer(200, `${'['.repeat(200_000)}${']'.repeat(200_000)}`)],
    ['nothing',                   answer(200, '')],
    ['plain text',                answer(200, 'OK', { 'content-type': 'text/plain' })],
    ['a redirect',                answer(308, '', { location: '/x' })],
    ['a page instead of a 404',   answer(404, '<html>', { 'content-type': 'text/html' })],
  ])('%s is exit 12 for a read, and an unknown outcome with a command to check for a write', async (_, raw) => {
    await expect(resultOf(raw, cardOf(), read)).rejects.toMatchObject({ exitCode: 12, fields: { code: 'bad_answer' } });
    await expect(resultOf(raw, cardOf(), write)).rejects.toMatchObject({
      exitCode: 12,
      fields: { code: 'outcome_unknown', hint: expect.stringContaining('`svc things list`') as string, requestId: 'r-1' },
    });
  });

  test('an empty answer is right where the contract promises none', async () => {
    const card = cardOf({ bodied: [] });
    expect((await resultOf(answer(200, ''), card, write)).body).toBeUndefined();
    expect((await resultOf(answer(204, ''), cardOf(), write)).body).toBeUndefined();
  });

  test('a file comes back as its bytes where the contract promises no JSON', async () => {
    const card = cardOf({ bodied: [] });
    const { body } = await resultOf(answer(200, '%PDF-1.7', { 'content-type': 'application/pdf' }), card, read);
    expect(Buffer.from(body as Uint8Array).toString()).toBe('%PDF-1.7');
  });

  // prettier-ignore
  test.each([[429, 'rate_limited'], [503, 'unavailable'], [401, 'auth']] as const)('%i keeps its meaning without a body', async (status, exit) => {
    await expect(resultOf(answer(status, '', {}), cardOf(), read)).rejects.toMatchObject({ exit, fields: { status } });
  });
});

describe('JSON', () => {
  test('integers beyond 2^53 are not bent', async () => {
    const body = await parsedJson('{"id": 12345678901234567890, "n": 1, "f": 0.5, "text": "12345678901234567890"}');
    expect(body).toEqual({ id: 12345678901234567890n, n: 1, f: 0.5, text: '12345678901234567890' });
  });

  test('a byte order mark before it is forgiven', async () => {
    expect((await resultOf(answer(200, '\uFEFF{"a":1}'), cardOf(), read)).body).toEqual({ a: 1 });
  });
});

const refused = (status: number, body: Record<string, unknown>, words: CallWords = read, headers = {}) =>
  failureOf({ status, headers, body }, words);

describe('a refusal', () => {
  // prettier-ignore
  test.each([
    [400, 'rejected', 3], [401, 'auth', 4], [402, 'billing', 6], [403, 'forbidden', 5], [404, 'not_found', 7],
    [405, 'rejected', 3], [409, 'rejected', 3], [422, 'rejected', 3], [429, 'rate_limited', 10], [500, 'unavailable', 12],
    [503, 'unavailable', 12],
  ] as const)('ERR-14 with status %i and no code is %s, exit %i', (status, exit, exitCode) => {
    expect(refused(status, { error: 'No.' })).toMatchObject({
      exit,
      exitCode,
      message: 'No.',
      fields: { code: `http_${status}`, status },
    });
  });

  test('every field of the envelope is kept', () => {
    const body = {
      error: 'Bad name.',
      type: 'invalid_request_error',
      code: 'invalid_field_value',
      param: 'campaign.usecase',
      details: { a: 1 },
    };
    const failure = refused(400, body, read, { 'x-request-id': 'theirs' });
    expect(failure.toJSON().error).toEqual({
      type: 'invalid_request_error',
      code: 'invalid_field_value',
      message: 'Bad name.',
      status: 400,
      param: 'campaign.usecase',
      details: { a: 1 },
      requestId: 'theirs',
      exit: 3,
    });
  });

  test('VRS-07 a code that nobody knows is told by status and message', () => {
    const failure = refused(409, { error: 'The moon is full.', code: 'moon_phase' });
    expect(failure).toMatchObject({ exit: 'rejected', message: 'The moon is full.', fields: { code: 'moon_phase' } });
  });

  test('ERR-03 another wording changes neither exit nor hint', () => {
    const body = { type: 'not_found', code: 'account_not_found' };
    const [one, two] = [refused(404, { ...body, error: 'A' }), refused(404, { ...body, error: 'Quite different' })];
    expect([one.exit, one.fields.hint, one.fields.code]).toEqual([two.exit, two.fields.hint, two.fields.code]);
  });

  test('ERR-16 codes are compared as they are spelled', () => {
    const known = refused(403, { error: 'x', code: 'ACCOUNT_DISCONNECTED' }).fields.hint;
    const unknown = refused(403, { error: 'x', code: 'account_disconnected' }).fields.hint;
    expect(known).toContain('Reconnect');
    expect(unknown).not.toBe(known);
  });

  test('ACC-37 an account that is not there may have been removed: the hint says how to look', () => {
    expect(refused(404, { error: 'x', code: 'account_not_found' }).fields.hint).toContain('`svc accounts list`');
  });

  test('ACC-38 after ads_connection_required the hint is to reconnect and read the ids again', () => {
    const { hint } = refused(409, { error: 'x', code: 'ads_connection_required' }).fields;
    expect(hint).toMatch(/Reconnect.*svc accounts list/);
  });

  test('AUTH-21 AUTH-25 a 402 shows where to pay and why, and does not suggest another try', () => {
    const body = { error: 'Pay.', code: 'PAYMENT_REQUIRED', reason: 'no_card', dashboard_url: 'https://pay.example/x' };
    const { fields, exitCode } = refused(402, body, write);
    expect(exitCode).toBe(6);
    expect(fields.details).toEqual({ reason: 'no_card', dashboard_url: 'https://pay.example/x' });
    expect(fields.hint).toMatch(/https:\/\/pay\.example\/x.*changing the request will not help/);
  });

  test('a 402 of the older form has a hint too', () => {
    expect(refused(402, { error: 'Your last payment failed.' }).fields.hint).toContain('dashboard');
  });

  test('a restricted key is told which group it lacks', () => {
    const { fields } = refused(403, { error: 'x', code: 'insufficient_permissions', required_group: 'ads' });
    expect(fields.hint).toContain('ads');
    expect(fields.details).toEqual({ required_group: 'ads' });
  });

  test("ERR-38 a platform's refusal shows the platform and its own words", () => {
    const body = {
      error: 'The platform refused.',
      type: 'platform_error',
      code: 'platform_api_error',
      platform: 'meta',
      platformError: { error: { message: 'Invalid parameter', error_user_msg: 'Your image is too small' } },
    };
    const failure = refused(422, body);
    expect(failure.exitCode).toBe(11);
    expect(failure.message).toBe('The platform refused. Meta says: Your image is too small');
    expect(failure.fields).toMatchObject({ platform: 'meta', platformError: body.platformError });
  });

  test('ERR-23 a forwarded 4xx is to be mended, a 502 passes', () => {
    const body = { error: 'x', type: 'platform_error', code: 'platform_api_error', platform: 'meta' };
    const [mend, passes] = [refused(400, body), refused(502, body)];
    expect(mend.fields.hint).toContain('change it');
    expect(passes.fields.hint).toContain('may succeed later');
    expect([mend.exit, passes.exit]).toEqual(['platform', 'platform']);
  });

  // prettier-ignore
  test.each([
    [{ error_subcode: 324 },                 'base64'],
    [{ error: { error_subcode: 1815430 } },  'promotedObject'],
    [{ error_subcode: '1815089' },           'lead terms'],
    [{ error_subcode: 2446886 },             'whatsapp number'],
    [{ error_subcode: 2061006 },             'website'],
    [{ error_subcode: 1885237 },             'professional account'],
    [{ error_subcode: 1713151 },             'audience'],
    [{ error_subcode: 1870029 },             'wrong format'],
    [{ error: { code: 100 } },               'breakdown'],
  ])('a subcode of the ad network %j brings its remedy', (platformError, remedy) => {
    const body = { error: 'x', type: 'platform_error', code: 'platform_api_error', platform: 'meta', platformError };
    expect(refused(400, body).fields.hint).toContain(remedy);
  });

  test('LIM-25 whose quota it was is explained', () => {
    const quota = (quotaScope: string) =>
      refused(429, { error: 'x', type: 'rate_limit_error', code: 'rate_limited', details: { quotaScope } }).fields.hint;
    expect(quota('DEVELOPER')).toContain('shared');
    expect(quota('ACCOUNT')).toContain('your account');
  });

  test('LIM-51 the seconds a 429 speaks of stand in retryAfter', () => {
    expect(refused(429, { error: 'Take a break: 42 seconds.' }).fields.retryAfter).toBe(42);
  });

  test('a post that exists already is named', () => {
    const body = { error: 'Twice.', details: { existingPostId: 'abc' } };
    expect(refused(409, body, write).fields.hint).toContain('svc posts get abc');
  });

  test('ERR-43 a 5xx on a write says how to check', () => {
    expect(refused(503, { error: 'x', code: 'temporarily_unavailable' }, write).fields.hint).toContain(
      '`svc things list`',
    );
    expect(refused(503, { error: 'x', code: 'temporarily_unavailable' }, read).fields.hint).toBeUndefined();
  });
});
