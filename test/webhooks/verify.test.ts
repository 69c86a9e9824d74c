import { createHash, createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { signatureOf } from '../../src/webhooks/sign.ts';
import { verify, type VerifyOptions } from '../../src/webhooks/verify.ts';

const SECRET = 'a secret of some length';
const TEXT = '{"id":"1","event":"post.published","text":"caf\u00e9 \u{1f305}"}';
const BODY = Buffer.from(TEXT);
const SIGNATURE = signatureOf(BODY, SECRET);

const checked = (signature: string, options: Partial<VerifyOptions> = {}, body: Uint8Array = BODY) =>
  verify({ body, headers: [['x-service-signature', signature]] }, { secret: SECRET, ...options });

const hmac = (key: string | Buffer, body: string | Buffer = BODY) => createHmac('sha256', key).update(body);

describe('a signature is right', () => {
  test('WHK-48 WHK-49 under either name, in any case of the name, over the bytes as they came', () => {
    const spaced = Buffer.from(JSON.stringify(JSON.parse(TEXT), null, 7));
    const signature = signatureOf(spaced, SECRET);
    for (const name of ['X-Service-Signature', 'x-legacy-signature', 'X-LEGACY-SIGNATURE'])
      expect(verify({ body: spaced, headers: [[name, signature]] }, { secret: SECRET })).toEqual({ ok: true });
  });

  test('when both names carry the same', () => {
    const headers = [
      ['X-Service-Signature', SIGNATURE],
      ['X-Legacy-Signature', SIGNATURE],
    ] as const;
    expect(verify({ body: BODY, headers }, { secret: SECRET })).toEqual({ ok: true });
  });

  test('with the words of another context', () => {
    const prefixes = { current: 'Acme', legacy: 'Old' };
    const headers = [['x-acme-signature', SIGNATURE]] as const;
    expect(verify({ body: BODY, headers }, { secret: SECRET, prefixes })).toEqual({ ok: true });
    expect(checked(SIGNATURE, { prefixes })).toEqual({ ok: true });
  });

  test('over no bytes, and over bytes of binary data', () => {
    for (const body of [Buffer.alloc(0), Buffer.from([0xff, 0x00, 0xfe])])
      expect(checked(signatureOf(body, SECRET), {}, body)).toEqual({ ok: true });
  });
});

describe('WHK-50 a signature that does not match is refused with its likeliest cause:', () => {
  const tampered = Buffer.from(TEXT.replace('caf', 'tea'));
  const python = TEXT.replaceAll('":"', '": "')
    .replaceAll('","', '", "')
    .replace('\u00e9', '\\u00e9')
    .replace('\u{1f305}', '\\ud83c\\udf05');
  const php = TEXT.replace('\u00e9', '\\u00e9').replace('\u{1f305}', '\\ud83c\\udf05');
  const WRONG = '0'.repeat(64);
  const hexSecret = Buffer.from('0123456789abcdef0123456789abcdef').toString('hex');
  test.each([
    ['upper_case', SIGNATURE.toUpperCase(), {}, BODY],
    ['blank_around', ` ${SIGNATURE}`, {}, BODY],
    ['prefixed', `sha256=${SIGNATURE}`, {}, BODY],
    ['base64', hmac(SECRET).digest('base64'), {}, BODY],
    ['base64', hmac(SECRET).digest('base64url'), {}, BODY],
    ['secret_blank', SIGNATURE, { secret: `${SECRET}\n` }, BODY],
    ['secret_blank', SIGNATURE, { secret: `\ufeff${SECRET}` }, BODY],
    ['secret_without_blank', hmac(`${SECRET}\n`).digest('hex'), {}, BODY],
    ['secret_encoded', hmac(Buffer.from(hexSecret, 'hex')).digest('hex'), { secret: hexSecret }, BODY],
    ['secret_encoded', hmac('c2VjcmV0').digest('hex'), { secret: 'whsec_c2VjcmV0' }, BODY],
    ['unkeyed', createHash('sha256').update(BODY).digest('hex'), {}, BODY],
    ['compressed', SIGNATURE, {}, gzipSync(BODY)],
    ['line_ending', SIGNATURE, {}, Buffer.from(`${TEXT}\n`)],
    ['line_ending', hmac(SECRET, `${TEXT}\n`).digest('hex'), {}, BODY],
    ['reserialised', SIGNATURE, {}, Buffer.from(JSON.stringify(JSON.parse(TEXT), null, 2))],
    ['reserialised', hmac(SECRET, python).digest('hex'), {}, BODY],
    ['reserialised', hmac(SECRET, php).digest('hex'), {}, BODY],
    ['malformed', 'not a signature', {}, BODY],
    ['malformed', ` ${WRONG}`, {}, BODY],
    ['malformed', `${WRONG}0`, {}, BODY],
    ['mismatch', WRONG, { secret: `${SECRET}\n` }, BODY],
    ['malformed', '', {}, BODY],
    ['mismatch', SIGNATURE, {}, tampered],
    ['mismatch', SIGNATURE, { secret: 'another' }, BODY],
  ] as const)('%s', (reason, signature, options, body) => {
    const verdict = checked(signature, options, body);
    expect(verdict).toMatchObject({ ok: false, reason });
    expect('sentence' in verdict && verdict.sentence).toMatch(/^[A-Z].*\.$/);
  });

  test('no_header', () => {
    expect(verify({ body: BODY, headers: [['content-type', 'x']] }, { secret: SECRET })).toMatchObject({
      reason: 'no_header',
    });
  });

  test('several_headers, the same one twice or the two names disagreeing', () => {
    const twice = [
      ['x-service-signature', SIGNATURE],
      ['X-Service-Signature', SIGNATURE],
    ] as const;
    expect(verify({ body: BODY, headers: twice }, { secret: SECRET })).toMatchObject({ reason: 'several_headers' });
    const apart = [
      ['x-service-signature', SIGNATURE],
      ['x-legacy-signature', signatureOf('other', SECRET)],
    ] as const;
    expect(verify({ body: BODY, headers: apart }, { secret: SECRET })).toMatchObject({ reason: 'several_headers' });
  });

  test('other_secret, which is named', () => {
    const others = [{ name: 'staging', secret: 'other' }];
    expect(checked(signatureOf(BODY, 'other'), { others })).toMatchObject({
      reason: 'other_secret',
      secretName: 'staging',
    });
  });
});
