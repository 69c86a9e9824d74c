/** The table of states through HTTP and the clock: every state, reached as callers and carriers reach it, meets every event and operation. */
import { describe, expect, test } from 'vitest';
import {
  NUMBER_EVENTS,
  NUMBER_STATES,
  phoneNumber,
  type NumberEvent,
  type NumberState,
} from '../../../../../src/service/states/number.ts';
import { DAY, openLine, type Line } from '../line.ts';

const WAYS: Readonly<Record<NumberState, (line: Line) => Promise<string>>> = {
  pending_payment: async (line) => {
    await line.control('PATCH', '/_local/team', { preset: 'legacy' });
    const { body } = await line.buy();
    await line.control('PATCH', '/_local/team', { preset: 'full' });
    return String(body['checkoutUrl']).split('/').at(-1) ?? '';
  },
  provisioning: async ({ buy }) => String((await buy()).body['phoneNumber']?.['id']),
  pending_regulatory: ({ german }) => german(),
  verifying: async ({ german, tell }) => {
    const id = await german();
    await tell(id, 'verification_required');
    return id;
  },
  regulatory_declined: async ({ german, tell }) => {
    const id = await german();
    await tell(id, 'declined', 'The address could not be confirmed.');
    return id;
  },
  active: async ({ active }) => String((await active())['id']),
  suspended: async ({ active, tell }) => {
    const id = String((await active())['id']);
    await tell(id, 'suspended', 'Unusual traffic');
    return id;
  },
  released: async ({ active, api }) => {
    const id = String((await active())['id']);
    await api('DELETE', `/v1/phone-numbers/${id}`);
    return id;
  },
};

/** The status codes of an event that the table has, and of one that it does not have. */
const meets = async ({ tell, control }: Line, id: string, event: NumberEvent) =>
  event === 'pay'
    ? (await control('POST', '/_local/inbound', { type: 'number_payment', numberId: id })).status
    : (await tell(id, event, 'because')).status;

const pairs = NUMBER_STATES.flatMap((state) => NUMBER_EVENTS.map((event) => [state, event] as const));

let line: Line;

describe('ASM-19 NUM-20 NUM-21 NUM-22 NUM-23 NUM-25 NUM-26 NUM-27 NUM-28 NUM-29 a number', () => {
  test.each(pairs)('that is %s meets %s as the table says', async (state, event) => {
    line = await openLine();
    const id = await WAYS[state](line);
    expect(await line.status(id)).toBe(state);
    const before = (await line.words()).length;
    const to = phoneNumber.move(state, event)?.to;
    expect(await meets(line, id, event)).toBe(to === undefined ? 409 : 201);
    expect(await line.status(id)).toBe(to ?? state);
    const emitted = (await line.words()).slice(before);
    expect(emitted).toEqual(to === undefined || event === 'pay' ? [] : [event]);
  });
});

describe('ASM-19 NUM-28 NUM-29 the caller’s DELETE', () => {
  test.each(NUMBER_STATES)('of a number that is %s', async (state) => {
    line = await openLine();
    const id = await WAYS[state](line);
    const isEnd = state === 'released';
    expect((await line.api('DELETE', `/v1/phone-numbers/${id}`)).status).toBe(isEnd ? 409 : 200);
    expect(await line.status(id)).toBe('released');
    if (!isEnd) expect(await line.latest('released')).toMatchObject({ number: { id }, reason: 'Released on request.' });
  });
});

describe('NUM-21 NUM-23 an answer to a reviewer who asks for nothing', () => {
  test.each(NUMBER_STATES)('of a number that is %s is refused', async (state) => {
    line = await openLine();
    const id = await WAYS[state](line);
    const sent = { values: { contact_name: 'Ana Lang' } };
    expect((await line.post(`/v1/phone-numbers/${id}/remediate`, sent)).status).toBe(409);
    expect(await line.status(id)).toBe(state);
  });
});

describe('NUM-23 NUM-29 what has ended stays as it is', () => {
  test.each(['regulatory_declined', 'released'] as const)('%s, however long', async (state) => {
    line = await openLine();
    const id = await WAYS[state](line);
    const before = await line.words();
    await line.advance(30 * DAY);
    expect([await line.status(id), await line.words()]).toEqual([state, before]);
  });
});
