/** How bundled code reaches Node's own modules: at the price of what it uses, not of the whole module. Used by bundle.ts. */
import { isBuiltin } from 'node:module';
import type { Plugin } from 'esbuild';

/** CommonJS libraries ask through `require`, which an ES module does not have; createRequire is made when it is needed. */
export const REQUIRE =
  'const require=id=>process.getBuiltinModule(id)??process.getBuiltinModule("module").createRequire(import.meta.url)(id);';

/**
 * An import of a built-in module makes Node build a facade, and for that it touches every export, the costly ones
 * included: node:fs loads all streams. Asking for the module itself does not.
 */
// Commander asks for node:child_process to run subcommands that are programs of their own; there are none here.
export const builtins: Plugin = {
  name: 'builtins',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(node:)?[a-z_/0-9]+$/ }, ({ path, kind }) => {
      if (kind !== 'import-statement' || !isBuiltin(path)) return undefined;
      return { path, namespace: 'builtin' };
    });
    onResolve({ filter: /^node:child_process$/ }, ({ path, kind, importer }) =>
      kind === 'require-call' && importer.includes('/commander/') ? { path, namespace: 'unused' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'unused' }, () => ({ contents: 'module.exports = {};' }));
    onLoad({ filter: /./, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
    }));
  },
};
