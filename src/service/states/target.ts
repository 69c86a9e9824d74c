/** The moves of one target of a post. The post's own status follows from them by states/post.ts. */
import { machine } from '../../kernel/machine.ts';

export const TARGET_STATES = ['pending', 'published', 'failed'] as const;

export type TargetState = (typeof TARGET_STATES)[number];

export const TARGET_EVENTS = [
  'accepted',
  'refused',
  'tryLater',
  'hold',
  'retry',
  'missing',
  'removedNatively',
  'urlResolved',
  'unpublish',
  'edit',
] as const;

export type TargetEvent = (typeof TARGET_EVENTS)[number];

export type TargetEffect =
  'emitPlatformPublished' | 'emitPlatformFailed' | 'emitPlatformDeleted' | 'emitUrlResolved' | 'moveTime';

/** Source: specification, "Post status", the target column and the rows on single targets. */
// prettier-ignore
export const target = machine<TargetState, TargetEvent, TargetEffect>({
  states: TARGET_STATES,
  rows: [
    // from       event              to           effect                   rule
    ['pending',   'accepted',        'published', 'emitPlatformPublished', 'POST-16 POST-31'],
    ['pending',   'refused',         'failed',    'emitPlatformFailed',    'POST-16 POST-37'],
    ['pending',   'tryLater',        'pending',   null,                    'POST-38'],
    ['failed',    'retry',           'pending',   null,                    'POST-39 POST-40'],
    ['pending',   'retry',           'pending',   null,                    'POST-39'],
    ['published', 'missing',         'failed',    'emitPlatformFailed',    'POST-44 POST-45'],
    ['published', 'removedNatively', 'published', 'emitPlatformDeleted',   'POST-47 ASM-29'],
    ['pending',   'hold',            'pending',   'moveTime',              'POST-49 ASM-59'],
    ['published', 'urlResolved',     'published', 'emitUrlResolved',       'POST-18 EVT-36'],
    ['published', 'unpublish',       'published', null,                    'POST-74'],
    ['published', 'edit',            'published', null,                    'POST-74'],
  ],
});
