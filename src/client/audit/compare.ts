/** What became of each post of a calendar: published, missing, late, doubled, edited or deleted. Pure. */
import { fieldsIn, isFields, textOf, type Fields } from '../../kernel/json.ts';
import type { DuePost, DueTarget } from './due.ts';

export const AUDIT_RESULTS = ['published', 'missing', 'failed', 'late', 'doubled', 'edited', 'deleted'] as const;

export type AuditResult = (typeof AUDIT_RESULTS)[number];

/** One target of one row. */
export interface AuditRow {
  readonly row: number;
  readonly key?: string;
  readonly place: string;
  readonly platform: string;
  readonly accountId: string;
  /** When it was due. Instants are ISO 8601. */
  readonly at: string;
  readonly result: AuditResult;
  readonly postId?: string;
  readonly publishedAt?: string;
  readonly lateSeconds?: number;
  /** The address of the post on its network. */
  readonly url?: string;
  /** Why, in a sentence. */
  readonly detail?: string;
}

/** What the network itself shows of an account. */
export interface NativeList {
  /** Text by the network's own id of the post. */
  readonly texts: ReadonlyMap<string, string>;
  /** The oldest post in the list, in ms; what is older may only have fallen off its end. */
  readonly sinceMs: number;
}

export interface Found {
  /** The posts of the Service around the time of the calendar. */
  readonly posts: readonly Fields[];
  /** By account; absent for an account whose network does not show its posts. */
  readonly native: ReadonlyMap<string, NativeList>;
  /** Milliseconds that a post may go out after its time. */
  readonly toleranceMs: number;
}

/** A row for each target of each post. */
export function auditRows(due: readonly DuePost[], found: Found): readonly AuditRow[] {
  const wanted = due.flatMap((one) => one.targets.map((target): Wanted => ({ due: one, target })));
  const assignment = assignmentOf(wanted, found.posts);
  return wanted.map((one) => auditRow(one, assignment, found));
}

/** A target of a row. */
interface Wanted {
  readonly due: DuePost;
  readonly target: DueTarget;
}

interface Candidate {
  readonly post: Fields;
  readonly target: Fields;
}

/** Which post belongs to which target of which row, and the posts with the same words that are left over. */
interface Assignment {
  readonly by: ReadonlyMap<Wanted, Candidate>;
  readonly spare: ReadonlyMap<Wanted, readonly Candidate[]>;
}

/**
 * A post belongs to one row at most. Those with the words of the row come first, the closest in time before others; then those
 * that are at exactly the time of a row which is still without one: they were given other words.
 */
function assignmentOf(wanted: readonly Wanted[], posts: readonly Fields[]): Assignment {
  const by = new Map<Wanted, Candidate>();
  const used = new Set<Fields>();
  const take = (fits: (one: Wanted, candidate: Candidate) => boolean): void => {
    const pairs = wanted
      .filter((one) => !by.has(one))
      .flatMap((one) => candidatesFor(one.target.accountId, posts).map((candidate) => ({ one, candidate })))
      .filter(({ one, candidate }) => fits(one, candidate))
      .toSorted(
        (a, b) => Number(isPublished(b.candidate)) - Number(isPublished(a.candidate)) || distance(a) - distance(b),
      );
    for (const { one, candidate } of pairs) {
      if (by.has(one) || used.has(candidate.target)) continue;
      by.set(one, candidate);
      used.add(candidate.target);
    }
  };
  take(hasWords);
  take(({ due }, { post, target }) => instantMs(post, target) === Date.parse(due.at));
  const spare = new Map<Wanted, Candidate[]>();
  for (const one of wanted)
    for (const candidate of candidatesFor(one.target.accountId, posts)) {
      if (used.has(candidate.target) || !isPublished(candidate) || !hasWords(one, candidate)) continue;
      used.add(candidate.target);
      spare.set(one, [...(spare.get(one) ?? []), candidate]);
    }
  return { by, spare };
}

const hasWords = ({ due }: Wanted, { post, target }: Candidate): boolean =>
  plain(textFor(post, target)) === plain(due.content);

const distance = ({ one, candidate }: { readonly one: Wanted; readonly candidate: Candidate }): number =>
  Math.abs(instantMs(candidate.post, candidate.target) - Date.parse(one.due.at)) || 0;

function auditRow(wanted: Wanted, { by, spare }: Assignment, { native, toleranceMs }: Found): AuditRow {
  const { due, target } = wanted;
  const { row, key, place, at } = due;
  const { platform, accountId } = target;
  const head = { row, ...(key !== undefined && { key }), place, platform, accountId, at };
  const best = by.get(wanted);
  if (best === undefined) return { ...head, result: 'missing', detail: 'No such post exists.' };
  const again = spare.get(wanted) ?? [];
  return { ...head, ...verdictOn(best, { due, again, native: native.get(accountId), toleranceMs }) };
}

const candidatesFor = (accountId: string, posts: readonly Fields[]): readonly Candidate[] =>
  posts.flatMap((post) =>
    fieldsIn(post['platforms'])
      .filter((target) => idOf(target['accountId']) === accountId)
      .map((target) => ({ post, target })),
  );

const idOf = (account: unknown): string | undefined => textOf(isFields(account) ? account['_id'] : account);

const textFor = (post: Fields, target: Fields): string =>
  textOf(target['customContent']) ?? textOf(post['content']) ?? '';

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const instantMs = (post: Fields, target: Fields): number =>
  Date.parse(textOf(target['scheduledFor']) ?? textOf(post['scheduledFor']) ?? '');

const isPublished = ({ target }: Candidate): boolean => target['status'] === 'published';

interface Judging {
  readonly due: DuePost;
  /** Further posts with this text on this account. */
  readonly again: readonly Candidate[];
  readonly native: NativeList | undefined;
  readonly toleranceMs: number;
}

type Verdict = Pick<AuditRow, 'result' | 'postId' | 'publishedAt' | 'lateSeconds' | 'url' | 'detail'>;

/** The gravest first: what is gone is not called late. */
function verdictOn(best: Candidate, judging: Judging): Verdict {
  const { post, target } = best;
  const publishedAt = textOf(target['publishedAt']);
  const url = textOf(target['platformPostUrl']);
  const postId = textOf(post['_id']);
  const known = {
    ...(postId !== undefined && { postId }),
    ...(publishedAt !== undefined && { publishedAt }),
    ...(url !== undefined && { url }),
  };
  if (!isPublished(best)) return { ...known, ...unpublished(target) };
  return {
    ...known,
    ...(goneFrom(best, judging) ?? doubled(best, judging) ?? edited(best, judging) ?? late(best, judging)),
  };
}

function unpublished(target: Fields): Verdict {
  const status = textOf(target['status']) ?? 'unknown';
  const reason = textOf(target['errorMessage']);
  if (status === 'failed') return { result: 'failed', ...(reason !== undefined && { detail: reason }) };
  return { result: 'missing', detail: `It was not published: its status is ${status}.` };
}

function goneFrom({ target }: Candidate, { native }: Judging): Verdict | undefined {
  const removedAt = textOf(target['removedFromPlatformAt']);
  if (removedAt !== undefined) return { result: 'deleted', detail: `Removed from the network at ${removedAt}.` };
  const id = textOf(target['platformPostId']);
  const isInReach = Date.parse(textOf(target['publishedAt']) ?? '') >= (native?.sinceMs ?? Infinity);
  if (native === undefined || id === undefined || native.texts.has(id) || !isInReach) return undefined;
  return { result: 'deleted', detail: 'The network no longer shows it.' };
}

function doubled(best: Candidate, { again }: Judging): Verdict | undefined {
  if (again.length === 0) return undefined;
  const ids = [best, ...again].map(({ post }) => textOf(post['_id']) ?? '');
  return { result: 'doubled', detail: `Published ${String(ids.length)} times: ${ids.join(', ')}.` };
}

function edited({ post, target }: Candidate, { due, native }: Judging): Verdict | undefined {
  if (plain(textFor(post, target)) !== plain(due.content))
    return { result: 'edited', detail: 'The text of the post differs from the calendar.' };
  const nativeText = native?.texts.get(textOf(target['platformPostId']) ?? '');
  if (nativeText === undefined || plain(nativeText) === plain(due.content)) return undefined;
  return { result: 'edited', detail: `The network shows: ${plain(nativeText)}` };
}

function late({ target }: Candidate, { due, toleranceMs }: Judging): Verdict {
  const lateMs = Date.parse(textOf(target['publishedAt']) ?? due.at) - Date.parse(due.at);
  if (!(lateMs > toleranceMs)) return { result: 'published' };
  return { result: 'late', lateSeconds: Math.round(lateMs / 1000) };
}
