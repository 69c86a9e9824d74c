/** The demo of the README, as a reader runs it. */
import { execa } from 'execa';
import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { ROOT } from '../support/process.ts';
import { temporaryFolder } from '../support/temp.ts';

test('the demo tells the main job, ends well and leaves nothing behind', async () => {
  const folder = await temporaryFolder();
  const { exitCode, stdout } = await execa('npm', ['run', 'demo', '--silent'], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], HOME: folder, TMPDIR: folder },
    extendEnv: false,
    reject: false,
  });
  expect(exitCode, stdout).toBe(0);
  expect(stdout).toMatch(
    /\$ svc login --device-name demo.*\n[\s\S]*\$ svc local device approve [A-Z-]+\n[\s\S]*\nKey +sk_\*{4}/,
  );
  expect(stdout).toMatch(/\$ svc posts create "We open at nine" .*--now\npost [0-9a-f]{24}, partial, exit 9/);
  expect(stdout).toMatch(/\$ svc posts retry .*\nStatus +published/);
  expect(stdout).toMatch(/\$ svc posts create "Cardamom buns.*\npost [0-9a-f]{24}, scheduled/);
  expect(stdout).toMatch(/\$ svc local clock advance 48h/);
  expect(stdout).toMatch(
    /(?::\d\d|ago) +post\.partial[\s\S]*(?::\d\d|ago) +post\.scheduled[\s\S]*(?:(?::\d\d|ago) +post\.published[\s\S]*){2}/,
  );
  expect(stdout).toContain('nothing is left behind');
  expect((await readdir(folder)).filter((name) => name.startsWith('svc-'))).toEqual([]);
});
