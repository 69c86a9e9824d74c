import { describe, expect, test } from 'vitest';
import { isWanted } from '../../src/webhooks/patterns.ts';

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
