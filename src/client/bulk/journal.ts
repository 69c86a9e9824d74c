/** What an import or an edit has done, read from a file that only grows: whom it is for, the request of each row, and what came of it. Written in journal-writer.ts. */
import { isFields } from '../../kernel/json.ts';
import { failure } from '../../kernel/failure.ts';
import type { World } from '../../world/world.ts';
import type { PostChange } from '../edit/change.ts';
import type { Kept } from './shelf.ts';

/** A line of the journal. `at` is in ms. */
export type JournalLine =
  | {
      readonly type: 'begin';
      readonly v: 1;
      readonly at: number;
      /** What relative times count from, on the clock of the service. */
      readonly serviceAt?: number;
      readonly pid: number;
      readonly target: string;
    }
  /** Every row of the batch, sent or not, so that a resumed run can distinguish new rows from planned ones. */
  | { readonly type: 'plan'; readonly at: number; readonly rows: readonly string[] }
  /** Written to the disk before the row is sent for the first time: from here on its state is unknown, until another line records it. */
  | {
      readonly type: 'sent';
      readonly at: number;
      readonly row: string;
      readonly says: string;
      readonly id: string;
      readonly body: unknown;
    }
  | { readonly type: 'made'; readonly at: number; readonly row: string; readonly post: string; readonly status: string }
  /** The service refused the row, so there is no post. */
  | { readonly type: 'refused'; readonly at: number; readonly row: string }
  /** What an edit makes of a post: written before anything is sent, and what an undo goes by. */
  | { readonly type: 'edit'; readonly at: number; readonly row: string; readonly change: PostChange }
  /** The post has the fields again that it had before the edit. */
  | { readonly type: 'undone'; readonly at: number; readonly row: string }
  | ({ readonly type: 'upload'; readonly at: number } & Omit<Kept, 'atMs'>)
  | { readonly type: 'end'; readonly at: number };

/** The last that is known of a row. */
export interface Entry {
  readonly state: 'sent' | 'made' | 'refused' | 'undone';
  readonly says: string;
  /** The request under which it was sent. */
  readonly id: string;
  readonly body: unknown;
  readonly sentMs: number;
  readonly post?: string;
  readonly status?: string;
}

export interface History {
  /** Absent for a journal that does not exist yet. */
  readonly begin?: Extract<JournalLine, { type: 'begin' }>;
  /** True when the last run came to its end. */
  readonly ended: boolean;
  readonly entries: ReadonlyMap<string, Entry>;
  /** Rows that some run was about to send. */
  readonly planned: ReadonlySet<string>;
  readonly uploads: readonly Kept[];
  /** What an edit changes, by the id of the post. */
  readonly edits: ReadonlyMap<string, PostChange>;
}

/** The history of a journal that is yet to be written. */
export const NO_HISTORY: History = {
  ended: true,
  entries: new Map(),
  planned: new Set(),
  uploads: [],
  edits: new Map(),
};

/** @throws Failure `usage` for a file that is no journal */
export async function readJournal(
  path: string,
  files: Pick<World['files'], 'readIfThere'>,
  param = '--journal',
): Promise<History> {
  const text = await files.readIfThere(path);
  if (text === undefined || text === '') return NO_HISTORY;
  // A line that was being written when the machine stopped is no line: what it was about to say had not happened yet.
  const lines = text.split('\n').flatMap((line) => parsed(line) ?? []);
  if (lines[0]?.type !== 'begin') {
    throw failure('usage', { message: `${path} is not a journal of svc.`, param });
  }
  return historyIn(lines);
}

function parsed(line: string): JournalLine | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isFields(value) && typeof value['type'] === 'string' ? (value as unknown as JournalLine) : undefined;
  } catch {
    return undefined;
  }
}

function historyIn(lines: readonly JournalLine[]): History {
  const entries = new Map<string, Entry>();
  const planned = new Set<string>();
  const uploads: Kept[] = [];
  const edits = new Map<string, PostChange>();
  let begin: History['begin'];
  let ended = false;
  for (const line of lines) {
    ended = line.type === 'end';
    if (line.type === 'begin') begin = line;
    else if (line.type === 'edit') edits.set(line.row, line.change);
    else if (line.type === 'upload') uploads.push({ ...line, atMs: line.at });
    else if (line.type === 'plan') for (const row of line.rows) planned.add(row);
    else if (line.type !== 'end') entries.set(line.row, entryAfter(entries.get(line.row), line));
  }
  return { ...(begin && { begin }), ended, entries, planned, uploads, edits };
}

type RowLine = Extract<Exclude<JournalLine, { type: 'edit' }>, { row: string }>;

const UNSENT: Entry = { state: 'refused', says: '', id: '', body: undefined, sentMs: 0 };

function entryAfter(before: Entry = UNSENT, line: RowLine): Entry {
  switch (line.type) {
    case 'sent':
      return { state: 'sent', says: line.says, id: line.id, body: line.body, sentMs: line.at };
    case 'made':
      return { ...before, state: 'made', post: line.post, status: line.status };
    case 'refused':
    case 'undone':
      return { ...before, state: line.type };
  }
}
