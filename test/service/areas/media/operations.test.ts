import { beforeEach, describe, expect, test } from 'vitest';
import { UPLOAD_SECONDS } from '../../../../src/service/records/upload.ts';
import { startService, type ServiceUnderTest } from '../../../support/service.ts';

const MB = 1024 * 1024;

let service: ServiceUnderTest;

beforeEach(async () => {
  service = await startService();
});

interface Presigned {
  readonly uploadUrl: string;
  readonly publicUrl: string;
  readonly key: string;
  readonly expiresIn: number;
}

const presign = async (body: object = {}) =>
  (
    await service.api<Presigned>('POST', '/v1/media/presign', {
      body: { filename: 'photo.png', contentType: 'image/png', ...body },
    })
  ).body;

const pathOf = (url: string) => new URL(url).pathname + new URL(url).search;

const put = (url: string, body: Buffer, headers = {}) =>
  service.service.inject({
    method: 'PUT',
    url: pathOf(url),
    payload: body,
    headers: { 'content-type': 'image/png', ...headers },
  });

const get = (url: string, headers = {}) => service.service.inject({ method: 'GET', url: pathOf(url), headers });

/** A multipart body with one file. */
function form(
  bytes: Buffer,
  { type = 'image/png', filename = 'photo.png', fields = {} as Record<string, string> } = {},
) {
  const boundary = 'svc-test-boundary';
  const texts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${filename}"\r\nContent-Type: ${type}\r\n\r\n`;
  return {
    body: Buffer.concat([Buffer.from(texts.join('') + head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

const direct = (bytes: Buffer, more = {}) => service.api('POST', '/v1/media/upload-direct', form(bytes, more));

describe('upload by URL', () => {
  test('MED-05 presign answers with four keys and needs name and type', async () => {
    const answer = await presign();
    expect(answer).toEqual({
      uploadUrl: expect.stringContaining(answer.key),
      publicUrl: expect.stringContaining(answer.key),
      key: expect.stringContaining('photo.png'),
      expiresIn: UPLOAD_SECONDS,
    });
    for (const body of [{ filename: 'a.png' }, { contentType: 'image/png' }]) {
      const refused = await service.api('POST', '/v1/media/presign', { body });
      expect(refused).toMatchObject({ status: 400, body: { code: 'missing_required_field' } });
    }
    const odd = await service.api('POST', '/v1/media/presign', { body: { filename: 'a', contentType: 'text/html' } });
    expect(odd).toMatchObject({ status: 400, body: { code: 'invalid_field_value', param: 'contentType' } });
  });

  test('MED-01 MED-04 the bytes come back under the public URL with their type', async () => {
    const bytes = Buffer.from('pretend this is a picture');
    const { uploadUrl, publicUrl } = await presign({ size: bytes.length });
    expect((await get(publicUrl)).statusCode).toBe(404);
    expect((await put(uploadUrl, bytes)).statusCode).toBe(200);
    const file = await get(publicUrl);
    expect(file.statusCode).toBe(200);
    expect(file.headers['content-type']).toBe('image/png');
    expect(file.rawPayload.equals(bytes)).toBe(true);
  });

  test('MED-02 a file of more than 4 MB goes up by URL', async () => {
    const bytes = Buffer.alloc(5 * MB, 7);
    const { uploadUrl, publicUrl } = await presign();
    expect((await put(uploadUrl, bytes)).statusCode).toBe(200);
    expect((await get(publicUrl)).rawPayload.length).toBe(bytes.length);
  });

  test('the URL takes bytes until it expires', async () => {
    const { uploadUrl, publicUrl } = await presign();
    await service.advance(UPLOAD_SECONDS);
    expect((await put(uploadUrl, Buffer.from('in time'))).statusCode).toBe(200);
    await service.advance(1);
    const late = await put(uploadUrl, Buffer.from('late'));
    expect(late.statusCode).toBe(403);
    expect(late.json()).toEqual({ error: expect.any(String) });
    expect((await get(publicUrl)).payload).toBe('in time');
  });

  test('an upload can be repeated, and the last one counts', async () => {
    const { uploadUrl, publicUrl } = await presign();
    for (const text of ['first', 'second']) await put(uploadUrl, Buffer.from(text));
    expect((await get(publicUrl)).payload).toBe('second');
  });

  test('another type, another size and another token are refused and leave nothing', async () => {
    const { uploadUrl, publicUrl } = await presign({ size: 4 });
    expect((await put(uploadUrl, Buffer.from('four'), { 'content-type': 'image/jpeg' })).statusCode).toBe(400);
    for (const text of ['123', '12345']) expect((await put(uploadUrl, Buffer.from(text))).statusCode).toBe(400);
    const forged = uploadUrl.replace(/token=[^&]+/, 'token=00000000-0000-4000-8000-000000000000');
    expect((await put(forged, Buffer.from('four'))).statusCode).toBe(403);
    expect((await get(publicUrl)).statusCode).toBe(404);
    expect((await put(uploadUrl, Buffer.from('four'))).statusCode).toBe(200);
  });

  test.each([
    ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-2', 206, '89', 'bytes 8-9/10'],
    ['bytes=5-99', 206, '56789', 'bytes 5-9/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=0-1,4-5', 200, '0123456789', undefined],
  ])('a range %s answers %i', async (range, status, payload, contentRange) => {
    const { uploadUrl, publicUrl } = await presign();
    await put(uploadUrl, Buffer.from('0123456789'));
    const part = await get(publicUrl, { range });
    expect(part.statusCode).toBe(status);
    expect(part.payload).toBe(payload);
    expect(part.headers['content-range']).toBe(contentRange);
  });

  test('a file name cannot lead anywhere', async () => {
    const { key, uploadUrl, publicUrl } = await presign({ filename: '../../etc/pass wd\u0000ü.png' });
    expect(key).toMatch(/^[0-9a-f]{24}-[A-Za-z0-9._-]+$/);
    await put(uploadUrl, Buffer.from('x'));
    expect((await get(publicUrl)).payload).toBe('x');
    expect((await get(`http://x/_media/files/${encodeURIComponent('../service.db')}`)).statusCode).toBe(404);
  });
});

describe('direct upload', () => {
  test('MED-03 a file of 1 MB is taken and readable', async () => {
    const bytes = Buffer.alloc(MB, 3);
    const answer = await direct(bytes);
    expect(answer).toMatchObject({ status: 200, body: { filename: 'photo.png', contentType: 'image/png', size: MB } });
    expect((await get(answer.body['url'] as unknown as string)).rawPayload.equals(bytes)).toBe(true);
  });

  test('ASM-54 MED-02 a file of more than 4 MB is refused, and the answer names presign', async () => {
    const answer = await direct(Buffer.alloc(5 * MB));
    expect(answer.status).toBe(400);
    expect(answer.body['error']).toContain('presign');
    expect((await direct(Buffer.alloc(4 * MB + 1))).status).toBe(400);
    expect((await direct(Buffer.alloc(4 * MB, 1))).status).toBe(200);
  });

  test('the type may be put right, and must be one that posts take', async () => {
    const fields = { contentType: 'image/jpeg' };
    const answer = await direct(Buffer.from('x'), { type: 'application/octet-stream', fields });
    expect(answer.body).toMatchObject({ contentType: 'image/jpeg' });
    expect(await direct(Buffer.from('x'), { type: 'text/html' })).toMatchObject({
      status: 400,
      body: { param: 'contentType' },
    });
  });

  test('an empty file and a missing one are refused', async () => {
    expect((await direct(Buffer.alloc(0))).status).toBe(400);
    const { headers } = form(Buffer.alloc(0));
    const body = Buffer.from('--svc-test-boundary--\r\n');
    const answer = await service.api('POST', '/v1/media/upload-direct', { headers, body });
    expect(answer).toMatchObject({ status: 400, body: { code: 'missing_required_field', param: 'file' } });
  });
});

describe('media of the service itself', () => {
  test('MED-01 an uploaded file stands in a post and reaches the network', async () => {
    const { _id } = await service.account('twitter');
    const { uploadUrl, publicUrl } = await presign();
    await put(uploadUrl, Buffer.from('picture'));
    const body = {
      content: 'Look',
      publishNow: true,
      platforms: [{ platform: 'twitter', accountId: _id }],
      mediaItems: [{ type: 'image', url: publicUrl }],
    };
    expect((await service.api('POST', '/v1/posts', { body })).status).toBe(201);
    expect(await service.feed(_id)).toMatchObject([{ media: [{ type: 'image', url: publicUrl }] }]);
  });

  test('ASM-14 a platform that fetches a file too large declines the post', async () => {
    const { _id } = await service.account('bluesky');
    const { uploadUrl, publicUrl } = await presign();
    await put(uploadUrl, Buffer.alloc(2 * MB));
    const platforms = [{ platform: 'bluesky', accountId: _id }];
    const body = { content: 'Look', publishNow: true, platforms, mediaItems: [{ type: 'image', url: publicUrl }] };
    const answer = await service.api('POST', '/v1/posts', { body });
    expect([207, 400]).toContain(answer.status);
    expect(await service.feed(_id)).toEqual([]);
  });

  test('ASM-14 they are measured without a request', async () => {
    const { uploadUrl, publicUrl } = await presign();
    await put(uploadUrl, Buffer.alloc(2 * MB));
    const { body } = await service.api('POST', '/v1/tools/validate/media', { body: { url: publicUrl } });
    expect(body).toMatchObject({
      valid: true,
      type: 'image',
      size: 2 * MB,
      platformLimits: { bluesky: { withinLimit: false } },
    });
    const mediaItems = [{ type: 'image', url: publicUrl }];
    const verdict = await service.api('POST', '/v1/tools/validate/post', {
      body: { platforms: [{ platform: 'bluesky' }], mediaItems },
    });
    expect(verdict.body).toMatchObject({ valid: false, errors: [{ platform: 'bluesky' }] });
  });
});
