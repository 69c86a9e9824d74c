/** What figures of ads can be split by: the values of each dimension, by the ad's own targeting, and how much weight each has. Used by split.ts. */
import { type Fields, isFields } from '../../../../kernel/json.ts';
import { fractionOf } from '../../../networks/chance.ts';
import { effectivePlacements, positionsIn } from '../placements.ts';
import type { AdRecord } from '../record.ts';

type Weight = readonly [value: string, weight: number];

/** What is said about the audience, wherever on the ad it is declared. */
function targetingOf({ doc }: AdRecord): Fields {
  const targeting: Fields = { ...doc.targeting };
  const { placements } = targeting;
  return { ...doc, ...targeting, ...effectivePlacements(placements) };
}

/** The texts of a list; entries of targeting are texts themselves, or have a name or a key. */
function listed(value: unknown): readonly string[] {
  const all: readonly unknown[] = Array.isArray(value) ? value : [];
  const texts = all.map((one) => (isFields(one) ? (one['name'] ?? one['key']) : one));
  return texts.filter((one) => typeof one === 'string');
}

const AGES = [
  ['13-17', 13, 17],
  ['18-24', 18, 24],
  ['25-34', 25, 34],
  ['35-44', 35, 44],
  ['45-54', 45, 54],
  ['55-64', 55, 64],
  ['65+', 65, Infinity],
] as const;

const ADULT = 18;

function ages({ ageMin, ageMax }: Fields): readonly string[] {
  const youngest = typeof ageMin === 'number' ? ageMin : ADULT;
  const oldest = typeof ageMax === 'number' ? ageMax : Infinity;
  return AGES.filter(([, from, to]) => to >= youngest && from <= oldest).map(([name]) => name);
}

function genders({ gender }: Fields): readonly string[] {
  return gender === 'male' || gender === 'female' ? [gender] : ['female', 'male', 'unknown'];
}

/** Those of a list, or the usual ones where the ad names none. */
const named =
  (name: string, usual: readonly string[]) =>
  (targeting: Fields): readonly string[] => {
    const own = listed(targeting[name]);
    return own.length > 0 ? [...new Set(own)] : usual;
  };

function positions(targeting: Fields): readonly string[] {
  const own = positionsIn(targeting);
  return own.length > 0 ? own : ['feed', 'story', 'reels', 'marketplace'];
}

/** Values on small and on large screens, as far as the ad is shown there. */
const devices =
  (mobile: readonly string[], desktop: readonly string[]) =>
  (targeting: Fields): readonly string[] => {
    const shown = named('devicePlatforms', ['mobile', 'desktop'])(targeting);
    return [...(shown.includes('mobile') ? mobile : []), ...(shown.includes('desktop') ? desktop : [])];
  };

const countries = named('countries', ['DE', 'FR', 'GB', 'US']);

/** Values by dimension, by the names that networks have for them. */
const DIMENSIONS: Readonly<Record<string, (targeting: Fields) => readonly string[]>> = {
  age: ages,
  gender: genders,
  country: countries,
  country_code: countries,
  region: named('regions', ['North', 'East', 'South', 'West']),
  city: named('cities', ['Unknown']),
  language: named('languages', ['en']),
  publisher_platform: named('publisherPlatforms', ['facebook', 'instagram', 'messenger', 'audience_network']),
  platform_position: positions,
  device_platform: devices(['mobile_app', 'mobile_web'], ['desktop']),
  impression_device: devices(['android_smartphone', 'iphone', 'ipad'], ['desktop']),
  device: devices(['mobile', 'tablet'], ['desktop']),
};

/** Where clicks lead, as far as the ad says. */
const destinations = (ad: Fields): readonly string[] => {
  const link = ad['linkUrl'] ?? (isFields(ad['creative']) ? ad['creative']['linkUrl'] : undefined);
  return typeof link === 'string' && URL.canParse(link) ? [new URL(link).hostname] : [];
};

/** Values by which actions are split, and nothing else is; `unknown` where the ad has none. */
const OF_ACTIONS: Readonly<Record<string, (targeting: Fields) => readonly string[]>> = {
  action_device: devices(['android_smartphone', 'iphone'], ['desktop']),
  action_destination: destinations,
  action_reaction: () => ['like', 'love', 'wow'],
  action_target_id: ({ platformAdId }) => (typeof platformAdId === 'string' ? [platformAdId] : []),
  action_video_sound: () => ['off', 'on'],
};

const HOURLY = ['hourly_stats_aggregated_by_advertiser_time_zone', 'hourly_stats_aggregated_by_audience_time_zone'];

export const isHourly = (dimension: string): boolean => HOURLY.includes(dimension);

/** Dimensions by which rows can be split. */
export const DIMENSION_NAMES: readonly string[] = [...Object.keys(DIMENSIONS), ...HOURLY];

export const isDimension = (name: string): boolean => DIMENSION_NAMES.includes(name);

/** The values of a dimension for one ad; no weight is less than zero. Hours are no shares: figures.ts counts them. */
export function weightsOf(dimension: string, ad: AdRecord): readonly Weight[] {
  const values = (DIMENSIONS[dimension] ?? OF_ACTIONS[dimension])?.(targetingOf(ad)) ?? [];
  return (values.length > 0 ? values : ['unknown']).map((value) => [
    value,
    0.2 + fractionOf(`${ad.id} ${dimension} ${value}`),
  ]);
}
