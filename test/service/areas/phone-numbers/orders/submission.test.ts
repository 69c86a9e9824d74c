/** What of an order's documents is missing, and what a reviewer may object to. */
import { expect, test } from 'vitest';
import { openCatalog } from '../../../../../src/catalog/catalog.ts';
import {
  addressProblem,
  advisoriesOn,
  askedFor,
  isEmpty,
  refusalOfMissing,
  submissionIn,
  withSubmission,
} from '../../../../../src/service/areas/phone-numbers/orders/submission.ts';
import { countriesIn } from '../../../../../src/service/areas/phone-numbers/record.ts';
import { TEST_NOW } from '../../../../support/service.ts';
import { DAY, SCAN } from '../line.ts';

const catalog = openCatalog('dist/cards');

const countryOf = (code: string) => {
  const country = countriesIn(catalog).find((one) => one.code === code);
  if (country === undefined) throw new Error(`There is no country ${code}.`);
  return country;
};

const [GERMANY, SPAIN] = [countryOf('DE'), countryOf('ES')];

const ADDRESS = { street_address: 'Kantstraße 1', locality: 'Berlin', postal_code: '10623' };

test('a document is at most 90 days old, and not dated in the future', () => {
  const asked = askedFor({ catalog }, GERMANY, 'local');
  const concerns = (age: number) => {
    const issuedAt = new Date(TEST_NOW - age * 1_000).toISOString();
    return advisoriesOn(asked, [{ ...SCAN, issuedAt }], TEST_NOW).map(({ concern }) => concern);
  };
  expect([concerns(0), concerns(90 * DAY)]).toEqual([[], []]);
  expect(concerns(90 * DAY + 1)).toEqual(['The document is older than 90 days.']);
  expect(concerns(-1)).toEqual(['The document is dated in the future.']);
});

test('a document that nobody asks for, and one that is missing, are objected to; one without a date is not', () => {
  const asked = askedFor({ catalog }, GERMANY, 'local');
  expect(advisoriesOn(asked, [SCAN], TEST_NOW)).toEqual([]);
  expect(advisoriesOn(asked, [{ ...SCAN, requirementId: 'contact_name' }], TEST_NOW)).toMatchObject([
    { requirementId: 'contact_name', concern: 'This document is not required.' },
    { requirementId: 'proof_of_address', concern: expect.stringContaining('Missing: ') },
  ]);
  expect(askedFor({ catalog }, GERMANY, 'toll_free')).toEqual([]);
});

test('the first answer that a submission lacks is named by its place in the body', () => {
  const lacking = (body: object, country = GERMANY) => {
    const refusal = refusalOfMissing(country, askedFor({ catalog }, country, 'local'), submissionIn({ ...body }));
    return (refusal?.body as { readonly param?: string } | undefined)?.param;
  };
  const values = { contact_name: 'Ana Lang' };
  expect([lacking({}), lacking({ values }), lacking({ values, documents: [SCAN] })]).toEqual([
    'values.contact_name',
    'documents',
    undefined,
  ]);
  const documents = [{ ...SCAN, requirementId: 'proof_of_identity' }];
  expect(lacking({ values, documents }, SPAIN)).toBe('address.street_address');
  const address = { ...ADDRESS, postal_code: '28' };
  expect(lacking({ values, documents, address }, SPAIN)).toBe('address.postal_code');
  expect(lacking({ values, documents, address: { ...ADDRESS, postal_code: '28001' } }, SPAIN)).toBeUndefined();
});

test('an address has a street, a place and a postal code of its country', () => {
  expect(addressProblem(ADDRESS, GERMANY)).toBeUndefined();
  for (const param of ['street_address', 'locality', 'postal_code'])
    expect(addressProblem({ ...ADDRESS, [param]: ' ' }, GERMANY)).toMatchObject({ param });
  expect(addressProblem({ ...ADDRESS, postal_code: '101' }, GERMANY)).toMatchObject({ param: 'postal_code' });
});

test('what is handed in later takes the place of what was handed in for the same requirement', () => {
  const before = submissionIn({
    values: { contact_name: 'Ana', tax_number: '7' },
    documents: [SCAN],
    address: ADDRESS,
  });
  const [newer, other] = [
    { ...SCAN, filename: 'newer.pdf' },
    { ...SCAN, requirementId: 'proof_of_identity' },
  ];
  const after = withSubmission(before, submissionIn({ values: { contact_name: 'Ana Lang' }, documents: [newer] }));
  expect(after).toEqual({
    values: { contact_name: 'Ana Lang', tax_number: '7' },
    documents: [newer],
    address: ADDRESS,
  });
  expect(withSubmission(before, submissionIn({ documents: [other] })).documents).toEqual([SCAN, other]);
  expect([isEmpty(submissionIn({})), isEmpty(before)]).toEqual([true, false]);
  for (const part of [{ values: { a: 1 } }, { documents: [SCAN] }, { address: ADDRESS }])
    expect(isEmpty(submissionIn(part))).toBe(false);
});
