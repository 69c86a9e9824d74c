import { describe, expect, test } from 'vitest';
import { parsedJson } from '../../src/client/json.ts';
import type { Format } from '../../src/kernel/formats.ts';
import { openExpression } from '../../src/output/jq.ts';
import { render, type Shown } from '../../src/output/render.ts';
import { openTemplate } from '../../src/output/template.ts';
import { testWorld } from '../support/world.ts';

/** No time is shown. */
const never = () => Promise.reject(new Error('nobody may ask for the time'));

const open = (text: string) => openExpression(text, parsedJson);
const values = async (text: string, document: unknown) => (await open(text)).valuesOf(document);

const posts = [
  { _id: 'a', n: 1, text: 'two\nlines' },
  { _id: 'b', n: 2, text: '=1+1' },
];

async function shown(
  text: string,
  { format, terminal }: { format?: Format; terminal?: number } = {},
  result: Shown = {},
) {
  const { world, out } = testWorld({ ...(terminal !== undefined && { terminal }) });
  await render({ result: { posts }, ...result }, { io: world.io, moment: never, format, expression: await open(text) });
  return out();
}

describe('an expression', () => {
  test('makes any number of values of a document', async () => {
    expect(await values('.posts[]._id', { posts })).toEqual(['a', 'b']);
    expect(await values('.posts | map(select(.n > 1)) | length', { posts })).toEqual([1]);
    expect(await values('empty', { posts })).toEqual([]);
    expect(await values('.posts[0].text, null, false, 1.5', { posts })).toEqual(['two\nlines', null, false, 1.5]);
  });

  test('keeps the digits of large integers it does not count with', async () => {
    const document = { id: 12345678901234567890n };
    expect(await values('.id', document)).toEqual([12345678901234567890n]);
    expect(await values('[.] | .[0].id == 12345678901234567891', document)).toEqual([false]);
    expect(await values('.id + 1', document)).toEqual([12345678901234567000n]);
  });

  test('is refused before it is used when it is none', async () => {
    await expect(open('.posts[')).rejects.toMatchObject({
      exit: 'usage',
      message: expect.stringMatching(
        /^--jq is not a valid jq expression: syntax error, .* at line 1, column \d+\.$/,
      ) as string,
      fields: { param: '--jq' },
    });
    await expect(open('nosuch(.)')).rejects.toMatchObject({ message: expect.stringContaining('nosuch/1') as string });
  });

  test('is not run when it is read: one that never ends can be read', async () => {
    expect(await open('repeat(1)')).toBeDefined();
  });

  test('that does not fit is the fault of the expression, not of the command', async () => {
    await expect(values('.posts.nope', { posts })).rejects.toMatchObject({
      exit: 'usage',
      message: '--jq does not match the result: Cannot index array with string ("nope"). The command itself succeeded.',
    });
  });

  test.each(['--help', '-n', '--arg', '--rawfile'])('%j is an expression and no flag of jq', async (text) => {
    await expect(open(text)).rejects.toMatchObject({ exit: 'usage' });
  });

  test.each(['$ENV.SVC_API_KEY', 'env.SVC_API_KEY', 'input_filename | test("svc")'])(
    'sees nothing of the process: %s',
    async (text) => {
      process.env['SVC_API_KEY'] = 'sk_secret';
      const seen = await values(text, null).finally(() => delete process.env['SVC_API_KEY']);
      expect([null, false]).toContain(seen[0]);
    },
  );
});

describe('what it makes is written', () => {
  test('bare, one value a line, where no form was asked for', async () => {
    expect(await shown('.posts[]._id')).toBe('a\nb\n');
    expect(await shown('.posts[0] | {_id, n}')).toBe('{"_id":"a","n":1}\n');
    expect(await shown('empty')).toBe('');
  });

  test('harmless on a terminal', async () => {
    const evil = { result: { text: '\u001b]52;c;aGk=\u0007' } };
    expect(await shown('.text', { terminal: 80 }, evil)).toBe('␛]52;c;aGk=␇\n');
    expect(await shown('.text', {}, evil)).toBe('\u001b]52;c;aGk=\u0007\n');
  });

  // prettier-ignore
  test.each<[string, Format, string]>([
    ['.posts[0]._id',         'json',   '"a"\n'],
    ['.posts[]._id',          'json',   '["a","b"]\n'],
    ['.posts | map(.n)',      'json',   '[1,2]\n'],
    ['empty',                 'json',   '[]\n'],
    ['.posts[]._id',          'ndjson', '"a"\n"b"\n'],
    ['.posts | map({_id})',   'ndjson', '{"_id":"a"}\n{"_id":"b"}\n'],
    ['.posts | map({_id, n})', 'csv',   '_id,n\na,1\nb,2\n'],
    ['.posts[] | {text}',     'csv',    'text\n"two\nlines"\n"\'=1+1"\n'],
    ['.posts[0] | {n}',       'yaml',   'n: 1\n'],
    ['.posts[]._id',          'lines',  'a\nb\n'],
  ])('%s as %s', async (text, format, expected) => {
    expect(await shown(text, { format })).toBe(expected);
  });

  test('through a template, one text a value', async () => {
    const { world, out } = testWorld();
    const expression = await open('.posts[] | {_id, twice: (.n * 2)}');
    await render(
      { result: { posts } },
      { io: world.io, moment: never, expression, template: openTemplate('{{ _id }}={{ twice }}', 0) },
    );
    expect(out()).toBe('a=2\nb=4\n');
  });

  test('over all pages together', async () => {
    const stream = (async function* () {
      yield* posts;
    })();
    const whole = (records: readonly unknown[]) => ({ posts: records });
    expect(await shown('.posts | length', {}, { result: undefined, stream, whole })).toBe('2\n');
  });
});
