/** A drawing for each platform, of what it is for: none of them is its owner's sign. One stroke on a field of 16 by 16, for the console and for reports. */
import { traitsOf } from './platforms.ts';

const BUBBLE = 'M2.5 3h11v8H7l-2.5 2.3V11h-2z';

/** A platform, or a name that ads have for one. */
const DRAWINGS: Readonly<Record<string, string>> = {
  // A crossing.
  twitter: 'M4 4l8 8M12 4l-8 8',
  // A photograph.
  instagram: 'M2.5 3.5h11v9h-11zM2.5 11 6 7.5l3 3 2-2 2.5 2.5M10.6 6.1h.01',
  // Two people.
  facebook: 'M5.8 3.2a2 2 0 1 0 .01 0M2 13c0-5 7.6-5 7.6 0M10.6 3.4a1.9 1.9 0 0 1 0 3.6M11.4 9.4c1.7.3 2.6 1.6 2.6 3.6',
  // A briefcase.
  linkedin: 'M2.5 5.5h11V13h-11zM6 5.5v-2h4v2M2.5 9h11',
  // A beat.
  tiktok: 'M3.5 6.5v3M6.5 3v10M9.5 5v6M12.5 7v2',
  // A strip of film.
  youtube: 'M2.5 3.5h11v9h-11zM5.5 3.5v9M10.5 3.5v9M2.5 8h3M10.5 8h3',
  // A pin for a board.
  pinterest: 'M5.3 2.5h5.4M6.2 2.5v4L4.5 9.2h7L9.8 6.5v-4M8 9.2v4.3',
  // Votes up and down.
  reddit: 'M5 13V3.5L2.5 6M5 3.5 7.5 6M11 3v9.5L8.5 10M11 12.5l2.5-2.5',
  // A cloud.
  bluesky: 'M4.8 12.5a2.8 2.8 0 0 1-.2-5.6 3.6 3.6 0 0 1 6.9.6 2.5 2.5 0 0 1 .2 5z',
  // Two threads.
  threads: 'M2 6.2c2-4 4 4 6 0s4 4 6 0M2 10.8c2-4 4 4 6 0s4 4 6 0',
  // A mast that sends.
  telegram: 'M8 7.5v6M5.5 13.5h5M8 6.8h.01M5.3 9.2a3.4 3.4 0 0 1 0-4.9M10.7 4.3a3.4 3.4 0 0 1 0 4.9',
  // An hourglass.
  snapchat: 'M4 2.5h8M4 13.5h8M4.8 2.5c0 4 6.4 7 6.4 11M11.2 2.5c0 4-6.4 7-6.4 11',
  // A headset.
  discord: 'M3 10V8a5 5 0 0 1 10 0v2M3 9h2v3.5H3zM11 9h2v3.5h-2z',
  // Two people's talk.
  slack: 'M2.5 2.5h7v5h-4L3.7 9V7.5H2.5zM11.5 6h2v5h-1.2v1.6L10.5 11H7',
  // A message that was read.
  whatsapp: `${BUBBLE}M5.3 7 7 8.7 10.7 5.2`,
  // A place on a map.
  googlebusiness: 'M8 14s4.5-4.4 4.5-7.4a4.5 4.5 0 0 0-9 0C3.5 9.6 8 14 8 14zM8 5.2a1.5 1.5 0 1 0 .01 0',
  sms: `${BUBBLE}M5.5 7h.01M8 7h.01M10.5 7h.01`,
  // A receiver.
  phone:
    'M4 2.5h2l1 3L5.6 6.6a8 8 0 0 0 3.8 3.8L10.5 9l3 1v2c0 1-.8 1.5-1.6 1.5C7 13 3 9 2.5 4.1 2.5 3.2 3.1 2.5 4 2.5z',
  // A message with more to it.
  rcs: `${BUBBLE}M8 5v4M6 7h4`,
  // A message from the right.
  imessage: 'M13.5 3h-11v8H9l2.5 2.3V11h2zM5.2 5.8h5.6M5.2 8.2h3.6',
  // A price tag.
  shopify: 'M2.5 8.5l6-6h5v5l-6 6zM11 5h.01',
  // A page.
  wordpress: 'M3.5 2.5h6l3 3v8h-9zM9.5 2.5v3h3M5.8 8h4.4M5.8 10.5h4.4',
  // A target.
  google: 'M8 2.5a5.5 5.5 0 1 0 .01 0M8 5.5a2.5 2.5 0 1 0 .01 0',
  // Rings that meet.
  meta: 'M5.5 4.5a3.5 3.5 0 1 0 .01 0M10.5 4.5a3.5 3.5 0 1 0 .01 0',
  // A prompt.
  openai: 'M3 4.5 6.5 8 3 11.5M8 11.5h5',
};

/** Around the drawing of what ads run on. */
export const AD_FRAME = 'M2 5V2h3M11 2h3v3M14 11v3h-3M5 14H2v-3';

export interface Glyph {
  readonly path: string;
  /** Drawn smaller, within AD_FRAME. */
  readonly isAd: boolean;
}

/** Undefined for a word that names no platform. */
export function glyphOf(platform: string): Glyph | undefined {
  const [adName] = traitsOf(platform).adNames ?? [];
  const path = Object.hasOwn(DRAWINGS, adName ?? platform) ? DRAWINGS[adName ?? platform] : undefined;
  return path === undefined ? undefined : { path, isAd: adName !== undefined };
}
