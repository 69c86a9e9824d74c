/** What a number has from the start, and the rows of the carriers' countries. */
import { expect, test } from 'vitest';
import { openCatalog } from '../../../../src/catalog/catalog.ts';
import { countriesIn, countryIn, requirementsIn } from '../../../../src/service/areas/phone-numbers/record.ts';
import { openLine } from './line.ts';

const catalog = openCatalog('dist/cards');

test('a number of the team’s own carrier joins with everything off', async () => {
  const { control, service } = await openLine();
  const { body } = await control('POST', '/_local/inbound', { type: 'own_number', phoneNumber: '+12175550199' });
  const number = await service.desk.store.read.get('phone_number', String(body['numberId']));
  expect(number?.doc).toMatchObject({
    phoneNumber: '+12175550199',
    country: 'US',
    callingEnabled: false,
    smsEnabled: false,
    recordingEnabled: false,
    transcriptionEnabled: false,
    voicemailEnabled: false,
    businessHoursEnabled: false,
    ivrEnabled: false,
  });
});

test('a country is known by its code, and what it asks for by its ids, in their order', () => {
  expect(countryIn(catalog, 'DE')?.name).toBe('Germany');
  expect(countryIn(catalog, 'QX')).toBeUndefined();
  expect(countriesIn(catalog).map(({ code }) => code)).toContain('NL');
  const ids = ['proof_of_address', 'contact_name', 'nothing'];
  expect(requirementsIn(catalog, ids).map(({ requirementId }) => requirementId)).toEqual(ids.slice(0, 2));
});
