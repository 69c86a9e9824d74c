/** What an installation of the packed tarball weighs. */
import { execFileSync } from 'node:child_process';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Figure } from './figure.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

export async function sizeFigures(folder: string): Promise<Figure[]> {
  const target = join(folder, 'install');
  await mkdir(target);
  const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const tarball = join(folder, packed.trim().split('\n').at(-1) ?? '');
  execFileSync('npm', ['install', '--silent', '--no-fund', '--no-audit', '--prefix', target, tarball], {
    stdio: 'ignore',
  });
  const modules = join(target, 'node_modules');
  const entries = await readdir(modules, { recursive: true });
  const packages = entries.filter((entry) => /^(?:@[^/]+\/)?[^/@.][^/]*\/package\.json$/.test(entry)).length;
  const sizes = await Promise.all(
    entries.map(async (entry) => (await stat(join(modules, entry)).catch(() => undefined))?.size ?? 0),
  );
  const megabytes = sizes.reduce((sum, size) => sum + size, 0) / 1e6;
  return [
    {
      what: 'installed size',
      measured: `${megabytes.toFixed(1)} MB`,
      control: '–',
      bar: '≤ 45 MB',
      met: megabytes <= 45,
    },
    { what: 'packages at run time', measured: String(packages), control: '–', bar: '≤ 10', met: packages <= 10 },
  ];
}
