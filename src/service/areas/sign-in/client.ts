/** Applications that made themselves known, and the addresses to which the browser may be sent back. Source: AUTH-23 */
import { isLoopback } from '../../../kernel/loopback.ts';
import type { Desk } from '../../desk.ts';
import { commit } from '../../change.ts';
import type { Reader, StoredRecord } from '../../store/store.ts';
import { oauthError, type OauthAnswer } from './answer.ts';
import { FLOW } from './metadata.ts';
import { ownKind } from '../../store/record.ts';

const CLIENT_KIND = ownKind<ClientDoc>('$app_client');

export interface ClientDoc extends Record<string, unknown> {
  readonly clientName: string;
  readonly redirectUris: readonly string[];
}

export const clientUnder = (reader: Reader, id: string): Promise<StoredRecord<ClientDoc> | undefined> =>
  reader.get(CLIENT_KIND, id);

const MOST_ADDRESSES = 20;

/** The answer to `POST /oauth/register`. */
export async function register(desk: Desk, body: unknown): Promise<OauthAnswer> {
  const { redirect_uris: uris, client_name: name } = (body ?? {}) as Readonly<Record<string, unknown>>;
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > MOST_ADDRESSES || !uris.every(isAddress))
    return oauthError(
      'invalid_redirect_uri',
      'redirect_uris takes https addresses, addresses of this machine, or those of an app.',
    );
  const redirectUris = uris as readonly string[];
  const clientName = nameFrom(name);
  const now = desk.clock.now();
  const clientId = `app_${desk.ids.record()}`;
  const doc: ClientDoc = { clientName, redirectUris };
  const owner = { teamId: '', profileId: null, parentId: null };
  const client = { kind: CLIENT_KIND, id: clientId, ...owner, createdAt: now, doc };
  await commit(desk, [], async () => ({ records: [client] }));
  return {
    status: 201,
    body: {
      client_id: clientId,
      client_id_issued_at: Math.floor(now / 1_000),
      client_name: clientName,
      redirect_uris: redirectUris,
      grant_types: FLOW.grants,
      response_types: FLOW.responses,
      token_endpoint_auth_method: FLOW.authentication,
    },
  };
}

const LONGEST_NAME = 80;

/** Shown on the page of the decision, so nothing invisible stays in it. */
function nameFrom(name: unknown): string {
  const text = typeof name === 'string' ? name.replace(/[\p{C}\s]+/gu, ' ').trim() : '';
  return text === '' ? 'An application without a name' : [...text].slice(0, LONGEST_NAME).join('');
}

/** Schemes that make the browser run or show something instead of leading to an application. */
const NO_APP = new Set(['javascript:', 'data:', 'vbscript:', 'file:', 'blob:', 'about:', 'ftp:', 'ws:', 'wss:']);

function isAddress(text: unknown): boolean {
  if (typeof text !== 'string' || text.length > 2_000 || !URL.canParse(text)) return false;
  const { protocol, hostname, hash } = new URL(text);
  if (hash !== '') return false;
  return protocol === 'http:' ? isLoopback(hostname) : !NO_APP.has(protocol);
}

/** To the letter, but for the port of an application on this machine, which takes a free one each time. */
export const mayReturnTo = ({ redirectUris }: ClientDoc, address: string): boolean =>
  redirectUris.some((one) => one === address || (isAddress(address) && portless(one) === portless(address)));

function portless(address: string): string | symbol {
  const url = new URL(address);
  if (url.protocol !== 'http:' || !isLoopback(url.hostname)) return Symbol(address);
  url.port = '';
  return url.href;
}
