import { request as rawRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openCatalog } from '../../../src/catalog/catalog.ts';
import { ERROR_TYPES } from '../../../src/kernel/errors.ts';
import { isUuid } from '../../../src/kernel/ids.ts';
import { StoreUnavailable } from '../../../src/service/store/connection.ts';
import { startService, TEST_NOW } from '../../support/service.ts';

const ID = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

describe('request ids', () => {
  test('GEN-15 every response carries one: success, unknown address, wrong method, no key, a fault of ours', async () => {
    const { api, service } = await startService();
    const answers = [
      await api('GET', '/v1/profiles'),
      await api('GET', '/v1/nowhere'),
      await api('GET', '/elsewhere', { key: null }),
      await api('PATCH', '/v1/profiles'),
      await api('GET', '/v1/profiles', { key: null }),
      await api('POST', '/v1/profiles', { body: '{' }),
      await api('OPTIONS', '/v1/profiles'),
      await api('GET', '/_local/health'),
    ];
    vi.spyOn(service.desk.store.read, 'list').mockRejectedValue(new Error('boom'));
    answers.push(await api('GET', '/v1/profiles'));
    for (const { status, headers } of answers) expect(isUuid(headers['x-request-id'] ?? ''), String(status)).toBe(true);
    expect(new Set(answers.map(({ headers }) => headers['x-request-id'])).size).toBe(answers.length);
  });

  test.each(['GET', 'HEAD'])('GEN-16 ASM-43 a valid id of the caller comes back unchanged on %s', async (method) => {
    const { api } = await startService();
    const answer = await api(method, '/v1/profiles', { headers: { 'x-request-id': ID.toUpperCase() } });
    expect(answer.headers['x-request-id']).toBe(ID.toUpperCase());
  });

  test.each(['two words', 'x'.repeat(5_000), '', 'not-a-uuid', `${ID}0`])(
    'GEN-17 ASM-43 an id that is no UUID is replaced (%#)',
    async (sent) => {
      const { api } = await startService();
      const { headers } = await api('GET', '/v1/profiles', { headers: { 'x-request-id': sent } });
      expect(headers['x-request-id']).not.toBe(sent);
      expect(isUuid(headers['x-request-id'] ?? '')).toBe(true);
    },
  );
});

test('LIM-17 the date of an answer is of the clock by which the window is counted', async () => {
  const { api, advance } = await startService();
  await advance(90);
  const { headers } = await api('GET', '/v1/profiles');
  expect(Date.parse(headers['date'] ?? '')).toBe(TEST_NOW + 90_000);
  expect(Number(headers['x-ratelimit-reset']) * 1000).toBe(TEST_NOW + 150_000);
});

test('LIM-17 where the clock moves on before a request is counted, the date is the instant of the counting', async () => {
  const { api, service } = await startService();
  const { clock, store, desk } = service.parts;
  const { of } = desk.plan;
  desk.plan.of = async (teamId) => {
    clock.moveTo(TEST_NOW + 90_000);
    await store.transact(async () => undefined);
    return of(teamId);
  };
  const { headers } = await api('GET', '/v1/profiles');
  expect(Date.parse(headers['date'] ?? '')).toBe(TEST_NOW + 90_000);
});

test('an answer is dated and counted by no time that a service which is killed now would not know', async () => {
  const { api, service } = await startService();
  const { clock, store } = service.parts;
  let isOver: () => void = () => undefined;
  const unit = store.transact(() => new Promise<void>((resolve) => (isOver = resolve)));
  const dated = async (): Promise<number> =>
    Date.parse((await api('GET', '/v1/profiles')).headers['date'] ?? '') - TEST_NOW;
  await vi.waitFor(() => expect(isOver.length).toBe(1));
  clock.moveTo(TEST_NOW + 90_000);
  expect(await dated()).toBe(0);
  isOver();
  await unit;
  expect(await dated()).toBe(90_000);
});

describe('addresses', () => {
  test('GEN-01 the same operations answer under /v1 and under /api/v1', async () => {
    const { api } = await startService();
    expect((await api('GET', '/api/v1/profiles')).body).toEqual((await api('GET', '/v1/profiles')).body);
    expect((await api('GET', '/api/v1/nowhere')).status).toBe(404);
  });

  test('VRS-01 there is no other version than v1', async () => {
    const { api } = await startService();
    expect((await api('GET', '/v2/profiles')).body).toMatchObject({ type: 'not_found', code: 'not_found' });
  });

  test('an address that takes other methods answers 405 and names them', async () => {
    const { api } = await startService();
    const answer = await api('DELETE', '/v1/profiles');
    expect([answer.status, answer.body.code]).toEqual([405, 'method_not_allowed']);
    expect(answer.headers['allow']).toBe('GET, HEAD, POST, OPTIONS');
    expect((await api('PATCH', '/v1/profiles/0123456789abcdef01234567')).headers['allow']).toContain('PUT');
  });

  test('OPTIONS names the methods, HEAD answers without a body', async () => {
    const { api } = await startService();
    const options = await api('OPTIONS', '/v1/profiles', { key: null });
    expect([options.status, options.headers['allow']]).toEqual([204, 'GET, HEAD, POST, OPTIONS']);
    const head = await api('HEAD', '/v1/profiles');
    expect([head.status, head.body]).toEqual([200, undefined]);
    expect((await api('HEAD', '/v1/profiles', { key: null })).status).toBe(401);
  });

  test('GEN-23 every operation of the contract answers 401 without a key', async () => {
    const { api } = await startService();
    const catalog = openCatalog('dist/cards');
    const areas = new Set(Object.values(catalog.index().commands).map(({ area }) => area));
    for (const area of areas) {
      for (const { method, path } of catalog.file(area).operations) {
        const at = path.replace(/\{[^}]+\}/g, '0123456789abcdef01234567');
        const { status, body } = await api(method, at, { key: null });
        expect([status, body.code], `${method} ${path}`).toEqual([401, 'missing_credentials']);
      }
    }
  });

  test('the page at / names the service', async () => {
    const { api } = await startService();
    const page = await api<string>('GET', '/', { key: null });
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.body).toContain('Service API');
  });
});

describe('bodies', () => {
  test('GEN-06 answers are JSON and say so', async () => {
    const { api } = await startService();
    for (const answer of [await api('GET', '/v1/profiles'), await api('GET', '/v1/nowhere')])
      expect(answer.headers['content-type']).toMatch(/^application\/json/);
  });

  test.each([
    ['half an object', '{'],
    ['no JSON at all', 'name=x'],
    ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0x22])],
    ['absurd nesting', '['.repeat(5_000) + ']'.repeat(5_000)],
  ])('ERR-28 %s is refused as invalid JSON', async (_case, body) => {
    const { api } = await startService();
    const answer = await api('POST', '/v1/profiles', { body });
    expect([answer.status, answer.body.code, answer.body.type]).toEqual([
      400,
      'invalid_json_body',
      'invalid_request_error',
    ]);
  });

  test('more values than a body may have are refused with a sentence, on the API and on the control surface', async () => {
    const { api, control } = await startService();
    const keys = Object.fromEntries(Array.from({ length: 150_000 }, (_, at) => [`k${String(at)}`, 1]));
    const answers = [
      await api('POST', '/v1/profiles', { body: keys }),
      await control('POST', '/_local/clock/advance', keys),
    ];
    for (const { status, body } of answers)
      expect([status, body]).toMatchObject([
        400,
        { error: 'A list or object in the body has more than 10000 entries.' },
      ]);
  });

  test('a form with too many parts, or with a field of megabytes, is refused', async () => {
    const { api } = await startService();
    const form = (parts: readonly string[]) => {
      const all = parts.map(
        (text, at) => `--b\r\nContent-Disposition: form-data; name="k${String(at)}"\r\n\r\n${text}\r\n`,
      );
      const headers = { 'content-type': 'multipart/form-data; boundary=b' };
      return api('POST', '/v1/posts/bulk-upload', { body: `${all.join('')}--b--\r\n`, headers });
    };
    const error = async (parts: readonly string[]) => String((await form(parts)).body['error']);
    expect(await error(Array.from({ length: 200 }, () => 'x'))).toBe('The file is missing.');
    expect(await error(Array.from({ length: 201 }, () => 'x'))).toBe('The form has more than 200 parts.');
    expect(await error(['x'.repeat(1_100_000)])).toBe('The field k0 of the form is too long.');
  });

  test('a body that is JSON but no object is refused by its type', async () => {
    const { api } = await startService();
    for (const body of ['[]', '"x"', 'null', '7'])
      expect((await api('POST', '/v1/profiles', { body })).body.code, body).toBe('invalid_field_value');
  });

  test('a body past the limit answers 413', async () => {
    const { api } = await startService();
    const answer = await api('POST', '/v1/profiles', { body: { name: 'x'.repeat(11 * 1024 * 1024) } });
    expect([answer.status, answer.body.code]).toEqual([413, 'payload_too_large']);
  });

  test('JSON is read whatever content type the caller names', async () => {
    const { api } = await startService();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await api('POST', '/v1/profiles', { body: '{"name":"Acme"}', headers })).status).toBe(201);
  });
});

describe('errors', () => {
  test('ERR-01 ERR-02 ERR-04 ERR-17 ERR-18 errors are one flat object with a message, a type and a code', async () => {
    const { api } = await startService();
    const expected: [Promise<{ status: number; body: unknown }>, number, string][] = [
      [api('POST', '/v1/profiles', { body: {} }), 400, 'invalid_request_error'],
      [api('GET', '/v1/profiles', { key: 'sk_wrong' }), 401, 'authentication_error'],
      [api('GET', '/v1/profiles/0123456789abcdef01234567'), 404, 'not_found'],
      [api('PATCH', '/v1/profiles'), 405, 'invalid_request_error'],
    ];
    for (const [answer, status, type] of expected) {
      const { status: given, body } = await answer;
      expect(given).toBe(status);
      expect(body).toMatchObject({
        type,
        error: expect.stringMatching(/\S/),
        code: expect.stringMatching(/^[a-z_]+$/),
      });
      expect(ERROR_TYPES).toContain((body as { type: string }).type);
      for (const [key, value] of Object.entries(body as object))
        expect(key === 'details' || typeof value !== 'object', key).toBe(true);
    }
  });

  test('ERR-24 ERR-39 what fails unexpectedly answers 500 with the request id, and its cause stands in the request log', async () => {
    const { api, control, service } = await startService();
    vi.spyOn(service.desk.store.read, 'list').mockRejectedValue(new Error('the shelf fell over'));
    const answer = await api('GET', '/v1/profiles', { headers: { 'x-request-id': ID } });

    expect([answer.status, answer.body.type, answer.body.code]).toEqual([500, 'api_error', 'internal_error']);
    expect(answer.body.details).toEqual({ requestId: ID });
    expect(JSON.stringify(answer.body)).not.toMatch(/shelf|\bat \//);
    const log = await control('GET', `/_local/requests?requestId=${ID}`);
    expect(log.body.requests?.[0]).toMatchObject({
      status: 500,
      code: 'internal_error',
      notes: [{ kind: 'failure', message: 'the shelf fell over' }],
    });
  });

  test('ERR-24 ERR-40 a store that cannot write answers 503 with the wait, and works again when it can', async () => {
    const { api, service } = await startService();
    const spy = vi.spyOn(service.desk.store, 'transact').mockRejectedValueOnce(new StoreUnavailable('disk full'));
    const refused = await api('POST', '/v1/profiles', { body: { name: 'Acme' } });
    expect([refused.status, refused.body.type, refused.body.code]).toEqual([
      503,
      'api_error',
      'temporarily_unavailable',
    ]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);

    spy.mockRestore();
    expect((await api('POST', '/v1/profiles', { body: { name: 'Acme' } })).status).toBe(201);
  });
});

describe('on a socket', () => {
  test('bytes that are no request are answered in the API’s shape', async () => {
    const { service } = await startService();
    const { url } = await service.listen({ host: '127.0.0.1', port: 0 });
    const text = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write('nonsense\r\n\r\n'));
      let said = '';
      socket.on('data', (chunk) => (said += String(chunk)));
      socket.on('end', () => resolve(said));
      socket.on('error', reject);
    });
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(text).toContain('"type":"invalid_request_error"');
    expect(text).toMatch(/X-Request-Id: [0-9a-f-]{36}/);
  });

  test('a kept connection gathers nothing, however many calls it carries', async () => {
    const { api, service, account } = await startService();
    const { url } = await service.listen({ host: '127.0.0.1', port: 0 });
    const platforms = [{ platform: 'bluesky', accountId: (await account('bluesky'))._id }];
    const headers = { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' };
    const warned = vi.fn();
    process.on('warning', warned);
    onTestFinished(() => void process.off('warning', warned));
    for (const n of Array.from({ length: 12 }).keys()) {
      const { body } = await api('POST', '/v1/posts', { body: { content: `post ${String(n)}`, platforms } });
      const sent = { method: 'PUT', headers, body: '{"publishNow":true}' };
      const answer = await fetch(`${url}/v1/posts/${String(body['post']?.['_id'])}`, sent);
      expect(answer.status, await answer.text()).toBe(200);
    }
    expect(warned).not.toHaveBeenCalled();
  });

  test('closing ends idle connections and lets a running request finish', async () => {
    const { service } = await startService();
    const { url } = await service.listen({ host: '127.0.0.1', port: 0 });
    const sending = rawRequest(`${url}/v1/profiles`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
    });
    const answered = new Promise<number>((resolve, reject) => {
      sending.on('response', (answer: IncomingMessage) => resolve(answer.resume().statusCode ?? 0));
      sending.on('error', reject);
    });
    sending.write('{"name":');
    await fetch(`${url}/_local/health`).then((answer) => answer.text());
    const closing = service.close();
    sending.end('"Acme"}');
    expect(await answered).toBe(201);
    await closing;
    await expect(fetch(url)).rejects.toThrow();
  });
});
