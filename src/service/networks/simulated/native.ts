/** Native ids and addresses of simulated posts, in the form each platform gives them. The same seed gives the same id. */
import { createHash } from 'node:crypto';
import type { Fixtures } from '../../../kernel/effect.ts';
import type { NetworkAccount } from '../../records/account.ts';

export interface NativeIdentity {
  readonly nativeId: string;
  readonly url: string;
}

/** What ids and addresses are made of. */
interface Draw {
  readonly account: NetworkAccount;
  /** Milliseconds. */
  readonly at: number;
  readonly video: boolean;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly fixtures: Fixtures;
  /** A number of `count` digits; another `salt`, another number. */
  digits(count: number, salt?: string): string;
  /** `count` characters of `alphabet`. */
  text(count: number, alphabet: string, salt?: string): string;
}

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const BASE36 = `0123456789${LOWER}`;
const BASE32 = `234567${LOWER}`;
const BASE64 = `ABCDEFGHIJKLMNOPQRSTUVWXYZ${LOWER}0123456789-_`;

/**
 * The identity of a post.
 * @param seed what makes the post itself, for example its idempotency key
 */
export function nativeIdentity(
  account: NetworkAccount,
  seed: string,
  post: { at: number; media: readonly Record<string, unknown>[]; settings: Readonly<Record<string, unknown>> },
  fixtures: Fixtures,
): NativeIdentity {
  const shape = SHAPES[account.platform] ?? plain;
  const video = post.media.some((item) => item['type'] === 'video');
  return shape({
    account,
    at: post.at,
    video,
    settings: post.settings,
    fixtures,
    ...drawFrom(`${account.id}/${seed}`),
  });
}

// prettier-ignore
const SHAPES: Readonly<Record<string, (draw: Draw) => NativeIdentity>> = {
  twitter: (d) => at(d.digits(19), (id) => `https://x.com/${handle(d)}/status/${id}`),
  instagram: (d) => at(d.digits(17), () => `https://www.instagram.com/${d.video ? 'reel' : 'p'}/${d.text(11, BASE64)}/`),
  facebook: (d) => at(`${d.digits(15, d.account.id)}_${d.digits(16)}`, (id) => `https://www.facebook.com/${id.replace('_', '/posts/')}`),
  linkedin: (d) => at(`urn:li:share:${d.digits(19)}`, (id) => `https://www.linkedin.com/feed/update/${id}`),
  tiktok: (d) => at(d.digits(19), (id) => `https://www.tiktok.com/@${handle(d)}/${d.video ? 'video' : 'photo'}/${id}`),
  youtube: (d) => at(d.text(11, BASE64), (id) => `https://www.youtube.com/watch?v=${id}`),
  pinterest: (d) => at(d.digits(18), (id) => `https://www.pinterest.com/pin/${id}/`),
  reddit: (d) => at(`t3_${d.text(7, BASE36)}`, (id) => `https://www.reddit.com/r/${subreddit(d)}/comments/${id.slice(3)}/`),
  bluesky: (d) => at(`at://did:plc:${d.text(24, BASE32, d.account.id)}/app.bsky.feed.post/${d.text(13, BASE32)}`,
    (id) => `https://bsky.app/profile/${handle(d)}/post/${id.slice(-13)}`),
  threads: (d) => at(d.digits(17), () => `https://www.threads.net/@${handle(d)}/post/${d.text(11, BASE64)}`),
  telegram: (d) => at(d.digits(7), (id) => `https://t.me/${handle(d)}/${id}`),
  snapchat: (d) => at(d.text(32, BASE64), (id) => `https://www.snapchat.com/spotlight/${id}`),
  discord: (d) => at(d.digits(19), (id) => `https://discord.com/channels/${first(d, 'discord_guild', 'guildId')}/${place(d)}/${id}`),
  slack: (d) => at(`${Math.floor(d.at / 1000)}.${d.digits(6)}`, (id) => `https://${handle(d)}.slack.com/archives/${channel(d)}/p${id.replace('.', '')}`),
  whatsapp: (d) => at(`wamid.${d.text(28, BASE64)}`, () => `https://wa.me/${d.account.username.replace(/\D/g, '')}`),
  googlebusiness: (d) => at(`accounts/${d.digits(21, 'owner')}/locations/${d.digits(19, d.account.id)}/localPosts/${d.digits(19)}`,
    (id) => `https://local.google.com/place?id=${id.split('/')[3] ?? ''}&lpsid=${d.digits(19)}`),
};

const plain = (draw: Draw): NativeIdentity => ({ nativeId: draw.digits(18), url: '' });

const at = (nativeId: string, url: (id: string) => string): NativeIdentity => ({ nativeId, url: url(nativeId) });

const handle = (draw: Draw): string => encodeURIComponent(draw.account.username);

const subreddit = (draw: Draw): string =>
  encodeURIComponent(setting(draw, 'subreddit') ?? `u_${draw.account.username}`);

const channel = (draw: Draw): string => encodeURIComponent(setting(draw, 'channelId') ?? draw.digits(18, 'channel'));

/** The channel that was chosen, else the first one of the server. */
const place = (draw: Draw): string =>
  encodeURIComponent(setting(draw, 'channelId') ?? first(draw, 'discord_channel', 'id'));

/** A field of the first thing that the network has of a kind. */
const first = ({ fixtures }: Draw, kind: string, field: string): string => String(fixtures[kind]?.[0]?.[field] ?? '');

function setting(draw: Draw, name: string): string | undefined {
  const value = draw.settings[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function drawFrom(seed: string): Pick<Draw, 'digits' | 'text'> {
  const bytes = (salt: string) => createHash('sha512').update(`${salt}\n${seed}`).digest();
  const text = (count: number, alphabet: string, salt = '') =>
    [...bytes(salt).subarray(0, count)].map((byte) => alphabet[byte % alphabet.length] ?? '0').join('');
  const digits = (count: number, salt = '') => text(1, '123456789', `${salt}.`) + text(count - 1, '0123456789', salt);
  return { digits, text };
}
