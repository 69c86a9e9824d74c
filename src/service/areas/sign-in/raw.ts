/** The addresses of the sign-in that programs ask: metadata, registration, tokens. The page is console/sign-in. Loaded late. */
import { refuse } from '../../refuse.ts';
import type { Desk } from '../../desk.ts';
import { readJson } from '../../exchange/json.ts';
import { rawReply, type RawReply, type RawRequest, type RawRoute } from '../../exchange/raw.ts';
import { bytesOf } from '../../exchange/raw-body.ts';
import { isFromElsewhere } from '../../exchange/same-site.ts';
import { RESOURCE_METADATA, SERVER_METADATA, TOOL_PATH } from '../../exchange/tool-path.ts';
import { oauthError, type OauthAnswer } from './answer.ts';
import { resourceMetadata, serverMetadata } from './metadata.ts';
import { OAUTH } from './paths.ts';

const LARGEST_BYTES = 65_536;

const documentAt = (path: string, document: (origin: string) => Record<string, unknown>): RawRoute => ({
  method: 'GET',
  path,
  needsTools: true,
  handle: async ({ origin }) => ({ status: 200, body: document(origin) }),
});

type Act = (desk: Desk, bytes: Uint8Array, request: RawRequest) => Promise<OauthAnswer>;

/** Answers hold secrets, which no cache may keep. */
const formRoute = (path: string, act: Act): RawRoute => ({
  method: 'POST',
  path,
  needsTools: true,
  async handle(request, desk): Promise<RawReply> {
    if (isFromElsewhere(request.headers)) return rawReply(ELSEWHERE);
    const bytes = await bytesOf(request, LARGEST_BYTES);
    const answer = bytes === undefined ? TOO_LARGE : await act(desk, bytes, request);
    return { ...answer, headers: { 'Cache-Control': 'no-store' } };
  },
});

const ELSEWHERE = refuse('insufficient_permissions', { message: 'Other sites cannot sign in here.' });

const TOO_LARGE = oauthError('invalid_request', 'The request is too large.', 413);

const formIn = (bytes: Uint8Array): URLSearchParams => new URLSearchParams(new TextDecoder().decode(bytes));

/** Source: AUTH-23 */
export const rawRoutes: readonly RawRoute[] = [
  documentAt(RESOURCE_METADATA, resourceMetadata),
  documentAt(`${RESOURCE_METADATA}${TOOL_PATH}`, resourceMetadata),
  documentAt(SERVER_METADATA, serverMetadata),
  formRoute(OAUTH.register, async (desk, bytes) => {
    const body = readJson(bytes);
    if ('refusal' in body) return oauthError('invalid_client_metadata', 'The body is not valid JSON.');
    return (await import('./client.ts')).register(desk, body.value);
  }),
  formRoute(OAUTH.token, async (desk, bytes, { origin }) =>
    (await import('./token.ts')).exchange(desk, formIn(bytes), origin),
  ),
  formRoute(OAUTH.revoke, async (desk, bytes) => (await import('./token.ts')).giveBack(desk, formIn(bytes))),
];
