/** The two addresses of the device login, outside the API and without a key. What they do is loaded when it is first asked for. */
import type { Reply } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { Desk } from '../../desk.ts';
import { bearerIn } from '../../exchange/bearer.ts';
import { readJson } from '../../exchange/json.ts';
import { rawReply, type RawReply, type RawRequest, type RawRoute } from '../../exchange/raw.ts';
import { bytesOf } from '../../exchange/raw-body.ts';
import { isFromElsewhere } from '../../exchange/same-site.ts';

/** A device's name is short. */
const LARGEST_BYTES = 16_384;

async function initiate(request: RawRequest, desk: Desk): Promise<Reply> {
  if (isFromElsewhere(request.headers)) return ELSEWHERE;
  const bytes = await bytesOf(request, LARGEST_BYTES);
  if (bytes === undefined) return refuse('payload_too_large');
  const body = bytes.length === 0 ? { value: {} } : readJson(bytes);
  if ('refusal' in body) return body.refusal;
  const { begin } = await import('./begin.ts');
  return begin(desk, body.value, request.origin);
}

async function poll(request: RawRequest, desk: Desk): Promise<Reply> {
  // The key is shown once, so it is not sent to a client that has gone away.
  if (request.method === 'HEAD') return refuse('method_not_allowed', { headers: { Allow: 'GET' } });
  if (isFromElsewhere(request.headers)) return ELSEWHERE;
  const { authorization = '' } = request.headers;
  if (authorization.trim() === '') return refuse('missing_credentials', { message: '`device_code` is missing.' });
  const polling = await import('./poll.ts');
  return polling.poll(desk, bearerIn(authorization) ?? '', request.begunAt);
}

const ELSEWHERE = refuse('insufficient_permissions', { message: 'Other sites cannot log in here.' });

/** Answers hold secrets, which no cache may keep. */
const served =
  (act: (request: RawRequest, desk: Desk) => Promise<Reply>) =>
  async (request: RawRequest, desk: Desk): Promise<RawReply> => {
    const reply = await act(request, desk);
    return rawReply({ ...reply, headers: { 'Cache-Control': 'no-store', ...reply.headers } });
  };

/** Source: ASM-01, ASM-02 */
export const rawRoutes: readonly RawRoute[] = [
  { method: 'POST', path: '/api/auth/cli/initiate', handle: served(initiate) },
  { method: 'GET', path: '/api/auth/cli/poll', handle: served(poll) },
];
