/** What the page for legal details shows: the form, and what became of it. Filled by page.ts. */
import { ENTITY_TYPES, VERTICALS, type Brand } from '../../areas/sms/brand.ts';
import { REGISTER_PAGE } from '../../areas/sms/paths.ts';
import type { LinkStanding } from '../../records/shared-link.ts';
import type { RawReply } from '../../exchange/raw.ts';
import { messagePage, pageReply, STALE } from '../frame.ts';
import { html, type Html } from '../../exchange/html.ts';

interface Field {
  readonly name: keyof Brand;
  readonly label: string;
  /** Values to what a person reads. */
  readonly options?: Readonly<Record<string, string>>;
}

export const FIELDS: readonly Field[] = [
  { name: 'displayName', label: 'Name that customers know' },
  { name: 'companyName', label: 'Legal name' },
  { name: 'entityType', label: 'Legal form', options: ENTITY_TYPES },
  { name: 'ein', label: 'Tax number, in the US the EIN' },
  { name: 'vertical', label: 'Line of business', options: VERTICALS },
  { name: 'website', label: 'Website' },
  { name: 'email', label: 'Email' },
  { name: 'phone', label: 'Phone' },
  { name: 'street', label: 'Street and house number' },
  { name: 'city', label: 'City' },
  { name: 'state', label: 'State or province' },
  { name: 'postalCode', label: 'Postal code' },
  { name: 'country', label: 'Country, two letters' },
];

/** What a visitor has typed, and what is wrong with it, by field. */
export interface Filled {
  readonly values: ReadonlyMap<string, string>;
  readonly problems: ReadonlyMap<string, string>;
}

interface Details {
  readonly phone: string;
  readonly token: string;
  readonly ticket: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly filled: Filled;
  /** Names of the fields that cannot stay empty. */
  readonly required: readonly string[];
}

const TITLE = 'Legal details for texting';

export const detailsPage = ({ phone, token, ticket, headers, filled, required }: Details): RawReply =>
  pageReply({
    status: filled.problems.size > 0 ? 422 : 200,
    title: TITLE,
    headers,
    content: html`<h1>${TITLE}</h1>
      <p class="lead">US carriers want to know who sends texts from <strong>${phone}</strong>.</p>
      ${filled.problems.size > 0 ? html`<p class="alert" role="alert">Some fields need another look.</p>` : undefined}
      <form method="post" action="${REGISTER_PAGE}/${token}">
        <input type="hidden" name="ticket" value="${ticket}" />
        ${FIELDS.map((field) => fieldOf(field, filled, required.includes(field.name)))}
        <div class="actions"><button class="main">Send</button></div>
      </form>
      <p class="note">
        The link works once. The reviewers of this service are simulated, and nobody sees what you enter.
      </p>`,
  });

function fieldOf(field: Field, { values, problems }: Filled, isRequired: boolean): Html {
  const { name, label } = field;
  const problem = problems.get(name);
  return html`<label class="field" for="${name}">${label}${isRequired ? '' : ' (optional)'}</label>
    ${controlOf(field, values.get(name) ?? '', problem !== undefined)}
    ${problem === undefined ? undefined : html`<p class="problem" id="${name}-problem">${problem}</p>`}`;
}

function controlOf({ name, options }: Field, value: string, isWrong: boolean): Html {
  const marks = isWrong ? html`aria-invalid="true" aria-describedby="${name}-problem"` : undefined;
  if (options === undefined)
    return html`<input
      type="text"
      class="plain"
      id="${name}"
      name="${name}"
      value="${value}"
      maxlength="200"
      ${marks}
    />`;
  const all = Object.entries(options).map(
    ([key, text]) => html`<option value="${key}" ${key === value ? html`selected` : undefined}>${text}</option>`,
  );
  return html`<select id="${name}" name="${name}" ${marks}>
    <option value="">Choose …</option>
    ${all}
  </select>`;
}

/** Why there is no form. */
export function endPage(end: Exclude<LinkStanding, 'open'> | 'registered'): RawReply {
  switch (end) {
    case 'registered':
      return messagePage(
        200,
        'Sent',
        html`<p>The registration is on its way to the carriers. You can close this page.</p>`,
      );
    case 'used':
      return messagePage(
        409,
        'This link was used',
        html`<p>It works once. Whoever gave it to you can make another.</p>`,
      );
    case 'expired':
      return messagePage(
        410,
        'This link has expired',
        html`<p>It works for a week. Whoever gave it to you can make another.</p>`,
      );
  }
}

export const unknownLinkPage = (): RawReply =>
  messagePage(404, 'No such link', html`<p>The address is wrong, or the service was reset since.</p>`);

export const staleDetailsPage = (): RawReply =>
  messagePage(STALE.status, STALE.title, html`<p>${STALE.why} Open the link once more.</p>`);
