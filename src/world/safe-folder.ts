/** Whether a folder may hold settings and keys: only its owner can change what lies in it. */
import { statSync } from 'node:fs';
import { failure } from '../kernel/failure.ts';

/** Write permission of group and others. */
const OTHERS_WRITE = 0o022;

/**
 * A folder that does not exist yet is fine. Where permissions are no bits, as on Windows, every folder is.
 * @throws Failure `settings_broken` for a folder that others can write to, or that belongs to another user
 */
export function refuseOpenFolder(folder: string): void {
  const found = process.platform === 'win32' ? undefined : statSync(folder, { throwIfNoEntry: false });
  if (found === undefined) return;
  if ((found.mode & OTHERS_WRITE) !== 0) {
    throw failure('settings_broken', {
      message: `The folder ${folder} cannot be used: others can write to it.`,
      param: folder,
      hint: `Run \`chmod go-w '${folder}'\`, then check its contents.`,
    });
  }
  if (isForeign(found.uid)) {
    throw failure('settings_broken', {
      message: `The folder ${folder} cannot be used: it belongs to another user.`,
      param: folder,
      hint: 'Set SVC_CONFIG_DIR to a folder of your own.',
    });
  }
}

/** Root reads everybody's files; what belongs to root is safe from everybody else. */
function isForeign(uid: number): boolean {
  const own = process.getuid?.() ?? 0;
  return own !== 0 && uid !== own && uid !== 0;
}
