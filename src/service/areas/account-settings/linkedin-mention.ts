/** Turns the address of a linkedin page into a mention. The simulated network has a page at every address. */
import { ok } from '../../call.ts';
import type { Handler } from '../../desk.ts';
import { nativeId } from '../../engine/draft.ts';
import { refuse } from '../../refuse.ts';
import { accountFor } from '../../records/account.ts';

/** Parts of an address to the kind of page below them. */
const TYPES: Readonly<Record<string, 'person' | 'organization'>> = {
  company: 'organization',
  school: 'organization',
  showcase: 'organization',
  in: 'person',
};

export const getLinkedInMentions: Handler = async ({ caller, path, query }, desk) => {
  const account = await accountFor(desk.store.read, caller, path['accountId'] ?? '');
  if (account === undefined) return refuse('account_not_found');
  const { kind, vanityName } = pageAt(String(query['url']));
  const type = TYPES[kind] ?? 'person';
  const urn = `urn:li:${type}:${nativeId(`${type}/${vanityName}`)}`;
  const displayName = String(query['displayName'] ?? vanityName);
  return ok({ urn, type, displayName, vanityName, mentionFormat: `@[${displayName}](${urn})` });
};

/** Its kind and its own name: `company` and `example` for `https://www.linkedin.com/company/example`, `in` and `ada` for `ada`. */
function pageAt(address: string): { readonly kind: string; readonly vanityName: string } {
  const parts = address
    .replace(/^https?:\/\/[^/]*/, '')
    .replace(/[?#].*$/, '')
    .split('/')
    .filter((part) => part !== '');
  return { kind: parts.at(-2) ?? 'in', vanityName: parts.at(-1) ?? address };
}
