/** What countries ask for before numbers are ported, and what of it an order has. */
import { type Fields, fieldsIn, textOf } from '../../../../kernel/json.ts';
import { ok } from '../../../call.ts';
import type { Handler } from '../../../desk.ts';
import { notFound } from '../../../engine/not-found.ts';
import { countryIn, PORT_IN_KIND, requirementsIn, type NumberCountry } from '../record.ts';
import { formFields } from '../orders/submission.ts';

/** Ids of what the country asks for and the order does not answer. */
export function missingFrom(country: NumberCountry | undefined, given: readonly Fields[]): readonly string[] {
  const filled = given.filter((one) => (textOf(one['fieldValue']) ?? '').trim() !== '');
  const ids = filled.map((one) => one['requirementTypeId']);
  return (country?.portRequirements ?? []).filter((id) => !ids.includes(id));
}

const getPhoneNumberPortInRequirements: Handler = async ({ query }, { catalog }) => {
  const country = countryIn(catalog, textOf(query['country']) ?? '');
  const { numberType } = query;
  return ok({
    country: query['country'],
    ...(numberType === undefined ? {} : { numberType }),
    supported: country !== undefined,
    fields: formOf(catalog, country),
  });
};

const formOf = (catalog: Parameters<typeof requirementsIn>[0], country: NumberCountry | undefined) =>
  formFields(requirementsIn(catalog, country?.portRequirements ?? [])).map(({ example, ...field }) => ({
    ...field,
    ...(example === null ? {} : { example }),
  }));

const getPhoneNumberPortInOrderRequirements: Handler = async ({ caller, path }, { catalog, store }) => {
  const order = await store.read.get(PORT_IN_KIND, path['id'] ?? '');
  if (order?.teamId !== caller.teamId) return notFound(PORT_IN_KIND);
  const country = countryIn(catalog, order.doc.country ?? '');
  const missing = missingFrom(country, fieldsIn(order.doc.requirements));
  const isOpen = (id: string): boolean => missing.includes(id);
  return ok({
    country: country?.code,
    requirements: formOf(catalog, country).map((field) => ({
      ...field,
      status: isOpen(field.requirementId) ? 'missing' : 'submitted',
      filled: !isOpen(field.requirementId),
    })),
  });
};

export const handlers: Readonly<Record<string, Handler>> = {
  getPhoneNumberPortInRequirements,
  getPhoneNumberPortInOrderRequirements,
};
