/** Files of products at addresses outside: what one holds is what came in last, since the service reads no foreign address. Listed in arrives.ts, read by feeds.ts. */
import { type Fields, fieldsIn } from '../../../../kernel/json.ts';
import { MAP, recordOf, WORD, type Caused, type Inbound, type Scene } from '../../../causes/cause.ts';
import { ownKind } from '../../../store/record.ts';
import type { Reader } from '../../../store/store.ts';

interface ProductFile {
  readonly items: readonly Fields[];
}

const FILE = ownKind<ProductFile>('$product_file');

const idOf = (teamId: string, url: string): string => `${teamId}/${url}`;

/** What the file at the address holds; undefined where nothing can be read. */
export async function itemsAt(view: Reader, teamId: string, url: string): Promise<readonly Fields[] | undefined> {
  return (await view.get(FILE, idOf(teamId, url)))?.doc.items;
}

function file(scene: Scene): Promise<Caused> {
  const { teamId, given } = scene;
  const id = idOf(teamId, String(given['url']));
  if (given['items'] === undefined) return Promise.resolve({ removed: [{ kind: FILE, id }] });
  return Promise.resolve({ records: [recordOf(FILE, id, scene, { doc: { items: fieldsIn(given['items']) } })] });
}

export const fileArrives: Readonly<Record<string, Inbound>> = {
  product_file: {
    fields: { url: WORD, items: { type: 'array', items: MAP } },
    required: ['url'],
    cause: file,
  },
};
