/** An ad as a small page of its own: every text of it is escaped, no script runs, and nothing but its pictures is loaded. Used by previews.ts. */
import { createHash } from 'node:crypto';
import { type Fields, isFields, isList, textOf } from '../../../../kernel/json.ts';
import { html, type Html } from '../../../exchange/html.ts';

/** Formats of the network, each with the width of the place in pixels. */
const FORMATS: Readonly<Record<string, number>> = {
  DESKTOP_FEED_STANDARD: 500,
  MOBILE_FEED_STANDARD: 320,
  RIGHT_COLUMN_STANDARD: 254,
  INSTAGRAM_STANDARD: 320,
  INSTAGRAM_STORY: 270,
  INSTAGRAM_REELS: 270,
  FACEBOOK_STORY_MOBILE: 270,
  FACEBOOK_REELS_MOBILE: 270,
  MARKETPLACE_MOBILE: 320,
  MESSENGER_MOBILE_INBOX_MEDIA: 320,
};

/** Formats where none is asked for. */
const USUAL = ['DESKTOP_FEED_STANDARD', 'MOBILE_FEED_STANDARD', 'INSTAGRAM_STANDARD', 'INSTAGRAM_STORY'];

interface Card {
  readonly imageUrl?: string | undefined;
  readonly linkUrl?: string | undefined;
  readonly headline?: string | undefined;
  readonly description?: string | undefined;
  readonly callToAction?: string | undefined;
}

/** What of an ad can be seen. */
export interface Content extends Card {
  readonly body?: string | undefined;
  readonly videoUrl?: string | undefined;
  readonly cards: readonly Card[];
}

export interface Preview {
  readonly format: string;
  /** Null where the network has no such format. */
  readonly html: string | null;
}

/** @param formats the usual ones where the list is empty */
export const previewsOf = (content: Content, formats: readonly string[]): readonly Preview[] =>
  (formats.length === 0 ? USUAL : formats).map((format) => {
    const width = Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
    return { format, html: width === undefined ? null : pageOf(content, { format, width }) };
  });

/** The content of an ad, of a creative, or of a creative in the network's own form. */
export function contentIn(fields: Fields): Content {
  const { creative, object_story_spec: story } = fields;
  const { link_data: link, video_data: video, photo_data: photo } = isFields(story) ? story : {};
  const parts = [fields, creative, link, video, photo].filter(isFields);
  const cards = parts.map((part) => part['carouselCards'] ?? part['child_attachments']).find(isList) ?? [];
  const own = cardIn(parts);
  return {
    ...own,
    body: firstOf(parts, ['body', 'message', 'primaryText']),
    videoUrl: firstOf(parts, ['videoUrl', 'video_url']),
    cards: cards.filter(isFields).map((card) => cardIn([card])),
  };
}

const cardIn = (parts: readonly Fields[]): Card => ({
  imageUrl: firstOf(parts, ['imageUrl', 'thumbnailUrl', 'picture', 'image_url', 'url']),
  linkUrl: firstOf(parts, ['linkUrl', 'link']),
  headline: firstOf(parts, ['headline', 'googleHeadline', 'title', 'name']),
  description: firstOf(parts, ['description', 'googleDescription']),
  callToAction: firstOf(parts, ['callToAction', 'call_to_action']),
});

/** The first text under one of the names; a button is a text or has a type. */
const firstOf = (parts: readonly Fields[], names: readonly string[]): string | undefined =>
  names
    .flatMap((name) => parts.map((part) => part[name]))
    .map((value) => textOf(isFields(value) ? value['type'] : value))
    .find((text) => text !== undefined && text !== '');

const STYLE = [
  'body{margin:0;font:14px/1.4 system-ui,sans-serif;color:#1c1e21;background:#fff}',
  'main{box-sizing:border-box;padding:12px;border:1px solid #dadde1}',
  'p{margin:0 0 8px;white-space:pre-wrap;overflow-wrap:anywhere}img,video{display:block;max-width:100%}',
  '.card{background:#f0f2f5;margin:0 0 8px}.words{padding:8px}.host{color:#65676b;font-size:12px}',
  '.button{display:inline-block;padding:4px 12px;background:#d8dadf;border-radius:4px}',
].join('');

const POLICY = [
  "default-src 'none'",
  'img-src http: https:',
  'media-src http: https:',
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

function pageOf(content: Content, { format, width }: { readonly format: string; readonly width: number }): string {
  const { body, videoUrl, cards } = content;
  const video = addressIn(videoUrl);
  const shown = cards.length === 0 ? [content] : cards;
  const page = html`<main data-format="${format}" data-width="${width}">
    ${body === undefined ? undefined : html`<p>${body}</p>`}
    ${video === undefined ? undefined : html`<video src="${video.href}" controls></video>`} ${shown.map(cardHtml)}
  </main>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><meta name="referrer" content="no-referrer"><meta name="viewport" content="width=${String(width)}"><title>Ad preview</title><style>${STYLE}</style></head><body>${page.markup}</body></html>`;
}

function cardHtml({ imageUrl, linkUrl, headline, description, callToAction }: Card): Html {
  const image = addressIn(imageUrl);
  const link = addressIn(linkUrl);
  return html`<div class="card">
    ${image === undefined ? undefined : html`<img src="${image.href}" alt="" />`}
    <div class="words">
      ${link === undefined ? undefined : html`<p class="host">${link.host}</p>`}
      ${headline === undefined ? undefined : html`<p><strong>${headline}</strong></p>`}
      ${description === undefined ? undefined : html`<p>${description}</p>`}
      ${callToAction === undefined ? undefined : html`<span class="button">${labelOf(callToAction)}</span>`}
    </div>
  </div>`;
}

/** SHOP_NOW reads as Shop now. */
const labelOf = (button: string): string => {
  const words = button.toLowerCase().replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
};

/** An address on the web; nothing else is linked or loaded. */
function addressIn(text: string | undefined): URL | undefined {
  const address = text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
  return address?.protocol === 'https:' || address?.protocol === 'http:' ? address : undefined;
}
