/** The moves of a message template, as reviewers and callers make them. A deleted one says that it goes, and is gone. */
import { machine } from '../../kernel/machine.ts';

export const TEMPLATE_STATES = [
  'PENDING',
  'APPROVED',
  'REJECTED',
  'PAUSED',
  'DISABLED',
  'IN_APPEAL',
  'PENDING_DELETION',
] as const;

export type TemplateState = (typeof TEMPLATE_STATES)[number];

/** The words of the platform for where a template goes. */
export const TEMPLATE_VERDICTS = ['APPROVED', 'REJECTED', 'PAUSED', 'DISABLED', 'IN_APPEAL'] as const;

export type TemplateVerdict = (typeof TEMPLATE_VERDICTS)[number];

/** The platform's words, and what callers do. */
export const TEMPLATE_EVENTS = [...TEMPLATE_VERDICTS, 'edit', 'delete'] as const;

export type TemplateEvent = (typeof TEMPLATE_EVENTS)[number];

/** Source: ASM-18 */
// prettier-ignore
export const template = machine<TemplateState, TemplateEvent, never>({
  states: TEMPLATE_STATES,
  rows: [
    // from        event        to                  effect  rule
    ['PENDING',   'APPROVED',  'APPROVED',          null, 'ASM-18'],
    ['PENDING',   'REJECTED',  'REJECTED',          null, 'ASM-18'],
    ['APPROVED',  'PAUSED',    'PAUSED',            null, 'ASM-18'],
    ['PAUSED',    'APPROVED',  'APPROVED',          null, 'ASM-18'],
    ['APPROVED',  'DISABLED',  'DISABLED',          null, 'ASM-18'],
    ['PAUSED',    'DISABLED',  'DISABLED',          null, 'ASM-18'],
    ['REJECTED',  'IN_APPEAL', 'IN_APPEAL',         null, 'ASM-18'],
    ['DISABLED',  'IN_APPEAL', 'IN_APPEAL',         null, 'ASM-18'],
    ['IN_APPEAL', 'APPROVED',  'APPROVED',          null, 'ASM-18'],
    ['IN_APPEAL', 'REJECTED',  'REJECTED',          null, 'ASM-18'],
    ['*',         'edit',      'PENDING',           null, 'ASM-18'],
    ['*',         'delete',    'PENDING_DELETION',  null, 'ASM-18'],
  ],
});
