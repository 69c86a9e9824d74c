/** Posts that each network refuses or takes, for every platform that publishes: the rows behind posts.test.ts and verdicts.test.ts. */

export interface PostRow {
  /** What is special about the post. */
  readonly about: string;
  readonly text?: string;
  readonly title?: string;
  readonly media?: readonly Item[];
  readonly settings?: Readonly<Record<string, unknown>>;
}

export interface Item {
  readonly type: 'image' | 'video' | 'gif' | 'document';
  readonly url: string;
  readonly size?: number;
  readonly altText?: string;
}

interface Rows {
  readonly refused: readonly PostRow[];
  readonly taken: readonly PostRow[];
}

const MIB = 1024 * 1024;

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
    ],
    taken: [
      IMAGE,
      VIDEO,
      holding('a carousel of both kinds', ...many(5, 'image'), ...many(5, 'video')),
      long(2_200, [image]),
      set('a story', { contentType: 'story' }, video),
      set('three collaborators', { collaborators: ['a', 'b', 'c'] }, image),
      { about: 'an image without a text', media: [image] },
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
    ],
    taken: [
      ALONE,
      long(63_206),
      holding('ten images', ...many(10, 'image')),
      VIDEO,
      GIF,
      set('a story', { contentType: 'story' }, image),
      set('a reel', { contentType: 'reel' }, video),
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
      set('a privacy level in small letters', { privacyLevel: 'self_only' }, video),
    ],
    taken: [
      VIDEO,
      IMAGE,
      holding('35 images', ...many(35, 'image')),
      long(2_200, [video]),
      set('a video for friends', { privacyLevel: 'MUTUAL_FOLLOW_FRIENDS' }, video),
      set('a video for oneself', { privacyLevel: 'SELF_ONLY' }, video),
      { about: 'a video without a text', media: [video] },
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
    ],
    taken: [
      VIDEO,
      long(5_000, [video]),
      titled(100, [video]),
      { about: 'a video without a text', media: [video] },
      fits('video', 262_144),
      set('a private video', { visibility: 'private' }, video),
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
    ],
    taken: [
      IMAGE,
      VIDEO,
      holding('five images', ...many(5, 'image')),
      long(800, [image]),
      titled(100, [image]),
      described(500),
      set('a link', { link: 'https://example.test/a' }, image),
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
    ],
    taken: [
      ALONE,
      long(40_000),
      titled(300),
      holding('20 images', ...many(20, 'image')),
      VIDEO,
      GIF,
      { about: 'a link without a text', title: 'A link', settings: { url: 'https://example.test/a' } },
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
    ],
    taken: [
      ALONE,
      { about: '300 visible characters', text: '👩‍👩‍👧'.repeat(300) },
      holding('four images', ...many(4, 'image')),
      VIDEO,
      fits('image', 1),
      thread('a thread without a text of its own', { content: 'first' }, { content: 'second' }),
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
    ],
    taken: [
      ALONE,
      long(500),
      holding('a carousel of both kinds', ...many(10, 'image'), ...many(10, 'video')),
      VIDEO,
      described(1_000),
      thread('a thread without a text of its own', { content: 'first' }, { content: 'second', mediaItems: [video] }),
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
    ],
    taken: [
      ALONE,
      long(4_096),
      long(1_024, [image]),
      holding('an album of both kinds', ...many(5, 'image'), ...many(5, 'video')),
      GIF,
      holding('ten documents', ...many(10, 'document')),
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
    ],
    taken: [
      IMAGE,
      VIDEO,
      long(160, [image]),
      { about: 'an image without a text', media: [image] },
      set('a spotlight', { contentType: 'spotlight' }, video),
      set('a saved story', { contentType: 'saved_story' }, image),
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
      set('an embed with a title too long', { channelId: '1', embeds: [{ title: 'a'.repeat(257) }] }),
      set('an embed with a text too long', { channelId: '1', embeds: [{ description: 'a'.repeat(4_097) }] }),
      set('an embed with a field too long', {
        channelId: '1',
        embeds: [{ fields: [{ name: 'a', value: 'a'.repeat(1_025) }] }],
      }),
      set('a name of a thread too long', { channelId: '1', threadFromMessage: { name: 'a'.repeat(101) } }),
    ],
    taken: [
      ALONE,
      long(2_000),
      holding('ten of all kinds', ...many(7, 'image'), video, gif, document),
      { about: 'an embed alone', settings: { channelId: '1', embeds: [{ title: 'Hi' }] } },
      { about: 'a poll alone', settings: discordPoll('Tea?', 'Yes', 'No') },
      fits('image', 10),
    ],
  },
  slack: {
    refused: [EMPTY, BLANK, long(40_001), large('image', 1_024), large('video', 1_024)],
    taken: [ALONE, long(40_000), IMAGE, VIDEO, GIF, WITH_DOCUMENT, holding('twelve images', ...many(12, 'image'))],
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
    ],
    taken: [ALONE, long(4_096), IMAGE, VIDEO, DOCUMENT, fits('video', 16)],
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
    ],
    taken: [
      ALONE,
      long(1_500),
      IMAGE,
      fits('image', 5),
      set('an event', event('Sale')),
      set('an offer', { topicType: 'OFFER', offer: { couponCode: 'SAVE10' } }),
    ],
  },
};

function discordPoll(question: string, ...answers: string[]): Readonly<Record<string, unknown>> {
  const asked = { question: { text: question }, answers: answers.map((text) => ({ poll_media: { text } })) };
  return { channelId: '1', poll: asked };
}

function event(title: string): Readonly<Record<string, unknown>> {
  const day = { year: 2026, month: 12, day: 1 };
  return { topicType: 'EVENT', event: { title, schedule: { startDate: day, endDate: day } } };
}
