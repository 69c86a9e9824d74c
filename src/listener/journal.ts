/**
 * What came, kept to the byte. A folder (mode 0700) with one file `journal.ndjson` (0600) that only grows: a JSON object a line.
 *
 *     {"v":1,"type":"delivery","n":1,"at":"2026-01-05T09:00:00.000Z","method":"POST","target":"/",
 *      "headers":[["Name","value"],…],"text":"{…}" | "base64":"…",
 *      "verdict":"valid"|"invalid"|"unchecked","reason"?,"sentence"?,"secretName"?,"event"?,"id"?}
 *     {"v":1,"type":"outcome","of":1,"at":"…","taken":true,"status":200,"target"?:"http://…","ms"?:12,"error"?:"…"}
 *
 * `text` holds a body that is UTF-8, `base64` any other; both give back the exact bytes. A line is on the disk before `add`
 * resolves. A process that dies in the middle of a line leaves an incomplete one: readers skip incomplete records, and the
 * next writer begins on a line of its own. Readers may read while it is written. Keys of later versions are to be ignored.
 */
import { instantOf } from '../kernel/instant.ts';
import { join } from 'node:path';
import type { FileEnd } from '../world/files.ts';
import type { World } from '../world/world.ts';
import { failure, type Failure } from '../kernel/failure.ts';
import type { DeliveryRecord, OutcomeRecord } from '../kernel/recorded.ts';

const JOURNAL_FILE = 'journal.ndjson';

/** Number of the process that writes. */
const WRITER_FILE = 'writer.pid';

export type JournalRecord = DeliveryRecord | OutcomeRecord;

type Kept<T> = T extends unknown ? Omit<T, 'type' | 'n'> : never;

export interface Journal {
  readonly folder: string;
  /** Resolves with the delivery's number when it is on the disk. */
  deliver(delivery: Kept<DeliveryRecord>): Promise<number>;
  outcome(outcome: Kept<OutcomeRecord>): Promise<void>;
  close(): Promise<void>;
}

type Disk = Pick<World, 'files'>;

/** What a writer needs: to know other writers by their process, too. */
type Desk = Pick<World, 'files' | 'host' | 'spawn'>;

/**
 * Opens a journal for writing, one process at a time, and makes its folder.
 * @throws Failure `local_io` when it cannot be written; `usage` when the folder is something else, or another process of
 * this machine writes there
 */
export async function openJournal(desk: Desk, folder: string): Promise<Journal> {
  const { files } = desk;
  const path = files.resolve(folder);
  if (files.exists(path) && !files.isFolder(path))
    throw failure('usage', { message: `${folder} is not a folder.`, param: '--record' });
  await files.makeFolder(path);
  await takeFolder(desk, path);
  let n = 0;
  for await (const record of readJournal({ files }, path)) if (record.type === 'delivery') n = Math.max(n, record.n);
  const file = join(path, JOURNAL_FILE);
  const end = await files.openEnd(file);
  if (end.sizeBytes > 0 && !(await endsWhole({ files }, file))) await end.add('\n');
  const lines = new Lines(end);
  return {
    folder: path,
    async deliver(delivery) {
      const number = (n += 1);
      await lines.add(lineOf({ type: 'delivery', n: number, ...delivery }));
      return number;
    },
    outcome: (outcome) => lines.add(lineOf({ type: 'outcome', ...outcome })),
    async close() {
      await lines.close();
      await files.remove(join(path, WRITER_FILE));
    },
  };
}

/** One that died without a word leaves its number behind, and holds nobody up. */
async function takeFolder({ files, host, spawn }: Desk, path: string): Promise<void> {
  const file = join(path, WRITER_FILE);
  await files.withLock(file, async () => {
    const pid = Number(await files.readIfThere(file));
    if (pid > 0 && pid !== host.pid && spawn.alive(pid)) throw inUse(path, { file, pid });
    await files.writeAtomic(file, `${String(host.pid)}\n`);
  });
}

const inUse = (path: string, { file, pid }: { readonly file: string; readonly pid: number }): Failure =>
  failure('usage', {
    message: `Another listener (process ${String(pid)}) records its deliveries in ${path}.`,
    param: '--record',
    details: { pid },
    hint: `Give each listener its own folder. If that process is not a listener, delete ${file}.`,
  });

/**
 * Every record from the first to the last that is whole, as they were written. A folder without a journal has none.
 * @throws Failure `usage` when there is no such folder
 */
export async function* readJournal({ files }: Disk, folder: string): AsyncGenerator<JournalRecord> {
  const path = files.resolve(folder);
  if (!files.isFolder(path)) throw failure('usage', { message: `There is no folder ${folder}.`, param: folder });
  const file = join(path, JOURNAL_FILE);
  if (!files.exists(file)) return;
  for await (const line of linesIn({ files }, file)) {
    const record = recordIn(line);
    if (record !== undefined) yield record;
  }
}

/** Whether a folder holds a journal. */
export const isJournal = ({ files }: Disk, folder: string): boolean =>
  files.exists(join(files.resolve(folder), JOURNAL_FILE));

/** Writes waiting lines together: one flush of the disk serves all that came meanwhile. */
class Lines {
  readonly #end: FileEnd;
  #waiting: { readonly line: string; readonly done: () => void; readonly failed: (error: unknown) => void }[] = [];
  #writing: Promise<void> = Promise.resolve();

  constructor(end: FileEnd) {
    this.#end = end;
  }

  add(line: string): Promise<void> {
    const added = new Promise<void>((done, failed) => this.#waiting.push({ line, done, failed }));
    if (this.#waiting.length === 1) this.#writing = this.#writing.then(() => this.#write());
    return added;
  }

  async #write(): Promise<void> {
    const batch = this.#waiting.splice(0);
    try {
      await this.#end.add(batch.map(({ line }) => line).join(''));
      for (const { done } of batch) done();
    } catch (error) {
      for (const { failed } of batch) failed(error);
    }
  }

  async close(): Promise<void> {
    await this.#writing;
    await this.#end.close();
  }
}

function lineOf(record: JournalRecord): string {
  const at = instantOf(record.at);
  if (record.type === 'outcome') return `${JSON.stringify({ v: 1, ...record, at })}\n`;
  const { body, type, n, ...rest } = record;
  return `${JSON.stringify({ v: 1, type, n, ...rest, at, ...bodyFields(body) })}\n`;
}

function bodyFields(body: Uint8Array): { readonly text: string } | { readonly base64: string } {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const text = bytes.toString('utf8');
  return Buffer.from(text).equals(bytes) ? { text } : { base64: bytes.toString('base64') };
}

interface Line {
  readonly type?: unknown;
  readonly at?: unknown;
  readonly text?: unknown;
  readonly base64?: unknown;
}

/** Undefined for an incomplete line and for an unknown type of record. */
function recordIn(line: string): JournalRecord | undefined {
  const fields = fieldsIn(line);
  if (fields === undefined || typeof fields.at !== 'string') return undefined;
  const { at, text, base64, ...rest } = fields;
  const record = { ...rest, at: Date.parse(at as string) };
  if (fields.type === 'outcome') return record as unknown as OutcomeRecord;
  if (fields.type !== 'delivery') return undefined;
  const body = typeof base64 === 'string' ? Buffer.from(base64, 'base64') : Buffer.from(String(text ?? ''));
  return { ...record, body } as unknown as DeliveryRecord;
}

function fieldsIn(line: string): Line | undefined {
  try {
    const value = JSON.parse(line) as unknown;
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Complete lines only: text after the last line break is still being written, or was cut off. */
async function* linesIn({ files }: Disk, path: string): AsyncGenerator<string> {
  const file = await files.open(path);
  let rest: Buffer[] = [];
  try {
    for await (const shared of file.stream()) {
      let piece = Buffer.from(shared);
      for (let end = piece.indexOf(10); end >= 0; end = piece.indexOf(10)) {
        yield Buffer.concat([...rest, piece.subarray(0, end)]).toString('utf8');
        rest = [];
        piece = piece.subarray(end + 1);
      }
      if (piece.length > 0) rest.push(piece);
    }
  } finally {
    await file.close();
  }
}

async function endsWhole({ files }: Disk, path: string): Promise<boolean> {
  const file = await files.open(path);
  let last: number | undefined;
  try {
    for await (const piece of file.stream()) last = piece.at(-1);
  } finally {
    await file.close();
  }
  return last === 10;
}
