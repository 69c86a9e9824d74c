/** What a shell asks at a press of the key: `bin/svc.js __complete …` starts here and not in main.ts, since it must cost next to nothing. */
import { join } from 'node:path';
import { openCatalog } from './catalog/catalog.ts';
import { completed } from './cli/completion/completion.ts';
import { families, handMade, headings, ownBranches } from './commands/table.ts';
import { EXITS } from './kernel/exits.ts';
import { openClock } from './world/clock.ts';
import { openHost } from './world/host.ts';
import { openInstallation } from './world/installation.ts';
import { openIo } from './world/io.ts';
import { openSettings } from './world/settings.ts';

/** A shell gets completions or nothing: an error would appear in the middle of the line that somebody is typing. */
export async function main(): Promise<void> {
  const host = openHost();
  const { env, argv } = host;
  const io = openIo(env);
  const world = { env, host, settings: openSettings(host), clock: openClock() };
  const catalog = openCatalog(join(openInstallation().root, 'dist', 'cards'));
  const own = { handMade, families, ownBranches, headings };
  io.out.write(wordsOr(() => completed(argv.slice(1), { catalog, own, world })));
  await io.flush().catch(() => undefined);
  host.exit(EXITS.ok);
}

function wordsOr(complete: () => string): string {
  try {
    return complete();
  } catch {
    return '';
  }
}
