/** Judges every row of a batch before anything is sent: words, times, files and fields here, accounts and limits in address.ts. */
import type { Fields } from '../../kernel/json.ts';
import { Failure } from '../../kernel/failure.ts';
import { problemsOf } from '../../schema/problems.ts';
import { paramOf } from '../../schema/problem.ts';
import { unknownKeys } from '../../schema/unknown.ts';
import { isFarOff, refuseEmpty, refuseExclusive, timingOf, type PostBody, type Said } from '../compose.ts';
import { understood, type Columns, type Understood } from './fields.ts';
import { identities, type Identity } from './fingerprint.ts';
import { localNames, withItems, withNames } from './media.ts';
import { faultyRow, keepProblems } from './problems.ts';
import type { FaultyRow, Row, RowProblem } from './row.ts';
import { itemOfSeen, placeOfMedium, type Seen, type Shelf } from './shelf.ts';
import type { SoundRow } from './sound-row.ts';

export interface Verdicts {
  readonly sound: readonly SoundRow[];
  readonly faulty: readonly FaultyRow[];
}

export interface JudgeDesk {
  readonly columns: Columns;
  readonly shelf: Pick<Shelf, 'look'>;
  /** Zone for times without one. */
  readonly zone: string;
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
  const faulty: FaultyRow[] = [];
  for (const { words, ...known } of rows) {
    const { problems, ...making } = await makeEntry(known.row, words, desk);
    if (problems.length > 0) faulty.push(faultyRow(known.row, { key: known.key, problems }));
    else sound.push({ ...known, ...making, said: words.said });
  }
  return { sound, faulty };
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

function timed(body: PostBody, said: Said, { zone, begunMs, nowMs }: JudgeDesk): ReturnType<typeof timingOf> {
  const desk = { zone: async () => zone, say: () => undefined, world: { clock: { now: () => begunMs } } };
  return timingOf(body, said, desk).then((timing) => {
    if (timing.schedule === undefined || Date.parse(timing.schedule.instant) > nowMs) return timing;
    throw new Failure({ code: 'usage', message: `--at: ${timing.schedule.local} is past.`, param: '--at' }, 'usage');
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
export const itemOf = (seen: Seen | undefined): Fields | undefined => seen && { ...itemOfSeen(seen) };
