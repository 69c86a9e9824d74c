/**
 * A newer version of svc. npm is asked once a day, at the registry that it is configured for, by a process that nobody waits for;
 * what it answered is announced after a later command. Used by reminders.ts.
 */
import { devNull } from 'node:os';
import { VARIABLES } from '../kernel/variables.ts';
import type { World } from '../world/world.ts';
import { isNewer } from './local-version.ts';

const PACKAGE = 'svc-cli';

/** One try, for ten seconds at most: offline, npm then ends without an answer, and nothing is said. */
const QUESTION = ['view', PACKAGE, 'version', '--fetch-retries=0', '--fetch-timeout=10000', '--no-update-notifier'];

/** Whether svc may ask for newer versions. With a key in the environment it writes nothing, and so cannot keep an answer. */
export const isNoticeWanted = ({ env }: Pick<World, 'env'>): boolean =>
  !env['SVC_NO_UPDATE_NOTICE'] && !VARIABLES.apiKey.some((name) => env[name]);

/** The sentence about a newer version, as far as npm has answered; undefined when this is the latest. */
export async function updateNotice({ files, settings, installation }: World): Promise<string | undefined> {
  const answered = ((await files.readIfThere(settings.place('latestVersion'))) ?? '').trim();
  // A prerelease, an error, or an answer that npm is still writing is not announced.
  if (!/^\d+\.\d+\.\d+$/.test(answered) || !isNewer(answered, installation.version)) return undefined;
  return `svc ${answered} is available; this is ${installation.version}. Run \`npm install --global ${PACKAGE}@latest\` to update.`;
}

/** Resolves as soon as npm has started, in a folder of ours, so that the configuration of a foreign project does not count. */
export async function askForUpdate({ files, settings, spawn }: World): Promise<void> {
  const npm = await spawn.find('npm');
  if (npm === undefined) return;
  await files.makeFolder(settings.stateFolder);
  const resultFile = settings.place('latestVersion');
  await spawn.detach(npm, QUESTION, { cwd: settings.stateFolder, logFile: devNull, resultFile });
}
