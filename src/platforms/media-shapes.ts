/** Pixels, shapes, durations and formats that each platform takes: one row each, by the networks' own public limits. Judged in shape-problems.ts. */
import type { MediaKind } from '../kernel/media-type.ts';

/** Both ends belong to it. */
export interface Range {
  readonly least?: number;
  readonly most?: number;
}

/** What an item must be; a limit that is left out does not apply, and what is unknown of a file is never refused. */
export interface Shape {
  /** Pixels. */
  readonly width?: Range;
  readonly height?: Range;
  /** Width by height. */
  readonly ratio?: Range;
  /** Most pixels of width and height together. */
  readonly edges?: number;
  /** Most pixels of the whole picture. */
  readonly pixels?: number;
  readonly seconds?: Range;
  readonly framesPerSecond?: Range;
  /** Bytes, where ASM-14 does not say it. */
  readonly bytes?: Range;
  /** MIME types. */
  readonly types?: readonly string[];
}

type Shapes = Readonly<Partial<Record<MediaKind, Shape>>>;

export interface ShapeRules extends Shapes {
  /** The network's page that says so. */
  readonly source: string;
  /** Day on which the row was compared with it. */
  readonly checked: string;
  /** By `contentType` of the settings: what holds for such a post instead. */
  readonly forms?: Readonly<Record<string, Shapes>>;
  /** The setting that lifts the longest duration. */
  readonly longer?: string;
  /** The images of one post all have one shape. */
  readonly alike?: true;
}

const KIB = 1024;
const MIB = 1024 * KIB;
const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Nine to sixteen, with the rounding of odd sizes. */
const UPRIGHT: Range = { least: 0.55, most: 0.575 };
/** What Meta takes of a video wherever it shows it. */
const META_VIDEO: Shape = {
  width: { most: 1_920 },
  ratio: { least: 0.01, most: 10 },
  framesPerSecond: { least: 23, most: 60 },
};
/** What Facebook takes as a reel or a story. */
const FACEBOOK_UPRIGHT: Shape = {
  width: { least: 540 },
  height: { least: 960 },
  ratio: UPRIGHT,
  framesPerSecond: { least: 24, most: 60 },
};
const MP4 = 'video/mp4';
const MOV = 'video/quicktime';
const PHOTOS = ['image/jpeg', 'image/jpg', 'image/png'];

export const SHAPE_RULES: Readonly<Record<string, ShapeRules>> = {
  twitter: {
    source: 'X API, media best practices',
    checked: '2026-11-23',
    gif: { width: { most: 1_280 }, height: { most: 1_080 } },
    // The page names 1280 × 1024 and, for subscribers, 1080p: the larger holds.
    video: {
      width: { least: 32, most: 1_920 },
      height: { least: 32, most: 1_920 },
      ratio: { least: 1 / 3, most: 3 },
      seconds: { least: 0.5, most: 140 },
      framesPerSecond: { most: 60 },
      types: [MP4, MOV],
    },
    longer: 'longVideo',
  },
  instagram: {
    source: 'Instagram platform, media reference: image, reel and story specifications',
    checked: '2026-11-23',
    image: { ratio: { least: 0.8, most: 1.91 } },
    video: { ...META_VIDEO, seconds: { least: 3, most: 15 * MINUTE }, types: [MP4, MOV] },
    forms: { story: { video: { ...META_VIDEO, seconds: { least: 3, most: 60 }, types: [MP4, MOV] } } },
  },
  facebook: {
    source: 'Video API, publishing, reels and stories of Pages',
    checked: '2026-11-23',
    video: { seconds: { most: 4 * HOUR } },
    forms: {
      reel: { video: { ...FACEBOOK_UPRIGHT, seconds: { least: 3, most: 90 } } },
      story: { video: { ...FACEBOOK_UPRIGHT, seconds: { least: 3, most: 60 } } },
    },
  },
  linkedin: {
    source: 'LinkedIn Images, Videos and Documents APIs',
    checked: '2026-11-23',
    image: { pixels: 36_152_320 },
    gif: { pixels: 36_152_320 },
    video: { seconds: { least: 3, most: 30 * MINUTE }, bytes: { least: 75 * KIB } },
    document: {
      bytes: { most: 100 * MIB },
      types: [
        'application/pdf',
        'application/msword',
        'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
        'application/vnd.ms-powerpoint',
        'application/vnd.openxmlformats-officedocument.presentationml.presentation',
      ],
    },
  },
  tiktok: {
    source: 'TikTok Content Posting API, media transfer guide',
    checked: '2026-11-23',
    video: {
      width: { least: 360, most: 4_096 },
      height: { least: 360, most: 4_096 },
      seconds: { most: 10 * MINUTE },
      framesPerSecond: { least: 23, most: 60 },
      types: [MP4, MOV, 'video/webm'],
    },
  },
  youtube: {
    source: 'YouTube help, videos longer than 15 minutes',
    checked: '2026-11-23',
    video: { seconds: { most: 12 * HOUR } },
  },
  pinterest: {
    source: 'Pinterest help, product specs of video and carousel Pins',
    checked: '2026-11-23',
    video: {
      ratio: { least: 0.5, most: 1.91 },
      seconds: { least: 4, most: 15 * MINUTE },
      types: [MP4, MOV, 'video/x-m4v'],
    },
    alike: true,
  },
  reddit: {
    source: 'Reddit help, video posts',
    checked: '2026-11-23',
    video: { seconds: { most: 15 * MINUTE }, types: [MP4, MOV] },
  },
  bluesky: {
    source: 'AT Protocol lexicon app.bsky.embed.video and the announcement of videos of three minutes',
    checked: '2026-11-23',
    video: { seconds: { most: 3 * MINUTE }, types: [MP4] },
  },
  threads: {
    source: 'Threads API, image and video specifications',
    checked: '2026-11-23',
    image: { ratio: { least: 0.1, most: 10 } },
    video: { ...META_VIDEO, seconds: { most: 5 * MINUTE }, types: [MP4, MOV] },
  },
  telegram: {
    source: 'Telegram Bot API, sendPhoto and sending files',
    checked: '2026-11-23',
    image: { edges: 10_000, ratio: { least: 1 / 20, most: 20 } },
    document: { bytes: { most: 50 * MIB } },
  },
  snapchat: {
    source: 'Snapchat Public Profile API, story posting',
    checked: '2026-11-23',
    image: { types: PHOTOS },
    video: {
      width: { least: 540 },
      height: { least: 960 },
      ratio: UPRIGHT,
      seconds: { least: 5, most: 60 },
      types: [MP4, MOV],
    },
  },
  discord: {
    source: 'Discord API, uploading files',
    checked: '2026-11-23',
    document: { bytes: { most: 10 * MIB } },
  },
  slack: {
    source: 'Slack help, files of a workspace',
    checked: '2026-11-23',
    document: { bytes: { most: 1_024 * MIB } },
  },
  whatsapp: {
    source: 'WhatsApp Cloud API, supported media types',
    checked: '2026-11-23',
    image: { types: PHOTOS },
    video: { types: [MP4, 'video/3gpp'] },
    document: { bytes: { most: 100 * MIB } },
  },
  googlebusiness: {
    source: 'Business Profile help, photo and video guidelines',
    checked: '2026-11-23',
    image: {
      width: { least: 250 },
      height: { least: 250 },
      bytes: { least: 10 * KIB },
      types: PHOTOS,
    },
    video: { height: { least: 720 }, seconds: { most: 30 } },
  },
};
