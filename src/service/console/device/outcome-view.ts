/** The last page of a login, and the pages that say why a login failed. */
import type { LoginState } from '../../states/device-login.ts';
import type { RawReply } from '../../exchange/raw.ts';
import { pageReply, STALE } from '../frame.ts';
import { html, type Html } from '../../exchange/html.ts';
import { LOGIN_PAGE } from '../../areas/auth/paths.ts';

type Mood = 'good' | 'bad' | 'plain';

interface Outcome {
  readonly status: number;
  readonly mood: Mood;
  readonly title: string;
  readonly text: Html;
  readonly headers?: Readonly<Record<string, string>>;
}

// prettier-ignore
const PATHS: Readonly<Record<Mood, Html>> = {
  good:  html`<path d="m5 12.5 4.5 4.5L19 7.5"/>`,
  bad:   html`<path d="M6.5 6.5l11 11m0-11-11 11"/>`,
  plain: html`<circle cx="12" cy="12" r="8.5"/><path d="M12 7.5v5l3 2"/>`,
};

const outcomePage = ({ status, mood, title, text, headers = {} }: Outcome): RawReply =>
  pageReply({
    status,
    headers,
    title,
    content: html`<div class="sign ${mood}">
        <svg
          viewBox="0 0 24 24"
          fill="none"
          stroke="currentColor"
          stroke-width="2.4"
          stroke-linecap="round"
          stroke-linejoin="round"
          aria-hidden="true"
        >
          ${PATHS[mood]}
        </svg>
      </div>
      <h1>${title}</h1>
      ${text}`,
  });

/** @param limits one line on what the key may do; for an approval */
export function standingPage(
  standing: Exclude<LoginState, 'pending'> | 'expired',
  { deviceName, limits }: { readonly deviceName: string; readonly limits: string },
): RawReply {
  const status = standing === 'expired' ? 410 : 200;
  const device = html`<strong><bdi>${deviceName}</bdi></strong>`;
  // prettier-ignore
  switch (standing) {
    case 'authorized':
      return outcomePage({ status, mood: 'good', title: 'Approved', text: html`<p>${device} gets its key within a few seconds.</p>
<p class="lead">${limits}</p><p>You can close this page and go back to the terminal.</p>` });
    case 'collected':
      return outcomePage({ status, mood: 'good', title: 'Approved', text: html`<p>${device} has its key and is logged in.</p>
<p class="lead">${limits}</p>${TAKE_BACK}` });
    case 'denied':
      return outcomePage({ status, mood: 'bad', title: 'Denied', text: html`<p>${device} does not get in, and got no key.</p>
<p class="lead">If you did not begin this login yourself, somebody tried to get in with your help.</p>` });
    case 'expired':
      return outcomePage({ status, mood: 'plain', title: 'This code has expired', text: html`<p>Begin the login on ${device} once more: run
<code>svc login</code> again.</p><p><a href="${LOGIN_PAGE}">Enter another code</a></p>` });
  }
}

const TAKE_BACK = html`<p>To take it back: <code>svc api-keys list</code>, then <code>svc api-keys delete</code>.</p>`;

/** A form that was not made for this visitor here, or that is older than the service. */
export const stalePage = (headers: Readonly<Record<string, string>>): RawReply =>
  outcomePage({
    status: STALE.status,
    mood: 'bad',
    title: STALE.title,
    headers,
    text: html`<p>${STALE.why}</p>
      <p><a href="${LOGIN_PAGE}">Begin again</a></p>`,
  });

/** The service can be reached from other machines: anyone who reaches it could decide. */
export const publicPage = (): RawReply =>
  outcomePage({
    status: 403,
    mood: 'bad',
    title: 'Decide in a terminal',
    text: html`<p>
      Other machines can reach this service, so its pages do not accept decisions. On the machine where it runs, use
      <code>svc local device approve CODE</code> or <code>svc local connect approve STATE</code>.
    </p>`,
  });
