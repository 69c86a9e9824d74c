/** A decision and its changes are one transaction: all of it is kept, or nothing. */
import type { EventName } from '#contract';
import { describe, expect, test, vi } from 'vitest';
import { commit, commitSteps, together, type Changes, type React } from '../../src/service/change.ts';
import type { DomainEvent } from '../../src/service/domain-events.ts';
import type { NewEvent, StoredRecord } from '../../src/service/store/store.ts';
import { NOW, storeParts } from '../support/store.ts';

const KIND = 'note';

const note = (id: string, text = 'new'): StoredRecord => ({
  kind: KIND,
  id,
  teamId: 'team',
  profileId: null,
  parentId: null,
  createdAt: NOW,
  doc: { text },
});

const event = (type: EventName): NewEvent => ({
  type,
  teamId: 'team',
  payload: {},
  accountIds: [],
  profileIds: [],
});

async function doors() {
  const { store } = await storeParts();
  return { store, wake: vi.fn<() => void>() };
}

describe('what other areas do about a change', () => {
  const statusChanged = (id: string) =>
    ({ name: 'messageStatusChanged', message: { id }, status: 'read', at: NOW }) as unknown as DomainEvent;

  test('is written in the same commit, from the state after the change', async () => {
    const desk = await doors();
    const react: React = async (_event, view) => {
      const cause = await view.get(KIND, 'a');
      return [
        { records: [note('b', `after ${String(cause?.doc.text)}`)], due: [{ dueAt: NOW, kind: 'look', ref: 'b' }] },
      ];
    };
    await commit({ ...desk, react }, [], async () => ({ records: [note('a')], domainEvents: [statusChanged('a')] }));
    expect(await desk.store.read.get(KIND, 'b')).toMatchObject({ doc: { text: 'after new' } });
    expect(desk.wake).toHaveBeenCalledOnce();
  });

  test('fails with it', async () => {
    const desk = await doors();
    const react: React = () => Promise.reject(new Error('broken'));
    const work = commit({ ...desk, react }, [], async () => ({
      records: [note('a')],
      domainEvents: [statusChanged('a')],
    }));
    await expect(work).rejects.toThrow('broken');
    expect(await desk.store.read.get(KIND, 'a')).toBeUndefined();
  });

  test('may be what others act on in turn, and comes to an end', async () => {
    const desk = await doors();
    const seen: unknown[] = [];
    const upTo =
      (most: number): React =>
      async (event) => {
        seen.push(event);
        return seen.length > most ? [] : [{ domainEvents: [statusChanged(String(seen.length))] }];
      };
    await commit({ ...desk, react: upTo(3) }, [], async () => ({ domainEvents: [statusChanged('0')] }));
    expect(seen).toHaveLength(4);
    seen.length = 0;
    const endless = commit({ ...desk, react: upTo(100) }, [], async () => ({ domainEvents: [statusChanged('0')] }));
    await expect(endless).rejects.toThrow('do not end');
  });
});

describe('commit', () => {
  test('writes the changes and answers with the result', async () => {
    const desk = await doors();
    const answer = await commit(desk, [], async () => ({
      records: [note('a')],
      due: [{ dueAt: NOW, kind: 'look', ref: 'a' }],
      events: [event('post.published')],
      result: 'made',
    }));
    expect(answer).toBe('made');
    expect(await desk.store.read.get(KIND, 'a')).toMatchObject({ doc: { text: 'new' } });
    expect(await desk.store.read.due()).toMatchObject([{ kind: 'look', ref: 'a' }]);
    expect(await desk.store.read.events()).toMatchObject([{ type: 'post.published' }]);
  });

  test('decides on what is there when it writes, not on what was there before', async () => {
    const desk = await doors();
    const append = (text: string) =>
      commit(desk, [`${KIND}/a`], async (view) => {
        const before = await view.get(KIND, 'a');
        return { records: [note('a', `${String(before?.doc.text ?? '')}${text}`)] };
      });
    await Promise.all([append('one '), append('two '), append('three')]);
    expect(await desk.store.read.get(KIND, 'a')).toMatchObject({ doc: { text: 'one two three' } });
  });

  test('keeps nothing when the decision throws, and nothing when writing does', async () => {
    const desk = await doors();
    const thrown = commit(desk, [], async () => Promise.reject<Changes>(new Error('no')));
    await expect(thrown).rejects.toThrow('no');
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    const unwritable = commit(desk, [], async () => ({ records: [note('a'), { ...note('b'), doc: circle }] }));
    await expect(unwritable).rejects.toThrow('circular');
    expect(await desk.store.read.list(KIND)).toEqual([]);
    expect(desk.wake).not.toHaveBeenCalled();
  });

  test('wakes the timeline for work that anybody may begin, once it is on disk', async () => {
    const desk = await doors();
    const work = { dueAt: NOW, kind: 'look', ref: 'a' };
    await commit(desk, [], async () => ({ records: [note('a')] }));
    await commit(desk, [], async () => ({ due: [{ ...work, leaseMs: 1000 }] }));
    expect(desk.wake).not.toHaveBeenCalled();
    await commit(desk, [], async () => ({ due: [work] }));
    expect(desk.wake).toHaveBeenCalledTimes(1);
  });
});

describe('commitSteps', () => {
  test('shows each step what the steps before it wrote', async () => {
    const desk = await doors();
    const seen = await commitSteps(desk, [], async function* (view) {
      const counts: number[] = [];
      for (const id of ['a', 'b', 'c']) {
        yield { records: [note(id)] };
        counts.push(await view.count(KIND));
      }
      return counts;
    });
    expect(seen).toEqual([1, 2, 3]);
  });

  test('keeps no step when a later one throws', async () => {
    const desk = await doors();
    const broken = commitSteps(desk, [], async function* () {
      yield { records: [note('a')], due: [{ dueAt: NOW, kind: 'look', ref: 'a' }] };
      throw new Error('no');
    });
    await expect(broken).rejects.toThrow('no');
    expect(await desk.store.read.get(KIND, 'a')).toBeUndefined();
    expect(desk.wake).not.toHaveBeenCalled();
  });

  test('wakes the timeline for work of any step', async () => {
    const desk = await doors();
    await commitSteps(desk, [], async function* () {
      yield { due: [{ dueAt: NOW, kind: 'look', ref: 'a' }] };
      yield { records: [note('a')] };
    });
    expect(desk.wake).toHaveBeenCalledTimes(1);
  });
});

test('changes join part by part, in their order', () => {
  const joined = together([{ records: [note('a')] }, {}, { records: [note('b')], events: [event('post.published')] }]);
  expect(joined).toMatchObject({ records: [{ id: 'a' }, { id: 'b' }], events: [{ type: 'post.published' }] });
});
