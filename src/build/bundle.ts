/** Bundles src/main.ts into dist/: one entry with a fixed name, and a chunk for everything that is loaded late. */
import { build, transform, type Metafile } from 'esbuild';
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { builtins } from './builtins.ts';
import { buildConsole } from './console.ts';
import { keepCompiled } from './code-cache.ts';
import { AS_COMMONJS, HERE } from './commonjs.ts';
import { joinFiles } from './join.ts';
import { billOf, licensesOf } from './licenses.ts';
import { writeMark } from './mark.ts';
import { ALONE, pack, refer, type Pack } from './pack.ts';
import { runtimes } from './runtimes.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const DIST = join(ROOT, 'dist');
const CHUNKS = 'chunks';

/** Packages with native binaries; everything else is in the bundle. */
const EXTERNAL = ['@libsql/*', '@napi-rs/keyring'];

/**
 * The stages of a command, and the modules each begins with: the command line, the call, the post with its words and its
 * time, the list of posts, the judge, the table, and the local service. A file belongs to the first stage that needs it.
 */
const STAGES: Readonly<Record<string, readonly string[]>> = {
  main: ['src/main.ts'],
  call: ['src/cli/calling.ts', 'src/cli/authorities.ts', 'src/output/failure.ts', 'src/output/render.ts'],
  create: ['src/commands/posts/create.ts'],
  list: ['src/commands/posts/list.ts'],
  compose: ['src/client/compose.ts'],
  schedule: ['src/client/schedule.ts'],
  judge: ['src/cli/validation.ts'],
  table: ['src/output/table.ts', 'node_modules/string-width/index.js'],
  store: ['src/service/store/folder.ts'],
  shared: [
    'src/commands/local/start.ts',
    'src/auth/local-service.ts',
    'src/auth/context.ts',
    'src/world/settings-write.ts',
    'src/world/deliver.ts',
  ],
  service: ['src/service/service.ts'],
};

/** What is loaded late and comes with the local service: what it needs of the service, other commands do not need for that. */
const WITH_SERVICE = ['src/service/members/process.ts'];

/** Begins every command. It also has what calls and the local service both begin with, so that neither loads the other's pack. */
const MAIN = 'main';

/** The stages of a call. */
const CALLING = ['call', 'create', 'compose'];

/** What other commands need of the local service, one file here and another there; the files of a stage otherwise run together. */
const SHARED = 'shared';

/** What several areas of the service need, one file here and another there. What one area needs alone are chunks of its own. */
const BETWEEN_AREAS = 'areas';

const { metafile } = await build({
  absWorkingDir: ROOT,
  // The keychain is asked by a process of its own.
  entryPoints: {
    main: 'src/main.ts',
    ...Object.fromEntries(ALONE.map((name) => [name, `src/${name}.ts`])),
    keychain: 'src/world/keychain-child.ts',
  },
  outdir: 'dist',
  outExtension: { '.js': '.cjs' },
  chunkNames: `${CHUNKS}/[name]-[hash]`,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  external: EXTERNAL,
  // twitter-text asks for the package of that name; Node's own module of the same name is deprecated.
  // The other form of jsonc-parser asks for its own files in a way that cannot be bundled.
  alias: { punycode: 'punycode/punycode.js', 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  minify: true,
  legalComments: 'none',
  plugins: [builtins],
  metafile: true,
  logLevel: 'warning',
});

removeStale(metafile);
const alone = ALONE.map((name) => packOf(name, [filesOf(metafile, [`src/${name}.ts`])]));
const packs = await Promise.all([...packsOf(metafile), ...alone]);
await Promise.all(Object.keys(metafile.outputs).map((path) => asCommonJs(join(ROOT, path))));
pack(packs, DIST);
refer(unpackedOf(metafile, packs), packs, DIST);
const consoleInputs = await buildConsole(ROOT, DIST);
await keepCompiled(DIST, await runtimes());
await writeFile(join(DIST, 'modules.json'), JSON.stringify(modulesOf(metafile.outputs)));
const inputs = [...Object.keys(metafile.inputs), ...consoleInputs];
await writeFile(join(DIST, 'LICENSES.txt'), await licensesOf(inputs, ROOT));
await writeFile(join(DIST, 'sbom.json'), await billOf(inputs, ROOT));
writeMark(DIST);

async function asCommonJs(path: string): Promise<void> {
  const { code } = await transform(readFileSync(path, 'utf8'), { ...AS_COMMONJS, banner: HERE });
  await writeFile(path, code);
}

function packsOf(built: Metafile): Promise<Pack>[] {
  const packedFiles = new Set<string>();
  const elsewhere = reachedWithout(built, [...(STAGES['service'] ?? []), ...WITH_SERVICE]);
  const claimed = (modules: readonly string[], wanted: (file: string) => boolean): string[] => {
    const files = filesOf(built, modules).filter((file) => !packedFiles.has(file) && wanted(file));
    files.forEach((file) => packedFiles.add(file));
    return files;
  };
  const oneByOne = (name: string, files: readonly string[]): Promise<Pack> =>
    packOf(
      name,
      files.map((file) => [file]),
    );
  const filesOfStage = (name: string): string[] => filesOf(built, STAGES[name] ?? []);
  const served = new Set([SHARED, 'service'].flatMap(filesOfStage));
  const alsoServed = (): string[] =>
    CALLING.flatMap((stage) => claimed(STAGES[stage] ?? [], (file) => served.has(file)));
  const staged = Object.entries(STAGES).map(([name, modules]) => {
    if (name === MAIN) return packOf(name, [[...claimed(modules, () => true), ...alsoServed()]]);
    if (name !== SHARED) return packOf(name, [claimed(modules, () => true)]);
    return oneByOne(
      name,
      claimed([...modules, ...(STAGES['service'] ?? [])], (file) => elsewhere.has(file)),
    );
  });
  const areas = modulesOfAreas(built);
  const users = areas.flatMap((modules) => filesOf(built, modules));
  const isCommon = (file: string): boolean => users.indexOf(file) !== users.lastIndexOf(file);
  return [...staged, oneByOne(BETWEEN_AREAS, claimed(areas.flat(), isCommon))];
}

/** What of each area is loaded late. */
function modulesOfAreas({ outputs }: Metafile): string[][] {
  const entries = Object.values(outputs).flatMap(({ entryPoint }) => entryPoint ?? []);
  const areas = readdirSync(join(ROOT, 'src', 'service', 'areas'));
  return areas.map((area) => entries.filter((path) => path.startsWith(`src/service/areas/${area}/`)));
}

/** Files that a command may come to, late or at once, without ever asking for `modules`. */
function reachedWithout({ outputs }: Metafile, modules: readonly string[]): Set<string> {
  const found = new Set<string>();
  const follow = (path: string): void => {
    const { entryPoint, imports = [] } = outputs[path] ?? {};
    if (found.has(path) || (entryPoint !== undefined && modules.includes(entryPoint))) return;
    found.add(path);
    imports.filter(({ external }) => external !== true).forEach((one) => follow(one.path));
  };
  follow('dist/main.cjs');
  return new Set([...found].map((path) => path.replace(/^dist\//, '')));
}

async function packOf(name: string, parts: readonly (readonly string[])[]): Promise<Pack> {
  const exportsOf = (file: string): readonly string[] => metafile.outputs[`dist/${file}`]?.exports ?? [];
  const surroundings = { dist: DIST, external: EXTERNAL, exportsOf };
  return { name, parts: await Promise.all(parts.map((files) => joinFiles(files, surroundings))) };
}

/** The files of some modules with everything that comes with them, below dist/. */
function filesOf({ outputs }: Metafile, modules: readonly string[]): string[] {
  const found = new Set<string>();
  const follow = (path: string): void => {
    if (found.has(path)) return;
    found.add(path);
    for (const { path: next, kind, external } of outputs[path]?.imports ?? []) {
      if (kind === 'import-statement' && external !== true) follow(next);
    }
  };
  for (const [path, { entryPoint }] of Object.entries(outputs)) {
    if (entryPoint !== undefined && modules.includes(entryPoint)) follow(path);
  }
  return [...found].map((path) => path.replace(/^dist\//, ''));
}

/** The chunks that lie in no pack, below dist/. */
function unpackedOf({ outputs }: Metafile, packed: readonly Pack[]): string[] {
  const packedFiles = new Set(packed.flatMap(({ parts }) => parts.flatMap(({ files }) => files)));
  const all = Object.keys(outputs).map((path) => path.replace(/^dist\//, ''));
  return all.filter((file) => file.startsWith(`${CHUNKS}/`) && !packedFiles.has(file));
}

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
