/** The login page over HTTP: its forms, and everything that is kept from them. */
import { describe, expect, test } from 'vitest';
import { HOST, ticketIn } from '../../../support/form-page.ts';
import { startService, type Answer, type ServiceUnderTest } from '../../../support/service.ts';
import { begin, decided, loggedIn, poll, type Begun } from '../../areas/auth/logins.ts';

/** A browser as far as the page needs one: a cookie, and forms sent from where they were shown. */
function visitor({ api }: ServiceUnderTest) {
  let cookie = '';
  const seen = (answer: Answer<string>): Answer<string> => {
    const [set] = (answer.headers['set-cookie'] ?? '').split(';');
    if (set !== undefined && set !== '') cookie = set;
    return answer;
  };
  const headers = () => ({ host: HOST, ...(cookie === '' ? {} : { cookie }) });
  const get = async (path: string, more = {}): Promise<Answer<string>> =>
    followed(seen(await api<string>('GET', path, { key: null, headers: { ...headers(), ...more } })));
  const followed = async (answer: Answer<string>): Promise<Answer<string>> =>
    answer.status === 303 ? get(answer.headers['location'] ?? '') : answer;
  return {
    get,
    cookie: () => cookie,
    post: async (path: string, fields: Record<string, string | readonly string[]>, more = {}) => {
      const pairs = Object.entries(fields).flatMap(([name, value]) =>
        [value].flat().map((one): [string, string] => [name, one]),
      );
      const type = { 'content-type': 'application/x-www-form-urlencoded', origin: `http://${HOST}` };
      const body = new URLSearchParams(pairs).toString();
      const sent = { key: null, body, headers: { ...headers(), ...type, ...more } };
      return followed(seen(await api<string>('POST', path, sent)));
    },
  };
}

type Visitor = ReturnType<typeof visitor>;

const titleOf = ({ body }: Answer<string>): string => /<h1>([^<]*)<\/h1>/.exec(body)?.[1] ?? '';

const alertIn = ({ body }: Answer<string>): string => /role="alert">([^<]*)</.exec(body)?.[1] ?? '';

async function entered(browser: Visitor, code: string, more = {}): Promise<Answer<string>> {
  const ticket = ticketIn((await browser.get('/device')).body);
  return browser.post('/device', { ticket, code }, more);
}

/** The page on which a login is decided, and the fields that its form needs. */
async function asked(service: ServiceUnderTest, deviceName?: string) {
  const begun = await begin(service, deviceName);
  const browser = visitor(service);
  const page = await entered(browser, begun.userCode);
  return { begun, browser, page, fields: { ticket: ticketIn(page.body), code: begun.userCode } };
}

/** The same, with the address of that page. */
async function pathOf(service: ServiceUnderTest) {
  const one = await asked(service);
  const ticket = ticketIn((await one.browser.get('/device')).body);
  const body = new URLSearchParams({ ticket, code: one.begun.userCode }).toString();
  const type = { 'content-type': 'application/x-www-form-urlencoded', origin: `http://${HOST}` };
  const headers = { host: HOST, cookie: one.browser.cookie(), ...type };
  const sent = await service.api('POST', '/device', { key: null, body, headers });
  return { ...one, path: sent.headers['location'] ?? '' };
}

const keyOf = async (service: ServiceUnderTest, begun: Begun): Promise<string> =>
  (await poll(service, begun)).body.apiKey ?? '';

const listed = async ({ api }: ServiceUnderTest, name = 'laptop') => {
  const { apiKeys } = (await api<{ apiKeys: { name: string }[] }>('GET', '/v1/api-keys')).body;
  return apiKeys.filter((one) => one.name === name);
};

describe('a code is entered', () => {
  test('AUTH-03 the page asks for it, also where the address brings one along, and looks nothing up yet', async () => {
    const service = await startService();
    const { userCode } = await begin(service, 'secret-device');
    const browser = visitor(service);
    const empty = await browser.get('/device');
    expect([empty.status, titleOf(empty)]).toEqual([200, 'Log in a device']);
    const filled = await browser.get(`/device?code=${userCode.toLowerCase()}`);
    expect(filled.body).toContain(`value="${userCode}"`);
    expect(filled.body).not.toContain('secret-device');
  });

  test('what the address brings is shown only when it can be a code', async () => {
    const browser = visitor(await startService());
    for (const query of ['code=%22%3E%3Cscript%3E', 'code=nonsense', 'code=BCDF-GHJK&code=x', 'code[]=x'])
      expect((await browser.get(`/device?${query}`)).body).toContain('name="code"\n          value=""');
  });

  test('AUTH-03 with the code it shows the device, the team, who decides, and what the key may do', async () => {
    const service = await startService();
    const { page, begun } = await asked(service, 'Ada’s laptop');
    expect([page.status, titleOf(page)]).toEqual([200, 'Allow this device to log in?']);
    for (const word of [begun.userCode, 'Ada’s laptop', 'Local team', 'role owner', '09:10 UTC, in 10 minutes'])
      expect(page.body).toContain(word);
    expect(page.body).toContain('No password is needed here');
    expect(page.body).toContain(`svc local device approve ${begun.userCode}`);
    expect(page.body).not.toContain('stops working');
  });

  test('AUTH-04 it says which key a further login of the device replaces', async () => {
    const service = await startService();
    const key = await loggedIn(service);
    const { page } = await asked(service);
    expect(page.body).toContain(`<code>${key.slice(0, 7)}…${key.slice(-4)}</code> stops working`);
  });

  test('a device’s name is text, whatever it is made of', async () => {
    const name = '</bdi><script>alert(1)</script>"\'&<img src=x onerror=x>';
    const service = await startService();
    const { page, browser, fields } = await asked(service, name);
    const done = await browser.post('/device/decision', { ...fields, decision: 'approve' });
    for (const { body } of [page, done]) {
      expect(body).toContain('&lt;script&gt;alert(1)');
      expect(body).not.toMatch(/<script|<img|onerror=x>/);
    }
  });

  test('a wrong code is told, and the form stays', async () => {
    const service = await startService();
    const browser = visitor(service);
    for (const code of ['BCDF-GHJK', 'x', '']) {
      const answer = await entered(browser, code);
      expect([answer.status, alertIn(answer)]).toEqual([404, 'There is no pending login with this code.']);
      expect(answer.body).toContain('name="code"');
    }
    const { userCode } = await begin(service);
    expect((await entered(browser, userCode)).status).toBe(200);
  });

  test('after five wrong codes in a minute none is looked at, the right one neither, until the minute is over', async () => {
    const service = await startService();
    const { userCode } = await begin(service);
    for (let time = 0; time < 5; time += 1) {
      expect((await entered(visitor(service), 'BCDF-GHJK')).status).toBe(404);
      await service.advance(5);
    }
    const held = await entered(visitor(service), userCode);
    expect([held.status, held.headers['retry-after']]).toEqual([429, '35']);
    expect(alertIn(held)).toBe('Too many codes were wrong. Wait 35 seconds.');
    await service.advance(34);
    expect((await entered(visitor(service), userCode)).status).toBe(429);
    await service.advance(1);
    expect((await entered(visitor(service), userCode)).status).toBe(200);
  });

  test('ASM-03 an expired code says so, before and after it is shown', async () => {
    const service = await startService();
    const { browser, fields, begun } = await asked(service);
    await service.advance(600);
    for (const answer of [
      await entered(browser, begun.userCode),
      await browser.post('/device/decision', { ...fields, decision: 'approve' }),
    ])
      expect([answer.status >= 400, titleOf(answer)]).toEqual([true, 'This code has expired']);
    expect((await poll(service, begun)).status).toBe(410);
  });

  test('a code that was decided before shows how', async () => {
    const service = await startService();
    const [approved, denied] = [await begin(service, 'a'), await begin(service, 'd')];
    await decided(service, approved, 'approve');
    await decided(service, denied, 'deny');
    const browser = visitor(service);
    expect(titleOf(await entered(browser, approved.userCode))).toBe('Approved');
    await poll(service, approved);
    const collected = await entered(browser, approved.userCode);
    expect([titleOf(collected), collected.body.includes('is logged in')]).toEqual(['Approved', true]);
    expect(titleOf(await entered(browser, denied.userCode))).toBe('Denied');
  });
});

describe('a login is decided', () => {
  test('AUTH-03 ASM-02 approved: the device gets a key that may do everything', async () => {
    const service = await startService();
    const { browser, fields, begun } = await asked(service);
    const answer = await browser.post('/device/decision', { ...fields, decision: 'approve' });
    expect([answer.status, titleOf(answer)]).toEqual([200, 'Approved']);
    expect(answer.body).toContain('The key reads and changes everything in every profile until it is revoked.');
    expect(await keyOf(service, begun)).toMatch(/^sk_/);
    expect(await listed(service)).toMatchObject([
      { scope: 'full', permission: 'read-write', disabledResourceGroups: [] },
    ]);
  });

  test('ASM-02 denied: the device hears it', async () => {
    const service = await startService();
    const { browser, fields, begun } = await asked(service);
    expect(titleOf(await browser.post('/device/decision', { ...fields, decision: 'deny' }))).toBe('Denied');
    expect((await poll(service, begun)).body).toEqual({ status: 'denied' });
  });

  test('sent twice, at once or later, it is one decision and one key', async () => {
    const service = await startService();
    const { browser, fields, begun } = await asked(service);
    const approve = () => browser.post('/device/decision', { ...fields, decision: 'approve' });
    const both = await Promise.all([approve(), approve()]);
    expect(both.map(titleOf)).toEqual(['Approved', 'Approved']);
    await keyOf(service, begun);
    expect(titleOf(await approve())).toBe('Approved');
    expect(await listed(service)).toHaveLength(1);
  });

  test('a second thought comes too late, and the page says what stands', async () => {
    const service = await startService();
    const { browser, fields, begun } = await asked(service);
    await browser.post('/device/decision', { ...fields, decision: 'approve' });
    const late = await browser.post('/device/decision', { ...fields, decision: 'deny' });
    expect([late.status, titleOf(late)]).toEqual([200, 'Approved']);
    expect((await poll(service, begun)).body.status).toBe('authorized');
  });

  test('AUTH-09 AUTH-12 narrowed: the key is as narrow as what was ticked', async () => {
    const service = await startService();
    const profileId = await service.profileId();
    const { browser, fields, begun } = await asked(service);
    const narrowed = {
      permission: 'read',
      ...{ reach: 'groups', groups: ['publishing', 'accounts'] },
      ...{ scope: 'profiles', profileIds: profileId },
      expiresIn: '7',
    };
    const answer = await browser.post('/device/decision', { ...fields, ...narrowed, decision: 'approve' });
    expect(answer.body).toContain('The key only reads publishing, accounts in Default, for 7 days.');
    const key = await keyOf(service, begun);
    expect(await listed(service)).toMatchObject([
      {
        scope: 'profiles',
        profileIds: [{ _id: profileId }],
        permission: 'read',
        disabledResourceGroups: [
          'engagement',
          'messages',
          'contacts',
          'analytics',
          'ads',
          'telephony',
          'billing',
          'webhooks',
        ],
        expiresAt: '2026-01-12T09:00:00.000Z',
      },
    ]);
    expect((await service.api('GET', '/v1/posts', { key })).status).toBe(200);
    expect((await service.api('GET', '/v1/webhooks/settings', { key })).body).toMatchObject({
      required_group: 'webhooks',
    });
    expect((await service.api('POST', '/v1/profiles', { key, body: { name: 'x' } })).status).toBe(403);
  });

  test('boxes that are ticked but not chosen do not narrow anything', async () => {
    const service = await startService();
    const { browser, fields, begun } = await asked(service);
    const hidden = { reach: 'all', groups: 'ads', scope: 'full', profileIds: await service.profileId(), expiresIn: '' };
    await browser.post('/device/decision', { ...fields, ...hidden, decision: 'approve' });
    await keyOf(service, begun);
    expect(await listed(service)).toMatchObject([{ scope: 'full', profileIds: [], disabledResourceGroups: [] }]);
  });

  test.each([
    ['no group', { reach: 'groups' }, 400, 'Tick at least one group of operations.'],
    ['no profile', { scope: 'profiles' }, 400, 'Tick at least one profile that is there.'],
    [
      'an unknown profile',
      { scope: 'profiles', profileIds: 'f'.repeat(24) },
      404,
      'Tick at least one profile that is there.',
    ],
  ])('with %s nothing is approved, and the form keeps what was ticked', async (_case, narrowed, status, problem) => {
    const service = await startService();
    const { browser, fields, begun } = await asked(service);
    const wrong = { ...fields, ...narrowed, permission: 'read', expiresIn: '30', decision: 'approve' };
    const answer = await browser.post('/device/decision', wrong);
    expect([answer.status, alertIn(answer)]).toEqual([status, problem]);
    expect(answer.body).toMatch(/<details open/);
    expect(answer.body).toMatch(/value="read"\s+checked/);
    expect(answer.body).toMatch(/<option value="30" selected/);
    expect((await poll(service, begun)).body).toEqual({ status: 'pending' });
    const again = { ...fields, ticket: ticketIn(answer.body), decision: 'approve' };
    expect(titleOf(await browser.post('/device/decision', again))).toBe('Approved');
  });

  test('AUTH-14 a role that may not make keys approves nothing, and is told', async () => {
    const service = await startService();
    await service.control('PATCH', '/_local/team', { role: 'viewer' });
    const { browser, fields, begun } = await asked(service);
    const answer = await browser.post('/device/decision', { ...fields, decision: 'approve' });
    expect([answer.status, alertIn(answer)]).toEqual([403, 'The role viewer is not allowed to do this.']);
    expect((await poll(service, begun)).body).toEqual({ status: 'pending' });
    expect(titleOf(await browser.post('/device/decision', { ...fields, decision: 'deny' }))).toBe('Denied');
  });
});

describe('a login is shown', () => {
  test('every form leads on to a page that can be read again, and shows what has become of it', async () => {
    const service = await startService();
    const { browser, fields, begun } = await asked(service);
    const { api } = service;
    const cookie = browser.cookie();
    const body = new URLSearchParams({ ...fields, decision: 'approve' }).toString();
    const type = { 'content-type': 'application/x-www-form-urlencoded', origin: `http://${HOST}` };
    const headers = { host: HOST, cookie, ...type };
    const sent = await api('POST', '/device/decision', { key: null, body, headers });
    expect([sent.status, sent.headers['cache-control']]).toEqual([303, 'no-store']);
    const path = sent.headers['location'] ?? '';
    expect(path).toMatch(new RegExp(`^/device/decision\\?code=${begun.userCode}&ticket=[0-9a-f]{64}$`));
    for (let time = 0; time < 2; time += 1) expect(titleOf(await browser.get(path))).toBe('Approved');
    await keyOf(service, begun);
    expect((await browser.get(path)).body).toContain('is logged in');
  });

  test('its address shows nothing to another visitor, who may enter the code', async () => {
    const service = await startService();
    const { begun, path } = await pathOf(service);
    const stranger = visitor(service);
    const shown = await stranger.get(path);
    expect(titleOf(shown)).toBe('Log in a device');
    expect(shown.body).toContain(`value="${begun.userCode}"`);
    expect(shown.body).not.toContain('laptop');
  });

  test('the ticket of its address does not decide, and that of the form does not show', async () => {
    const service = await startService();
    const { browser, fields, begun, path } = await pathOf(service);
    const ticket = /ticket=(\w+)/.exec(path)?.[1] ?? '';
    expect((await browser.post('/device/decision', { ...fields, ticket, decision: 'approve' })).status).toBe(403);
    const wrong = `/device/decision?code=${begun.userCode}&ticket=${fields.ticket}`;
    expect(titleOf(await browser.get(wrong))).toBe('Log in a device');
  });
});

describe('the forms are kept to the page', () => {
  const PENDING = { status: 'pending' };

  test('a form without its ticket, with that of another form, or of another login, decides nothing', async () => {
    const service = await startService();
    const { browser, fields, begun } = await asked(service);
    const other = await begin(service, 'other');
    const entry = ticketIn((await browser.get('/device')).body);
    for (const wrong of [
      { code: fields.code },
      { ...fields, ticket: '' },
      { ...fields, ticket: '0'.repeat(64) },
      { ...fields, ticket: entry },
      { ...fields, code: other.userCode },
      { ...fields, code: '' },
    ]) {
      const answer = await browser.post('/device/decision', { ...wrong, decision: 'approve' });
      expect([answer.status, titleOf(answer)]).toEqual([403, 'This form is no longer valid']);
    }
    for (const one of [begun, other]) expect((await poll(service, one)).body).toEqual(PENDING);
  });

  test('a form is worth nothing to another visitor, or without the cookie', async () => {
    const service = await startService();
    const { fields, begun } = await asked(service);
    const stranger = visitor(service);
    expect((await stranger.post('/device/decision', { ...fields, decision: 'approve' })).status).toBe(403);
    await stranger.get('/device');
    expect((await stranger.post('/device/decision', { ...fields, decision: 'approve' })).status).toBe(403);
    expect((await poll(service, begun)).body).toEqual(PENDING);
  });

  test.each([
    ['of another site', { origin: 'https://evil.example' }],
    ['of another port of this machine', { origin: 'http://localhost:3000' }],
    ['of nowhere', { origin: 'null' }],
    ['that the browser calls cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['that the browser calls same-site, another port', { 'sec-fetch-site': 'same-site' }],
  ])('a form %s counts as foreign, even with the right ticket and cookie', async (_case, headers) => {
    const service = await startService();
    const { browser, fields, begun } = await asked(service);
    expect((await browser.post('/device/decision', { ...fields, decision: 'approve' }, headers)).status).toBe(403);
    expect((await entered(browser, begun.userCode, headers)).status).toBe(403);
    expect((await poll(service, begun)).body).toEqual(PENDING);
  });

  test('a guess with a foreign form does not count among the wrong codes', async () => {
    const service = await startService();
    for (let time = 0; time < 10; time += 1)
      await entered(visitor(service), 'BCDF-GHJK', { origin: 'https://evil.example' });
    const { userCode } = await begin(service);
    expect((await entered(visitor(service), userCode)).status).toBe(200);
  });

  test.each([
    'evil.example',
    'evil.example:80',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '0x7f000001.example',
  ])('under the name %s, which others can make lead here, there is no page', async (host) => {
    const service = await startService();
    const { browser, fields, begun } = await asked(service);
    const shown = await browser.get('/device', { host });
    expect([shown.status, JSON.stringify(shown.body).includes('ticket')]).toEqual([403, false]);
    const headers = { host, origin: `http://${host}` };
    expect((await browser.post('/device/decision', { ...fields, decision: 'approve' }, headers)).status).toBe(403);
    expect((await poll(service, begun)).body).toEqual(PENDING);
  });

  test.each(['localhost:4010', '127.0.0.1:4010', '[::1]:4010', '192.168.1.20:4010', 'svc.localhost'])(
    'under %s there is',
    async (host) => {
      const browser = visitor(await startService());
      expect((await browser.get('/device', { host })).status).toBe(200);
    },
  );

  test('reading a page decides nothing, and other methods and bodies do not count', async () => {
    const service = await startService();
    const { browser, fields, begun } = await asked(service);
    const query = new URLSearchParams({ ...fields, decision: 'approve' }).toString();
    for (const path of ['/device', '/device/decision'])
      expect(titleOf(await browser.get(`${path}?${query}`))).toBe('Log in a device');
    expect((await service.api('PUT', '/device/decision', { key: null })).status).toBe(405);
    const type = { 'content-type': 'application/json' };
    expect((await browser.post('/device/decision', { ...fields, decision: 'approve' }, type)).status).toBe(403);
    const huge = { ...fields, decision: 'approve', profileIds: 'x'.repeat(300_000) };
    expect((await browser.post('/device/decision', huge)).status).toBe(403);
    expect((await browser.post('/device/decision', { ...fields, decision: 'perhaps' })).status).toBe(403);
    expect((await poll(service, begun)).body).toEqual(PENDING);
  });

  test('a form outlives neither a restart nor a reset of the service', async () => {
    const first = await startService();
    const { browser, fields } = await asked(first);
    await first.control('POST', '/_local/reset', {});
    expect((await browser.post('/device/decision', { ...fields, decision: 'approve' })).status).toBe(403);
    const second = await startService();
    const cookie = { cookie: `svc_console=${'a'.repeat(64)}` };
    const page = await visitor(second).get('/device', cookie);
    const elsewhere = visitor(first);
    const answer = await elsewhere.post('/device', { ticket: ticketIn(page.body), code: 'BCDF-GHJK' }, cookie);
    expect(answer.status).toBe(403);
  });

  test('no page may be framed, cached, sniffed, or load or send anything elsewhere', async () => {
    const service = await startService();
    const { page, browser, fields } = await asked(service);
    const pages = [
      await browser.get('/device'),
      page,
      await entered(browser, 'wrong'),
      await browser.post('/device/decision', { ...fields, decision: 'approve' }),
      await browser.post('/device/decision', {}),
    ];
    for (const { headers, body } of pages) {
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'x-frame-options': 'DENY',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        'referrer-policy': 'same-origin',
      });
      const policy = headers['content-security-policy'] ?? '';
      for (const rule of ["default-src 'none'", "frame-ancestors 'none'", "form-action 'self'", "base-uri 'none'"])
        expect(policy).toContain(rule);
      expect(policy).not.toContain('unsafe');
      expect(body).not.toMatch(/<script|<iframe|<link (?!rel="icon")| on[a-z]+=|(?:src|href)="https?:/);
    }
  });

  test('the cookie is kept from scripts, from other sites and from the API', async () => {
    const browser = visitor(await startService());
    const set = (await browser.get('/device')).headers['set-cookie'] ?? '';
    expect(set).toMatch(/^svc_console=[0-9a-f]{64}; Path=\/device; HttpOnly; SameSite=Strict$/);
    expect((await browser.get('/device')).headers['set-cookie']).toBeUndefined();
    for (const cookie of ['svc_console=short', 'svc_console=<b>', 'other=x'])
      expect((await browser.get('/device', { cookie })).headers['set-cookie']).toMatch(/^svc_console=[0-9a-f]{64};/);
  });
});

describe('on a service that other machines can reach', () => {
  test.each([
    ['GET', '/device'],
    ['GET', '/device/decision'],
    ['POST', '/device'],
    ['POST', '/device/decision'],
    ['GET', '/connect/0123456789abcdef01234567'],
    ['POST', '/connect/0123456789abcdef01234567'],
  ])('%s %s takes no decision', async (method, path) => {
    const service = await startService({ isPublic: true });
    const browser = visitor(service);
    const answer = method === 'GET' ? await browser.get(path) : await browser.post(path, { decision: 'approve' });
    expect([answer.status, titleOf(answer)]).toEqual([403, 'Decide in a terminal']);
  });

  test('the control key approves a login, and nobody without it', async () => {
    const service = await startService({ isPublic: true });
    const begun = await begin(service);
    const path = `/_local/device/${begun.userCode}`;
    const anybody = await service.api('POST', path, { key: null, body: { decision: 'approve' } });
    expect(anybody.status).toBe(401);
    expect((await decided(service, begun, 'approve')).body.status).toBe('authorized');
  });
});
