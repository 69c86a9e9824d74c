/** A link with which a customer provides the documents for a number: good for a week, and for one order. The page is console/kyc. */
import { isFields, textOf, type Fields } from '../../../../kernel/json.ts';
import { ownCall, type Reply } from '../../../call.ts';
import type { Desk, Handler } from '../../../desk.ts';
import { engineWith } from '../../../engine/engine.ts';
import type { Follow } from '../../../engine/follow.ts';
import { purchaseGate } from '../../../limits/billing-gate.ts';
import { ACCOUNT_KIND } from '../../../records/account.ts';
import { NUMBER_KIND } from '../../../records/phone.ts';
import { linkStanding, sharedLink, type LinkStanding } from '../../../records/shared-link.ts';
import { refuse } from '../../../refuse.ts';
import type { Reader, RecordOf } from '../../../store/store.ts';
import { KYC_PAGE } from '../paths.ts';
import type { Requirement } from '../record.ts';
import { countryNamed } from '../stock/search.ts';
import { submitting, typeWith } from './kyc.ts';
import { askedFor, type Submission } from './submission.ts';

const KYC_LINK_KIND = 'phone_number_kyc_link';

/** Source: NUM-14, readings "Phone numbers" */
const share: Follow<typeof KYC_LINK_KIND> = ([{ after } = {}], { call, desk, now }) => {
  if (after === undefined) return {};
  const refusal = refusalOfTarget(call.body, desk) ?? refusalOfLooks(call.body);
  if (refusal !== undefined) return { refusal };
  const shared = sharedLink(desk.ids, `${call.origin}${KYC_PAGE}`, now);
  return { records: [{ ...after, parentId: shared.token, doc: { ...after.doc, ...shared } }] };
};

function refusalOfTarget(body: Fields, desk: Desk): Reply | undefined {
  const country = countryNamed(desk, body['country']);
  if ('refusal' in country) return country.refusal;
  const type = typeWith(country, textOf(body['areaCode']));
  return 'refusal' in type ? type.refusal : undefined;
}

/** An address that a browser is led to is one of the web. */
function refusalOfLooks({ branding, redirect_url }: Fields): Reply | undefined {
  const { logoUrl, brandColor } = isFields(branding) ? branding : {};
  const addresses = { 'branding.logoUrl': textOf(logoUrl), redirect_url: textOf(redirect_url) };
  for (const [param, address] of Object.entries(addresses))
    if (address !== undefined && !isOnWeb(address))
      return refuse('invalid_field_value', { param, message: `\`${param}\` must be an http:// or https:// URL.` });
  if (brandColor === undefined || /^#[\da-f]{6}$/i.test(String(brandColor))) return undefined;
  return refuse('invalid_field_value', {
    param: 'branding.brandColor',
    message: '`branding.brandColor` must be a color such as #2450d8.',
  });
}

const isOnWeb = (address: string): boolean => URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);

export type KycLink = RecordOf<typeof KYC_LINK_KIND>;

export interface SharedKyc {
  readonly link: KycLink;
  readonly standing: LinkStanding;
  /** Name of the country. */
  readonly country: string;
  readonly asked: readonly Requirement[];
}

/** The link of a token, what it asks for, and whether it can still be used; undefined for a token that nobody was given. */
export async function kycUnder(desk: Desk, token: string): Promise<SharedKyc | undefined> {
  const { read } = desk.store;
  const [link] = await read.list(KYC_LINK_KIND, { parentId: token, limit: 1 });
  if (link === undefined) return undefined;
  const country = countryNamed(desk, link.doc.country);
  if ('refusal' in country) return undefined;
  const type = typeWith(country, link.doc.areaCode);
  if ('refusal' in type) return undefined;
  const asked = askedFor(desk, country, type.numberType);
  return { link, standing: await standingOf(link, read, desk.clock.now()), country: country.name, asked };
}

/** Mark of the order that a link leads to: there is one at most. */
const submissionOf = ({ id }: KycLink): string => `link ${id}`;

async function standingOf(link: KycLink, read: Reader, now: number): Promise<LinkStanding> {
  const numbers = await read.list(NUMBER_KIND, { teamId: link.teamId });
  const isUsed = numbers.some(({ doc }) => doc.submissionId === submissionOf(link));
  return linkStanding({ isUsed, expiresAt: link.doc.expiresAt }, now);
}

export interface Provided extends Submission {
  readonly origin: string;
}

/** Orders the number in the name of the team; two who send at once order one. @returns the refusal, or the reply that says `kyc_submitted` */
export async function submitUnder(desk: Desk, { link }: SharedKyc, { origin, ...provided }: Provided): Promise<Reply> {
  const { teamId } = link;
  const accounts = await desk.store.read.count(ACCOUNT_KIND, { teamId });
  const gate = purchaseGate(await desk.plan.of(teamId), { accounts, origin });
  if (gate !== undefined) return gate;
  const { profileId, country, areaCode } = link.doc;
  const order = { profileId, country, ...(areaCode === undefined ? {} : { areaCode }), preOrder: true };
  const body = { ...order, ...provided, submissionId: submissionOf(link) };
  const card = desk.catalog.card('submitPhoneNumberKyc');
  return submitting(ownCall({ card, requestId: desk.ids.uuid(), teamId, origin, body }), desk);
}

const sharing = engineWith(share);

export const handlers: Readonly<Record<string, Handler>> = {
  createPhoneNumberKycLink: sharing,
  createWhatsAppNumberKycLink: sharing,
};
