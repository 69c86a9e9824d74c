/** Whether what was written is seen where its kind declares it, when no operation reads the kind. */
import type { Fields } from '../../journeys/sweep/trace.ts';
import { leavesIn } from './answers.ts';
import { partsOf, type Ground } from './ids.ts';
import type { Done } from './trial.ts';
import type { World } from './world.ts';

const TABLES: Readonly<Record<string, string>> = { feed: 'feed_item', event: 'event' };

export async function isSeen(done: Done, world: World, { declared, readers }: Ground): Promise<boolean> {
  const { seen = '' } = declared.kindOf(done.operation) ?? {};
  const [word = '', kind] = seen.split(' ');
  const sent = sentIn(done);
  const table = TABLES[word];
  if (table !== undefined) return world.rowsOf(table).some((row) => holds(row, sent));
  if (word === 'answer') return isInAnswer(done, world, declared.effectOf(done.operation).kind ?? '');
  if (kind === undefined) return false;
  const ids = Object.values(done.asking.path).map(String);
  for (const id of [...ids, undefined])
    for (const { told } of await readers.read({ kind, id, from: partsOf(done) }, world))
      if (told.status < 300 && holds(told.text, sent)) return true;
  return false;
}

/** The answer alone has what is needed to use it: its id, its address or its token. */
const isInAnswer = ({ told }: Done, world: World, kind: string): boolean =>
  world
    .rows()
    .map((row) => JSON.parse(row) as Fields)
    .filter((row) => row['kind'] === kind && row['doc'] !== undefined)
    .some(({ id, doc }) =>
      [String(id), ...leavesIn(JSON.parse(String(doc))).map(({ value }) => String(value))].some(
        (text) => text.length > 12 && told.text.includes(text),
      ),
    );

const holds = (text: string, sent: readonly string[]): boolean => sent.some((one) => text.includes(one));

/** Texts and numbers that the call sent, and its own place in the path; the owners that it names would be found anyway. */
function sentIn({ operation, asking }: Done): readonly string[] {
  const [own = ''] = Object.values(asking.path).slice(-1).map(String);
  const body = Object.fromEntries(
    Object.entries(Object(asking.body) as Fields).filter(([name]) => name !== 'accountId'),
  );
  const texts = leavesIn(body).flatMap(({ value }) =>
    (typeof value === 'string' || typeof value === 'number') && String(value).length > 2 ? [String(value)] : [],
  );
  return operation.card.path.endsWith('}') ? [own, ...texts] : texts;
}
