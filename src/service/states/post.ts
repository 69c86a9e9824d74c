/** The moves of a post, row by row as the specification tells them. areas/posts asks here before it changes a status. */
import { machine } from '../../kernel/machine.ts';

export const POST_STATUSES = [
  'draft',
  'scheduled',
  'publishing',
  'published',
  'partial',
  'failed',
  'cancelled',
] as const;

export type PostStatus = (typeof POST_STATUSES)[number];

/** `none` is before the post exists, `gone` after it was deleted. */
export const POST_STATES = ['none', ...POST_STATUSES, 'gone'] as const;

export type PostState = (typeof POST_STATES)[number];

export const POST_EVENTS = [
  'schedule',
  'draft',
  'publishNow',
  'allPublished',
  'somePublished',
  'nonePublished',
  'targetFailed',
  'retry',
  'promote',
  'someMissing',
  'allMissing',
  'queue',
  'removedNatively',
  'hold',
  'due',
  'change',
  'demote',
  'delete',
  'deleteRemoved',
  'loseAccounts',
  'unpublish',
  'unpublishLast',
  'edit',
  'recycle',
  'clone',
] as const;

export type PostEvent = (typeof POST_EVENTS)[number];

/** What else happens with a move: the event of the catalogue that it emits, or the work that it starts. */
export type PostEffect =
  | 'emitScheduled'
  | 'emitPublished'
  | 'emitPartial'
  | 'emitFailed'
  | 'emitCancelled'
  | 'emitRecycled'
  | 'emitPlatformFailed'
  | 'emitPlatformDeleted'
  | 'publishTargets'
  | 'moveTime';

/**
 * Source: specification, "Post status", in its order; publishing is between a start and its outcome.
 * Below the line: the moves the table leaves open (ASM-05 to 10, 42, 58, POST-57, 67, 74, 75).
 */
// prettier-ignore
export const post = machine<PostState, PostEvent, PostEffect>({
  states: POST_STATES,
  rows: [
    // from        event              to            effect                 rule
    ['none',       'schedule',        'scheduled',  'emitScheduled',       'POST-26 POST-27'],
    ['none',       'draft',           'draft',      null,                  'POST-28 POST-29'],
    ['none',       'publishNow',      'publishing', 'publishTargets',      'POST-30'],
    ['publishing', 'allPublished',    'published',  'emitPublished',       'POST-30 POST-32'],
    ['publishing', 'somePublished',   'partial',    'emitPartial',         'POST-33 POST-34'],
    ['publishing', 'nonePublished',   'failed',     'emitFailed',          'POST-35 POST-36'],
    ['publishing', 'targetFailed',    'publishing', 'emitPlatformFailed',  'POST-37'],
    ['failed',     'retry',           'publishing', 'emitScheduled',       'POST-39 POST-42'],
    ['partial',    'retry',           'publishing', 'publishTargets',      'POST-39 POST-40'],
    ['draft',      'promote',         'scheduled',  'emitScheduled',       'POST-43'],
    ['published',  'someMissing',     'partial',    'emitPartial',         'POST-44 POST-45'],
    ['published',  'allMissing',      'failed',     'emitFailed',          'POST-44 POST-45'],
    ['none',       'queue',           'scheduled',  'emitScheduled',       'POST-46'],
    ['draft',      'queue',           'scheduled',  'emitScheduled',       'POST-46'],
    ['scheduled',  'queue',           'scheduled',  'emitScheduled',       'POST-46'],
    ['failed',     'queue',           'scheduled',  'emitScheduled',       'POST-46 ASM-58'],
    ['partial',    'queue',           'scheduled',  'emitScheduled',       'POST-46 ASM-58'],
    ['published',  'removedNatively', 'published',  'emitPlatformDeleted', 'POST-47 ASM-29'],
    ['partial',    'removedNatively', 'partial',    'emitPlatformDeleted', 'POST-47 ASM-29'],
    ['scheduled',  'removedNatively', 'scheduled',  'emitPlatformDeleted', 'POST-47 ASM-29'],
    ['publishing', 'removedNatively', 'publishing', 'emitPlatformDeleted', 'POST-47 ASM-29'],
    ['scheduled',  'hold',            'scheduled',  'moveTime',            'POST-49 ASM-59'],
    ['publishing', 'hold',            'scheduled',  'moveTime',            'POST-49 ASM-59'],
    // ------------------------------------------------------------------------------------------
    ['scheduled',  'due',             'publishing', 'publishTargets',      'POST-67'],
    ['publishing', 'due',             'publishing', 'publishTargets',      'POST-67'],
    ['draft',      'change',          'draft',      null,                  'ASM-07'],
    ['scheduled',  'change',          'scheduled',  null,                  'ASM-07'],
    ['failed',     'change',          'failed',     null,                  'ASM-07'],
    ['partial',    'change',          'partial',    null,                  'ASM-07'],
    ['failed',     'promote',         'scheduled',  'emitScheduled',       'ASM-07'],
    ['partial',    'promote',         'scheduled',  'emitScheduled',       'ASM-07'],
    ['draft',      'publishNow',      'publishing', 'publishTargets',      'ASM-07'],
    ['scheduled',  'publishNow',      'publishing', 'publishTargets',      'ASM-07'],
    ['failed',     'publishNow',      'publishing', 'publishTargets',      'ASM-07'],
    ['partial',    'publishNow',      'publishing', 'publishTargets',      'ASM-07'],
    ['draft',      'demote',          'draft',      null,                  'ASM-05'],
    ['scheduled',  'demote',          'draft',      null,                  'ASM-05'],
    ['draft',      'delete',          'gone',       null,                  'ASM-08 POST-76'],
    ['scheduled',  'delete',          'gone',       'emitCancelled',       'ASM-08 ASM-10'],
    ['failed',     'delete',          'gone',       null,                  'ASM-08'],
    ['cancelled',  'delete',          'gone',       null,                  'ASM-08'],
    ['published',  'deleteRemoved',   'gone',       null,                  'ASM-08'],
    ['partial',    'deleteRemoved',   'gone',       null,                  'ASM-08'],
    ['scheduled',  'loseAccounts',    'cancelled',  'emitCancelled',       'ASM-09'],
    ['published',  'unpublish',       'published',  null,                  'POST-74'],
    ['partial',    'unpublish',       'partial',    null,                  'POST-74'],
    ['published',  'unpublishLast',   'cancelled',  'emitCancelled',       'POST-74'],
    ['partial',    'unpublishLast',   'cancelled',  'emitCancelled',       'POST-74'],
    ['published',  'edit',            'published',  null,                  'POST-74'],
    ['partial',    'edit',            'partial',    null,                  'POST-74'],
    ['partial',    'someMissing',     'partial',    null,                  'POST-44'],
    ['partial',    'allMissing',      'failed',     'emitFailed',          'POST-44 POST-45'],
    ['published',  'recycle',         'published',  'emitRecycled',        'POST-75 ASM-42'],
    ['none',       'clone',           'scheduled',  'emitScheduled',       'POST-75 ASM-42'],
  ],
});
