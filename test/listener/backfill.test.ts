import { describe, expect, test } from 'vitest';
import { redeliverMissed } from '../../src/listener/backfill.ts';
import type { Api } from '../../src/listener/registering.ts';
import { Failure, failure } from '../../src/kernel/failure.ts';

const SINCE = Date.parse('2026-01-05T09:00:00.000Z');
const at = (seconds: number): string => new Date(SINCE + seconds * 1_000).toISOString();

interface Entry {
  readonly eventId: string;
  readonly status: 'success' | 'failed';
  readonly createdAt: string;
}

/** A log, newest first, and what is said to each event that is asked for again. */
function scripted(entries: readonly Entry[], refusals: Readonly<Record<string, Failure>> = {}) {
  const asked: string[] = [];
  const pages: unknown[] = [];
  const faults = new Map(Object.entries(refusals));
  const api: Api = {
    async call(operation, { query = {}, body = {} }) {
      if (operation === 'getWebhookLogs') {
        pages.push(query);
        return { logs: entries.slice(Number(query['skip']), Number(query['skip']) + Number(query['limit'])) };
      }
      const id = String(body['eventId']);
      asked.push(id);
      const fault = faults.get(id);
      faults.delete(id);
      if (fault !== undefined) throw fault;
      return { success: true };
    },
  };
  const warnings: string[] = [];
  const slept: number[] = [];
  const controller = new AbortController();
  const asking = {
    signal: controller.signal,
    sleep: async (ms: number) => void slept.push(ms),
    warn: (message: string) => void warnings.push(message),
  };
  const run = (has: (id: string) => boolean | undefined = () => undefined) =>
    redeliverMissed(api, { webhookId: 'w1', since: SINCE, has }, asking);
  return { run, asked, pages, warnings, slept, controller };
}

const failed = (eventId: string, seconds: number): Entry => ({ eventId, status: 'failed', createdAt: at(seconds) });
const taken = (eventId: string, seconds: number): Entry => ({ eventId, status: 'success', createdAt: at(seconds) });

test('WHK-26 asks for what nobody took, each once, in the order in which it came first', async () => {
  const log = [
    failed('late', 9),
    taken('both', 8),
    failed('early', 7),
    failed('both', 3),
    failed('early', 1),
    failed('before', -1),
  ];
  const { run, asked, pages } = scripted(log);
  expect(await run()).toBe(2);
  expect(asked).toEqual(['early', 'late']);
  expect(pages).toEqual([{ webhookId: 'w1', limit: 100, skip: 0 }]);
});

test('a journal knows better than the log: what is not in it is asked for, what is in it is not', async () => {
  const { run, asked } = scripted([failed('kept', 2), taken('missing', 1)]);
  expect(await run((id) => id === 'kept')).toBe(1);
  expect(asked).toEqual(['missing']);
});

test('reads page by page until it is back in time far enough', async () => {
  const many = Array.from({ length: 250 }, (_, n) => failed(`e${String(n)}`, 1_000 - n));
  const { run, pages } = scripted([...many, failed('before', -5)]);
  expect(await run()).toBe(250);
  expect(pages).toHaveLength(3);
});

test('a log without end is read as far as the API lets one', async () => {
  const many = Array.from({ length: 10_200 }, (_, n) => taken(`e${String(n)}`, 20_000 - n));
  const { run, warnings, pages } = scripted(many);
  expect(await run()).toBe(0);
  expect(warnings).toEqual(['The log has more than 10000 entries since then; older ones are skipped.']);
  expect(pages).toHaveLength(101);
});

describe('one that does not come', () => {
  test.each([
    ['gone', failure('unsuccessful', { message: 'No such event.' })],
    ['refused by us', new Failure({ code: 'internal_error', message: 'No.' }, 'unavailable')],
    ['not there', new Failure({ code: 'event_not_found', message: 'No.' }, 'not_found')],
  ])('because it is %s is told, and the others come', async (_, fault) => {
    const { run, asked, warnings } = scripted([failed('b', 2), failed('a', 1)], { a: fault });
    expect(await run()).toBe(1);
    expect(asked).toEqual(['a', 'b']);
    expect(warnings).toEqual([`The event a could not be redelivered: ${fault.message}`]);
  });

  test('because of the rate limit is asked for again after the wait', async () => {
    const limited = new Failure({ code: 'rate_limited', message: 'Wait.', retryAfter: 7 }, 'rate_limited');
    const { run, asked, slept } = scripted([failed('a', 1)], { a: limited });
    expect(await run()).toBe(1);
    expect(asked).toEqual(['a', 'a']);
    expect(slept).toEqual([7_000]);
  });

  test('because nobody may ask ends it', async () => {
    const { run, asked } = scripted([failed('b', 2), failed('a', 1)], { a: failure('no_credential') });
    await expect(run()).rejects.toThrow();
    expect(asked).toEqual(['a']);
  });

  test('because it was told to stop', async () => {
    const { run, asked, controller } = scripted([failed('a', 1)]);
    controller.abort(failure('interrupted'));
    await expect(run()).rejects.toThrow();
    expect(asked).toEqual([]);
  });
});
