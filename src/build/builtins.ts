/** What bundled code asks for and never uses. Used by bundle.ts. */
import type { Plugin } from 'esbuild';

/** Commander asks for node:child_process to run subcommands that are programs of their own; there are none here. */
export const builtins: Plugin = {
  name: 'builtins',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:child_process$/ }, ({ path, kind, importer }) =>
      kind === 'require-call' && importer.includes('/commander/') ? { path, namespace: 'unused' } : undefined,
    );
    // The prompts bring an editor of their own, with every character set there is; the text of a post is edited otherwise.
    onResolve({ filter: /^@inquirer\/external-editor$/ }, ({ path }) => ({ path, namespace: 'unused' }));
    onLoad({ filter: /./, namespace: 'unused' }, () => ({ contents: 'module.exports = {};' }));
  },
};
