/** What regulators ask for, read before an order: the form, what a reviewer may object to, and whether an address can be one. */
import { fieldsIn, textOf } from '../../../../kernel/json.ts';
import { ok, type Call } from '../../../call.ts';
import type { Desk, Handler } from '../../../desk.ts';
import { inScene } from '../../../engine/engine.ts';
import { NUMBER_KIND } from '../../../records/phone.ts';
import { reaches } from '../../../records/profile.ts';
import { refuse } from '../../../refuse.ts';
import type { NumberCountry, NumberRecord } from '../record.ts';
import { countryNamed, isPreOrderable } from '../stock/search.ts';
import {
  addressProblem,
  advisoriesOn,
  askedFor,
  formFields,
  submissionIn,
  refusalOfUnknownFile,
} from './submission.ts';

/** The type that is asked for, else the first one that needs documents, else the first. */
export const typeFor = ({ types }: NumberCountry, numberType: string | undefined) =>
  numberType === undefined
    ? (types.find(isPreOrderable) ?? types[0])
    : types.find((type) => type.numberType === numberType);

const getPhoneNumberKycForm = inScene(async ({ call, desk }) => {
  const country = countryNamed(desk, call.query['country']);
  if ('refusal' in country) return country.refusal;
  const type = typeFor(country, textOf(call.query['numberType']));
  if (type === undefined) return noType(country);
  const { numberType } = type;
  const own = await ownNumbers(call, desk);
  const same = own.filter(({ doc }) => doc.country === country.code && doc.numberType === numberType);
  return ok({
    country: country.code,
    numberType,
    fields: formFields(askedFor(desk, country, numberType)),
    reusable: reusableOf(same),
    pendingReview: same.some(({ doc }) => doc.status === 'pending_regulatory'),
  });
});

export const noType = ({ name, types }: NumberCountry) =>
  refuse('invalid_field_value', {
    param: 'numberType',
    message: `${name} does not offer such numbers: \`numberType\` must be one of ${types.map((type) => type.numberType).join(', ')}.`,
  });

async function ownNumbers({ caller }: Call, { store }: Desk): Promise<readonly NumberRecord[]> {
  const numbers = await store.read.list(NUMBER_KIND, { teamId: caller.teamId });
  return numbers.filter((number) => reaches(caller, number));
}

/** Numbers whose documents were approved: with them a further order is instant. */
export const isReusable = ({ doc }: NumberRecord): boolean => doc.status === 'active' && doc.submission !== undefined;

function reusableOf(numbers: readonly NumberRecord[]) {
  const approved = numbers.filter(isReusable);
  const [first] = approved;
  if (first === undefined) return null;
  const options = approved.map((number) => ({
    id: number.id,
    fromPhoneNumber: number.doc.phoneNumber,
    instant: true,
    details: detailsOf(number),
  }));
  return { available: true, fromPhoneNumber: first.doc.phoneNumber, details: detailsOf(first), options };
}

function detailsOf({ doc }: NumberRecord) {
  const { values, documents } = submissionIn(doc.submission ?? {});
  return [
    ...Object.entries(values).map(([label, value]) => ({ label, value: String(value) })),
    ...documents.map(({ requirementId, documentId, filename }) => ({
      label: String(requirementId),
      value: textOf(filename) ?? 'Uploaded document',
      ...(textOf(documentId) === undefined ? {} : { documentId: textOf(documentId) }),
    })),
  ];
}

const reviewPhoneNumberKycPacket: Handler = async ({ body, caller }, desk) => {
  const country = countryNamed(desk, body['country']);
  if ('refusal' in country) return country.refusal;
  const documents = fieldsIn(body['docs']);
  const unknown = await refusalOfUnknownFile(desk.store.read, caller.teamId, { documents, param: 'docs.documentId' });
  if (unknown !== undefined) return unknown;
  const type = typeFor(country, textOf(body['numberType']));
  if (type === undefined) return noType(country);
  const asked = askedFor(desk, country, type.numberType);
  return ok({ advisories: advisoriesOn(asked, documents, desk.clock.now()) });
};

/** The form of the address is judged; no street is looked up, and an address elsewhere is not judged at all. */
const validatePhoneNumberKycAddress: Handler = async ({ body }, desk) => {
  const country = countryNamed(desk, body['country']);
  if ('refusal' in country) return ok({ ok: true, skipped: true });
  const problem = addressProblem(body, country);
  if (problem === undefined) return ok({ ok: true, skipped: false });
  return refuse('invalid_field_value', problem);
};

export const handlers: Readonly<Record<string, Handler>> = {
  getPhoneNumberKycForm,
  getWhatsAppNumberKycForm: getPhoneNumberKycForm,
  reviewPhoneNumberKycPacket,
  validatePhoneNumberKycAddress,
  validateWhatsAppNumberKycAddress: validatePhoneNumberKycAddress,
};
