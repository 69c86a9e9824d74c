/** Turns errors of the file system into failures with our own sentences. */
import { Failure, failure } from '../kernel/failure.ts';

/** Sentences for the system's error codes; a wrong path is the caller's fault, the rest is the machine's. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'a part of the path is not a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a folder',
  ELOOP: 'too many symbolic links',
  ENAMETOOLONG: 'the name is too long',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file may not grow any further',
  EROFS: 'the file system is read-only',
  EIO: 'the disk reports an error',
  EMFILE: 'too many open files',
};

/** A Failure for an error of the file system. */
export function asFailure(error: unknown, said: string): Failure {
  if (error instanceof Failure) return error;
  const { code = '', message } = error as NodeJS.ErrnoException;
  const usage = ['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP', 'ENAMETOOLONG'].includes(code);
  return failure(
    usage ? 'usage' : 'local_io',
    { message: `${said}: ${REASONS[code] ?? message}.`, param: said },
    error,
  );
}
