/** Runs an import for the command line: desks from the context, a bar while it goes on, a word at its end. The work is done in client/bulk. */
import type { Limits } from '../../client/bulk/address.ts';
import type { Columns } from '../../client/bulk/fields.ts';
import { sendBatch } from '../../client/bulk/import.ts';
import type { History } from '../../client/bulk/journal.ts';
import { openJournal, shortenJournal, type Journal } from '../../client/bulk/journal-writer.ts';
import { localHealthAt } from '../../client/local-health.ts';
import { lookWith } from '../../client/look.ts';
import { REQUEST_ID_MS } from '../../client/request.ts';
import {
  judgedBatch,
  plannedBatch,
  refuseFaulty,
  targetMark,
  type ImportOrder,
  type Judged,
  type PrepareDesk,
} from '../../client/bulk/prepare.ts';
import { firstBody, importCounts } from '../../client/bulk/preview.ts';
import type { RowResult } from '../../client/bulk/result.ts';
import { counted } from '../../kernel/counted.ts';
import type { Delivery } from '../../client/bulk/until-stopped.ts';
import { openShelf, type Kept, type Shelf } from '../../client/bulk/shelf.ts';
import { platformsIn } from '../../client/compose.ts';
import type { Call } from '../../client/paging.ts';
import type { Target } from '../../client/target.ts';
import { acceptedTypes, openUploads } from '../../client/uploads.ts';
import { Failure, failure } from '../../kernel/failure.ts';
import type { DateOrder } from '../../kernel/formats.ts';
import { DAY_MS } from '../../kernel/time.ts';
import { assigned } from '../assign.ts';
import { sizeText } from '../state/words.ts';
import type { Context, Outcome } from '../command.ts';
import { targetOrNone } from '../dry-run.ts';
import { pacedCall } from './paced-call.ts';
import { importProgress, type ImportProgress } from './progress.ts';
import { endedOf, resumeLine, rowLine, sumOf, tallied, type Tally } from './words.ts';

export interface Importing extends Omit<ImportOrder, 'zone' | 'dateOrder'> {
  readonly zone: string | undefined;
  readonly dateOrder: DateOrder | undefined;
  readonly decimalComma: boolean | undefined;
  /** Rows under way at a time. */
  readonly concurrency: number;
  readonly limits: Limits;
}

export async function importPosts(importing: Importing, context: Context): Promise<Outcome> {
  const order: ImportOrder = {
    ...importing,
    zone: importing.zone ?? (await context.zone()),
    dateOrder: importing.dateOrder ?? (await context.dateOrder()),
  };
  const { dryRun } = context.flags;
  const target = dryRun ? await targetOrNone(context) : await context.target();
  const bench = benchFor(importing, target, context);
  const judged = await judgedBatch(order, bench.desk);
  return dryRun ? previewImport(judged, order, bench) : startImport(judged, order, bench);
}

/** The tools of one import, and what of it changes while it goes on. */
interface Bench {
  readonly context: Context;
  readonly importing: Importing;
  readonly desk: PrepareDesk & { call: Call };
  readonly progress: ImportProgress;
  /** Known when the first row is about to be sent. */
  journal?: Journal;
}

function benchFor(importing: Importing, target: Target, context: Context): Bench {
  const { world, catalog } = context;
  const { card, schemas } = catalog.command('createPost');
  const schema = card.body?.schema ?? {};
  const { decimalComma } = importing;
  const columns: Columns = {
    schema,
    schemas,
    decimalComma,
    assign: (body, text) => assigned(body, { text, flag: 'The column', decimalComma }, schema, schemas),
  };
  const progress = importProgress(context);
  const pacing = {
    target,
    concurrency: importing.concurrency,
    waiting: (seconds: number) => progress.waiting(seconds),
  };
  const call = pacedCall(pacing, context);
  const bench: Bench = {
    context,
    importing,
    progress,
    desk: {
      world,
      catalog,
      columns,
      limits: importing.limits,
      target,
      serviceNow: () => context.serviceNow(),
      call,
      shelf: (history) => shelfFor(history, bench),
    },
  };
  return bench;
}

/** An upload of an earlier run is taken for granted for a day. */
const KEPT_MS = DAY_MS;

function shelfFor({ uploads }: History, bench: Bench): Shelf {
  const { context, desk } = bench;
  const { world, catalog } = context;
  const quiet = { ...context, call: desk.call, progress: () => ({ update: () => undefined, stop: () => undefined }) };
  return openShelf({
    files: world.files,
    accepted: acceptedTypes(catalog),
    kept: uploads.filter(({ atMs }) => world.clock.now() - atMs < KEPT_MS),
    uploading: (permanent) => openUploads(quiet, permanent).uploading,
    done: (kept: Omit<Kept, 'atMs'>) => bench.journal?.note({ type: 'upload', at: world.clock.now(), ...kept }),
  });
}

/** The verdict of the real run. Accounts are looked up where there is a key; nothing is sent. */
async function previewImport(judged: Judged, order: ImportOrder, { context, desk }: Bench): Promise<Outcome> {
  const hasService = desk.target.key !== '';
  if (!hasService) refuseFaulty(judged, order);
  const planned = hasService ? await plannedBatch(judged, order, desk) : undefined;
  if (!hasService) context.say('Without a key, accounts are not looked up: a target may be missing or disconnected.');
  const counts = importCounts(judged, planned);
  const body = firstBody(judged, planned, platformsIn(context));
  const card = context.catalog.card('createPost');
  const preview = body && (await context.preview(card, { path: {}, query: {}, headers: {}, body }));
  const files =
    counts.files === 0 ? '' : `, after uploading ${counted(counts.files, 'file')} (${sizeText(counts.fileBytes)})`;
  const first = preview?.text === undefined ? '' : `\n\nThe first:\n\n${preview.text}`;
  return {
    result: { dryRun: true, ...counts, ...(preview && { first: preview.result }) },
    text: `${counted(counts.send, 'post')} would be created from ${counted(counts.rows, 'row')}${files}.${first}`,
  };
}

async function startImport(judged: Judged, order: ImportOrder, bench: Bench): Promise<Outcome> {
  const { desk, context, importing, progress } = bench;
  const planned = await plannedBatch(judged, order, desk);
  const { journal: path, history, rows, shelf, begunMs } = judged;
  const idents = rows.map(({ ident }) => ident);
  const journal = await openJournal(
    { path, history, idents, target: targetMark(desk.target), serviceAt: begunMs },
    context.world,
  );
  bench.journal = journal;
  const { world, catalog, signal } = context;
  const { concurrency } = importing;
  const tally: Tally = { total: planned.length, made: 0, already: 0, failed: 0 };
  const heard = (result: RowResult): void => {
    tallied(tally, result);
    progress.show(tally);
  };
  const look = lookWith({ world, catalog, baseUrl: desk.target.baseUrl });
  const promisedMs = await promisedBy(desk.target, context);
  const { call } = desk;
  const sending = sendBatch(planned, {
    world,
    catalog,
    shelf,
    journal,
    concurrency,
    signal,
    call,
    look,
    promisedMs,
    heard,
  });
  const end: End = {};
  return {
    stream: followImport(sending, { bench, journal, tally, end }),
    line: rowLine,
    columns: [
      'row',
      'key',
      'place',
      'result',
      'postId',
      { field: 'status', form: 'state' },
      'scheduledFor',
      'error.message',
    ],
    get failure() {
      return end.failure;
    },
  };
}

/** A local service remembers for longer, and by a clock of its own; what it no longer knows was refused before. */
const promisedBy = async ({ baseUrl }: Target, { world, signal }: Context): Promise<number> =>
  (await localHealthAt(world, baseUrl, signal).catch(() => undefined)) === undefined ? REQUEST_ID_MS : Infinity;

interface Following {
  readonly bench: Bench;
  readonly journal: Journal;
  readonly tally: Tally;
  readonly end: End;
}

/** Filled when the stream has come to its end. */
interface End {
  failure?: Failure;
}

/** Hands the results on, and says at the end how it went. */
async function* followImport(sending: Delivery<RowResult>, following: Following): AsyncGenerator<RowResult> {
  const { bench, journal } = following;
  const { context, progress } = bench;
  const stop = (): void => context.say('Finishing rows in progress; press Ctrl-C again to abort.');
  context.signal.addEventListener('abort', stop, { once: true });
  try {
    yield* sending.results;
  } finally {
    context.signal.removeEventListener('abort', stop);
    progress.stop();
    await closeJournal(journal, context);
    Object.assign(following.end, endOf(sending.stoppedBy(), following));
  }
}

async function closeJournal(journal: Journal, { world }: Context): Promise<void> {
  await journal.write({ type: 'end', at: world.clock.now() });
  await journal.close();
  await shortenJournal(journal.path, world.files);
}

function endOf(stopped: Failure | undefined, { bench, tally, journal }: Following): End {
  const { context, importing } = bench;
  const details = { ...tally, journal: journal.path };
  const hint = `Continue with \`${resumeLine(importing)}\`: rows that were sent are not sent again.`;
  context.say(sumOf(tally));
  if (stopped !== undefined) {
    const message = `${stopped.fields.message} ${endedOf(tally)}`;
    return { failure: new Failure({ ...stopped.fields, message, details, hint }, stopped.exit, stopped) };
  }
  if (tally.failed === 0) return {};
  const message = `${tally.failed.toLocaleString('en-US')} of ${counted(tally.total, 'row')} failed.`;
  return {
    failure: failure('partial', {
      message,
      details,
      hint: `Fix the cause, then ${hint.replace('Continue', 'continue')}`,
    }),
  };
}
