/** Bundles the console's browser program into dist/console: files with a hash in their names, and a manifest that names the first ones. Called by bundle.ts. */
import { build, type Metafile } from 'esbuild';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { openCatalog, type Catalog } from '../catalog/catalog.ts';

const ENTRY = 'src/service/console/app/main.tsx';

/** @returns the files that went into it, below the root */
export async function buildConsole(root: string, dist: string): Promise<readonly string[]> {
  const folder = join(dist, 'console');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [ENTRY],
    outdir: folder,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    legalComments: 'none',
    // As a text: an object would become a file of its own, asked for after the first one.
    define: { OPERATION_PATHS: JSON.stringify(JSON.stringify(pathsOf(root, openCatalog(join(dist, 'cards'))))) },
    metafile: true,
    logLevel: 'warning',
  });
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifestOf(metafile)));
  return Object.keys(metafile.inputs);
}

/** Names of operations in quotes. */
const QUOTED = /'([a-z][A-Za-z]+)'/g;

/** A name that must be one of the contract. */
const CALLED = /pathOf\(\s*'([A-Za-z]+)'/g;

/** Paths of the operations that the program names. @throws for a name that the contract does not have */
function pathsOf(root: string, catalog: Catalog): Readonly<Record<string, string>> {
  const folder = join(root, dirname(ENTRY));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
  const text = files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
  const known = new Set(Object.values(catalog.index().commands).map(({ id }) => id));
  const named = (pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name = '']) => name);
  const unknown = named(CALLED).find((name) => !known.has(name));
  if (unknown !== undefined) throw new Error(`The console calls ${unknown}, which the contract does not have.`);
  const used = new Set(named(QUOTED).filter((name) => known.has(name)));
  return Object.fromEntries([...used].sort().map((name) => [name, catalog.card(name).path]));
}

/** The files that the document names; the others are loaded by these. */
function manifestOf({ outputs }: Metafile): { script: string; style: string } {
  const [path, entry] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === ENTRY) ?? [];
  if (path === undefined || entry?.cssBundle === undefined) throw new Error('The console has no script or no style.');
  return { script: basename(path), style: basename(entry.cssBundle) };
}
