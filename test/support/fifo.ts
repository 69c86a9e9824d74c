/** A named pipe, for tests of what is no file. */
import { execFileSync } from 'node:child_process';

const PROGRAM = 'mkfifo';

export const makeFifo = (path: string): void => void execFileSync(PROGRAM, [path]);
