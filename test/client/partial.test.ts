import { describe, expect, test } from 'vitest';
import { adviceFor, CATEGORY_ADVICE } from '../../src/client/advice.ts';
import { failureWithin, partialOf } from '../../src/client/partial.ts';
import { catalog } from './cards.ts';

const createPost = catalog.card('createPost');
const result = (status: number, body: unknown) => ({ status, body, headers: {}, requestId: 'r-1' });

const target = (status: string, more: Record<string, unknown> = {}) => ({
  platform: 'twitter',
  accountId: 'a',
  status,
  ...more,
});

const failed = (more: Record<string, unknown> = {}) =>
  target('failed', { errorMessage: 'Duplicate', errorCategory: 'user_content', errorSource: 'user', ...more });

describe('POST-65 GEN-14 success is decided by the body as well as by the status', () => {
  // prettier-ignore
  test.each([
    ['a whole success',                   201, 'published', false],
    ['a scheduled post',                  201, 'scheduled', false],
    ['a 207 with some targets failed',    207, 'partial',   true],
    ['a 207 with all targets failed',     207, 'failed',    true],
    ['a 201 whose post failed',           201, 'failed',    true],
    ['a 200 whose post is partial',       200, 'partial',   true],
  ])('%s (%i, %s) is partial: %s', (_, status, postStatus, partial) => {
    const post = { _id: 'p', status: postStatus, platforms: [target('published'), failed()] };
    const failure = partialOf(createPost, result(status, { message: 'x', post }));
    expect(failure?.exitCode).toBe(partial ? 9 : undefined);
  });

  test('reading a failed post is no failure', () => {
    const post = { _id: 'p', status: 'failed', platforms: [failed()] };
    expect(partialOf(catalog.card('getPost'), result(200, { post }))).toBeUndefined();
  });

  test('POST-15 failed targets are named, whether the account is an id or a record', () => {
    const record = { _id: 'b', platform: 'instagram', username: 'brand' };
    const post = {
      _id: 'p1',
      status: 'partial',
      platforms: [target('published'), failed(), failed({ platform: 'instagram', accountId: record })],
    };
    const failure = partialOf(createPost, result(207, { post }));
    expect(failure?.message).toBe(
      '2 of 3 targets failed.\nX a: Duplicate (change the content)\nInstagram brand: Duplicate (change the content)',
    );
    expect(failure?.fields.details).toEqual({
      status: 'partial',
      targets: [
        expect.objectContaining({ platform: 'twitter', accountId: 'a', category: 'user_content', source: 'user' }),
        expect.objectContaining({ platform: 'instagram', accountId: 'b', username: 'brand' }),
      ],
    });
    expect(failure?.fields).toMatchObject({
      requestId: 'r-1',
      hint: expect.stringContaining('svc posts retry p1') as string,
    });
  });

  test('a target that says nothing of itself is named all the same', () => {
    const bare = { platform: 'twitter', status: 'failed', accountId: null, errorCategory: '', errorSource: 7 };
    const failure = partialOf(
      createPost,
      result(207, { post: { _id: 'p', status: 'failed', platforms: [bare, [], 'x'] } }),
    );
    expect(failure?.message).toBe('1 of 1 targets failed.\nX: no reason given (retry)');
    expect(failure?.fields.details).toStrictEqual({
      status: 'failed',
      targets: [{ platform: 'twitter', message: 'no reason given', advice: 'retry' }],
    });
  });

  test('POST-61 a batch with bad rows is partial, and names them', () => {
    const bad = { rowIndex: 2, ok: false, errors: ['platforms is missing.', 'content is empty.'] };
    const failure = partialOf(
      catalog.card('bulkUploadPosts'),
      result(207, { results: [{ rowIndex: 1, ok: true }, bad] }),
    );
    expect(failure).toMatchObject({
      exitCode: 9,
      message: '1 of 2 rows failed.\nrow 2: platforms is missing. content is empty.',
      fields: { details: { rows: [bad] }, requestId: 'r-1' },
    });
  });

  test.each([
    ['strange', 'Some rows failed; the response lists them.'],
    [[], 'Some rows failed; the response lists them.'],
    [{ error: 'Half of it.', results: [{ ok: true }] }, 'Half of it.'],
  ])('a 207 of %j names no rows and is partial all the same', (body, message) => {
    const failure = partialOf(catalog.card('bulkUploadPosts'), result(207, body));
    expect(failure).toMatchObject({ exitCode: 9, message });
    expect(failure?.fields).not.toHaveProperty('details');
  });
});

test('GEN-14 entries that the answer names as failed are partial, and named by their place in what was sent', () => {
  const send = catalog.card('sendConversions');
  const failures = [
    { eventIndex: 1, eventId: 'order-2', message: '`value` needs a `currency`.' },
    { eventIndex: 3, message: 7 },
  ];
  const failure = partialOf(send, result(200, { eventsReceived: 2, eventsFailed: 2, failures }));
  expect(failure).toMatchObject({
    exitCode: 9,
    message: '2 of the events failed.\nevents[1]: `value` needs a `currency`.\nevents[3]: no reason given',
    fields: { details: { failures }, requestId: 'r-1', hint: expect.stringContaining('only those events') as string },
  });
  for (const body of [{ eventsReceived: 2, failures: [] }, { eventsReceived: 2 }, 'strange', null])
    expect(partialOf(send, result(200, body))).toBeUndefined();
});

// prettier-ignore
test.each([
  ['sendWhatsAppConversion',     { failures: [{ eventIndex: 0, eventId: 'o-1', message: 'No person.' }] },                   'The network rejected it.\no-1: No person.'],
  ['blockWhatsAppUsers',         { blocked: [], failed: [{ input: '+49151', errors: ['Too short.', 'Unknown.'] }] },         '1 of the users failed.\n+49151: Too short. Unknown.'],
  ['unblockWhatsAppUsers',       { failed: [{ input: '+49151', errors: ['Not blocked.'] }] },                                '1 of the users failed.\n+49151: Not blocked.'],
  ['addConversionAssociations',  { succeeded: ['1'], failed: [{ campaignId: '2', reason: 'Archived.' }] },                   '1 of the campaigns failed.\n2: Archived.'],
  ['removeConversionAssociations', { succeeded: [], failed: [{ campaignId: '2' }] },                                         '1 of the campaigns failed.\n2: no reason given'],
  ['bulkUpdateAdCampaignStatus', { results: [{ platformCampaignId: '1', updated: 2 }, { platformCampaignId: '2', error: 'Gone.' }] }, '1 of the campaigns failed.\n2: Gone.'],
  ['bulkCreateContacts',         { success: true, created: 1, errors: ['contacts[1]: Not a phone number.'] },                '1 of the contacts failed.\ncontacts[1]: Not a phone number.'],
  ['enrollContacts',             { results: [{ contactId: 'a', success: true }, { contactId: 'b', success: false, error: 'Unsubscribed.' }] }, '1 of the contacts failed.\nb: Unsubscribed.'],
])('GEN-14 what %s names as failed ends with 9', (operation, body, message) => {
  expect(partialOf(catalog.card(operation), result(200, body))).toMatchObject({ exitCode: 9, message });
});

test('GEN-14 a list of all entries without a reason is a whole success', () => {
  const results = [{ contactId: 'a', success: true }];
  expect(partialOf(catalog.card('enrollContacts'), result(200, { results }))).toBeUndefined();
});

test('GEN-14 a 2xx that says success: false is exit 3, with what the service said', () => {
  const unpublish = catalog.card('unpublishPost');
  expect(failureWithin(unpublish, result(200, { success: false, message: 'Gone already.' }))).toMatchObject({
    exitCode: 3,
    message: 'Gone already.',
    fields: { code: 'unsuccessful' },
  });
  expect(failureWithin(unpublish, result(200, { success: true }))).toBeUndefined();
  expect(failureWithin(createPost, result(207, { post: { status: 'failed', platforms: [] } }))?.exitCode).toBe(9);
});

// prettier-ignore
test.each([
  ['auth_expired',        'reconnect'],
  ['user_content',        'content'],
  ['platform_rejected',   'content'],
  ['account_issue',       'check the account'],
  ['user_abuse',          'check the account'],
  ['platform_rate_limit', 'wait'],
  ['quota_exhausted',     'wait'],
  ['platform_error',      'retry'],
  ['system_error',        'retry'],
  ['unknown',             'retry'],
])('ASM-53 POST-20 %s is answered with the advice to %s', (category, advice) => {
  expect(adviceFor('twitter', category, 'x')).toContain(advice);
});

test('ASM-53 there is advice for every category of the contract, and for one that is new', () => {
  const { properties = {} } = catalog.schema('posts', '#/schemas/PlatformTarget');
  expect(Object.keys(CATEGORY_ADVICE).sort()).toEqual([...(properties['errorCategory']?.enum ?? [])].sort());
  expect(adviceFor('twitter', 'brand_new', 'x')).toBe('retry');
});

test('POST-70 Missing Access on discord means that the bot cannot see the channel', () => {
  expect(adviceFor('discord', 'account_issue', 'Missing Access')).toContain('the bot cannot see the channel');
  expect(adviceFor('slack', 'account_issue', 'Missing Access')).not.toContain('bot');
});
