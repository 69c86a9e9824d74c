/** Redirects: followed for reads only, and credentials stay with the origin they were meant for. */
import { TransportFault } from '../kernel/transport.ts';
import type { HttpAnswer, HttpRequest } from './http-call.ts';

const REDIRECTS = [301, 302, 303, 307, 308];
const MOST_REDIRECTS = 5;
/** Headers that speak for the caller. */
const CREDENTIALS = ['authorization', 'cookie', 'x-connect-token'];

/** Sends, and follows up to five redirects of a GET or HEAD. Other methods get the redirect itself as their answer. */
export async function followRedirects(
  request: HttpRequest,
  sendOnce: (request: HttpRequest) => Promise<HttpAnswer>,
): Promise<HttpAnswer> {
  let next = request;
  for (let hops = 0; ; hops++) {
    const answer = await sendOnce(next);
    const target = targetOf(answer, next);
    if (target === undefined) return answer;
    answer.discard();
    if (hops === MOST_REDIRECTS) throw new TransportFault('redirect', true, undefined, 'too many redirects');
    next = redirected(next, target);
  }
}

function targetOf(answer: HttpAnswer, { method, url, sameOrigin }: HttpRequest): URL | undefined {
  const { location } = answer.headers;
  if (!REDIRECTS.includes(answer.status) || location === undefined || !['GET', 'HEAD'].includes(method))
    return undefined;
  if (!URL.canParse(location, url))
    throw new TransportFault('redirect', true, undefined, 'a redirect to an invalid URL');
  const target = new URL(location, url);
  if (!['http:', 'https:'].includes(target.protocol)) {
    throw new TransportFault('redirect', true, undefined, `a redirect to ${target.protocol}`);
  }
  if (sameOrigin === true && target.origin !== new URL(url).origin) {
    throw new TransportFault('redirect', true, undefined, `a redirect to another host, ${target.origin}`);
  }
  return target;
}

function redirected(request: HttpRequest, target: URL): HttpRequest {
  const same = new URL(request.url).origin === target.origin;
  const headers = Object.entries(request.headers).filter(([name]) => same || !CREDENTIALS.includes(name.toLowerCase()));
  return { ...request, url: target.href, headers: Object.fromEntries(headers) };
}
