import { describe, expect, test } from 'vitest';
import { openCatalog } from '../../src/catalog/catalog.ts';
import {
  accountIdsIn,
  accountPathsOf,
  isWanted,
  needsInbox,
  ownerOf,
  profileIdsIn,
} from '../../src/webhooks/catalogue.ts';

const { events } = openCatalog('dist/cards').index();

describe('patterns of event names', () => {
  test.each([
    [['*'], 'post.published', true],
    [['post.*'], 'post.published', true],
    [['post.*'], 'post.platform.failed', true],
    [['post.*'], 'postal.arrived', false],
    [['post.published'], 'post.publishedx', false],
    [['post.*', '!post.external.*'], 'post.external.created', false],
    [['post.*', '!post.external.*'], 'post.failed', true],
    [['!post.external.*'], 'message.received', true],
    [['!post.*', 'post.failed'], 'post.failed', true],
    [[], 'anything.new', true],
    [['post.pub*'], 'post.published', true],
    [['*.failed'], 'post.platform.failed', true],
    [['*.failed'], 'post.failed.later', false],
    [['post.*.failed'], 'post.platform.failed', true],
    [['post.*.failed'], 'post.failed', false],
    [['whatsapp.*.status*updated'], 'whatsapp.account.name_status_updated', false],
    [['whatsapp.*status*updated'], 'whatsapp.account.name_status_updated', true],
    [['a*a'], 'a', false],
    [['a*b*b'], 'ab', false],
    [['a*b*b'], 'abb', true],
    [['post*failed'], 'my.post.failed', false],
  ])('%j let %s through: %s', (patterns, event, expected) => {
    expect(isWanted(patterns, event)).toBe(expected);
  });
});

test('WHK-85 EVT-12 EVT-13 events of nobody, and those of a profile alone', () => {
  const owned = (owner: string): string[] => events.filter((event) => ownerOf(event) === owner).sort();
  expect(owned('nobody').filter((event) => !event.startsWith('verification.'))).toEqual([
    'api.changelog.published',
    'phone_number.stock_available',
    'webhook.test',
  ]);
  expect(owned('nobody')).toContain('verification.approved');
  expect(owned('profile').filter((event) => !/^(contact|whatsapp\.number|sms\.registration)\./.test(event))).toEqual(
    [],
  );
  for (const event of ['contact.tag_added', 'whatsapp.number.released', 'sms.registration.status_updated'])
    expect(ownerOf(event)).toBe('profile');
  expect(ownerOf('post.published')).toBe('account');
});

test.each([
  ['message.received', true],
  ['conversation.started', true],
  ['conversation.control_changed', false],
  ['reaction.received', true],
  ['referral.received', true],
  ['comment.received', true],
  ['review.new', true],
  ['call.ended', false],
  ['post.published', false],
])('WHK-19 WHK-20 %s needs inbox access: %s', (event, needed) => {
  expect(needsInbox(event)).toBe(needed);
});

describe('where a payload names its accounts', () => {
  test('EVT-14 the families without an account id have no place for one', () => {
    const without = events.filter((event) => accountPathsOf(event).length === 0);
    expect(
      without.filter((event) => !/^(verification|contact|sequence|workflow\.run|branded_calling)\./.test(event)),
    ).toEqual(events.filter((event) => /^(api\.|webhook\.|phone_number\.|sms\.|whatsapp\.number\.)/.test(event)));
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
    expect(profileIdsIn('contact.tag_added', { contact: { id: 'c' } })).toEqual([]);
    expect(profileIdsIn('verification.approved', { verification: {} })).toEqual([]);
  });
});
