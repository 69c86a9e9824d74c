/** Settings that are read as part of their account, and those with which its posts are published. */
import type { Kind } from '../../../kernel/effect.ts';
import { isFields, type Fields } from '../../../kernel/json.ts';
import type { Desk, Handler } from '../../desk.ts';
import { engine } from '../../engine/engine.ts';
import { keyOfSingle } from '../../engine/keys.ts';
import { ACCOUNT_KIND, accountFor, type NetworkAccount } from '../../records/account.ts';

/** Fields of an account that its settings show. */
const SHOWN = ['_id', 'platform', 'username', 'displayName', 'profilePicture'] as const;

/** Answers as the engine does, with the fields of the account beside its settings. */
export const withAccount: Handler = async (call, desk) => {
  const reply = await engine(call, desk);
  const account = await accountFor(desk.store.read, call.caller, call.path['accountId'] ?? '');
  if (reply.status !== 200 || account === undefined || !isFields(reply.body)) return reply;
  const fields = SHOWN.map((name) => [name, account.doc[name]] as const).filter(([, value]) => value !== null);
  return {
    ...reply,
    body: { ...reply.body, account: { ...Object.fromEntries(fields), ...Object(reply.body['account']) } },
  };
};

/** The settings of a post that the account's own settings give, where the post names none. Reads nothing on platforms without any. */
export async function postDefaultsOf({ catalog, store: { read } }: Desk, account: NetworkAccount): Promise<Fields> {
  const found: [string, unknown][] = [];
  for (const { name, seen, places } of defaultsOn(account.platform, catalog)) {
    const doc = seen === IN_ACCOUNT ? await metadataOf(account.id) : await docOf(name, account.id);
    for (const [setting, place] of places) {
      const value = valueAt(doc, place);
      if (value !== undefined && value !== null) found.push([setting, value]);
    }
  }
  return Object.fromEntries(found);

  async function docOf(kind: string, accountId: string): Promise<unknown> {
    return (await read.get(kind, keyOfSingle(accountId)))?.doc;
  }
  async function metadataOf(accountId: string): Promise<unknown> {
    return (await read.get(ACCOUNT_KIND, accountId))?.doc.metadata;
  }
}

/** A kind of settings that posts follow: each setting of a post, and where the kind has it. */
interface Defaults {
  readonly name: string;
  readonly seen: Kind['seen'];
  readonly places: readonly (readonly [setting: string, place: readonly string[]])[];
}

type ByPlatform = ReadonlyMap<string, readonly Defaults[]>;

const byCatalog = new WeakMap<Desk['catalog'], ByPlatform>();

/** Found once for a catalog: every publication asks. */
function defaultsOn(platform: string, catalog: Desk['catalog']): readonly Defaults[] {
  const known = byCatalog.get(catalog) ?? defaultsIn(catalog);
  byCatalog.set(catalog, known);
  return known.get(platform) ?? [];
}

function defaultsIn(catalog: Desk['catalog']): ByPlatform {
  const found = new Map<string, Defaults[]>();
  for (const [name, { seen, platforms = [], postDefaults }] of Object.entries(catalog.kinds())) {
    if (postDefaults === undefined) continue;
    const defaults: Defaults = { name, seen, places: Object.entries(postDefaults) };
    for (const platform of platforms) found.set(platform, [...(found.get(platform) ?? []), defaults]);
  }
  return found;
}

/** The account itself keeps what such a kind holds. */
const IN_ACCOUNT: Kind['seen'] = 'in account';

const valueAt = (doc: unknown, place: readonly string[]): unknown =>
  place.reduce<unknown>((value, name) => (isFields(value) ? value[name] : undefined), doc);
