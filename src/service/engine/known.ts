/** Whether what a call names is there: a record of the team, a row of a simulated network, or something that its feeds show. Called by gather.ts, and by areas before functions of their own. */
import { ROW_PLATFORM, type FixtureRow, type Kind, type ServedOperation } from '../../kernel/effect.ts';
import { isList, valueAt } from '../../kernel/json.ts';
import { kindLabel } from '../../platforms/labels.ts';
import type { Call, Reply } from '../call.ts';
import type { Desk } from '../desk.ts';
import { notFound } from './not-found.ts';
import { ACCOUNT_KIND, type AccountRecord } from '../records/account.ts';
import type { Reader, StoredRecord } from '../store/store.ts';
import { rowsFor } from './fixtures.ts';
import { accountIdOf, isReached, ownerRecord, ownPlace, wordsOf } from './scene.ts';

/** The refusal of a call with an id of nothing; undefined when all that it names besides its owners is there. */
export async function refusalOfUnknown(call: Call, desk: Desk): Promise<Reply | undefined> {
  const served = desk.catalog.served(call.card);
  if (served === undefined) return undefined;
  for (const { kinds, id, param } of [...namedInPath(call, desk, served), ...namedInFields(call, served)]) {
    const known = await Promise.all(kinds.map((kind) => isKnown({ kind, id }, call, desk)));
    if (!known.includes(true)) return noneOf(kinds, param);
  }
  return undefined;
}

function noneOf(kinds: readonly string[], param: string): Reply {
  const [first = '', ...others] = kinds;
  const words = kinds.map((kind) => kindLabel(kind));
  const message = `There is no such ${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}.`;
  return notFound(first, others.length === 0 ? { param } : { param, message });
}

interface Named {
  /** One of them must have the id. */
  readonly kinds: readonly string[];
  readonly id: string;
  readonly param: string;
}

/** What a new record is made of, when its own id is that of something else. */
function namedInPath({ path }: Call, { catalog }: Desk, served: ServedOperation): Named[] {
  const { does, kind = '' } = served.effect;
  const of = does === 'create' ? catalog.kinds()[kind]?.of : undefined;
  const param = of === undefined ? undefined : ownPlace(served, kind);
  const id = param === undefined ? undefined : path[param];
  return of === undefined || param === undefined || id === undefined ? [] : [{ kinds: [of], id, param }];
}

const namedInFields = ({ query, body }: Call, { refers = {} }: ServedOperation): Named[] =>
  Object.entries(refers).flatMap(([param, kinds]) =>
    idsIn(valueAt(body, param) ?? query[param]).map((id) => ({ kinds, id, param })),
  );

/** One id, or a list of ids; a query has commas between them. */
const idsIn = (value: unknown): readonly string[] => {
  const all = isList(value)
    ? value
    : typeof value === 'string'
      ? value.split(',')
      : typeof value === 'number'
        ? [value]
        : [];
  return all
    .flatMap((one) => (typeof one === 'string' || typeof one === 'number' ? [String(one).trim()] : []))
    .filter((id) => id !== '');
};

/** A network has what its fixture says, what calls have added to it, and what accounts of the team have published there. */
export async function isKnown(
  { kind, id }: { readonly kind: string; readonly id: string },
  call: Call,
  { catalog, store: { read } }: Pick<Desk, 'catalog' | 'store'>,
): Promise<boolean> {
  const kinds = catalog.kinds();
  const declared = kinds[kind];
  const { teamId } = call.caller;
  if (declared?.id === 'single' && declared.references !== undefined)
    return (await read.list(ACCOUNT_KIND, { teamId })).some((one) => isReached(call, one) && goesBy(one, id, declared));
  if (declared === undefined || declared.source === 'derived') return true;
  const account = await accountOfNetwork(call, catalog.fixtures()[kind] ?? [], read);
  const record = await ownerRecord(read, { kind, id, kinds, teamId });
  if (record !== undefined && isReached(call, record) && isOfNetwork(record, account)) return true;
  const rows = rowsFor(catalog.fixtures(), kind, account);
  if (rows.some((row) => wordsOf(declared).some((word) => String(row[word]) === id))) return true;
  if (declared.source !== 'network' && declared.id !== 'native') return false;
  for (const account of await read.list('account', { teamId }))
    if (isReached(call, account) && (await read.feedItem(account.id, id)) !== undefined) return true;
  return false;
}

/** The one record of an account is named by what people call the account, a number in any spelling. */
const goesBy = ({ doc }: AccountRecord, id: string, { platforms }: Kind): boolean =>
  platforms?.includes(doc.platform) === true && digitsIn(doc.username) === digitsIn(id);

const digitsIn = (phone: unknown): string => String(phone).replace(/\D/g, '');

/** The account that a call names, where rows of the kind belong to accounts of its platform. */
async function accountOfNetwork(
  { path, query, body }: Call,
  rows: readonly FixtureRow[],
  read: Reader,
): Promise<AccountRecord | undefined> {
  const id = path['accountId'] ?? query['accountId'] ?? body['accountId'];
  const account = typeof id === 'string' ? await read.get(ACCOUNT_KIND, id) : undefined;
  return rows.some((row) => row[ROW_PLATFORM] === account?.doc.platform) ? account : undefined;
}

const isOfNetwork = (record: StoredRecord, account: AccountRecord | undefined): boolean =>
  account === undefined || [undefined, account.id].includes(accountIdOf(record));
