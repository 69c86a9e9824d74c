/** Joins files of the bundle, split ES modules, into the text of one function: one scope for them all. Called by bundle.ts. */
import { build } from 'esbuild';
import { join, relative } from 'node:path';
import { AS_COMMONJS, HERE } from './commonjs.ts';

/** One file of the bundle, below dist/, with `/` between its parts. */
export type Name = string;

/** Files that are run together. */
export interface Part {
  readonly files: readonly Name[];
  /** The body of a CommonJS module that exports each file, under its name, as the object that importing it would give. */
  readonly text: string;
}

/** What the part requires from elsewhere is named from dist/: `./chunks/x.cjs`. */
export async function joinFiles(files: readonly Name[], dist: string, external: readonly string[]): Promise<Part> {
  const exported = files.map(
    (file, at) => `import * as file${String(at)} from "./${file}";export{file${String(at)} as "${file}"};`,
  );
  const { outputFiles } = await build({
    ...AS_COMMONJS,
    banner: { js: HERE },
    stdin: { contents: exported.join(''), resolveDir: dist },
    bundle: true,
    write: false,
    external: [...external],
    logLevel: 'warning',
    plugins: [
      {
        name: 'part',
        setup({ onResolve }) {
          // What is asked for late stays a question: another part may have it, and nobody may ever ask.
          onResolve({ filter: /^\.{1,2}\// }, ({ path, resolveDir, kind }) => {
            const file = relative(dist, join(resolveDir, path));
            return kind === 'dynamic-import' || !files.includes(file)
              ? { path: `./${file}`, external: true }
              : undefined;
          });
        },
      },
    ],
  });
  return { files, text: (outputFiles[0]?.text ?? '').replace(/^"use strict";/, '') };
}
