/** Whether the caller may do this: resource groups of the key, its permission, the role of its user. Next stop: the rate window. */
import type { Card } from '../../kernel/card.ts';
import { refuse, type Caller, type Reply } from '../call.ts';

/** Roles that may look but not touch (AUTH-14). */
const LOOKING_ROLES: ReadonlySet<string> = new Set(['viewer', 'read-only']);

/** POST operations that change nothing: checks of text and media. */
const isCheck = (card: Card): boolean => card.area === 'validate';

/** The refusal, or undefined when the caller may go on. */
export function refusalFor(card: Card, caller: Caller): Reply | undefined {
  if (card.group !== undefined && caller.disabledGroups.includes(card.group))
    return refuse('insufficient_permissions', { more: { required_group: card.group } });
  const changes = card.method !== 'GET' && !isCheck(card);
  if (changes && caller.readOnly)
    return refuse('insufficient_permissions', { message: 'This key may read but not change anything.' });
  if (changes && LOOKING_ROLES.has(caller.role))
    return refuse('insufficient_permissions', { message: `The role ${caller.role} may not do this.` });
  return undefined;
}
