/** What the page for documents shows: the form, and what became of it. Filled by page.ts. */
import { KYC_PAGE } from '../../areas/phone-numbers/paths.ts';
import type { LinkStanding } from '../../records/shared-link.ts';
import type { Requirement } from '../../areas/phone-numbers/record.ts';
import type { RawReply } from '../../exchange/raw.ts';
import { messagePage, pageReply, STALE } from '../frame.ts';
import { html, type Html } from '../../exchange/html.ts';
import type { Words } from './words.ts';

interface Documents {
  readonly asked: readonly Requirement[];
  /** Name of the country. */
  readonly country: string;
  readonly token: string;
  readonly words: Words;
  /** What the visitor has typed, by field. */
  readonly values: ReadonlyMap<string, string>;
  /** Why the form came back. */
  readonly problem: string | undefined;
  /** The company in whose name the link was sent. */
  readonly brand: string | undefined;
  readonly redirectUrl: string | undefined;
  readonly ticket: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Names of the fields of the form. */
export const fieldName = {
  value: (requirementId: string): string => `value-${requirementId}`,
  file: (requirementId: string): string => `file-${requirementId}`,
  address: (place: string): string => `address-${place}`,
} as const;

export const documentsPage = (page: Documents): RawReply => {
  const { asked, country, token, words, values, problem, brand, redirectUrl, ticket, headers } = page;
  return pageReply({
    status: problem === undefined ? 200 : 422,
    title: words.title,
    headers,
    ...(redirectUrl === undefined ? {} : { formTarget: redirectUrl }),
    content: html`<div lang="${words.language}">
      <h1>${words.title}</h1>
      <p class="lead">${brand === undefined ? undefined : words.from(brand)} ${words.lead(country)}</p>
      ${problem === undefined ? undefined : html`<p class="alert" role="alert" lang="en">${problem}</p>`}
      <form method="post" action="${KYC_PAGE}/${token}" enctype="multipart/form-data">
        <input type="hidden" name="ticket" value="${ticket}" />
        ${asked.map((requirement) => controlsOf(requirement, values, words))}
        <div class="actions"><button class="main">${words.send}</button></div>
      </form>
      <p class="note">${words.note}</p>
    </div>`,
  });
};

function controlsOf({ kind, requirementId, label }: Requirement, values: Documents['values'], words: Words): Html {
  if (kind === 'file') {
    const name = fieldName.file(requirementId);
    return html`<label class="field" for="${name}">${label}</label> <input type="file" id="${name}" name="${name}" />`;
  }
  if (kind !== 'address') return textField(fieldName.value(requirementId), label, values);
  return html`${textField(fieldName.address('street_address'), words.street, values)}
  ${textField(fieldName.address('locality'), words.locality, values)}
  ${textField(fieldName.address('postal_code'), words.postalCode, values)}`;
}

const textField = (name: string, label: string, values: Documents['values']): Html =>
  html`<label class="field" for="${name}">${label}</label>
    <input type="text" class="plain" id="${name}" name="${name}" value="${values.get(name) ?? ''}" maxlength="200" />`;

const STATUS = { sent: 200, used: 409, expired: 410 } as const;

/** Why there is no form. */
export const endPage = (end: Exclude<LinkStanding, 'open'> | 'sent', words: Words): RawReply =>
  messagePage(STATUS[end], words[end].title, html`<p lang="${words.language}">${words[end].text}</p>`);

export const unknownKycPage = (): RawReply =>
  messagePage(404, 'No such link', html`<p>The address is wrong, or the service was reset since.</p>`);

export const staleKycPage = (): RawReply =>
  messagePage(STALE.status, STALE.title, html`<p>${STALE.why} Open the link once more.</p>`);
