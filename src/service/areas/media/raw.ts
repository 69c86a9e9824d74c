/** The two addresses outside the API: bytes come in under an upload URL and go out under a public one. */
import { timingSafeEqual } from 'node:crypto';
import type { Desk } from '../../desk.ts';
import { commit } from '../../change.ts';
import { answerBytes } from '../../exchange/bytes.ts';
import type { RawReply, RawRequest, RawRoute } from '../../exchange/raw.ts';
import { measureUpload } from './measure.ts';
import { LARGEST_BYTES, ROUTES, uploadOf, type UploadDoc } from '../../records/upload.ts';

const answer = (status: number, error: string): RawReply => ({ status, body: { error } });

/** PUT of the bytes. May be repeated until the URL expires; the last whole upload counts. Source: MED-01 */
async function takeUpload({ params, query, headers, body }: RawRequest, desk: Desk): Promise<RawReply> {
  const key = params['key'] ?? '';
  const record = await uploadOf(desk.store.read, key);
  if (record === undefined || !sameText(query['token'] ?? '', record.doc.token)) {
    return answer(403, 'The upload URL is not valid.');
  }
  if (desk.clock.now() > record.doc.takesUntil) return answer(403, 'The upload URL has expired. Request a new one.');
  const problem = headProblem(record.doc, headers);
  if (problem !== undefined) return answer(400, problem);
  const written = await desk.media.write(key, body, record.doc.announcedBytes ?? LARGEST_BYTES);
  if (written === 'too_large') return answer(400, 'The file is larger than announced.');
  if (record.doc.announcedBytes !== null && written.sizeBytes !== record.doc.announcedBytes) {
    await desk.media.remove(key);
    return answer(400, `${written.sizeBytes} bytes came, ${record.doc.announcedBytes} were announced.`);
  }
  const whole = await measureUpload(desk, record, written.sizeBytes);
  await commit(desk, [], async () => ({ records: [whole] }));
  return { status: 200, body: { key, size: written.sizeBytes } };
}

/** What the headers alone tell against an upload. */
function headProblem(doc: UploadDoc, headers: RawRequest['headers']): string | undefined {
  const type = bare(headers['content-type'] ?? '');
  if (type !== bare(doc.contentType)) return `The upload must have the content type ${doc.contentType}.`;
  const length = headers['content-length'];
  if (length === undefined || doc.announcedBytes === null || Number(length) === doc.announcedBytes) return undefined;
  return `The upload has ${length} bytes, but ${doc.announcedBytes} were announced.`;
}

const bare = (contentType: string): string => contentType.split(';')[0]?.trim().toLowerCase() ?? '';

const sameText = (given: string, kept: string): boolean =>
  given.length === kept.length && timingSafeEqual(Buffer.from(given), Buffer.from(kept));

/** GET of a file, whole or one range of it. Source: MED-04 */
async function giveFile({ params, headers }: RawRequest, desk: Desk): Promise<RawReply> {
  const key = params['key'] ?? '';
  const doc = (await uploadOf(desk.store.read, key))?.doc;
  if (doc === undefined || doc.sizeBytes === null) return answer(404, 'There is no such file.');
  return answerBytes(
    { contentType: doc.contentType, sizeBytes: doc.sizeBytes, range: headers['range'] },
    async (range) => (await desk.media.read(key, range))?.bytes,
  );
}

export const rawRoutes: readonly RawRoute[] = [
  { method: 'PUT', path: ROUTES.upload, handle: takeUpload },
  { method: 'GET', path: ROUTES.file, handle: giveFile },
];
