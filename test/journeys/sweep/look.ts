/** Looks for what an operation did: read back by another, gone, or the same when it is asked again. */
import { asked as sentTo, type Asking } from '../../support/asking.ts';
import {
  hasChanged,
  idsOf,
  isOfMany,
  isOfOne,
  namesRecord,
  newIds,
  pairsOf,
  parsed,
  readersOf,
  readingFor,
  readingsFor,
  type Ground,
  type Operation,
  type Readings,
  type Seen,
} from './reading.ts';
import { agreement, objectAbout, objectsIn, settled, wordsIn, type Fields } from './trace.ts';

export interface Look {
  readonly operation: Operation;
  readonly asking: Asking;
  readonly answer: unknown;
  /** What readers said before something was changed or taken away. */
  readonly before: Readings;
  readonly ground: Ground;
}

export type Outcome = Pick<Seen, 'shown' | 'fault'>;

export const LOOKS: Readonly<Record<string, (look: Look) => Promise<Outcome>>> = {
  create: written,
  update: written,
  act: acted,
  delete: gone,
  get: again,
  list: again,
};

/** Whether the answer says of what was sent that it failed: then there is nothing to read. */
function namesFailures({ card }: Operation, answer: unknown): boolean {
  const list = card.command.failures?.list;
  const failed = list === undefined ? undefined : Object(answer)[list];
  return Array.isArray(failed) && failed.length > 0;
}

/** What was made or changed is read back, field by field; a change of what is read will do where nothing has the same name. */
async function written(look: Look): Promise<Outcome> {
  const { operation, asking, answer, ground, before } = look;
  const ids = operation.card.effect?.does === 'create' ? newIds(asking, answer) : idsOf(operation, asking, answer);
  if (ids.length === 0 && namesFailures(operation, answer)) return { shown: 'unread' };
  const faults: string[] = [];
  for (const reader of readersOf(operation, ground)) {
    for (const id of isOfOne(reader) ? ids.slice(0, 4) : ids.slice(0, 1).concat(ids.length === 0 ? [''] : [])) {
      const said = await readBack(look, { reader, ids: id === '' ? [] : [id, ...ids.filter((one) => one !== id)] });
      if (said === 'shown') return { shown: 'read' };
      if (said !== undefined) faults.push(said);
    }
  }
  const wrong = faults.find((fault) => fault.includes(OTHERWISE));
  if (wrong === undefined && hasChanged(before, await readingsFor(operation, asking, ground))) return { shown: 'read' };
  const fault = wrong ?? faults[0];
  return { shown: 'unread', ...(fault !== undefined && { fault }) };
}

/** Stands in the words for a field that reads otherwise than it was sent. */
const OTHERWISE = ' reads otherwise: ';

/** `shown`, or what is missing; undefined when the reader says nothing of such a record. */
async function readBack(
  { operation, asking, answer, ground }: Look,
  { reader, ids }: { reader: Operation; ids: readonly string[] },
): Promise<string | undefined> {
  const reading = await readingFor(reader, asking, ground, ids);
  if (reading === undefined) return undefined;
  const { id } = reader.card;
  if (reading.status >= 300)
    return namesRecord(operation, reader, answer) ? `${id} answers ${String(reading.status)} afterwards` : undefined;
  const read = parsed(reading);
  if (typeof read === 'string') return 'shown';
  const sent = keptOf({ ...asking.query, ...(Object(asking.body) as Fields) }, operation, ground);
  const own = ids.map((one) => objectAbout(read, new Set([one]))).find((one) => one !== undefined);
  const about = own !== undefined ? [own] : !isOfMany(reader.card) ? objectsIn(read) : [];
  const found = about.map((one) => agreement(sent, one));
  const other = found.flatMap((one) => one.other);
  if (other.length > 0)
    return `${id}${OTHERWISE}${JSON.stringify(other).slice(0, 300)} after ${JSON.stringify(sent).slice(0, 600)}`;
  const isThere =
    found.some(({ same }) => same.length > 0) || (own !== undefined && found.length > 0) || isTold(sent, read);
  return isThere ? 'shown' : `${id} does not show it: ${reading.text.slice(0, 200)}`;
}

/** What was sent, without the fields that are only asked for, as their effect declares: what comes of them may be held back. */
function keptOf(sent: Fields, { card }: Operation, { catalog }: Ground): Fields {
  const { as = {} } = catalog.service().operations[card.id]?.effect ?? {};
  return Object.fromEntries(Object.entries(sent).filter(([name]) => as[name] !== `asked.${name}`));
}

/** A longer word that was sent stands somewhere in what is read. */
function isTold(sent: Fields, read: unknown): boolean {
  const words = new Set(wordsIn(read));
  return wordsIn(sent).some((word) => word.length > 3 && words.has(word));
}

/** An act changes what is read, or shows in its answer alone. */
async function acted(look: Look): Promise<Outcome> {
  const { shown, fault } = await written(look);
  return { shown, ...(fault?.includes(OTHERWISE) === true && { fault }) };
}

/** What was deleted is read differently: not found, or not listed any more. */
async function gone({ operation, asking, ground, before }: Look): Promise<Outcome> {
  const after = await readingsFor(operation, asking, ground);
  const own = readersOf(operation, ground).length;
  const seen = pairsOf(before.slice(0, own), after.slice(0, own));
  if (seen.length === 0) return { shown: hasChanged(before, after) ? 'read' : 'unread' };
  return hasChanged(before, after)
    ? { shown: 'read' }
    : { shown: 'unread', fault: `is read as before: ${seen[0]?.[1].text.slice(0, 300) ?? ''}` };
}

/** Asked again at the same instant, the answer is the same. */
async function again({ operation, asking, answer, ground }: Look): Promise<Outcome> {
  const second = parsed(await sentTo(ground.service, operation, asking));
  return settled(second) === settled(answer)
    ? { shown: 'again' }
    : {
        shown: 'again',
        fault: `answers differently the second time: ${settled(answer).slice(0, 200)} | ${settled(second).slice(0, 200)}`,
      };
}
