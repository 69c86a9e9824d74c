/** Every operation as a command: standard output holds the result in its form, and standard error notes alone. */
import { parse as parseCsv } from 'csv-parse/sync';
import { stringify } from 'lossless-json';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse as shellWords } from 'shell-quote';
import { expect, test } from 'vitest';
import yaml from 'yaml';
import { parsedJson } from '../../src/client/json.ts';
import type { Card } from '../../src/kernel/card.ts';
import { catalog } from '../client/cards.ts';
import { sampleAnswer } from '../support/sample.ts';
import { scriptedApi } from '../support/scripted-api.ts';
import { EXITS } from '../../src/kernel/exits.ts';
import { svc, type Said } from '../support/svc.ts';
import { temporaryFolder } from '../support/temp.ts';

const operations = catalog.operations().map(({ id }) => catalog.card(id));

/** What a person may be told while a command succeeds. */
const NOTES = [
  /^More follow: /,
  /^There is no field /,
  /^`svc [a-z -]+` is deprecated: use `svc [a-z -]+`\.$/,
  /^--[a-z-]+.*: deprecated\.$/,
  /^Scheduled for /,
  /^The image is \d+x\d+ pixels; /,
];

/** The example of an operation as words, its files made in `folder`. */
function wordsOf({ command }: Card, folder: string): readonly string[] {
  const [example = ''] = command.examples;
  const plain = example.replace(/ (?:-o|--fields|--jq|--template) (?:'[^']*'|\S+)/g, '');
  const words = shellWords(plain, (name) => `$${name}`).map((word) => (typeof word === 'string' ? word : '*'));
  for (const word of words.filter((one) => /^[\w./-]+\.(pdf|png|jpe?g|mp4|csv|ya?ml|json|txt)$/.test(one))) {
    mkdirSync(join(folder, word, '..'), { recursive: true });
    writeFileSync(join(folder, word), word.endsWith('.yaml') ? 'content: Hello\n' : '%PDF-1.7');
  }
  return words.slice(1);
}

/** @param isPartial the answer lists failures, which are told beside it */
function expectTwoStreams({ code, stderr }: Said, isPartial: boolean): void {
  expect(code, stderr).toBe(isPartial ? EXITS.partial : EXITS.ok);
  if (isPartial) {
    expect(stderr).toMatch(/failed|rejected/);
    return;
  }
  const lines = stderr.split('\n').filter(Boolean);
  for (const line of lines)
    expect(
      NOTES.some((note) => note.test(line)),
      line,
    ).toBe(true);
}

test.each(operations.map((card) => [card.command.path.join(' '), card] as const))('svc %s', async (_, card) => {
  const { status, body } = sampleAnswer(card);
  const text = body === undefined ? '' : (stringify(body) ?? '');
  const folder = await temporaryFolder();
  const api = await scriptedApi(() => ({ status, ...(body !== undefined && { headers: JSON_TYPE, body: text }) }));
  const words = wordsOf(card, folder);
  const env = { SVC_BASE_URL: api.url, SVC_API_KEY: 'sk_x' };
  const run = async (format: string): Promise<string> => {
    const said = await svc([...words, '--yes', '-o', format], { env, folder });
    expectTwoStreams(said, card.command.failures !== undefined);
    return said.stdout;
  };
  const [json, ndjson, csv, document] = [await run('json'), await run('ndjson'), await run('csv'), await run('yaml')];
  if (body === undefined) {
    expect([json, ndjson, csv, document]).toEqual(['', '', '', '']);
    return;
  }
  const whole = await parsedJson(text);
  expect(await parsedJson(json)).toEqual(whole);
  for (const line of ndjson.split('\n').filter(Boolean)) expect(await parsedJson(line)).toBeDefined();
  const cells = (parseCsv(csv) as string[][]).flat();
  expect(cells.filter((cell) => /^[=+@]/.test(cell))).toEqual([]);
  expect(asRead(yaml.parse(document, { intAsBigInt: true }))).toEqual(asRead(whole));
});

const JSON_TYPE = { 'content-type': 'application/json' };

/** Every integer as a bigint, since YAML does not tell which of them are large. */
function asRead(value: unknown): unknown {
  if (typeof value === 'number' && Number.isInteger(value)) return BigInt(value);
  if (Array.isArray(value)) return value.map(asRead);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, asRead(one)]));
}
