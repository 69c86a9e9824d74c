/** What a regulator asks of an order, and what of it a call lacks. Used by the form, submissions and answers to reviewers. */
import { type Fields, fieldsIn, isFields, textOf } from '../../../../kernel/json.ts';
import { DAY_MS } from '../../../../kernel/time.ts';
import type { Reply } from '../../../call.ts';
import type { Desk } from '../../../desk.ts';
import { notFound } from '../../../engine/not-found.ts';
import { refuse } from '../../../refuse.ts';
import type { Reader } from '../../../store/store.ts';
import { requirementsIn, type NumberCountry, type Requirement } from '../record.ts';

export const DOCUMENT_KIND = 'kyc_document';

/** What a call brings: answers by requirement, files, and an address. */
export interface Submission {
  readonly values: Fields;
  readonly documents: readonly Fields[];
  readonly address: Fields | undefined;
}

export const submissionIn = ({ values, documents, address }: Fields): Submission => ({
  values: isFields(values) ? values : {},
  documents: fieldsIn(documents),
  address: isFields(address) ? address : undefined,
});

export const isEmpty = ({ values, documents, address }: Submission): boolean =>
  Object.keys(values).length === 0 && documents.length === 0 && address === undefined;

/** Answers of both, where the later ones hold. */
export const withSubmission = (kept: Submission, added: Submission): Submission => ({
  values: { ...kept.values, ...added.values },
  documents: [
    ...kept.documents.filter((one) => !added.documents.some((other) => isSame(one, other))),
    ...added.documents,
  ],
  address: added.address ?? kept.address,
});

const isSame = (one: Fields, other: Fields): boolean => one['requirementId'] === other['requirementId'];

/** A file that nobody uploaded is no answer. */
export async function refusalOfUnknownFile(
  view: Reader,
  teamId: string,
  { documents, param = 'documents.documentId' }: Pick<Submission, 'documents'> & { readonly param?: string },
): Promise<Reply | undefined> {
  for (const { documentId } of documents) {
    const id = textOf(documentId);
    if (id === undefined) continue;
    const file = await view.get(DOCUMENT_KIND, id);
    if (file?.teamId !== teamId) return notFound(DOCUMENT_KIND, { param });
  }
  return undefined;
}

/** The first requirement without an answer, as a refusal. */
export function refusalOfMissing(
  country: NumberCountry,
  asked: readonly Requirement[],
  submission: Submission,
): Reply | undefined {
  for (const requirement of asked) {
    const param = lackingIn(requirement, submission, country);
    if (param !== undefined)
      return refuse('missing_required_field', { param, message: `${country.name} asks for: ${requirement.label}.` });
  }
  return undefined;
}

/** The place in the body of what a requirement lacks. */
function lackingIn(
  { kind, requirementId }: Requirement,
  submission: Submission,
  country: NumberCountry,
): string | undefined {
  if (kind === 'file')
    return submission.documents.some((one) => one['requirementId'] === requirementId) ? undefined : 'documents';
  if (kind === 'address') return addressProblem(submission.address ?? {}, country, 'address.')?.param;
  return (textOf(submission.values[requirementId]) ?? '').trim() === '' ? `values.${requirementId}` : undefined;
}

const PLACES = ['street_address', 'locality', 'postal_code'] as const;

/** What is wrong with an address in the country; no street is looked up. */
export function addressProblem(address: Fields, { name, postalCode }: NumberCountry, within = '') {
  const missing = PLACES.find((place) => (textOf(address[place]) ?? '').trim() === '');
  if (missing !== undefined) return { param: `${within}${missing}`, message: `An address needs a \`${missing}\`.` };
  if (new RegExp(postalCode, 'i').test(String(address['postal_code']).trim())) return undefined;
  return { param: `${within}postal_code`, message: `This is not a valid postal code in ${name}.` };
}

const LONGEST_MS = 90 * DAY_MS;

/** What a reviewer may object to in documents: those that nobody asked for, that are missing, or too old. */
export function advisoriesOn(asked: readonly Requirement[], documents: readonly Fields[], now: number) {
  const files = asked.filter(({ kind }) => kind === 'file');
  const given = documents.flatMap((document) => {
    const requirementId = String(document['requirementId']);
    if (!files.some((one) => one.requirementId === requirementId))
      return [{ requirementId, concern: 'This document is not required.' }];
    const issued = Date.parse(textOf(document['issuedAt']) ?? '');
    if (Number.isNaN(issued)) return [];
    if (issued > now) return [{ requirementId, concern: 'The document is dated in the future.' }];
    return now - issued > LONGEST_MS ? [{ requirementId, concern: 'The document is older than 90 days.' }] : [];
  });
  const missing = files
    .filter(({ requirementId }) => !documents.some((one) => one['requirementId'] === requirementId))
    .map(({ requirementId, label }) => ({ requirementId, concern: `Missing: ${label}.` }));
  return [...given, ...missing];
}

/** The fields of a form. */
export const formFields = (asked: readonly Requirement[]) =>
  asked.map(({ requirementId, label, kind, description, example }) => ({
    requirementId,
    label,
    kind,
    description,
    example,
  }));

/** What the regulator asks of a number of that type. */
export function askedFor(desk: Pick<Desk, 'catalog'>, country: NumberCountry, numberType: string | undefined) {
  const type = country.types.find((one) => one.numberType === numberType);
  return requirementsIn(desk.catalog, type?.requirements ?? []);
}
