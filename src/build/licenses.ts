/** What the bundle is made of: the license texts of its libraries as one file, and a list of them for tools. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const RULE = '-'.repeat(80);

/**
 * Name, version and license of every package, and the text where the package has one; packages of the same text share it.
 * @param modules paths of bundled modules, relative to `root`
 */
export async function licensesOf(modules: readonly string[], root: string): Promise<string> {
  const folders = packagesOf(modules);
  const notices = await Promise.all(folders.map((folder) => noticeOf(join(root, folder))));
  const heads = new Map<string, string[]>();
  for (const { head, text } of notices) heads.set(text, [...(heads.get(text) ?? []), head]);
  const sections = [...heads].map(([text, those]) => `${those.join('\n')}\n${text === '' ? '' : `\n${text}\n`}`);
  return `Libraries in this package and their licenses.\n\n${sections.join(`\n${RULE}\n\n`)}`;
}

/** Name, version and license of every package as CycloneDX 1.5, without a time, so that equal bundles have equal lists. */
export async function billOf(modules: readonly string[], root: string): Promise<string> {
  const about = async (folder: string): Promise<Manifest> =>
    JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8')) as Manifest;
  const own = await about('.');
  const libraries = await Promise.all(packagesOf(modules).map(about));
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', name: own.name, version: own.version } },
    components: libraries.map(({ name, version, license }) => ({
      type: 'library',
      name,
      version,
      purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
      ...(license === undefined ? {} : { licenses: [{ expression: license }] }),
    })),
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression. */
  readonly license?: string;
}

const packagesOf = (modules: readonly string[]): readonly string[] =>
  [...new Set(modules.flatMap(packageFolder))].sort();

/** `node_modules/a/node_modules/@b/c/x.js` is in the package `node_modules/a/node_modules/@b/c`. */
function packageFolder(path: string): string[] {
  const found = /^(?:.*node_modules\/)(?:@[^/]+\/)?[^/]+/.exec(path);
  return found === null ? [] : [found[0]];
}

async function noticeOf(folder: string): Promise<{ readonly head: string; readonly text: string }> {
  const about = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Record<string, unknown>;
  const file = (await readdir(folder)).find((name) => /^licen[cs]e(\.|-|$)/i.test(name));
  const text = file === undefined ? '' : (await readFile(join(folder, file), 'utf8')).replace(/\r/g, '').trim();
  return {
    head: `${String(about['name'])} ${String(about['version'])}: ${String(about['license'] ?? 'see its own files')}`,
    text,
  };
}
