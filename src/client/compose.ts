/** What a person says of a post, turned into the body of `POST /v1/posts`. Everything local is judged before anything is sent. */
import { failure, type Failure } from '../kernel/failure.ts';
import type { DateOrder } from '../kernel/formats.ts';
import { DAY_MS } from '../kernel/time.ts';
import { resolved } from '../schema/reference.ts';
import type { World } from '../world/world.ts';
import { placeholderTargets, targetsFor, type Account, type Looking } from './accounts.ts';
import { closeMedia, mediaItems, openMedia, placeholderItems, type MediaItem, type MediaSource } from './media.ts';
import { pages, recordsOf } from './paging.ts';
import type { Schedule } from './schedule.ts';
import type { Target } from './target.ts';
import { acceptedTypes, openUploads, withWords, type UploadDesk } from './uploads.ts';

/** The words of the command line, as typed. */
export interface Said {
  readonly text: string | undefined;
  readonly contentFile: string | undefined;
  readonly to: readonly string[];
  readonly at: string | undefined;
  readonly now: boolean;
  /** Id of a queue, or `default` for the default queue of the profile. */
  readonly queue: string | undefined;
  readonly draft: boolean;
  readonly media: readonly string[];
  readonly permanent: boolean;
  readonly profile: string | undefined;
  /** Before what the context says. */
  readonly dateOrder?: DateOrder | undefined;
}

export interface ComposeDesk extends UploadDesk {
  readonly world: Pick<World, 'http' | 'clock' | 'files' | 'io'>;
  readonly flags: { readonly timeoutMs?: number; readonly dryRun: boolean; readonly validate: boolean };
  target(): Promise<Target>;
  zone(): Promise<string>;
  dateOrder(): Promise<DateOrder | undefined>;
  /** What time it is at the service, in ms. */
  serviceNow(): Promise<number>;
}

export type PostBody = Readonly<Record<string, unknown>>;

/** A file has to outlive this wait without a promise of the storage. Source: design, "posts create" */
const WEEK_MS = 7 * DAY_MS;

/** True when files of a post must be sure to stay. */
export const isFarOff = (schedule: Schedule | undefined, nowMs: number): boolean =>
  schedule !== undefined && Date.parse(schedule.instant) - nowMs > WEEK_MS;

/**
 * The body of the create call. Files are uploaded last, when nothing else can fail here any more.
 * @param given what came through generated flags, --set and --input
 * @throws Failure `usage` for words that do not go together, and what accounts, time and files throw
 */
export async function composePost(given: PostBody, said: Said, desk: ComposeDesk): Promise<PostBody> {
  refuseExclusive(given, said);
  const content = await contentOf(given, said, desk);
  const timing = await timingOf(given, said, desk);
  const sources = await openMedia(
    said.media,
    desk.world.files,
    said.media.length === 0 ? [] : acceptedTypes(desk.catalog),
  );
  try {
    const body: PostBody = { ...given, ...(content !== undefined && { content }), ...timing.body };
    if (desk.flags.validate) refuseEmpty(body, said);
    const targeted = await withTargets(body, said, desk);
    return await withMedia(targeted, sources, { desk, said, isFar: timing.isFar });
  } finally {
    await closeMedia(sources);
  }
}

/** Ways to say when, of which one holds. Source: specification, POST /v1/posts */
export function refuseExclusive(given: PostBody, { at, now, queue, draft }: Said): void {
  const ways = [
    [at !== undefined, '--at'],
    [now, '--now'],
    [queue !== undefined, '--queue'],
    [draft, '--draft'],
    [given['scheduledFor'] !== undefined, 'scheduledFor'],
    [given['publishNow'] === true, 'publishNow'],
    [given['isDraft'] === true, 'isDraft'],
    [given['queuedFromProfile'] !== undefined, 'queuedFromProfile'],
  ] as const;
  const used = ways.filter(([is]) => is).map(([, name]) => name);
  const [first, second] = used;
  if (first !== undefined && second !== undefined) throw refused(`${first} and ${second} cannot be combined.`, second);
}

async function contentOf(given: PostBody, { text, contentFile }: Said, { world }: ComposeDesk): Promise<unknown> {
  const used = [
    ...(text === undefined ? [] : ['the text']),
    ...(contentFile === undefined ? [] : ['--content-file']),
    ...(given['content'] === undefined ? [] : ['--content']),
  ];
  if (used.length > 1) throw refused(`The text is given twice: with ${used.join(' and with ')}.`, '--content');
  if (text === '-' || contentFile === '-') return withoutLastNewline(await world.io.in.text());
  if (contentFile !== undefined) return withoutLastNewline(await world.files.readText(contentFile));
  return text ?? given['content'];
}

/** Editors and `echo` end a text with a line break nobody means. */
const withoutLastNewline = (text: string): string => text.replace(/\r?\n$/, '');

/** What a word about the time comes to. */
export interface Timing {
  readonly body: PostBody;
  readonly schedule?: Schedule;
  /** Files of the post must be sure to stay. */
  readonly isFar: boolean;
}

export type TimeDesk = Pick<ComposeDesk, 'say' | 'zone' | 'dateOrder' | 'serviceNow'>;

export async function timingOf(given: PostBody, said: Said, desk: TimeDesk): Promise<Timing> {
  if (said.now) return { body: { publishNow: true }, isFar: false };
  if (said.draft) return { body: { isDraft: true }, isFar: false };
  if (said.at === undefined) return { body: {}, isFar: false };
  const zone = typeof given['timezone'] === 'string' ? given['timezone'] : await desk.zone();
  const { scheduleFor } = await import('./schedule.ts');
  const dateOrder = said.dateOrder ?? (await desk.dateOrder());
  const nowMs = await desk.serviceNow();
  const schedule = await scheduleFor({ text: said.at, zone, dateOrder, nowMs });
  if (schedule.twice) desk.say('This time occurs twice that day; the earlier one is used.');
  desk.say(`Scheduled for ${schedule.local}, which is ${schedule.instant}.`);
  return { body: { scheduledFor: schedule.instant, timezone: zone }, schedule, isFar: isFarOff(schedule, nowMs) };
}

/** What a target may have of its own instead of the post's text and media. */
const OWN_CONTENT = ['customContent', 'customMedia', 'platformSpecificData'];

/** A post needs something to show; only a draft that is called one may be empty. */
export function refuseEmpty(body: PostBody, { media, draft, to, queue }: Said): void {
  const isDraft = draft || body['isDraft'] === true;
  const shows = [body['content'], body['title']].some((text) => typeof text === 'string' && text.trim() !== '');
  // An embed, a poll or a thread may be the whole post; the platform says whether it is.
  const own =
    body['platformSpecificData'] !== undefined ||
    listOf(body['platforms']).some((target) => OWN_CONTENT.some((name) => Boolean(target[name])));
  if (!isDraft && !shows && !own && media.length === 0 && listOf(body['mediaItems']).length === 0) {
    throw refused('The post is empty: give text or --media, or add --draft.', 'content');
  }
  const goes = body['publishNow'] === true || body['scheduledFor'] !== undefined || queue !== undefined;
  if (goes && !isDraft && to.length === 0 && listOf(body['platforms']).length === 0) {
    throw refused('The post has no target: choose accounts with --to.', '--to');
  }
}

async function withTargets(body: PostBody, said: Said, desk: ComposeDesk): Promise<PostBody> {
  const platforms = platformsIn(desk);
  if (desk.flags.dryRun) return dryTargets(body, said, { platforms, desk });
  const profile = said.profile ?? (await desk.target()).profile;
  const accounts = said.to.length === 0 ? [] : await connectedAccounts(desk);
  return addressedTo(body, said, { accounts, platforms, ...(profile !== undefined && { profile }) });
}

/** The body with the targets that were named, and the queue that they share. @throws Failure as `targetsFor` does */
export function addressedTo(body: PostBody, said: Said, looking: Looking): PostBody {
  const targets = targetsFor(said.to, looking);
  const used = looking.accounts.filter(({ _id }) => targets.some(({ accountId }) => accountId === _id));
  return {
    ...body,
    ...(targets.length > 0 && { platforms: [...listOf(body['platforms']), ...targets] }),
    ...(said.queue !== undefined && queued(said.queue, looking.profile, used)),
  };
}

interface DryDesk {
  readonly platforms: readonly string[];
  readonly desk: ComposeDesk;
}

function dryTargets(body: PostBody, { to, queue, profile }: Said, { platforms, desk }: DryDesk): PostBody {
  const targets = placeholderTargets(to, platforms);
  if (targets.some(({ platform, accountId }) => `${platform}${accountId}`.includes('<'))) {
    desk.say('A dry run looks up nothing: values in angle brackets would come from the accounts.');
  }
  return {
    ...body,
    ...(to.length > 0 && { platforms: [...listOf(body['platforms']), ...targets] }),
    ...(queue !== undefined && queued(queue, profile ?? '<profile of the targets>', [])),
  };
}

/** The queue belongs to a profile: the one that was named, else the one that all targets share. */
function queued(queue: string, profile: string | undefined, targets: readonly Account[]): PostBody {
  const ids = [...new Set(targets.map(({ profileId }) => idOf(profileId)))];
  const only = profile ?? (ids.length === 1 ? ids[0] : undefined);
  if (only === undefined) throw refused('--queue needs a profile: set it with --profile.', '--profile');
  return { queuedFromProfile: only, ...(queue !== 'default' && { queueId: queue }) };
}

const idOf = (profile: unknown): string =>
  typeof profile === 'object' && profile !== null ? String((profile as { _id?: unknown })._id) : String(profile);

/** Every account of the team, disconnected ones included. */
export async function connectedAccounts({
  catalog,
  call,
}: Pick<ComposeDesk, 'catalog' | 'call'>): Promise<readonly Account[]> {
  const accounts: Account[] = [];
  for await (const { body } of pages(catalog.card('listAccounts'), { path: {}, query: {}, headers: {} }, call)) {
    accounts.push(...((recordsOf(body)?.records ?? []) as readonly Account[]));
  }
  return accounts;
}

/** Platforms a target can name, as the contract lists them. */
export function platformsIn({ catalog }: Pick<ComposeDesk, 'catalog'>): readonly string[] {
  const { card, schemas } = catalog.command('createPost');
  const field = resolved(card.body?.schema.properties?.['platforms']?.items ?? {}, schemas);
  return (resolved(field.properties?.['platform'] ?? {}, schemas).enum ?? []) as readonly string[];
}

interface MediaWords {
  readonly desk: ComposeDesk;
  readonly said: Said;
  readonly isFar: boolean;
}

async function withMedia(body: PostBody, sources: readonly MediaSource[], words: MediaWords): Promise<PostBody> {
  if (sources.length === 0) return body;
  const items = words.desk.flags.dryRun ? placeholderItems(sources) : await uploadedItems(sources, words);
  return { ...body, mediaItems: [...listOf(body['mediaItems']), ...items] };
}

async function uploadedItems(
  sources: readonly MediaSource[],
  { desk, said, isFar }: MediaWords,
): Promise<readonly MediaItem[]> {
  const { uploading, end } = openUploads(desk, said.permanent || isFar);
  const done: MediaItem[] = [];
  try {
    for (const source of sources) done.push(...(await mediaItems([source], uploading)));
    return done;
  } catch (error) {
    const there = done.flatMap(({ filename, url }) => (filename === undefined ? [] : [`${filename} at ${url}`]));
    const words = there.length === 0 ? '' : ` Uploaded already: ${there.join(', ')}.`;
    throw withWords(error, `No post was created.${words}`, { uploaded: done });
  } finally {
    end();
  }
}

const listOf = (value: unknown): readonly Record<string, unknown>[] =>
  Array.isArray(value) ? (value as Record<string, unknown>[]) : [];

const refused = (message: string, param: string): Failure => failure('usage', { message, param });
