/** Renders the help of every command as a pipe or a terminal of the usual width shows it. Called by press.ts. */
import { join } from 'node:path';
import { choose } from '../cli/program.ts';
import { HELP_WIDTH, pagesFile, pageText, type Page } from '../cli/help-pages.ts';
import { namesFor, treeOf, type OwnWords } from '../cli/tree.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { Sink } from '../world/sink.ts';
import type { Outputs } from './outputs.ts';

interface Words {
  readonly catalog: Catalog;
  readonly own: OwnWords;
  readonly version: string;
}

/** Two files for each noun, and two for svc itself. */
export async function helpFiles(words: Words): Promise<Outputs> {
  const { branches, leaves } = treeOf(words.catalog.index(), words.own);
  const files: Record<string, string> = {};
  for (const path of new Set(['', ...branches.map(({ name }) => name), ...leaves.keys()])) {
    for (const all of [false, true]) {
      const file = join('dist', pagesFile({ path, all }));
      files[file] = (files[file] ?? '') + pageText(path, await pageOf({ path, all }, words));
    }
  }
  return files;
}

async function pageOf({ path, all }: Page, { catalog, own, version }: Words): Promise<string> {
  const argv = [...path.split(' ').filter(Boolean), '--help', ...(all ? ['--all'] : [])];
  const { out, text } = openPage();
  await choose({ argv, version, catalog, tree: treeOf(namesFor(catalog, argv), own), out });
  return text();
}

/** A page in color, which whoever shows it may take away. */
function openPage(): { readonly out: Sink; readonly text: () => string } {
  let all = '';
  const out: Sink = {
    isTTY: false,
    columns: HELP_WIDTH,
    rows: undefined,
    closed: false,
    write: (text) => void (all += String(text)),
    ready: () => Promise.resolve(),
    color: () => true,
  };
  return { out, text: () => all };
}
