/** What the sign-in of an application looks like: the consent page, and the page that says why it cannot be shown. */
import type { Owner } from '../../areas/auth/offers.ts';
import type { Asking } from '../../areas/sign-in/grant.ts';
import { OAUTH } from '../../areas/sign-in/paths.ts';
import type { RawReply } from '../../exchange/raw.ts';
import { actor, DECISION, NO_PASSWORD, messagePage, pageReply, STALE } from '../frame.ts';
import { html, type Html } from '../../exchange/html.ts';
import type { Words } from './words.ts';

interface Consent {
  readonly asking: Asking;
  readonly words: Words;
  readonly owner: Owner;
  readonly isReadOnly: boolean;
  readonly ticket: string;
  readonly headers: Readonly<Record<string, string>>;
}

export function consentPage({ asking, words, owner, isReadOnly, ticket, headers }: Consent): RawReply {
  const { host, protocol } = new URL(asking.redirectUri);
  return pageReply({
    status: 200,
    headers,
    title: 'Let this application in?',
    formTarget: asking.redirectUri,
    content: html`<h1>Let this application use the tools?</h1>
      <p class="lead">Approve only if you began this sign-in yourself. The name is the application's own word.</p>
      <dl>
        <dt>Application</dt>
        <dd><bdi>${asking.clientName}</bdi></dd>
        <dt>Goes back to</dt>
        <dd><code>${host === '' ? protocol : host}</code></dd>
        ${actor(owner, 'It acts as')}
      </dl>
      <form method="post" action="${OAUTH.authorize}">
        <input type="hidden" name="ticket" value="${ticket}" />
        ${[...words].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
        ${isReadOnly ? html`<p>It asks to read, and can change nothing.</p>` : PERMISSION} ${DECISION}
      </form>
      <p class="note">${NO_PASSWORD}</p>`,
    foot: html`To take it back: <code>svc connected-apps revoke ${asking.clientId}</code>`,
  });
}

const PERMISSION: Html = html`<fieldset>
  <legend>The application may</legend>
  <div class="options">
    <label><input type="radio" name="permission" value="read-write" checked /> Read and change</label>
    <label><input type="radio" name="permission" value="read" /> Read only</label>
  </div>
</fieldset>`;

/** The browser goes nowhere: the address may be anybody's. */
export const unknownAppPage = (): RawReply =>
  messagePage(
    400,
    'This application is not known here',
    html`<p>
      It never registered with this service, or wants to be reached at another address than it said. Connect it once
      more; a reset of the service makes it forget its applications.
    </p>`,
  );

export const staleSignInPage = (): RawReply =>
  messagePage(STALE.status, STALE.title, html`<p>${STALE.why} Begin the sign-in in the application once more.</p>`);
