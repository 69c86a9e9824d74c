/** Judges every row of a batch before anything is sent: words, times, files and fields here, accounts and limits in address.ts. */
import type { Fields } from '../../kernel/json.ts';
import type { DateOrder } from '../../kernel/formats.ts';
import { Failure } from '../../kernel/failure.ts';
import { problemsOf } from '../../schema/problems.ts';
import { paramOf } from '../../schema/problem.ts';
import { unknownKeys } from '../../schema/unknown.ts';
import { isFarOff, refuseEmpty, refuseExclusive, timingOf, type PostBody, type Said } from '../compose.ts';
import { orderShownBy } from '../date-order.ts';
import { understood, type Columns, type Understood } from './fields.ts';
import { identities, type Identity } from './fingerprint.ts';
import { localNames, withItems, withNames } from './media.ts';
import { keepProblems } from './problems.ts';
import type { Row, RowProblem } from './row.ts';
import { itemOfSeen, placeOfMedium, type Seen, type Shelf } from './shelf.ts';
import type { SoundRow } from './sound-row.ts';

/** A row that cannot be sent, of which more may be wrong. */
export interface DoubtfulRow {
  readonly row: SoundRow;
  readonly problems: readonly RowProblem[];
}

export interface Verdicts {
  readonly sound: readonly SoundRow[];
  readonly doubtful: readonly DoubtfulRow[];
}

export interface JudgeDesk {
  readonly columns: Columns;
  readonly shelf: Pick<Shelf, 'look'>;
  /** Zone for times without one. */
  readonly zone: string;
  /** How dates in figures are read; undefined refuses those that read two ways. */
  readonly dateOrder: DateOrder | undefined;
  /** `+2h` counts from here: when the import began, however often it is resumed. In ms. */
  readonly begunMs: number;
  readonly nowMs: number;
}

/** A row in the words of the command line, and what tells it from others. */
export interface KnownRow extends Identity {
  readonly row: Row;
  readonly key?: string;
  readonly words: Understood;
}

/** The identity of each row. A duplicate key is a fault of the later row. */
export function knownRows(rows: readonly Row[], columns: Columns): readonly KnownRow[] {
  const firsts = new Map<string, Row>();
  const read = rows.map((row) => {
    const words = understood(row, columns);
    const problems = [...words.problems, ...twice(words.key, row, firsts)];
    return { row, words: { ...words, problems }, ...(words.key !== undefined && { key: words.key }) };
  });
  const idents = identities(read);
  return read.map((one, at) => ({ ...one, ...(idents[at] as Identity) }));
}

function twice(key: string | undefined, row: Row, firsts: Map<string, Row>): readonly RowProblem[] {
  const first = key === undefined ? undefined : firsts.get(key);
  if (key !== undefined && first === undefined) firsts.set(key, row);
  return first === undefined ? [] : [{ param: 'key', message: `The key ${key} is already used at ${first.place}.` }];
}

/** Every row is checked, even after a faulty one, so that all faults are reported at once. */
export async function judgedRows(rows: readonly KnownRow[], desk: JudgeDesk): Promise<Verdicts> {
  const sound: SoundRow[] = [];
  const doubtful: DoubtfulRow[] = [];
  const mixed = desk.dateOrder === undefined ? mixedOrders(rows) : new Map<Row, RowProblem>();
  for (const { words, ...known } of rows) {
    const { problems: found, ...making } = await makeEntry(known.row, words, desk);
    const mix = mixed.get(known.row);
    const problems = mix === undefined ? found : [...found, mix];
    const row: SoundRow = { ...known, ...making, said: words.said };
    if (problems.length > 0) doubtful.push({ row, problems });
    else sound.push(row);
  }
  return { sound, doubtful };
}

/** Dates that can only be day first next to dates that can only be month first: one of the two is wrong, and it is not guessed which. */
function mixedOrders(rows: readonly KnownRow[]): ReadonlyMap<Row, RowProblem> {
  const shown = rows.flatMap(({ row, words: { said } }) => {
    const order = said.at === undefined ? undefined : orderShownBy(said.at);
    return order === undefined || order === 'ymd' ? [] : [{ row, order }];
  });
  const [dayFirst, monthFirst] = [
    shown.find(({ order }) => order === 'dmy'),
    shown.find(({ order }) => order === 'mdy'),
  ];
  if (dayFirst === undefined || monthFirst === undefined) return new Map();
  const message =
    `at: the dates use two orders: ${dayFirst.row.place} has the day first, ${monthFirst.row.place} the month. ` +
    'Write them as 2026-12-01, or set the order with --date-order dmy|mdy|ymd.';
  return new Map(shown.map(({ row }) => [row, { param: 'at', message }]));
}

type Making = Pick<SoundRow, 'body' | 'files' | 'isFar'> & { readonly problems: readonly RowProblem[] };

async function makeEntry(row: Row, { said, given, problems: before }: Understood, desk: JudgeDesk): Promise<Making> {
  const problems: RowProblem[] = [...before];
  const body = withNames(given, said.media);
  const files = await filesOf(body, row, { desk, problems });
  const timing = await keepProblems(problems, () => timed(body, said, desk));
  const whole = { ...body, ...timing?.body };
  await keepProblems(problems, () => refuseExclusive(given, said));
  await keepProblems(problems, () => refuseEmpty(whole, said));
  problems.push(...schemaProblems(whole, files, desk));
  return { body: whole, files, isFar: said.permanent || isFarOff(timing?.schedule, desk.nowMs), problems };
}

function timed(
  body: PostBody,
  said: Said,
  { zone, dateOrder, begunMs, nowMs }: JudgeDesk,
): ReturnType<typeof timingOf> {
  const desk = {
    zone: async () => zone,
    dateOrder: async () => dateOrder,
    say: () => undefined,
    serviceNow: async () => begunMs,
  };
  return timingOf(body, said, desk).then((timing) => {
    if (timing.schedule === undefined || Date.parse(timing.schedule.instant) > nowMs) return timing;
    throw new Failure(
      { code: 'usage', message: `--at: ${timing.schedule.local} is in the past.`, param: '--at' },
      'usage',
    );
  });
}

interface Looking {
  readonly desk: JudgeDesk;
  readonly problems: RowProblem[];
}

async function filesOf(body: PostBody, { folder }: Row, { desk, problems }: Looking): Promise<Map<string, Seen>> {
  const files = new Map<string, Seen>();
  for (const name of localNames(body)) {
    const place = placeOfMedium(name, folder);
    const found = 'path' in place ? await desk.shelf.look(place.path) : undefined;
    if (typeof found === 'string') problems.push({ param: 'media', message: found });
    else if (found !== undefined) files.set(name, found);
  }
  return files;
}

/** An address that exists, for a file that has none yet. */
const STAND_IN = 'https://localhost/';

function schemaProblems(body: PostBody, files: ReadonlyMap<string, Seen>, { columns }: JudgeDesk): RowProblem[] {
  const { schema, schemas } = columns;
  const whole = withItems(body, (name) => ({ ...itemOf(files.get(name)), url: STAND_IN }));
  const problems = [...problemsOf(schema, whole, schemas), ...unknownKeys(schema, whole, schemas)];
  const lines = problems.map((problem) => ({ param: paramOf(problem), message: `${problem.sentence}.` }));
  return lines.filter(({ message }, at) => lines.findIndex((one) => one.message === message) === at);
}

/** The item of a file that is not uploaded yet. */
const itemOf = (seen: Seen | undefined): Fields | undefined => seen && { ...itemOfSeen(seen) };
