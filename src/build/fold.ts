/**
 * Folds small chunks into the file that always loads them: each file less saves a start most of a millisecond. What else
 * wants something of a folded chunk takes it from the file it went into. Called by bundle.ts after esbuild.
 */
import { build, type Metafile, type Plugin } from 'esbuild';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';

export type Outputs = Metafile['outputs'];

/** The outputs while chunks disappear into others. */
interface Folding {
  readonly root: string;
  readonly outputs: Outputs;
  /** Files that have taken chunks in, or were looked at; they stay files. */
  readonly owners: Set<string>;
}

/**
 * @param entries source files whose outputs take in their chunks, in this order
 * @returns the outputs that are left; the modules of a folded one count to its owner
 */
export async function folded({ outputs }: Metafile, entries: readonly string[], root: string): Promise<Outputs> {
  const folding: Folding = { root, outputs: structuredClone(outputs), owners: new Set() };
  for (const entry of entries) {
    const found = Object.entries(folding.outputs).find(([, { entryPoint }]) => entryPoint === entry);
    if (found === undefined) throw new Error(`No output begins with ${entry}.`);
    await foldInto(found[0], folding);
  }
  return folding.outputs;
}

async function foldInto(owner: string, folding: Folding): Promise<void> {
  const { root, outputs, owners } = folding;
  owners.add(owner);
  const chunks = staticImports(owner, folding);
  const text = await wholeOwner(owner, chunks, folding);
  await writeFile(join(root, owner), text);
  adopt(owner, chunks, outputs);
  for (const path of Object.keys(outputs)) {
    if (path !== owner && path.endsWith('.js') && !chunks.has(path)) await redirect(path, { owner, chunks }, folding);
  }
  for (const path of chunks) {
    await rm(join(root, path));
    Reflect.deleteProperty(outputs, path);
  }
}

/** Every file that comes with `from` before anything of it runs, up to files that stay. */
function staticImports(from: string, folding: Folding, seen = new Set<string>()): ReadonlySet<string> {
  for (const { path, kind, external } of folding.outputs[from]?.imports ?? []) {
    if (kind !== 'import-statement' || external === true || seen.has(path) || folding.owners.has(path)) continue;
    if (folding.outputs[path]?.entryPoint !== undefined) continue;
    seen.add(path);
    staticImports(path, folding, seen);
  }
  return seen;
}

/** `dist/chunks/chunk-4DYFU57R.js` and `a` to a name that no other chunk exports. */
const nameIn = (path: string, name: string): string => `${basename(path, '.js').replace(/\W/g, '_')}_${name}`;

async function wholeOwner(owner: string, chunks: ReadonlySet<string>, { root, outputs }: Folding): Promise<string> {
  const exports = [...chunks].map((path) => {
    const names = (outputs[path]?.exports ?? []).map((name) => `${name} as ${nameIn(path, name)}`);
    return `export {${names.join(', ')}} from './${path}';`;
  });
  const { outputFiles } = await build({
    absWorkingDir: root,
    stdin: { contents: [`export * from './${owner}';`, ...exports].join('\n'), resolveDir: root },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    plugins: [othersStay(new Set([owner, ...chunks]), { owner, root })],
  });
  return outputFiles[0]?.text ?? '';
}

/** Whatever is not taken in stays a file of its own, addressed from where the owner lies. */
function othersStay(inside: ReadonlySet<string>, { owner, root }: { owner: string; root: string }): Plugin {
  return {
    name: 'others-stay',
    setup({ onResolve }) {
      onResolve({ filter: /^\./ }, ({ path, resolveDir, kind }) => {
        const output = relative(root, join(resolveDir, path));
        if (inside.has(output) && kind !== 'dynamic-import') return undefined;
        return { path: addressed(owner, output), external: true };
      });
    },
  };
}

/** The address of one output as another writes it. */
function addressed(from: string, to: string): string {
  const path = relative(dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
}

/** The owner has the modules, names and further imports of what it took in. */
function adopt(owner: string, chunks: ReadonlySet<string>, outputs: Outputs): void {
  const own = outputs[owner];
  if (own === undefined) return;
  const parts = [...chunks].flatMap((path) => outputs[path] ?? []);
  const imports = [own, ...parts].flatMap((part) => part.imports).filter(({ path }) => !chunks.has(path));
  outputs[owner] = {
    ...own,
    inputs: Object.assign({}, own.inputs, ...parts.map(({ inputs }) => inputs)) as typeof own.inputs,
    imports: imports.filter(
      (one, at) => imports.findIndex(({ path, kind }) => path === one.path && kind === one.kind) === at,
    ),
    exports: [
      ...own.exports,
      ...[...chunks].flatMap((path) => (outputs[path]?.exports ?? []).map((name) => nameIn(path, name))),
    ],
  };
}

interface Taken {
  readonly owner: string;
  readonly chunks: ReadonlySet<string>;
}

const FROM = /(import|export)(?:\{([^}]*)\}from)?"([^"]+)";/g;

/** Asks the owner for what was folded into it. Refuses a form of import it does not know. */
async function redirect(path: string, { owner, chunks }: Taken, { root, outputs }: Folding): Promise<void> {
  const file = join(root, path);
  const target = addressed(path, owner);
  const before = await readFile(file, 'utf8');
  const text = before.replace(FROM, (whole, verb: string, words: string | undefined, from: string) => {
    const chunk = relative(root, join(root, dirname(path), from));
    if (!chunks.has(chunk)) return whole;
    const taken = words?.split(',').map((word) => renamed(word, chunk));
    return taken === undefined ? `import"${target}";` : `${verb}{${taken.join(',')}}from"${target}";`;
  });
  const left = [...chunks].find((chunk) => text.includes(`/${basename(chunk)}"`));
  if (left !== undefined) throw new Error(`${path} still asks for ${left}, which is part of ${owner} now.`);
  await writeFile(file, text);
  const output = outputs[path];
  if (output !== undefined)
    output.imports = output.imports.map((one) => (chunks.has(one.path) ? { ...one, path: owner } : one));
}

/** `a as b` to `chunk_X_a as b`. */
function renamed(word: string, chunk: string): string {
  const [name = '', local = name] = word.trim().split(' as ');
  return `${nameIn(chunk, name)} as ${local}`;
}
