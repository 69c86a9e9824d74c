/** The frame of every page of the console, and the headers that keep it to itself. No script runs in it. */
import { createHash } from 'node:crypto';
import type { Owner } from '../areas/auth/offers.ts';
import type { RawReply } from '../exchange/raw.ts';
import { html, type Html } from '../exchange/html.ts';
import { STYLE } from './style.ts';
import { ARROWS } from './mark.ts';

export interface Page {
  readonly status: number;
  readonly title: string;
  readonly content: Html;
  /** Below the page, small. */
  readonly foot?: Html;
  readonly headers?: Readonly<Record<string, string>>;
  /** An address elsewhere to which the form of the page leads on. */
  readonly formTarget?: string;
}

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** Nothing is loaded from anywhere, no other site may show the page in a frame, and forms go nowhere else. */
const policyFor = (formTarget: string | undefined): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    'img-src data:',
    `form-action 'self'${formTarget === undefined ? '' : ` ${sourceOf(formTarget)}`}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Origin of an address on the web, scheme of one of an app. */
function sourceOf(address: string): string {
  const { protocol, origin } = new URL(address);
  return protocol === 'http:' || protocol === 'https:' ? origin : protocol;
}

/** Of every page of the console. */
export const SHUT_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'X-Frame-Options': 'DENY',
  'X-Content-Type-Options': 'nosniff',
  // Not no-referrer: browsers would then hide the origin of forms as well, which guard.ts asks for.
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
};

export const pageReply = ({ status, title, content, foot, headers, formTarget }: Page): RawReply => ({
  status,
  headers: { ...SHUT_HEADERS, 'Content-Security-Policy': policyFor(formTarget), ...headers },
  body: documentOf(title, content, foot).markup,
});

/** A page of a title and a text. */
export const messagePage = (status: number, title: string, text: Html): RawReply =>
  pageReply({
    status,
    title,
    content: html`<h1>${title}</h1>
      ${text}`,
  });

/** Leads the browser on, so that going back and reloading ask nothing twice. */
export const redirectTo = (address: string, headers: RawReply['headers'] = {}): RawReply => ({
  status: 303,
  headers: { Location: address, 'Cache-Control': 'no-store', ...headers },
});

/** The end of a form that asks for a yes or a no. */
export const DECISION: Html = html`<div class="actions">
  <button class="main" name="decision" value="approve">Approve</button>
  <button name="decision" value="deny">Deny</button>
</div>`;

/** In whose name a decision is made. @param label such as `You act as` */
export const actor = ({ teamName, name, email, caller }: Owner, label: string): Html =>
  html`<dt>Team</dt>
    <dd><bdi>${teamName}</bdi></dd>
    <dt>${label}</dt>
    <dd>
      <bdi>${name}</bdi><small><bdi>${email}</bdi>, role ${caller.role}</small>
    </dd>`;

/** Why a page that acts for the owner asks for no password. */
export const NO_PASSWORD =
  'No password is needed here: this service runs on this machine, and whoever opens this page acts as the owner of its team.';

/** A form that was not made for this visitor here, or that is older than the service. */
export const STALE = {
  status: 403,
  title: 'This form is no longer valid',
  why: 'It is old, comes from another page, or the browser blocks cookies. Nothing was decided.',
} as const;

/** Two arrows of a request and its answer. */
const MARK = html`<svg viewBox="0 0 32 32" aria-hidden="true">
  <rect width="32" height="32" rx="8" fill="#2450d8" />
  <path d="${ARROWS}" fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round" />
</svg>`;

export const ICON = `data:image/svg+xml,${encodeURIComponent(
  MARK.markup.replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" '),
)}`;

/** To the letter what the policy names by its hash. */
const SHEET: Html = { markup: `<style>${STYLE}</style>` };

const documentOf = (title: string, content: Html, foot: Html | undefined): Html =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title} · Service API</title>
        <link rel="icon" href="${ICON}" />
        ${SHEET}
      </head>
      <body>
        <header class="brand">${MARK}<span>Service API on this machine</span></header>
        <main>${content}</main>
        ${foot === undefined ? undefined : html`<footer>${foot}</footer>`}
      </body>
    </html> `;
