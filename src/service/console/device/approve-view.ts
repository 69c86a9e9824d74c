/** The page on which a person sees who wants in and what the key may do, and approves or denies it. */
import type { KeyLimits } from '../../areas/api-keys/offers.ts';
import type { Login } from '../../areas/auth/login.ts';
import type { Owner } from '../../areas/auth/offers.ts';
import { shownCode } from '../../areas/auth/user-code.ts';
import type { RawReply } from '../../exchange/raw.ts';
import { actor, DECISION, NO_PASSWORD, pageReply } from '../frame.ts';
import { html, type Html } from '../../exchange/html.ts';
import { alert } from './enter-view.ts';
import { LIVES_DAYS } from './form.ts';
import { DECISION_PAGE } from '../../areas/auth/paths.ts';
import { days, timeLeft, type Choices } from './words.ts';

export interface Approving {
  readonly login: Login;
  readonly owner: Owner;
  readonly choices: Choices;
  /** What is ticked. */
  readonly limits: KeyLimits;
  readonly ticket: string;
  /** Preview of the key that the device has from an earlier login. */
  readonly replaces?: string | undefined;
  readonly now: number;
  readonly problem?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export function approvePage(approving: Approving): RawReply {
  const { login, owner, ticket, now, problem, status = 200, headers = {} } = approving;
  const code = shownCode(login.id);
  return pageReply({
    status,
    headers,
    title: 'Allow this device?',
    content: html`<h1>Allow this device to log in?</h1>
      <p class="lead">It gets an API key of its own. Approve only if your terminal shows this very code.</p>
      ${alert(problem)}
      <p class="code"><span aria-hidden="true">${code}</span><span class="spoken">${[...login.id].join(' ')}</span></p>
      <dl>
        <dt>Device</dt>
        <dd><bdi>${login.doc.deviceName}</bdi>${replaced(approving.replaces)}</dd>
        ${actor(owner, 'You act as')}
        <dt>The key may</dt>
        <dd>Do all that this role may<small>unless you narrow it below</small></dd>
        <dt>Code valid until</dt>
        <dd>${timeLeft(login.doc.expiresAt, now)}</dd>
      </dl>
      <form method="post" action="${DECISION_PAGE}">
        <input type="hidden" name="ticket" value="${ticket}" />
        <input type="hidden" name="code" value="${code}" />
        ${restrictions(approving)} ${DECISION}
      </form>
      <p class="note">${NO_PASSWORD} The key works nowhere else.</p>`,
    foot: html`The same from a script: <code>svc local device approve ${code}</code>`,
  });
}

const replaced = (preview: string | undefined): Html | undefined =>
  preview === undefined ? undefined : html`<small>Its earlier key <code>${preview}</code> stops working.</small>`;

function restrictions({ limits, choices, problem }: Approving): Html {
  const isOpen = problem !== undefined;
  return html`<details ${isOpen ? html`open` : undefined}>
    <summary>Narrow what the key may do</summary>
    <div class="inside">
      <fieldset>
        <legend>Reading and changing</legend>
        <div class="options">
          ${radio('permission', 'read-write', 'Read and change', limits.permission === 'read-write')}
          ${radio('permission', 'read', 'Read only', limits.permission === 'read')}
        </div>
      </fieldset>
      ${groupFields(limits, choices)} ${profileFields(limits, choices)}
      <fieldset>
        <legend><label for="expiresIn">Works for</label></legend>
        <select id="expiresIn" name="expiresIn">
          <option value="">as long as it is not revoked</option>
          ${LIVES_DAYS.map((count) => html`<option value="${count}" ${limits.expiresInDays === count ? html`selected` : undefined}>${days(count)}</option>`)}
        </select>
      </fieldset>
    </div>
  </details>`;
}

function groupFields({ disabledGroups }: KeyLimits, { groups }: Choices): Html {
  const isWhole = disabledGroups.length === 0;
  return html`<fieldset>
    <legend>Groups of operations</legend>
    <div class="options">
      ${radio('reach', 'all', 'All groups', isWhole, 'every')} ${radio('reach', 'groups', 'Only these', !isWhole)}
    </div>
    <div class="options below">
      ${Object.entries(groups).map(([name, title]) => checkbox('groups', name, title, !isWhole && !disabledGroups.includes(name)))}
    </div>
  </fieldset>`;
}

function profileFields({ scope, profileIds }: KeyLimits, { profiles }: Choices): Html {
  return html`<fieldset>
    <legend>Profiles</legend>
    <div class="options">
      ${radio('scope', 'full', 'All profiles', scope === 'full', 'every')}
      ${radio('scope', 'profiles', 'Only these', scope === 'profiles')}
    </div>
    <div class="options many below">
      ${profiles.map(({ id, name }) => checkbox('profileIds', id, name, profileIds.includes(id)))}
    </div>
  </fieldset>`;
}

const radio = (name: string, value: string, label: string, ...[isChosen, kind = 'one']: [boolean, string?]): Html =>
  html`<label
    ><input type="radio" class="${kind}" name="${name}" value="${value}" ${isChosen ? html`checked` : undefined} />
    ${label}</label
  >`;

const checkbox = (name: string, value: string, label: string, isTicked: boolean): Html =>
  html`<label
    ><input type="checkbox" name="${name}" value="${value}" ${isTicked ? html`checked` : undefined} />
    <bdi>${label}</bdi></label
  >`;
