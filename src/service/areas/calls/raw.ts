/** The address of recordings outside the API: whoever has a signed one hears the sound until it expires. */
import type { Desk } from '../../desk.ts';
import { answerBytes } from '../../exchange/bytes.ts';
import type { RawReply, RawRequest, RawRoute } from '../../exchange/raw.ts';
import { CALL_KIND, signingOf } from './record.ts';
import { callIn, isExpired, isSigned, RECORDING_ROUTE } from './recording/signed.ts';
import { wavBytes, wavFrom } from './recording/tone.ts';

const answer = (status: number, error: string): RawReply => ({ status, body: { error } });

/** GET of a recording, whole or one range of it. Source: VOI-21, VOI-22 */
async function giveRecording({ params, query, headers }: RawRequest, desk: Desk): Promise<RawReply> {
  const record = await desk.store.read.get(CALL_KIND, callIn(params['file'] ?? ''));
  const signing = record && signingOf(record);
  if (record === undefined || signing === undefined || !isSigned(signing, query))
    return answer(403, 'The URL of the recording is not valid.');
  if (isExpired(query, desk.clock.now()))
    return answer(403, 'The URL of the recording has expired. Request a new one.');
  const seconds = record.doc.durationSeconds;
  return answerBytes(
    { contentType: 'audio/wav', sizeBytes: wavBytes(seconds), range: headers['range'] },
    async (range) => wavFrom(seconds, range),
  );
}

export const rawRoutes: readonly RawRoute[] = [{ method: 'GET', path: RECORDING_ROUTE, handle: giveRecording }];
