/** `--junit` and annotations of the three commands that check something. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importBench, type ImportBench } from '../../commands/posts/importing.ts';
import { svc } from '../../support/svc.ts';
import { temporaryFolder } from '../../support/temp.ts';

const GITHUB = { env: { GITHUB_ACTIONS: 'true' } };

describe('an import', () => {
  const report = ({ folder }: ImportBench): string => readFileSync(join(folder, 'report.xml'), 'utf8');

  async function bench(text: string): Promise<ImportBench> {
    const made = await importBench();
    await made.account('twitter', { username: 'acme' });
    made.file('posts.csv', `key,content,to,at\n${text}`);
    return made;
  }

  const words = (made: ImportBench, ...more: readonly string[]) => [
    'posts',
    'import',
    'posts.csv',
    '--junit',
    join(made.folder, 'report.xml'),
    ...more,
  ];

  test('has a case for each row', async () => {
    const made = await bench('one,Hello,twitter,+1h\ntwo,Bye,twitter,+2h\n');
    expect((await made.svc(words(made))).code).toBe(0);
    expect(report(made)).toContain('<testsuite name="svc posts import" tests="2" failures="0"');
    expect(report(made)).toContain('<testcase name="two"');
  });

  test('that is refused as a whole names the faulty rows, and GitHub is told their lines', async () => {
    const made = await bench('one,Hello,twitter,+1h\ntwo,Late,twitter,2020-01-01 09:00\n');
    const { code, err } = await made.svc(words(made), GITHUB);
    expect(code).toBe(2);
    expect(report(made)).toContain('tests="1" failures="1"');
    expect(err()).toMatch(/^::error file=.*posts\.csv,line=3,title=svc posts import%3A two::at: 2020-01-01 09:00/m);
    expect(err().trimEnd().split('\n').at(-1)).toMatch(/^\{"error":/);
  });

  test('with a row that the service refuses has it as a failure', async () => {
    const made = await bench('one,Hello,twitter,+1h\ntwo,Bye,twitter,+2h\n');
    await made.control('POST', '/_local/faults', {
      match: { operation: 'createPost' },
      action: { status: 400 },
      times: 1,
    });
    expect((await made.svc(words(made))).code).toBe(9);
    expect(report(made)).toContain('tests="2" failures="1"');
  });

  test('without a report and elsewhere than on GitHub writes nothing', async () => {
    const made = await bench('one,Hello,twitter,+1h\n');
    const { err } = await made.svc(['posts', 'import', 'posts.csv']);
    expect(err()).not.toContain('::');
    expect(existsSync(join(made.folder, 'report.xml'))).toBe(false);
  });
});

test('webhooks verify reports the likely cause of a signature that does not fit', async () => {
  const path = join(await temporaryFolder(), 'report.xml');
  const said = await svc(['webhooks', 'verify', '-', '--secret-env', 'S', '--signature', 'rubbish', '--junit', path], {
    env: { S: 'tell nobody', ...GITHUB.env },
    stdin: '{"id":"one"}',
  });
  expect(said.code).toBe(14);
  expect(readFileSync(path, 'utf8')).toContain('<failure type="bad_signature"');
  expect(said.stderr).toMatch(/^::error title=svc webhooks verify%3A -::/m);
});

describe('webhooks expect', () => {
  const expecting = async (...program: readonly string[]) => {
    const path = join(await temporaryFolder(), 'report.xml');
    const words = ['webhooks', 'expect', 'post.published', '--unsigned', '--timeout', '1s', '--junit', path, '--'];
    return { ...(await svc([...words, ...program])), report: readFileSync(path, 'utf8') };
  };

  test('reports an event that did not come', async () => {
    const { code, report } = await expecting(process.execPath, '-e', '0');
    expect(code).toBe(8);
    expect(report).toContain(
      '<testcase name="post.published" classname="svc webhooks expect">\n      <failure type="pending"',
    );
  });

  test('reports a program that failed', async () => {
    const { code, report } = await expecting(process.execPath, '-e', 'process.exit(3)');
    expect(code).toBe(3);
    expect(report).toContain('failures="1"');
  });
});
