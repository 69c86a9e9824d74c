/** How ES modules of the bundle become CommonJS. Used by bundle.ts and join.ts. */
import type { CommonOptions } from 'esbuild';

/**
 * Only ES modules can be split, and only CommonJS starts without Node's asynchronous loader, whose set-up alone costs
 * a fifth of bare node. So each file is split first and turned afterwards; what was imported late is required late.
 */
export const AS_COMMONJS = {
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  supported: { 'dynamic-import': false },
  define: { 'import.meta.url': '__here.url', 'import.meta.dirname': '__dirname' },
  minify: true,
  legalComments: 'none',
} as const satisfies CommonOptions;

/** Prepended to the converted code: the file's URL, computed on first use. */
export const HERE = 'const __here={get url(){return require("node:url").pathToFileURL(__filename).href}};';
