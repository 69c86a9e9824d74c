/** Judges the pixels, shape, duration and format of the items of a post by the rows of media-shapes.ts. Asked by content.ts. */
import { platformLabel } from './labels.ts';
import { ownValue } from '../kernel/json.ts';
import { typeByEnding, type MediaKind } from '../kernel/media-type.ts';
import type { MediaFacts } from '../kernel/media-facts.ts';
import { SHAPE_RULES, type Range, type Shape } from './media-shapes.ts';
import { sizesApart } from './media.ts';

/** An item of a post, with what was measured of its file. */
export interface ShapedItem extends Readonly<Record<string, unknown>> {
  readonly facts?: MediaFacts;
}

/** How an item is judged. */
export interface ShapeSettings extends Readonly<Record<string, unknown>> {
  readonly contentType?: unknown;
}

/** Why the platform refuses an item for its pixels, duration or format, a sentence each. */
export function shapeProblems(platform: string, item: ShapedItem, settings: ShapeSettings): string[] {
  const rules = ownValue(SHAPE_RULES, platform);
  const kind = item['type'] as MediaKind;
  if (rules === undefined) return [];
  const { contentType } = settings;
  const form = typeof contentType === 'string' ? ownValue(rules.forms ?? {}, contentType) : undefined;
  const shape = (form ?? rules)[kind];
  if (shape === undefined) return [];
  const isLonger = rules.longer !== undefined && settings[rules.longer] === true;
  const { facts = {} } = item;
  const subject = { platform, kind };
  return [
    ...sideProblems(facts, shape, subject),
    ...ratioProblems(facts, shape, subject),
    ...timeProblems(facts, isLonger ? { ...shape, seconds: { least: shape.seconds?.least ?? 0 } } : shape, subject),
    ...fileProblems(item, shape, subject),
  ];
}

/** Why the platform refuses images of different shapes beside each other, as one sentence, or undefined. */
export function unlikeProblem(platform: string, items: readonly ShapedItem[]): string | undefined {
  if (ownValue(SHAPE_RULES, platform)?.alike !== true) return undefined;
  const ratios = items.flatMap(({ facts }) => ratioOf(facts ?? {}) ?? []);
  const apart = Math.max(...ratios) - Math.min(...ratios);
  return ratios.length > 1 && apart > SAME
    ? `All images of a post on ${platformLabel(platform)} must have the same aspect ratio.`
    : undefined;
}

/** Ratios this near differ by rounding only. */
const SAME = 0.01;

interface Taken {
  readonly platform: string;
  readonly kind: MediaKind;
}

const ratioOf = ({ width, height }: MediaFacts): number | undefined =>
  width === undefined || height === undefined || height === 0 ? undefined : width / height;

function sideProblems({ width, height }: MediaFacts, shape: Shape, { platform, kind }: Taken): string[] {
  if (width === undefined || height === undefined) return [];
  const size = `The ${kind} has ${width} × ${height} pixels`;
  const { least: minWidth = 0, most: maxWidth = Infinity } = shape.width ?? {};
  const { least: minHeight = 0, most: maxHeight = Infinity } = shape.height ?? {};
  const isSmall = width < minWidth || height < minHeight;
  const isLarge = width > maxWidth || height > maxHeight;
  const { edges = Infinity, pixels = Infinity } = shape;
  return [
    ...(isSmall ? [`${size}; ${platformLabel(platform)} takes at least ${minWidth} × ${minHeight}.`] : []),
    ...(isLarge ? [`${size}; ${platformLabel(platform)} takes at most ${sidesText(maxWidth, maxHeight)}.`] : []),
    ...(width + height > edges
      ? [`${size}; ${platformLabel(platform)} takes at most ${edges} for width and height together.`]
      : []),
    ...(width * height > pixels ? [`${size}; ${platformLabel(platform)} takes at most ${pixels} in all.`] : []),
  ];
}

const sidesText = (width: number, height: number): string =>
  height === Infinity ? `${width} in width` : `${width} × ${height}`;

function ratioProblems(facts: MediaFacts, { ratio: range }: Shape, { platform, kind }: Taken): string[] {
  const ratio = ratioOf(facts);
  if (ratio === undefined || range === undefined) return [];
  const { least = 0, most = Infinity } = range;
  if (ratio >= least - EDGE && ratio <= most + EDGE) return [];
  return [
    `The ${kind} has an aspect ratio of ${ratioText(ratio)}; ${platformLabel(platform)} takes ${ratioText(least)} to ${ratioText(most)}.`,
  ];
}

/** Sides are whole pixels, so that a ratio is hardly ever met exactly. */
const EDGE = 0.003;

/** Width by height, as 1.91:1. */
const ratioText = (ratio: number): string => `${Number(ratio.toFixed(2))}:1`;

function timeProblems(facts: MediaFacts, { seconds, framesPerSecond }: Shape, { platform, kind }: Taken): string[] {
  const { seconds: long, framesPerSecond: rate } = facts;
  return [
    ...rangeProblem(
      long,
      seconds,
      (value, limit) => `The ${kind} lasts ${value} s; ${platformLabel(platform)} takes ${limit} s.`,
    ),
    ...rangeProblem(
      rate,
      framesPerSecond,
      (value, limit) => `The ${kind} has ${value} frames a second; ${platformLabel(platform)} takes ${limit}.`,
    ),
  ];
}

function fileProblems(item: ShapedItem, { bytes, types }: Shape, { platform, kind }: Taken): string[] {
  const type = contentTypeOf(item);
  const { size } = item;
  const count = typeof size === 'number' ? size : undefined;
  const { least = 0, most = Infinity } = bytes ?? {};
  return [
    ...(count === undefined ? [] : sizeProblems(count, [least, most], { platform, kind })),
    ...(type === undefined || types === undefined || types.includes(type)
      ? []
      : [`The ${kind} is of the type ${type}; ${platformLabel(platform)} takes ${types.join(', ')}.`]),
  ];
}

function sizeProblems(count: number, [least, most]: readonly [number, number], { platform, kind }: Taken): string[] {
  if (count >= least && count <= most) return [];
  const [size, limit] = sizesApart(count, count < least ? least : most);
  return [
    `The ${kind} has ${size}; ${platformLabel(platform)} takes ${count < least ? 'at least' : 'at most'} ${limit}.`,
  ];
}

/** As measured or declared, else by the ending of its name or address. */
function contentTypeOf({ mimeType, filename, url }: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof mimeType === 'string') return mimeType.split(';')[0]?.trim().toLowerCase();
  const byName = typeof filename === 'string' ? typeByEnding(filename) : undefined;
  return byName ?? (typeof url === 'string' && URL.canParse(url) ? typeByEnding(new URL(url).pathname) : undefined);
}

function rangeProblem(
  value: number | undefined,
  { least = 0, most = Infinity }: Range = {},
  sentence: (value: number, limit: string) => string,
): string[] {
  if (value === undefined) return [];
  const rounded = Number(value.toFixed(2));
  if (rounded < least) return [sentence(rounded, `at least ${least}`)];
  return rounded > most ? [sentence(rounded, `at most ${most}`)] : [];
}
