/** `--edit` and `--set-file`: input from an editor and from files, judged like any other. */
import { chmodSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scriptedApi } from '../support/scripted-api.ts';
import { errorIn, svc } from '../support/svc.ts';
import { temporaryFolder } from '../support/temp.ts';

/** An API, and an editor that does with the file what `script` says; `$1` is the file. */
async function bench(script = 'true') {
  const folder = await temporaryFolder();
  const api = await scriptedApi(() => ({ status: 201, body: { profile: { _id: '64f0a1b2c3d4e5f601234567' } } }));
  const editor = join(folder, 'editor');
  writeFileSync(editor, `#!/bin/sh\ncp "$1" ${folder}/opened\nenv > ${folder}/env\n${script}\n`);
  chmodSync(editor, 0o755);
  const env = { SVC_BASE_URL: api.url, SVC_API_KEY: `sk_${'a'.repeat(64)}`, VISUAL: editor };
  const create = (...words: string[]) => svc(['profiles', 'create', ...words], { folder, env });
  const sent = () => api.asked.map(({ body }) => JSON.parse(body.toString()) as unknown);
  const drafts = () => readdirSync(join(folder, 'config', 'state', 'drafts'));
  return { folder, create, sent, drafts, env };
}

describe('--edit', () => {
  test('opens what was typed as YAML with the other fields as comments, and sends what was saved', async () => {
    const { folder, create, sent, drafts } = await bench('echo "color: \'#ff0000\'" >> "$1"');
    expect((await create('--name', 'Acme', '--edit')).code).toBe(0);
    const opened = readFileSync(join(folder, 'opened'), 'utf8');
    expect(opened).toMatch(/^# svc profiles create: .*\nname: Acme\n/);
    expect(opened).toMatch(/^# description: /m);
    expect(sent()).toEqual([{ name: 'Acme', color: '#ff0000' }]);
    expect(drafts()).toEqual([]);
    expect(readFileSync(join(folder, 'env'), 'utf8')).not.toContain('sk_');
  });

  test('what is refused, by us or by the API, is kept, and the hint opens it again', async () => {
    const { folder, create, sent, drafts } = await bench('echo "nmae: Acme" > "$1"');
    const said = await create('--edit');
    const [draft = ''] = drafts();
    const error = errorIn(said);
    expect([said.code, error['message']]).toEqual([2, expect.stringContaining('nmae')]);
    expect(error['hint']).toContain(`--input ${join(folder, 'config', 'state', 'drafts', draft)} --edit`);
    expect(sent()).toEqual([]);
    const broken = await bench('echo "name: [" > "$1"');
    expect((await broken.create('--edit')).code).toBe(2);
    expect(broken.drafts()).toHaveLength(1);
  });

  test('without an editor, with one that fails, and with --no-input nothing is sent', async () => {
    const { create, sent, env } = await bench('exit 3');
    expect(errorIn(await create('--edit'))['message']).toContain('exited with 3');
    expect(errorIn(await create('--edit', '--no-input'))).toMatchObject({ exit: 2, param: '--edit' });
    const none = await svc(['profiles', 'create', '--edit'], { env: { ...env, VISUAL: '' } });
    expect(errorIn(none)).toMatchObject({ exit: 2, param: '--edit' });
    expect(sent()).toEqual([]);
  });
});

describe('--set-file', () => {
  test('puts the text of a file, or of standard input, into a field; a value with an @ is a text', async () => {
    const { folder, env, sent } = await bench();
    writeFileSync(join(folder, 'about.md'), 'Books & tea\n');
    const words = ['--set-file', 'description=about.md', '--name', '@acme'];
    expect((await svc(['profiles', 'create', ...words], { folder, env })).code).toBe(0);
    const piped = ['profiles', 'create', '--set-file', 'name=-'];
    expect((await svc(piped, { folder, env, stdin: '42\n' })).code).toBe(0);
    expect(sent()).toEqual([{ description: 'Books & tea', name: '@acme' }, { name: '42' }]);
  });

  test('a word without a path, a missing file and an unknown field are refused', async () => {
    const { create, sent, folder } = await bench();
    writeFileSync(join(folder, 'x.md'), 'secret words');
    expect(errorIn(await create('--set-file', 'x.md'))).toMatchObject({ exit: 2, param: '--set-file' });
    expect((await create('--set-file', 'name=none.md')).code).toBe(2);
    expect((await create('--set-file', 'nmae=x.md')).code).toBe(2);
    const said = await create('--set-file', 'a..b=x.md');
    expect(said.code).toBe(2);
    expect(said.stderr).not.toContain('secret words');
    expect(sent()).toEqual([]);
  });
});
