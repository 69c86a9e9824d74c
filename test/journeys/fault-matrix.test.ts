/** Every kind of command against everything that can go wrong with a call: how it ends, what it says, and how often it asked. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { run } from '../../src/main.ts';
import { EXITS, type ExitName } from '../../src/kernel/exits.ts';
import { scriptedApi, type Scripted, type ScriptedApi } from '../support/scripted-api.ts';
import { errorIn } from '../support/svc.ts';
import { temporaryFolder } from '../support/temp.ts';
import { testWorld } from '../support/world.ts';

const ID = '65a1b2c3d4e5f60718293a4b';

/** What may be done with a call that failed: a read may be repeated, and a write with a key; nothing else. */
type Repeat = 'read' | 'keyed' | 'write';

// prettier-ignore
const COMMANDS: readonly (readonly [kind: string, repeat: Repeat, line: string])[] = [
  ['read',                    'read',  `posts get ${ID}`],
  ['list',                    'read',  'posts list'],
  ['list in pages',           'read',  'posts list --all -o json'],
  ['write',                   'write', `posts update ${ID} --content Hello`],
  ['write with a key',        'keyed', 'profiles create --name Berlin'],
  ['write made by hand',      'keyed', 'posts create Hello --draft'],
  ['delete',                  'write', `posts delete ${ID} --yes`],
  ['upload in parts',         'write', 'media upload-direct --file paper.pdf'],
  ['upload as bytes',         'write', 'phone-numbers kyc upload --file paper.pdf'],
  ['upload made by hand',     'write', 'media upload paper.pdf'],
  ['read by the raw door',    'read',  'api /v1/posts'],
  ['write by the raw door',   'write', `api PUT /v1/posts/${ID} -f content=Hello`],
];

/** How a command ends: exit, code, and how often it asked; further tries are those of calls that may be repeated. */
interface End {
  readonly exit: ExitName;
  readonly code: string;
  readonly tries?: number;
  /** What a write ends with, where that differs. */
  readonly write?: readonly [ExitName, string];
  /** True when nobody knows whether a write took effect. */
  readonly unknown?: boolean;
  /** Milliseconds that were waited between tries. */
  readonly waits?: readonly number[];
}

const envelope = (status: number, code?: string, more: object = {}): Scripted => ({
  status,
  headers: { 'x-request-id': 'req-7' },
  body: {
    error: 'So it is.',
    type: 'invalid_request_error',
    ...(code !== undefined && { code }),
    param: 'a.b',
    ...more,
  },
});

const told = (answer: Scripted, seconds: number): Scripted => ({
  ...answer,
  headers: { ...answer.headers, 'retry-after': String(seconds) },
});

const html = (status: number): Scripted => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: '<!doctype html><title>Hi</title>',
});

const platform = {
  type: 'platform_error',
  platform: 'meta',
  platformError: { code: 1, message: 'Try later.' },
  details: { attempts: 2 },
};

const BRIEF = [500, 1500];
const STEPS = [1000, 2000, 4000, 8000];

// prettier-ignore
const ANSWERS: readonly (readonly [fault: string, answer: Scripted, end: End])[] = [
  ['400',                       envelope(400, 'invalid_field_value'),         { exit: 'rejected',     code: 'invalid_field_value' }],
  ['401',                       envelope(401, 'invalid_credentials'),         { exit: 'auth',         code: 'invalid_credentials' }],
  ['402',                       envelope(402, 'PAYMENT_REQUIRED'),            { exit: 'billing',      code: 'PAYMENT_REQUIRED' }],
  ['403',                       envelope(403, 'insufficient_permissions'),    { exit: 'forbidden',    code: 'insufficient_permissions' }],
  ['404',                       envelope(404, 'post_not_found'),              { exit: 'not_found',    code: 'post_not_found' }],
  ['405',                       envelope(405, 'method_not_allowed'),          { exit: 'rejected',     code: 'method_not_allowed' }],
  ['409',                       envelope(409, 'invalid_resource_state'),      { exit: 'rejected',     code: 'invalid_resource_state' }],
  ['422',                       envelope(422, 'some_new_code'),               { exit: 'rejected',     code: 'some_new_code' }],
  ['429 with a code',           told(envelope(429, 'rate_limited'), 40),      { exit: 'rate_limited', code: 'rate_limited', tries: 2, waits: [40_000] }],
  ['429 without a code',        envelope(429),                                { exit: 'rate_limited', code: 'http_429', tries: 5, waits: STEPS }],
  ['429 beyond the budget',     told(envelope(429), 600),                     { exit: 'rate_limited', code: 'http_429', tries: 1 }],
  ['500',                       envelope(500, 'internal_error'),              { exit: 'unavailable',  code: 'internal_error', unknown: true }],
  ['502 of a platform',         envelope(502, 'platform_api_error', platform), { exit: 'platform',    code: 'platform_api_error' }],
  ['503 with Retry-After',      told(envelope(503, 'temporarily_unavailable'), 40), { exit: 'unavailable', code: 'temporarily_unavailable', tries: 2, waits: [40_000], unknown: true }],
  ['a web page',                html(200),                                    { exit: 'unavailable',  code: 'bad_answer', write: ['unavailable', 'outcome_unknown'], unknown: true }],
  ['a web page with 502',       html(502),                                    { exit: 'unavailable',  code: 'bad_answer', write: ['unavailable', 'outcome_unknown'], unknown: true, tries: 3, waits: BRIEF }],
  ['half a document',           { body: '{"posts":[{"_id":' },                { exit: 'unavailable',  code: 'bad_answer', write: ['unavailable', 'outcome_unknown'], unknown: true }],
  ['an empty body',             { status: 200 },                              { exit: 'unavailable',  code: 'bad_answer', write: ['unavailable', 'outcome_unknown'], unknown: true }],
  ['a reset before the answer', { cut: 'before' },                            { exit: 'network',      code: 'network', tries: 3, waits: BRIEF, unknown: true }],
  ['a reset in mid-body',       { body: { posts: ['x'.repeat(50_000)] }, cut: 'half' }, { exit: 'network', code: 'network', tries: 3, waits: BRIEF, unknown: true }],
];

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly error: Readonly<Record<string, unknown>>;
  readonly lines: readonly string[];
  readonly slept: readonly number[];
}

async function ended(line: string, baseUrl: string, ...more: readonly string[]): Promise<Ended> {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'paper.pdf'), '%PDF-1.7 paper');
  const env = { SVC_BASE_URL: baseUrl, SVC_API_KEY: 'sk_x' };
  const { world, out, err, slept } = testWorld({ argv: [...line.split(' '), ...more], folder, env });
  const code = await run(world);
  const lines = err().trimEnd().split('\n');
  return { code, stdout: out(), error: code === 0 ? {} : errorIn({ code, stdout: '', stderr: err() }), lines, slept };
}

/** What holds for every failure, whatever it is: data alone on standard output, one sentence, one document of the error. */
function expectTold({ stdout, error, lines, code }: Ended): void {
  expect(stdout).toBe('');
  expect(error['exit']).toBe(code);
  expect(error['message']).toMatch(/^[^\n]*\S[.!?]$/);
  expect(error['message']).not.toMatch(/undefined|\[object| {4}at |Error:/);
  // Waits are told before it, each in a line of its own.
  for (const line of lines.slice(0, -1)) expect(line).toMatch(/; retrying in [\d.]+ s\.$|^The description /);
}

const knownEnd = ({ write, ...end }: End, repeat: Repeat) =>
  repeat === 'read' || write === undefined ? { exit: end.exit, code: end.code } : { exit: write[0], code: write[1] };

/** The raw door takes whatever is no error. */
const isLetThrough = (fault: string, kind: string): boolean =>
  kind.includes('raw door') && ['a web page', 'an empty body'].includes(fault);

test.each([['<!doctype html>'], ['']])('the raw door writes an answer that is no JSON as it came: %j', async (body) => {
  const api = await scriptedApi(() => ({ headers: { 'content-type': 'text/html' }, body }));
  expect(await ended('api /v1/posts', api.url)).toMatchObject({ code: 0, stdout: body });
});

/** What was asked, without the search for a create whose answer was lost. */
const triesOf = ({ asked }: ScriptedApi, kind: string) =>
  asked.filter(({ method }) => kind !== 'write made by hand' || method === 'POST');

describe.each(COMMANDS)('a %s', (kind, repeat, line) => {
  test.each(ANSWERS.filter(([fault]) => !isLetThrough(fault, kind)))('%s', async (_, answer, expected) => {
    const api = await scriptedApi(() => answer);
    const end = await ended(line, api.url);
    const { exit, code } = knownEnd(expected, repeat);
    expect({ exit: end.code, code: end.error['code'] }).toEqual({ exit: EXITS[exit], code });
    expectTold(end);
    expect(triesOf(api, kind)).toHaveLength(repeat === 'write' ? 1 : (expected.tries ?? 1));
    expect(end.slept).toEqual(repeat === 'write' ? [] : (expected.waits ?? []));
    const isUnknown = expected.unknown === true && repeat !== 'read';
    expect((end.error['details'] as { outcome?: string } | undefined)?.outcome).toBe(isUnknown ? 'unknown' : undefined);
    if (isUnknown) expect(end.error['hint']).toMatch(/check with `svc [a-z -]+/);
  });

  test('headers that never come', async () => {
    const api = await scriptedApi(() => new Promise<Scripted>(() => undefined));
    const end = await ended(line, api.url, '--timeout', '80ms');
    expect({ code: end.code, error: end.error['code'] }).toEqual({ code: EXITS.network, error: 'timed_out' });
    expectTold(end);
    expect(triesOf(api, kind)).toHaveLength(1);
    expect(String(end.error['message'])).toContain(repeat === 'read' ? 'timed out' : 'is unknown');
  });

  test('a redirect to another host', async () => {
    const other = await scriptedApi(() => ({ body: { posts: [] } }));
    const api = await scriptedApi(() => ({ status: 307, headers: { location: `${other.url}/v1/posts` } }));
    const end = await ended(line, api.url);
    expect(end.code).toBe(repeat === 'read' ? EXITS.network : EXITS.unavailable);
    expectTold(end);
    expect({ asked: triesOf(api, kind).length, elsewhere: other.asked.length }).toEqual({ asked: 1, elsewhere: 0 });
  });

  test.each([
    ['a refused connection', 'http://127.0.0.1:1', 'Could not connect to http://127.0.0.1:1.'],
    [
      'a host without an address',
      'http://nowhere.invalid',
      'The host of http://nowhere.invalid could not be resolved.',
    ],
  ])('%s', async (_, url, message) => {
    const end = await ended(line, url);
    expect({ code: end.code, message: end.error['message'] }).toEqual({ code: EXITS.network, message });
    expectTold(end);
    expect(end.error['details']).toMatchObject({ sent: false });
  });
});

test.each(COMMANDS.filter(([kind]) => !['list in pages', 'upload made by hand'].includes(kind)))(
  '207 after a %s: the result stands on standard output, what failed in the error',
  async (_, __, line) => {
    const rows = [
      { rowIndex: 1, ok: true },
      { rowIndex: 2, ok: false, errors: ['Too long.'] },
    ];
    const api = await scriptedApi(() => ({ status: 207, body: { results: rows } }));
    const end = await ended(line, api.url);
    expect({ code: end.code, asked: api.asked.length }).toMatchObject({ code: EXITS.partial });
    expect(JSON.parse(end.stdout)).toMatchObject({ results: rows });
    expect(end.error).toMatchObject({ code: 'partial', exit: 9 });
  },
);

test('the whole envelope of an error is there for programs, also what nobody has foreseen', async () => {
  const more = { ...platform, existing: { id: 7 } };
  const api = await scriptedApi(() => envelope(502, 'platform_api_error', more));
  const { error } = await ended('posts list', api.url);
  expect(error).toEqual({
    type: 'platform_error',
    code: 'platform_api_error',
    message: 'So it is. Meta says: Try later.',
    status: 502,
    param: 'a.b',
    details: { attempts: 2, existing: { id: 7 } },
    platform: 'meta',
    platformError: { code: 1, message: 'Try later.' },
    requestId: 'req-7',
    hint: 'The platform has an internal problem; the same request may succeed later.',
    exit: 11,
  });
});

test.each(COMMANDS.filter(([, repeat]) => repeat !== 'write'))(
  'a %s goes on by itself when the service is back in time',
  async (_, __, line) => {
    const api = await scriptedApi((asked, count) =>
      count < 3
        ? told(envelope(count === 1 ? 429 : 503), 5)
        : { status: asked.method === 'GET' ? 200 : 201, body: { posts: [] } },
    );
    const { code, slept } = await ended(line, api.url);
    expect({ code, slept, asked: api.asked.length }).toEqual({ code: 0, slept: [5000, 5000], asked: 3 });
  },
);
