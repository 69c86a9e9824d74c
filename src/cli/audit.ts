/** Runs an audit for the command line: the calendar, the posts around its time, and what the networks show. The work is done in client/audit. */
import { AUDIT_RESULTS, auditRows, type AuditRow, type NativeList } from '../client/audit/compare.ts';
import { duePosts, type DuePost } from '../client/audit/due.ts';
import type { Account } from '../client/accounts.ts';
import { knownRows } from '../client/bulk/judge.ts';
import { faultyBatch } from '../client/bulk/prepare.ts';
import { readBatch } from '../client/bulk/read.ts';
import type { BulkForm } from '../client/bulk/forms.ts';
import { connectedAccounts, platformsIn } from '../client/compose.ts';
import { Failure, failure } from '../kernel/failure.ts';
import { counted } from '../kernel/counted.ts';
import type { DateOrder } from '../kernel/formats.ts';
import { fieldsIn, isFields, textOf, type Fields } from '../kernel/json.ts';
import { DAY_MS } from '../kernel/time.ts';
import { assigned } from './assign.ts';
import type { Context, Outcome } from './command.ts';
import { readPosts } from './read-posts.ts';

export interface AuditOrder {
  readonly names: readonly string[];
  readonly form: BulkForm | undefined;
  /** `Column=field`, as typed. */
  readonly map: readonly string[] | undefined;
  readonly zone: string | undefined;
  readonly dateOrder: DateOrder | undefined;
  readonly profile: string | undefined;
  readonly toleranceMs: number;
}

/** @throws Failure with every faulty row of the calendar, before anything is judged */
export async function auditCalendar(order: AuditOrder, context: Context): Promise<Outcome> {
  const { due, ahead } = await dueNow(order, context);
  if (due.length === 0) {
    context.say(`Nothing was due yet; ${counted(ahead, 'post')} ${ahead === 1 ? 'is' : 'are'} still ahead.`);
    return { result: { due: 0, ahead, faults: 0, targets: [] }, list: 'targets' };
  }
  const posts = await postsAround(due, context);
  const native = await nativeLists(due, posts, context);
  const targets = auditRows(due, { posts, native, toleranceMs: order.toleranceMs });
  const wrong = targets.filter(({ result }) => result !== 'published');
  return {
    result: { due: due.length, ahead, faults: wrong.length, targets },
    list: 'targets',
    columns: ['place', 'result', 'platform', 'at', 'publishedAt', 'detail', 'postId'],
    ...(context.flags.fields === undefined && { draw: await drawer(targets, order.zone, context) }),
    ...(wrong.length > 0 && { failure: faultsIn(wrong, targets.length) }),
  };
}

async function dueNow(
  { names, form, map, zone, dateOrder, profile }: AuditOrder,
  context: Context,
): Promise<{ readonly due: readonly DuePost[]; readonly ahead: number }> {
  const { card, schemas } = context.catalog.command('createPost');
  const schema = card.body?.schema ?? {};
  const batch = await readBatch(names, { form, map }, context.world);
  const rows = knownRows(batch.rows, {
    schema,
    schemas,
    assign: (body, text) => assigned(body, { text, flag: 'The column' }, schema, schemas),
  });
  const { due, faulty } = await duePosts(rows, {
    accounts: await connectedAccounts(context),
    platforms: platformsIn(context),
    zone: zone ?? (await context.zone()),
    dateOrder: dateOrder ?? (await context.dateOrder()),
    ...(profile !== undefined && { profile }),
  });
  const faults = [...batch.faults, ...faulty];
  if (faults.length > 0) throw faultyBatch(faults, batch.rows.length + batch.faults.length);
  const nowMs = await context.serviceNow();
  const past = due.filter(({ at }) => Date.parse(at) <= nowMs);
  return { due: past, ahead: due.length - past.length };
}

/** Posts may have been moved: a day on each side is looked through as well. */
async function postsAround(due: readonly DuePost[], context: Context): Promise<readonly Fields[]> {
  const times = due.map(({ at }) => Date.parse(at));
  const day = (ms: number): string => new Date(ms).toISOString();
  const query = {
    fromDate: day(Math.min(...times) - DAY_MS),
    toDate: day(Math.max(...times) + DAY_MS),
    sortBy: 'scheduled-asc',
  };
  const posts: Fields[] = [];
  for await (const post of readPosts(query, context)) posts.push(post);
  return posts;
}

/** A line for each target, and below it why it is not as planned. */
async function drawer(
  targets: readonly AuditRow[],
  zone: string | undefined,
  context: Context,
): Promise<(color: boolean) => Promise<string>> {
  const [{ dayText }, { neutralLine }, { stylesFor }, { isUnicode }] = await Promise.all([
    import('../output/when.ts'),
    import('../output/neutral.ts'),
    import('../output/style.ts'),
    import('./locale.ts'),
  ]);
  const shownZone = zone ?? (await context.zone());
  const [good, bad] = isUnicode(context.world.env) ? ['✓', '✗'] : ['+', '!'];
  const widest = (values: readonly string[]): number => Math.max(0, ...values.map((value) => value.length));
  const resultWidth = widest(targets.map(({ result }) => result));
  const platformWidth = widest(targets.map(({ platform }) => platform));
  return async (color) => {
    const { green, red, dim } = await stylesFor(color);
    return targets
      .flatMap(({ result, at, platform, place, key, detail, lateSeconds, postId }) => {
        const isGood = result === 'published';
        const head = (isGood ? green : red)(`${isGood ? good : bad} ${result.padEnd(resultWidth)}`);
        const row = key === undefined ? place : `${place} ${key}`;
        const why = detail ?? (lateSeconds === undefined ? '' : `${String(Math.round(lateSeconds / 60))} min late`);
        const more = [why, postId ?? ''].filter((word) => word !== '').join('  ');
        return [
          `${head}  ${dayText(Date.parse(at), shownZone)}  ${platform.padEnd(platformWidth)}  ${neutralLine(row)}`,
          ...(isGood || more === '' ? [] : [dim(`  ${neutralLine(more)}`)]),
        ];
      })
      .join('\n');
  };
}

/** Only accounts with something published are asked. One whose network says nothing is reported, and judged without it. */
async function nativeLists(
  due: readonly DuePost[],
  posts: readonly Fields[],
  context: Context,
): Promise<ReadonlyMap<string, NativeList>> {
  const published = new Set(
    posts.flatMap((post) =>
      fieldsIn(post['platforms']).flatMap(({ accountId, status }) =>
        status === 'published' ? (textOf(isFields(accountId) ? accountId['_id'] : accountId) ?? []) : [],
      ),
    ),
  );
  const asked = new Set(due.flatMap(({ targets }) => targets.map(({ accountId }) => accountId)));
  const lists = new Map<string, NativeList>();
  for (const accountId of asked) {
    if (!published.has(accountId)) continue;
    const list = await nativeList(accountId, context);
    if (list !== undefined) lists.set(accountId, list);
  }
  return lists;
}

async function nativeList(accountId: Account['_id'], context: Context): Promise<NativeList | undefined> {
  const card = context.catalog.card('getAccountPosts');
  try {
    const { body } = await context.call(card, { path: { accountId }, query: {}, headers: {} });
    const posts = fieldsIn(isFields(body) ? body['posts'] : []);
    const times = posts
      .map(({ createdTime }) => Date.parse(textOf(createdTime) ?? ''))
      .filter((ms) => !Number.isNaN(ms));
    return {
      texts: new Map(posts.map(({ id, message }) => [textOf(id) ?? '', textOf(message) ?? ''])),
      sinceMs: Math.min(...times),
    };
  } catch (error) {
    if (!(error instanceof Failure) || !OF_ONE_ACCOUNT.includes(error.exit)) throw error;
    context.say(`The posts of account ${accountId} on its network could not be read: ${error.fields.message}`);
    return undefined;
  }
}

/** Failures that say something of one account; any other would meet the next one as well. */
const OF_ONE_ACCOUNT: readonly string[] = ['rejected', 'forbidden', 'not_found', 'platform'];

function faultsIn(wrong: readonly AuditRow[], total: number): Failure {
  const words = AUDIT_RESULTS.flatMap((kind) => {
    const { length } = wrong.filter(({ result }) => result === kind);
    return length === 0 ? [] : `${String(length)} ${kind}`;
  }).join(', ');
  return failure('partial', {
    message: `${String(wrong.length)} of ${counted(total, 'target')} do not match the calendar: ${words}.`,
    hint: '`svc posts get ID` shows a post and why a target failed.',
  });
}
