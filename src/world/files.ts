/** The file system as commands see it: opened for streaming, looked at, written whole or not at all. */
// Node makes `promises` when it is first asked for, which most commands never do.
import { existsSync, lstatSync, promises as disk, readFileSync, statSync, type Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { failure } from '../kernel/failure.ts';
import { asFailure } from './file-fault.ts';
import type { Host } from './host.ts';
import { lookedAt } from './look.ts';
import { madeFolder } from './make-folder.ts';
import { contentTypeOf } from './media-type.ts';
import { utf8Text } from './utf8.ts';

export interface Files {
  /** The path made absolute against the current folder. */
  resolve(path: string): string;
  /**
   * Opens a regular file for reading.
   * @throws Failure `usage` when it does not exist or is a folder, FIFO, socket or device; `local_io` when it cannot be read
   */
  open(path: string): Promise<OpenFile>;
  /** A text file as UTF-8 without its byte order mark; the refusals of `open`, and `usage` past `maxBytes` (16 MiB) and for other bytes. */
  readText(path: string, maxBytes?: number): Promise<string>;
  /** Text of a file that may be absent (then undefined). */
  readIfThere(path: string): Promise<string | undefined>;
  /** Writes all or nothing: temporary neighbor, fsync, rename. Default mode 0600. */
  writeAtomic(path: string, text: string, mode?: number): Promise<void>;
  /**
   * Acts while no other process does the same for this path; its folder must exist. With `wait: false` it tries once.
   * @throws Failure `local_io` when another process holds it for too long
   */
  withLock<T>(path: string, act: () => Promise<T>, how?: { readonly wait: boolean }): Promise<T>;
  /**
   * The path with links resolved, and the file's mode; undefined when it does not exist.
   * @throws Failure `usage` for a dangling link
   */
  look(path: string): Promise<{ readonly path: string; readonly mode: number } | undefined>;
  /** Creates a folder and its parents, mode 0700. */
  makeFolder(path: string): Promise<void>;
  /**
   * Removes a file, or the link itself; no error when it does not exist.
   * @throws Failure `usage` for a folder, a device, or a link to one: a caller that names a file never loses more than one file
   */
  remove(path: string): Promise<void>;
  /** Removes a folder and its contents; no error when it does not exist. Only for folders that svc created. */
  removeFolder(path: string): Promise<void>;
  /** Removes a folder with nothing in it; false when there is something, or no folder. */
  removeEmptyFolder(path: string): Promise<boolean>;
  /** What lies there itself, links not followed; undefined when nothing does. */
  entry(path: string): Entry | undefined;
  exists(path: string): boolean;
  /** False for anything else, and when nothing is there. */
  isFolder(path: string): boolean;
  /** Names in a folder, sorted; the refusals of `open`. */
  namesIn(folder: string): Promise<readonly string[]>;
  /** Opens a file for appending; creates it with mode 0600. */
  openEnd(path: string): Promise<FileEnd>;
  /** Streams to a temporary file and moves it into place once complete. Default mode 0600. */
  writePieces(path: string, pieces: AsyncIterable<string | Uint8Array>, mode?: number): Promise<void>;
}

export interface Entry {
  readonly kind: 'file' | 'folder' | 'link' | 'other';
  readonly sizeBytes: number;
}

/** The end of a file that grows. */
export interface FileEnd {
  readonly sizeBytes: number;
  /** Resolves when the text is on the disk, and not only with the system. */
  add(text: string): Promise<void>;
  close(): Promise<void>;
}

export interface OpenFile {
  /** Absolute path. */
  readonly path: string;
  /** Last part of the path. */
  readonly name: string;
  readonly sizeBytes: number;
  /** When it was last changed, in ms. */
  readonly modifiedMs: number;
  /** MIME type by content first, by extension second, else undefined. */
  readonly contentType: string | undefined;
  /**
   * The bytes from the start, at most `sizeBytes`. May be asked for again. All pieces lie in the same memory: a piece is
   * good until the next one is asked for, and who keeps one must copy it.
   */
  stream(): AsyncIterable<Uint8Array>;
  /** The bytes from `start` up to but without `end`; fewer where the file ends. */
  read(start: number, end: number): Promise<Uint8Array>;
  /** True when size or modification time differ from those at opening. */
  hasChanged(): Promise<boolean>;
  close(): Promise<void>;
}

const PIECE_BYTES = 256 * 1024;
const TEXT_LIMIT_BYTES = 16 * 1024 * 1024;
/** As much of the head as the content sniffing may want. */
const HEAD_BYTES = 4100;

export function openFiles(host: Host): Files {
  const absolute = (path: string): string => resolve(host.cwd() || '/', path);
  return {
    resolve: absolute,
    open: (path) => openForReading(absolute(path), path),
    readText: (path, maxBytes = TEXT_LIMIT_BYTES) => readText(absolute(path), path, maxBytes),
    readIfThere: (path) => readIfThere(absolute(path)),
    writeAtomic: (path, text, mode = 0o600) =>
      explainFault(path, () => replaceFile(absolute(path), mode, (handle) => handle.writeFile(text))),
    withLock: async (path, act, how) => (await import('./lock.ts')).withLock(absolute(path), act, how),
    look: (path) => look(absolute(path)),
    makeFolder: (path) => explainFault(path, () => madeFolder(absolute(path))),
    remove: (path) => explainFault(path, () => removeFile(absolute(path), path)),
    removeFolder: (path) => explainFault(path, () => disk.rm(absolute(path), { recursive: true, force: true })),
    removeEmptyFolder: (path) => explainFault(path, () => removeEmptyFolder(absolute(path))),
    entry: (path) => entryAt(absolute(path)),
    exists: (path) => existsSync(absolute(path)),
    isFolder: (path) => statSync(absolute(path), { throwIfNoEntry: false })?.isDirectory() ?? false,
    namesIn: (path) => explainFault(path, async () => (await disk.readdir(absolute(path))).sort()),
    openEnd: (path) => explainFault(path, () => endOf(absolute(path))),
    writePieces: (path, pieces, mode = 0o600) =>
      explainFault(path, () => replaceFile(absolute(path), mode, (handle) => writeEach(handle, pieces))),
  };
}

async function openForReading(path: string, said: string): Promise<OpenFile> {
  // Looked at before it is opened: opening a FIFO would wait for its writer.
  const before = await explainFault(said, () => disk.stat(path));
  refuseIrregular(before, said);
  const handle = await explainFault(said, () => disk.open(path, 'r'));
  try {
    const contentType = await contentTypeOf(await headOf(handle), path);
    return fileOn(handle, { path, before, contentType });
  } catch (error) {
    await handle.close();
    throw asFailure(error, said);
  }
}

interface Opened {
  readonly path: string;
  readonly before: Stats;
  readonly contentType: string | undefined;
}

function fileOn(handle: FileHandle, { path, before, contentType }: Opened): OpenFile {
  return {
    path,
    name: basename(path),
    sizeBytes: before.size,
    modifiedMs: before.mtimeMs,
    contentType,
    stream: () => pieces(handle, before.size, path),
    read: (start, end) => explainFault(path, () => readAt(handle, start, end)),
    async hasChanged() {
      const now = await handle.stat();
      return now.size !== before.size || now.mtimeMs !== before.mtimeMs;
    },
    close: () => handle.close(),
  };
}

/** One buffer for all pieces: fresh ones would pile up until they are collected, 300 MB of a film included. */
async function* pieces(handle: FileHandle, sizeBytes: number, path: string): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.allocUnsafeSlow(Math.min(PIECE_BYTES, sizeBytes));
  for (let position = 0; position < sizeBytes;) {
    const want = Math.min(buffer.byteLength, sizeBytes - position);
    const { bytesRead } = await explainFault(path, () => handle.read(buffer, 0, want, position));
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

const headOf = (handle: FileHandle): Promise<Uint8Array> => readAt(handle, 0, HEAD_BYTES);

async function readAt(handle: FileHandle, start: number, end: number): Promise<Uint8Array> {
  const length = Math.max(end - start, 0);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, start);
  return buffer.subarray(0, bytesRead);
}

function refuseIrregular(found: Stats, said: string): void {
  if (said === '') throw failure('usage', { message: 'An empty string is not a file name.', param: said });
  const kind = kindOf(found);
  if (kind !== undefined) throw failure('usage', { message: `${said} is ${kind}, not a file.`, param: said });
}

function kindOf(found: Stats): string | undefined {
  if (found.isFile()) return undefined;
  if (found.isDirectory()) return 'a folder';
  if (found.isFIFO()) return 'a named pipe';
  if (found.isSocket()) return 'a socket';
  return 'a device';
}

async function readText(path: string, said: string, maxBytes: number): Promise<string> {
  const found = await explainFault(said, () => disk.stat(path));
  refuseIrregular(found, said);
  if (found.size > maxBytes) {
    throw failure('usage', { message: `${said} has ${found.size} bytes; at most ${maxBytes} are read.`, param: said });
  }
  return utf8Text(await explainFault(said, () => disk.readFile(path)), said);
}

/** At once: every command begins with such a file, and the first asynchronous read starts four threads. */
async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw asFailure(error, path);
  }
}

async function removeFile(path: string, said: string): Promise<void> {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found !== undefined) refuseIrregular(found, said);
  await disk.rm(path, { force: true });
}

async function removeEmptyFolder(path: string): Promise<boolean> {
  try {
    await disk.rmdir(path);
    return true;
  } catch (error) {
    if (['ENOTEMPTY', 'EEXIST', 'ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? ''))
      return false;
    throw error;
  }
}

function entryAt(path: string): Entry | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  const kind = found.isSymbolicLink() ? 'link' : found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other';
  return { kind, sizeBytes: found.size };
}

/** A temporary neighbor, fsync, rename. */
async function replaceFile(path: string, mode: number, write: (handle: FileHandle) => Promise<void>): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
  try {
    const handle = await disk.open(temporary, 'w', mode);
    try {
      await write(handle);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await disk.rename(temporary, path);
  } catch (error) {
    await disk.rm(temporary, { force: true });
    throw error;
  }
}

async function writeEach(handle: FileHandle, pieces: AsyncIterable<string | Uint8Array>): Promise<void> {
  for await (const piece of pieces) await handle.writeFile(piece);
}

async function endOf(path: string): Promise<FileEnd> {
  const handle = await disk.open(path, 'a', 0o600);
  const { size } = await handle.stat();
  return {
    sizeBytes: size,
    async add(text) {
      await explainFault(path, () => handle.appendFile(text));
      await explainFault(path, () => handle.datasync());
    },
    close: () => handle.close(),
  };
}

async function look(path: string): Promise<{ path: string; mode: number } | undefined> {
  if ((await lookedAt(path)) === undefined) return undefined;
  return explainFault(path, async () => {
    const real = await disk.realpath(path);
    return { path: real, mode: (await disk.stat(real)).mode & 0o777 };
  });
}

async function explainFault<T>(said: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw asFailure(error, said);
  }
}
