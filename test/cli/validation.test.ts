import { describe, expect, test } from 'vitest';
import { specOf } from '../../src/cli/spec.ts';
import { inputFailure } from '../../src/cli/validation.ts';
import type { CallInput } from '../../src/client/request.ts';
import type { Card } from '../../src/kernel/card.ts';
import { cardOf, catalog, inputOf } from '../client/cards.ts';

const ID = '65a1b2c3d4e5f60718293a4b';

function failureOf(card: Card, input: Partial<CallInput>, awaited: readonly string[] = []) {
  const schemas = Object.values(catalog.index().commands).some(({ id }) => id === card.id)
    ? catalog.file(card.area).schemas
    : {};
  return inputFailure({ card, schemas }, inputOf(input), { spec: specOf(card, schemas), awaited });
}

const fieldsOf = (...words: Parameters<typeof failureOf>) => failureOf(...words)?.fields;

test('right input is no failure', () => {
  expect(failureOf(catalog.card('getPost'), { path: { postId: ID } })).toBeUndefined();
  expect(failureOf(catalog.card('listPosts'), { query: { status: 'failed', page: 1 } })).toBeUndefined();
});

test('an id that is not 24 hex characters is named by its argument, and exits 2', () => {
  const failure = failureOf(catalog.card('getPost'), { path: { postId: '12' } });
  expect(failure?.exit).toBe('usage');
  expect(failure?.fields).toMatchObject({
    code: 'validation',
    param: 'postId',
    message: '<post-id> must be an id of 24 hex characters.',
    hint: '--no-validate sends it anyway.',
  });
});

test('a number in an address is judged as a number', () => {
  const card = cardOf({
    params: [{ name: 'version', in: 'path', required: true, schema: { type: 'integer', minimum: 1 }, summary: '' }],
  });
  expect(failureOf(card, { path: { version: '3' } })).toBeUndefined();
  expect(fieldsOf(card, { path: { version: 'three' } })?.message).toBe('<version> must be a whole number, not text.');
  expect(fieldsOf(card, { path: { version: '0' } })?.message).toMatch(/^<version> must be/);
});

test('a wrong word of a closed list is named by its flag, with the words and the nearest one', () => {
  const fields = fieldsOf(catalog.card('listPosts'), { query: { status: 'publishd' } });
  expect(fields?.message).toMatch(/^--status must be one of draft, scheduled, /);
  expect(fields?.hint).toMatch(/^Did you mean published\?/);
  expect(fields?.details).toMatchObject({ problems: [{ param: 'status', suggestion: 'published' }] });
});

test('what lacks a required part is not said to be worth sending', () => {
  const hint = fieldsOf(catalog.card('createProfile'), { body: {} })?.hint;
  expect(hint).toBe(
    'For example `svc profiles create --name "Acme"`. `svc profiles create --help` shows what is required.',
  );
});

test('a word in the wrong case is told what differs, and the only word there is is not offered again', () => {
  const fields = fieldsOf(catalog.card('listPosts'), { query: { status: 'Published' } });
  expect(fields?.message).toMatch(/, and case matters: not "Published"\.$/);
  expect(fields?.hint).toMatch(/^Did you mean published\?/);
  const only = cardOf({
    params: [{ name: 'type', in: 'query', required: true, schema: { enum: ['body'] }, summary: '' }],
  });
  const said = fieldsOf(only, { query: { type: 'BODY' } });
  expect(said?.message).toMatch(/type must be body, and case matters: not "BODY"\.$/);
  expect(said?.hint).toBe('--no-validate sends it anyway.');
});

test('every fault is told, not the first alone', () => {
  const body = { content: 1, platforms: [{ platfrm: 'twitter', accountId: 'x' }], publishNow: 'yes' };
  const fields = fieldsOf(catalog.card('createPost'), { body });
  const { problems } = fields?.details as { problems: { param: string; message: string }[] };
  expect(problems.map(({ param }) => param)).toEqual(
    expect.arrayContaining(['content', 'platforms.0.accountId', 'platforms.0.platfrm', 'publishNow']),
  );
  expect(problems.find(({ param }) => param === 'content')?.message).toMatch(/^--content must be text/);
  expect(problems.find(({ param }) => param === 'platforms.0.accountId')?.message).toMatch(/^platforms\.0\.accountId /);
  expect(fields?.message).toMatch(new RegExp(`^${problems.length} problems: `));
});

test('an unknown key is refused with the key that was probably meant', () => {
  const fields = fieldsOf(catalog.card('createPost'), { body: { contnt: 'hi' } });
  expect(fields).toMatchObject({ param: 'contnt', hint: expect.stringContaining('Did you mean content?') as string });
});

test('a value of a flag that repeats is blamed on the flag', () => {
  const body = { name: 'ci', disabledResourceGroups: ['ads', 'webhoks'] };
  const fields = fieldsOf(catalog.card('createApiKey'), { body });
  expect(fields).toMatchObject({
    param: 'disabledResourceGroups.1',
    message: expect.stringMatching(/^--disabled-resource-groups must be one of publishing, /) as string,
    hint: expect.stringContaining('Did you mean webhooks?') as string,
  });
});

test('a list of words that nobody would read through is counted, and stands in the details and the help', () => {
  const body = { name: 'ci', url: 'https://example.com/', events: ['post.pub'] };
  const fields = fieldsOf(catalog.card('createWebhookSettings'), { body });
  expect(fields?.message).toMatch(/^--events must be one of \d+ words\.$/);
  expect(fields?.hint).toBe(
    'Did you mean post.published? `svc webhooks create --help` lists the allowed values. --no-validate sends it anyway.',
  );
  const { problems } = fields?.details as { problems: { allowed: string[] }[] };
  expect(problems[0]?.allowed).toContain('lead.received');
});

test('keys under an open object are nobody else’s business', () => {
  expect(
    failureOf(catalog.card('createPost'), { body: { content: 'hi', metadata: { anything: { goes: 1 } } } }),
  ).toBeUndefined();
});

test('a zone must be an IANA zone', () => {
  const fields = fieldsOf(catalog.card('createPost'), { body: { content: 'hi', timezone: 'Europe/Berln' } });
  expect(fields?.message).toMatch(/^--timezone must be an IANA time zone/);
  expect(fields?.hint).toMatch(/Europe\/Berlin/);
});

describe('what is required', () => {
  const card = cardOf({
    method: 'POST',
    params: [{ name: 'profileId', in: 'query', required: true, schema: { type: 'string' }, summary: '' }],
    body: {
      kind: 'json',
      required: true,
      schema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
    },
  });

  test('is named by its flag', () => {
    const fields = fieldsOf(card, { body: {} });
    expect(fields?.message).toBe('--profile-id and --name are required.');
  });

  test('is no fault yet where the command itself will fill it in', () => {
    expect(failureOf(card, { query: { profileId: 'p' }, body: {} }, ['name'])).toBeUndefined();
  });

  test('a body that may be absent is not judged when it is', () => {
    const free = { ...card, params: [], body: { ...(card.body as NonNullable<Card['body']>), required: false } };
    expect(failureOf(free, {})).toBeUndefined();
    expect(fieldsOf(free, { body: {} })?.message).toBe('--name is required.');
  });

  test('a file counts as the field it stands for', () => {
    const upload = catalog.card('uploadMediaDirect');
    expect(fieldsOf(upload, { body: {} })?.message).toBe('--file is required.');
    expect(failureOf(upload, { files: { file: 'a.png' } })).toBeUndefined();
  });

  test('so does the one file that a whole body is', () => {
    const binary = cardOf({
      method: 'POST',
      body: { kind: 'binary', required: true, schema: { type: 'string', format: 'binary' } },
    });
    expect(fieldsOf(binary, {})?.message).toBe('--file is required.');
    expect(failureOf(binary, { files: { '': '-' } })).toBeUndefined();
  });
});
