import { describe, expect, test } from 'vitest';
import type { Came, Line, Response, Said } from '../../src/listener/lines.ts';
import { openScreen } from '../../src/listener/screen.ts';
import { shownLine } from '../../src/listener/shown.ts';

const at = (said: Said): Line => ({ v: 1, at: '2026-01-05T09:00:00.000Z', ...said }) as Line;

const came: Came = {
  type: 'event',
  n: 4,
  id: 'e1',
  event: 'post.published',
  timestamp: '2026-01-05T09:00:00.000Z',
  accountIds: ['6507aa0280921d60f70a1cd1'],
  signature: 'valid',
  arrival: 1,
  sizeBytes: 20,
  targets: 0,
  payload: { post: { id: 'p1' } },
};

const response: Response = {
  type: 'response',
  n: 4,
  id: 'e1',
  event: 'post.published',
  accountIds: [],
  signature: 'valid',
  to: 'http://localhost:3000/',
  status: 500,
  ok: false,
  ms: 12,
  attempt: 2,
  retryInMs: 1_000,
  body: 'broken\nhere',
};

/** Keys that a test presses. */
function pressed() {
  let heard: (key: string) => void = () => undefined;
  const done: string[] = [];
  const keys = {
    listen(hears: (key: string) => void) {
      heard = hears;
      return () => void done.push('released');
    },
  };
  const desk = {
    quit: () => void done.push('quit'),
    resend: () => void done.push('resend'),
    show: (text: string) => void done.push(text),
  };
  return { keys, desk, done, press: (key: string) => heard(key) };
}

describe('at 80 columns', () => {
  const RESPONSE = { ...response, event: 'post.platform.published', accountIds: ['6507aa0280921d60f70a1cd1'] };

  test('a response fits its line, and what else there is to say stands below', () => {
    const error = 'Nothing is listening there: connect ECONNREFUSED 127.0.0.1:3000';
    const shown = shownLine(at({ ...RESPONSE, attempt: 1, status: null, error }), { width: 80 });
    expect(shown.split('\n').map((line) => line.length)).toEqual([72, 10 + error.length + '  again in 1 s'.length]);
    expect(shown).toContain('…0a1cd1  signed     none     12 ms\n          Nothing');
  });

  test('the target is named where there are several, not where the first line has it', () => {
    const ready = (...forwardTo: string[]) =>
      at({ type: 'ready', url: 'http://127.0.0.1:1/', pid: 1, verify: 'require', forwardTo });
    const screen = openScreen(undefined, () => 80);
    screen.text(ready('http://localhost:3000/'));
    expect(screen.text(at(RESPONSE))).not.toContain('localhost');
    screen.text(ready('http://localhost:3000/', 'http://localhost:4000/'));
    expect(screen.text(at(RESPONSE))).toContain('localhost:3000');
  });
});

describe('the keys of a listener', () => {
  test('d shows the latest event with its answer, r sends it again, q and Ctrl-C end', () => {
    const { keys, desk, done, press } = pressed();
    const screen = openScreen(keys);
    screen.steer(desk);
    press('d');
    screen.noted(at(came));
    screen.noted(at({ ...response, n: 3, body: 'of another' }));
    screen.noted(at(response));
    for (const key of ['d', 'r', 'x', 'q', '\u0003', '\u0004']) press(key);
    const [nothing, details, ...others] = done;
    expect(nothing).toBe('Nothing received yet.');
    expect(details).toBe(
      [
        'id         e1',
        'event      post.published',
        'timestamp  2026-01-05T09:00:00.000Z',
        'signature  valid',
        JSON.stringify(came.payload, undefined, 2),
        'answer     500',
        'broken',
        'here',
      ].join('\n'),
    );
    expect(others).toEqual(['resend', 'quit', 'quit', 'quit']);
    screen.close();
    expect(done.at(-1)).toBe('released');
  });

  test('are told where there are any', () => {
    const ready = at({ type: 'ready', url: 'http://127.0.0.1:1/', pid: 1, verify: 'require', forwardTo: [] });
    expect(openScreen(pressed().keys).text(ready)).toMatch(/\nd details/);
    expect(openScreen(undefined).text(ready)).toBe('Listening on http://127.0.0.1:1/');
    openScreen(undefined).close();
  });
});

describe('a line for a person', () => {
  const shown = (said: Said): string => shownLine(at(said)).replace(/^\d\d:\d\d:\d\d {2}/, '');

  test('an event that is passed on stands in the line of its answer', () => {
    expect(shown({ ...came, targets: 1 })).toBe('');
    expect(shown(came)).toBe(`post.published${' '.repeat(14)}6507aa0280921d60f70a1cd1  signed`);
    expect(shown(response)).toMatch(/http:\/\/localhost:3000\/ +500 +12 ms {2}attempt 2 {2}again in 1 s$/);
  });

  test('a duplicate says so', () => {
    expect(shown({ ...came, type: 'duplicate' })).toMatch(/duplicate, not forwarded$/);
    expect(shown({ ...came, type: 'duplicate', targets: 1 })).toMatch(/duplicate$/);
  });

  test('an answer that did not come, and the exit of a program', () => {
    expect(shown({ ...response, status: null, error: 'Nobody\nlistens' })).toMatch(/none +12 ms.*Nobody listens/);
    expect(shown({ ...response, to: 'exec', status: 3 })).toMatch(/exec +exit 3/);
  });

  test.each<[Said, string]>([
    [
      { type: 'invalid', event: null, id: null, reason: 'no_header', sentence: 'There is none.', sizeBytes: 1 },
      `?${' '.repeat(53)}INVALID  401 no_header: There is none.`,
    ],
    [{ type: 'refused', why: 'too_large', status: 413 }, '413 too large'],
    [{ type: 'refused', why: 'host', status: 421, what: 'evil\u001b[2J' }, '421 host: evil [2J'],
    [{ type: 'warning', message: 'Look out.' }, '! Look out.'],
    [{ type: 'details', text: 'a\nb' }, 'a\nb'],
  ])('%j', (said, text) => {
    expect(shown(said)).toBe(text);
  });

  test('the last one counts what there was', () => {
    const counts = {
      received: 4,
      events: 1,
      duplicates: 2,
      filtered: 0,
      invalid: 3,
      forwarded: 0,
      failed: 0,
      backfilled: 0,
    };
    expect(shown({ type: 'summary', ended: 'quit', ms: 1, ...counts, refused: { host: 1, slow: 2 } })).toBe(
      '1 event, 2 duplicate, 3 invalid, 3 refused.',
    );
  });
});
