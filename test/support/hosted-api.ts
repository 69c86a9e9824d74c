/**
 * A small API that behaves as the hosted one does where the local service is kinder: another base path and header prefix,
 * uploads at another host, ids and keys of other forms, fields, codes, platforms and states that no contract knows yet, and a
 * proxy in front that speaks HTML.
 */
import { deliveryHeaders } from '../../src/webhooks/headers.ts';
import { without } from '../../src/kernel/json.ts';
import { signatureOf } from '../../src/webhooks/sign.ts';
import { CURSOR_PATHS, cursorPage } from './hosted-cursors.ts';
import { scriptedApi, type Asked, type Scripted } from './scripted-api.ts';

export const HOSTED_KEY = 'live.key-OF/another_form~2+x==';

/** The prefixes of the headers of its deliveries. */
export const BRAND = { current: 'Acme-Social', legacy: 'Oldname' };

export const TWITTER = '65f0c0ffee65f0c0ffee65f0';
export const UNKNOWN_ACCOUNT = 'acc_mstdn_01HZX';

export interface HostedPost {
  readonly _id: string;
  readonly content?: string;
  readonly createdAt: string;
  readonly [field: string]: unknown;
}

export interface HostedApi {
  /** Its base URL, which ends with `/api`. */
  readonly url: string;
  readonly asked: readonly Asked[];
  /** Bytes that came to the storage, by their path. */
  readonly stored: Map<string, Buffer>;
  readonly posts: HostedPost[];
  readonly webhooks: Fields[];
  /** Answers the next calls that it has something for; put back by returning undefined. */
  special: (asked: Asked) => Scripted | undefined;
  /** Posts that are made although the answer is lost: how many more. */
  lose: number;
}

type Fields = Readonly<Record<string, unknown>>;

/** By which its Date headers and creation times go. */
export const HOSTED_NOW = Date.parse('2026-01-05T09:00:00.000Z');

const PROXY_PAGE =
  '<html><head><title>504 Gateway Time-out</title></head><body>\u001b]0;owned\u0007proxy</body></html>';

/** What a proxy in front of the service says. */
export const proxyPage = (status: number): Scripted => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: PROXY_PAGE,
});

export async function hostedApi(): Promise<HostedApi> {
  const storage = await scriptedApi(({ url, body }) => {
    api.stored.set(decodeURIComponent(url.split('?', 1)[0] ?? ''), body);
    return { status: 200, headers: { etag: '"1"' } };
  });
  const api: { -readonly [K in keyof HostedApi]: HostedApi[K] } = {
    url: '',
    asked: [],
    stored: new Map(),
    posts: [],
    webhooks: [],
    special: () => undefined,
    lose: 0,
  };
  const answer = (asked: Asked): Scripted => api.special(asked) ?? routed(asked, api, storage.url);
  const { url, asked } = await scriptedApi((one) => withHeaders(answer(one)));
  return Object.assign(api, { url: `${url}/api`, asked });
}

let calls = 0;

const withHeaders = ({ headers, ...rest }: Scripted): Scripted => ({
  ...rest,
  headers: {
    date: new Date(HOSTED_NOW).toUTCString(),
    'x-request-id': `req_${String((calls += 1))}`,
    'x-ratelimit-limit': '600',
    'x-ratelimit-remaining': '599',
    'x-ratelimit-reset': String(HOSTED_NOW / 1000 + 60),
    'x-unknown-header': 'yes',
    ...headers,
  },
});

const refusal = (status: number, type: string, code: string, more: Fields = {}): Scripted => ({
  status,
  body: { error: `It is ${code}.`, type, code, docs_url: 'https://docs.example/errors', ...more },
});

interface Scene {
  readonly asked: Asked;
  readonly api: HostedApi;
  readonly storage: string;
  readonly query: URLSearchParams;
  readonly body: Fields;
}

type Route = readonly [method: string, path: RegExp, answer: (scene: Scene, id: string) => Scripted];

const ROUTES: readonly Route[] = [
  ['GET', /^\/auth\/verify$/, () => ({ body: { valid: true, userId: 'usr_1', name: 'Ada', region: { name: 'eu' } } })],
  ['GET', /^\/accounts$/, () => ({ body: { accounts: ACCOUNTS, hasAnalyticsAccess: 'sometimes', nextSteps: [] } })],
  ['GET', /^\/profiles$/, () => ({ body: { profiles: [{ _id: 'prof-7', name: 'Shop', isDefault: true, plan: {} }] } })],
  ['POST', /^\/media\/presign$/, presigned],
  ['POST', /^\/posts$/, created],
  ['GET', /^\/posts$/, listed],
  ['GET', /^\/posts\/([^/]+)$/, (scene, id) => ofPost(scene, id, (post) => ({ body: { post, links: {} } }))],
  ['POST', /^\/posts\/([^/]+)\/retry$/, (scene, id) => ofPost(scene, id, retried)],
  ['GET', /^\/webhooks\/settings$/, ({ api }) => ({ body: { webhooks: api.webhooks } })],
  ['POST', /^\/webhooks\/settings$/, subscribed],
  ['DELETE', /^\/webhooks\/settings$/, unsubscribed],
  ['GET', /^\/newthings$/, () => ({ body: { things: [{ id: 9007199254740993n.toString() }], state: 'SHINY' } })],
];

function routed(asked: Asked, api: HostedApi, storage: string): Scripted {
  const url = new URL(asked.url, 'http://hosted');
  if (!url.pathname.startsWith('/api/v1/')) return { ...proxyPage(404) };
  if (asked.headers.authorization !== `Bearer ${HOSTED_KEY}`)
    return refusal(401, 'authentication_error', 'invalid_credentials');
  const path = url.pathname.slice('/api/v1'.length);
  if (asked.method === 'GET' && CURSOR_PATHS.includes(path)) return cursorPage(path, url.searchParams);
  for (const [method, pattern, answer] of ROUTES) {
    const found = asked.method === method ? pattern.exec(path) : null;
    if (found !== null)
      return answer(
        { asked, api, storage, query: url.searchParams, body: bodyOf(asked) },
        decodeURIComponent(found[1] ?? ''),
      );
  }
  return refusal(404, 'not_found', 'route_moved_to_v9');
}

function bodyOf({ body }: Asked): Fields {
  return body.byteLength === 0 ? {} : (JSON.parse(body.toString()) as Fields);
}

const ACCOUNTS = [
  { _id: TWITTER, platform: 'twitter', username: 'ada', profileId: 'prof-7', health: { score: 3 } },
  {
    _id: UNKNOWN_ACCOUNT,
    platform: 'mastodon',
    username: 'ada@social.example',
    profileId: { _id: 'prof-7' },
    isActive: true,
  },
  { _id: 'acc_odd', kind: 'without a platform' },
  { _id: 'acc_mstdn_02', platform: 'mastodon', username: 'shop', displayName: null, isActive: 'partly' },
];

function presigned({ body, storage }: Scene): Scripted {
  const key = `temp/${String(body['filename'])}`;
  const publicUrl = `https://cdn.example/${key}`;
  return {
    body: { uploadUrl: `${storage}/bucket/${key}?sig=1`, publicUrl, key, type: 'image', headers: [], expiresIn: 60 },
  };
}

function created({ api, asked, body }: Scene): Scripted {
  const id = String(asked.headers['x-request-id']);
  const before = api.posts.find(({ requestId }) => requestId === id);
  const platforms = (body['platforms'] ?? []) as readonly Fields[];
  const post = before ?? {
    ...body,
    _id: `post_${String(api.posts.length + 1)}`,
    requestId: id,
    platforms: platforms.map((target) => ({
      ...target,
      accountId: { _id: target['accountId'], platform: target['platform'] },
      status: 'queued_for_review',
    })),
    status: body['publishNow'] === true ? 'warming_up' : 'scheduled',
    createdAt: new Date(HOSTED_NOW).toISOString(),
    moderation: { state: 'NEW', scores: [1, 2] },
  };
  if (before === undefined) api.posts.push(post);
  if (api.lose > 0) {
    api.lose -= 1;
    return { cut: 'before' };
  }
  return { status: 201, body: { message: 'Created', post, warnings: ['be nice'] } };
}

/** Pages by number, as the API does. */
function listed({ api, query }: Scene): Scripted {
  const [page, limit] = [Number(query.get('page') ?? 1), Math.min(Number(query.get('limit') ?? 2), 50)];
  const newest = [...api.posts].reverse();
  const pages = Math.ceil(newest.length / limit);
  const posts = newest.slice((page - 1) * limit, page * limit);
  return { body: { posts, pagination: { page, limit, total: newest.length, pages }, took: 3 } };
}

function ofPost({ api }: Scene, id: string, answer: (post: HostedPost) => Scripted): Scripted {
  const post = api.posts.find(({ _id }) => _id === id);
  return post === undefined ? refusal(404, 'not_found', 'post_not_found') : answer(post);
}

const retried = (): Scripted =>
  refusal(409, 'brand_new_type', 'retry_budget_spent', { details: { left: 0 }, moreInfo: 'x' });

function subscribed({ api, body }: Scene): Scripted {
  const webhook = {
    ...without(body, ['secret']),
    _id: `wh_${String(api.webhooks.length + 1)}`,
    isActive: true,
    version: 3,
  };
  api.webhooks.push({ ...webhook, secret: body['secret'] });
  return { body: { success: true, webhook } };
}

function unsubscribed({ api, query }: Scene): Scripted {
  const at = api.webhooks.findIndex(({ _id }) => _id === query.get('webhookId'));
  if (at >= 0) api.webhooks.splice(at, 1);
  return { body: { success: true } };
}

/** A delivery as it comes from there: the headers of its brand, and an event that no catalogue knows. */
export function hostedDelivery(secret: string, event = 'post.moderated') {
  const payload = {
    id: `evt_${event}`,
    event,
    timestamp: '2026-01-05T09:00:00Z',
    post: { id: 'post_1', status: 'odd' },
  };
  const body = JSON.stringify(payload);
  return { body, headers: deliveryHeaders({ event, id: payload.id, signature: signatureOf(body, secret) }, BRAND) };
}
