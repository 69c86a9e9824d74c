import { describe, expect, test } from 'vitest';
import { deliveryHeaders, type Prefixes } from '../../src/webhooks/headers.ts';
import { envelopeIn, isProblem, labelOf, signedBy } from '../../src/webhooks/receive.ts';
import { signatureOf } from '../../src/webhooks/sign.ts';

const ID = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const TEXT = JSON.stringify({ id: ID, event: 'post.published', timestamp: '2026-01-05T09:00:00.000Z', post: {} });

const delivery = (secret: string, text = TEXT, more: readonly (readonly [string, string])[] = []) => ({
  body: Buffer.from(text),
  headers: [
    ...Object.entries(deliveryHeaders({ event: 'post.published', id: ID, signature: signatureOf(text, secret) })),
    ...more,
  ],
});

const secrets = [
  { name: 'new', secret: 'new secret' },
  { name: 'old', secret: 'old secret' },
];

describe('a signature', () => {
  test('may be of any secret that is known for the endpoint', () => {
    expect(signedBy(delivery('new secret'), { secrets })).toBe('new');
    expect(signedBy(delivery('old secret'), { secrets })).toBe('old');
  });

  test('of none of them is told with the cause that says most', () => {
    const another = { name: 'staging', secret: 'staging secret' };
    expect(signedBy(delivery('staging secret'), { secrets, others: [another] })).toMatchObject({
      reason: 'other_secret',
      secretName: 'staging',
    });
    expect(signedBy(delivery('old secret\n'), { secrets })).toMatchObject({ reason: 'secret_without_blank' });
    expect(signedBy(delivery('guessed'), { secrets })).toMatchObject({ reason: 'mismatch' });
    expect(signedBy(delivery('guessed'), { secrets: [] })).toMatchObject({ reason: 'no_secret' });
  });

  test('WHK-50 does not hold when its headers contradict each other', () => {
    const other = delivery('new secret', TEXT, [['X-Service-Signature', 'a'.repeat(64)]]);
    expect(signedBy(other, { secrets })).toMatchObject({ reason: 'several_headers' });
  });
});

describe('headers of another prefix', () => {
  const told = (prefixes: Prefixes, secret = 'new secret', more: readonly (readonly [string, string])[] = []) => {
    const labels = { event: 'post.published', id: ID, signature: signatureOf(TEXT, secret) };
    return { body: Buffer.from(TEXT), headers: [...Object.entries(deliveryHeaders(labels, prefixes)), ...more] };
  };
  const acme = { current: 'Acme', legacy: 'Old-Name' };

  test('WHK-50 are verified like the known ones', () => {
    expect(signedBy(told(acme), { secrets })).toBe('new');
    expect(signedBy(told(acme, 'guessed'), { secrets })).toMatchObject({ reason: 'mismatch' });
    expect(envelopeIn(told(acme))).toMatchObject({ id: ID });
    expect(labelOf('Event-Id', told(acme).headers)).toBe(ID);
  });

  test('without a signature are no delivery of an endpoint that has a secret, and the header that is missing is named', () => {
    const { headers, body } = told(acme);
    const unsigned = { body, headers: headers.filter(([name]) => !name.endsWith('-Signature')) };
    expect(signedBy(unsigned, { secrets })).toMatchObject({
      reason: 'no_header',
      sentence: expect.stringContaining('X-Acme-Signature') as string,
    });
  });

  test('that sign differently are refused until the setting says which counts', () => {
    const [one, other] = [told(acme), told({ current: 'Other', legacy: 'Other' }, 'guessed')];
    const both = { body: one.body, headers: [...one.headers, ...other.headers] };
    expect(signedBy(both, { secrets })).toMatchObject({
      reason: 'several_headers',
      sentence: expect.stringContaining('X-Acme-Signature and X-Other-Signature differ') as string,
    });
    expect(signedBy(both, { secrets, prefixes: acme })).toBe('new');
  });

  test('with a signature alone do not count beside those that label an event, nor any beside known ones', () => {
    const foreign = ['X-Proxy-Signature', 'a'.repeat(64)] as const;
    expect(signedBy(told(acme, 'new secret', [foreign]), { secrets })).toBe('new');
    expect(signedBy(delivery('new secret', TEXT, Object.entries(foreignHeaders)), { secrets })).toBe('new');
    expect(signedBy(told(acme, 'new secret', [['X-Service-Event', 'post.published']]), { secrets })).toMatchObject({
      reason: 'no_header',
    });
  });

  test('must not contradict the body', () => {
    const { headers, body } = told(acme);
    const changed = headers.map(([name, value]) => [name, name === 'X-Acme-Event' ? 'post.failed' : value] as const);
    expect(envelopeIn({ body, headers: changed })).toMatchObject({ reason: 'several_headers' });
  });
});

const foreignHeaders = { 'X-Acme-Event': 'post.failed', 'X-Acme-Signature': 'a'.repeat(64) };

describe('the body', () => {
  test('WHK-49 is read as an event, however it is written', () => {
    const spaced = JSON.stringify(JSON.parse(TEXT), null, 5);
    expect(envelopeIn(delivery('x', spaced))).toMatchObject({ id: ID, event: 'post.published', payload: { post: {} } });
  });

  test('may come without headers that say what it is', () => {
    expect(envelopeIn({ body: Buffer.from(TEXT), headers: [] })).toMatchObject({ id: ID });
  });

  test.each([
    ['not_json', 'nothing'],
    ['not_json', '[]'],
    ['not_json', '"\ud800"'.slice(0, 2)],
    ['no_envelope', '{}'],
    ['no_envelope', '{"id":7,"event":"post.published"}'],
    ['no_envelope', '{"id":"","event":"post.published"}'],
  ])('is refused as %s: %s', (reason, text) => {
    expect(envelopeIn(delivery('x', text))).toMatchObject({ reason });
  });

  test('is refused when its bytes are no text', () => {
    expect(envelopeIn({ body: Buffer.from([0x22, 0xff, 0x22]), headers: [] })).toMatchObject({ reason: 'not_json' });
  });

  test.each([
    ['WHK-44 by event', { id: ID, event: 'post.failed' }],
    ['WHK-45 by id', { id: 'another', event: 'post.published' }],
  ])('is refused when a header calls it something else: %s', (_, said) => {
    expect(envelopeIn(delivery('x', JSON.stringify(said)))).toMatchObject({ reason: 'label_differs' });
  });

  test('is refused when a header and its alias differ, or one stands twice', () => {
    const headers = [
      ['X-Service-Event', 'post.published'],
      ['X-Legacy-Event', 'post.failed'],
    ] as const;
    expect(envelopeIn({ body: Buffer.from(TEXT), headers })).toMatchObject({ reason: 'several_headers' });
    const twice = delivery('x', TEXT, [['x-service-event-id', ID]]);
    expect(isProblem(envelopeIn(twice))).toBe(true);
  });
});

test('what a header says can be told of a delivery that was not read', () => {
  expect(labelOf('Event', delivery('x').headers)).toBe('post.published');
  expect(labelOf('Event-Id', [['x-legacy-event-id', 'a']])).toBe('a');
  expect(labelOf('Event-Id', [])).toBeUndefined();
});
