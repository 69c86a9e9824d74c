/** What a key and the role of its user may do: by the resource groups, by what changes something, by the table of roles. Asked by corridor/permit.ts for every call. */
import type { Card } from '../../kernel/card.ts';
import { roleWords } from '../../kernel/roles.ts';
import type { Caller, Reply } from '../call.ts';
import { refuse } from '../refuse.ts';

/** What decides about an operation. */
export type Deciding = Pick<Card, 'id' | 'group' | 'reads'>;

/** The refusal, or undefined when the caller may go on. */
export const refusalFor = (card: Deciding, caller: Caller): Reply | undefined =>
  groupRefusal(card, caller) ?? readingRefusal(card, caller) ?? roleRefusal(card, caller);

/** Source: AUTH-09, AUTH-10 */
function groupRefusal({ group }: Deciding, { disabledGroups }: Caller): Reply | undefined {
  if (group === undefined || !disabledGroups.includes(group)) return undefined;
  return refuse('insufficient_permissions', {
    message: `This key does not have the group ${group}.`,
    more: { required_group: group },
  });
}

const readingRefusal = (card: Deciding, { readOnly }: Caller): Reply | undefined =>
  readOnly && isChange(card) ? refuse('insufficient_permissions', { message: 'This key is read-only.' }) : undefined;

/** Source: AUTH-14 */
function roleRefusal(card: Deciding, { role }: Caller): Reply | undefined {
  const { changes, withheld } = roleWords(role);
  const isOpen = changes === 'all' || !isChange(card) || changes.includes(card.group ?? '');
  if (isOpen && !withheld.includes(card.id)) return undefined;
  return refuse('insufficient_permissions', { message: `The role ${role} is not allowed to do this.` });
}

/** Whether an operation changes something: by what it does in the contract, whatever its method is. */
export const isChange = ({ reads }: Pick<Card, 'reads'>): boolean => reads !== true;
