/** The content of the demo pack: made-up brands, their accounts, and a week of posts. Saved by demo.ts. */

export type Brand = 'northwind' | 'harbor' | 'stand';

/** The first one is the default profile. */
export const BRANDS: readonly {
  readonly key: Brand;
  readonly name: string;
  readonly description: string;
  readonly color: string;
  /** As for posts; the default profile has the id of `profile`. */
  readonly example?: string;
}[] = [
  { key: 'northwind', name: 'Northwind Coffee', description: 'Roastery and two cafes', color: '#7a4b2a' },
  {
    key: 'harbor',
    name: 'Harbor Books',
    description: 'Bookshop by the water',
    color: '#1d5f8a',
    example: 'profile:second',
  },
  { key: 'stand', name: 'Market Stand', description: 'Not open yet', color: '#5a7a2b', example: 'profile:empty' },
];

/** `[platform, brand, username, displayName, variant]` */
// prettier-ignore
export const ACCOUNTS: readonly (readonly [platform: string, brand: Brand, username: string, displayName: string, kind?: string])[] = [
  ['twitter',        'northwind', 'northwindcoffee',      'Northwind Coffee'],
  ['instagram',      'northwind', 'northwind.coffee',     'Northwind Coffee'],
  ['facebook',       'northwind', 'northwindcoffee',      'Northwind Coffee'],
  ['linkedin',       'northwind', 'northwind-coffee',     'Northwind Coffee', 'organization'],
  ['tiktok',         'northwind', 'northwindcoffee',      'Northwind Coffee'],
  ['youtube',        'northwind', 'northwindcoffee',      'Northwind Coffee'],
  ['threads',        'northwind', 'northwind.coffee',     'Northwind Coffee'],
  ['whatsapp',       'northwind', '+15550100200',         'Northwind Coffee'],
  ['googlebusiness', 'northwind', 'northwind-main-street','Northwind Coffee, Main Street'],
  ['bluesky',        'harbor',    'harborbooks.example',  'Harbor Books'],
  ['pinterest',      'harbor',    'harborbooks',          'Harbor Books'],
  ['reddit',         'harbor',    'harborbooks',          'Harbor Books'],
  ['telegram',       'harbor',    'harborbooks',          'Harbor Books'],
  ['snapchat',       'harbor',    'harborbooks',          'Harbor Books'],
  ['discord',        'harbor',    'Harbor Readers',       'Harbor Readers'],
  ['slack',          'harbor',    'harbor-team',          'Harbor Team'],
  ['shopify',        'northwind', 'northwind-coffee.myshopify.com', 'Northwind Coffee'],
  ['metaads',        'northwind', 'northwind-ads',        'Northwind Coffee'],
  ['googleads',      'northwind', 'northwind-search',     'Northwind Coffee'],
  ['linkedinads',    'northwind', 'northwind-jobs',       'Northwind Coffee'],
  ['tiktokads',      'northwind', 'northwind-clips',      'Northwind Coffee'],
  ['phone',          'northwind', '+15550100300',         'Northwind Coffee'],
  ['imessage',       'harbor',    '+15550100310',         'Harbor Books'],
];

/** Accounts whose id in the examples of the help is not that of their platform. */
export const EXAMPLE_ACCOUNTS: Readonly<Record<string, string>> = {
  instagram: 'account',
};

export interface DemoPost {
  /** Days from today: before it for what is published, after it for what waits. */
  readonly day: number;
  readonly hour: number;
  readonly text: string;
  readonly title?: string;
  readonly to: readonly string[];
  readonly media?: readonly Readonly<Record<string, unknown>>[];
  readonly tags?: readonly string[];
  /** Settings of a target, by platform. */
  readonly settings?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Platforms that decline it. */
  readonly declinedBy?: readonly string[];
  /** The examples of the help speak of it under the id of this kind. */
  readonly example?: string;
}

const image = (name: string, altText: string) => ({
  type: 'image',
  url: `https://example.com/media/${name}.jpg`,
  altText,
});
const video = (name: string) => ({
  type: 'video',
  url: `https://example.com/media/${name}.mp4`,
  mimeType: 'video/mp4',
});

/** Oldest first. One fails everywhere, one on one platform only. */
export const PUBLISHED: readonly DemoPost[] = [
  {
    day: -6, hour: 9, text: 'Six beans, one roast: the winter blend is in both cafes from today',
    to: ['twitter', 'instagram', 'facebook'], media: [image('winter-blend', 'A bag of coffee in the snow')], tags: ['launch'], example: 'post:facebook',
  },
  { day: -5, hour: 17, text: 'Mira pulls our first shots at six, and yes, she drinks them too', to: ['threads', 'instagram'], media: [image('mira', 'Mira behind the counter')] },
  { day: -4, hour: 12, text: 'How we roast: four minutes from green to brown', title: 'How we roast', to: ['tiktok', 'youtube'], media: [video('roast')], example: 'post:tiktok' },
  {
    day: -3, hour: 18, text: 'Signed copies of this month\'s three favorites are on the front table', title: 'Signed copies this week',
    to: ['bluesky', 'reddit', 'telegram'], settings: { reddit: { subreddit: 'books' } }, tags: ['shop'], example: 'post:reddit',
  },
  { day: -3, hour: 19, text: 'Reading circle tonight at eight, tea is on us', to: ['discord', 'slack'], settings: { discord: { channelId: '121395413380188' } } },
  {
    day: -3, hour: 20, text: 'Opening day, in one minute', title: 'Opening day',
    to: ['facebook', 'threads', 'youtube'], media: [video('opening-day')], example: 'post:published',
  },
  { day: -2, hour: 10, text: 'We are hiring two baristas for Main Street', to: ['linkedin', 'facebook', 'googlebusiness'], declinedBy: ['facebook'], tags: ['jobs'], example: 'post:linkedin' },
  { day: -1, hour: 15, text: 'Shelf tour, one minute', to: ['snapchat'], media: [video('shelf-tour')], declinedBy: ['snapchat'], example: 'post:failed' },
  { day: -1, hour: 16, text: 'Ten covers we would frame', to: ['pinterest'], media: [image('covers', 'A wall of book covers')] },
]; // prettier-ignore

/** Written by hand on the network; the next sync finds it. */
export const NATIVE = { platform: 'instagram', text: 'Latte art practice, take forty' } as const;

/** The video that the examples of the help download. */
export const VIDEOS = [
  {
    platform: 'tiktok',
    nativeId: '7300000000000000000',
    url: 'https://www.tiktok.com/@acme/video/7300000000000000000',
    text: 'A tour of the roastery, one minute',
    media: [video('roastery-tour')],
  },
  {
    platform: 'youtube',
    nativeId: 'a1B2c3D4e5F',
    url: 'https://www.youtube.com/watch?v=a1B2c3D4e5F',
    text: 'How we roast, from green to brown',
    media: [video('roasting')],
  },
] as const;

/** The account that needs reconnecting, since this many hours. */
export const EXPIRED = {
  platform: 'pinterest',
  hoursAgo: 4,
  reason: 'The access token was revoked on the platform.',
} as const;

export const SCHEDULED: readonly DemoPost[] = [
  { day: 1, hour: 9, text: 'New this week: cardamom buns, while they last', to: ['twitter', 'threads', 'facebook'], example: 'post' },
  { day: 2, hour: 18, text: 'Author evening on Thursday, doors open at seven', to: ['bluesky', 'telegram'], tags: ['event'] },
  { day: 3, hour: 12, text: 'Cold brew in winter? Hear us out', to: ['instagram', 'tiktok'], media: [video('cold-brew')] },
  { day: 5, hour: 10, text: 'What is on your pile for the holidays?', title: 'Your holiday pile', to: ['reddit'], settings: { reddit: { subreddit: 'books' } } },
]; // prettier-ignore

/** The recurring slots of the first brand, and what waits in them. */
export const QUEUE = {
  name: 'Weekday mornings',
  timezone: 'Europe/Berlin',
  slots: [1, 2, 3, 4, 5].map((dayOfWeek) => ({ dayOfWeek, time: '08:30' })),
  posts: [
    { text: 'Monday order: something strong', to: ['twitter', 'threads'] },
    { text: 'Two for one on filter coffee before nine', to: ['facebook', 'googlebusiness'] },
  ],
} as const;

export const DRAFT = { text: 'Spring menu, first ideas: rhubarb, basil, less sugar', tags: ['ideas'] } as const;

/** What surrounds the posts: a colleague, a group, a restricted key, an endpoint that is switched off, an app. */
export const TEAM = {
  colleague: { name: 'Mira Lindqvist', email: 'mira@example.test', role: 'member' },
  group: { name: 'Coffee channels', platforms: ['instagram', 'facebook'] },
  key: { name: 'Reports', permission: 'read' },
  webhook: {
    name: 'Builds',
    url: 'https://example.com/hooks',
    events: ['post.published', 'post.failed'],
    isActive: false,
  },
  app: { clientId: 'mcp-client-7f3a', clientName: 'Desk assistant', redirectHost: 'localhost' },
} as const;
