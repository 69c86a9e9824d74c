import { copyFile, cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runtimes, SHIPPED, type Runtime } from '../../src/build/runtimes.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** Prints the packs whose compiled form this Node refuses. */
const REFUSED = `
  const { readdirSync, readFileSync } = require('node:fs');
  const { join } = require('node:path');
  const { Script } = require('node:vm');
  const forms = join(process.argv[1], 'compiled', process.versions.node.split('.')[0]);
  const refused = readdirSync(forms).filter((name) => {
    const filename = join(process.argv[1], name + '.cjs');
    const cachedData = readFileSync(join(forms, name));
    return new Script(readFileSync(filename, 'latin1'), { filename, cachedData }).cachedDataRejected;
  });
  console.log(JSON.stringify({ refused, forms: readdirSync(forms) }));`;

let nodes: readonly Runtime[];
let folder: string;

beforeAll(async () => {
  nodes = await runtimes();
  folder = await mkdtemp(join(tmpdir(), 'svc-forms-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('compiled forms', () => {
  test('are there for every version of Node that is shipped for', () => {
    expect(nodes.map(({ major }) => major)).toEqual(expect.arrayContaining([...SHIPPED]));
  });

  test.each(SHIPPED)('are accepted by Node %s, one for each pack', async (major) => {
    const { stdout } = await execa(nodeOf(major), ['-e', REFUSED, join(ROOT, 'dist')]);
    const { refused, forms } = JSON.parse(stdout) as { refused: string[]; forms: string[] };
    const packs = await readdir(join(ROOT, 'dist', 'compiled', '20'));
    expect({ refused, forms }).toEqual({ refused: [], forms: packs });
  });

  test.each(SHIPPED)('that Node %s refuses or cannot find change nothing but the speed', async (major) => {
    const copy = join(folder, major);
    const home = join(folder, `home-${major}`);
    await mkdir(join(copy, 'bin'), { recursive: true });
    await copyFile(join(ROOT, 'package.json'), join(copy, 'package.json'));
    await cp(join(ROOT, 'bin'), join(copy, 'bin'), { recursive: true });
    await cp(join(ROOT, 'dist'), join(copy, 'dist'), { recursive: true });
    const help = async (): Promise<string> => {
      const ran = await execa(nodeOf(major), [join(copy, 'bin', 'svc.js'), 'posts', '--help'], {
        env: { PATH: process.env['PATH'], HOME: home },
        extendEnv: false,
      });
      return ran.stdout + ran.stderr;
    };
    const before = await help();

    await writeFile(join(copy, 'dist', 'compiled', major, 'main'), 'not a compiled form');
    expect(await help()).toBe(before);
    await copyFile(join(ROOT, 'dist', 'compiled', other(major), 'main'), join(copy, 'dist', 'compiled', major, 'main'));
    expect(await help()).toBe(before);
    await rm(join(copy, 'dist', 'compiled'), { recursive: true });
    expect(await help()).toBe(before);
  });
});

const other = (major: string): string => SHIPPED.find((one) => one !== major) ?? '';

function nodeOf(major: string): string {
  const found = nodes.find((one) => one.major === major);
  if (found === undefined) throw new Error(`Node ${major} is not installed.`);
  return found.node;
}
