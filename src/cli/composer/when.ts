/** When the post goes out: now, never yet, with the queue, or at a time in words whose instant is shown at once. */
import { Failure, isOutOfReach } from '../../kernel/failure.ts';
import type { Context } from '../command.ts';
import type { Table } from './table.ts';
import { profileIdOf, type Draft, type When } from './draft.ts';

export async function askWhen(draft: Draft, { context }: Table): Promise<Draft> {
  const { prompt } = context.world;
  const queue = await queueFor(draft, context);
  const choices = [
    { value: 'at', name: 'At a specific time' },
    { value: 'now', name: 'Now' },
    ...(queue === undefined ? [] : [{ value: 'queue', name: `With the queue, next free slot ${queue.slot}` }]),
    { value: 'draft', name: 'Not yet: save it as a draft' },
  ];
  const only = draft.accounts.length === 0 ? choices.filter(({ value }) => value === 'draft') : choices;
  const kind = await prompt.select('When?', only);
  if (kind === 'queue' && queue !== undefined) return { ...draft, when: queue };
  if (kind === 'at') return { ...draft, when: await askTime(context) };
  return { ...draft, when: { kind: kind === 'now' ? 'now' : 'draft' } };
}

/** Asks until the words are a time that lies ahead. */
export async function askTime({
  world,
  zone,
  dateOrder: orderOf,
  serviceNow,
  say,
}: Context): Promise<Extract<When, { kind: 'at' }>> {
  const { scheduleFor } = await import('../../client/schedule.ts');
  const here = await zone();
  const dateOrder = await orderOf();
  for (;;) {
    const words = await world.prompt.input(`Time in ${here}, such as "tomorrow 9:00", +2h or 2026-12-01 09:00`);
    try {
      const schedule = await scheduleFor({ text: words, zone: here, dateOrder, nowMs: await serviceNow() });
      if (schedule.twice) say('This time occurs twice that day; the earlier one is used.');
      say(`That is ${schedule.local}, ${schedule.instant}.`);
      return { kind: 'at', words, zone: here, schedule };
    } catch (error) {
      if (!(error instanceof Failure) || error.exit !== 'usage') throw error;
      say([error.message.replace(/^--at: /, ''), error.fields.hint ?? ''].filter(Boolean).join(' '));
    }
  }
}

/** Offered when the accounts share a profile, and its queue has a time to give. */
async function queueFor(
  { accounts }: Draft,
  { catalog, call }: Context,
): Promise<(Extract<When, { kind: 'queue' }> & { readonly slot: string }) | undefined> {
  const [profile, ...more] = [...new Set(accounts.map(profileIdOf))];
  if (profile === undefined || more.length > 0) return undefined;
  try {
    const input = { path: {}, query: { profileId: profile }, headers: {} };
    const { body } = await call(catalog.card('getNextQueueSlot'), input);
    const { nextSlot } = (body ?? {}) as { nextSlot?: unknown };
    return typeof nextSlot === 'string' ? { kind: 'queue', profile, slot: plain(nextSlot) } : undefined;
  } catch (error) {
    // No queue, or a key that may not look at it: the other ways remain.
    if (isOutOfReach(error)) return undefined;
    throw error;
  }
}

/** Only what looks like a time is shown as it comes. */
const plain = (time: string): string => (/^[\w:.+-]+$/.test(time) ? time : '');

export function whenText(when: When): string {
  switch (when.kind) {
    case 'draft':
      return 'not yet, as a draft';
    case 'now':
      return 'now';
    case 'queue':
      return `with the queue, next free slot ${when.slot ?? ''}`;
    case 'at':
      return `${when.schedule.local}, which is ${when.schedule.instant}`;
  }
}
