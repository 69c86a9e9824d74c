/** Joins files of the bundle, split ES modules, into the text of one function: one scope for them all. Called by bundle.ts. */
import { build } from 'esbuild';
import { join, relative } from 'node:path';
import { AS_COMMONJS, HERE } from './commonjs.ts';

/** One file of the bundle, below dist/, with `/` between its parts. */
export type Name = string;

/** Files that are run together. */
export interface Part {
  readonly files: readonly Name[];
  /** The body of a CommonJS module whose `files` has a function for each file: the object that importing it would give. */
  readonly text: string;
}

/** What a file of the bundle exports. */
export type ExportsOf = (file: Name) => readonly string[];

interface Surroundings {
  readonly dist: string;
  readonly external: readonly string[];
  readonly exportsOf: ExportsOf;
}

/**
 * What the part requires from elsewhere is named from dist/: `./chunks/x.cjs`. Most files are asked for by nobody outside
 * the part, so the object of one is made when it is first asked for: hundreds of getters cost a start two milliseconds.
 */
export async function joinFiles(files: readonly Name[], { dist, external, exportsOf }: Surroundings): Promise<Part> {
  const faces = files.map((file, at) => faceOf(file, exportsOf(file), at));
  const contents = `${faces.map((face) => face.imports).join('')}export const files={${faces.map((face) => face.made).join(',')}};`;
  const { outputFiles } = await build({
    ...AS_COMMONJS,
    banner: { js: HERE },
    stdin: { contents, resolveDir: dist },
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

function faceOf(file: Name, exported: readonly string[], at: number): { imports: string; made: string } {
  const names = exported.map((name, index) => [JSON.stringify(name), `file${String(at)}_${String(index)}`] as const);
  return {
    imports: `import {${names.map(([name, local]) => `${name} as ${local}`).join(',')}} from "./${file}";`,
    made: `"${file}":()=>({${names.map(([name, local]) => `get ${name}(){return ${local}}`).join(',')}})`,
  };
}
