/** Operations of texts: sending, numbers, registrations and their review. */
import type { Handler } from '../../desk.ts';
import { handlers as lookup } from './lookup.ts';
import { handlers as messages } from './messages.ts';
import { handlers as numbers } from './numbers.ts';
import { handlers as preflight } from './preflight.ts';
import { handlers as registrations } from './registrations.ts';
import { handlers as review } from './review.ts';
import { handlers as senderIds } from './sender-ids.ts';
import { handlers as share } from './share.ts';

export const handlers: Readonly<Record<string, Handler>> = {
  ...lookup,
  ...messages,
  ...numbers,
  ...registrations,
  ...preflight,
  ...review,
  ...senderIds,
  ...share,
};
