/** Posts that each network refuses or takes, for every platform that publishes: the rows behind posts.test.ts and verdicts.test.ts. */

import type { MediaFacts } from '../../src/kernel/media-facts.ts';

export interface PostRow {
  /** What is special about the post. */
  readonly about: string;
  readonly text?: string;
  readonly title?: string;
  readonly tags?: readonly string[];
  readonly media?: readonly Item[];
  readonly settings?: Readonly<Record<string, unknown>>;
}

export interface Item {
  readonly type: 'image' | 'video' | 'gif' | 'document';
  readonly url: string;
  readonly size?: number;
  readonly altText?: string;
  readonly mimeType?: string;
  /** Of a file whose bytes are there, and which is measured. */
  readonly facts?: MediaFacts;
}

interface Rows {
  readonly refused: readonly PostRow[];
  readonly taken: readonly PostRow[];
}

const MIB = 1024 * 1024;
/** Of files with nothing special about their size: no network takes them for too small or too large. */
const USUAL_BYTES = 100_000;

const item = (type: Item['type'], more: Partial<Item> = {}): Item => ({
  type,
  url: `https://example.test/${type}.bin`,
  ...more,
});
const many = (count: number, type: Item['type']): Item[] => Array.from({ length: count }, () => item(type));
const [image, video, gif, document] = [item('image'), item('video'), item('gif'), item('document')];
const large = (type: Item['type'], mib: number): PostRow => ({
  about: `${type} of more than ${mib} MB`,
  text: 'Hi',
  media: [item(type, { size: mib * MIB + 1 })],
});
const fits = (type: Item['type'], mib: number): PostRow => ({
  about: `${type} of ${mib} MB`,
  text: 'Hi',
  media: [item(type, { size: mib * MIB })],
});
const long = (count: number, media: readonly Item[] = []): PostRow => ({
  about: `a text of ${count}`,
  text: 'a'.repeat(count),
  media,
});
const titled = (count: number, media: readonly Item[] = []): PostRow => ({
  about: `a title of ${count}`,
  text: 'Hi',
  title: 'a'.repeat(count),
  media,
});
const holding = (about: string, ...media: Item[]): PostRow => ({ about, text: 'Hi', media });
/** A file whose bytes were measured. */
const seen = (type: keyof typeof MIME_TYPES, facts: MediaFacts, size = USUAL_BYTES): Item =>
  item(type, { size, facts, mimeType: MIME_TYPES[type] });
const MIME_TYPES = { image: 'image/png', gif: 'image/gif', video: 'video/mp4' } as const;
const sized = (type: 'image' | 'gif', width: number, height: number): Item => seen(type, { width, height });
/** Upright, 30 seconds at 30 frames unless told. */
const movie = (facts: MediaFacts = {}, size = USUAL_BYTES): Item =>
  seen('video', { width: 1080, height: 1920, seconds: 30, framesPerSecond: 30, ...facts }, size);
const lasting = (seconds: number): PostRow => holding(`a video of ${seconds} s`, movie({ seconds }));
const running = (framesPerSecond: number): PostRow =>
  holding(`a video of ${framesPerSecond} frames a second`, movie({ framesPerSecond }));
const filmed = (width: number, height: number): PostRow =>
  holding(`a video of ${width} × ${height}`, movie({ width, height }));
const pictured = (width: number, height: number): PostRow =>
  holding(`an image of ${width} × ${height}`, sized('image', width, height));
const ofType = (type: Item['type'], mimeType: string): PostRow =>
  holding(`a file of the type ${mimeType}`, item(type, { mimeType }));
const told = (about: string, text: string, more: Partial<PostRow> = {}): PostRow => ({ about, text, ...more });
const set = (about: string, settings: PostRow['settings'], ...media: Item[]): PostRow => ({
  about,
  text: 'Hi',
  settings: settings ?? {},
  media,
});
const described = (count: number, ...more: Item[]): PostRow =>
  holding(`an alt text of ${count}`, item('image', { altText: 'a'.repeat(count) }), ...more);

const EMPTY: PostRow = { about: 'nothing' };
const BLANK: PostRow = { about: 'only spaces', text: '  \n' };
const ALONE: PostRow = { about: 'a text alone', text: 'Hi' };
const MIXED = holding('an image and a video', image, video);
const WITH_DOCUMENT = holding('an image and a document', image, document);
const DOCUMENT = holding('a document', document);
const GIF = holding('a GIF', gif);
const IMAGE = holding('an image', image);
const VIDEO = holding('a video', video);
const thread = (about: string, ...threadItems: object[]): PostRow => ({ about, settings: { threadItems } });
const poll = (options: readonly string[], more: object = {}): Readonly<Record<string, unknown>> => ({
  poll: { options, ...more },
});

export const POST_ROWS: Readonly<Record<string, Rows>> = {
  twitter: {
    refused: [
      EMPTY,
      BLANK,
      long(281),
      { about: 'a wide text of 282', text: '語'.repeat(141) },
      holding('five images', ...many(5, 'image')),
      holding('two GIFs', ...many(2, 'gif')),
      holding('two videos', ...many(2, 'video')),
      MIXED,
      holding('an image and a GIF', image, gif),
      DOCUMENT,
      large('image', 5),
      large('gif', 15),
      large('video', 512),
      described(1_001),
      set('a poll beside an image', poll(['a', 'b'], { duration_minutes: 60 }), image),
      thread('a thread with an item too long', { content: 'first' }, { content: 'a'.repeat(281) }),
      thread('a thread with an empty item', { content: 'first' }, { content: ' ' }),
      thread('a thread with five images in one item', { content: 'first', mediaItems: many(5, 'image') }),
      lasting(141),
      lasting(0.4),
      running(61),
      filmed(1921, 1080),
      filmed(30, 32),
      filmed(1900, 600),
      holding('a GIF of 1281 × 720', sized('gif', 1281, 720)),
      ofType('video', 'video/webm'),
      set('a quote beside an image', { quoteTweetId: '1' }, image),
      set('a quote of what is no post', { quoteTweetId: 'abc' }),
    ],
    taken: [
      ALONE,
      long(280),
      holding('four images', ...many(4, 'image')),
      GIF,
      VIDEO,
      fits('gif', 15),
      described(1_000),
      set('a poll', poll(['a', 'b'], { duration_minutes: 60 })),
      thread('a thread without a text of its own', { content: 'first' }, { content: 'second', mediaItems: [image] }),
      lasting(140),
      filmed(1080, 1920),
      set('a long video', { longVideo: true }, movie({ seconds: 600 })),
      set('a quote', { quoteTweetId: '1' }),
    ],
  },
  instagram: {
    refused: [
      EMPTY,
      ALONE,
      long(2_201, [image]),
      holding('eleven images', ...many(11, 'image')),
      holding('eleven of both kinds', ...many(10, 'image'), video),
      GIF,
      DOCUMENT,
      WITH_DOCUMENT,
      large('image', 8),
      large('video', 300),
      described(1_001),
      set('a story of two images', { contentType: 'story' }, image, image),
      set('four collaborators', { collaborators: ['a', 'b', 'c', 'd'] }, image),
      set('twenty-one user tags', { userTags: Array.from({ length: 21 }, () => ({ username: 'a' })) }, image),
      set('a first comment too long', { firstComment: 'a'.repeat(2_201) }, image),
      pictured(1080, 1920),
      pictured(1920, 1000),
      lasting(2.9),
      lasting(901),
      running(22),
      running(61),
      filmed(1921, 1080),
      set('a story of 61 s', { contentType: 'story' }, movie({ seconds: 61 })),
      holding('a video that is called an image', { ...movie({ width: 1080, height: 1080 }), type: 'image' }),
      told('31 hashtags', '#a '.repeat(31), { media: [image] }),
      told('21 mentions', '@anna '.repeat(21), { media: [image] }),
    ],
    taken: [
      IMAGE,
      VIDEO,
      holding('a carousel of both kinds', ...many(5, 'image'), ...many(5, 'video')),
      long(2_200, [image]),
      set('a story', { contentType: 'story' }, video),
      set('three collaborators', { collaborators: ['a', 'b', 'c'] }, image),
      { about: 'an image without a text', media: [image] },
      pictured(1080, 1350),
      pictured(1080, 566),
      lasting(900),
      set('an upright image as a story', { contentType: 'story' }, sized('image', 1080, 1920)),
      told('30 hashtags and 20 mentions', '#a '.repeat(30) + '@anna '.repeat(20), { media: [image] }),
    ],
  },
  facebook: {
    refused: [
      EMPTY,
      BLANK,
      long(63_207),
      holding('eleven images', ...many(11, 'image')),
      holding('two videos', ...many(2, 'video')),
      MIXED,
      DOCUMENT,
      WITH_DOCUMENT,
      large('image', 10),
      large('gif', 10),
      large('video', 4_096),
      set('a story of two images', { contentType: 'story' }, image, image),
      set('a reel of an image', { contentType: 'reel' }, image),
      set('a first comment too long', { firstComment: 'a'.repeat(8_001) }),
      set('a reel of 91 s', { contentType: 'reel' }, movie({ seconds: 91 })),
      set('a reel of 2 s', { contentType: 'reel' }, movie({ seconds: 2 })),
      set('a reel that lies', { contentType: 'reel' }, movie({ width: 1920, height: 1080 })),
      set('a small reel', { contentType: 'reel' }, movie({ width: 360, height: 640 })),
      set('a story of 61 s', { contentType: 'story' }, movie({ seconds: 61 })),
      lasting(14_401),
      set('one card', { facebookSettings: { carouselCards: [{ link: 'https://example.test/' }] } }),
    ],
    taken: [
      ALONE,
      long(63_206),
      holding('ten images', ...many(10, 'image')),
      VIDEO,
      GIF,
      set('a story', { contentType: 'story' }, image),
      set('a reel', { contentType: 'reel' }, video),
      lasting(14_400),
      filmed(1920, 1080),
      set('a reel of 90 s', { contentType: 'reel' }, movie({ seconds: 90 })),
    ],
  },
  linkedin: {
    refused: [
      EMPTY,
      BLANK,
      long(3_001),
      holding('21 images', ...many(21, 'image')),
      holding('two videos', ...many(2, 'video')),
      holding('two documents', ...many(2, 'document')),
      MIXED,
      WITH_DOCUMENT,
      large('image', 8),
      large('video', 5_120),
      described(4_087),
      set('a poll beside an image', poll(['a', 'b'], { question: 'Which?' }), image),
      set('a poll of one option', poll(['a'], { question: 'Which?' })),
      set('a poll of five options', poll(['a', 'b', 'c', 'd', 'e'], { question: 'Which?' })),
      set('a poll with an option too long', poll(['a'.repeat(31), 'b'], { question: 'Which?' })),
      set('a poll with a question too long', poll(['a', 'b'], { question: 'a'.repeat(141) })),
      set('a first comment too long', { firstComment: 'a'.repeat(1_251) }),
      lasting(2),
      lasting(1_801),
      holding('a video of 70 KB', movie({}, 70_000)),
      pictured(7_000, 6_000),
      holding('a document of more than 100 MB', item('document', { size: 100 * MIB + 1 })),
      ofType('document', 'text/csv'),
      set('a poll with an empty option', poll(['a', ' '], { question: 'Which?' })),
      set('a repost of another page', { reshareUrl: 'https://example.test/' }),
    ],
    taken: [
      ALONE,
      long(3_000),
      holding('20 images', ...many(20, 'image')),
      VIDEO,
      DOCUMENT,
      set('a poll', poll(['a'.repeat(30), 'b'], { question: 'Which?' })),
      {
        about: 'a repost without a text',
        settings: { reshareUrl: 'https://www.linkedin.com/feed/update/urn:li:share:1' },
      },
      lasting(1_800),
      ofType('document', 'application/pdf'),
      pictured(6_000, 6_000),
    ],
  },
  tiktok: {
    refused: [
      EMPTY,
      ALONE,
      long(2_201, [video]),
      holding('two videos', ...many(2, 'video')),
      holding('36 images', ...many(36, 'image')),
      MIXED,
      GIF,
      DOCUMENT,
      WITH_DOCUMENT,
      large('image', 20),
      large('video', 4_096),
      set('a privacy level that there is not', { privacyLevel: 'NOPE' }, video),
      set('a privacy level in lowercase letters', { privacyLevel: 'self_only' }, video),
      lasting(601),
      running(22),
      running(61),
      filmed(359, 640),
      filmed(4_097, 2_160),
      ofType('video', 'video/x-msvideo'),
      set('branded content for oneself', { privacyLevel: 'SELF_ONLY', commercialContentType: 'brand_content' }, video),
    ],
    taken: [
      VIDEO,
      IMAGE,
      holding('35 images', ...many(35, 'image')),
      long(2_200, [video]),
      set('a video for friends', { privacyLevel: 'MUTUAL_FOLLOW_FRIENDS' }, video),
      set('a video for oneself', { privacyLevel: 'SELF_ONLY' }, video),
      { about: 'a video without a text', media: [video] },
      lasting(600),
      filmed(360, 640),
      set(
        'branded content for all',
        { privacyLevel: 'PUBLIC_TO_EVERYONE', commercialContentType: 'brand_content' },
        video,
      ),
    ],
  },
  youtube: {
    refused: [
      EMPTY,
      ALONE,
      BLANK,
      IMAGE,
      GIF,
      DOCUMENT,
      MIXED,
      holding('two videos', ...many(2, 'video')),
      holding('a video and a document', video, document),
      long(5_001, [video]),
      titled(101, [video]),
      large('video', 262_144),
      lasting(43_201),
      told('a text with an angle bracket', 'a < b', { media: [video] }),
      { about: 'a title with an angle bracket', title: '<b>', media: [video] },
      { about: '501 characters of tags', tags: ['a'.repeat(251), 'b'.repeat(250)], media: [video] },
    ],
    taken: [
      VIDEO,
      long(5_000, [video]),
      titled(100, [video]),
      { about: 'a video without a text', media: [video] },
      fits('video', 262_144),
      set('a private video', { visibility: 'private' }, video),
      lasting(43_200),
      { about: '500 characters of tags', tags: ['a'.repeat(250), 'b'.repeat(250)], media: [video] },
    ],
  },
  pinterest: {
    refused: [
      EMPTY,
      ALONE,
      BLANK,
      long(801, [image]),
      titled(101, [image]),
      holding('six images', ...many(6, 'image')),
      holding('two videos', ...many(2, 'video')),
      MIXED,
      holding('an image and a GIF', image, gif),
      DOCUMENT,
      large('image', 32),
      large('video', 2_048),
      described(501),
      set('a link too long', { link: `https://example.test/${'a'.repeat(2_048)}` }, image),
      lasting(3),
      lasting(901),
      filmed(400, 900),
      filmed(2_000, 1_000),
      ofType('video', 'video/webm'),
      holding('images of two shapes', sized('image', 1_000, 1_000), sized('image', 1_000, 1_500)),
      set('a link without an address', { link: 'ftp://example.test/' }, image),
    ],
    taken: [
      IMAGE,
      VIDEO,
      holding('five images', ...many(5, 'image')),
      long(800, [image]),
      titled(100, [image]),
      described(500),
      set('a link', { link: 'https://example.test/a' }, image),
      lasting(4),
      holding('images of one shape', sized('image', 1_000, 1_500), sized('image', 500, 750)),
    ],
  },
  reddit: {
    refused: [
      EMPTY,
      BLANK,
      long(40_001),
      titled(301),
      holding('21 images', ...many(21, 'image')),
      holding('two videos', ...many(2, 'video')),
      MIXED,
      holding('a video and a GIF', video, gif),
      DOCUMENT,
      WITH_DOCUMENT,
      large('image', 20),
      large('video', 1_024),
      lasting(901),
      set('a flair too long', { flairText: 'a'.repeat(65) }),
      set('no name of a community', { subreddit: 'a b' }),
    ],
    taken: [
      ALONE,
      long(40_000),
      titled(300),
      holding('20 images', ...many(20, 'image')),
      VIDEO,
      GIF,
      { about: 'a link without a text', title: 'A link', settings: { url: 'https://example.test/a' } },
      lasting(900),
      set('a flair', { flairText: 'a'.repeat(64), subreddit: 'coffee' }),
    ],
  },
  bluesky: {
    refused: [
      EMPTY,
      BLANK,
      long(301),
      { about: '301 visible characters', text: '👩‍👩‍👧'.repeat(301) },
      holding('five images', ...many(5, 'image')),
      holding('two videos', ...many(2, 'video')),
      MIXED,
      DOCUMENT,
      WITH_DOCUMENT,
      large('image', 1),
      large('gif', 1),
      large('video', 50),
      thread('a thread with an item too long', { content: 'first' }, { content: 'a'.repeat(301) }),
      thread('a thread with an empty item', { content: 'first' }, {}),
      told('3,001 bytes', '👩‍👩‍👧'.repeat(167)),
      lasting(181),
      ofType('video', 'video/quicktime'),
      set('four languages', { langs: ['en', 'de', 'fr', 'es'] }),
    ],
    taken: [
      ALONE,
      { about: '300 visible characters', text: 'é̂'.repeat(300) },
      holding('four images', ...many(4, 'image')),
      VIDEO,
      fits('image', 1),
      thread('a thread without a text of its own', { content: 'first' }, { content: 'second' }),
      lasting(180),
      set('three languages', { langs: ['en', 'de', 'fr'] }),
    ],
  },
  threads: {
    refused: [
      EMPTY,
      BLANK,
      long(501),
      holding('21 images', ...many(21, 'image')),
      holding('21 of both kinds', ...many(20, 'image'), video),
      GIF,
      DOCUMENT,
      WITH_DOCUMENT,
      large('image', 8),
      large('video', 1_024),
      described(1_001),
      set('a first comment too long', { firstComment: 'a'.repeat(501) }),
      thread('a thread with an item too long', { content: 'a'.repeat(501) }),
      lasting(301),
      running(22),
      filmed(1_921, 1_080),
      pictured(1_100, 100),
      set('a tag with a full stop', { topic_tag: 'a.b' }),
      told('six links', [1, 2, 3, 4, 5, 6].map((n) => `https://example.test/${n}`).join(' ')),
    ],
    taken: [
      ALONE,
      long(500),
      holding('a carousel of both kinds', ...many(10, 'image'), ...many(10, 'video')),
      VIDEO,
      described(1_000),
      thread('a thread without a text of its own', { content: 'first' }, { content: 'second', mediaItems: [video] }),
      lasting(300),
      pictured(1_000, 100),
      told('five links, one of them twice', [1, 2, 3, 4, 5, 5].map((n) => `https://example.test/${n}`).join(' ')),
    ],
  },
  telegram: {
    refused: [
      EMPTY,
      BLANK,
      long(4_097),
      long(1_025, [image]),
      holding('eleven images', ...many(11, 'image')),
      holding('eleven videos', ...many(11, 'video')),
      holding('eleven documents', ...many(11, 'document')),
      holding('two GIFs', ...many(2, 'gif')),
      holding('an image and a GIF', image, gif),
      WITH_DOCUMENT,
      large('image', 10),
      large('video', 50),
      pictured(6_000, 5_000),
      pictured(2_100, 100),
      holding('a document of more than 50 MB', item('document', { size: 50 * MIB + 1 })),
      marked('HTML', '<b>open'),
      marked('HTML', '<b>crossed</i>'),
      marked('HTML', '<h1>no</h1>'),
      marked('HTML', '1 < 2'),
      marked('HTML', '<b></b>'),
      marked('Markdown', '*open'),
      marked('Markdown', '[a link'),
      marked('MarkdownV2', 'Full stop.'),
      marked('MarkdownV2', '*open'),
      marked('MarkdownV2', '_*crossed_*'),
    ],
    taken: [
      ALONE,
      long(4_096),
      long(1_024, [image]),
      holding('an album of both kinds', ...many(5, 'image'), ...many(5, 'video')),
      GIF,
      holding('ten documents', ...many(10, 'document')),
      pictured(5_000, 5_000),
      marked('HTML', '<b>bold <i>both</i></b> &lt;3 <a href="https://example.test/?a=1">link</a>'),
      marked('Markdown', '*bold* _it_ [link](https://example.test/) snake\\_case'),
      marked('MarkdownV2', '*bold _both_* ||hidden|| [link](https://example.test/) Stop\\.'),
      told('4,096 characters beside their marks', `<b>${'a'.repeat(4_096)}</b>`, { settings: { parseMode: 'HTML' } }),
      told('marks that nobody reads', '<b>open *_'),
    ],
  },
  snapchat: {
    refused: [
      EMPTY,
      ALONE,
      BLANK,
      long(161, [image]),
      holding('two images', ...many(2, 'image')),
      holding('two videos', ...many(2, 'video')),
      MIXED,
      GIF,
      DOCUMENT,
      WITH_DOCUMENT,
      large('image', 20),
      large('video', 500),
      set('a spotlight of an image', { contentType: 'spotlight' }, image),
      lasting(4),
      lasting(61),
      filmed(1_920, 1_080),
      filmed(360, 640),
      ofType('image', 'image/webp'),
      {
        about: 'a saved story with a title of 46',
        title: 'a'.repeat(46),
        media: [image],
        settings: { contentType: 'saved_story' },
      },
    ],
    taken: [
      IMAGE,
      VIDEO,
      long(160, [image]),
      { about: 'an image without a text', media: [image] },
      set('a spotlight', { contentType: 'spotlight' }, video),
      set('a saved story', { contentType: 'saved_story' }, image),
      lasting(60),
      filmed(540, 960),
    ],
  },
  discord: {
    refused: [
      EMPTY,
      BLANK,
      long(2_001),
      holding('eleven images', ...many(11, 'image')),
      holding('eleven of all kinds', ...many(10, 'image'), document),
      large('image', 10),
      large('video', 10),
      described(1_025),
      set('a poll beside an image', discordPoll('Tea?', 'Yes'), image),
      set('a poll without answers', discordPoll('Tea?')),
      set('a poll with an answer too long', discordPoll('Tea?', 'a'.repeat(56))),
      set('a poll with a question too long', discordPoll('a'.repeat(301), 'Yes')),
      set('an embed with a title too long', { channelId: '121395413380137', embeds: [{ title: 'a'.repeat(257) }] }),
      set('an embed with a text too long', {
        channelId: '121395413380137',
        embeds: [{ description: 'a'.repeat(4_097) }],
      }),
      set('an embed with a field too long', {
        channelId: '121395413380137',
        embeds: [{ fields: [{ name: 'a', value: 'a'.repeat(1_025) }] }],
      }),
      set('a name of a thread too long', {
        channelId: '121395413380137',
        threadFromMessage: { name: 'a'.repeat(101) },
      }),
      holding('a document of more than 10 MB', item('document', { size: 10 * MIB + 1 })),
      set('embeds of 6,001 characters', {
        channelId: '121395413380137',
        embeds: [{ description: 'a'.repeat(4_000) }, { description: 'a'.repeat(2_001) }],
      }),
      set('an embed with an empty field', {
        channelId: '121395413380137',
        embeds: [{ fields: [{ name: ' ', value: 'a' }] }],
      }),
      set('an embed with a footer too long', {
        channelId: '121395413380137',
        embeds: [{ footer: { text: 'a'.repeat(2_049) } }],
      }),
      set('an embed with an author too long', {
        channelId: '121395413380137',
        embeds: [{ author: { name: 'a'.repeat(257) } }],
      }),
      set('an embed with a picture at no address', {
        channelId: '121395413380137',
        embeds: [{ title: 'a', image: { url: 'a.png' } }],
      }),
      set('an embed of a colour that there is not', {
        channelId: '121395413380137',
        embeds: [{ title: 'a', color: 16_777_216 }],
      }),
      set('a sender called Clyde', { channelId: '121395413380137', webhookUsername: 'My Clyde' }),
    ],
    taken: [
      ALONE,
      long(2_000),
      holding('ten of all kinds', ...many(7, 'image'), video, gif, document),
      { about: 'an embed alone', settings: { channelId: '121395413380137', embeds: [{ title: 'Hi' }] } },
      { about: 'a poll alone', settings: discordPoll('Tea?', 'Yes', 'No') },
      fits('image', 10),
      set('embeds of 6,000 characters', {
        channelId: '121395413380137',
        embeds: [{ description: 'a'.repeat(4_000) }, { description: 'a'.repeat(2_000) }],
      }),
    ],
  },
  slack: {
    refused: [
      EMPTY,
      BLANK,
      long(40_001),
      large('image', 1_024),
      large('video', 1_024),
      long(40_001, [image]),
      { about: 'a wide text of 40,002', text: '🎉'.repeat(20_001) },
      large('gif', 1_024),
      holding('a document of more than 1 GB', item('document', { size: 1_024 * MIB + 1 })),
      set('an answer to what is no message', { threadTs: 'yesterday' }),
      set('an answer to a time without its end', { threadTs: '1700000000' }),
      set('a picture of the sender at no address', { iconUrl: 'https:/' }),
    ],
    taken: [
      ALONE,
      long(40_000),
      IMAGE,
      VIDEO,
      GIF,
      WITH_DOCUMENT,
      holding('twelve images', ...many(12, 'image')),
      set('an answer in a thread', { threadTs: '1700000000.000100' }),
      fits('image', 1_024),
    ],
  },
  whatsapp: {
    refused: [
      EMPTY,
      BLANK,
      long(4_097),
      holding('two images', ...many(2, 'image')),
      holding('two videos', ...many(2, 'video')),
      holding('two documents', ...many(2, 'document')),
      MIXED,
      WITH_DOCUMENT,
      GIF,
      holding('a video and a GIF', video, gif),
      large('image', 5),
      large('video', 16),
      long(1_025, [image]),
      holding('a document of more than 100 MB', item('document', { size: 100 * MIB + 1 })),
      ofType('image', 'image/webp'),
      ofType('video', 'video/quicktime'),
    ],
    taken: [
      ALONE,
      long(4_096),
      IMAGE,
      VIDEO,
      DOCUMENT,
      fits('video', 16),
      long(1_024, [image]),
      ofType('video', 'video/mp4'),
    ],
  },
  googlebusiness: {
    refused: [
      EMPTY,
      BLANK,
      long(1_501),
      holding('two images', ...many(2, 'image')),
      holding('two videos', ...many(2, 'video')),
      MIXED,
      GIF,
      DOCUMENT,
      WITH_DOCUMENT,
      large('image', 5),
      large('video', 75),
      set('an event with a title too long', event('a'.repeat(59))),
      set('an offer with a code too long', { topicType: 'OFFER', offer: { couponCode: 'a'.repeat(59) } }),
      set('an offer with terms too long', { topicType: 'OFFER', offer: { termsConditions: 'a'.repeat(5_001) } }),
      pictured(249, 400),
      holding('an image of 9 KB', seen('image', { width: 400, height: 300 }, 9_000)),
      ofType('image', 'image/webp'),
      lasting(31),
      filmed(640, 360),
      set('an event without its event', { topicType: 'EVENT' }),
      set('an offer without its offer', { topicType: 'OFFER' }),
    ],
    taken: [
      ALONE,
      long(1_500),
      IMAGE,
      fits('image', 5),
      set('an event', event('Sale')),
      set('an offer', { topicType: 'OFFER', offer: { couponCode: 'SAVE10' } }),
      pictured(400, 300),
      lasting(30),
    ],
  },
};

function marked(parseMode: string, text: string): PostRow {
  return { about: `${parseMode} ${text}`, text, settings: { parseMode } };
}

function discordPoll(question: string, ...answers: string[]): Readonly<Record<string, unknown>> {
  const asked = { question: { text: question }, answers: answers.map((text) => ({ poll_media: { text } })) };
  return { channelId: '121395413380137', poll: asked };
}

function event(title: string): Readonly<Record<string, unknown>> {
  const day = { year: 2026, month: 12, day: 1 };
  return { topicType: 'EVENT', event: { title, schedule: { startDate: day, endDate: day } } };
}
