/** `posts import` against the real local service: forms, judgement, results, media, queue, exits. Resuming is in import-resume.test.ts. */
import { describe, expect, test } from 'vitest';
import type { Json } from '../../support/service.ts';
import { GIF, importBench, type ImportBench } from './importing.ts';

async function bench(): Promise<ImportBench> {
  const made = await importBench();
  await made.account('twitter', { username: 'acme' });
  await made.account('instagram', { username: 'brand' });
  await made.asked();
  return made;
}

const contents = (posts: readonly Json[]): readonly string[] => posts.map(({ content }) => String(content)).sort();
const column = (lines: readonly Json[], name: string): readonly unknown[] => lines.map((line) => line[name]);

describe('forms', () => {
  const FORMS: readonly (readonly [string, Readonly<Record<string, string>>, readonly string[]])[] = [
    [
      'CSV',
      { 'a.csv': 'content,to,at,tags\r\nfirst,twitter,2026-12-01 09:00,a;b\r\n"second, line\nbreak",twitter,,\r\n' },
      ['a.csv'],
    ],
    [
      'CSV with semicolons and a byte order mark',
      { 'a.csv': '\ufeffcontent;to;at;tags\nfirst;twitter;2026-12-01 09:00;"a;b"\n"second, line\nbreak";twitter;;\n' },
      ['a.csv'],
    ],
    [
      'NDJSON',
      {
        'a.ndjson':
          '{"content":"first","to":["twitter"],"at":"2026-12-01 09:00","tags":["a","b"]}\n\n{"content":"second, line\\nbreak","to":"twitter"}\n',
      },
      ['a.ndjson'],
    ],
    [
      'JSON',
      {
        'a.json':
          '[{"content":"first","to":"twitter","at":"2026-12-01 09:00","tags":["a","b"]},{"content":"second, line\\nbreak","to":"twitter"}]',
      },
      ['a.json'],
    ],
    [
      'a YAML list',
      {
        'a.yaml':
          '- content: first\n  to: twitter\n  at: 2026-12-01 09:00\n  tags: [a, b]\n- content: |-\n    second, line\n    break\n  to: [twitter]\n',
      },
      ['a.yaml'],
    ],
    [
      'YAML documents',
      {
        'a.yml':
          '---\ncontent: first\nto: twitter\nat: "2026-12-01 09:00"\ntags: [a, b]\n---\ncontent: "second, line\\nbreak"\nto: twitter\n',
      },
      ['a.yml'],
    ],
    [
      'a folder of Markdown',
      {
        'posts/1.md': '---\nto: twitter\nat: 2026-12-01 09:00\ntags:\n  - a\n  - b\n---\n\nfirst\n',
        'posts/2.md': '---\nto: twitter\n---\nsecond, line\nbreak\n',
        'posts/notes.txt': 'no post',
      },
      ['posts'],
    ],
  ];

  test.each(FORMS)('%s makes the same posts', async (_, files, names) => {
    const { svc, file, posts } = await bench();
    for (const [name, text] of Object.entries(files)) file(name, text);
    const { code, lines, err } = await svc(['posts', 'import', ...names]);
    expect({ code, results: column(lines, 'result'), err: err() }).toEqual({
      code: 0,
      results: ['made', 'made'],
      err: '2 rows: 2 created.\n',
    });
    const made = await posts();
    expect(contents(made)).toEqual(['first', 'second, line\nbreak']);
    const first = made.find(({ content }) => String(content) === 'first');
    expect(first).toMatchObject({ status: 'scheduled', scheduledFor: '2026-12-01T09:00:00.000Z', tags: ['a', 'b'] });
  });

  test('standard input is told by its look, or by --format', async () => {
    const { svc, posts } = await bench();
    expect((await svc(['posts', 'import', '-'], { stdin: '{"content":"one"}\n{"content":"two"}\n' })).code).toBe(0);
    expect((await svc(['posts', 'import', '-'], { stdin: 'content\nthree\n' })).code).toBe(0);
    const markdown = await svc(['posts', 'import', '-', '--format', 'markdown'], {
      stdin: '---\ntitle: t\n---\nfour\n',
    });
    expect(markdown.lines).toMatchObject([{ row: 1, place: 'standard input', result: 'made', status: 'draft' }]);
    expect(contents(await posts())).toEqual(['four', 'one', 'three', 'two']);
  });

  test('several files are one batch, numbered through', async () => {
    const { svc, file } = await bench();
    file('a.csv', 'content\none\n');
    file('b.yaml', '- content: two\n');
    const { lines } = await svc(['posts', 'import', 'a.csv', 'b.yaml']);
    expect(lines).toMatchObject([
      { row: 1, place: 'a.csv:2' },
      { row: 2, place: 'b.yaml:1' },
    ]);
  });

  test('the file of a bulk upload is taken as it is', async () => {
    const { svc, file, posts, account } = await bench();
    const { _id } = await account('bluesky');
    file(
      'a.csv',
      `content,platforms,scheduledFor,timezone,title,tags,hashtags,mediaUrls,publishNow,draft\nhi,bluesky:${_id},2026-12-01T09:00:00Z,UTC,t,a;b,c,https://example.com/p.png,false,\n`,
    );
    expect((await svc(['posts', 'import', 'a.csv'])).code).toBe(0);
    expect(await posts()).toMatchObject([
      { title: 't', tags: ['a', 'b'], hashtags: ['c'], mediaItems: [{ url: 'https://example.com/p.png' }] },
    ]);
  });

  test('nested fields stand under dotted names or as JSON', async () => {
    const { svc, file, posts } = await bench();
    file('a.csv', 'content,metadata.campaign.name,metadata.campaign.run,recycling\nhi,spring,2,"{""gap"":3}"\n');
    expect((await svc(['posts', 'import', 'a.csv'])).code).toBe(0);
    const [post] = await posts();
    expect(post).toMatchObject({ metadata: { campaign: { name: 'spring', run: 2 } }, recycling: { gap: 3 } });
  });
});

describe('judged as a whole', () => {
  test('every faulty row is named with its line and reason, and nothing is sent', async () => {
    const { svc, file, asked } = await bench();
    file(
      'a.csv',
      [
        'key,content,to,at,media,draft,scheduledFor',
        'a,fine,twitter,,,,',
        'b,x,twitter,whenever,,,',
        'c,x,twitter,2020-01-01 09:00,,,',
        'd,x,twitter,,nowhere.jpg,,',
        'e,,twitter,,,,',
        'a,x,,,,,',
        'f,x,twitter,+1h,,yes,',
        'g,x,twitter,,,maybe,',
        'h,x,twitter,,,,tomorrow',
        'i,x,twitter,,,,,,extra',
      ].join('\n'),
    );
    const { code, error } = await svc(['posts', 'import', 'a.csv', '-o', 'json']);
    expect(code).toBe(2);
    const rows = (error.details as Json)['rows'] as unknown as { place: string; problems: { message: string }[] }[];
    expect(rows.map(({ place, problems }) => [place, problems.map(({ message }) => message).join(' ')])).toEqual([
      ['a.csv:3', expect.stringContaining('is not a valid time')],
      ['a.csv:4', expect.stringContaining('is in the past')],
      ['a.csv:5', expect.stringContaining('nowhere.jpg: there is no such file')],
      ['a.csv:6', expect.stringContaining('The post is empty')],
      ['a.csv:7', 'The key a is already used at a.csv:2.'],
      ['a.csv:8', 'at and draft cannot be combined.'],
      ['a.csv:9', 'draft must be true or false, not "maybe".'],
      ['a.csv:10', expect.stringContaining('scheduledFor')],
      ['a.csv:11', expect.stringContaining('The row has 9 cells, the header 7.')],
    ]);
    expect(error.message).toContain('9 of 10 rows cannot be sent; nothing was sent.\n');
    expect(error.message).toContain('a.csv:3 (b): at: "whenever" is not a valid time');
    expect(await asked()).toEqual(['GET /v1/accounts']);
  });

  test('an unknown column is told with the one that was meant', async () => {
    const { svc, file } = await bench();
    file('a.ndjson', '{"contents":"x"}\n');
    const { error } = await svc(['posts', 'import', 'a.ndjson']);
    expect(error.message).toContain('There is no column contents. Did you mean content?');
    file('b.csv', 'content,to,Owner\nx,twitter,Mira\n');
    const unknown = await svc(['posts', 'import', 'b.csv', '--dry-run']);
    expect(unknown.error.message).toContain('There is no column Owner. --map "Owner=field" reads it as a field.');
  });

  test('headings of common exports mean the same in any case, and a date and a time become one instant', async () => {
    const { svc, file, posts } = await bench();
    file(
      'a.csv',
      'Date,Text,Channels,Time,Image URL,Tags\n2027-12-01,one,Twitter,09:30,https://example.com/a.jpg,a;b\n1 Dec 2027,two,INSTAGRAM; twitter,6:15 pm,https://example.com/a.jpg,\n',
    );
    const dry = await svc(['posts', 'import', 'a.csv', '--dry-run', '-o', 'json']);
    expect([dry.code, dry.lines], dry.error.message).toMatchObject([0, [{ send: 2, invalid: 0 }]]);
    expect(await posts()).toEqual([]);
    const { code, lines, error } = await svc(['posts', 'import', 'a.csv']);
    expect(code, error.message).toBe(0);
    expect(column(lines, 'scheduledFor')).toEqual(['2027-12-01T09:30:00.000Z', '2027-12-01T18:15:00.000Z']);
    expect(contents(await posts())).toEqual(['one', 'two']);
  });

  test.each([
    ['Time\n09:00', 'There is a time (Time) without a date.'],
    ['Date,Time,at\n2027-12-01,09:00,+1h', 'The columns at and Date and Time both map to at.'],
    ['Caption\nx', 'The columns content and Caption both map to content.'],
    ['Date,Time\n06.12.2027,09:00', '06.12.2027 can be read as 6 December 2027 (day first) or 12 June 2027'],
  ])('%j is a fault of its row', async (text, message) => {
    const { svc, file } = await bench();
    const [head = '', cells = ''] = text.split('\n');
    file('a.csv', `content,to,${head}\nhello,twitter,${cells}\n`);
    const { code, error } = await svc(['posts', 'import', 'a.csv', '--dry-run']);
    expect([code, error.message]).toEqual([2, expect.stringContaining(message)]);
  });

  test('--map reads columns as other fields and leaves columns out, in the dry run as in the run', async () => {
    const { svc, file, posts } = await bench();
    file('a.csv', 'What we say;Network;Go live;Owner;content\none;Twitter;06.12.2027 09:30;Mira;\ntwo;twitter;;Tom;\n');
    const words = ['posts', 'import', 'a.csv', '--date-order', 'dmy'];
    const map = ['what we SAY=content', 'Go live=at', 'Owner=', 'content='].flatMap((one) => ['--map', one]);
    const dry = await svc([...words, ...map, '--dry-run', '-o', 'json']);
    expect([dry.code, dry.lines], dry.error.message).toMatchObject([0, [{ send: 2, invalid: 0 }]]);
    expect(await posts()).toEqual([]);
    const { code, lines, error } = await svc([...words, ...map]);
    expect(code, error.message).toBe(0);
    expect(column(lines, 'scheduledFor')).toEqual(['2027-12-06T09:30:00.000Z', undefined]);
    expect(contents(await posts())).toEqual(['one', 'two']);
  });

  test.each([
    ['Text=content', 'There is no column Text to map. Did you mean Texts?'],
    ['content', '--map takes Column=field, not content.'],
    ['=content', '--map takes Column=field, not =content.'],
    ['Texts=content', 'The columns content and Texts both map to content.'],
    ['Texts=contnt', 'There is no column contnt. Did you mean content?'],
  ])('--map %j is refused before anything is asked', async (map, message) => {
    const { svc, file, asked } = await bench();
    file('a.csv', 'Texts,content,to\none,,twitter\n');
    const { code, error } = await svc(['posts', 'import', 'a.csv', '--map', map, '--dry-run']);
    expect([code, error.message]).toEqual([2, expect.stringContaining(message)]);
    if (!map.endsWith('contnt')) expect(await asked()).toEqual([]);
  });

  test('a column is mapped once', async () => {
    const { svc, file } = await bench();
    file('a.csv', 'Texts,to\none,twitter\n');
    const { error } = await svc(['posts', 'import', 'a.csv', '--map', 'Texts=content', '--map', 'Texts=title']);
    expect(error).toMatchObject({ exit: 2, message: '--map names the column Texts twice.' });
  });

  test('a number with a decimal comma is one where it is declared', async () => {
    const { svc, file } = await bench();
    file('a.csv', 'content;to;tiktokSettings.videoOriginalSoundVolume;title\n3,50;twitter;0,5;1,5\n');
    const words = ['posts', 'import', 'a.csv', '--dry-run', '-o', 'json'];
    const { code, error } = await svc(words);
    expect([code, error.message]).toEqual([2, expect.stringContaining('videoOriginalSoundVolume')]);
    const { lines } = await svc([...words, '--decimal-comma']);
    expect(lines).toMatchObject([
      { first: { body: { content: '3,50', title: '1,5', tiktokSettings: { videoOriginalSoundVolume: 0.5 } } } },
    ]);
  });

  test('a fault of many rows is one line for people, and all of them in the details', async () => {
    const { svc, file } = await bench();
    const rows = Array.from({ length: 50 }, (_, at) => `post ${at},x`);
    file('a.csv', `content,tuna\n${rows.join('\n')}\nlast,x,y\n`);
    const { error } = await svc(['posts', 'import', 'a.csv']);
    expect(error.message.split('\n')).toEqual([
      '51 of 51 rows cannot be sent; nothing was sent.',
      'a.csv:2 and 49 further rows: There is no column tuna. --map "tuna=field" reads it as a field.',
      expect.stringMatching(/^a\.csv:52: The row has 3 cells/),
    ]);
    expect(error.details).toMatchObject({ rows: { length: 51 } });
  });

  test('a column that begins with an underscore is a remark', async () => {
    const { svc, file } = await bench();
    file('a.csv', 'content,_note\nx,for me\n');
    expect((await svc(['posts', 'import', 'a.csv'])).code).toBe(0);
  });

  test('accounts are asked for once, and rows that fit none are told before anything is created', async () => {
    const { svc, file, asked, account, control } = await bench();
    const { _id } = await account('bluesky', { username: 'gone' });
    await control('POST', `/_local/accounts/${_id}/disconnect`, {});
    file('a.csv', 'content,to\nx,twitter\ny,threads\nz,bluesky\n');
    const { code, error } = await svc(['posts', 'import', 'a.csv']);
    expect(code).toBe(2);
    expect(error.message).toContain('a.csv:3: to threads matches no account.');
    expect(error.message).toContain('a.csv:4: bluesky:gone is disconnected; reconnect it first.');
    expect(await asked()).toEqual(['GET /v1/accounts']);
  });

  test('ASM-12 ASM-13 a text that a platform would refuse is told before; a draft may be as long as it likes', async () => {
    const { svc, file, posts } = await bench();
    const long = 'x'.repeat(300);
    file('a.csv', `content,to,at\n${long},twitter;instagram,+1h\n`);
    const { error } = await svc(['posts', 'import', 'a.csv']);
    expect(error.message).toContain('a.csv:2: The text for X has 300 characters; at most 280 are allowed.');
    file('b.csv', `content,to\n${long},twitter\n`);
    expect((await svc(['posts', 'import', 'b.csv'])).code).toBe(0);
    expect(await posts()).toHaveLength(1);
  });

  test('a date that reads two ways is refused in its row, and read by --date-order', async () => {
    const { file, svc, asked } = await bench();
    file('a.csv', 'content,to,at\none,twitter,06.12.2027 09:00\ntwo,twitter,07.12.2027 09:00\n');
    const { code, error } = await svc(['posts', 'import', 'a.csv']);
    expect({ code, asked: await asked() }).toEqual({ code: 2, asked: ['GET /v1/accounts'] });
    expect(error.message).toContain(
      'a.csv:2: at: 06.12.2027 can be read as 6 December 2027 (day first) or 12 June 2027 (month first). ' +
        'Write it as 2026-12-01, or set the order with --date-order dmy|mdy|ymd.',
    );
    const { lines } = await svc(['posts', 'import', 'a.csv', '--date-order', 'dmy']);
    expect(column(lines, 'scheduledFor')).toEqual(['2027-12-06T09:00:00.000Z', '2027-12-07T09:00:00.000Z']);
  });

  test('a column of dates in two orders is refused, although each date reads one way', async () => {
    const { file, svc } = await bench();
    file('a.csv', 'content,to,at\none,twitter,13/12/2027 09:00\ntwo,twitter,12/14/2027 09:00\n');
    const { code, error } = await svc(['posts', 'import', 'a.csv', '--dry-run']);
    expect(code).toBe(2);
    expect(error.message).toContain('at: the dates use two orders: a.csv:2 has the day first, a.csv:3 the month.');
    expect(error.details['rows']).toHaveLength(2);
  });

  test.each([
    ['content,to\ngood,twitter\nbad,nobody\n', 'Fix them, or add --skip-invalid to send the valid rows.'],
    ['content,to\nbad,nobody\n', 'Fix them and run the command again.'],
  ])('the hint of %j offers --skip-invalid only where a row is valid', async (rows, hint) => {
    const { svc, file } = await bench();
    file('a.csv', rows);
    expect((await svc(['posts', 'import', 'a.csv'])).error).toMatchObject({ code: 'validation', hint });
  });

  test('--skip-invalid sends the good rows and is exit 9', async () => {
    const { svc, file, posts } = await bench();
    file('a.csv', 'content,to,at\ngood,twitter,\nbad,twitter,whenever\nnobody,threads,\nfine,,\n');
    const { code, lines, error } = await svc(['posts', 'import', 'a.csv', '--skip-invalid']);
    expect(code).toBe(9);
    expect(column(lines, 'result')).toEqual(['made', 'invalid', 'invalid', 'made']);
    expect(lines[1]).toMatchObject({ row: 2, place: 'a.csv:3', problems: [{ param: 'at' }] });
    expect(error).toMatchObject({ code: 'partial', message: '2 of 4 rows failed.', details: { made: 2, failed: 2 } });
    expect(error['hint']).toMatch(/^Fix the cause, then continue with `svc posts import .* --resume`: /);
    expect(contents(await posts())).toEqual(['fine', 'good']);
  });

  test.each([
    [['nothing.csv'], 'nothing.csv: there is no such file'],
    [['a.txt'], 'The format of a.txt is not clear from its name'],
    [['empty.csv'], 'There are no rows in empty.csv'],
    [['folder'], 'folder contains no Markdown files'],
    [['broken.json'], 'broken.json: This is not JSON'],
    [['broken.yaml'], 'broken.yaml:2: This is not YAML'],
    [['broken.csv'], 'broken.csv:2: This is not CSV: Quote Not Closed'],
    [['list.ndjson'], 'list.ndjson:1: The line is not a JSON object'],
    [['open.md'], 'open.md:1: The front matter has no end'],
    [['big.json'], 'A number is too large to be exact'],
    [['fine.csv', '--concurrency', '0'], '--concurrency takes 1 to 64'],
    [['fine.csv', '--resume', '--again'], '--resume and --again cannot be combined'],
    [['fine.csv', '--resume'], 'There is no import of fine.csv to resume'],
    [['fine.csv', '--journal', 'fine.csv'], 'fine.csv is not a journal of svc'],
    [['-', '-'], 'There are no rows'],
  ])('%j is exit 2 before any request', async (words, why) => {
    const { svc, file, asked } = await bench();
    const files = {
      'a.txt': 'x',
      'empty.csv': '\n',
      'folder/a.txt': 'x',
      'broken.json': '{"content"',
      'broken.yaml': 'content: a\nb: ]\n',
      'broken.csv': 'content\n"x\n',
      'list.ndjson': '[1]\n',
      'open.md': '---\nto: twitter\nhi\n',
      'big.json': '[{"content":"x","metadata":{"n":12345678901234567890}}]',
      'fine.csv': 'content\nx\n',
    };
    for (const [name, text] of Object.entries(files)) file(name, text);
    const { code, error } = await svc(['posts', 'import', ...words]);
    expect({ code, asked: await asked() }).toEqual({ code: 2, asked: [] });
    expect(error.message).toContain(why);
  });
});

describe('results', () => {
  test('come in the order of the rows, whatever the order of the answers', async () => {
    const { svc, file } = await bench();
    file('a.csv', `content\n${Array.from({ length: 40 }, (_, n) => `post ${n}`).join('\n')}\n`);
    const { lines } = await svc(['posts', 'import', 'a.csv', '--concurrency', '8']);
    expect(column(lines, 'row')).toEqual(Array.from({ length: 40 }, (_, n) => n + 1));
  });

  test('are one document with -o json, and cells with -o csv', async () => {
    const { svc, file } = await bench();
    file('a.csv', 'content,key\none,k1\ntwo,k2\n');
    const json = await svc(['posts', 'import', 'a.csv', '-o', 'json']);
    expect(JSON.parse(json.out())).toMatchObject([{ key: 'k1' }, { key: 'k2', result: 'made' }]);
    const csv = await svc(['posts', 'import', 'a.csv', '--again', '-o', 'csv']);
    expect(csv.out().split('\n').slice(0, 2)).toEqual([
      'row,key,place,result,postId,status,scheduledFor,error.message',
      expect.stringMatching(/^1,k1,a.csv:2,made,[0-9a-f]{24},draft,,$/),
    ]);
  });

  test('are a line each on a terminal', async () => {
    const { svc, file } = await bench();
    file('a.csv', 'content,to,key\none,twitter,k1\ntwo,threads,\n');
    const { out } = await svc(['posts', 'import', 'a.csv', '--skip-invalid'], { terminal: 100 });
    const [first, second] = out().split('\n');
    expect(first).toMatch(/^✓ {2}a.csv:2 \(k1\) {2}[0-9a-f]{24} {2}draft$/);
    expect(second).toBe(
      '✗  a.csv:3  to threads matches no account. Available: twitter:@acme' +
        second?.slice(second.indexOf('@acme') + 5),
    );
  });

  test('POST-33 a post whose targets failed is there, and the row counts as failed', async () => {
    const { svc, file, account, control } = await bench();
    const { _id } = await account('bluesky');
    await control('POST', `/_local/network/${_id}/behaviour`, { outcome: 'reject', message: 'Not today' });
    file('a.csv', 'content,to,now\nx,twitter;bluesky,yes\ny,twitter,yes\n');
    const { code, lines } = await svc(['posts', 'import', 'a.csv']);
    expect(code).toBe(9);
    expect(lines).toMatchObject([
      { result: 'partial', status: 'partial', error: { code: 'partial' } },
      { result: 'made', status: 'published' },
    ]);
    const again = await svc(['posts', 'import', 'a.csv', '--resume']);
    expect([again.code, column(again.lines, 'result')]).toEqual([0, ['already', 'already']]);
  });

  test('AUTH-01 what every further row would meet ends the import at once', async () => {
    const { svc, file, control, asked } = await bench();
    file('a.csv', `content\n${'x\n'.repeat(50)}`);
    await control('POST', '/_local/faults', { match: { operation: 'createPost' }, action: { status: 401 }, after: 5 });
    const { code, error } = await svc(['posts', 'import', 'a.csv', '--concurrency', '2']);
    expect(code).toBe(4);
    expect(error.details).toMatchObject({ made: 5, journal: expect.stringContaining('imports') as unknown });
    expect(error.hint).toBe('Continue with `svc posts import a.csv --resume`: rows that were sent are not sent again.');
    expect((await asked()).length).toBeLessThan(10);
  });

  test('a service that is down ends the import after a few rows', async () => {
    const { svc, file, control, asked } = await bench();
    file('a.csv', `content\n${'x\n'.repeat(100)}`);
    await control('POST', '/_local/faults', { match: { operation: 'createPost' }, action: { status: 500 } });
    const { code, lines } = await svc(['posts', 'import', 'a.csv']);
    expect(code).toBe(12);
    expect(new Set(column(lines, 'result'))).toEqual(new Set(['unknown']));
    const sent = (await asked()).filter((one) => one.startsWith('POST'));
    expect(sent.length).toBeLessThan(20);
  });
});

describe('media', () => {
  test('a file of several rows is uploaded once, and its own words are kept', async () => {
    const { svc, file, posts, asked } = await bench();
    file('in/photo.gif', GIF);
    file(
      'in/a.yaml',
      [
        '- {content: one, media: photo.gif}',
        '- {content: two, media: [photo.gif, "https://example.com/a.png"]}',
        '- {content: three, mediaItems: [{url: photo.gif, altText: a dot}]}',
      ].join('\n'),
    );
    expect((await svc(['posts', 'import', 'in/a.yaml'])).code).toBe(0);
    expect((await asked()).filter((one) => one === 'POST /v1/media/presign')).toHaveLength(1);
    const media = (await posts()).map(({ mediaItems }) => mediaItems as unknown as Json[]);
    expect(media.flat().filter(({ filename }) => String(filename) === 'photo.gif')).toHaveLength(3);
    expect(media.flat()).toContainEqual(expect.objectContaining({ altText: 'a dot', type: 'gif', size: GIF.length }));
  });

  test('a file in a thread is judged and uploaded like any other', async () => {
    const b = await importBench();
    const { _id } = await b.account('twitter');
    b.file('pics/small.gif', GIF);
    const threadItems = (url: string) => ({
      threadItems: [{ content: 'one' }, { content: 'two', mediaItems: [{ url }] }],
    });
    const target = { platform: 'twitter', accountId: _id };
    const row = (url: string, own: boolean) => {
      const platformSpecificData = threadItems(url);
      return JSON.stringify({
        content: own ? 'own' : 'common',
        ...(own ? {} : { platformSpecificData }),
        platforms: [own ? { ...target, platformSpecificData } : target],
      });
    };
    b.file('a.ndjson', `${row('pics/small.gif', true)}\n${row('pics/small.gif', false)}\n`);
    expect((await b.svc(['posts', 'import', 'a.ndjson'])).code).toBe(0);
    const posts = JSON.stringify(await b.posts());
    expect(posts).not.toContain('pics/small.gif');
    expect(posts.match(/_media\/files\/[^"]*small\.gif/g)).toHaveLength(2);
    expect(new Set(posts.match(/_media\/files\/[^"]*small\.gif/g)).size).toBe(1);
    b.file('b.ndjson', row('pics/none.gif', true));
    expect((await b.svc(['posts', 'import', 'b.ndjson'])).code).toBe(2);
  });

  test('a file that cannot be uploaded is told by its row', async () => {
    const { svc, file, asked } = await bench();
    file('notes.txt', 'just text');
    file('a.csv', 'content,media\nx,notes.txt\n');
    const { code, error } = await svc(['posts', 'import', 'a.csv']);
    expect({ code, asked: await asked() }).toEqual({ code: 2, asked: [] });
    expect(error.message).toContain('is not an accepted media type');
  });

  test('an upload that fails fails its row and no other', async () => {
    const { svc, file, control } = await bench();
    file('photo.gif', GIF);
    file('a.csv', 'content,media\nx,photo.gif\ny,\n');
    await control('POST', '/_local/faults', { match: { operation: 'getMediaPresignedUrl' }, action: { status: 400 } });
    const { code, lines } = await svc(['posts', 'import', 'a.csv']);
    expect([code, column(lines, 'result')]).toEqual([9, ['failed', 'made']]);
  });
});

describe('dry run', () => {
  test('shows the first request and the counts, and sends nothing', async () => {
    const { svc, file, asked, profileId } = await bench();
    file('photo.gif', GIF);
    file('a.csv', 'content,to,media,queue\nx,twitter,photo.gif,yes\ny,,photo.gif,\n');
    const { code, lines } = await svc(['posts', 'import', 'a.csv', '--dry-run', '-o', 'json']);
    expect({ code, asked: await asked() }).toEqual({ code: 0, asked: ['GET /v1/accounts'] });
    expect(lines).toMatchObject([
      {
        dryRun: true,
        rows: 2,
        send: 2,
        files: 1,
        fileBytes: GIF.length,
        first: {
          method: 'POST',
          body: {
            content: 'x',
            platforms: [{ platform: 'twitter', accountId: expect.stringMatching(/^[\da-f]{24}$/) as string }],
            queuedFromProfile: await profileId(),
            mediaItems: [{ url: '<address of photo.gif>' }],
          },
        },
      },
    ]);
  });

  test('gives the verdict of the real run: all faults of all rows at once', async () => {
    const { svc, file, account, control, posts } = await bench();
    const { _id } = await account('bluesky', { username: 'gone' });
    await control('POST', `/_local/accounts/${_id}/disconnect`, {});
    const long = 'x'.repeat(300);
    const rows = ['x,twitter,+1h', 'y,twiter,+1h', 'z,bluesky,+1h', `${long},twitter,+1h`, `${long},threads,whenever`];
    file('a.csv', ['content,to,at', ...rows].join('\n'));
    const rehearsed = await svc(['posts', 'import', 'a.csv', '--dry-run']);
    const { code, error } = await svc(['posts', 'import', 'a.csv']);
    expect({ code: rehearsed.code, error: rehearsed.error }).toEqual({ code, error });
    expect(error.message.split('\n')).toEqual([
      '4 of 5 rows cannot be sent; nothing was sent.',
      expect.stringMatching(/^a\.csv:3: .*twiter/),
      'a.csv:4: bluesky:gone is disconnected; reconnect it first.',
      'a.csv:5: The text for X has 300 characters; at most 280 are allowed.',
      expect.stringMatching(/^a\.csv:6: at: "whenever" is not a valid time/),
      expect.stringMatching(/^a\.csv:6: to threads matches no account/),
    ]);
    expect(await posts()).toEqual([]);
    const skipping = await svc(['posts', 'import', 'a.csv', '--dry-run', '--skip-invalid', '-o', 'json']);
    expect(skipping.lines).toMatchObject([{ rows: 5, send: 1, invalid: 4 }]);
  });

  test('needs neither key nor service, and still judges', async () => {
    const { svc, file } = await bench();
    file('a.csv', 'content,to,at\nx,twitter,+1h\n');
    const env = { SVC_API_KEY: '', SVC_BASE_URL: '' };
    const fine = await svc(['posts', 'import', 'a.csv', '--dry-run'], { env, terminal: 80 });
    expect(fine.out()).toContain('1 post would be created from 1 row.\n\nThe first:\n\nPOST $SVC_BASE_URL/v1/posts');
    expect(fine.err()).toContain('Without a key, accounts are not looked up');
    file('a.csv', 'content,to,at\nx,twitter,never\n');
    expect((await svc(['posts', 'import', 'a.csv', '--dry-run'], { env })).code).toBe(2);
  });
});

test('POST-46 rows that take a slot of a queue get the slots in the order of the file', async () => {
  const { svc, file, profileId, api, posts } = await bench();
  const slots = [1, 2, 3, 4, 5].map((dayOfWeek) => ({ dayOfWeek, time: '10:00' }));
  await api('PUT', '/v1/queue/slots', { body: { profileId: await profileId(), timezone: 'UTC', slots, active: true } });
  file('a.csv', `content,to,queue\n${Array.from({ length: 12 }, (_, n) => `post ${10 + n},twitter,yes`).join('\n')}\n`);
  const { code, lines } = await svc(['posts', 'import', 'a.csv', '--concurrency', '8']);
  expect(code).toBe(0);
  const times = column(lines, 'scheduledFor') as readonly string[];
  expect(times).toEqual([...times].sort());
  expect(new Set(times).size).toBe(12);
  expect(await posts()).toHaveLength(12);
});
