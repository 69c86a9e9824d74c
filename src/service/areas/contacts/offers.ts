/** What other areas do with contacts: they know one again in a conversation, and say what follows from other tags. */
import type { Changes } from '../../change.ts';
import type { RecordOf } from '../../store/store.ts';
import { tagEvents } from './events.ts';

/** Whether both are addresses of one person; a number may be written with its plus sign. */
export const isSamePerson = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && bare(one) === bare(other);

const bare = (address: string): string => address.replace(/^\+/, '');

/** What follows when a contact has other tags: an event for each, and what other areas do about it. @param now ms */
export function tagChanges(before: RecordOf<'contact'> | undefined, after: RecordOf<'contact'>, now: number): Changes {
  const [had, has] = [before?.doc.tags ?? [], after.doc.tags];
  const added = has.filter((tag) => !had.includes(tag));
  const removed = had.filter((tag) => !has.includes(tag));
  if (added.length + removed.length === 0) return {};
  return {
    events: tagEvents(before, after),
    domainEvents: [{ name: 'contactTagged', contact: after, added, removed, at: now }],
  };
}
