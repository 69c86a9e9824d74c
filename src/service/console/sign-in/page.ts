/** The page on which a person lets an application use the tools, or does not. The browser then goes back to the application. */
import { ownerOf } from '../../areas/auth/offers.ts';
import { clientUnder, mayReturnTo } from '../../areas/sign-in/client.ts';
import { grant, type Asking } from '../../areas/sign-in/grant.ts';
import { resourceOf } from '../../areas/sign-in/metadata.ts';
import type { Desk } from '../../desk.ts';
import type { RawReply, RawRequest } from '../../exchange/raw.ts';
import { formOf } from '../device/form.ts';
import { redirectTo } from '../frame.ts';
import type { Guard } from '../guard.ts';
import { consentPage, staleSignInPage, unknownAppPage } from './views.ts';
import { WORDS, type Words } from './words.ts';

const wordsIn = (given: (name: string) => unknown): Words =>
  new Map(
    WORDS.flatMap((name) => {
      const value = given(name);
      return typeof value === 'string' ? [[name, value] as const] : [];
    }),
  );

/** A ticket holds for these words and no others. */
const deciding = (words: Words): string => `sign-in ${JSON.stringify([...words])}`;

/** Without an application and an address of its own the browser is sent nowhere. */
async function askingOf(words: Words, desk: Desk): Promise<Asking | undefined> {
  const clientId = words.get('client_id') ?? '';
  const redirectUri = words.get('redirect_uri') ?? '';
  const client = await clientUnder(desk.store.read, clientId);
  if (client === undefined || !mayReturnTo(client.doc, redirectUri)) return undefined;
  return { clientId, clientName: client.doc.clientName, redirectUri, challenge: words.get('code_challenge') ?? '' };
}

/** The error that the application receives, or undefined. */
function problemIn(words: Words, origin: string): string | undefined {
  if (words.get('response_type') !== 'code') return 'unsupported_response_type';
  const isProven =
    words.get('code_challenge_method') === 'S256' && /^[\w-]{43}$/.test(words.get('code_challenge') ?? '');
  if (!isProven) return 'invalid_request';
  const resource = words.get('resource');
  return resource === undefined || resource === resourceOf(origin) ? undefined : 'invalid_target';
}

/** Whether nothing but reading is asked for. */
const isReadOnly = (words: Words): boolean => words.get('scope')?.trim() === 'read';

export async function show(request: RawRequest, desk: Desk, guard: Guard): Promise<RawReply> {
  const words = wordsIn((name) => request.query[name]);
  const asking = await askingOf(words, desk);
  if (asking === undefined) return unknownAppPage();
  const problem = problemIn(words, request.origin);
  if (problem !== undefined) return sentBack(asking, { error: problem }, { words, origin: request.origin });
  const visitor = guard.visitor(request);
  return consentPage({
    asking,
    words,
    owner: await ownerOf(desk),
    isReadOnly: isReadOnly(words),
    ticket: guard.ticket(visitor, deciding(words)),
    headers: visitor.headers,
  });
}

export async function submit(request: RawRequest, desk: Desk, guard: Guard): Promise<RawReply> {
  const form = await formOf(request);
  const words = wordsIn((name) => form.get(name));
  const isOurs = guard.isOurs(request, { ticket: form.get('ticket') ?? '', purpose: deciding(words) });
  const asking = isOurs ? await askingOf(words, desk) : undefined;
  const decision = form.get('decision');
  if (asking === undefined || !['approve', 'deny'].includes(decision ?? '')) return staleSignInPage();
  const back = { words, origin: request.origin };
  if (decision === 'deny') return sentBack(asking, { error: 'access_denied' }, back);
  const isReading = isReadOnly(words) || form.get('permission') === 'read';
  const code = await grant(desk, await ownerOf(desk), asking, isReading ? 'read' : 'read-write');
  return sentBack(asking, { code }, back);
}

/** Source: RFC 6749 4.1.2, RFC 9207 */
function sentBack(
  { redirectUri }: Asking,
  said: Readonly<Record<string, string>>,
  { words, origin }: { readonly words: Words; readonly origin: string },
): RawReply {
  const url = new URL(redirectUri);
  const state = words.get('state');
  const all = { ...said, ...(state === undefined ? {} : { state }), iss: origin };
  for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value);
  return redirectTo(url.href, { 'Referrer-Policy': 'no-referrer' });
}
