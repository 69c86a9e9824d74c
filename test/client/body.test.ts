import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openBody } from '../../src/client/body.ts';
import { openClient } from '../../src/client/call.ts';
import { scriptedApi } from '../support/scripted-api.ts';
import { testWorld } from '../support/world.ts';
import { cardOf, catalog, inputOf } from './cards.ts';

const CSV = 'content,platforms\n"a ""b""",twitter:1\n';

test('POST-61 a CSV file goes up as one part of a form that any server can read', async () => {
  const api = await scriptedApi(() => ({ body: { results: [] } }));
  const { world, folder } = testWorld();
  writeFileSync(join(folder, 'po"sts.csv'), CSV);
  const target = { baseUrl: api.url, key: 'k', source: 'test' };
  const input = inputOf({ body: { note: 'ü' }, files: { file: 'po"sts.csv' } });
  await openClient({ world, target }).call(catalog.card('bulkUploadPosts'), input);
  const [asked] = api.asked;
  const form = await new Response(new Uint8Array(asked?.body ?? []), {
    headers: { 'content-type': asked?.headers['content-type'] ?? '' },
  }).formData();
  expect(form.get('note')).toBe('ü');
  const file = form.get('file') as File;
  expect({ name: file.name, type: file.type, text: await file.text() }).toEqual({
    name: 'po"sts.csv',
    type: 'text/csv',
    text: CSV,
  });
  expect(Number(asked?.headers['content-length'])).toBe(asked?.body.byteLength);
});

test('a file as the whole body goes with its own type', async () => {
  const api = await scriptedApi(() => ({ body: {} }));
  const { world, folder } = testWorld();
  writeFileSync(join(folder, 'a.pdf'), '%PDF-1.7\n%bytes');
  const card = cardOf({ method: 'POST', body: { kind: 'binary', required: true, schema: {} } });
  const target = { baseUrl: api.url, key: 'k', source: 'test' };
  await openClient({ world, target }).call(card, inputOf({ files: { '': 'a.pdf' } }));
  expect(api.asked[0]?.headers['content-type']).toBe('application/pdf');
  expect(api.asked[0]?.body.toString()).toBe('%PDF-1.7\n%bytes');
});

test('`-` sends standard input', async () => {
  const { world } = testWorld({ stdin: CSV });
  const doors = { files: world.files, stdin: world.io.in };
  const { body, headers } = await openBody({ kind: 'binary', path: '-' }, doors, 'b');
  expect(body).toMatchObject({ sizeBytes: Buffer.byteLength(CSV) });
  expect(headers).toEqual({});
});

test('a missing file is exit 2 before anything is sent', async () => {
  const api = await scriptedApi(() => ({ body: {} }));
  const { world } = testWorld();
  const target = { baseUrl: api.url, key: 'k', source: 'test' };
  const call = openClient({ world, target }).call(
    catalog.card('bulkUploadPosts'),
    inputOf({ files: { file: 'no.csv' } }),
  );
  await expect(call).rejects.toMatchObject({ exitCode: 2, message: 'no.csv: there is no such file.' });
  expect(api.asked).toHaveLength(0);
});
