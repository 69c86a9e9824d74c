/** The rows of the catalogue against the tables of the specification. */
import type { EventName } from '#contract';
import { describe, expect, test } from 'vitest';
import { openCatalog } from '../../src/catalog/catalog.ts';
import {
  accountIdsIn,
  accountPathsOf,
  canBeAskedFor,
  firesForMessage,
  firesOn,
  groupOf,
  isEventName,
  needsInbox,
  ownerOf,
  profileIdsIn,
} from '../../src/webhooks/catalogue.ts';
import { isWanted } from '../../src/webhooks/patterns.ts';

const catalog = openCatalog('dist/cards');
const { schemas } = catalog.file('events');
const { groups } = catalog.index();
const events = catalog.index().events.filter(isEventName);
const ACCOUNT_PLATFORMS = (catalog.file('accounts').schemas['AccountPlatform']?.enum ?? []) as readonly string[];

const meant = (...patterns: readonly string[]): string[] => events.filter((event) => isWanted(patterns, event));

test('every name of the index has a row, and nothing else has', () => {
  expect(catalog.index().events.filter((event) => !isEventName(event))).toEqual([]);
  for (const word of ['post.exploded', 'toString', '']) expect(isEventName(word)).toBe(false);
});

// Source: control surface, "Groups"
// prettier-ignore
test.each([
  ['publishing',  ['post.*']],
  ['accounts',    ['account.*', '!account.ads.*']],
  ['ads',         ['account.ads.*', 'lead.received', 'ad.status_changed']],
  ['analytics',   ['analytics.synced']],
  ['messages',    ['message.*', 'conversation.*', 'reaction.received', 'referral.received', 'whatsapp.*', '!whatsapp.number.*']],
  ['engagement',  ['comment.received', 'review.*']],
  ['telephony',   ['call.*', 'whatsapp.number.*', 'phone_number.*', 'sms.*', 'branded_calling.*', 'verification.*']],
  ['contacts',    ['contact.*', 'sequence.*', 'workflow.*']],
  ['webhooks',    ['api.*', 'webhook.*']],
])('the events of %s are %j', (group, patterns) => {
  expect(Object.keys(groups)).toContain(group);
  expect(events.filter((event) => groupOf(event) === group)).toEqual(meant(...patterns));
});

describe('where events fire', () => {
  // Source: specification, "Platform support matrix"
  // prettier-ignore
  const MATRIX: readonly (readonly [event: EventName, platforms: readonly string[]])[] = [
    ['message.edited',               ['instagram', 'facebook', 'telegram', 'whatsapp']],
    ['message.deleted',              ['instagram', 'whatsapp']],
    ['message.delivered',            ['whatsapp', 'facebook', 'sms']],
    ['message.read',                 ['whatsapp', 'facebook', 'instagram']],
    ['message.failed',               ['whatsapp', 'sms']],
    ['conversation.control_changed', ['whatsapp', 'facebook', 'instagram']],
    ['reaction.received',            ['instagram', 'facebook', 'whatsapp', 'telegram', 'slack', 'tiktok']],
    ['referral.received',            ['instagram', 'facebook']],
    ['comment.received',             ['instagram', 'facebook', 'threads', 'youtube', 'linkedin', 'bluesky', 'reddit', 'tiktok']],
    ['review.new',                   ['googlebusiness']],
    ['review.updated',               ['googlebusiness']],
  ];

  test.each(MATRIX)('%s fires on %j only', (event, platforms) => {
    expect(ACCOUNT_PLATFORMS.filter((platform) => firesOn(event, platform)).sort()).toEqual([...platforms].sort());
  });

  test('all others fire everywhere, but for the one of a single platform', () => {
    const limited = events.filter((event) => !ACCOUNT_PLATFORMS.every((platform) => firesOn(event, platform)));
    expect(limited.sort()).toEqual([...MATRIX.map(([event]) => event), 'post.tiktok.url_resolved'].sort());
  });

  test.each([
    ['instagram', 'incoming', true],
    ['instagram', 'outgoing', false],
    ['whatsapp', 'incoming', true],
    ['whatsapp', 'outgoing', true],
    ['telegram', 'incoming', false],
  ])('on %s the deletion of an %s message fires: %s', (platform, direction, fires) => {
    expect(firesForMessage('message.deleted', platform, direction)).toBe(fires);
  });
});

test('WHK-85 EVT-12 EVT-13 events of nobody, and those of a profile alone', () => {
  const owned = (owner: string): string[] => events.filter((event) => ownerOf(event) === owner);
  expect(owned('nobody')).toEqual(
    meant('verification.*', 'phone_number.stock_available', 'branded_calling.identity.*', 'api.changelog.published', 'webhook.test'), // prettier-ignore
  );
  const ofProfiles = ['contact.*', 'whatsapp.number.*', 'sms.registration.*', 'branded_calling.number.*'] as const;
  expect(owned('profile')).toEqual(meant(...ofProfiles));
});

test('every event but the test can be asked for, and the schema of a subscription lists just these', () => {
  expect(events.filter((event) => !canBeAskedFor(event))).toEqual(['webhook.test']);
  const asked = catalog.file('webhooks').schemas['WebhookEventName']?.enum;
  expect(asked).toEqual(events.filter(canBeAskedFor));
  expect(schemas['post.published']).toBeDefined();
});

test('WHK-19 WHK-20 the events of the inbox but one need inbox access', () => {
  expect(events.filter(needsInbox)).toEqual(
    meant('message.*', 'conversation.started', 'reaction.*', 'referral.*', 'comment.*', 'review.*'),
  );
});

describe('where a payload names its accounts', () => {
  test('EVT-14 the families without an account id have no place for one', () => {
    const without = events.filter((event) => accountPathsOf(event).length === 0);
    expect(without).toEqual(
      meant('verification.*', 'contact.*', 'sequence.*', 'workflow.run.*', 'branded_calling.*', 'api.*', 'webhook.*', 'phone_number.*', 'sms.*', 'whatsapp.number.*'), // prettier-ignore
    );
  });

  // Source: specification, "Where the account id sits"
  // prettier-ignore
  test.each([
    [['account.*', 'analytics.synced', 'ad.status_changed', 'whatsapp.template.*', 'whatsapp.account.*', 'whatsapp.contact.identity_changed'], ['account.accountId']],
    [['message.*', 'reaction.received', 'referral.received', 'conversation.*', 'comment.received', 'review.*', 'lead.received'], ['account.accountId', 'account.id']],
    [['call.*'], ['account.accountId', 'account.id', 'call.accountId']],
    [['post.platform.*', 'post.tiktok.url_resolved'], ['account.accountId', 'post.platforms.accountId']],
    [['post.scheduled', 'post.published', 'post.failed', 'post.partial', 'post.cancelled', 'post.recycled'], ['post.platforms.accountId']],
    [['post.external.*'], ['account.accountId', 'post.accountId']],
    [['whatsapp.automatic_event'], ['accountId']],
  ])('%j at %j', (patterns, paths) => {
    const family = meant(...patterns);
    expect(family.length).toBeGreaterThan(0);
    for (const event of family) expect(accountPathsOf(event), event).toEqual(paths);
  });

  test('every target of a post is found once', () => {
    const payload = {
      post: { platforms: [{ accountId: 'a' }, { accountId: 'b' }, {}] },
      account: { accountId: 'b' },
    };
    expect(accountIdsIn('post.platform.failed', payload)).toEqual(['b', 'a']);
    expect(accountIdsIn('post.published', payload)).toEqual(['a', 'b']);
    expect(accountIdsIn('webhook.test', payload)).toEqual([]);
  });

  test('numbers, registrations and contacts name their profile', () => {
    expect(profileIdsIn('whatsapp.number.released', { number: { profileId: 'p' } })).toEqual(['p']);
    expect(profileIdsIn('sms.registration.status_updated', { registration: { profileId: 'p' } })).toEqual(['p']);
    expect(profileIdsIn('contact.tag_added', { contact: { id: 'c', profileId: 'p' } })).toEqual(['p']);
    expect(profileIdsIn('contact.tag_added', { contact: { id: 'c' } })).toEqual([]);
    expect(profileIdsIn('verification.approved', { verification: {} })).toEqual([]);
  });

  test('an event of a newer API is looked through at every place', () => {
    expect(accountIdsIn('message.whispered', { account: { accountId: 'a', id: 'a' } })).toEqual(['a']);
    expect(accountIdsIn('post.framed', { post: { platforms: [{ accountId: 'b' }] } })).toEqual(['b']);
    expect(profileIdsIn('contact.befriended', { contact: { profileId: 'p' } })).toEqual(['p']);
    expect([canBeAskedFor('message.whispered'), needsInbox('message.whispered')]).toEqual([true, false]);
  });
});
