/** Who follows an account and who watches a channel, part by part: never more people than there are. Followers come from accounts/followers.ts, views from videos.ts. */
import { instantOf } from '../../../kernel/instant.ts';
import { DAY_MS } from '../../../kernel/time.ts';
import { offers } from '../../../platforms/platforms.ts';
import { ok, type Call } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { Desk, Handler } from '../../desk.ts';
import { fractionOf } from '../../networks/chance.ts';
import { sharedOut } from '../../networks/shares.ts';
import { added, engagementOf } from '../../networks/figures.ts';
import { accountFor } from '../../records/account.ts';
import { curveOf } from '../accounts/followers.ts';
import { dayOf } from './days.ts';
import { measurePosts, totalBy } from './measured.ts';
import { datesOf, spanIn, viewsIn, watchedIn } from './videos.ts';

/** Parts of an audience by what it is divided by. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  age: ['13-17', '18-24', '25-34', '35-44', '45-54', '55-64', '65+'],
  gender: ['F', 'M', 'U'],
  country: ['DE', 'US', 'GB', 'FR', 'ES', 'BR', 'IN'],
  city: ['Berlin, Berlin', 'Hamburg, Hamburg', 'London, England', 'Paris, Île-de-France', 'New York, New York'],
};

/** Platforms tell of the largest places only: as much of the audience, in percent, as they name. */
const NAMED_PERCENT: Readonly<Record<string, number>> = { age: 100, gender: 100, country: 92, city: 61 };

const names = (breakdown: unknown, usual: readonly string[]): readonly string[] => {
  const given = typeof breakdown === 'string' ? breakdown.split(',').map((name) => name.trim()) : [];
  const wanted = given.filter((name) => name !== '');
  return wanted.length === 0 ? usual : [...new Set(wanted)];
};

const unknownPart = (name: string) =>
  refuse('invalid_field_value', { param: 'breakdown', message: `Audience figures cannot be broken down by ${name}.` });

interface Part {
  readonly dimension: string;
  readonly value: number;
}

/** People by part, the largest first; parts without people are left out. */
function partsOf(accountId: string, name: string, people: number): readonly Part[] {
  const parts = PARTS[name] ?? [];
  const weights = parts.map((part, at) => (0.3 + fractionOf(`${accountId} ${name} ${part}`)) / (1 + at / 3));
  const shares = sharedOut(Math.floor((people * (NAMED_PERCENT[name] ?? 0)) / 100), weights);
  return parts
    .map((dimension, at) => ({ dimension, value: shares[at] ?? 0 }))
    .filter(({ value }) => value > 0)
    .sort((one, other) => other.value - one.value);
}

/** The first day of the week or the month that is under way, in days since the epoch. */
function beginOf(timeframe: unknown, now: number): number {
  const today = dayOf(now);
  return timeframe === 'this_week' ? today - ((today + 3) % 7) : today - new Date(now).getUTCDate() + 1;
}

/** Everybody who follows, or everybody who reacted to a post since the time began; never more than follow. */
async function peopleIn(call: Call, desk: Desk, accountId: string): Promise<number> {
  const now = desk.clock.now();
  const followers = (await curveOf(desk.store.read, accountId))(dayOf(now));
  if (call.query['metric'] !== 'engaged_audience_demographics') return followers;
  const { rows } = await measurePosts(desk, call.caller, { accountId });
  const begin = beginOf(call.query['timeframe'], now) * DAY_MS - 1;
  const reactions = rows.map((row) => engagementOf(added(totalBy(row, begin), totalBy(row, now))));
  return Math.min(
    followers,
    reactions.reduce((sum, count) => sum + Math.max(0, count), 0),
  );
}

const getInstagramDemographics: Handler = async (call, desk) => {
  const { accountId, metric = 'follower_demographics', timeframe = 'this_month', breakdown } = call.query;
  const account = await accountFor(desk.store.read, call.caller, String(accountId));
  if (account === undefined) return refuse('account_not_found', { param: 'accountId' });
  if (!offers(account.doc.platform, 'followers'))
    return refuse('invalid_field_value', { param: 'accountId', message: 'This is not an Instagram account.' });
  const wanted = names(breakdown, ['age', 'city', 'country', 'gender']);
  const unknown = wanted.find((name) => !Object.hasOwn(PARTS, name));
  if (unknown !== undefined) return unknownPart(unknown);
  const people = await peopleIn(call, desk, account.id);
  return ok({
    success: true,
    accountId: account.id,
    platform: account.doc.platform,
    metric,
    timeframe,
    demographics: Object.fromEntries(wanted.map((name) => [name, partsOf(account.id, name, people)])),
    note: 'Only the largest cities and countries are listed.',
  });
};

/** As percent of the views, cut after the first digit, so that no sum exceeds the whole. */
const inPercent = (parts: readonly Part[], views: number): readonly Part[] =>
  parts
    .map(({ dimension, value }) => ({ dimension, value: Math.floor((value * 1_000) / views) / 10 }))
    .filter(({ value }) => value > 0);

const getYouTubeDemographics: Handler = async (call, desk) => {
  const wanted = names(call.query['breakdown'], ['age', 'gender', 'country']);
  const unknown = wanted.find((name) => name === 'city' || !Object.hasOwn(PARTS, name));
  if (unknown !== undefined) return unknownPart(unknown);
  const watched = await watchedIn(call, desk);
  if ('refusal' in watched) return watched.refusal;
  const { account, video, all } = watched;
  const { videoId } = call.query;
  const now = desk.clock.now();
  const span = spanIn(call, now);
  const videos = videoId === undefined ? all : video === undefined ? [] : [video];
  const views = videos.reduce((sum, { readings }) => sum + viewsIn(readings, span, now), 0);
  const shares = (name: string) => inPercent(partsOf(String(videoId ?? account.id), name, views), views);
  return ok({
    success: true,
    accountId: account.id,
    platform: account.doc.platform,
    ...(videoId !== undefined && { videoId, ...(await namesOf(call, desk, account.id)) }),
    demographics: Object.fromEntries(wanted.map((name) => [name, views === 0 ? [] : shares(name)])),
    ...datesOf(span, now),
    note: 'The figures for the last few days may still change.',
  });
};

/** What the service knows of a video; nothing of one that was not published through it. */
export async function namesOf({ caller, query }: Call, desk: Desk, accountId: string) {
  const { rows } = await measurePosts(desk, caller, { accountId });
  const row = rows.find(({ target }) => target.platformPostId === query['videoId']);
  const title = row?.post.title ?? row?.post.content ?? null;
  return { title, publishedAt: row === undefined ? null : instantOf(row.publishedAt) };
}

export const handlers: Record<string, Handler> = { getInstagramDemographics, getYouTubeDemographics };
