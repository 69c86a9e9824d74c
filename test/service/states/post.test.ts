/** The post table: every pair of a status and an event either has its row or is refused, and rows lead where they say. */
import { describe, expect, test } from 'vitest';
import { POST_EVENTS, POST_STATES, post, POST_STATUSES } from '../../../src/service/states/post.ts';

/** What each event is allowed in, told apart from the table; everything else is refused. */
const ALLOWED: Readonly<Record<(typeof POST_EVENTS)[number], readonly string[]>> = {
  schedule: ['none'],
  draft: ['none'],
  publishNow: ['none', 'draft', 'scheduled', 'failed', 'partial'],
  allPublished: ['publishing'],
  somePublished: ['publishing'],
  nonePublished: ['publishing'],
  targetFailed: ['publishing'],
  retry: ['failed', 'partial'],
  promote: ['draft', 'failed', 'partial'],
  someMissing: ['published', 'partial'],
  allMissing: ['published', 'partial'],
  queue: ['none', 'draft', 'scheduled', 'failed', 'partial'],
  removedNatively: ['published', 'partial', 'scheduled', 'publishing'],
  hold: ['scheduled', 'publishing'],
  due: ['scheduled', 'publishing'],
  change: ['draft', 'scheduled', 'failed', 'partial'],
  demote: ['draft', 'scheduled'],
  delete: ['draft', 'scheduled', 'failed', 'cancelled'],
  deleteRemoved: ['published', 'partial'],
  loseAccounts: ['scheduled'],
  unpublish: ['published', 'partial'],
  unpublishLast: ['published', 'partial'],
  edit: ['published', 'partial'],
  recycle: ['published'],
  clone: ['none'],
};

const PAIRS = POST_STATES.flatMap((state) => POST_EVENTS.map((event) => [state, event] as const));

describe('the post table', () => {
  test.each(PAIRS)('POST-11 a post that is %s meets %s as the table says', (state, event) => {
    const move = post.move(state, event);
    expect(move !== undefined).toBe(ALLOWED[event].includes(state));
    expect(post.allows(event).includes(state)).toBe(move !== undefined);
    if (move !== undefined) expect([...POST_STATUSES, 'gone']).toContain(move.to);
  });

  test('no pair has two rows and each row names its rules', () => {
    const pairs = post.rows.map(([from, event]) => `${from} ${event}`);
    expect(new Set(pairs).size).toBe(pairs.length);
    for (const row of post.rows) expect(row[4]).toMatch(/^((POST|ASM)-\d\d ?)+$/);
  });

  test('cancelled and gone are left by deletion only', () => {
    expect(POST_EVENTS.filter((event) => post.move('cancelled', event))).toEqual(['delete']);
    expect(POST_EVENTS.filter((event) => post.move('gone', event))).toEqual([]);
  });

  test.each([
    ['none', 'schedule', 'scheduled', 'emitScheduled'],
    ['none', 'draft', 'draft', null],
    ['none', 'publishNow', 'publishing', 'publishTargets'],
    ['publishing', 'allPublished', 'published', 'emitPublished'],
    ['publishing', 'somePublished', 'partial', 'emitPartial'],
    ['publishing', 'nonePublished', 'failed', 'emitFailed'],
    ['failed', 'retry', 'publishing', 'emitScheduled'],
    ['partial', 'retry', 'publishing', 'publishTargets'],
    ['draft', 'promote', 'scheduled', 'emitScheduled'],
    ['published', 'someMissing', 'partial', 'emitPartial'],
    ['published', 'allMissing', 'failed', 'emitFailed'],
    ['draft', 'queue', 'scheduled', 'emitScheduled'],
    ['published', 'removedNatively', 'published', 'emitPlatformDeleted'],
    ['scheduled', 'hold', 'scheduled', 'moveTime'],
    ['scheduled', 'loseAccounts', 'cancelled', 'emitCancelled'],
    ['scheduled', 'delete', 'gone', 'emitCancelled'],
  ] as const)('POST-11 from %s, %s leads to %s with %s', (from, event, to, effect) => {
    expect(post.move(from, event)).toMatchObject({ to, effect });
  });
});
