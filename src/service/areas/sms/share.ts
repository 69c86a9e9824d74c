/** A link with which a customer provides the legal details of a registration: good for a week, and for one registration. The page is console/registration. */
import { instantOf } from '../../../kernel/instant.ts';
import { ok, type Reply } from '../../call.ts';
import { commit } from '../../change.ts';
import type { Desk, Handler } from '../../desk.ts';
import { notFound } from '../../engine/not-found.ts';
import { NUMBER_KIND } from '../../records/phone.ts';
import { reaches } from '../../records/profile.ts';
import { linkStanding, sharedLink, type LinkStanding } from '../../records/shared-link.ts';
import { withFields } from '../../store/record.ts';
import type { Reader, RecordOf } from '../../store/store.ts';
import { phoneOf } from '../phone-numbers/offers.ts';
import type { Brand } from './brand.ts';
import { reviewOf } from './deciding.ts';
import { statusEvent } from './events.ts';
import { REGISTER_PAGE } from './paths.ts';
import { LINK_KIND, REGISTRATION_KIND, type RegistrationRecord } from './record.ts';

/** Source: SMS-12 */
const shareSmsRegistration: Handler = async ({ caller, body, origin }, desk) => {
  const { teamId } = caller;
  const numberId = String(body['numberId']);
  return commit<Reply>(desk, [`team/${teamId}`], async (view) => {
    const number = await view.get(NUMBER_KIND, numberId);
    if (number === undefined || !reaches(caller, number))
      return { result: notFound(NUMBER_KIND, { param: 'numberId' }) };
    const now = desk.clock.now();
    const { token, ...answer } = sharedLink(desk.ids, `${origin}${REGISTER_PAGE}`, now);
    const base = {
      kind: LINK_KIND,
      id: desk.ids.record(),
      teamId,
      profileId: number.profileId,
      parentId: token,
    } as const;
    const record = { ...base, createdAt: now, doc: { ...answer, numberId } };
    return { records: [record], result: ok(answer) };
  });
};

export type Link = RecordOf<typeof LINK_KIND>;

export interface SharedLink {
  readonly link: Link;
  readonly standing: LinkStanding;
  /** The number that is to be registered. */
  readonly phone: string;
}

/** The link of a token, and whether it can still be used; undefined for a token that nobody was given. */
export async function linkUnder(read: Reader, token: string, now: number): Promise<SharedLink | undefined> {
  const [link] = await read.list(LINK_KIND, { parentId: token, limit: 1 });
  if (link === undefined) return undefined;
  const number = await read.get(NUMBER_KIND, link.doc.numberId ?? '');
  const phone = number === undefined ? '' : phoneOf(number);
  const { usedAt, expiresAt } = link.doc;
  return { link, phone, standing: linkStanding({ isUsed: usedAt !== undefined, expiresAt }, now) };
}

/** Begins the registration; two who send at once begin one. @returns how the link stood. Source: SMS-13 */
export async function registerUnder(desk: Desk, token: string, brand: Brand): Promise<LinkStanding | undefined> {
  const known = await linkUnder(desk.store.read, token, desk.clock.now());
  if (known === undefined) return undefined;
  return commit<LinkStanding | undefined>(desk, [`${LINK_KIND}/${known.link.id}`], async (view) => {
    const now = desk.clock.now();
    const shared = await linkUnder(view, token, now);
    if (shared?.standing !== 'open') return { result: shared?.standing };
    const registration = registrationUnder(shared, brand, { id: desk.ids.record(), now });
    const used = withFields(shared.link, { usedAt: instantOf(now) });
    const due = await reviewOf(view, registration, now);
    return { records: [registration, used], events: [statusEvent(registration)], due, result: 'open' };
  });
}

function registrationUnder(
  { link, phone }: SharedLink,
  brand: Brand,
  made: { readonly id: string; readonly now: number },
): RegistrationRecord {
  const { id, now } = made;
  const [status, awaitingOtp, registrationType] = ['requested', false, 'standard_10dlc'] as const;
  const phoneNumbers = phone === '' ? [] : [phone];
  const doc = { id, status, awaitingOtp, registrationType, displayName: brand.displayName, phoneNumbers, brand };
  const profileId = link.profileId === null ? {} : { profileId: link.profileId };
  const base = { kind: REGISTRATION_KIND, id, teamId: link.teamId, profileId: null, parentId: null } as const;
  return { ...base, createdAt: now, doc: { ...doc, ...profileId } };
}

export const handlers: Record<string, Handler> = { shareSmsRegistration };
