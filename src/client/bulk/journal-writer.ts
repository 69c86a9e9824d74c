/** Writes the journal of an import or an edit: opened for one process, every line on the disk when it is said to be, made small at the end. */
import { dirname } from 'node:path';
import { failure, type Failure } from '../../kernel/failure.ts';
import type { FileEnd } from '../../world/files.ts';
import type { World } from '../../world/world.ts';
import { readJournal, type Entry, type History, type JournalLine } from './journal.ts';

/** A journal that is being written. */
export interface Journal {
  readonly path: string;
  /** Resolves when the line is on the disk. Lines written at about the same time are flushed together. */
  write(line: JournalLine): Promise<void>;
  /** The same without waiting. The next `write` or `close` reports what went wrong. */
  note(line: JournalLine): void;
  close(): Promise<void>;
}

export interface Opening {
  readonly path: string;
  /** What of the file still counts; an empty one begins the file anew. */
  readonly history: History;
  /** Idents of all rows of the batch. */
  readonly idents: readonly string[];
  /** Mark of service and key. */
  readonly target: string;
  /** What relative times count from, in ms. */
  readonly serviceAt: number;
}

/** @throws Failure `usage` when another process is at the same journal, `local_io` when it cannot be written */
export async function openJournal(
  { path, history, idents, target, serviceAt }: Opening,
  { files, clock, host, spawn }: Pick<World, 'files' | 'clock' | 'host' | 'spawn'>,
): Promise<Journal> {
  await files.makeFolder(dirname(path));
  return files.withLock(path, async () => {
    const { begin, ended } = await readJournal(path, files);
    if (begin !== undefined && !ended && begin.pid !== host.pid && spawn.alive(begin.pid)) throw busy(path, begin.pid);
    if (history.begin === undefined) await files.remove(path);
    const journal = await openAt(path, files);
    const at = clock.now();
    await journal.write({ type: 'begin', v: 1, at: history.begin?.at ?? at, serviceAt, pid: host.pid, target });
    const fresh = idents.filter((ident) => !history.planned.has(ident));
    if (fresh.length > 0) await journal.write({ type: 'plan', at, rows: fresh });
    return journal;
  });
}

const busy = (path: string, pid: number): Failure =>
  failure('usage', {
    message: `Another process (${pid}) is at work on the same rows.`,
    details: { journal: path, pid },
    hint: 'Wait until it has ended.',
  });

/** Removes the texts of the posts from a finished journal; rows with an unknown outcome keep theirs. */
export async function shortenJournal(path: string, files: World['files']): Promise<void> {
  const { begin, planned, entries } = await readJournal(path, files);
  if (begin === undefined) return;
  const lines: readonly JournalLine[] = [
    begin,
    { type: 'plan', at: begin.at, rows: [...planned] },
    ...[...entries].flatMap(([row, entry]) => linesOf(row, entry)),
    { type: 'end', at: begin.at },
  ];
  await files.writeAtomic(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

function linesOf(
  row: string,
  { state, says, id, body, sentMs: at, post = '', status = '' }: Entry,
): readonly JournalLine[] {
  const sent = { type: 'sent', at, row, says, id, body: state === 'sent' ? body : null } as const;
  if (state === 'sent') return [sent];
  return [sent, state === 'made' ? { type: 'made', at, row, post, status } : { type: 'refused', at, row }];
}

async function openAt(path: string, files: Pick<World['files'], 'openEnd'>): Promise<Journal> {
  const end = await files.openEnd(path);
  // What follows half a line must not become a part of it.
  const gather = gathering(end, end.sizeBytes === 0 ? '' : '\n');
  let fault: unknown;
  const write = async (line: JournalLine): Promise<void> => {
    if (fault !== undefined) throw fault;
    await gather.add(`${JSON.stringify(line)}\n`);
  };
  return {
    path,
    write,
    note: (line) => void write(line).catch((error: unknown) => (fault ??= error)),
    async close() {
      await gather.idle();
      await end.close();
      if (fault !== undefined) throw fault;
    },
  };
}

interface Gathering {
  add(text: string): Promise<void>;
  idle(): Promise<void>;
}

/** One write for everything that came while the one before was under way. */
function gathering(end: FileEnd, first: string): Gathering {
  let waiting = first;
  let next: Promise<void> | undefined;
  let running: Promise<void> = Promise.resolve();
  const flush = async (): Promise<void> => {
    const text = waiting;
    waiting = '';
    next = undefined;
    await end.add(text);
  };
  return {
    add(text) {
      waiting += text;
      if (next === undefined) {
        next = running.then(flush);
        running = next.catch(() => undefined);
      }
      return next;
    },
    idle: () => running,
  };
}
