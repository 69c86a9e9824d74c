/** Documents for numbers, and watches for numbers that are out of stock. Served by engine/. */
import type { Handler } from '../../desk.ts';
import { engineWith } from '../../engine/engine.ts';
import { fileOf } from '../../engine/files.ts';
import { withFields } from '../../store/record.ts';
import { notFound } from '../../engine/not-found.ts';

const DOCUMENT_KIND = 'kyc_document';

const viewPhoneNumberKycDocument: Handler = async (call, desk) => {
  const record = await desk.store.read.get(DOCUMENT_KIND, call.path['documentId'] ?? '');
  return record?.teamId === call.caller.teamId ? fileOf(desk, record) : notFound(DOCUMENT_KIND);
};

const REGIONS = new Intl.DisplayNames('en', { type: 'region' });

const createPhoneNumberStockWatch = engineWith<'phone_number_stock_watch'>(([{ after } = {}]) => {
  if (after === undefined) return {};
  const { country = '' } = after.doc;
  const countryName = (/^[A-Z]{2}$/.test(country) ? REGIONS.of(country) : undefined) ?? country;
  return { records: [withFields(after, { countryName })] };
});

export const handlers: Readonly<Record<string, Handler>> = { viewPhoneNumberKycDocument, createPhoneNumberStockWatch };
