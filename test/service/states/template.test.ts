/** The table of templates: every pair of a state and an event. */
import { expect, test } from 'vitest';
import { template, TEMPLATE_EVENTS, TEMPLATE_STATES } from '../../../src/service/states/template.ts';

const MOVES: readonly string[] = [
  'PENDING APPROVED',
  'PENDING REJECTED',
  'APPROVED PAUSED',
  'PAUSED APPROVED',
  'APPROVED DISABLED',
  'PAUSED DISABLED',
  'REJECTED IN_APPEAL',
  'DISABLED IN_APPEAL',
  'IN_APPEAL APPROVED',
  'IN_APPEAL REJECTED',
];

const pairs = TEMPLATE_STATES.flatMap((state) => TEMPLATE_EVENTS.map((event) => [state, event] as const));

test.each(pairs)('ASM-18 a template that is %s meets %s as the table says', (state, event) => {
  const callers = { edit: 'PENDING', delete: 'PENDING_DELETION' } as const;
  const own = MOVES.includes(`${state} ${event}`) ? event : undefined;
  expect(template.move(state, event)?.to).toBe(event === 'edit' || event === 'delete' ? callers[event] : own);
});
