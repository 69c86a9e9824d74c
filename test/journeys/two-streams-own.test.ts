/** Every command made by hand: standard output holds its result in its form or nothing, standard error notes and one error. */
import { parse as parseCsv } from 'csv-parse/sync';
import { writeFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse as shellWords } from 'shell-quote';
import { expect, test } from 'vitest';
import yaml from 'yaml';
import { isCommand } from '../../src/cli/command.ts';
import { madeByHand } from '../../src/build/specs.ts';
import { families, handMade } from '../../src/commands/table.ts';
import { scriptedApi, type Script } from '../support/scripted-api.ts';
import { svc, type Said } from '../support/svc.ts';
import { temporaryFolder } from '../support/temp.ts';

/**
 * These start a process, read one that is not there, or go on until they are told; test/commands/local/process.test.ts,
 * exec.test.ts and test/commands/webhooks/listen.test.ts show their streams.
 */
const PROCESSES = ['local exec', 'local start', 'local restart', 'local stop', 'webhooks listen'];

const commands = (await madeByHand({ handMade, families })).flatMap(([path, made]) =>
  isCommand(made) && !PROCESSES.includes(path) ? [[path, made] as const] : [],
);

/** Their result is what they found, good or bad: it is there also when they do not end with 0. */
const FINDINGS = ['auth status', 'doctor', 'webhooks send', 'webhooks trigger', 'webhooks verify'];

/** Answers whatever is asked with what a list, a record and a page have in common. */
const anything: Script = ({ url, headers }) => ({
  body: url.startsWith('/v1/media/presign')
    ? { uploadUrl: `http://${headers.host}/up`, publicUrl: `http://${headers.host}/up`, key: 'k' }
    : { _id: 'a', posts: [{ _id: 'a', content: '=1' }], now: '2026-01-05T09:00:00.000Z', events: [], mode: 'real' },
});

async function prepared() {
  const folder = await temporaryFolder();
  const api = await scriptedApi(anything);
  const dataDir = join(folder, 'config', 'state', 'local');
  await mkdir(dataDir, { recursive: true });
  const state = { url: api.url, apiKey: 'sk_x', controlKey: 'c', dataDir, pid: process.pid };
  await writeFile(join(dataDir, 'service.json'), JSON.stringify(state));
  return { folder, env: { SVC_BASE_URL: api.url, SVC_API_KEY: 'sk_x' } };
}

/** The first command of an example, without what the shell does around it. */
function wordsOf(example: string, folder: string): readonly string[] {
  const all = shellWords(
    example.replace(/ (?:-o|--fields|--jq|--template) (?:'[^']*'|"[^"]*"|\S+)/g, ''),
    (name) => `$${name}`,
  );
  const end = all.findIndex((word) => typeof word !== 'string');
  const words = (end === -1 ? all : all.slice(0, end)).map(String);
  for (const word of words.filter((one) => /^[\w.-]+\.(pdf|png|jpe?g|mp4|csv|ya?ml|json|ndjson|txt)$/.test(one)))
    writeFileSync(join(folder, word), /\.(ya?ml|json|ndjson)$/.test(word) ? '{"name":"Hello"}' : '%PDF-1.7');
  return words.slice(1);
}

const FORMS: Readonly<Record<string, (text: string) => unknown>> = {
  json: (text) => JSON.parse(text) as unknown,
  ndjson: (text) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  csv: (text) => parseCsv(text) as unknown,
  yaml: (text) => yaml.parse(text) as unknown,
};

function expectApart({ code, stdout, stderr }: Said, form: string, line: string): void {
  const lines = stderr.split('\n').filter(Boolean);
  const errors = lines.filter((one) => one.startsWith('{') || one.startsWith('error: '));
  const finds = FINDINGS.some((path) => line.startsWith(`svc ${path}`));
  if (finds) expect(errors.length, line).toBeLessThanOrEqual(1);
  else expect({ code, errors: errors.length }, `${line}: ${stderr}`).toEqual({ code, errors: code === 0 ? 0 : 1 });
  expect(stderr, line).not.toMatch(/^ {4}at |svc failed unexpectedly/m);
  if (stdout !== '') expect(() => FORMS[form]?.(stdout), `${line}: ${stdout}`).not.toThrow();
  if (code !== 0 && code !== 9 && !finds) expect(stdout, line).toBe('');
}

test.each(commands)('svc %s', async (_, { examples }) => {
  // What follows goes on until it is told; test/commands/local/feed.test.ts shows its streams.
  for (const [at, example] of examples.filter((one) => !one.includes(' --follow')).entries()) {
    for (const form of at === 0 ? Object.keys(FORMS) : ['json']) {
      const { folder, env } = await prepared();
      const words = wordsOf(example, folder);
      const [before, after] = [words.filter((__, place) => place < words.indexOf('--')), words];
      const argv =
        before.length > 0
          ? [...before, '-o', form, '--yes', ...words.slice(before.length)]
          : [...after, '-o', form, '--yes'];
      expectApart(await svc(argv, { env, folder, stdin: '' }), form, example);
    }
  }
});
