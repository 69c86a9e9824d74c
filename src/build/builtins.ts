/** What bundled code asks of Node and never uses. Used by bundle.ts. */
import type { Plugin } from 'esbuild';

/** Commander asks for node:child_process to run subcommands that are programs of their own; there are none here. */
export const builtins: Plugin = {
  name: 'builtins',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:child_process$/ }, ({ path, kind, importer }) =>
      kind === 'require-call' && importer.includes('/commander/') ? { path, namespace: 'unused' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'unused' }, () => ({ contents: 'module.exports = {};' }));
  },
};
