/** A throw-away service around a program: as the built binary, with a home of its own. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BINARY } from '../../support/process.ts';
import { binary, type Said } from '../../support/svc.ts';
import { temporaryFolder } from '../../support/temp.ts';

interface Ran extends Said {
  /** Folder for temporary files, which the run had for itself. */
  readonly left: readonly string[];
}

async function exec(
  flags: readonly string[],
  program: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const home = await temporaryFolder();
  const own = { HOME: home, TMPDIR: home, SVC_CONFIG_DIR: join(home, 'config'), ...env };
  const said = await binary(['local', 'exec', ...flags, '--', ...program], { env: own });
  return { ...said, left: readdirSync(home) };
}

const node = (script: string): string[] => [process.execPath, '--input-type=module', '-e', script];

test('the program reaches the API and the control surface, its output is ours, and nothing stays', async () => {
  const { code, stdout, left } = await exec(
    ['--seed-pack', 'empty', '--clock', 'frozen', '--now', '2026-01-05T09:00:00Z'],
    node(`
      const { SVC_BASE_URL, SVC_API_KEY, SVC_CONTROL_KEY } = process.env;
      const ask = (path, key) => fetch(SVC_BASE_URL.replace(/\\/v1$/, '') + path, { headers: { authorization: 'Bearer ' + key } }).then((answer) => answer.json());
      const { profiles } = await ask('/v1/profiles', SVC_API_KEY);
      const clock = await ask('/_local/clock', SVC_CONTROL_KEY);
      console.log(JSON.stringify([profiles.length, clock.now]));
    `),
  );
  expect([code, stdout]).toEqual([0, '[1,"2026-01-05T09:00:00.000Z"]\n']);
  expect(left.filter((name) => name !== 'config')).toEqual([]);
});

test('svc and svc local inside the program mean the throw-away service, whatever ours names', async () => {
  const elsewhere = {
    SVC_BASE_URL: 'http://127.0.0.1:9',
    SVC_API_KEY: 'sk_x',
    SVC_CONTEXT: 'none',
    SVC_DATA_DIR: '/nowhere',
  };
  const script = `
    import { execFileSync } from 'node:child_process';
    const svc = (...words) => JSON.parse(execFileSync(process.execPath, [${JSON.stringify(BINARY)}, ...words, '-o', 'json'], { encoding: 'utf8' }));
    svc('local', 'clock', 'advance', '1h');
    console.log(svc('local', 'clock', 'show').now, svc('profiles', 'list').profiles.length, svc('status').now);
  `;
  const flags = ['--seed-pack', 'empty', '--clock', 'frozen', '--now', '2026-01-05T09:00:00Z'];
  const { stdout, stderr, code } = await exec(flags, node(script), elsewhere);
  expect([code, stdout], stderr).toEqual([0, '2026-01-05T10:00:00.000Z 1 2026-01-05T10:00:00.000Z\n']);
});

test('--seed-file is there for the program, and with a mistake the program does not run', async () => {
  const file = join(await temporaryFolder(), 'seed.json');
  const flags = ['--seed-pack', 'empty', '--seed-file', file];
  const program = node(`
    const { SVC_BASE_URL, SVC_API_KEY } = process.env;
    const answer = await fetch(SVC_BASE_URL.replace(/\\/v1$/, '') + '/v1/profiles', { headers: { authorization: 'Bearer ' + SVC_API_KEY } });
    console.log((await answer.json()).profiles.map(({ name }) => name).join());
  `);
  writeFileSync(file, '{"profiles": [{"name": "Harbor"}]}');
  expect((await exec(flags, program)).stdout).toBe('Default,Harbor\n');
  writeFileSync(file, '{"profiles": [{"nmae": "Harbor"}]}');
  expect(await exec(flags, program)).toMatchObject({ code: 2, stdout: '' });
});

test('the exit code is that of the program; one that does not exist is named', async () => {
  expect((await exec(['--seed-pack', 'empty'], node('process.exit(7)'))).code).toBe(7);
  const missing = await exec(['--seed-pack', 'empty'], ['no-such-program']);
  expect([missing.code, missing.stderr]).toEqual([127, expect.stringContaining('no-such-program')]);
});

test('without a program it says how it is called', async () => {
  expect((await binary(['local', 'exec'], { env: { HOME: await temporaryFolder() } })).code).toBe(2);
});
