import { describe, expect, test } from 'vitest';
import { render, type Shown } from '../../src/output/render.ts';
import { openTemplate } from '../../src/output/template.ts';
import { testWorld, TEST_WORLD_NOW as NOW, type WorldOptions } from '../support/world.ts';

/** No time is shown. */
const never = () => Promise.reject(new Error('nobody may ask for the time'));

const posts = [
  { _id: 'a', status: 'draft', tags: ['x', 'y'], createdAt: '2026-01-05T06:00:00.000Z', big: 12345678901234567890n },
  { _id: 'b', status: 'failed', tags: [] },
];
const list: Shown = { result: { posts, pagination: { total: 2 } }, list: 'posts' };

async function shown(text: string, result: Shown = list, options: WorldOptions = {}) {
  const { world, out, err } = testWorld(options);
  await render(result, { io: world.io, moment: never, template: openTemplate(text, NOW) });
  return { out: out(), err: err() };
}

describe('a template', () => {
  // prettier-ignore
  test.each([
    ['{{ _id }} {{ status | upcase }}',               'a DRAFT\nb FAILED\n'],
    ['{{ tags | join: "+" }}',                        'x+y\n\n'],
    ['{{ tags }}|{{ nothing }}',                      'x, y|\n|\n'],
    ['{{ createdAt | date: "%H:%M" }}',               '06:00\n\n'],
    ['{{ createdAt | ago }}',                         '3 hours ago\n\n'],
    ['{{ big }} {{ big | json }}',                    '12345678901234567890 12345678901234567890\n null\n'],
    ['{{ tags | json }}',                             '["x","y"]\n[]\n'],
    ['{% if status == "failed" %}{{ _id }}{% endif %}', '\nb\n'],
    ['{{ _id }}\\t{{ pagination.total }}',            'a\t2\nb\t2\n'],
    ['{{ status | truncate: 4 }}\\n',                 'd...\nf...\n'],
    ['{{ status | color: "red" }}',                   'draft\nfailed\n'],
  ])('%s is written once a record', async (text, expected) => {
    expect((await shown(text)).out).toBe(expected);
  });

  test('speaks of a single record with or without its envelope', async () => {
    const single: Shown = { result: { message: 'Made.', post: posts[0] }, columns: ['_id'] };
    expect((await shown('{{ _id }} {{ post._id }} {{ message }}', single)).out).toBe('a a Made.\n');
  });

  test('says which field there is not', async () => {
    expect((await shown('{{ nope }}')).err).toMatch(/^There is no field nope; there are posts, pagination, _id, /);
    expect((await shown('{{ tags | join: sep }}')).err).toMatch(/^There is no field sep/);
  });

  test('writes records of a stream as they come', async () => {
    const { world, out } = testWorld();
    const seen: string[] = [];
    const stream = (async function* () {
      yield posts[0];
      seen.push(out());
      yield posts[1];
    })();
    await render({ stream }, { io: world.io, moment: never, template: openTemplate('{{ _id }}', NOW) });
    expect([seen, out()]).toEqual([['a\n'], 'a\nb\n']);
  });

  test('colours where colours are wanted, and shows signs from outside', async () => {
    const evil: Shown = { result: [{ text: 'x\u001b[2J' }] };
    const terminal = { terminal: 80, env: {} };
    expect((await shown('{{ text | color: "red" }}', evil, terminal)).out).toBe('\u001b[31mx␛[2J\u001b[0m\n');
    expect((await shown('{{ text }}', evil)).out).toBe('x\u001b[2J\n');
  });
});

describe('a template is refused', () => {
  // prettier-ignore
  test.each([
    ['{{ _id',                                'not closed'],
    ['{% nosuch %}',                          'nosuch'],
    ['{{ _id | nosuch }}',                    'undefined filter: nosuch'],
  ])('%s before it is used', (text, why) => {
    expect(() => openTemplate(text, NOW)).toThrow(
      expect.objectContaining({ exit: 'usage', message: expect.stringContaining(why) as string }),
    );
  });

  // prettier-ignore
  test.each([
    [-1,      '1 second ago'],
    [-59,     '59 seconds ago'],
    [-60,     '1 minute ago'],
    [-3599,   '59 minutes ago'],
    [-3600,   '1 hour ago'],
    [-86_399, '23 hours ago'],
    [86_400,  'in 1 day'],
    [180,     'in 3 minutes'],
    [0,       '0 seconds ago'],
  ])('%i seconds from now read %j', (seconds, words) => {
    const template = openTemplate('{{ at | ago }}', NOW);
    const at = new Date(NOW + seconds * 1000).toISOString();
    expect(template.textOf({ at }, {}, { color: false, guard: false })).toBe(`${words}\n`);
  });

  test.each([
    ['bold', 1],
    ['dim', 2],
    ['red', 31],
    ['green', 32],
    ['yellow', 33],
    ['blue', 34],
    ['cyan', 36],
  ])('%s is written in its colour where there is colour, and another word in none', (name, code) => {
    const look = { color: true, guard: false };
    const written = (text: string) => openTemplate(text, NOW).textOf({ a: 'x' }, {}, look);
    expect(written(`{{ a | color: "${name}" }}`)).toBe(`\u001b[${String(code)}mx\u001b[0m\n`);
    expect(written('{{ a | color: "mauve" }}')).toBe('x\n');
  });

  // prettier-ignore
  test.each([
    ['{% include "/etc/passwd" %}',           'a file'],
    ['{% render "package.json" %}',           'a file'],
    ['{% for i in (1..1000000000) %}x{% endfor %}', 'more than there is room for'],
  ])('%s when it asks for %s', async (text) => {
    await expect(shown(text)).rejects.toMatchObject({ exit: 'usage' });
  });

  test('no access to anything but fields', async () => {
    expect(
      (await shown('[{{ _id.constructor }}{{ __proto__ }}{{ tags.constructor }}]', { result: [posts[0]] })).out,
    ).toBe('[]\n');
  });
});
