/** `svc posts create --help`: where the build has rendered the page, `bin/svc.js` is done here, and otherwise goes on to main.ts. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HELP_WIDTH, pageAsked, pageIn, pagesFile, withoutColor } from './cli/help-pages.ts';
import { EXITS } from './kernel/exits.ts';
import { openHost } from './world/host.ts';
import { openInstallation } from './world/installation.ts';
import { openIo } from './world/io.ts';

/** Shows the page and ends the process; returns where there is no page, or none for a terminal of this width. */
export async function main(): Promise<void> {
  const host = openHost();
  const { out, flush } = openIo(host.env);
  const page = await pageOf(host.argv);
  if (page === undefined || (out.columns ?? HELP_WIDTH) !== HELP_WIDTH) return;
  out.write(out.color() ? page : withoutColor(page));
  // What could not be written is reported by main.ts, which comes to the same end.
  await flush().then(
    () => host.exit(EXITS.ok),
    () => undefined,
  );
}

async function pageOf(argv: readonly string[]): Promise<string | undefined> {
  const asked = pageAsked(argv);
  if (asked === undefined) return undefined;
  const file = join(openInstallation().root, 'dist', pagesFile(asked));
  if (!existsSync(file)) return undefined;
  const pages = readFileSync(file);
  return pageIn(String(asked.all ? (await import('node:zlib')).gunzipSync(pages) : pages), asked.path);
}
