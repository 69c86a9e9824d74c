/** `svc contacts import` against the real local service: forms, judgement, doubles, custom fields, and running it again. */
import { describe, expect, test } from 'vitest';
import { failure } from '../../../src/kernel/failure.ts';
import type { Json } from '../../support/service.ts';
import { importBench, type Ran, type Running } from '../posts/importing.ts';

async function bench() {
  const made = await importBench();
  const { _id: accountId } = await made.account('whatsapp', { username: '+15550100200' });
  const profileId = await made.profileId();
  const field = (body: object) => made.api('POST', '/v1/custom-fields', { body: { profileId, ...body } });
  await field({ name: 'Plan', type: 'select', options: ['free', 'gold'] });
  await field({ name: 'Visits', type: 'number' });
  const add = (words: readonly string[], more: Running = {}): Promise<Ran> =>
    made.svc(['contacts', 'import', '--profile', profileId, ...words, '-o', 'json'], more);
  const contacts = async () =>
    (await made.api('GET', '/v1/contacts', { query: { limit: 200 } })).body['contacts'] as unknown as readonly Json[];
  return { ...made, accountId, add, contacts };
}

const resultOf = ({ out }: Ran): Json => JSON.parse(out()) as Json;

const PEOPLE: readonly (readonly [string, string, string])[] = [
  ['CSV', 'a.csv', 'Full Name,Phone,Tags,Plan,Visits\nAna,+49 1511 2345678,vip;new,gold,3\nBen,4915187654321,,,\n'],
  [
    'TSV',
    'a.tsv',
    'name\tphone\ttags\tplan\tvisits\nAna\t+49 1511 2345678\tvip;new\tgold\t3\nBen\t4915187654321\t\t\t\n',
  ],
  [
    'NDJSON',
    'a.ndjson',
    '{"name":"Ana","phone":"+49 1511 2345678","tags":["vip","new"],"plan":"gold","visits":3}\n{"name":"Ben","phone":"4915187654321"}\n',
  ],
  [
    'JSON',
    'a.json',
    '[{"name":"Ana","platformIdentifier":"+49 1511 2345678","tags":["vip","new"],"customFields":{"plan":"gold","visits":3}},{"name":"Ben","phone":"4915187654321"}]',
  ],
];

describe('forms', () => {
  test.each(PEOPLE)('AUT-02 %s makes the same contacts', async (_form, name, text) => {
    const { file, add, contacts } = await bench();
    file(name, text);
    const ran = await add([name, '--account', 'whatsapp']);
    expect([ran.code, resultOf(ran)]).toEqual([0, { rows: 2, created: 2, existing: 0, doubles: [], errors: [] }]);
    expect(await contacts()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'Ana', tags: ['vip', 'new'], customFields: { plan: 'gold', visits: 3 } }),
        expect.objectContaining({ name: 'Ben', tags: [], customFields: {} }),
      ]),
    );
  });
});

test('all faults of all rows are named, and nothing is sent', async () => {
  const { file, add, contacts } = await bench();
  file('a.csv', 'name,email,plan,visits,colour\nAna,ana@example.com,silver,many,red\n,ben@example.com,free,1,\n');
  const { code, error } = await add(['a.csv']);
  expect(code).toBe(2);
  expect(error.message.split('\n')).toEqual([
    '2 of 2 rows cannot be sent; nothing was sent.',
    'a.csv:2: plan must be one of free, gold.',
    'a.csv:2: visits must be a number.',
    'a.csv:2: There is no column and no custom field colour.',
    'a.csv:3: name is required.',
  ]);
  expect(await contacts()).toEqual([]);
  const skipped = await add(['a.csv', '--skip-invalid']);
  expect(skipped.code).toBe(9);
});

test('an identifier without an account is a fault of its row', async () => {
  const { file, add } = await bench();
  file('a.csv', 'name,phone\nAna,4915112345678\n');
  const { code, error } = await add(['a.csv']);
  expect([code, error.message]).toEqual([2, expect.stringContaining('set it with --account')]);
});

test('a contact that is twice in the file is added once, and the double is named', async () => {
  const { file, add, contacts } = await bench();
  file('a.csv', 'name,phone\nAna,+49 1511 2345678\nAna S.,4915112345678\nBen,4915187654321\n');
  const ran = await add(['a.csv', '--account', 'whatsapp']);
  const doubles = [{ place: 'a.csv:3', of: 'a.csv:2' }];
  expect([ran.code, resultOf(ran)]).toEqual([0, { rows: 3, created: 2, existing: 0, doubles, errors: [] }]);
  expect(await contacts()).toHaveLength(2);
});

test('what the service refuses is named by file and line, and the exit code says so', async () => {
  const { file, add } = await bench();
  file('a.csv', 'name,phone\nAna,4915112345678\nNobody,12\n');
  const ran = await add(['a.csv', '--account', 'whatsapp']);
  expect([ran.code, resultOf(ran)]).toMatchObject([
    9,
    { created: 1, errors: [{ place: 'a.csv:3', message: 'The phone number is not valid.' }] },
  ]);
});

test('--dry-run judges the same and sends nothing', async () => {
  const { file, add, contacts } = await bench();
  file('a.csv', 'name,email\nAna,ana@example.com\nAna,ana@example.com\n');
  const ran = await add(['a.csv', '--dry-run']);
  expect([ran.code, resultOf(ran)]).toEqual([0, { dryRun: true, rows: 2, send: 1, doubles: 1, invalid: 0 }]);
  expect(await contacts()).toEqual([]);
});

test('after Ctrl-C the same command adds the rest, and a third run changes nothing', async () => {
  const { file, add, asked, api } = await bench();
  const rows = Array.from({ length: 1_200 }, (_, at) => `Person ${at},p${at}@example.com,free`);
  file('a.csv', ['name,email,plan', ...rows.slice(0, 1_200)].join('\n').replaceAll(',free', ''));
  await asked();
  let calls = 0;
  const first = await add(['a.csv'], {
    doors: ({ world, interrupt }) => ({
      http: {
        ...world.http,
        single: {
          ...world.http.single,
          send: async (request) => {
            const answer = await world.http.single.send(request);
            if (request.url.endsWith('/contacts/bulk') && (calls += 1) === 1) interrupt(failure('interrupted'));
            return answer;
          },
        },
      },
    }),
  });
  expect([first.code, first.error.hint]).toEqual([130, expect.stringContaining('Run the same command again')]);
  const second = await add(['a.csv']);
  expect(resultOf(second)).toMatchObject({ rows: 1_200, created: 700, existing: 500 });
  expect(resultOf(await add(['a.csv']))).toMatchObject({ created: 0, existing: 1_200 });
  const { body } = await api('GET', '/v1/contacts', { query: { limit: 1 } });
  expect(body['pagination']).toMatchObject({ total: 1_200 });
});
