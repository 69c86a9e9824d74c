/** Whether a descriptor is a terminal, without Node's terminal module where a look at the file is enough. Used by io.ts. */
import { fstatSync, statSync } from 'node:fs';

/** @param fd 0, 1 or 2; a closed one is no terminal */
export function isTerminal(fd: 0 | 1 | 2): boolean {
  // Loading node:tty loads the network stack with it, a tenth of bare node.
  return isDevice(fd) && process.getBuiltinModule('node:tty').isatty(fd);
}

/** A device other than the one that swallows everything. */
function isDevice(fd: number): boolean {
  try {
    const file = fstatSync(fd);
    return file.isCharacterDevice() && file.rdev !== statSync('/dev/null', { throwIfNoEntry: false })?.rdev;
  } catch {
    return false;
  }
}
