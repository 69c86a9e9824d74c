/** `--watch`: a reading again and again, with what changed marked. */
import { expect, test } from 'vitest';
import { repeat } from '../../src/cli/repeat.ts';
import { testWorld } from '../support/world.ts';

async function watched(
  pages: readonly string[],
  terminal?: number,
  more: Readonly<Record<string, string>> = {},
): Promise<{ out: string; slept: readonly number[] }> {
  const { world, out, slept } = testWorld({
    env: { NO_COLOR: '1', ...more },
    ...(terminal !== undefined && { terminal }),
  });
  const left = [...pages];
  const ended = repeat({
    world,
    everyMs: 2_000,
    title: 'svc posts list',
    color: false,
    look: async (paper) => {
      const page = left.shift();
      if (page === undefined) throw new Error('enough');
      paper.write(page);
      await paper.ready();
    },
  });
  await expect(ended).rejects.toThrow('enough');
  return { out: out(), slept };
}

test('on a terminal each page replaces the last one, and lines that are new are marked', async () => {
  const { out, slept } = await watched(['STATUS     ID\nscheduled  a\n', 'STATUS     ID\npublished  a\n'], 80);
  const pages = out.split('\u001b[H\u001b[2J\u001b[3J').slice(1);
  expect(pages).toEqual([
    'svc posts list\n\n  STATUS     ID\n  scheduled  a\n',
    'svc posts list\n\n  STATUS     ID\n* published  a\n',
  ]);
  expect(slept).toEqual([2_000, 2_000]);
});

test('what passes by itself is no change', async () => {
  const { out } = await watched(['SCHEDULED  ID\nin 10 min  a\n', 'SCHEDULED  ID\nin 9 min   a\n'], 80);
  expect(out).not.toContain('*');
});

test('in a pipe a page is written only when it changed', async () => {
  const { out } = await watched(['{"a":1}\n', '{"a":1}\n', '{"a":2}\n']);
  expect(out).toBe('{"a":1}\n{"a":2}\n');
});

test('for a screen reader a page is written below the last one, and only when it changed', async () => {
  const { out } = await watched(['One\n', 'One\n', 'Two\n'], 80, { SVC_ACCESSIBLE: '1' });
  expect(out).toBe('One\nTwo\n');
});
