import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'libsql';
import { expect, test } from 'vitest';
import { TABLES } from '../../../src/service/store/tables.ts';
import type { ServiceOptions } from '../../../src/service/options.ts';
import { startService, TEST_NOW, testDoors, type Json, type ServiceUnderTest } from '../../support/service.ts';
import { temporaryFolder } from '../../support/temp.ts';

interface OnDisk extends ServiceUnderTest {
  readonly folder: string;
}

async function started(options: Partial<ServiceOptions> = {}): Promise<OnDisk> {
  const folder = await temporaryFolder();
  return { folder, ...(await startService({ dataDir: folder, ephemeral: false, ...options })) };
}

const exported = async ({ control }: ServiceUnderTest): Promise<string> => {
  const { status, body } = await control<string>('GET', '/_local/export');
  expect(status).toBe(200);
  return body;
};

const imported = ({ service }: ServiceUnderTest, document: string | Buffer) =>
  service
    .inject({
      method: 'POST',
      url: '/_local/import',
      headers: { authorization: `Bearer ${service.controlKey}`, 'content-type': 'application/x-ndjson' },
      payload: document,
    })
    .then(({ statusCode, body }) => ({ status: statusCode, body: JSON.parse(body) as Json }));

/** Every row of the store as text; without what the folder alone knows, and what the import itself adds. */
function rowsIn({ folder }: OnDisk): readonly string[] {
  const database = new Database(join(folder, 'service.db'));
  try {
    return TABLES.filter((table) => table !== 'meta').flatMap((table) =>
      (database.prepare(`SELECT * FROM ${table}`).all() as Record<string, unknown>[])
        .filter(({ kind }) => kind !== '$requests' && kind !== '$plan' && kind !== 'api_key')
        .map((row) => `${table} ${JSON.stringify({ ...row, lease_until: null, claim: null })}`),
    );
  } finally {
    database.close();
  }
}

/** Uploads a file. @returns its address without the origin */
async function upload({ service, api }: ServiceUnderTest, filename: string, bytes: Buffer): Promise<string> {
  const { body } = await api<{ uploadUrl: string; publicUrl: string }>('POST', '/v1/media/presign', {
    body: { filename, contentType: 'video/mp4' },
  });
  const { pathname, search } = new URL(body.uploadUrl);
  const put = await service.inject({
    method: 'PUT',
    url: pathname + search,
    payload: bytes,
    headers: { 'content-type': 'video/mp4' },
  });
  expect(put.statusCode).toBe(200);
  return new URL(body.publicUrl).pathname;
}

const download = async ({ service }: ServiceUnderTest, path: string): Promise<Buffer | number> => {
  const { statusCode, rawPayload } = await service.inject({ method: 'GET', url: path });
  return statusCode === 200 ? rawPayload : statusCode;
};

const FILM = Buffer.from(Array.from({ length: 700_001 }, (_, index) => (index * 7) % 256));

/** Schedules a post an hour from now to a new account. */
async function schedulePost(under: ServiceUnderTest): Promise<{ account: string; post: string }> {
  const { _id: account } = await under.account('twitter', { username: `due${String(Math.floor(FILM.length / 7))}` });
  const { body } = await under.api<{ post: { _id: string } }>('POST', '/v1/posts', {
    body: {
      content: 'später ✓',
      platforms: [{ platform: 'twitter', accountId: account }],
      scheduledFor: new Date(TEST_NOW + 3_600_000).toISOString(),
    },
  });
  return { account, post: body.post._id };
}

test('a state goes to another service with every row, its media, its clock and what is due', async () => {
  const from = await started({ seedPack: 'demo' });
  const film = await upload(from, 'film.mp4', FILM);
  const empty = await upload(from, 'empty.mp4', Buffer.alloc(0));
  const { account, post } = await schedulePost(from);
  await from.advance(60);
  const document = await exported(from);

  const to = await started({ seed: 2, plan: 'free', clock: { mode: 'real' } });
  const answer = await imported(to, document);
  expect(answer).toEqual({
    status: 200,
    body: { records: expect.any(Number), media: 2, sizeBytes: Buffer.byteLength(document) },
  });

  expect(rowsIn(to)).toEqual(rowsIn(from));
  expect(Buffer.compare((await download(to, film)) as Buffer, FILM)).toBe(0);
  expect(await download(to, empty)).toEqual(Buffer.alloc(0));
  expect((await to.control('GET', '/_local/clock')).body).toEqual((await from.control('GET', '/_local/clock')).body);
  for (const path of [
    '/v1/posts?limit=100',
    '/v1/accounts',
    '/v1/profiles',
    '/v1/webhooks/settings',
    '/v1/usage-stats',
  ])
    expect([path, (await to.api('GET', path)).body]).toEqual([path, (await from.api('GET', path)).body]);
  await to.advance(3_600);
  await from.advance(3_600);
  expect((await to.api('GET', `/v1/posts/${post}`)).body).toMatchObject({ post: { status: 'published' } });
  expect(await to.feed(account)).toEqual(await from.feed(account));
  expect(await exported(to)).toContain(`"key":"${film.split('/').at(-1) ?? ''}"`);
});

test('what was exported comes back after a reset, with the ids that were to come next', async () => {
  const under = await started({ seedPack: 'demo' });
  const film = await upload(under, 'film.mp4', FILM);
  const before = rowsIn(under);
  const document = await exported(under);
  const make = async () =>
    (await under.api<{ profile: Json }>('POST', '/v1/profiles', { body: { name: 'Next' } })).body;
  const next = await make();

  await under.control('POST', '/_local/reset', { seedPack: 'empty' });
  expect(await download(under, film)).toBe(404);
  expect((await imported(under, document)).status).toBe(200);
  expect(rowsIn(under)).toEqual(before);
  expect(Buffer.compare((await download(under, film)) as Buffer, FILM)).toBe(0);
  expect(await make()).toEqual(next);
  expect((await readdir(under.folder)).filter((name) => /^media/.test(name))).toHaveLength(1);
  expect(await readdir(join(under.folder, 'transit')).catch(() => [])).toEqual([]);
});

test('media of a snapshot outlive an import, and go with nobody to name them', async () => {
  const under = await started();
  const film = await upload(under, 'film.mp4', FILM);
  await under.control('POST', '/_local/snapshots', { name: 'first' });
  await imported(under, await exported(await started({ seed: 5 })));
  expect(await download(under, film)).toBe(404);
  await under.control('POST', '/_local/reset', { snapshot: 'first' });
  expect(Buffer.compare((await download(under, film)) as Buffer, FILM)).toBe(0);
});

test('an export holds no key and is of one instant while calls go on', async () => {
  const under = await started({ seedPack: 'demo' });
  const made = await under.api<{ apiKey: { key: string } }>('POST', '/v1/api-keys', { body: { name: 'ci' } });
  expect(made.status).toBe(201);
  const pieces: string[] = [];
  for await (const piece of await under.service.parts.lifecycle.exportState()) {
    pieces.push(piece);
    await under.api('POST', '/v1/profiles', { body: { name: `while ${String(pieces.length)}` } });
  }
  const document = pieces.join('');
  expect(document).not.toContain('while 1');
  for (const secret of [under.service.apiKey, under.service.controlKey, made.body.apiKey.key])
    expect(document).not.toContain(secret);
  expect(document).not.toMatch(/"(sk|ctl|dc|app|ref|code)_[0-9A-Za-z]{30}/);
  expect((await imported(await started(), document)).status).toBe(200);
});

test('keys of before work after an import, and the service keeps its own', async () => {
  const from = await started();
  const to = await started({ seed: 2 });
  expect(to.service.apiKey).not.toBe(from.service.apiKey);
  await imported(to, await exported(from));
  expect((await to.api('GET', '/v1/profiles')).status).toBe(200);
  expect((await to.api('GET', '/v1/profiles', { key: from.service.apiKey })).status).toBe(200);
  expect((await to.service.inject({ method: 'GET', url: '/_local/export' })).statusCode).toBe(401);
  expect((await to.control('PUT', '/_local/export')).status).toBe(405);
});

test('a machine whose clock is behind goes on from the time of the export', async () => {
  const machine = testDoors().clock;
  const late = { ...machine, now: () => TEST_NOW + 86_400_000 };
  const from = await started({ clock: { mode: 'real' }, doors: testDoors({ clock: late }) });
  const early = { ...machine, now: () => TEST_NOW };
  const to = await started({ clock: { mode: 'real' }, doors: testDoors({ clock: early }) });
  await imported(to, await exported(from));
  expect(to.service.clock.now()).toBe(TEST_NOW + 86_400_000);
});

/** The lines of a document, changed, under an end that fits them. */
function remade(document: string, change: (lines: string[]) => string[], end: (end: Json) => unknown = (one) => one) {
  const lines = document.trimEnd().split('\n');
  const last = JSON.parse(lines.pop() ?? '') as { end: Json };
  const changed = change(lines).map((line) => `${line}\n`);
  const sha256 = createHash('sha256').update(changed.join('')).digest('hex');
  return `${changed.join('')}${JSON.stringify({ end: end({ ...last.end, sha256 } as unknown as Json) })}\n`;
}

const head = (change: object) => (lines: string[]) => [
  JSON.stringify({ ...(JSON.parse(lines[0] ?? '') as object), ...change }),
  ...lines.slice(1),
];

const instead = (index: number, line: string) => (lines: string[]) =>
  lines.map((one, at) => (at === index ? line : one));

const REFUSED: Readonly<
  Record<string, readonly [(document: string) => string | Buffer, line: number, reason: RegExp]>
> = {
  nothing: [() => '', 1, /not the beginning/],
  'something else': [() => '{"posts":[]}\n', 1, /not the beginning/],
  'a newer version': [(one) => remade(one, head({ version: 2, svc: '9.0.0' })), 1, /svc 9\.0\.0 .*version 2/],
  'a newer schema': [(one) => remade(one, head({ schema: 99 })), 1, /cannot read .* schema 99/],
  'a schema that is no longer read': [(one) => remade(one, head({ schema: 2 })), 1, /cannot read/],
  'no clock': [(one) => remade(one, head({ clock: null })), 1, /neither its clock/],
  'an end that is missing': [(one) => one.slice(0, one.lastIndexOf('{"end"')), 0, /truncated/],
  'a line that breaks off': [(one) => one.slice(0, -40), 0, /truncated/],
  'a line that is not JSON': [(one) => remade(one, instead(3, '{"record":')), 4, /not valid JSON/],
  'bytes that are not UTF-8': [
    (one) => Buffer.concat([Buffer.from(one.split('\n').slice(0, 2).join('\n')), Buffer.from([0x0a, 0xff, 0x0a])]),
    3,
    /not valid JSON/,
  ],
  'nesting without end': [(one) => remade(one, instead(1, `{"record":${'['.repeat(5_000)}`)), 2, /not valid JSON/],
  'a list for a line': [(one) => remade(one, instead(1, '[1]')), 2, /not a line/],
  'an unknown table': [(one) => remade(one, instead(1, '{"secret":{}}')), 2, /no secret/],
  'an unknown field': [(one) => remade(one, instead(1, '{"record":{"kin":"x"}}')), 2, /no field kin/],
  'a field of another type': [(one) => remade(one, instead(1, '{"record":{"seq":"1"}}')), 2, /seq of record must be/],
  'a field that is missing': [(one) => remade(one, instead(1, '{"record":{"seq":1}}')), 2, /does not fit into record/],
  'a row that is there twice': [
    (one) => remade(one, (all) => [...all.slice(0, 2), ...all.slice(1)]),
    3,
    /exists twice/,
  ],
  'an unknown fact': [
    (one) => remade(one, instead(1, '{"meta":{"key":"unfinished","value":"x"}}')),
    2,
    /no unfinished/,
  ],
  'media that lead away': [
    (one) => remade(one, instead(1, '{"media":{"key":"../x","sizeBytes":1}}')),
    2,
    /no media file/,
  ],
  'media that are too large': [
    (one) => remade(one, instead(1, '{"media":{"key":"x","sizeBytes":6000000000}}')),
    2,
    /no media file/,
  ],
  'bytes that are missing': [(one) => remade(one, instead(1, '{"media":{"key":"x","sizeBytes":9}}')), 3, /next bytes/],
  'a line that is gone': [(one) => remade(one, (all) => all.toSpliced(3, 1)), 0, /counts \d+ of record/],
  'a text that was changed': [(one) => one.replace('Default', 'Defalut'), 0, /checksum/],
  'more after the end': [(one) => `${one}{"record":{}}\n`, 0, /more data after/],
  'no team': [
    (one) =>
      remade(
        one,
        (all) => all.slice(0, 1),
        (end) => ({ ...end, counts: {} }),
      ),
    2,
    /no team/,
  ],
};

test.each(Object.entries(REFUSED))('a document with %s is refused by line and changes nothing', async (_, row) => {
  const [change, line, reason] = row;
  const under = await started();
  await upload(under, 'film.mp4', FILM.subarray(0, 10));
  const document = await exported(under);
  const before = rowsIn(under);
  const refused = await imported(under, change(document));
  expect(refused).toMatchObject({
    status: 400,
    body: { code: 'invalid_field_value', error: expect.stringMatching(reason) },
  });
  if (line > 0) expect(refused.body['details']).toEqual({ line });
  expect(rowsIn(under)).toEqual(before);
  expect((await readdir(under.folder)).filter((name) => /^media/.test(name))).toEqual(['media']);
  expect(await readdir(join(under.folder, 'transit')).catch(() => [])).toEqual([]);
});

test('a line over the bound is refused before it is read whole', async () => {
  const under = await started();
  const first = (await exported(under)).split('\n', 1)[0] ?? '';
  const refused = await imported(under, `${first}\n{"record":{"doc":"${'x'.repeat(64 * 1024 * 1024)}`);
  expect([refused.status, refused.body['error']]).toEqual([400, expect.stringMatching(/^Line 2: .* 64 MiB/)]);
});
