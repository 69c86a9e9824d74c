/** What a platform is sent for one target of a post: its own text, media and settings before those of the post. Pure. */
import { fieldsIn, isFields, isList, textOf, type Fields } from '../kernel/json.ts';
import type { Content } from './content.ts';
import { traitsOf } from './platforms.ts';

/** Settings of a post beside its targets, as a body names them. */
export interface CommonSettings {
  readonly platformSpecificData?: unknown;
  readonly tiktokSettings?: unknown;
  readonly facebookSettings?: unknown;
}

interface Tags {
  readonly tags?: unknown;
  readonly hashtags?: unknown;
}

/** A target as a body names it. */
export interface SentTarget {
  readonly platform?: unknown;
  readonly customContent?: unknown;
  readonly customMedia?: unknown;
  readonly platformSpecificData?: unknown;
}

/**
 * The settings of a target, field by field: its own win over the settings object of its platform, which wins over the
 * post's `platformSpecificData`. A `facebookSettings` inside platform data counts where it is.
 * Source: ASM-06 (POST-21 to POST-24)
 */
export function settingsOf(common: CommonSettings, { platform, platformSpecificData }: SentTarget): Fields {
  const key = traitsOf(String(platform)).posting?.settingsKey;
  return {
    ...flat(common.platformSpecificData),
    ...(key === undefined ? undefined : fieldsOf(common[key])),
    ...flat(platformSpecificData),
  };
}

/**
 * The field of a body in which a setting of a target was written.
 * @param at place in the settings, such as `boardId` or `embeds.0.title`
 * @param where `own` is the place of the target, such as `platforms.0`
 */
export function placeOfSetting(
  at: string,
  {
    common,
    target,
    own,
  }: { readonly common: CommonSettings & Tags; readonly target: SentTarget; readonly own: string },
): string {
  const [name = ''] = at.split('.');
  const key = traitsOf(String(target.platform)).posting?.settingsKey;
  const mine = holderOf(name, target.platformSpecificData);
  if (mine !== undefined) return `${own}.${mine}.${at}`;
  if (key !== undefined && name in fieldsOf(common[key])) return `${key}.${at}`;
  const shared = holderOf(name, common.platformSpecificData);
  if (shared !== undefined) return `${shared}.${at}`;
  return name in tagsOf(common) ? at : `${own}.platformSpecificData.${at}`;
}

function holderOf(name: string, platformData: unknown): string | undefined {
  const { facebookSettings, ...rest } = fieldsOf(platformData);
  if (name in fieldsOf(facebookSettings)) return 'platformSpecificData.facebookSettings';
  return name in rest ? 'platformSpecificData' : undefined;
}

/** Tags of a post, which platforms that have them take as settings. */
export const tagsOf = ({ tags, hashtags }: Tags): Fields => ({
  ...(isList(tags) && tags.length > 0 ? { tags } : {}),
  ...(isList(hashtags) && hashtags.length > 0 ? { hashtags } : {}),
});

/** What a target of a body would get, for a verdict before there is a post. */
export function contentOf(body: Fields, target: SentTarget): Content {
  const settings = settingsOf(body, target);
  return {
    text: textOf(target.customContent) ?? textOf(body['content']) ?? '',
    title: textOf(settings['title']) ?? textOf(body['title']),
    media: fieldsIn(target.customMedia ?? body['mediaItems']),
    settings: { ...tagsOf(body), ...settings },
  };
}

/** Media of the items of a thread, in order. */
export const threadMedia = (platformData: unknown): readonly Fields[] =>
  fieldsIn(fieldsOf(platformData)['threadItems']).flatMap(({ mediaItems }) => fieldsIn(mediaItems));

function flat(platformData: unknown): Fields {
  const { facebookSettings, ...rest } = fieldsOf(platformData);
  return { ...rest, ...fieldsOf(facebookSettings) };
}

const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});
