/** Kinds that an area keeps in its own form: an operation of another area reaches them through that area's functions. */
import type { Reply } from '../call.ts';
import { connectAccount } from '../areas/accounts/connection.ts';
import { answer } from './compose.ts';
import type { Fields } from './form.ts';
import type { Staged } from './scene.ts';

/** Names that steps of a connection give to what the account will be called. */
const USERNAMES = [
  'username',
  'identifier',
  'handle',
  'phoneNumber',
  'siteUrl',
  'shop',
  'chatId',
  'channelName',
  'adAccountName',
];

/** Connects an account on the platform that the address names. */
export async function connectedAccount(staged: Staged): Promise<Reply> {
  const { call, desk, asked, around } = staged;
  const username = USERNAMES.map((name) => asked[name]).find((value) => typeof value === 'string');
  const made = await connectAccount(desk, {
    teamId: call.caller.teamId,
    platform: platformOf(staged),
    ...(around.profileId !== null && { profileId: around.profileId }),
    ...(typeof username === 'string' && { username }),
    ...(typeof asked['displayName'] === 'string' && { displayName: asked['displayName'] }),
  });
  if ('refusal' in made) return made.refusal;
  const record = { ...made.account, doc: { ...made.account.doc, accountId: made.account.id } };
  return answer(
    { ...staged, around: { ...around, account: record } },
    { record, outcome: { touched: [{ id: record.id, given: call.body }] } },
  );
}

/** `/v1/connect/bluesky/credentials` connects bluesky; a body or a place may name the platform too. */
function platformOf({ asked, call, desk }: Staged): string {
  const named: Fields[string] = asked['platform'];
  if (typeof named === 'string') return named;
  const known = desk.catalog.schema(call.card.area, '#/schemas/AccountPlatform').enum ?? [];
  const parts = call.card.path.split('/').map((part) => part.replace(/-/g, ''));
  return String(known.find((platform) => parts.includes(String(platform))) ?? known[0]);
}
