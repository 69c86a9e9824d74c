/** Gives sound rows the accounts that they name, and hears what each platform has against them. Next stop: import.ts. */
import { type Fields, fieldsIn } from '../../kernel/json.ts';
import type { Account } from '../accounts.ts';
import { addressedTo, type PostBody } from '../compose.ts';
import type { Content } from '../../platforms/content.ts';
import { contentOf } from '../../platforms/sent.ts';
import { judgedItemOf } from './shelf.ts';
import type { SoundRow } from './sound-row.ts';
import { withItems } from './media.ts';
import { faultyRow, keepProblems } from './problems.ts';
import { type FaultyRow, type RowProblem } from './row.ts';

/** A row with its targets, ready to be sent once its files are uploaded. */
export interface ReadyRow extends SoundRow {
  readonly platforms: readonly Fields[];
}

/** Sentences for what a platform has against a text with its media. */
export type Limits = (platform: string, content: Content) => Promise<readonly string[]>;

export interface Accounts {
  readonly accounts: readonly Account[];
  readonly platforms: readonly string[];
  /** Where names are looked up unless the row says otherwise. */
  readonly profile?: string;
  readonly limits: Limits;
}

/**
 * The rows with the accounts that they name, and with what each platform has against them.
 * @param before faults that were found already
 */
export async function addressedRows(
  rows: readonly SoundRow[],
  before: ReadonlyMap<SoundRow, readonly RowProblem[]>,
  about: Accounts,
): Promise<{ ready: readonly ReadyRow[]; faulty: readonly FaultyRow[] }> {
  const ready: ReadyRow[] = [];
  const faulty: FaultyRow[] = [];
  for (const row of rows) {
    const problems: RowProblem[] = [...(before.get(row) ?? [])];
    const profile = row.said.profile ?? about.profile;
    const looking = { ...about, ...(profile !== undefined && { profile }) };
    const body = await keepProblems(problems, () => addressedTo(row.body, row.said, looking));
    const platforms = fieldsIn(body?.['platforms']);
    if (body !== undefined) {
      problems.push(...disconnected(platforms, about.accounts));
      if (body['isDraft'] !== true && (row.said.at !== undefined || goesOut(body)))
        problems.push(...(await limitProblems(row, body, about.limits)));
    }
    if (body === undefined || problems.length > 0) faulty.push(faultyRow(row.row, { key: row.key, problems }));
    else ready.push({ ...row, body, platforms });
  }
  return { ready, faulty };
}

const goesOut = (body: PostBody): boolean =>
  ['publishNow', 'scheduledFor', 'queuedFromProfile'].some((name) => Boolean(body[name]));

/** Source: POST-71 */
function disconnected(platforms: readonly Fields[], accounts: readonly Account[]): readonly RowProblem[] {
  const cut = accounts.filter(({ isActive }) => isActive === false);
  return cut
    .filter(({ _id }) => platforms.some(({ accountId }) => accountId === _id))
    .map(({ platform, username, _id }) => ({
      param: 'to',
      message: `${platform}:${username ?? _id} is disconnected; reconnect it first.`,
    }));
}

async function limitProblems({ files }: SoundRow, body: PostBody, limits: Limits): Promise<readonly RowProblem[]> {
  const whole = withItems(body, (name) => {
    const seen = files.get(name);
    return seen && judgedItemOf(seen);
  });
  const found = new Set<string>();
  for (const target of fieldsIn(whole['platforms']))
    for (const sentence of await limits(String(target['platform']), contentOf(whole, target))) found.add(sentence);
  return [...found].map((message) => ({ param: 'content', message }));
}
