/** Everything that a platform refuses about a post: one verdict for import, composer, validate, posts and the networks. */
import { fieldsIn } from '../kernel/json.ts';
import type { MediaKind } from '../kernel/media-type.ts';
import { settingsProblems, speakForThemselves } from './inner-limits.ts';
import { combinationProblem, mediaProblem } from './media.ts';
import { altTextLimit, gatheringProblem, needProblem } from './media-rules.ts';
import { textProblem, titleProblem } from './text.ts';

export interface Content {
  readonly text: string;
  readonly title?: string | undefined;
  /** Items with `type` and, where known, `size` in bytes. */
  readonly media: readonly Readonly<Record<string, unknown>>[];
  readonly settings: Readonly<Record<string, unknown>>;
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
  const { settings } = content;
  const inner = settingsProblems(platform, settings).map((problem) => ({ part: 'settings' as const, ...problem }));
  return [
    ...nothingFaults(platform, content),
    ...(await partFaults(platform, content)),
    ...inner,
    ...(await threadFaults(platform, settings)),
  ];
}

/** The sentences of `contentFaults`. */
export const contentProblems = async (platform: string, content: Content): Promise<string[]> =>
  (await contentFaults(platform, content)).map(({ sentence }) => sentence);

function nothingFaults(platform: string, { text, media, settings }: Content): ContentFault[] {
  if (text.trim() !== '' || media.length > 0 || speakForThemselves(platform, settings)) return [];
  return [{ part: 'nothing', sentence: `There is neither text nor media for ${platform}.` }];
}

async function partFaults(platform: string, { text, title, media, settings }: Content): Promise<ContentFault[]> {
  const types = media.flatMap(({ type }) => (typeof type === 'string' ? [type as MediaKind] : []));
  const long = await textProblem(platform, text, media.length > 0);
  const longTitle = title === undefined ? undefined : titleProblem(platform, title);
  const together =
    (media.length === 0 ? needProblem(platform) : undefined) ??
    combinationProblem(platform, settings, media.length) ??
    gatheringProblem(platform, types, settings['contentType']);
  return [
    ...(long === undefined ? [] : [{ part: 'text' as const, ...long }]),
    ...(longTitle === undefined ? [] : [{ part: 'title' as const, ...longTitle }]),
    ...(together === undefined ? [] : [{ part: 'media' as const, sentence: together }]),
    ...media.flatMap((item, at) => itemFaults(platform, item, at)),
  ];
}

function itemFaults(platform: string, item: Readonly<Record<string, unknown>>, at: number): ContentFault[] {
  const { size, altText } = item;
  const large = mediaProblem(platform, {
    type: item['type'] as MediaKind,
    size: typeof size === 'number' ? size : undefined,
  });
  const limit = altTextLimit(platform) ?? Infinity;
  const count = typeof altText === 'string' ? altText.length : 0;
  const wordy = `The alt text for ${platform} has ${count} characters; at most ${limit} are allowed.`;
  return [
    ...(large === undefined ? [] : [{ part: 'media' as const, at: String(at), sentence: large }]),
    ...(count <= limit ? [] : [{ part: 'media' as const, at: String(at), sentence: wordy, count, limit }]),
  ];
}

/** Each item of a thread is a post of its own. */
async function threadFaults(platform: string, { threadItems }: Content['settings']): Promise<ContentFault[]> {
  const faults: ContentFault[] = [];
  for (const [index, item] of fieldsIn(threadItems).entries()) {
    const { content, mediaItems } = item;
    const post = { text: typeof content === 'string' ? content : '', media: fieldsIn(mediaItems), settings: {} };
    const found = [...nothingFaults(platform, post), ...(await partFaults(platform, post))];
    faults.push(...found.map((fault) => ({ ...fault, part: 'settings' as const, at: `threadItems.${String(index)}` })));
  }
  return faults;
}
