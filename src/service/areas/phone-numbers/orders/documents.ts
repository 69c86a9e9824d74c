/** Documents for numbers, as they were uploaded. Served by engine/. */
import type { Handler } from '../../../desk.ts';
import { fileOf } from '../../../engine/files.ts';
import { notFound } from '../../../engine/not-found.ts';
import { DOCUMENT_KIND } from './submission.ts';

const viewPhoneNumberKycDocument: Handler = async (call, desk) => {
  const record = await desk.store.read.get(DOCUMENT_KIND, call.path['documentId'] ?? '');
  return record?.teamId === call.caller.teamId ? fileOf(desk, record) : notFound(DOCUMENT_KIND);
};

export const handlers: Readonly<Record<string, Handler>> = { viewPhoneNumberKycDocument };
