/** From named files to rows that may go: read, compared with the journal, judged as a whole. Only accounts are asked for. Next stop: import.ts. */
import { counted } from '../../kernel/counted.ts';
import { join } from 'node:path';
import { failure, type Failure } from '../../kernel/failure.ts';
import type { DateOrder } from '../../kernel/formats.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import type { World } from '../../world/world.ts';
import type { Account } from '../accounts.ts';
import { connectedAccounts, platformsIn } from '../compose.ts';
import type { Call } from '../paging.ts';
import type { Target } from '../target.ts';
import { addressedRows, type Limits, type ReadyRow } from './address.ts';
import type { Columns } from './fields.ts';
import { digest } from './fingerprint.ts';
import type { BulkForm } from './forms.ts';
import { NO_HISTORY, readJournal, type Entry, type History } from './journal.ts';
import { judgedRows, knownRows, type DoubtfulRow, type KnownRow } from './judge.ts';
import { faultyRow } from './problems.ts';
import type { SoundRow } from './sound-row.ts';
import { readBatch, type Batch } from './read.ts';
import { changedFile, sentBefore, standingOf } from './resume.ts';
import type { FaultyRow } from './row.ts';
import type { Shelf } from './shelf.ts';

/** What was asked for. */
export interface ImportOrder {
  /** Files, folders of Markdown files, or `-`. */
  readonly names: readonly string[];
  readonly form?: BulkForm;
  /** `Column=field`, as typed. */
  readonly map?: readonly string[] | undefined;
  readonly skipInvalid: boolean;
  /** Goes on with an earlier run. */
  readonly resume: boolean;
  /** Sends rows again that an earlier run has sent. */
  readonly again: boolean;
  /** Path of the journal. Default: a path of its own for each batch and key. */
  readonly journal?: string;
  /** Where names are looked up unless a row says otherwise. */
  readonly profile?: string;
  /** Zone of times without one. */
  readonly zone: string;
  /** How dates in figures are read; undefined refuses those that read two ways. */
  readonly dateOrder: DateOrder | undefined;
}

export interface PrepareDesk {
  readonly world: Pick<World, 'files' | 'io' | 'clock' | 'settings'>;
  readonly catalog: Catalog;
  readonly columns: Columns;
  readonly limits: Limits;
  readonly target: Target;
  /** What time it is at the service, in ms. */
  serviceNow(): Promise<number>;
  /** Opens the files of the batch, with what earlier runs have uploaded. */
  shelf(history: History): Shelf;
}

/** A row of the batch with its current state. */
export type Planned =
  | { readonly kind: 'fresh'; readonly row: ReadyRow }
  | { readonly kind: 'open'; readonly row: KnownRow; readonly entry: Entry }
  | { readonly kind: 'made'; readonly row: KnownRow; readonly entry: Entry }
  | { readonly kind: 'invalid'; readonly fault: FaultyRow };

export interface Read {
  readonly batch: Batch;
  readonly rows: readonly KnownRow[];
  readonly journal: string;
  readonly history: History;
  readonly shelf: Shelf;
}

/** A batch of which everything local is known. */
export interface Judged extends Read {
  readonly sound: readonly SoundRow[];
  readonly settled: readonly Planned[];
  readonly doubtful: readonly DoubtfulRow[];
  /** What is no row, and rows that an earlier run has sent otherwise. */
  readonly faulty: readonly FaultyRow[];
  /** What relative times count from: the service's time at the first run, in ms. */
  readonly begunMs: number;
}

/** The batch, judged without the network; nothing is refused yet, because accounts may add to the faults. */
export async function judgedBatch(order: ImportOrder, desk: PrepareDesk): Promise<Judged> {
  const read = await readFor(order, desk);
  const { history, batch, shelf } = read;
  const standing = standingOf(read.rows, history, desk.world.clock.now());
  const { columns } = desk;
  const hasTimes = read.rows.some(({ words }) => words.said.at !== undefined);
  const nowMs = hasTimes ? await desk.serviceNow() : desk.world.clock.now();
  const begunMs = history.begin?.serviceAt ?? history.begin?.at ?? nowMs;
  const { zone, dateOrder } = order;
  const verdicts = await judgedRows(standing.fresh, { columns, shelf, zone, dateOrder, begunMs, nowMs });
  const settled = [
    ...standing.open.map(([row, entry]): Planned => ({ kind: 'open', row, entry })),
    ...standing.made.map(([row, entry]): Planned => ({ kind: 'made', row, entry })),
  ];
  return { ...read, ...verdicts, begunMs, settled, faulty: [...batch.faults, ...standing.faulty] };
}

/** The batch as far as it is known without the service. @throws Failure with every faulty row, unless they may be skipped */
export function refuseFaulty(
  { doubtful, faulty, ...read }: Judged,
  { skipInvalid }: Pick<ImportOrder, 'skipInvalid'>,
): void {
  const all = [...faulty, ...doubtful.map(({ row, problems }) => faultyRow(row.row, { key: row.key, problems }))];
  if (all.length > 0 && !skipInvalid) throw faultyBatch(inOrder(all), countOf(read));
}

/** Gives the rows their accounts, and the whole its order. @throws Failure with every faulty row and all of its faults */
export async function plannedBatch(
  judged: Judged,
  order: ImportOrder,
  { catalog, limits, target, call }: PrepareDesk & { call: Call },
): Promise<readonly Planned[]> {
  const { sound, doubtful, settled, faulty } = judged;
  const rows = [...sound, ...doubtful.map(({ row }) => row)];
  const asks = rows.some(({ said, body }) => said.to.length > 0 || body['platforms'] !== undefined);
  const accounts = asks ? await accountsFor(judged, order, { catalog, call }) : [];
  const profile = order.profile ?? target.profile;
  const platforms = platformsIn({ catalog });
  const about = { accounts, platforms, limits, ...(profile !== undefined && { profile }) };
  const before = new Map(doubtful.map(({ row, problems }) => [row, problems]));
  const addressed = await addressedRows(rows, before, about);
  const invalidRows = [...faulty, ...addressed.faulty];
  if (invalidRows.length > 0 && !order.skipInvalid) throw faultyBatch(inOrder(invalidRows), countOf(judged));
  const all = [
    ...settled,
    ...addressed.ready.map((row): Planned => ({ kind: 'fresh', row })),
    ...invalidRows.map((fault): Planned => ({ kind: 'invalid', fault })),
  ];
  return all.sort((a, b) => positionOf(a) - positionOf(b));
}

/** Where the service cannot be asked, the faults that are known already say more than that. */
async function accountsFor(
  judged: Judged,
  order: ImportOrder,
  desk: Pick<PrepareDesk, 'catalog'> & { call: Call },
): Promise<readonly Account[]> {
  try {
    return await connectedAccounts(desk);
  } catch (error) {
    refuseFaulty(judged, order);
    throw error;
  }
}

/** Rows, and what should have been rows. */
const countOf = ({ rows, batch }: Pick<Read, 'rows' | 'batch'>): number => rows.length + batch.faults.length;

/** Faults file by file, in the order of the lines. */
function inOrder(faulty: readonly FaultyRow[]): readonly FaultyRow[] {
  const files = new Map([...new Set(faulty.map(({ file }) => file))].map((file, at) => [file, at]));
  const rank = ({ file }: FaultyRow): number => files.get(file) ?? 0;
  return [...faulty].sort((a, b) => rank(a) - rank(b) || (a.line ?? 0) - (b.line ?? 0));
}

const positionOf = (planned: Planned): number =>
  planned.kind === 'invalid' ? (planned.fault.number ?? 0) : planned.row.row.number;

async function readFor(order: ImportOrder, desk: PrepareDesk): Promise<Read> {
  const { world, columns, target } = desk;
  const batch = await readBatch(order.names, order, world);
  if (batch.rows.length + batch.faults.length === 0) {
    throw failure('usage', { message: `There are no rows in ${order.names.join(', ')}.` });
  }
  const rows = knownRows(batch.rows, columns);
  const journal = order.journal ?? journalOf(batch, target, world.settings.place('imports'));
  const history = await historyFor(journal, { order, rows, desk });
  return { batch, rows, journal, history, shelf: desk.shelf(history) };
}

/** The same names under another key, or at another service, are another batch. */
function journalOf({ sources }: Batch, target: Target, folder: string): string {
  return join(folder, `${digest(JSON.stringify([targetMark(target), ...sources]))}.ndjson`);
}

/** Tells services and keys apart without naming them. */
export const targetMark = ({ baseUrl, key }: Target): string => digest(`${baseUrl}\n${key}`);

interface Comparing {
  readonly order: ImportOrder;
  readonly rows: readonly KnownRow[];
  readonly desk: PrepareDesk;
}

async function historyFor(journal: string, { order, rows, desk }: Comparing): Promise<History> {
  const history = await readJournal(journal, desk.world.files);
  const { begin } = history;
  if (begin !== undefined && begin.target !== targetMark(desk.target)) throw otherTarget(journal);
  if (order.again) return NO_HISTORY;
  const refusal = order.resume ? changedFile(rows, history) : sentBefore(rows, history);
  if (refusal !== undefined) throw refusal;
  if (order.resume && begin === undefined) throw nothingToResume(order.names);
  return order.resume ? history : NO_HISTORY;
}

const otherTarget = (journal: string): Failure =>
  failure('usage', {
    message: `${journal} belongs to an import with another key or service.`,
    param: '--journal',
    hint: 'Its posts do not belong to this key. Give another journal, or omit --journal.',
  });

const nothingToResume = (names: readonly string[]): Failure =>
  failure('usage', {
    message: `There is no import of ${names.join(', ')} to resume.`,
    param: '--resume',
    hint: 'A journal is specific to file, service and key. Omit --resume to start, or give the journal with --journal.',
  });

/** Lines for a person; programs find all of them in the details. */
const MOST_LINES = 200;

/** The refusal of a batch with every faulty row and all of its faults. @param total rows, and what should have been rows */
export function faultyBatch(faulty: readonly FaultyRow[], total: number): Failure {
  const lines = linesFor(faulty);
  const more = lines.length > MOST_LINES ? [`… and ${lines.length - MOST_LINES} more; -o json lists all of them.`] : [];
  const first = faulty[0]?.problems[0]?.param;
  return failure('validation', {
    message: [
      `${faulty.length.toLocaleString('en-US')} of ${counted(total, 'row')} cannot be sent; nothing was sent.`,
      ...lines.slice(0, MOST_LINES),
      ...more,
    ].join('\n'),
    details: { rows: faulty },
    ...(first !== undefined && { param: first }),
    hint:
      faulty.length < total
        ? 'Fix them, or add --skip-invalid to send the valid rows.'
        : 'Fix them and run the command again.',
  });
}

/** As many rows with one fault, such as a column that does not exist, are one line. */
const MANY = 4;

function linesFor(faulty: readonly FaultyRow[]): readonly string[] {
  const rowsWith = new Map<string, FaultyRow[]>();
  for (const row of faulty) {
    for (const { message } of row.problems) {
      const name = `${row.file}\n${message}`;
      const same = rowsWith.get(name);
      if (same === undefined) rowsWith.set(name, [row]);
      else same.push(row);
    }
  }
  return faulty.flatMap((row) =>
    row.problems.flatMap(({ message }) => {
      const same = rowsWith.get(`${row.file}\n${message}`) ?? [];
      const where = `${row.place}${row.key === undefined ? '' : ` (${row.key})`}`;
      if (same.length < MANY) return [`${where}: ${message}`];
      return same[0] === row ? [`${where} and ${counted(same.length - 1, 'further row')}: ${message}`] : [];
    }),
  );
}
