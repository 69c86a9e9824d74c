import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse as parseCsv } from 'csv-parse/sync';
import yaml from 'yaml';
import { render, type RenderOptions, type Shown } from '../../src/output/render.ts';
import { testWorld, type WorldOptions } from '../support/world.ts';

/** Three weeks before the instants below. */
const moment = () => Promise.resolve({ now: Date.parse('2026-11-05T09:00:00Z'), zone: 'Europe/Berlin' });

interface Rendered {
  readonly out: string;
  readonly err: string;
}

type Wishes = Omit<RenderOptions, 'io' | 'moment'> & Pick<WorldOptions, 'terminal' | 'env'>;

async function rendered(shown: Shown, { terminal, env, ...options }: Wishes = {}): Promise<Rendered> {
  const { world, out, err } = testWorld({
    env: { NO_COLOR: '1', ...env },
    ...(terminal !== undefined && { terminal }),
  });
  await render(shown, { io: world.io, moment, ...options });
  return { out: out(), err: err() };
}

const posts = [
  { _id: 'a1', status: 'draft', content: 'One', platforms: [{ platform: 'twitter' }, { platform: 'threads' }] },
  { _id: 'b2', status: 'failed', content: 'Two', platforms: [] },
];
const list: Shown = {
  result: { posts, pagination: { total: 2 } },
  list: 'posts',
  columns: ['_id', 'status', 'platforms.platform'],
};
const single: Shown = {
  result: { message: 'Made.', post: posts[0] },
  columns: ['_id', 'content', 'platforms.platform'],
};

async function* streamed(records: readonly unknown[]): AsyncGenerator<unknown> {
  yield* records;
}

describe('which form', () => {
  test('JSON off a terminal, a table on one, what was asked for on both', async () => {
    expect((await rendered(list)).out).toBe(`${JSON.stringify(list.result)}\n`);
    expect((await rendered(list, { terminal: 80 })).out).toMatch(/^ID +STATUS/);
    expect((await rendered(list, { format: 'table' })).out).toMatch(/^ID +STATUS/);
    expect((await rendered(list, { terminal: 80, format: 'json' })).out).toBe(
      `${JSON.stringify(list.result, undefined, 2)}\n`,
    );
  });

  test('no result is no output', async () => {
    expect(await rendered({})).toEqual({ out: '', err: '' });
  });

  test('bytes are written as they are, but not to a terminal, which would obey them', async () => {
    const shown = { result: Buffer.from('a\u001bb') };
    expect((await rendered(shown)).out).toBe('a\u001bb');
    await expect(rendered(shown, { terminal: 80 })).rejects.toMatchObject({
      exit: 'usage',
      message: 'The result is a file of 3 bytes: a terminal cannot show it.',
    });
  });

  test('JSON on a terminal writes signs that steer it as escapes; the values are the same', async () => {
    const shown = { result: { text: 'a\u009b31m\u202eb\u007f' } };
    const { out } = await rendered(shown, { terminal: 80, format: 'json' });
    expect(out).toContain('a\\u009b31m\\u202eb\\u007f');
    expect(JSON.parse(out)).toEqual(shown.result);
    expect((await rendered(shown)).out).toBe(`${JSON.stringify(shown.result)}\n`);
  });

  test('a text made for people is for people', async () => {
    const shown = { ...single, text: 'In words.' };
    expect((await rendered(shown, { terminal: 80 })).out).toBe('In words.\n');
    expect((await rendered(shown)).out).toMatch(/^\{/);
  });
});

describe('tables', () => {
  test('one row a record, lists in a cell joined', async () => {
    const { out } = await rendered(list, { terminal: 80 });
    expect(out).toBe(['ID  STATUS  PLATFORM', 'a1  draft   twitter, threads', 'b2  failed', ''].join('\n'));
  });

  test('--fields are the columns', async () => {
    const { out } = await rendered(list, { terminal: 80, fields: ['content', 'platforms.0.platform'] });
    expect(out.split('\n').slice(0, 2)).toEqual(['CONTENT  PLATFORM', 'One      twitter']);
  });

  test('without named columns the plain fields are shown', async () => {
    expect((await rendered({ result: [{ a: 1, b: { c: 2 }, d: null }] }, { terminal: 80 })).out).toBe('A  D\n1\n');
    expect((await rendered({ result: ['x', 'y'] }, { terminal: 80 })).out).toBe('VALUE\nx\ny\n');
  });

  test('cells are cut to the terminal, the one that names the record never', async () => {
    const rows = [{ _id: '65a1b2c3d4e5f60718293a4b', text: 'w'.repeat(200), more: 'v'.repeat(200) }];
    const { out } = await rendered({ result: rows, columns: ['_id', 'text', 'more'] }, { terminal: 60 });
    expect(out.split('\n').every((line) => line.length <= 60)).toBe(true);
    expect(out).toContain('65a1b2c3d4e5f60718293a4b');
    expect(out).toMatch(/w…/);
    const whole = await rendered({ result: rows, columns: ['_id', 'text'] }, { format: 'table' });
    expect(whole.out).toContain('w'.repeat(200));
  });

  test('a web address is whole: other columns give way to it', async () => {
    const url = 'https://shop.example.com/winter/cardamom-buns';
    const rows = [{ name: 'n'.repeat(40), url, more: 'm'.repeat(40) }];
    const { out } = await rendered({ result: rows, columns: ['name', 'url', 'more'] }, { terminal: 80 });
    expect(out).toContain(`${url}  m`);
    expect(out.split('\n').every((line) => line.length <= 80)).toBe(true);
  });

  test('a series is drawn on a terminal, in ASCII where it has no other signs, and written nowhere', async () => {
    const result = { accounts: [{ _id: 'a', name: 'One' }], stats: { a: [{ count: 1 }, { count: 2 }, { count: 8 }] } };
    const columns = [
      { field: '_id', form: 'id' },
      'name',
      { field: 'stats', heading: 'trend', series: 'count' },
    ] as const;
    const shown = { result, list: 'accounts', columns };
    expect((await rendered(shown, { terminal: 80 })).out).toBe('NAME  TREND  ID\nOne   ▁▂█    a\n');
    expect((await rendered(shown, { terminal: 80, isUnicode: false })).out).toContain('One   _.#    a\n');
    expect((await rendered(shown, { format: 'csv' })).out).toBe('_id,name\na,One\n');
    expect(JSON.parse((await rendered(shown, {})).out)).toEqual(result);
  });

  test('instants are those of the zone, and are shortened before text is cut', async () => {
    const rows = [{ _id: '65a1b2c3d4e5f60718293a4b', at: '2026-11-26T10:00:00.000Z', text: 'w'.repeat(40) }];
    const shown = { result: rows, columns: ['_id', 'at', 'text'] };
    const widest = async (terminal: number): Promise<string> => (await rendered(shown, { terminal })).out;
    expect(await widest(85)).toContain(`  Thu Nov 26, 11:00  ${'w'.repeat(40)}\n`);
    expect(await widest(80)).toContain(`  Nov 26, 11:00  ${'w'.repeat(38)}…\n`);
    expect(await widest(54)).toContain(`  Nov 26  ${'w'.repeat(19)}…\n`);
    const whole = await rendered(shown, { terminal: 48, wide: true });
    expect(whole.out).toContain(`  Thu Nov 26 2026, 11:00  ${'w'.repeat(40)}\n`);
  });

  test('instants within a day are said by how far away they are', async () => {
    const rows = [{ at: '2026-11-05T10:30:00Z' }, { at: '2026-11-05T08:20:00Z' }, { at: '2024-11-05T08:20:00Z' }];
    const { out } = await rendered({ result: rows }, { terminal: 80 });
    expect(out).toBe('AT\nin 1 h\n40 min ago\nNov 5 2024, 09:20\n');
  });

  test('ids that are declared come last, and are shortened before anything else', async () => {
    const rows = [{ _id: '65a1b2c3d4e5f60718293a4b', profileId: '65a1b2c3d4e5f60718293aff', text: 'w'.repeat(40) }];
    const columns = [
      { field: '_id', heading: 'id', form: 'id' },
      { field: 'profileId', heading: 'profile id', form: 'id' },
      'text',
    ] as const;
    const at = async (terminal: number, more: Wishes = {}) =>
      (await rendered({ result: rows, columns }, { terminal, ...more })).out;
    expect(await at(100)).toContain(`${'w'.repeat(40)}  65a1b2c3d4e5f60718293a4b  65a1b2c3d4e5f60718293aff\n`);
    expect(await at(80)).toContain(`${'w'.repeat(40)}  …293a4b  …293aff\n`);
    expect(await at(36)).toMatch(/w…\s+…293a4b\n/);
    expect(await at(40, { wide: true })).toContain('  65a1b2c3d4e5f60718293a4b  65a1b2c3d4e5f60718293aff\n');
    expect(await at(80, { isUnicode: false })).toContain('  ...293a4b  ...293aff\n');
    expect(await at(80, { fields: ['text', '_id', 'profileId'] })).toMatch(/^TEXT +ID +PROFILE ID\n/);
    expect(await at(80, { fields: ['_id', 'text'] })).toMatch(/^ID +TEXT\n65a1b2c3d4e5f60718293a4b {2}w/);
    expect(await at(80, { format: 'lines' })).toBe('65a1b2c3d4e5f60718293a4b\n');
  });

  test('states are in colour, whatever their case', async () => {
    const rows = [{ status: 'failed' }, { status: 'PUBLISHED' }, { status: 'of_its_own' }];
    const columns = [{ field: 'status', form: 'state' }] as const;
    const { out } = await rendered({ result: rows, columns }, { terminal: 80, color: 'always' });
    expect(out).toContain('\u001b[31mfailed\u001b[39m\n\u001b[32mPUBLISHED\u001b[39m\nof_its_own\n');
  });

  test('spans, amounts, weekdays and yes or no are in words', async () => {
    const rows = [{ s: 95, m: 90, ms: 420, c: 1250, d: [1, 0], dow: 0, on: false }];
    const columns = [
      { field: 's', form: 'seconds' },
      { field: 'm', form: 'minutes' },
      { field: 'ms', form: 'milliseconds' },
      { field: 'c', form: 'cents' },
      { field: 'd', form: 'weekday-1' },
      { field: 'dow', form: 'weekday-0' },
      'on',
    ] as const;
    const { out } = await rendered({ result: rows, columns }, { terminal: 80 });
    expect(out.split('\n')[1]).toBe('1 min 35 s  1 h 30 min  420 ms  $12.50  Mon, Sun  Mon  no');
  });

  test('codes are their words and colors are hexadecimal in tables; data keeps the numbers', async () => {
    const rows = [
      { type: 5, color: 3_066_993 },
      { type: 99, color: 0 },
    ];
    const columns = [
      { field: 'type', form: 'state', words: { 5: 'announcement' } },
      { field: 'color', form: 'rgb' },
    ] as const;
    const { out } = await rendered({ result: rows, columns }, { terminal: 80 });
    expect(out).toBe('TYPE          COLOR\nannouncement  #2ecc71\n99            #000000\n');
    expect((await rendered({ result: rows[0], columns }, { terminal: 80 })).out).toContain('announcement');
    expect((await rendered({ result: rows, columns }, { format: 'csv' })).out).toContain('5,3066993');
  });

  test('a cell never holds JSON: records in it are counted, or their fields named', async () => {
    const rows = [{ id: 'x', one: [{ a: 1, b: true }], many: [{ a: 1 }, { a: 2 }], most: { a: 1, b: null } }];
    const columns = ['id', 'one', 'many', 'most'];
    const { out } = await rendered({ result: rows, columns }, { terminal: 80 });
    expect(out).toBe('ID  ONE         MANY       MOST\nx   a 1, b yes  2 entries  a 1\n');
  });

  test('lists beside a record that its columns name have a row for each member; JSON stays as it was answered', async () => {
    const result = { contact: { id: 'a1', name: 'Ada' }, channels: [{ on: 'telegram' }, { on: 'sms', of: 1 }] };
    const columns = ['id', 'name', 'channels.on', 'channels.of'];
    const person = await rendered({ result, columns }, { terminal: 80 });
    expect(person.out).toBe('Id        a1\nName      Ada\nChannels  telegram\n          sms       1\n');
    expect(JSON.parse((await rendered({ result, columns })).out)).toEqual(result);
    const { out } = await rendered({ result, columns }, { format: 'csv' });
    expect(out).toMatch(/\na1,Ada,.*telegram/);
  });

  test('headings are words: the last name of a field, or all of them where two columns end in the same', async () => {
    const rows = [{ stats: { viewCount: 1 }, a: { name: 'x' }, b: { name: 'y' } }];
    const { out } = await rendered(
      { result: rows, columns: ['stats.viewCount', 'a.name', 'b.name'] },
      { terminal: 80 },
    );
    expect(out).toMatch(/^VIEW COUNT {2}A NAME {2}B NAME\n/);
  });

  test('counted seconds and milliseconds are instants where the column says so', async () => {
    const record = { at: 1_795_294_292, ms: 1_795_294_292_000, count: 1_795_294_292 };
    const columns = [{ field: 'at', form: 'time' }, { field: 'ms', form: 'time' }, 'count'] as const;
    const { out } = await rendered({ result: [record], columns }, { terminal: 80 });
    expect(out).toMatch(/\nSat Nov 21, 21:51 {2}Sat Nov 21, 21:51 {2}1795294292\n/);
    expect((await rendered({ result: record, columns }, { terminal: 80 })).out).toContain(
      'At     Sat Nov 21 2026, 21:51\n',
    );
    expect((await rendered({ result: [record], columns }, { format: 'csv' })).out).toContain(
      '1795294292,1795294292000,',
    );
  });

  test('a nested column that no record has is left out', async () => {
    const shown = { result: [{ id: 'x', at: { a: 1 } }], columns: ['id', 'at.a', 'at.b'] };
    expect((await rendered(shown, { terminal: 80 })).out).toBe('ID  A\nx   1\n');
  });

  test('columns for which there is no room are left out and named, none is wrapped', async () => {
    const rows = [{ _id: '65a1b2c3d4e5f60718293a4b', a: 'a'.repeat(20), b: 'b'.repeat(20), c: 'c'.repeat(20) }];
    const shown = { result: rows, columns: ['_id', 'a', 'b', 'c'] };
    const { out, err } = await rendered(shown, { terminal: 50 });
    expect(out.split('\n')).toEqual([
      `ID${' '.repeat(24)}A${' '.repeat(12)}B`,
      `65a1b2c3d4e5f60718293a4b  ${'a'.repeat(10)}…  ${'b'.repeat(10)}…`,
      '',
    ]);
    expect(err).toBe('The terminal is too narrow for c: use --wide, or choose columns with --fields.\n');
    expect((await rendered(shown, { terminal: 50, quiet: true })).err).toBe('');
    expect((await rendered(shown, { terminal: 54 })).out).toMatch(/C\n/);
  });

  test('columns of a lesser priority are left out first, the one that names the record never', async () => {
    const rows = [{ _id: '65a1b2c3d4e5f60718293a4b', a: 'a'.repeat(20), b: 'b'.repeat(20), c: 'c'.repeat(20) }];
    const columns = [{ field: '_id', priority: 9 }, { field: 'a', priority: 2 }, { field: 'b', priority: 3 }, 'c'];
    const shown = { result: rows, columns };
    const headAt = async (terminal: number) => {
      const { out, err } = await rendered(shown, { terminal });
      return [out.split('\n')[0]?.split(/ +/), err];
    };
    expect(await headAt(100)).toEqual([['ID', 'A', 'B', 'C'], '']);
    expect(await headAt(56)).toEqual([['ID', 'A', 'C'], expect.stringContaining('too narrow for b:')]);
    expect(await headAt(38)).toEqual([['ID', 'C'], expect.stringContaining('too narrow for a, b:')]);
    expect(await headAt(24)).toEqual([['ID'], expect.stringContaining('too narrow for a, b, c:')]);
  });

  test('a heading of the contract goes above a table; everywhere else a field has its own name', async () => {
    const columns = ['id', { field: 'cost.amount', heading: 'cost a month' }];
    const rows = [{ id: 'x', cost: { amount: 7 } }];
    expect((await rendered({ result: rows, columns }, { terminal: 80 })).out).toBe('ID  COST A MONTH\nx   7\n');
    expect((await rendered({ result: rows[0], columns }, { terminal: 80 })).out).toBe(
      'Id            x\nCost a month  7\n',
    );
    expect((await rendered({ result: rows, columns }, { format: 'csv' })).out).toBe('id,cost.amount\nx,7\n');
    const asked = { terminal: 80, fields: ['cost.amount'] };
    expect((await rendered({ result: rows, columns }, asked)).out).toBe('COST A MONTH\n7\n');
  });

  test('an empty object is an empty cell', async () => {
    expect((await rendered({ result: [{ id: 'x', more: {} }], columns: ['id', 'more'] })).out).toContain('{}');
    const { out } = await rendered({ result: [{ id: 'x', more: {} }], columns: ['id', 'more'] }, { terminal: 80 });
    expect(out).toBe('ID  MORE\nx\n');
  });

  test('East Asian signs and emoji take two columns', async () => {
    const rows = [
      { name: '日本語', n: 1 },
      { name: '👩‍👩‍👧', n: 2 },
      { name: 'abcdef', n: 3 },
    ];
    expect((await rendered({ result: rows }, { terminal: 80 })).out).toBe(
      ['NAME    N', '日本語  1', '👩‍👩‍👧      2', 'abcdef  3', ''].join('\n'),
    );
  });

  test('a sign is never cut in half', async () => {
    const rows = [{ id: 'x', text: '👍🏽'.repeat(40) }];
    const { out } = await rendered({ result: rows, columns: ['id', 'text'] }, { terminal: 20 });
    expect(out).toContain('👍🏽…');
    expect(out).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
  });

  test('nothing to show is said on standard error, unless --quiet', async () => {
    const empty = { result: { posts: [] }, list: 'posts' };
    expect(await rendered(empty, { terminal: 80 })).toEqual({ out: '', err: 'There is nothing to show.\n' });
    expect(await rendered(empty, { terminal: 80, quiet: true })).toEqual({ out: '', err: '' });
  });

  test('control signs from outside are shown, also line ends inside a cell', async () => {
    const rows = [{ id: '1', text: 'a\u001b[2Jb\rc\nd\u202ee' }];
    expect((await rendered({ result: rows }, { terminal: 80 })).out).toContain('a␛[2Jb␍c d<U+202E>e');
  });
});

describe('blocks', () => {
  test('a record shows the named fields, or all of them by their dotted names', async () => {
    expect((await rendered(single, { terminal: 80 })).out).toBe(
      ['Id        a1', 'Content   One', 'Platform  twitter, threads', ''].join('\n'),
    );
    expect((await rendered({ result: { post: posts[0] } }, { terminal: 80 })).out).toContain(
      'platforms.1.platform  threads\n',
    );
  });

  test('a record with one nested field is shown whole, what an envelope carries alone', async () => {
    const record = { url: 'u', pid: 1, version: 'v', health: { status: 'ok' } };
    expect((await rendered({ result: record }, { terminal: 80 })).out).toBe(
      ['url            u', 'pid            1', 'version        v', 'health.status  ok', ''].join('\n'),
    );
    expect((await rendered({ result: { message: 'Made.', post: { a: 1 } } }, { terminal: 80 })).out).toBe('a  1\n');
  });

  test('several fields of the members of a list stand side by side, a line a member', async () => {
    const platforms = [
      { platform: 'twitter', status: 'failed', errorMessage: 'dup' },
      { platform: 'x', status: 'published', url: 'https://x.example' },
    ];
    const columns = ['_id', 'platforms.platform', 'platforms.status', 'platforms.url', 'platforms.errorMessage', 'at'];
    const shown = { result: { post: { _id: 'a1', platforms, at: 'now' } }, columns };
    expect((await rendered(shown, { terminal: 80 })).out).toBe(
      [
        'Id         a1',
        'Platforms  twitter  failed     dup',
        '           x        published  https://x.example',
        'At         now',
        '',
      ].join('\n'),
    );
    const none = { ...shown, result: { post: { _id: 'a1', platforms: [] } } };
    expect((await rendered(none, { terminal: 80 })).out).toBe('Id  a1\n');
  });

  test('a record that has the columns goes before a list of plain values beside it', async () => {
    const shown = { result: { queue: { _id: 'q1', name: 'n' }, times: ['8:30', '9:30'] }, columns: ['_id', 'name'] };
    expect((await rendered({ ...shown, list: 'times' }, { terminal: 80 })).out).toBe('Id    q1\nName  n\n');
    const alone = { ...shown, result: { times: ['8:30'] } };
    expect((await rendered({ ...alone, list: 'times' }, { terminal: 80 })).out).toBe('VALUE\n8:30\n');
  });

  test('further lines of a text stand under its first', async () => {
    expect((await rendered({ result: { text: 'a\nb', n: 1 } }, { terminal: 80 })).out).toBe(
      'text  a\n      b\nn     1\n',
    );
  });
});

// prettier-ignore
test.each([
  ['csv',   'a\nx\u001b[31my\n'],
  ['tsv',   'a\nx\u001b[31my\n'],
  ['lines', 'x\u001b[31my\n'],
] as const)('as %s, text from outside steers no terminal, and is left alone off one', async (format, whole) => {
  const shown = { result: [{ a: 'x\u001b[31my' }], columns: ['a'] };
  expect((await rendered(shown, { format })).out).toBe(whole);
  const { out } = await rendered(shown, { format, terminal: 80 });
  expect(out).toContain('x');
  expect(out).not.toContain('\u001b');
});

test('of a list without records nothing is said about fields', async () => {
  const options = { fields: ['nope'], format: 'json' } as const;
  expect((await rendered({ result: { posts: [] }, list: 'posts' }, options)).err).toBe('');
  expect((await rendered({ result: { posts }, list: 'posts' }, options)).err).toContain('There is no field nope;');
});

describe('--fields', () => {
  test.each([
    ['platforms.1.platform', [{ platforms: [{ platform: 'threads' }] }]],
    ['platforms.1', [{ platforms: [{ platform: 'threads', status: 'b' }] }]],
    ['platforms.0.platform,platforms.status', [{ platforms: [{ platform: 'twitter', status: 'a' }, { status: 'b' }] }]],
    ['platforms.7.platform', [{ platforms: [] }]],
  ])('%s picks a member of a list in JSON as it does in a table', async (fields, kept) => {
    const post = {
      _id: 'a1',
      platforms: [
        { platform: 'twitter', status: 'a' },
        { platform: 'threads', status: 'b' },
      ],
    };
    const { out } = await rendered({ result: { posts: [post] }, list: 'posts' }, { fields: fields.split(',') });
    expect(JSON.parse(out)).toEqual({ posts: kept });
  });
});

describe('csv and tsv', () => {
  test('formulas are quoted, numbers are not', async () => {
    const rows = ['=1+1', '+4', '-x', '@SUM', '\tx', 'plain', 'a,b', 'say "hi"', 'two\nlines', -5].map((v) => ({ v }));
    const { out } = await rendered({ result: rows }, { format: 'csv' });
    const cells = parseCsv(out) as string[][];
    expect(cells.flat()).toEqual([
      'v',
      "'=1+1",
      "'+4",
      "'-x",
      "'@SUM",
      "'\tx",
      'plain',
      'a,b',
      'say "hi"',
      'two\nlines',
      '-5',
    ]);
  });

  test('a number too large for most readers is a number all the same', async () => {
    const result = [{ n: -12345678901234567890n }];
    expect((await rendered({ result }, { format: 'csv' })).out).toBe('n\n-12345678901234567890\n');
  });

  test('a list that begins like a formula is quoted as well', async () => {
    const rows = [{ tags: ['=1+1', 'b'] }, { tags: [{ a: 1 }] }];
    expect((await rendered({ result: rows }, { format: 'csv' })).out).toBe('tags\n"\'=1+1, b"\n"[{""a"":1}]"\n');
  });

  test('whatever the text is, a spreadsheet reads it back as text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 4 }), async (texts) => {
        const { out } = await rendered({ result: texts.map((text) => ({ text, last: 1 })) }, { format: 'csv' });
        const cells = parseCsv(out, { relax_column_count: false }) as string[][];
        expect(cells.slice(1).map(([text]) => text?.replace(/^'(?=[=+\-@\t\r])/, ''))).toEqual(texts);
      }),
      { numRuns: 50 },
    );
  });

  test('tsv has one line a record, whatever is in it', async () => {
    const { out } = await rendered({ result: [{ a: 'x\ty', b: 'l\nm\\n' }] }, { format: 'tsv' });
    expect(out).toBe('a\tb\nx\\ty\tl\\nm\\\\n\n');
  });
});

describe('ndjson, lines and yaml', () => {
  test('one record a line', async () => {
    expect((await rendered(list, { format: 'ndjson' })).out).toBe(
      posts.map((post) => `${JSON.stringify(post)}\n`).join(''),
    );
    expect((await rendered(list, { format: 'lines' })).out).toBe('a1\nb2\n');
    expect((await rendered(list, { format: 'lines', fields: ['content'] })).out).toBe('One\nTwo\n');
  });

  test('yaml is the whole document', async () => {
    expect(yaml.parse((await rendered(list, { format: 'yaml' })).out)).toEqual(list.result);
  });
});

describe('--fields', () => {
  test('of a list keep the list where it is', async () => {
    const { out } = await rendered(list, { format: 'json', fields: ['_id', 'platforms.platform'] });
    expect(JSON.parse(out)).toEqual({
      posts: [
        { _id: 'a1', platforms: [{ platform: 'twitter' }, { platform: 'threads' }] },
        { _id: 'b2', platforms: [] },
      ],
    });
  });

  test('of a record keep the record where it is', async () => {
    expect(JSON.parse((await rendered(single, { fields: ['_id'] })).out)).toEqual({ post: { _id: 'a1' } });
  });

  test('may name the document itself', async () => {
    expect(JSON.parse((await rendered(list, { fields: ['pagination.total'] })).out)).toEqual({
      pagination: { total: 2 },
    });
    expect(JSON.parse((await rendered(single, { fields: ['post._id', 'message'] })).out)).toEqual({
      post: { _id: 'a1' },
      message: 'Made.',
    });
  });

  test('that no record has are left out, with a word about those there are', async () => {
    const shown = { result: [{ a: 1 }, { c: null }] };
    expect(JSON.parse((await rendered(shown, { fields: ['b.x', 'a'] })).out)).toEqual([{ a: 1 }, {}]);
    expect((await rendered(shown, { fields: ['b.x', 'a'] })).err).toBe('There is no field b.x; there are a, c.\n');
    expect((await rendered(shown, { fields: ['b.x', 'a', 'd'] })).err).toBe(
      'There is no field b.x or d; there are a, c.\n',
    );
    expect((await rendered(shown, { fields: ['b.x', 'a'], quiet: true })).err).toBe('');
    expect((await rendered(shown, { fields: ['c', 'a.b'] })).err).toBe('');
  });
});

describe('streams', () => {
  test('are one document of what the command makes of all records', async () => {
    const whole = (records: readonly unknown[]) => ({ posts: records, pagination: { total: 2 } });
    const shown = { stream: streamed(posts), whole, columns: ['_id'] };
    expect(JSON.parse((await rendered(shown)).out)).toEqual(list.result);
    expect((await rendered({ ...shown, stream: streamed(posts) }, { terminal: 80 })).out).toBe('ID\na1\nb2\n');
    expect((await rendered({ stream: streamed(posts) }, { format: 'json' })).out).toBe(`${JSON.stringify(posts)}\n`);
  });

  test.each(['csv', 'tsv', 'ndjson', 'lines'] as const)('are written as %s while they come', async (format) => {
    const { world, out } = testWorld();
    const seen: string[] = [];
    const stream = (async function* () {
      yield { _id: 'a' };
      seen.push(out());
      yield { _id: 'b' };
    })();
    await render({ stream, columns: ['_id'] }, { io: world.io, moment, format });
    expect(seen[0]).toContain('a');
    expect(seen[0]).not.toContain('b');
  });

  test('without a record give a head without rows', async () => {
    expect((await rendered({ stream: streamed([]), columns: ['a', 'b'] }, { format: 'csv' })).out).toBe('a,b\n');
  });

  test('end quietly when the reader has gone', async () => {
    const { world } = testWorld();
    let asked = 0;
    const stream = (async function* () {
      for (asked = 1; ; asked += 1) yield { asked };
    })();
    const lines: unknown[] = [];
    const out = {
      ...world.io.out,
      get closed() {
        return lines.length >= 3;
      },
      write: (line: unknown) => void lines.push(line),
    };
    await render({ stream }, { io: { out, err: world.io.err }, moment, format: 'ndjson' });
    expect(lines).toHaveLength(3);
    expect(asked).toBe(4);
  });
});

describe('records with a line of their own', () => {
  const each = (): Shown => ({
    stream: streamed([{ text: 'a\u001b[2J' }, { text: '' }]),
    line: (record) => (record as { text: string }).text,
  });

  test('are shown by it on a terminal, harmless, and an empty line is none', async () => {
    expect((await rendered(each(), { terminal: 80 })).out).toBe('a␛[2J\n');
  });

  test('are NDJSON elsewhere, unless one document is asked for', async () => {
    expect((await rendered(each())).out).toBe('{"text":"a\\u001b[2J"}\n{"text":""}\n');
    expect(JSON.parse((await rendered(each(), { format: 'json' })).out)).toHaveLength(2);
  });
});
