/** The recording of a call: a fresh address, or the way to the sound. The sound itself is served by raw.ts. */
import { ok } from '../../../call.ts';
import type { Handler } from '../../../desk.ts';
import { inScene } from '../../../engine/engine.ts';
import { notFound } from '../../../engine/not-found.ts';
import { CALL_KIND, signingOf } from '../record.ts';
import { SIGNED_MS, signedUrl } from './signed.ts';

/** Source: VOI-21, VOI-22, VOI-44 */
const getRecording: Handler = inScene(async ({ call, desk, now }) => {
  const record = await desk.store.read.get(CALL_KIND, call.path['id'] ?? '');
  const signing = record && signingOf(record);
  if (signing === undefined) return notFound('call_recording');
  const url = signedUrl(call.origin, signing, now + SIGNED_MS);
  return call.query['as'] === 'json' ? ok({ url }) : { status: 302, headers: { location: url } };
});

export const handlers: Readonly<Record<string, Handler>> = {
  getCallRecording: getRecording,
  getVoiceCallRecording: getRecording,
  getWhatsAppCallRecording: getRecording,
};
