/** Everything that a platform refuses about a post: one verdict for import, composer, validate, posts and the networks. */
import { platformLabel } from './labels.ts';
import { fieldsIn, textOf, type Fields } from '../kernel/json.ts';
import { mediaKind, type MediaKind } from '../kernel/media-type.ts';
import { readMarks } from './markup.ts';
import { combinationProblem, mediaProblem } from './media.ts';
import type { MediaFacts } from '../kernel/media-facts.ts';
import { altTextLimit, gatheringProblem, needProblem, tellsKindsApart } from './media-rules.ts';
import { traitsOf } from './platforms.ts';
import { settingsProblems, speakForThemselves } from './settings-problems.ts';
import { shapeProblems, unlikeProblem } from './shape-problems.ts';
import { textProblem, titleProblem } from './text.ts';
import { wordProblems } from './text-rules.ts';

/** An item of a post with `type` and, where known, `size` in bytes. */
export interface ContentItem extends Fields {
  /** What was read from its bytes; whatever a caller declares is no measure. */
  readonly facts?: MediaFacts;
}

export interface Content {
  readonly text: string;
  readonly title?: string | undefined;
  readonly media: readonly ContentItem[];
  /** Those of the post, its `tags` and `hashtags` among them; items of a thread have media of their own. */
  readonly settings: Fields;
}

export interface ContentFault {
  /** What is wrong: the post as a whole has nothing to say, or one of its parts is not taken. */
  readonly part: 'nothing' | 'text' | 'title' | 'media' | 'settings';
  /** The place below the part: `2` of the media, `threadItems.1` of the settings. */
  readonly at?: string;
  /** One sentence that names the platform. */
  readonly sentence: string;
  /** Of a length. */
  readonly count?: number;
  readonly limit?: number;
}

/** Empty when the platform takes it; the text's faults first. Source: ASM-12, ASM-14, ASM-27, PLT-11, the rows of src/platforms/ */
export async function contentFaults(platform: string, content: Content): Promise<ContentFault[]> {
  const { settings, media } = content;
  const inner = settingsProblems(platform, settings, media.length);
  return [
    ...nothingFaults(platform, content),
    ...(await textFaults(platform, content)),
    ...mediaFaults(platform, content),
    ...inner.map((problem) => ({ part: 'settings' as const, ...problem })),
    ...(await threadFaults(platform, settings)),
  ];
}

/** The sentences of `contentFaults`. */
export const contentProblems = async (platform: string, content: Content): Promise<string[]> =>
  (await contentFaults(platform, content)).map(({ sentence }) => sentence);

function nothingFaults(platform: string, { text, media, settings }: Content): ContentFault[] {
  if (text.trim() !== '' || media.length > 0 || speakForThemselves(platform, settings)) return [];
  return [{ part: 'nothing', sentence: `There is no text or media for ${platformLabel(platform)}.` }];
}

/** Where texts have marks, only what people see of them has a length. */
async function textFaults(platform: string, content: Content): Promise<ContentFault[]> {
  const { text, title, media, settings } = content;
  const hasMarks = traitsOf(platform).posting?.hasMarks === true;
  const marks = hasMarks ? readMarks(text, settings['parseMode']) : { visible: text };
  if ('fault' in marks) return [{ part: 'text', sentence: `The text for ${platformLabel(platform)} ${marks.fault}.` }];
  const long = await textProblem(platform, marks.visible, media.length > 0);
  const longTitle = title === undefined ? undefined : titleProblem(platform, title);
  const isUnseen = text.trim() !== '' && marks.visible.trim() === '' && media.length === 0;
  return [
    ...(isUnseen
      ? [{ part: 'text' as const, sentence: `The text for ${platformLabel(platform)} has nothing but marks.` }]
      : []),
    ...(long === undefined ? [] : [{ part: 'text' as const, ...long }]),
    ...(longTitle === undefined ? [] : [{ part: 'title' as const, ...longTitle }]),
    ...wordProblems(platform, content),
  ];
}

function mediaFaults(platform: string, { media, settings }: Content): ContentFault[] {
  const types = media.flatMap(({ type }) => (typeof type === 'string' ? [type as MediaKind] : []));
  const together =
    (media.length === 0 ? needProblem(platform) : undefined) ??
    combinationProblem(platform, settings, media.length) ??
    gatheringProblem(platform, types, settings['contentType']) ??
    unlikeProblem(platform, media);
  return [
    ...(together === undefined ? [] : [{ part: 'media' as const, sentence: together }]),
    ...media.flatMap((item, at) =>
      itemFaults(platform, item, settings).map((fault) => ({ part: 'media' as const, at: String(at), ...fault })),
    ),
  ];
}

type ItemFault = Omit<ContentFault, 'part' | 'at'>;

function itemFaults(platform: string, item: ContentItem, settings: Fields): ItemFault[] {
  const { size, altText } = item;
  const large = mediaProblem(platform, {
    type: item['type'] as MediaKind,
    size: typeof size === 'number' ? size : undefined,
  });
  const limit = altTextLimit(platform) ?? Infinity;
  const count = typeof altText === 'string' ? altText.length : 0;
  const wordy = `The alt text for ${platformLabel(platform)} has ${count} characters; at most ${limit} are allowed.`;
  return [
    ...(large === undefined ? [] : [{ sentence: large }]),
    ...(count <= limit ? [] : [{ sentence: wordy, count, limit }]),
    ...[...otherwise(platform, item), ...shapeProblems(platform, item, settings)].map((sentence) => ({ sentence })),
  ];
}

/** A file that is something else than the post says. */
function otherwise(platform: string, { type, mimeType, facts }: ContentItem): string[] {
  if (facts === undefined || typeof mimeType !== 'string' || !tellsKindsApart(platform)) return [];
  const kind = mediaKind(mimeType);
  const isSame = type === kind || type === 'document' || (type === 'image' && kind === 'gif');
  return isSame ? [] : [`The ${String(type)} for ${platformLabel(platform)} is a file of the type ${mimeType}.`];
}

/** Each item of a thread is a post of its own. */
async function threadFaults(platform: string, { threadItems }: Content['settings']): Promise<ContentFault[]> {
  const faults: ContentFault[] = [];
  for (const [index, { content, mediaItems }] of fieldsIn(threadItems).entries()) {
    const post: Content = { text: textOf(content) ?? '', media: fieldsIn(mediaItems), settings: {} };
    const found = [
      ...nothingFaults(platform, post),
      ...(await textFaults(platform, post)),
      ...mediaFaults(platform, post),
    ];
    faults.push(...found.map((fault) => ({ ...fault, part: 'settings' as const, at: `threadItems.${String(index)}` })));
  }
  return faults;
}
