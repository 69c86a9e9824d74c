/** Lists records page by page: those made here, and those the network has. */
import type { Reply } from '../call.ts';
import type { StoredRecord } from '../store/store.ts';
import { isOwnRoom, isSeen } from './around.ts';
import { settingsOf } from './collection.ts';
import { answer } from './compose.ts';
import { counted } from './counts.ts';
import { isOfNetwork, readNetwork, SEARCHES, seriesOf } from './network.ts';
import { pageOf } from '../engine/page.ts';
import type { Staged } from './scene.ts';
import { selected } from './select.ts';
import { listSlot, planOf } from './slot.ts';

export async function list(staged: Staged): Promise<Reply> {
  const { call, kind } = staged;
  const settings = await settingsOf(staged);
  const told = { ...staged, around: { ...staged.around, fields: { ...settings, ...staged.around.fields } } };
  if (!hasRecords(staged)) return answer(told, {});
  const series = seriesOf(staged);
  const records = series ?? selected(call, await recordsOf(staged), kind, decided(staged));
  const page = pageOf(call, records);
  const items = await Promise.all(page.items.map((record) => counted(staged, record)));
  return answer(told, { page: { ...page, items } });
}

/** Some answers of lists are several lists or maps: those are told as a whole. */
function hasRecords({ call, schemas, asked, kind }: Staged): boolean {
  const { schema } = planOf(call.card, schemas, asked);
  return schema !== null && listSlot(schema, kind.kind, schemas) !== undefined;
}

async function recordsOf(staged: Staged): Promise<readonly StoredRecord[]> {
  const { call, desk, kind, place } = staged;
  await readNetwork(staged);
  const { teamId } = call.caller;
  const owner = place.owners.at(-1);
  if (isOwnRoom(kind.kind))
    return (await desk.store.read.list(kind.kind, { teamId })).filter((record) => isSeen(call, record));
  const parentId = isOfNetwork(staged) ? place.scope : owner?.id;
  const records = await desk.store.read.list(kind.kind, { teamId, ...(parentId !== undefined && { parentId }) });
  return records.filter((record) => isSeen(call, record));
}

/** On a network, what was searched for and the place decided what there is; they need not fit word for word. */
function decided(staged: Staged): ReadonlySet<string> {
  if (!isOfNetwork(staged)) return new Set();
  const needed = staged.call.card.params
    .filter(({ required, in: place }) => required && place === 'query')
    .map(({ name }) => name);
  return new Set([...needed, ...SEARCHES, 'accountId', 'locationId']);
}
