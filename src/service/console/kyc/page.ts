/** The page on which a customer provides the documents for a number, with a link that works once. Forms only, without script. */
import { isFields, textOf, type Fields } from '../../../kernel/json.ts';
import { kycUnder, submitUnder, type SharedKyc } from '../../areas/phone-numbers/orders/link.ts';
import type { Desk } from '../../desk.ts';
import { BOUNDS } from '../../exchange/bounds.ts';
import type { RawReply, RawRequest } from '../../exchange/raw.ts';
import { bytesOf } from '../../exchange/raw-body.ts';
import { redirectTo } from '../frame.ts';
import type { Guard } from '../guard.ts';
import type { PageStep } from '../lazy-page.ts';
import { documentsPage, endPage, fieldName, staleKycPage, unknownKycPage } from './views.ts';
import { wordsIn, type Words } from './words.ts';

interface Visit {
  readonly request: RawRequest;
  readonly desk: Desk;
  readonly guard: Guard;
  readonly token: string;
  readonly shared: SharedKyc;
  readonly words: Words;
}

const providing = (token: string): string => `documents ${token}`;

/** The page at the link, or why it has no form. */
const atLink =
  (step: (visit: Visit) => Promise<RawReply> | RawReply): PageStep =>
  async (request, desk, guard) => {
    const token = request.params['token'] ?? '';
    const shared = await kycUnder(desk, token);
    if (shared === undefined) return unknownKycPage();
    const words = wordsIn(shared.link.doc.language);
    if (shared.standing !== 'open') return endPage(shared.standing, words);
    return step({ request, desk, guard, token, shared, words });
  };

export const show = atLink((visit) => formPage(visit, new Map()));

function formPage(
  { request, guard, token, shared, words }: Visit,
  values: ReadonlyMap<string, string>,
  problem?: string,
): RawReply {
  const visitor = guard.visitor(request);
  const { link, asked, country } = shared;
  const { branding, redirect_url: redirectUrl } = link.doc;
  return documentsPage({
    asked,
    country,
    token,
    words,
    values,
    problem,
    brand: textOf(isFields(branding) ? branding['companyName'] : undefined),
    redirectUrl,
    ticket: guard.ticket(visitor, providing(token)),
    headers: visitor.headers,
  });
}

export const submit = atLink(async (visit) => {
  const { request, desk, guard, token, shared, words } = visit;
  const form = await filledIn(request);
  const ticket = textOf(form?.get('ticket')) ?? '';
  if (form === undefined || !guard.isOurs(request, { ticket, purpose: providing(token) })) return staleKycPage();
  const { status, body } = await submitUnder(desk, shared, {
    origin: request.origin,
    values: valuesIn(form, shared),
    documents: await documentsIn(form, shared),
    address: addressIn(form),
  });
  const answer = isFields(body) ? body : {};
  if (status >= 400) return formPage(visit, typedIn(form), textOf(answer['error']));
  if (answer['status'] !== 'kyc_submitted') return endPage('used', words);
  const { redirect_url: redirectUrl } = shared.link.doc;
  return redirectUrl === undefined ? endPage('sent', words) : redirectTo(redirectUrl);
});

/** The fields and files; undefined when something else than a form came, or too much. */
async function filledIn(request: RawRequest): Promise<FormData | undefined> {
  const bytes = await bytesOf(request, BOUNDS.bytes.multipart);
  if (bytes === undefined) return undefined;
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  return new Response(Buffer.from(bytes), { headers }).formData().catch(() => undefined);
}

const LONGEST = 200;

const typed = (form: FormData, name: string): string => (textOf(form.get(name)) ?? '').trim().slice(0, LONGEST);

const typedIn = (form: FormData): ReadonlyMap<string, string> =>
  new Map([...form.keys()].filter((name) => name !== 'ticket').map((name) => [name, typed(form, name)]));

const valuesIn = (form: FormData, { asked }: SharedKyc): Fields =>
  Object.fromEntries(
    asked
      .filter(({ kind }) => kind !== 'file' && kind !== 'address')
      .map(({ requirementId }) => [requirementId, typed(form, fieldName.value(requirementId))]),
  );

async function documentsIn(form: FormData, { asked }: SharedKyc): Promise<Fields[]> {
  const files = asked.map(({ requirementId }) => ({ requirementId, file: form.get(fieldName.file(requirementId)) }));
  const documents = files.map(async ({ requirementId, file }) => {
    if (file === null || typeof file === 'string' || file.size === 0) return [];
    const base64 = Buffer.from(await file.arrayBuffer()).toString('base64');
    return [{ requirementId, filename: file.name, base64 }];
  });
  return (await Promise.all(documents)).flat();
}

function addressIn(form: FormData): Fields | undefined {
  const places = ['street_address', 'locality', 'postal_code'].map((place) => [
    place,
    typed(form, fieldName.address(place)),
  ]);
  return places.every(([, text]) => text === '') ? undefined : (Object.fromEntries(places) as Fields);
}
