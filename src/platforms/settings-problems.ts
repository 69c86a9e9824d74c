/** Judges what the settings of a post hold by the rows of inner-limits.ts. Asked by content.ts. */
import { platformLabel } from './labels.ts';
import { isFields, ownValue, type Fields } from '../kernel/json.ts';
import { INNER_LIMITS, type InnerLimit } from './inner-limits.ts';
import { traitsOf } from './platforms.ts';

export interface InnerProblem {
  /** The place in the settings, for example `embeds.0.title`. */
  readonly at: string;
  readonly sentence: string;
}

/** What is wrong inside the settings, in the order of the rows. @param mediaCount items beside them */
export function settingsProblems(platform: string, settings: Fields, mediaCount: number): InnerProblem[] {
  const { limits = [] } = ownValue(INNER_LIMITS, platform) ?? {};
  return limits.flatMap((limit) => {
    const places = valuesAt(settings, limit.path.split('.'));
    const about = { platform, settings, limit };
    return [
      ...places.flatMap((place) => [
        ...lengthProblems(place, about),
        ...writingProblems(place, about),
        ...otherProblems(place, { ...about, mediaCount }),
      ]),
      ...totalProblems(places, about),
    ];
  });
}

interface Place {
  readonly at: string;
  readonly value: unknown;
}

interface About {
  readonly platform: string;
  readonly settings: Fields;
  readonly limit: InnerLimit;
}

/** Every value at a path of names and `*`. */
function valuesAt(value: unknown, path: readonly string[], at = ''): Place[] {
  const [name, ...rest] = path;
  if (name === undefined) return value === undefined || value === null ? [] : [{ at, value }];
  const under = (key: string | number): string => (at === '' ? String(key) : `${at}.${String(key)}`);
  if (name === '*')
    return Array.isArray(value) ? value.flatMap((entry, index) => valuesAt(entry, rest, under(index))) : [];
  if (!isFields(value) || !Object.hasOwn(value, name)) return [];
  return valuesAt(value[name], rest, under(name));
}

function lengthProblems({ at, value }: Place, { platform, limit: { most = Infinity, fewest = 0 } }: About) {
  if (!Array.isArray(value) && typeof value !== 'string') return [];
  const unit = Array.isArray(value) ? 'entries' : 'characters';
  const count = typeof value === 'string' && value.trim() === '' ? 0 : value.length;
  const has = `${at} for ${platformLabel(platform)} has ${count} ${unit}`;
  if (count > most) return [{ at, sentence: `${has}; at most ${most} are allowed.` }];
  return count < fewest ? [{ at, sentence: `${has}; at least ${fewest} ${fewest === 1 ? 'is' : 'are'} needed.` }] : [];
}

function writingProblems({ at, value }: Place, { platform, limit: { words, form, range } }: About): InnerProblem[] {
  const must = (be: string): InnerProblem => ({
    at,
    sentence: `${at} for ${platformLabel(platform)} must be ${be}; it is ${JSON.stringify(value)}.`,
  });
  if (words !== undefined && !words.includes(String(value))) return [must(`one of ${words.join(', ')}`)];
  if (form !== undefined && typeof value === 'string' && !form[0].test(value)) return [must(form[1])];
  const [lowest, highest] = range ?? [-Infinity, Infinity];
  return typeof value === 'number' && (value < lowest || value > highest)
    ? [must(`a number from ${lowest} to ${highest}`)]
    : [];
}

function otherProblems(
  { at, value }: Place,
  { platform, settings, limit: { needs = {}, excludes = {}, alone }, mediaCount }: About & { mediaCount: number },
): InnerProblem[] {
  const needed = ownValue(needs, String(value));
  const [path, other] = ownValue(excludes, String(value)) ?? [];
  const isCrowded = alone === true && (mediaCount > 0 || !isBlank(settings['poll']));
  return [
    ...(needed !== undefined && isBlank(settings[needed])
      ? [{ at: needed, sentence: `${platformLabel(platform)} needs ${needed} for a post of ${at} ${String(value)}.` }]
      : []),
    ...(path !== undefined && settings[path] === other
      ? [
          {
            at: path,
            sentence: `${platformLabel(platform)} does not take ${path} ${String(other)} with ${at} ${String(value)}.`,
          },
        ]
      : []),
    ...(isCrowded
      ? [{ at, sentence: `${platformLabel(platform)} takes ${at} without media and without a poll.` }]
      : []),
  ];
}

function totalProblems(places: readonly Place[], { platform, settings, limit: { path, total } }: About) {
  if (total === undefined) return [];
  const all = [...places, ...total.with.flatMap((one) => valuesAt(settings, one.split('.')))];
  const count = all.reduce((sum, { value }) => sum + (typeof value === 'string' ? value.length : 0), 0);
  const [at = ''] = path.split('.');
  return count <= total.most
    ? []
    : [
        {
          at,
          sentence: `${at} for ${platformLabel(platform)} have ${count} characters in all; at most ${total.most} are allowed.`,
        },
      ];
}

/** Whether settings say something by themselves, so that neither text nor media is needed. Source: ASM-27 */
export const speakForThemselves = (platform: string, settings: Fields): boolean =>
  traitsOf(platform).posting?.ownContent?.some((name) => !isBlank(settings[name])) ?? false;

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
