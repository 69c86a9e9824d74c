import { expect, test } from 'vitest';
import { beginning, nextSteps } from '../../../src/cli/status/next.ts';
import type { Standing } from '../../../src/cli/status/standing.ts';
import { statusText, type StatusScene } from '../../../src/cli/status/text.ts';

const NOW = Date.parse('2026-12-01T08:00:00Z');
const scene: StatusScene = { width: 80, color: false, now: NOW, zone: 'Europe/Berlin' };

const standing: Standing = {
  scheduled: {
    total: 5,
    first: [
      {
        _id: 'a',
        status: 'scheduled',
        at: '2026-12-01T08:40:00Z',
        platforms: ['instagram', 'threads'],
        content: 'First\nline',
      },
    ],
  },
  failed: {
    total: 1,
    first: [{ _id: 'b', status: 'failed', at: '2026-12-01T05:00:00Z', platforms: ['linkedin'], content: 'Lost' }],
  },
  unread: {
    total: 1,
    first: [{ id: 'c', platform: 'whatsapp', participantName: 'Ana', lastMessage: 'Is it \u001B[31mready?' }],
  },
  accounts: { total: 2, disconnected: [{ _id: 'd', platform: 'pinterest', username: 'harbor' }] },
};

test('each part fits in eighty columns, and text from outside does nothing', async () => {
  const text = await statusText({ head: ['Ada · local'], standing, next: nextSteps(standing) }, scene);
  expect(text).toMatchInlineSnapshot(`
    "Ada · local

    Next posts (5)
      in 40 min          instagram, threads  First line
      and 4 more

    Failed posts (1)
      3 h ago            linkedin            Lost

    Unread conversations (1)
      Ana                whatsapp            Is it ␛[31mready?

    Disconnected accounts (1)
      harbor             pinterest

    What next
      svc accounts check d  See why harbor (pinterest) is disconnected
      svc posts get b       See why the post failed
      svc inbox open c      Read Ana
      svc posts create      Write a post
      svc posts calendar    See what is scheduled this month"
  `);
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  expect(text).not.toContain('\u001B');
});

test('what a key may not read is said, and what is empty as well', async () => {
  const none: Standing = {
    scheduled: { total: 0, first: [] },
    failed: { total: 0, first: [] },
    unread: null,
    accounts: null,
  };
  const text = await statusText({ head: ['Ada'], standing: none, next: [] }, scene);
  expect(text).toContain('Nothing is scheduled.');
  expect(text).toContain('Unread conversations\n  This key cannot read them.');
  expect(text).not.toContain('Failed posts');
});

test('what presses comes before the everyday commands, five in all', () => {
  expect(nextSteps(standing).map(({ command }) => command)).toEqual([
    'svc accounts check d',
    'svc posts get b',
    'svc inbox open c',
    'svc posts create',
    'svc posts calendar',
  ]);
  const fresh: Standing = { ...standing, failed: null, unread: null, accounts: { total: 0, disconnected: [] } };
  expect(nextSteps(fresh)[0]?.command).toBe('svc connect url bluesky');
  expect(beginning(true)).toHaveLength(5);
  expect([beginning(true)[0]?.command, beginning(false)[0]?.command]).toEqual([
    'svc login',
    'svc login --base-url URL',
  ]);
});
