/** What libraries ask for when they are loaded and that a start should not pay for. Used by bundle.ts. */
import { dirname } from 'node:path';
import type { Plugin } from 'esbuild';

/** Modules that a library asks for at once and hardly ever uses: they are loaded when something of them is. */
const LATE: readonly (readonly [library: string, asks: RegExp])[] = [
  // Subcommands that are programs of their own.
  ['commander', /^node:child_process$/],
  // Asks the shell which libc this is, where no file says it.
  ['detect-libc', /^child_process$/],
  // HTTP/2 and TLS servers: the service has no TLS.
  ['fastify', /^(node:http2|node:https)$/],
  // Asked when settings of an earlier version are carried over.
  ['conf', /^semver$/],
];

/** Packages that a library asks for and that nothing here makes it use. */
const UNUSED: readonly (readonly [library: string, asks: RegExp])[] = [
  // Judges of what is stored; settings are judged before.
  ['conf', /^ajv(-formats|\/.*)?$/],
  // A judge and a writer of JSON of its own, in whose place the service has put others; a log; the versions of plugins.
  ['fastify', /^(@fastify\/ajv-compiler|@fastify\/fast-json-stringify-compiler|pino|semver)$/],
  // An editor with every character set there is; the text of a post is edited otherwise.
  ['@inquirer', /^@inquirer\/external-editor$/],
];

/** Asks for the observers and histograms of Node to read the time of a response once. */
const TIMED: typeof LATE = [['fastify', /^node:perf_hooks$/]];
const TIMER = 'exports.performance = { now: () => performance.now() };';

/**
 * The package of libsql's binary for this machine. The library's own way asks Node for a report of the whole process,
 * 6 ms, to learn which libc this is; the file that detect-libc reads says so too.
 */
const LIBSQL_TARGET = `
const { familySync, MUSL } = require('detect-libc');
exports.load = () => null;
exports.currentTarget = () => {
  const machine = process.platform + '-' + process.arch;
  if (process.platform === 'win32') return machine + '-msvc';
  if (process.platform !== 'linux') return machine;
  if (process.arch === 'arm') return machine + '-gnueabihf';
  return machine + (familySync() === MUSL ? '-musl' : '-gnu');
};`;

export const builtins: Plugin = {
  name: 'builtins',
  setup({ onResolve, onLoad }) {
    const redirect = (namespace: string, pairs: typeof LATE): void => {
      for (const [library, filter] of pairs)
        onResolve({ filter }, ({ path, importer }) =>
          importer.includes(`/node_modules/${library}/`)
            ? { path, namespace, pluginData: { from: dirname(importer) } }
            : undefined,
        );
    };
    redirect('late', LATE);
    redirect('unused', UNUSED);
    redirect('timer', TIMED);
    onLoad({ filter: /./, namespace: 'unused' }, () => ({ contents: 'module.exports = {};' }));
    onLoad({ filter: /./, namespace: 'late' }, ({ path, pluginData }) => ({
      contents: `module.exports = new Proxy({}, { get: (_, name) => require(${JSON.stringify(path)})[name] });`,
      resolveDir: (pluginData as { from: string }).from,
    }));
    onLoad({ filter: /./, namespace: 'timer' }, () => ({ contents: TIMER }));
    onLoad({ filter: /\/node_modules\/@neon-rs\/load\// }, () => ({ contents: LIBSQL_TARGET }));
  },
};
