/** The versions of Node that svc is shipped for. Compiled forms, benchmarks and proofs run on each of them. */
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import pinned from './runtimes/package.json' with { type: 'json' };

/** A Node to run: `24` and the path of its binary. */
export interface Runtime {
  readonly major: string;
  readonly node: string;
}

const LOCKED = join(import.meta.dirname, 'runtimes');
const CACHE = join(import.meta.dirname, '..', '..', 'node_modules', '.cache');

/** Lines of Node that users run. */
export const SHIPPED: readonly string[] = ['20', '22', '24'];

/**
 * The Node that runs this, then the others of SHIPPED from the npm registry, downloaded once.
 * Where they cannot be had (no registry, or a system that no release is packed on), says so and leaves them out.
 */
export async function runtimes(): Promise<Runtime[]> {
  const own = majorOf(process.versions.node);
  const others = SHIPPED.filter((major) => major !== own).map((major) => ({ major, node: pathOf(major) }));
  const missing = others.filter(({ node }) => !existsSync(node));
  if (missing.length > 0) await download(missing).catch((error: unknown) => leftOut(missing, error));
  return [{ major: own, node: process.execPath }, ...others.filter(({ node }) => existsSync(node))];
}

export const majorOf = (version: string): string => version.split('.')[0] ?? '';

const nameOf = (major: string): string => `node${major}-${process.platform}-${process.arch}`;

function pathOf(major: string): string {
  const versions: Readonly<Record<string, string>> = pinned.optionalDependencies;
  const version = versions[nameOf(major)]?.split('@').at(-1) ?? 'none';
  return join(CACHE, 'runtimes', `v${version}`, 'node');
}

/** npm checks what it downloads against the lock file; of each package only the binary is kept. */
async function download(missing: readonly Runtime[]): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  const aside = await mkdtemp(join(CACHE, 'runtimes-'));
  try {
    for (const file of ['package.json', 'package-lock.json']) await copyFile(join(LOCKED, file), join(aside, file));
    await execa('npm', ['ci', '--ignore-scripts', '--loglevel=error', '--global=false', '--dry-run=false'], {
      cwd: aside,
      env: { npm_config_omit: '', npm_config_prefix: undefined, npm_config_local_prefix: undefined },
    });
    for (const { major, node } of missing) {
      await mkdir(join(node, '..'), { recursive: true });
      await rename(join(aside, 'node_modules', nameOf(major), 'bin', 'node'), node);
    }
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

function leftOut(missing: readonly Runtime[], error: unknown): void {
  const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
  const versions = missing.map(({ major }) => major).join(' and ');
  console.warn(`Node ${versions} could not be installed, so svc will start slower there: ${String(reason)}`);
}
