/** Bundles src/main.ts into dist/: one entry with a fixed name, and a chunk for everything that is loaded late. */
import { build, type Metafile } from 'esbuild';
import { readdirSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { builtins, REQUIRE } from './builtins.ts';
import { folded } from './fold.ts';
import { licencesOf } from './licences.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const DIST = join(ROOT, 'dist');
const CHUNKS = 'chunks';

/** Packages with native binaries; everything else is in the bundle. */
const EXTERNAL = ['libsql', '@libsql/*', '@napi-rs/keyring'];

/** The stages of a command that calls the API, each one file: the command line, the call, the error, the judge. */
const STAGES = ['src/main.ts', 'src/cli/calling.ts', 'src/output/failure.ts', 'src/cli/validation.ts'];

const { metafile } = await build({
  absWorkingDir: ROOT,
  entryPoints: { main: 'src/main.ts' },
  outdir: 'dist',
  chunkNames: `${CHUNKS}/[name]-[hash]`,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  external: EXTERNAL,
  // twitter-text asks for the package of that name; Node's own module of the same name is deprecated.
  alias: { punycode: 'punycode/punycode.js' },
  banner: { js: REQUIRE },
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  plugins: [builtins],
  metafile: true,
  logLevel: 'warning',
});

removeStale(metafile);
await writeFile(join(DIST, 'modules.json'), JSON.stringify(modulesOf(await folded(metafile, STAGES, ROOT))));
await writeFile(join(DIST, 'LICENCES.txt'), await licencesOf(Object.keys(metafile.inputs), ROOT));

/** Chunks carry a hash of their content; those of earlier builds are nobody's any more. */
function removeStale({ outputs }: Metafile): void {
  const fresh = new Set(Object.keys(outputs));
  for (const name of readdirSync(join(DIST, CHUNKS))) {
    if (!fresh.has(`dist/${CHUNKS}/${name}`)) rmSync(join(DIST, CHUNKS, name));
  }
}

/** What lies in an output file, and which others come with it at once or later; read by the tests of what a start loads. */
function modulesOf(outputs: Metafile['outputs']): Record<string, unknown> {
  const below = (path: string): string => path.replace(/^dist\//, '');
  const entries = Object.entries(outputs).map(([path, { inputs, imports }]) => {
    const own = imports.filter(({ external }) => external !== true);
    const paths = (kind: string): string[] => own.filter((one) => one.kind === kind).map((one) => below(one.path));
    const file = { modules: Object.keys(inputs), imports: paths('import-statement'), later: paths('dynamic-import') };
    return [below(path), file] as const;
  });
  return Object.fromEntries(entries);
}
