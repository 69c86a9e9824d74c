/** What the connect page shows: the sign-in, and how it ended. Filled by page.ts. */
import { platformLabel } from '../../../platforms/labels.ts';
import { CONNECT_PAGE } from '../../areas/connect/paths.ts';
import type { Session, SessionDoc, Standing } from '../../areas/connect/session.ts';
import type { Choice } from '../../areas/connect/choices.ts';
import type { RawReply } from '../../exchange/raw.ts';
import { DECISION, messagePage, pageReply, STALE } from '../frame.ts';
import { html } from '../../exchange/html.ts';

interface SignIn {
  readonly session: Session;
  /** Name of the profile that gets the account. */
  readonly profile: string;
  /** What the network offers to whoever signs in. */
  readonly choices: readonly Choice[];
  readonly ticket: string;
  readonly headers: Readonly<Record<string, string>>;
}

export function signInPage({ session: { id, doc }, profile, choices, ticket, headers }: SignIn): RawReply {
  const title = `Connect ${platformLabel(doc.platform)}`;
  return pageReply({
    status: 200,
    title,
    headers,
    // Where the form leads on to in the end counts as its target too.
    ...(doc.redirectUrl === null ? {} : { formTarget: doc.redirectUrl }),
    content: html`<h1>${title}</h1>
      <p class="lead">
        Connects the account you choose to the profile
        <strong><bdi>${profile}</bdi></strong
        >.
      </p>
      <form method="post" action="${CONNECT_PAGE}/${id}" autocomplete="off">
        <input type="hidden" name="ticket" value="${ticket}" />
        ${doc.headless ? '' : choiceField(choices)}
        <label class="field" for="username"
          >${choices.length === 0 || doc.headless ? 'Sign in as' : 'Or under another name'}</label
        >
        <input
          type="text"
          id="username"
          name="username"
          value="${doc.username ?? ''}"
          placeholder="any name"
          maxlength="100"
          spellcheck="false"
        />
        ${DECISION}
      </form>
      <p class="note">
        This is where the platform's own page would be. Nobody asks for a password: the networks of this service are
        simulated, and no name needs to exist. The name of an account that is connected already connects it again.
      </p>`,
    foot: html`The same from a script: <code>svc local connect approve ${id}</code>`,
  });
}

/** The hosted selection; a caller with a selection step of its own asks for it later. */
const choiceField = (choices: readonly Choice[]) =>
  choices.length === 0
    ? ''
    : html`<fieldset class="options">
        <legend>What to connect</legend>
        ${choices.map(
          ({ id, displayName, username, row }, at) =>
            html`<label
              ><input type="radio" name="choice" value="${id}" ${at === 0 ? 'checked' : ''} />
              <bdi>${displayName ?? String(row['name'] ?? id)}</bdi>
              <small><bdi>${username ?? id}</bdi></small></label
            >`,
        )}
      </fieldset>`;

/** How a sign-in ended, for whoever comes back to its address. */
export function endPage({ platform, username, error }: SessionDoc, standing: Exclude<Standing, 'pending'>): RawReply {
  switch (standing) {
    case 'connected':
      return messagePage(
        200,
        'Connected',
        html`<p>
          <strong><bdi>${username ?? ''}</bdi></strong> on ${platformLabel(platform)} is connected. You can close this
          page.
        </p>`,
      );
    case 'handed_over':
      return messagePage(200, 'Signed in', html`<p>Choose what to connect in the application you came from.</p>`);
    case 'denied':
      return messagePage(200, 'Denied', html`<p>Nothing was connected on ${platformLabel(platform)}.</p>`);
    case 'failed':
      return messagePage(
        200,
        'Not connected',
        html`<p>${platformLabel(platform)} was not connected: <code>${error ?? ''}</code>.</p>`,
      );
    case 'expired':
      return messagePage(
        410,
        'This sign-in has expired',
        html`<p>Ask for a new address: <code>svc connect url ${platform}</code>.</p>`,
      );
  }
}

export const unknownPage = (): RawReply =>
  messagePage(404, 'No such sign-in', html`<p>The address is wrong, or the service was reset since.</p>`);

/** A form that was not made for this visitor here. */
export const staleConnectPage = (): RawReply =>
  messagePage(STALE.status, STALE.title, html`<p>${STALE.why} Open the address once more.</p>`);
