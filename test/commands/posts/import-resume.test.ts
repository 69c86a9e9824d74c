/** An import that is stopped, refused or changed half-way, against the real local service: no row twice, none missed. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { failure } from '../../../src/kernel/failure.ts';
import { TransportFault } from '../../../src/kernel/transport.ts';
import type { Sender } from '../../../src/world/http-call.ts';
import type { Json } from '../../support/service.ts';
import { importBench, type ImportBench, type Running } from './importing.ts';

const rows = (count: number, from = 0): string =>
  Array.from({ length: count }, (_, n) => `post ${from + n},2026-12-01 09:00,twitter`).join('\n');
const csv = (count: number): string => `content,at,to\n${rows(count)}\n`;

async function bench(): Promise<ImportBench> {
  const made = await importBench();
  await made.account('twitter', { username: 'acme' });
  return made;
}

/** Ctrl-C when so many results are out. */
const interruptedAfter = (count: number): Running => ({
  doors: ({ world, out, interrupt }) => {
    const write: typeof world.io.out.write = (text) => {
      world.io.out.write(text);
      if (out().split('\n').length > count) interrupt(failure('interrupted'));
    };
    return { io: { ...world.io, out: { ...world.io.out, write } } };
  },
});

const results = (lines: readonly Json[]): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const { result } of lines) counts[String(result)] = (counts[String(result)] ?? 0) + 1;
  return counts;
};

const contentsOnce = async ({ posts }: ImportBench, count: number): Promise<void> => {
  const contents = (await posts()).map(({ content }) => String(content));
  expect(contents).toHaveLength(count);
  expect(new Set(contents).size).toBe(count);
};

const journalPath = ({ folder }: ImportBench): string => {
  const imports = join(folder, 'config', 'state', 'imports');
  return join(imports, readdirSync(imports)[0] ?? '');
};

const journalText = (made: ImportBench): string => readFileSync(journalPath(made), 'utf8');

/** The only journal of the bench, line by line. */
const journalOf = (made: ImportBench): { path: string; lines: Json[] } => ({
  path: journalPath(made),
  lines: journalText(made)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Json),
});

/** Looks at the world each time before a row is sent. */
const onPost = (look: () => void): Running => ({
  doors: ({ world }) => {
    const send: typeof world.http.pool.send = (request) => {
      if (request.method === 'POST') look();
      return world.http.pool.send(request);
    };
    return { http: { ...world.http, pool: { ...world.http.pool, send } } };
  },
});

describe('stopped by Ctrl-C', () => {
  test('is exit 130 with a word how to go on, and --resume sends the rest', async () => {
    const made = await bench();
    made.file('a.csv', csv(60));
    const first = await made.svc(['posts', 'import', 'a.csv'], interruptedAfter(20));
    expect(first.code).toBe(130);
    expect(first.err()).toContain('Finishing rows in progress; press Ctrl-C again to abort.');
    expect(first.error.hint).toBe(
      'Continue with `svc posts import a.csv --resume`: rows that were sent are not sent again.',
    );
    expect(first.lines.length).toBeGreaterThanOrEqual(20);
    expect(first.lines.length).toBeLessThan(60);
    const second = await made.svc(['posts', 'import', 'a.csv', '--resume']);
    expect(second.code).toBe(0);
    expect(results(second.lines)).toEqual({ already: first.lines.length, made: 60 - first.lines.length });
    await contentsOnce(made, 60);
  });

  test('names the flags that the next run needs as well', async () => {
    const made = await bench();
    made.file('my posts.csv', csv(60));
    const words = ['posts', 'import', 'my posts.csv', '--format', 'csv', '--journal', 'j.ndjson'];
    const { error } = await made.svc(words, interruptedAfter(20));
    expect(error.hint).toContain("`svc posts import 'my posts.csv' --format csv --journal j.ndjson --resume`");
    expect((await made.svc([...words, '--resume'])).code).toBe(0);
    await contentsOnce(made, 60);
  });

  test('times that were counted from the start are counted from there again', async () => {
    const made = await bench();
    made.file('a.csv', `content,at,to\n${Array.from({ length: 60 }, (_, n) => `post ${n},+2h,twitter`).join('\n')}\n`);
    await made.svc(['posts', 'import', 'a.csv'], interruptedAfter(20));
    await made.advance(600);
    const { code } = await made.svc(['posts', 'import', 'a.csv', '--resume'], {
      now: Date.parse('2026-01-05T09:10:00Z'),
    });
    expect(code).toBe(0);
    const times = (await made.posts()).map(({ scheduledFor }) => String(scheduledFor));
    expect(new Set(times)).toEqual(new Set(['2026-01-05T11:00:00.000Z']));
  });
});

describe('a lost answer', () => {
  test('ERR-43 is asked for again as the same request, and makes no second post', async () => {
    const made = await bench();
    made.file('a.csv', csv(12));
    const fault = { match: { operation: 'createPost' }, action: { status: 503, drop: 'after' }, after: 4, times: 12 };
    await made.control('POST', '/_local/faults', fault);
    await made.control('POST', '/_local/faults', { match: { operation: 'listPosts' }, action: { status: 500 } });
    const first = await made.svc(['posts', 'import', 'a.csv', '--max-wait', '0']);
    expect(first.code).toBe(9);
    const { unknown = 0 } = results(first.lines);
    expect(unknown).toBeGreaterThan(0);
    await made.control('DELETE', '/_local/faults');
    const second = await made.svc(['posts', 'import', 'a.csv', '--resume']);
    expect([second.code, results(second.lines)]).toEqual([0, { already: 12 - unknown, made: unknown }]);
    const ids = [...first.lines, ...second.lines].flatMap(({ postId }) =>
      postId === undefined ? [] : [String(postId)],
    );
    expect(new Set(ids).size).toBe(12);
    await contentsOnce(made, 12);
  });

  test('of a request that the service no longer remembers is not sent again, but told', async () => {
    const made = await bench();
    made.file('a.csv', csv(2));
    await made.control('POST', '/_local/faults', {
      match: { operation: 'createPost' },
      action: { status: 500, drop: 'after' },
      times: 1,
    });
    await made.control('POST', '/_local/faults', { match: { operation: 'listPosts' }, action: { status: 500 } });
    await made.svc(['posts', 'import', 'a.csv', '--concurrency', '1']);
    const later = { now: Date.parse('2026-01-06T09:00:00Z') };
    const { code, error } = await made.svc(['posts', 'import', 'a.csv', '--resume'], later);
    expect(code).toBe(2);
    expect(error.message).toContain('The row was sent on 2026-01-05T09:00:00.000Z, and its post may or may not exist');
    await made.control('DELETE', '/_local/faults');
    await contentsOnce(made, 2);
  });
});

describe('refused rows', () => {
  test('are sent again by --resume, also when they were mended', async () => {
    const made = await bench();
    made.file('a.csv', csv(6));
    const fault = { match: { operation: 'createPost' }, action: { status: 400 }, after: 2, times: 1 };
    await made.control('POST', '/_local/faults', fault);
    const first = await made.svc(['posts', 'import', 'a.csv', '--concurrency', '1']);
    expect([first.code, results(first.lines)]).toEqual([9, { made: 5, failed: 1 }]);
    made.file('a.csv', csv(6).replace('post 2', 'post 2 mended'));
    const second = await made.svc(['posts', 'import', 'a.csv', '--resume']);
    expect([second.code, results(second.lines)]).toEqual([0, { already: 5, made: 1 }]);
    await contentsOnce(made, 6);
  });
});

describe('a second import', () => {
  test('of rows that were sent is exit 2, and --again sends them once more', async () => {
    const made = await bench();
    made.file('a.csv', csv(3));
    await made.svc(['posts', 'import', 'a.csv']);
    const second = await made.svc(['posts', 'import', 'a.csv']);
    expect(second.code).toBe(2);
    expect(second.error.message).toContain('3 of 3 rows were sent by an earlier import (2026-01-05T09:00:00.000Z)');
    expect((await made.svc(['posts', 'import', 'a.csv', '--again'])).code).toBe(0);
    expect(await made.posts()).toHaveLength(6);
  });

  test('of other rows under the same name begins anew', async () => {
    const made = await bench();
    made.file('a.csv', csv(3));
    await made.svc(['posts', 'import', 'a.csv']);
    made.file('a.csv', `content,at,to\n${rows(3, 100)}\n`);
    expect((await made.svc(['posts', 'import', 'a.csv'])).code).toBe(0);
    await contentsOnce(made, 6);
  });

  test('of standard input is known by what it says', async () => {
    const made = await bench();
    await made.svc(['posts', 'import', '-'], { stdin: csv(3) });
    expect((await made.svc(['posts', 'import', '-'], { stdin: csv(3) })).code).toBe(2);
    expect((await made.svc(['posts', 'import', '-'], { stdin: csv(4) })).code).toBe(0);
  });

  test('rows that say the same are rows of their own', async () => {
    const made = await bench();
    made.file('a.csv', 'content\nsame\nsame\nsame\n');
    expect(results((await made.svc(['posts', 'import', 'a.csv'])).lines)).toEqual({ made: 3 });
    made.file('a.csv', 'content\nsame\nsame\nsame\nsame\n');
    expect(results((await made.svc(['posts', 'import', 'a.csv', '--resume'])).lines)).toEqual({ already: 3, made: 1 });
  });
});

describe('a file that was changed before --resume', () => {
  async function halfDone(content: string): Promise<ImportBench> {
    const made = await bench();
    made.file('a.csv', content);
    await made.svc(['posts', 'import', 'a.csv']);
    return made;
  }

  test('with rows added sends those only', async () => {
    const made = await halfDone(csv(3));
    made.file('a.csv', `content,at,to\n${rows(1, 50)}\n${rows(3)}\n`);
    const { code, lines } = await made.svc(['posts', 'import', 'a.csv', '--resume']);
    expect([code, results(lines)]).toEqual([0, { made: 1, already: 3 }]);
    await contentsOnce(made, 4);
  });

  test('with rows taken out that are done already goes on', async () => {
    const made = await bench();
    made.file('a.csv', csv(60));
    await made.svc(['posts', 'import', 'a.csv'], interruptedAfter(20));
    made.file('a.csv', `content,at,to\n${rows(50, 10)}\n`);
    expect((await made.svc(['posts', 'import', 'a.csv', '--resume'])).code).toBe(0);
    await contentsOnce(made, 60);
  });

  test('with a row rewritten is refused, since it would make a second post', async () => {
    const made = await halfDone(csv(3));
    made.file('a.csv', csv(3).replace('post 1', 'post one'));
    const { code, error } = await made.svc(['posts', 'import', 'a.csv', '--resume']);
    expect(code).toBe(2);
    expect(error.message).toBe(
      'The file was changed: 1 row that was sent is gone, and 1 row is new (a.csv:3). Nothing was sent.',
    );
    await contentsOnce(made, 3);
  });

  test('with a row of the same key rewritten names the row and its post', async () => {
    const made = await halfDone('key,content\na,one\nb,two\n');
    made.file('a.csv', 'key,content\nb,two\na,one!\nc,three\n');
    const { code, error } = await made.svc(['posts', 'import', 'a.csv', '--resume']);
    expect(code).toBe(2);
    expect(error.message).toMatch(
      /a\.csv:3 \(a\): The row was changed after its post was created\. Change post [0-9a-f]{24}/,
    );
    made.file('a.csv', 'key,content\nb,two\nc,three\n');
    const { lines } = await made.svc(['posts', 'import', 'a.csv', '--resume']);
    expect(results(lines)).toEqual({ already: 1, made: 1 });
  });
});

describe('the journal', () => {
  test('is for the owner alone, knows a request before it is sent, and keeps no text when all is done', async () => {
    const made = await bench();
    made.file('a.csv', csv(4));
    const seen: Json[][] = [];
    const words = ['posts', 'import', 'a.csv', '--concurrency', '1'];
    await made.svc(
      words,
      onPost(() => seen.push(journalOf(made).lines)),
    );
    expect(seen.map((lines) => lines.filter(({ type }) => String(type) === 'sent').length)).toEqual([1, 2, 3, 4]);
    const { path, lines } = journalOf(made);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(JSON.stringify(lines)).not.toContain('post 1');
    expect(lines.at(-1)).toMatchObject({ type: 'end' });
  });

  test('as a crash leaves it, half a line at its end, is read as far as it goes', async () => {
    const made = await bench();
    made.file('a.csv', csv(4));
    const kept: string[] = [];
    await made.svc(
      ['posts', 'import', 'a.csv', '--concurrency', '1'],
      onPost(() => kept.push(journalText(made))),
    );
    const { path } = journalOf(made);
    writeFileSync(path, `${kept.at(-1) ?? ''}{"type":"made","at":17`);
    const { code, lines } = await made.svc(['posts', 'import', 'a.csv', '--resume']);
    expect([code, results(lines)]).toEqual([0, { already: 3, made: 1 }]);
    await contentsOnce(made, 4);
  });

  test('of another key is none of ours', async () => {
    const made = await bench();
    made.file('a.csv', csv(2));
    await made.svc(['posts', 'import', 'a.csv', '--journal', 'j.ndjson']);
    const { body } = await made.api('POST', '/v1/api-keys', { body: { name: 'other', scope: 'full' } });
    const env = { SVC_API_KEY: String((body['apiKey'] as Json)['key']) };
    const { code, error } = await made.svc(['posts', 'import', 'a.csv', '--journal', 'j.ndjson', '--resume'], { env });
    expect(code).toBe(2);
    expect(error.message).toBe('j.ndjson belongs to an import with another key or service.');
    expect((await made.svc(['posts', 'import', 'a.csv', '--resume'], { env })).error.message).toContain('no import');
  });

  test('that another process writes is left alone', async () => {
    const made = await bench();
    made.file('a.csv', csv(2));
    await made.svc(['posts', 'import', 'a.csv']);
    const { path, lines } = journalOf(made);
    const begun = lines.map((line) => (String(line['type']) === 'begin' ? { ...line, pid: process.ppid } : line));
    writeFileSync(
      path,
      begun
        .slice(0, -1)
        .map((line) => `${JSON.stringify(line)}\n`)
        .join(''),
    );
    const { code, error } = await made.svc(['posts', 'import', 'a.csv', '--resume']);
    expect([code, error.message]).toEqual([2, `Another process (${process.ppid}) is at work on the same rows.`]);
  });

  test('that cannot be written stops the import before anything is sent', async () => {
    const made = await bench();
    made.file('a.csv', csv(2));
    const { code } = await made.svc(['posts', 'import', 'a.csv', '--journal', '/dev/full/j.ndjson']);
    expect(code).not.toBe(0);
    expect(await made.posts()).toEqual([]);
  });
});

test('rows beyond the rate limit wait for the window, and none is refused', async () => {
  const made = await importBench({ rateLimits: true });
  await made.account('twitter', { username: 'acme' });
  await made.advance(60);
  made.file('a.csv', csv(200));
  const waits: number[] = [];
  const { code, lines, err } = await made.svc(['posts', 'import', 'a.csv', '--concurrency', '6'], {
    doors: ({ world }) => ({
      http: { ...world.http, single: withoutHealth(world.http.single) },
      clock: {
        ...world.clock,
        async sleep(ms, signal) {
          waits.push(ms);
          await world.clock.sleep(ms, signal);
          await made.advance(ms / 1000);
        },
      },
    }),
  });
  expect([code, results(lines)]).toEqual([0, { made: 200 }]);
  const { body } = await made.control('GET', '/_local/requests?limit=1000');
  const statuses = (body['requests'] as unknown as { status: number }[]).map(({ status }) => status);
  expect(statuses.filter((status) => status === 429)).toEqual([]);
  expect(statuses.filter((status) => status === 201)).toHaveLength(200);
  expect(waits.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(4 * 62_000);
  expect(err()).toContain('Rate limit reached; continuing in 1 min.');
});

/** As if the clock ran: nobody learns that it is frozen between two moves. */
const withoutHealth = (sender: Sender): Sender => ({
  ...sender,
  send: (request) => {
    if (request.url.endsWith('/_local/health')) throw new TransportFault('connect', false, undefined);
    return sender.send(request);
  },
});
