/** `svc contacts import` against the real local service: forms, judgement, doubles, custom fields, and running it again. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
    expect([ran.code, resultOf(ran)]).toEqual([
      0,
      { rows: 2, created: 2, existing: 0, already: 0, doubles: [], errors: [] },
    ]);
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
    'a.csv:2: There is no column and no custom field colour. --map "colour=field" reads it as a field.',
    'a.csv:3: name is required.',
  ]);
  expect(await contacts()).toEqual([]);
  const skipped = await add(['a.csv', '--skip-invalid']);
  expect(skipped.code).toBe(9);
});

test('an identifier without an account is a fault of its row, and so is one that is no number where people have numbers', async () => {
  const { file, add } = await bench();
  file('a.csv', 'name,phone\nAna,4915112345678\nNobody,12\n,+49 151 1234\n');
  const without = await add(['a.csv']);
  expect([without.code, without.error.message]).toEqual([2, expect.stringContaining('set it with --account')]);
  for (const more of [[], ['--dry-run']]) {
    const { code, error } = await add(['a.csv', '--account', 'whatsapp', ...more]);
    expect([code, error.message.split('\n').slice(1)]).toEqual([
      2,
      ['a.csv:3: 12 is not a phone number.', 'a.csv:4: name is required.'],
    ]);
  }
});

test('without a profile the contacts belong to that of the account', async () => {
  const { file, svc, contacts } = await bench();
  file('a.csv', 'name,phone\nAna,4915112345678\n');
  const ran = await svc(['contacts', 'import', 'a.csv', '--account', 'whatsapp', '-o', 'json']);
  expect([ran.code, resultOf(ran)]).toMatchObject([0, { created: 1 }]);
  expect(await contacts()).toHaveLength(1);
  file('b.csv', 'name\nBen\n');
  const { code, error } = await svc(['contacts', 'import', 'b.csv', '-o', 'json']);
  expect([code, error]).toMatchObject([2, { param: '--profile', hint: expect.stringContaining('svc config set') }]);
});

test('columns are mapped, numbers have a decimal comma and dates an order where that is declared', async () => {
  const { file, add, contacts, api, profileId } = await bench();
  await api('POST', '/v1/custom-fields', { body: { profileId: await profileId(), name: 'Birthday', type: 'date' } });
  file('a.csv', 'Kunde;Phone;Besuche;Birthday;Notiz\nAna;4915112345678;1.234,5;06.12.1990;egal\n');
  const words = ['a.csv', '--account', 'whatsapp', '--map', 'Kunde=name', '--map', 'Besuche=visits', '--map', 'Notiz='];
  const refused = await add(words);
  expect(refused.code).toBe(2);
  expect(refused.error.message).toContain('visits must be a number; set --decimal-comma for a decimal comma.');
  expect(refused.error.message).toContain('06.12.1990 can be read as 6 December 1990 (day first) or 12 June 1990');
  expect(await contacts()).toEqual([]);
  const ran = await add([...words, '--decimal-comma', '--date-order', 'dmy']);
  expect(ran.code, ran.error.message).toBe(0);
  const customFields = { visits: 1234.5, birthday: '1990-12-06' };
  expect(await contacts()).toMatchObject([{ name: 'Ana', customFields }]);
});

test.each([
  ['visits', '1,2,3'],
  ['visits', '1.23,4'],
  ['birthday', 'tomorrow'],
  ['birthday', '06.12.'],
])('a %s of %j is refused with every order and comma', async (heading, value) => {
  const { file, add, api, profileId } = await bench();
  await api('POST', '/v1/custom-fields', { body: { profileId: await profileId(), name: 'Birthday', type: 'date' } });
  file('a.csv', `name;${heading}\nAna;"${value}"\n`);
  const { code, error } = await add(['a.csv', '--decimal-comma', '--date-order', 'dmy']);
  expect([code, error.message]).toEqual([2, expect.stringContaining(`${heading} must be a`)]);
});

test('a contact that is twice in the file is added once, and the double is named', async () => {
  const { file, add, contacts } = await bench();
  file('a.csv', 'name,phone\nAna,+49 1511 2345678\nAna S.,4915112345678\nBen,4915187654321\n');
  const ran = await add(['a.csv', '--account', 'whatsapp']);
  const doubles = [{ place: 'a.csv:3', of: 'a.csv:2' }];
  expect([ran.code, resultOf(ran)]).toEqual([0, { rows: 3, created: 2, existing: 0, already: 0, doubles, errors: [] }]);
  expect(await contacts()).toHaveLength(2);
});

test('what the service refuses is named by file and line, and only that is sent again', async () => {
  const { file, add, asked } = await bench();
  file('a.csv', 'name,phone\nAna,4915112345678\nBen,4915187654321\n');
  const refusing: Running = {
    doors: ({ world }) => ({
      http: {
        ...world.http,
        pool: {
          ...world.http.pool,
          async send(request) {
            const answer = await world.http.pool.send(request);
            if (!request.url.endsWith('/contacts/bulk')) return answer;
            const body = { success: true, created: 1, skipped: 0, errors: ['contacts[1]: Not today.'], total: 2 };
            return { ...answer, bytes: () => Promise.resolve(Buffer.from(JSON.stringify(body))) };
          },
        },
      },
    }),
  };
  const ran = await add(['a.csv', '--account', 'whatsapp'], refusing);
  expect([ran.code, resultOf(ran)]).toMatchObject([
    9,
    { created: 1, errors: [{ place: 'a.csv:3', message: 'Not today.' }] },
  ]);
  expect(ran.error.hint).toContain('rows that were sent are skipped');
  await asked();
  const again = await add(['a.csv', '--account', 'whatsapp']);
  expect([again.code, resultOf(again)]).toMatchObject([0, { created: 0, existing: 1, already: 1, errors: [] }]);
  expect((await asked()).filter((one) => one.endsWith('/contacts/bulk'))).toHaveLength(1);
});

test('--dry-run judges the same and sends nothing', async () => {
  const { file, add, contacts } = await bench();
  file('a.csv', 'name,email\nAna,ana@example.com\nAna,ana@example.com\n');
  const ran = await add(['a.csv', '--dry-run']);
  expect([ran.code, resultOf(ran)]).toEqual([
    0,
    { dryRun: true, rows: 2, send: 1, already: 0, doubles: 1, invalid: 0 },
  ]);
  expect(await contacts()).toEqual([]);
});

const ROWS = 3_200;

async function manyPeople() {
  const made = await bench();
  const rows = Array.from({ length: ROWS }, (_, at) => `Person ${at},${at % 2 === 0 ? `p${at}@example.com` : ''}`);
  made.file('a.csv', ['name,email', ...rows].join('\n'));
  const count = async (): Promise<unknown> =>
    (await made.api('GET', '/v1/contacts', { query: { limit: 1 } })).body['pagination']?.['total'];
  return { ...made, count };
}

/** Ctrl-C when the answer to the first group is there. */
const interrupted: Running = {
  doors: ({ world, interrupt }) => ({
    http: {
      ...world.http,
      pool: {
        ...world.http.pool,
        async send(request) {
          const answer = await world.http.pool.send(request);
          if (request.url.endsWith('/contacts/bulk')) interrupt(failure('interrupted'));
          return answer;
        },
      },
    },
  }),
};

test('after Ctrl-C the same command adds the rest, the summary says so, and a third run asks about every row', async () => {
  const { add, count } = await manyPeople();
  const first = await add(['a.csv'], interrupted);
  expect([first.code, first.error.hint]).toEqual([130, expect.stringContaining('Run the same command again')]);
  const added = Number(await count());
  expect(added).toBeGreaterThan(0);
  expect(added).toBeLessThan(ROWS);
  const dry = await add(['a.csv', '--dry-run']);
  expect(resultOf(dry)).toMatchObject({ rows: ROWS, already: added, send: ROWS - added });

  const second = await add(['a.csv']);
  expect(second.err()).toContain(`${added.toLocaleString('en-US')} of 3,200 contacts were added by it`);
  expect(resultOf(second)).toMatchObject({ rows: ROWS, created: ROWS - added, existing: 0, already: added });
  expect(resultOf(await add(['a.csv']))).toMatchObject({ created: 0, existing: ROWS, already: 0 });
  expect(await count()).toBe(ROWS);
});

test('--again sends what a stopped import has sent, too', async () => {
  const { add, count } = await manyPeople();
  await add(['a.csv'], interrupted);
  const added = Number(await count());
  const again = await add(['a.csv', '--again']);
  expect(resultOf(again)).toMatchObject({ created: ROWS - added, existing: added, already: 0 });
});

test('contacts whose answer was lost are looked for, and not sent a second time', async () => {
  const { add, count, control, asked } = await manyPeople();
  const fault = { match: { operation: 'bulkCreateContacts' }, action: { status: 503, drop: 'after' }, times: 50 };
  await control('POST', '/_local/faults', fault);
  const first = await add(['a.csv', '--max-wait', '0']);
  const lost = Number(await count());
  expect([first.code, first.error.message]).toEqual([
    12,
    expect.stringContaining('0 of 3,200 contacts had been sent.'),
  ]);
  expect(lost).toBeGreaterThan(0);
  await control('DELETE', '/_local/faults');
  await asked();

  const second = await add(['a.csv']);
  expect(resultOf(second)).toMatchObject({ rows: ROWS, created: ROWS - lost, existing: 0, already: lost });
  expect((await asked()).filter((one) => one.endsWith('/contacts/bulk'))).toHaveLength(Math.ceil((ROWS - lost) / 500));
  expect(await count()).toBe(ROWS);
});

test('rows that were changed after a stopped import are sent, and a second process is refused', async () => {
  const { file, add, folder } = await manyPeople();
  await add(['a.csv'], interrupted);
  const journals = join(folder, 'config', 'state', 'imports');
  const [name = ''] = readdirSync(journals);
  const lines = readFileSync(join(journals, name), 'utf8').split('\n');
  writeFileSync(
    join(journals, name),
    lines
      .filter((line) => !line.includes('"type":"end"'))
      .join('\n')
      .replace(/"pid":\d+/, '"pid":1'),
  );
  const busy = await add(['a.csv']);
  expect([busy.code, busy.error.message]).toEqual([2, 'Another process (1) is at work on the same rows.']);
  writeFileSync(join(journals, name), lines.join('\n'));
  file('a.csv', 'name,email\nPerson 0,new@example.com\nPerson 1,\n');
  expect(resultOf(await add(['a.csv']))).toMatchObject({ rows: 2, created: 1, already: 1 });
});
