/** Bundles the console's browser program into dist/console: files with a hash in their names, and a manifest that names the first ones. Called by bundle.ts. */
import { build, type Metafile } from 'esbuild';
import { mkdirSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

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
    metafile: true,
    logLevel: 'warning',
  });
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifestOf(metafile)));
  return Object.keys(metafile.inputs);
}

/** The files that the document names; the others are loaded by these. */
function manifestOf({ outputs }: Metafile): { script: string; style: string } {
  const [path, entry] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === ENTRY) ?? [];
  if (path === undefined || entry?.cssBundle === undefined) throw new Error('The console has no script or no style.');
  return { script: basename(path), style: basename(entry.cssBundle) };
}
